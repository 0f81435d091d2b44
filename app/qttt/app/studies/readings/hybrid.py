"""The hybrid game under every combination of its switches that is solved, and the page of its values."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

from qttt.app import screen
from qttt.app.games import turned
from qttt.app.hybrid.reading import Reading
from qttt.app.studies.readings.family import Family, Row
from qttt.app.tables import markdown
from qttt.fast.backend import device as device_called
from qttt.fast.hybrid import solve as fast
from qttt.fast.hybrid.boxes import BOXES
from qttt.fast.hybrid.count import positions
from qttt.fast.hybrid.reach import reachable
from qttt.fast.hybrid.rules import Setting
from qttt.oracle.hybrid.entry import solvable
from qttt.oracle.hybrid.translate import setting_of
from qttt.reference.hybrid import SWITCHES, Action, Hybrid, settings
from qttt.reference.picture import listed

NOT_SOLVED = "not solved"
MEANING = {-1: "a disadvantage", 0: "neither an advantage nor a disadvantage", 1: "an advantage"}

Values = Mapping[Hybrid, Fraction]


def solve(games: Sequence[Hybrid], device: str) -> Iterator[Reading]:
    """The readings of some games, in their order."""
    on = device_called(device)

    @cache
    def reached(setting: Setting) -> tuple[int, ...]:
        return reachable(on, setting)

    for game in games:
        setting = setting_of(game)
        # If both have a line the game is over, whoever wins: play reaches the same positions under all of `both`.
        yield Reading.of(game, fast.solve(on, setting).tablebase, reached(setting._replace(both="draw")))


def rows(reading: Reading) -> Iterator[Row]:
    """A row for the game itself, each first move and each result of it, with the best moves of the player who is to
    move then. The game itself has an empty first move; a first move before its result has an empty result and no best
    moves."""
    best = [move for move, value in reading.first_moves.items() if value == reading.value]
    yield Row(("", ""), reading.value, (_written(best),))
    for move, value in reading.first_moves.items():
        yield Row((str(move), ""), value, ("",))
        for result, replies in reading.replies[move].items():
            yield Row((str(move), str(result)), replies.value, (_written(replies.best),))


def _written(moves: Iterable[Action]) -> str:
    return " ".join(map(str, moves))


def page(found: Sequence[Reading]) -> str:
    """The whole page. `found` has the readings of all games that are solved, the canonical one first."""
    values = {one.game: one.value for one in found}
    of_switches = [SWITCHED, moving_first(values), ONE_SWITCH, one_switch(values), PAIRS, pairs(values), SAME]
    counts = [POSITIONS, within(), REACHED, reached(found)]
    return "\n".join([HEAD, canonical(found[0]), *of_switches, TABLE, table(found), *counts])


def canonical(one: Reading) -> str:
    """What the page says of the canonical reading."""
    moves = one.classes
    first = markdown(
        ["first move", "equivalent", "value"], ((move, len(alike), one.first_moves[move]) for move, alike in moves)
    )
    replies = markdown(
        ["first move", "result", "value", "O's best moves"],
        (
            (move, f"`{result}`", after.value, ", ".join(map(str, after.best)))
            for move, _ in moves
            for result, after in one.replies[move].items()
        ),
    )
    value = f"The value is **{screen.worth(one.value)}**: moving first is {MEANING[_sign(one.value)]}.\n"
    return f"{value}\n{FIRST}\n{first}\n{REPLIES}\n{replies}"


def moving_first(values: Values) -> str:
    """In how many games moving first helps, hurts or neither; the lowest and highest value, with their first game."""
    signs = Counter(map(_sign, values.values()))
    said = listed([f"{meaning} in {signs[sign]}" for sign, meaning in MEANING.items() if signs[sign]])
    low, high = (f"{screen.worth(values[game])} ({_named(game)})" for game in _extremes(values))
    return f"Moving first is {said} of the {len(values)} solved games.\nValues range from {low}\nto {high}.\n"


def one_switch(values: Values) -> str:
    """The value of the game with one switch turned."""
    games = [Hybrid(), *(replace(Hybrid(), **{name: value}) for name, value in _turned())]
    return markdown(["switch", "value"], ((_named(game), values.get(game, NOT_SOLVED)) for game in games))


def pairs(values: Values) -> str:
    """What turning a switch does to the value, counted over the solved games that differ only in this switch."""
    counted = ((name, value, Counter(_changes(values, name, value))) for name, value in _turned())
    return markdown(
        ["switch", "pairs", "better for X", "the same", "better for O"],
        ((f"`{name}={value}`", sum(found.values()), found[1], found[0], found[-1]) for name, value, found in counted),
    )


def table(found: Sequence[Reading]) -> str:
    """The table of all games: a row for every combination of the switches."""
    of_game = {one.game: one for one in found}
    moves = [move for move, _ in found[0].classes]

    def row(game: Hybrid) -> Iterable[object]:
        one = of_game.get(game)
        return (one.value, *(one.first_moves[move] for move in moves)) if one else (NOT_SOLVED, *("" for _ in moves))

    return markdown(
        [*SWITCHES, "value", *map(str, moves)], ((*game.switches.values(), *row(game)) for game in settings())
    )


def within() -> str:
    """How many positions the switches allow."""
    limits = product(SWITCHES["links"], SWITCHES["targets"])
    return _counted(["links", "targets"], ((each, positions(setting_of(Hybrid(*each)))) for each in limits))


def reached(found: Sequence[Reading]) -> str:
    """How many positions play reaches."""
    names = ["links", "targets", "effect"]
    canonical = SWITCHES["both"][0]
    return _counted(
        names,
        (([one.game.switches[name] for name in names], one.positions) for one in found if one.game.both == canonical),
    )


def _counted(names: Sequence[str], rows: Iterable[tuple[Sequence[str], Sequence[int]]]) -> str:
    """A table of numbers of positions with 0 to 8 boxes measured, and their total."""
    return markdown(
        [*names, *map(str, range(BOXES)), "total"],
        ((*of, *(f"{count:,}" for count in counts), f"{sum(counts):,}") for of, counts in rows),
    )


def _turned() -> Iterator[tuple[str, str]]:
    for name, known in SWITCHES.items():
        for value in known[1:]:
            yield name, value


def _changes(values: Values, name: str, value: str) -> Iterator[int]:
    """1 if this value of a switch makes a game better for X than the first one, -1 if for O, 0 if it is the same."""
    for game in values:
        other = replace(game, **{name: value})
        if game.switches[name] == SWITCHES[name][0] and other in values:
            yield _sign(values[other] - values[game])


def _extremes(values: Values) -> tuple[Hybrid, Hybrid]:
    return min(values, key=values.__getitem__), max(values, key=values.__getitem__)


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def _named(game: Hybrid) -> str:
    return ", ".join(f"`{switch}`" for switch in turned(game)) or "none"


HEAD = """\
# The values of Q3T, the hybrid game

The outcome of perfect play under the ruleset `hybrid-1.0` ([rules](../spec/rules/hybrid.md)). A value is X's chance of
winning minus O's; if both players have a line, the switch `both` says who wins. All numbers are exact. This command
writes the page:

```sh
uv run qttt readings hybrid --out docs/hybrid.md
```

## The canonical reading
"""

FIRST = """\
If neither player links boxes, moving first is an advantage
([lemma measuring-alone](../spec/rules/hybrid.md#lemma-measuring-alone)).

### First moves

The value after each first move; X chooses the largest. Each row stands for all first moves that are equivalent by
symmetry, and the second column gives their number.
"""

REPLIES = """\
### Replies

The result of the first measurement, the value after it, and all best moves of O; `9>1` links box 9 to box 1.
"""

SWITCHED = """\
## What the switches change
"""

ONE_SWITCH = """\
The value of the game with one switch changed:
"""

PAIRS = """\
The same with any values of the other switches: a pair is two solved games that differ only in one switch, which has its
first value in one game and the value named in the table in the other. In some pairs this change makes the value larger,
which is better for X; in others smaller, which is better for O.
"""

SAME = """\
Some of these games are the same game under different switches, and the table counts the pairs of each of them. Under
`effect=take` the switch `both` changes nothing: a result and the links that it triggers add marks of only one player,
so the players never get a line at the same time. Under `links=single` the switch `targets` changes nothing: there is no
second link that a target could receive.
"""

TABLE = """\
## Every reading

The first row is the canonical reading. The columns on the right are the values after the first moves. Games in which a
control may carry two links, and a target any number, have too many positions to be solved completely, as the next
section shows. Their values are known from six measured boxes on, and `qttt best` shows them.
"""

POSITIONS = """\
## Positions

The number of positions in which a player is to move, with 0 to 8 boxes measured. Positions that are equivalent by
symmetry or by exchange of X and O count once. (Under `both=X` the exchange does not change the sign of all values; the
counts are the same.) The first table counts all positions that the switches allow, whether play reaches them or not.
Each of these positions has a value in the tablebase of a solved game.
"""

REACHED = """\
The second table counts the positions that play reaches. The switch `both` makes no difference: if both players have a
line, the game is over, whoever wins.
"""

FAMILY = Family(
    settings,
    solve,
    rows,
    Reading.read,
    lambda game: (game.links, game.targets, game.effect),
    page,
    before=("first_move", "result"),
    after=("best",),
    is_solved=solvable,
    unsolved="links=two with targets=any",
)
