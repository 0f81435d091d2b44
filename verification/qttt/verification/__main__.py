"""Writes the pages of claims: `python -m qttt.verification`.

With `--check` nothing is written, and the exit code is 1 if a page is stale. With `--record FILE` the day and the
machine on which claims held are taken from FILE, which `qttt verify --json` has written.
"""

import argparse
import json
import sys
from pathlib import Path

from qttt.verification import records
from qttt.verification.table import DOCS, pages


def main(arguments: list[str] | None = None) -> int:
    """Write or check the pages. Exit codes: 0 fresh or written, 1 stale, 2 there is no source tree or FILE is
    not the output of such a run."""
    parser = argparse.ArgumentParser(prog="python -m qttt.verification", description="Write the pages of claims.")
    parser.add_argument("--check", action="store_true", help="write nothing, exit with 1 if a page is stale")
    parser.add_argument(
        "--record", metavar="FILE", type=Path, help="store when claims held, from output of qttt verify --json"
    )
    options = parser.parse_args(arguments)
    if not DOCS.is_dir():
        print(f"no folder {DOCS}: this needs the source tree, not an installed package", file=sys.stderr)
        return 2
    if options.record:
        try:
            print(f"{records.record(json.loads(options.record.read_text(encoding='utf-8')))} claims recorded")
        except (OSError, KeyError, ValueError) as error:
            print(f"{options.record}: not recorded: {error}", file=sys.stderr)
            return 2
    stale = {path: text for path, text in pages().items() if _read(path) != text}
    if not stale:
        print("the pages of claims are fresh")
        return 0
    if options.check:
        print(f"{', '.join(stale)}: stale; run python -m qttt.verification", file=sys.stderr)
        return 1
    for path, text in stale.items():
        (DOCS / path).parent.mkdir(exist_ok=True)
        (DOCS / path).write_text(text, encoding="utf-8")
    print(f"{', '.join(stale)} written")
    return 0


def _read(path: str) -> str | None:
    file = DOCS / path
    return file.read_text(encoding="utf-8") if file.is_file() else None


if __name__ == "__main__":
    sys.exit(main())
