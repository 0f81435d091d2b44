"""Many more inputs for every reader, in rounds: a run that was stopped goes on after the last one that passed.

python tests/fuzz/longer.py DONE            # a million inputs; the file DONE lists the rounds that passed
python tests/fuzz/longer.py --guided NAME   # inputs chosen by the code they reach, without end; needs atheris
"""

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
watched: AbstractContextManager[None] = nullcontext()
if "--guided" in sys.argv:
    import atheris

    kernels = [file.relative_to(ROOT / "fast").with_suffix("") for file in (ROOT / "fast").rglob("*.py")]
    watched = atheris.instrument_imports(["qttt"], [".".join(file.parts) for file in kernels])
with watched:  # what is imported here, atheris follows
    from tests.fuzz.test_fuzz import NAMES, fuzz, prepared, readers

ROUND = 12_500


def main() -> None:
    """Run what the command line asks for."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("done", nargs="?", type=Path, help="lists the rounds that passed")
    parser.add_argument("--inputs", type=int, default=1_000_000, metavar="N", help="in all (default: %(default)s)")
    parser.add_argument("--guided", choices=NAMES, metavar="NAME", help=f"one of {', '.join(NAMES)}")
    given = parser.parse_args()
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "study").mkdir()
        if given.guided:
            atheris.Setup(sys.argv[:1], prepared(readers(folder)[given.guided], 1).hypothesis.fuzz_one_input)
            atheris.Fuzz()
        if not given.done:
            parser.error("name the file that lists the rounds, or a reader to be --guided")
        done = set(given.done.read_text("utf-8").splitlines()) if given.done.exists() else set()
        rounds = [(name, seed) for seed in range(-(-given.inputs // (ROUND * len(NAMES)))) for name in NAMES]
        for at, (name, seed) in enumerate(rounds, 1):
            if (line := f"{name}: {ROUND} inputs, seed {seed}") not in done:
                fuzz(readers(folder)[name], ROUND, seed)
                with given.done.open("a", encoding="utf-8") as file:
                    print(line, file=file)
            print(f"{at} of {len(rounds)}: {line}", file=sys.stderr)


if __name__ == "__main__":
    main()
