"""Which claims were never run at their whole bounds, and which ran with an earlier source: `python -m
qttt.verification`.

With `--record FILE` runs of claims are first taken from FILE, which `qttt verify --json` has written elsewhere.
"""

import argparse
import sys
from pathlib import Path

from qttt.spec import disk
from qttt.verification import records
from qttt.verification.registry import claims


def main(arguments: list[str] | None = None) -> int:
    """Print what is missing. Exit codes: 0 printed, 2 FILE is not the output of such a run."""
    parser = argparse.ArgumentParser(
        prog="python -m qttt.verification", description="List the claims whose records are missing or stale."
    )
    parser.add_argument(
        "--record",
        metavar="FILE",
        type=Path,
        help="record the claims that held, from output of qttt verify --json on another machine",
    )
    options = parser.parse_args(arguments)
    if options.record:
        try:
            print(f"{records.merge(disk.read_json(disk.read_text(options.record)))} claims recorded")
        except (OSError, KeyError, TypeError, ValueError) as error:
            print(f"{options.record}: not recorded: {error}", file=sys.stderr)
            return 2
    last = {claim: records.whole(claim) for claim in claims()}
    for state, ids in {
        "never run at their whole bounds": [claim.id for claim, run in last.items() if not run],
        "last run with an earlier source": [claim.id for claim, run in last.items() if run and run.is_stale(claim)],
    }.items():
        print(f"{len(ids)} of {len(last)} claims {state}{': ' * bool(ids)}{', '.join(ids)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
