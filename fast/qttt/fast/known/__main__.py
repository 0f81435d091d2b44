"""Make the tables that ship anew: all of them, or those that are named; for Python from a solve, and for browsers, in a
source tree, from those for Python."""

import hashlib
import sys

from qttt.fast import container, known
from qttt.fast.known import makers, web
from qttt.spec.disk import write_whole

SHIPPED = "--shipped"
DIGESTS = "tables.sha256"
"""The file beside the tables that lists the digests of all of them, those for browsers too."""


def main(arguments: list[str]) -> None:
    """Write the files of these tables, of all if none is named, and print the size of each, and the digest of what it
    holds. With `--shipped` solve nothing: make the tables for browsers from what ships. `DIGESTS` lists the digests of
    all files afterwards, as `sha256sum` prints them."""
    names = [name for name in arguments if name != SHIPPED]
    every = dict.fromkeys((*makers.MAKERS, *makers.WEB_MAKERS))
    if unknown := {*names} - {*every}:
        sys.exit(f"no table {min(unknown)}: expected {', '.join(every)}, or {SHIPPED}")
    wanted = names or [*every]
    for name in (name for name in wanted if name in makers.MAKERS and SHIPPED not in arguments):
        table = makers.make(name)
        content = known.pack(*table)
        write_whole(known.path(name), content)
        print(f"{known.path(name).name}  {len(content):,} bytes  {container.digest(*table)}", flush=True)
    known.load.cache_clear()
    for name in (name for name in wanted if name in makers.WEB_MAKERS):
        content = web.pack(*makers.make_for_web(name))
        write_whole(web.path(name), content)
        print(f"{web.path(name).name}  {len(content):,} bytes", flush=True)
    files = [file for file in (*map(known.path, makers.MAKERS), *map(web.path, makers.WEB_MAKERS)) if file.exists()]
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    write_whole(files[0].with_name(DIGESTS), *map(str.encode, lines))


if __name__ == "__main__":
    main(sys.argv[1:])
