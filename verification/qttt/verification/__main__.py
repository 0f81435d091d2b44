"""Writes the page of claims: `python -m qttt.verification`.

With `--check` nothing is written; the exit code is 1 if the page is stale.
"""

from __future__ import annotations

import argparse
import sys

from qttt.verification.table import PAGE, page


def main(arguments: list[str] | None = None) -> int:
    """Writes or checks `docs/claims.md`. Exit codes: 0 fresh or written, 1 stale, 2 there is no source tree."""
    parser = argparse.ArgumentParser(prog="python -m qttt.verification", description="Write the page of claims.")
    parser.add_argument("--check", action="store_true", help="write nothing, exit with 1 if the page is stale")
    check: bool = parser.parse_args(arguments).check
    if not PAGE.parent.is_dir():
        print(f"no folder {PAGE.parent}: this needs the source tree, not an installed package", file=sys.stderr)
        return 2
    text = page()
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text:
        print(f"{PAGE.name} is fresh")
        return 0
    if check:
        print(f"{PAGE.name} is stale: run python -m qttt.verification", file=sys.stderr)
        return 1
    PAGE.write_text(text, encoding="utf-8")
    print(f"{PAGE.name} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
