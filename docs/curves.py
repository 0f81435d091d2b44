"""Learning curves: `python docs/curves.py` draws docs/learning/curves.svg from the curves.csv beside it.

`python tests/benchmarks/run.py curves NAME=FILE...` prints the rows of the data from files of `qttt train`.
Those of the large AlphaZero are what its training printed, with the processor time in proportion to the clock.
"""

import csv
from itertools import groupby
from pathlib import Path

from qttt.app.plots import line_style, picture_bytes, sheet
from qttt.reference.picture import listed

FOLDER = Path(__file__).parent / "learning"
TITLES = ("share of optimal moves at plies 2 and 3", "given away in the worst case; 0 is perfect play")


def measures(row: dict[str, str]) -> tuple[float, float]:
    """The two numbers that are drawn."""
    ply_2, ply_3, x, o = (float(row[name]) for name in ("ply_2", "ply_3", "worst_X", "worst_O"))
    return (ply_2 + ply_3) / 2, (o - x) / 2


def beside(name: str) -> tuple[int, int]:
    """Where the name of a line stands, seen from its end."""
    return {"AlphaZero": (-22, 6), "TD(0)": (-40, -12)}.get(name, (6, -8))


def picture(rows: list[dict[str, str]]) -> bytes:
    """The curves as an SVG: both numbers by time, with a line for each seed and a name at the longest one."""
    runs = [[*run] for _, run in groupby(rows, lambda row: (row["training"], row["seed"]))]
    names = [*dict.fromkeys(row["training"] for row in rows)]
    longest = {run[0]["training"]: run for run in sorted(runs, key=lambda run: float(run[-1]["processor_seconds"]))}
    with sheet((5.2, 6.2)) as figure:
        for number, axes in enumerate(figure.subplots(2, sharex=True)):
            axes.set(
                xscale="log", title=TITLES[number], xlim=(1.6, 3e4), ylim=(-0.01, 1.01) if number < 1 else (-1.6, 21)
            )
            axes.grid(True)
            for run in runs:
                style = line_style(names.index(run[0]["training"]))
                places = [float(row["processor_seconds"]) for row in run]
                heights = [measures(row)[number] for row in run]
                axes.plot(places, heights, **style)
                if run is longest[run[0]["training"]]:
                    name, end = run[0]["training"], (places[-1], heights[-1])
                    axes.annotate(name, end, beside(name), textcoords="offset points", color=style["color"], fontsize=8)
        axes.set_xlabel("seconds of processor time")
        axes.set_xticks([10, 100, 1000, 10000], ["10", "100", "1,000", "10,000"])
        ends = ["{}: {:.2g}, {:.3g}".format(name, *measures(run[-1])) for name, run in longest.items()]
        return picture_bytes(figure, ".svg", "Learning curves", f"{'; '.join(TITLES)}. At the end {listed(ends)}.")


if __name__ == "__main__":
    with (FOLDER / "curves.csv").open(encoding="utf-8", newline="") as file:
        (FOLDER / "curves.svg").write_bytes(picture([*csv.DictReader(file)]))
