"""Sagole, Dey, Behera and Panigrahi (2019), judged by exact values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from qttt.app.review import Review
from qttt.app.studies.sources.judged import Judged, Source, judged_by, judged_if, oracle
from qttt.oracle import entry_of
from qttt.oracle.oracle import Oracle
from qttt.oracle.progress import Count
from qttt.reference.hybrid import Link
from qttt.reference.picture import decimal, listed
from qttt.reference.tiqtaqtoe import TiqTaqToe

GAME = "X1.7 =X O2.5>7 X3.3 =X O4.9>3 X5.5 =O O6.9 =O"
"""The game that Section IV and Figure 3 explain."""
TOKENS = tuple(GAME.split())

Hybrid = Oracle[Any, Any]


def judge(seed: int, report: Count, results: Path | None = None) -> Iterator[Judged]:
    """See `judged.Judge`."""
    hybrid = oracle("hybrid")
    yield classical_draw()
    yield lucky(hybrid)
    yield linking_is_better(hybrid)
    yield any_box(hybrid)
    yield no_benefit(hybrid)
    yield box_three(hybrid)
    yield clear_win(hybrid)
    yield same_strategy(hybrid)
    yield winning_chance(hybrid)
    yield planned(hybrid)
    yield own_mark(hybrid)
    yield not_luck(hybrid)


def until(*tokens: str) -> str:
    """The source's game up to its first token that is one of these, which is left out.

    >>> until("X3.3")
    'X1.7 =X O2.5>7'
    """
    return " ".join(TOKENS[: min(TOKENS.index(token) for token in tokens)])


class Kinds(NamedTuple):
    """The values after each move of a position, measurements apart from links."""

    measurements: Mapping[str, Fraction]
    links: Mapping[str, Fraction]


def kinds(hybrid: Hybrid, position: str) -> Kinds:
    """The values of the moves of a position, from X's side."""
    values = hybrid.values(position)
    links = {str(move): value for move, value in values.items() if isinstance(move, Link)}
    return Kinds({str(move): value for move, value in values.items() if str(move) not in links}, links)


def named(values: Mapping[str, Fraction], value: Fraction) -> str:
    """The moves that have a value, in words."""
    return listed([move for move, worth in values.items() if worth == value])


def classical_draw() -> Judged:
    """Tic-tac-toe itself, by the game of the level classic."""
    level = oracle("tiqtaqtoe", level="classic")
    assert isinstance(level.game, TiqTaqToe)
    value = level.value(level.game.initial())
    return Judged(
        "classical-draw",
        "Best play of both players draws classical tic-tac-toe",
        "section I",
        judged_if(value == 0),
        f"Classical tic-tac-toe is worth {value}.",
    )


def lucky(hybrid: Hybrid) -> Judged:
    """The first measurement, if its result is the player's own mark."""
    own, other = (hybrid.value(f"X1.7 {result}") for result in ("=X", "=O"))
    return Judged(
        "lucky",
        "X is lucky if the first box collapses to X",
        "section II and section IV, move 1",
        judged_if(own > other),
        f"After X1.7 the result X is worth {own}, and the result O {other}. With the result X the game is "
        f"{'still better for X' if own > 0 else 'even or worse for X'}, but only by {own}: O moves next.",
    )


def linking_is_better(hybrid: Hybrid) -> Judged:
    """Every link against every measurement, after X's first mark."""
    found = kinds(hybrid, until("O2.5>7"))
    worst, best = max(found.links.values()), min(found.measurements.values())
    return Judged(
        "linking",
        "O's best reply to an X is a link that targets it",
        "section IV, move 2",
        judged_if(worst < best),
        f"After X1.7 =X, O's worst link is worth {worst} ({decimal(worst)}) and O's best measurement {best} "
        f"({decimal(best)}), from X's side. Every link is {'' if worst < best else 'not '}better for O than every "
        "measurement.",
    )


def any_box(hybrid: Hybrid) -> Judged:
    """Whether the control matters."""
    links = kinds(hybrid, until("O2.5>7")).links
    best, played = min(links.values()), links["5>7"]
    others = sorted({*links.values()} - {best})
    also = f", and the other links {listed([*map(str, others)])}" if others else ""
    return Judged(
        "any-box",
        "Any other box will do as the control of this link; the example takes box 5",
        "section IV, move 2",
        judged_if(len({*links.values()}) == 1),
        f"Only {named(links, best)} is best, worth {best}{also}. The example's 5>7 is worth {played}: it gives away "
        f"{played - best}.",
    )


def no_benefit(hybrid: Hybrid) -> Judged:
    """Whether X should measure rather than link."""
    measurements, links = kinds(hybrid, until("X3.3"))
    most, best = max(measurements.values()), max(links.values())
    as_good = [move for move, value in links.items() if value == best]
    return Judged(
        "no-benefit",
        "A quantum move would not benefit X, whose box 7 shows X already",
        "section IV, move 3",
        judged_if(best <= most),
        f"{len(as_good)} links, {listed(as_good)}, are worth {best}, and the best measurement, "
        f"{named(measurements, most)}, {most}. X's own link takes the X from box 7 if its control shows X, and gives "
        "it back if O's link has taken it: the second reversal undoes the first.",
    )


def box_three(hybrid: Hybrid) -> Judged:
    """X's measurement of box 3, among the measurements."""
    measurements, links = kinds(hybrid, until("X3.3"))
    best = max(measurements.values())
    is_best = measurements["3"] == best
    below = max(links.values()) - measurements["3"]
    return Judged(
        "box-three",
        "X had better measure box 3 than box 5, whose O would also take box 7",
        "section IV, move 3",
        judged_if(measurements["3"] > measurements["5"]),
        f"Box 3 is worth {measurements['3']}, and box 5 {measurements['5']}. Box 3 is "
        f"{'the best' if is_best else 'not the best'} measurement, {below} below the best move.",
    )


def clear_win(hybrid: Hybrid) -> Judged:
    """The result X of X's third measurement."""
    value = hybrid.value(f"{until('X5.5')} X5.5 =X")
    return Judged(
        "clear-win",
        "If box 5 collapses to X, X wins with 3-5-7",
        "section IV, move 5",
        judged_if(value == 1),
        f"After X5.5 =X the game is {'over, and won by X' if value == 1 else f'worth {value}'}.",
    )


def same_strategy(hybrid: Hybrid) -> Judged:
    """O's second link."""
    values = {str(move): value for move, value in hybrid.values(until("O4.9>3")).items()}
    best = min(values.values())
    return Judged(
        "second-link",
        "O does well to link box 3 as well, with 9>3",
        "section IV, move 4",
        judged_if(values["9>3"] == best),
        f"9>3 is worth {values['9>3']} ({decimal(values['9>3'])}), and the best move, {named(values, best)}, {best} "
        f"({decimal(best)}).",
    )


def winning_chance(hybrid: Hybrid) -> Judged:
    """O's last measurement: how often it wins, and whether it is best."""
    position = until("O6.9")
    values = {str(move): value for move, value in hybrid.values(position).items()}
    best, value = min(values.values()), values["9"]
    wins = hybrid.value(f"{position} O6.9 =O") == -1
    return Judged(
        "winning-chance",
        "Measuring box 9 gives O a chance to win at once, so O does it",
        "section IV, move 6",
        judged_by([wins, value == best]),
        f"With probability 1/2 the result O reverses box 3 and {'wins by 3-5-7' if wins else 'wins nothing'}. The "
        f"move is worth {value}, and the best, {named(values, best)}, {best}: "
        f"{'O does better to wait' if value > best else 'nothing is better'}.",
    )


def planned(hybrid: Hybrid) -> Judged:
    """The moves of the example, and what each of them gives away."""
    play = Review.of(entry_of(hybrid.game).perfect(hybrid.game, hybrid.tablebase), *_played(hybrid))
    losses = [f"`{TOKENS[loss.at]}` ({abs(loss.after - loss.before)}; best: `{loss.best}`)" for loss in play.losses]
    best = [at not in {loss.at for loss in play.losses} for at in _moves()]
    return Judged(
        "planned",
        "The example's moves are properly planned",
        "section IV",
        judged_by(best),
        f"{sum(best)} of its {len(best)} moves loses nothing. These lose value: {', '.join(losses)}. O wins by the "
        "results, not by the plan."
        if losses
        else f"None of its {len(best)} moves loses value.",
    )


def _moves() -> list[int]:
    return [at for at, token in enumerate(TOKENS) if not token.startswith("=")]


def _played(hybrid: Hybrid) -> tuple[Any, Any]:
    game = hybrid.game.read(GAME)
    return game.positions, game.actions


def own_mark(hybrid: Hybrid) -> Judged:
    """Whether a link that targets the player's own mark is always a mistake."""
    links = kinds(hybrid, until("X3.3")).links
    best = hybrid.best(until("X3.3"))
    of_own = [str(move) for move in best if isinstance(move, Link)]
    assert {move.partition(">")[2] for move in links} == {"7"}
    return Judged(
        "own-mark",
        "Linking a box with one's own mark costs the mark, and is a mistake that planning avoids",
        "sections II and V",
        judged_by([True, not of_own]),
        "The link reverses the mark if its control shows the player's own state. Yet such a link can be best: in the "
        f"example after O2.5>7, X's best moves are {listed(of_own) if of_own else 'no links'}, all of which target X's "
        "own box 7.",
    )


def not_luck(hybrid: Hybrid) -> Judged:
    """How much the choice of a move matters in each position of the example."""
    spreads = {}
    for at in _moves():
        values = hybrid.values(" ".join(TOKENS[:at])).values()
        spreads[TOKENS[at]] = max(values) - min(values)
    shown = listed([f"{decimal(spread)} at `{token}`" for token, spread in spreads.items()])
    return Judged(
        "not-luck",
        "The game is not completely one of luck, but also one of strategy",
        "section V",
        judged_by([spread > 0 for spread in spreads.values()]),
        f"In the positions of the example, the best and the worst move differ by {shown}, in values from -1 to 1.",
    )


ABOUT = """\
Sagole, Dey, Behera and Panigrahi (2019), "Quantum Tic-Tac-Toe: A Hybrid of Quantum and Classical Computing". The rules
are those of [`hybrid-1.0`](../../spec/rules/hybrid.md) with the first value of every switch. A value is X's chance of
winning minus O's. `5>7` is a quantum move with control 5 and target 7: it *links* the boxes. The source's example is
`X1.7 =X O2.5>7 X3.3 =X O4.9>3 X5.5 =O O6.9 =O`."""

SOURCE = Source("Sagole, Dey, Behera and Panigrahi (2019)", ABOUT, judge)
