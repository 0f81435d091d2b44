"""Writes the pages of claims: `python -m qttt.verification`.

With `--record FILE` the day and the machine on which claims held are taken from FILE, which `qttt verify --json` has
written. A test says whether the pages are fresh.
"""

import argparse
import json
import sys
from pathlib import Path

from qttt.verification import records
from qttt.verification.table import DOCS, pages


def main(arguments: list[str] | None = None) -> int:
    """Write the pages. Exit codes: 0 written, 2 there is no source tree or FILE is not the output of such a run."""
    parser = argparse.ArgumentParser(prog="python -m qttt.verification", description="Write the pages of claims.")
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
    for path, text in pages().items():
        (DOCS / path).parent.mkdir(exist_ok=True)
        (DOCS / path).write_text(text, encoding="utf-8")
    print(f"{', '.join(pages())} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
