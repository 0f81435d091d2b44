"""TiqTaqToe at every level and under every combination of its switches, and the page of its values."""

from collections.abc import Iterator, Mapping, Sequence

from qttt.app import screen
from qttt.app.games import turned
from qttt.app.studies.readings.family import Family, Row
from qttt.app.tables import markdown
from qttt.app.tiqtaqtoe.reading import Reading
from qttt.fast.backend import device as device_called
from qttt.fast.tiqtaqtoe.solve import solve_all
from qttt.oracle.tiqtaqtoe.translate import setting_of
from qttt.reference.tiqtaqtoe import LEVELS, SWITCHES, TiqTaqToe, settings

ENDS = ("only X", "only O", "both", "neither")


def solve(games: Sequence[TiqTaqToe], device: str) -> Iterator[Reading]:
    """The readings of some games, in their order."""
    for game, solution in zip(games, solve_all(device_called(device), [*map(setting_of, games)]), strict=True):
        yield Reading.of(game, solution.tablebase)


def rows(reading: Reading) -> Iterator[Row]:
    """A row for the game itself with an empty first move, and one for each first move."""
    yield Row(("",), reading.value)
    for move, value in reading.first_moves.items():
        yield Row((str(move),), value)


def page(found: Sequence[Reading]) -> str:
    """The whole page. `found` has the readings of one or more levels, each level's canonical one first."""
    of_level = {level: [reading for reading in found if reading.game.level == level] for level in LEVELS}
    of_level = {level: readings for level, readings in of_level.items() if readings}
    canonical_ones = [readings[0] for readings in of_level.values()]
    parts = [HEAD, canonical(canonical_ones), ONE_SWITCH, one_switch(of_level), SWITCHED]
    parts += [f"### Level {level}\n\n{switched(readings)}" for level, readings in of_level.items()]
    return "\n".join(parts)


def canonical(found: Sequence[Reading]) -> str:
    """What the page says of the canonical readings, one per level."""
    values = markdown(
        ["level", "value", *ENDS, "best first moves"],
        ((one.game.level, screen.worth(one.value), *one.chances, _best(one)) for one in found),
    )
    moves = dict.fromkeys(move for one in found for move, _ in one.classes)
    alike = {move: len(moves) for move, moves in found[-1].classes}
    levels = [one.game.level for one in found]
    first = markdown(
        ["first move", "equivalent", *levels],
        ((move, alike[move], *(one.first_moves.get(move, "") for one in found)) for move in moves),
    )
    plies = markdown(
        ["ply", *levels],
        (
            (ply, *(f"{one.positions[ply]:,}" if ply < len(one.positions) else "" for one in found))
            for ply in range(max(len(one.positions) for one in found))
        ),
    )
    states = markdown(
        ["level", *(f"{kind}, {form}" for kind in found[0].states for form in ("canonical", "total"))],
        (
            (one.game.level, *(f"{counts[form]:,}" for counts in one.states.values() for form in ("canonical", "raw")))
            for one in found
        ),
    )
    return f"{values}\n{FIRST}\n{first}\n{PLIES}\n{plies}\n{STATES}\n{states}"


def one_switch(of_level: Mapping[str, Sequence[Reading]]) -> str:
    """The value of each level with one switch turned, a row for each value of a switch that is not canonical."""
    switched = [f"{name}={value}" for name, values in SWITCHES.items() for value in values[1:]]
    known = {
        level: {each[0]: reading.value for reading in found if len(each := turned(reading.game)) == 1}
        for level, found in of_level.items()
    }
    return markdown(
        ["switch", *known],
        (
            ("none", *(found[0].value for found in of_level.values())),
            *((f"`{switch}`", *(values.get(switch, "") for values in known.values())) for switch in switched),
        ),
    )


def switched(found: Sequence[Reading]) -> str:
    """The table of a level: a row for every combination of its switches."""
    names = [name for name in SWITCHES if name in found[0].game.switches]
    moves = [move for move, _ in found[0].classes]
    return markdown(
        [*names, "value", *ENDS, *map(str, moves)],
        (
            (*one.game.switches.values(), one.value, *one.chances, *(one.first_moves[move] for move in moves))
            for one in found
        ),
    )


def _best(one: Reading) -> str:
    return ", ".join(map(str, one.best))


HEAD = """\
# The values of TiqTaqToe

The outcome of perfect play at each level of the ruleset `tiqtaqtoe-1.0` ([rules](../spec/rules/tiqtaqtoe.md)). A value
is the chance that only X has a line at the end minus the chance that only O has one; if both players have a line, the
switch `both` says what the end counts. All numbers are exact. This command writes the page:

```sh
uv run qttt readings --out docs/tiqtaqtoe.md
```

*Only X*, *only O*, *both* and *neither* are the chances of who has a line at the end, if both players always make their
first best move in the order of the rules. Another pair of perfect strategies may give other chances with the same
value. A first move stands for all first moves that are equivalent by symmetry; the column *equivalent* gives their
number.

## Canonical readings
"""

FIRST = """\
### First moves

The value after each first move; X chooses the largest.
"""

PLIES = """\
### Positions

The number of positions in which a player decides, by the number of marks (ply). Positions that are equivalent by
symmetry count once.
"""

STATES = """\
The number of all positions: those in which a player decides (*decision*), those in which a measurement is due
(*chance*), and those in which the game is over (*terminal*). *Canonical* counts positions that are equivalent by
symmetry once.
"""

ONE_SWITCH = """\
## One switch at a time

The value of the game with one switch changed. The cell is blank if the level does not have the switch.
"""

SWITCHED = """\
## Every reading

The first row of each table is the canonical reading. The columns on the right are the values after the first moves.
"""

FAMILY = Family(settings, solve, rows, Reading.read, lambda game: game.level, page, before=("first_move",))
