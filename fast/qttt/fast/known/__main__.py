"""Make the tables that ship anew, from a solve: all of them, or those that are named."""

import sys

from qttt.fast import container, known
from qttt.spec.disk import write_whole


def main(names: list[str]) -> None:
    """Write the files of these tables, of all if none is named, and print the size and the digest of each."""
    if unknown := {*names} - {*known.names()}:
        sys.exit(f"no table {min(unknown)}: expected {', '.join(known.names())}")
    for name in names or known.names():
        table = known.make(name)
        content = known.pack(*table)
        write_whole(known.path(name), content)
        print(f"{known.path(name).name}  {len(content):,} bytes  {container.digest(*table)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
