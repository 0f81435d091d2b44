"""Run a benchmark, print its table, and put it into its page.

    python tests/benchmarks/run.py                        # list the benchmarks
    python tests/benchmarks/run.py NAME [WORD…]           # print the table of one
    python tests/benchmarks/run.py NAME [WORD…] --write   # and put it into its page, between the marks of this name

A benchmark is a function that takes the words and returns the rows of its table, or a Text of its own form. Nothing is
asserted: what two things cost is compared in one run.
"""

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable
from importlib import import_module
from inspect import signature
from typing import NamedTuple

from measuring import DOCS, HEAD, Row, Text, table, told

from qttt.app.files import between, columns_of, table_bytes


class Benchmark(NamedTuple):
    """What a benchmark measures, the module and name of its function, the page or file of `docs/` that shows its table
    (none: it prints only), the head of the table (none: a Text of its own form), and words of the rows that the page
    shows (none: all). A page that shows some rows has all of them in a file, in the folder of its name."""

    measures: str
    function: str
    page: str = ""
    head: tuple[str, ...] = HEAD
    shown: tuple[str, ...] = ()

    def load(self) -> Callable[..., Iterable[Row] | Text]:
        """The function."""
        sys.path.append(str(DOCS))  # the searches of the source
        module, _, name = self.function.partition(".")
        found: Callable[..., Iterable[Row] | Text] = getattr(import_module(module), name)
        return found


TIMES, CERTIFICATES = "benchmarks.md", "certificates.md"
COMMAND = ("command", "wall", "processor", "memory")
SEARCH = ("search", "nodes printed", "time printed", "nodes, exact", "nodes, floating point", "time, exact", "value")
DEAREST = ("game", "largest processor time", "mean", "of the largest")
VISIT = (
    *("game", "files", "tables", "first board", "values", "click, median and 99%"),
    *("processor time", "busy", "busy, 4 times slower"),
)
ON_BOARDS = ("game", "value", "kB", "seconds to check")
OF_PLAYERS = ("game", "value", "rows", "kB", "seconds to check")
ADAPTERS = ("game", "Gymnasium, random", "Gymnasium, perfect", "PettingZoo", "with dictionaries", "OpenSpiel")
MATCH = ("learner", "opponent", "side", "wins, draws, losses in 2,000 games")
TRAINED = ("turned back", "optimal at plies 0 to 3", "mean", "worst case as X, as O", "processor time")
IMAGES = ("seed", "predictions", "optimal at plies 0 to 4", "mean", "worst case as X, as O")

BENCHMARKS = {
    "commands": Benchmark("whole commands [RUNS]", "commands.commands", TIMES, COMMAND, ("best goff", "qttt solve")),
    "goff": Benchmark("solving and playing Goff's game", "goff.goff", TIMES, shown=("values of",)),
    "sqt": Benchmark("solving SQT in 84 settings", "solvers.sqt", TIMES, shown=("84 settings in",)),
    "table-6": Benchmark("the source's searches", "goff.searches", TIMES, SEARCH),
    "tiqtaqtoe": Benchmark("solving TiqTaqToe", "solvers.tiqtaqtoe", TIMES, shown=("all four",)),
    "hybrid": Benchmark("solving the hybrid game", "solvers.hybrid", TIMES, shown=("canonical",)),
    "probabilistic": Benchmark(
        "boards beside a bisection", "probabilistic.boards", TIMES, shown=("bisection", "two cores", "ratio")
    ),
    "study": Benchmark("a study of ten million boards", "probabilistic.study", "study.md", ()),
    "conform": Benchmark(
        "engines behind a pipe; needs node and a C compiler", "conform.conform", TIMES, shown=("random games and",)
    ),
    "reading": Benchmark("seconds a megabyte of each reader, at its worst", "reading.reading"),
    "positions": Benchmark(
        "values of random positions in the web engine [NUMBER]; needs node", "conform.positions", "", DEAREST
    ),
    "page": Benchmark("the explorer's page in Chromium", "page.page", TIMES, VISIT, ("goff",)),
    "gpu": Benchmark("solves and games on a GPU, compared with the CPU [DEVICE]", "gpu.gpu", "gpu.md", ()),
    "scaling": Benchmark("time by size; `draw` draws what the file says", "scaling.scaling", "scaling.txt", ()),
    "cluster": Benchmark("a study on two workers beside one process", "scaling.cluster"),
    "certificates-goff": Benchmark(
        "certificates of Goff's game, SQT", "certificates.goff", CERTIFICATES, OF_PLAYERS, ("opponent", "1/2")
    ),
    "certificates-boards": Benchmark(
        "certificates of boards", "certificates.boards", CERTIFICATES, ON_BOARDS, ("printed",)
    ),
    "certificates-levels": Benchmark(
        "certificates of TiqTaqToe", "certificates.levels", CERTIFICATES, OF_PLAYERS, ("high",)
    ),
    "certificates-hybrid": Benchmark(
        "certificates of the hybrid game", "certificates.hybrid", CERTIFICATES, OF_PLAYERS, ("from the start",)
    ),
    "certificates-whole": Benchmark("the same, from the start; half an hour", "certificates.whole", "", OF_PLAYERS),
    "batch": Benchmark("steps of games side by side, and of the reference", "environments.batch"),
    "adapters": Benchmark(
        "steps of environments [GAME…]; extras envs, openspiel", "environments.adapters", "", ADAPTERS
    ),
    "curves": Benchmark("rows of docs/learning/curves.csv, from NAME=FILE…", "learners.curves", "", ()),
    "ladder": Benchmark("learners of each FILE in games against the ladder", "learners.against_ladder", "", MATCH),
    "corrections": Benchmark("AlphaZero for N steps, each correction turned back", "learners.corrections", "", TRAINED),
    "images": Benchmark("AlphaZero on single images, and their mean", "learners.images", "", IMAGES),
}
"""By the name of the table."""


def main() -> None:
    listed = "\n".join(f"  {name:20} {each.measures}" for name, each in BENCHMARKS.items())
    parser = ArgumentParser(description=__doc__, epilog=listed, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", choices=BENCHMARKS, metavar="NAME")
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--write", action="store_true", help="put the table into its page")
    asked = parser.parse_intermixed_args()
    if not asked.name:
        return print(listed)
    benchmark = BENCHMARKS[asked.name]
    if asked.write and not benchmark.page:
        parser.error(f"{asked.name} prints only: leave out --write")
    measure = benchmark.load()
    try:
        signature(measure).bind(*asked.words)
    except TypeError as error:
        parser.error(f"{asked.name}: {error}")
    found = measure(*asked.words)
    rows = [] if isinstance(found, Text) else [*told(found)]
    text, pictures = found if isinstance(found, Text) else Text(table(rows, benchmark.head))
    print(text)
    if asked.write:
        page = DOCS / benchmark.page
        if benchmark.shown:
            whole = table_bytes(columns_of([name or "remark" for name in benchmark.head], rows), ".csv")
            (page.with_suffix("") / f"{asked.name}.csv").write_bytes(whole)
            text = table((row for row in rows if any(word in row[0] for word in benchmark.shown)), benchmark.head)
        page.write_text(between(page.read_text(encoding="utf-8"), asked.name, f"{text}\n"), encoding="utf-8")
        for path, draw in pictures.items():
            path.write_bytes(draw())


if __name__ == "__main__":
    main()
