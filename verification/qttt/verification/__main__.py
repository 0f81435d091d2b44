"""Writes the pages of claims: `python -m qttt.verification`.

With `--record FILE` runs of claims are taken from FILE, which `qttt verify --json` has written elsewhere. The output
ends with the claims that were never run at their whole bounds, and those that ran with an earlier source. A test says
whether the pages are fresh.
"""

import argparse
import sys
from pathlib import Path

from qttt.spec import disk
from qttt.verification import records
from qttt.verification.claim_pages import DOCS, pages
from qttt.verification.registry import claims


def main(arguments: list[str] | None = None) -> int:
    """Write the pages. Exit codes: 0 written, 2 there is no source tree or FILE is not the output of such a run."""
    parser = argparse.ArgumentParser(prog="python -m qttt.verification", description="Write the pages of claims.")
    parser.add_argument(
        "--record",
        metavar="FILE",
        type=Path,
        help="record the claims that held, from output of qttt verify --json on another machine",
    )
    options = parser.parse_args(arguments)
    if not DOCS.is_dir():
        print(f"no folder {DOCS}: this needs the source tree, not an installed package", file=sys.stderr)
        return 2
    if options.record:
        try:
            print(f"{records.merge(disk.read_json(disk.read_text(options.record)))} claims recorded")
        except (OSError, KeyError, TypeError, ValueError) as error:
            print(f"{options.record}: not recorded: {error}", file=sys.stderr)
            return 2
    for path, text in pages().items():
        (DOCS / path).parent.mkdir(exist_ok=True)
        (DOCS / path).write_text(text, encoding="utf-8")
    print(f"{', '.join(pages())} written")
    last = {claim: records.whole(claim) for claim in claims()}
    for state, ids in {
        "never run at their whole bounds": [claim.id for claim, run in last.items() if not run],
        "last run with an earlier source": [claim.id for claim, run in last.items() if run and run.is_stale(claim)],
    }.items():
        print(f"{len(ids)} of {len(last)} claims {state}{': ' * bool(ids)}{', '.join(ids)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
