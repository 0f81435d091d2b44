"""The functions that make the tables that ship, named as ``module:function``, since their modules read such tables."""

from collections.abc import Callable
from pkgutil import resolve_name

from qttt.fast.known import FORMAT, Table
from qttt.fast.known.web import LATER

MAKERS = {
    f"goff-{pair}-{last}": f"qttt.fast.goff.known:{pair}_{last}"
    for pair in ("legal", "forbidden")
    for last in ("move", "draw")
} | {
    **{
        f"tiqtaqtoe-{level}": f"qttt.fast.tiqtaqtoe.known:{level}"
        for level in ("classic", "minimal", "moderate", "high")
    },
    "sqt": "qttt.fast.sqt.every_q:table",
    "hybrid": "qttt.fast.hybrid.known:canonical",
    "hybrid-largest": "qttt.fast.hybrid.known:largest",
}
"""For each table the function that solves it anew and returns it as a `Table`."""
WEB_MAKERS = {
    **{name: maker.split(":")[0] + ":web_table" for name, maker in MAKERS.items() if name != "sqt"},
    **{
        f"sqt-{scoring}-{double_win}": "qttt.fast.sqt.functions:web_table"  # of one game each, to be small enough
        for scoring in ("draws-even", "draws-second")
        for double_win in ("no", "yes")
    },
}
WEB_MAKERS |= {
    f"{name}{LATER}": maker
    for name, maker in WEB_MAKERS.items()
    if name.startswith(("goff", "sqt")) or name == "hybrid"
}
"""For each table for browsers the function that makes it of the table that ships, given its name."""


def make(name: str) -> Table:
    """The table of a name, solved anew, as `known.load` returns it."""
    maker: Callable[[], Table] = resolve_name(MAKERS[name])
    description, arrays = maker()
    return {"format": FORMAT, "table": name, **description}, arrays


def make_for_web(name: str) -> Table:
    """A table for browsers, of the one that ships. Raises `known.Damaged`."""
    maker: Callable[[str], Table] = resolve_name(WEB_MAKERS[name])
    description, arrays = maker(name)
    return {**description, "table": name}, arrays
