"""TiqTaqToe on sets of codes, one action at a time, in plain Python.

A state is a set of equally likely boards, ascending codes; play is as described in the rules, and a measurement is
one of `measurements`."""

from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from qttt.fast.tiqtaqtoe import boards
from qttt.fast.tiqtaqtoe.boards import ALL, PAIRS, PLACES, SQUARES, O, X, text

RULESET = "tiqtaqtoe-1.0"
LEVELS = ("classic", "minimal", "moderate", "high")
SWITCHES = {
    "target": ("entangled", "unentangled"),
    "pair": ("illegal", "legal"),
    "lines": ("every-move", "full-board"),
    "both": ("even", "X", "O", "last-mover", "other"),
}
"""The values of each switch, the canonical one first. Rule: TIQ-SWITCH-1"""
ONLY_HIGH = ("target", "pair")

DIGITS, X_MASK, O_MASK, HAS_LINE, MARKS = (
    table.tolist() for table in (boards.DIGITS, boards.X_MASK, boards.O_MASK, boards.HAS_LINE, boards.MARKS)
)

WIN = {X: "win of X", O: "win of O"}
BOTH, NONE = "lines of both", "no line"


class Setting(NamedTuple):
    """A level and its switches. Not checked when made: see `check`."""

    level: str = "high"
    target: str = "entangled"
    pair: str = "illegal"
    lines: str = "every-move"
    both: str = "even"


class State(NamedTuple):
    """A set of equally likely boards, and whether a measurement has just left a line there (`lines` = full-board)."""

    codes: tuple[int, ...]
    measured: bool = False


START = State((0,))


def check(setting: Setting) -> Setting:
    """The setting itself. Raises ValueError for an unknown level or value, or one that this level lacks."""
    if setting.level not in LEVELS:
        raise ValueError(f"level {setting.level!r}: expected {', '.join(LEVELS)}")
    for name, values in SWITCHES.items():
        value = getattr(setting, name)
        if value not in values:
            raise ValueError(f"switch {name}={value}: expected {', '.join(values)}")
        if name in ONLY_HIGH and setting.level != "high" and value != values[0]:
            raise ValueError(f"switch {name}={value}: only the level high has it, this is {setting.level}")
    return setting


def marks(state: State) -> int:
    """How many marks every board has, which is the number of moves made."""
    return int(MARKS[state.codes[0]])


def outcome(setting: Setting, state: State) -> str | None:
    """How the game has ended: "win of X", "win of O", "lines of both" or "no line"; None while it goes on.

    Rules: TIQ-END-1, TIQ-END-2, TIQ-END-3"""
    full = len(state.codes) == 1 and marks(state) == SQUARES
    if setting.lines == "full-board" and not full and not state.measured:
        return None
    x_line, o_line = (bool(HAS_LINE[certain]) for certain in _certain_marks(state))
    if x_line and o_line:
        return BOTH
    if x_line or o_line:
        return WIN[X if x_line else O]
    return NONE if full else None


def score(setting: Setting, state: State) -> int:
    """What an ended game is worth to X: 1, 0 or -1. Rule: TIQ-SCORE-1

    Raises ValueError if it has not ended."""
    ended = outcome(setting, state)
    if ended is None:
        raise ValueError(f"the game is not over in {written(state)}")
    return {WIN[X]: 1, WIN[O]: -1, NONE: 0, BOTH: score_of_both(setting, marks(state))}[ended]


def score_of_both(setting: Setting, moves: int) -> int:
    """What lines of both players are worth to X after `moves` moves. Rule: TIQ-SCORE-1"""
    last = 1 if moves % 2 else -1
    return {"even": 0, "X": 1, "O": -1, "last-mover": last, "other": -last}[setting.both]


def actor(setting: Setting, state: State) -> str | None:
    """Whose node the state is: "X", "O", "CHANCE", or None at the end. Rules: TIQ-TURN-1, TIQ-MEASURE-1"""
    if outcome(setting, state) is not None:
        return None
    if not certainly_empty(state):
        return "CHANCE"
    return "XO"[marks(state) % 2]


def slots(setting: Setting, state: State) -> tuple[int, ...]:
    """The legal moves, in the documented order; none at the end and when a measurement is due."""
    if actor(setting, state) not in ("X", "O"):
        return ()
    empty = certainly_empty(state)
    pairs = (SQUARES + p for p, (a, b) in enumerate(PAIRS) if _may_superpose(setting, state, a, b))
    return (*(square for square in range(SQUARES) if empty >> square & 1), *pairs)


def play(setting: Setting, state: State, slot: int) -> State:
    """The state after a move. Raises ValueError if it is not legal. Rules: TIQ-MOVE-1, TIQ-SUPER-1, TIQ-PAIR-1"""
    if slot not in slots(setting, state):
        raise ValueError(f"slot {slot} is not legal in {written(state)}")
    mark = O if marks(state) % 2 else X
    if slot < SQUARES:
        return State(tuple(sorted(code + mark * PLACES[slot] for code in state.codes)))
    a, b = PAIRS[slot - SQUARES]
    empty = certainly_empty(state)
    if not empty & (1 << a | 1 << b):
        return State(tuple(sorted(code + mark * PLACES[b if DIGITS[code][a] else a] for code in state.codes)))
    if not empty >> b & 1:
        a, b = b, a
    written_in_b = [code + mark * PLACES[b] for code in state.codes]
    return State(tuple(sorted(written_in_b + [_exchanged(code, a, b) for code in written_in_b])))


def measurements(setting: Setting, state: State) -> tuple[State, ...]:
    """The equally likely results of a measurement in the documented order; none where none is due.

    Rule: TIQ-MEASURE-1"""
    if actor(setting, state) != "CHANCE":
        return ()
    keeps_line = setting.lines == "full-board"
    return tuple(State((code,), keeps_line and has_line(code)) for code in sorted(state.codes, key=text))


def has_line(code: int) -> bool:
    """Whether a player has a line on a board."""
    return bool(HAS_LINE[X_MASK[code]] or HAS_LINE[O_MASK[code]])


def certainly_empty(state: State) -> int:
    """The mask of squares that are empty on every board."""
    marked: int = reduce(or_, (int(X_MASK[code] | O_MASK[code]) for code in state.codes))
    return ALL & ~marked


def written(state: State) -> str:
    """A state as a text."""
    return " | ".join(sorted(map(text, state.codes))) + " measured" * state.measured


def _certain_marks(state: State) -> tuple[int, int]:
    """The squares that certainly hold X, and those that certainly hold O."""
    x, o = (reduce(and_, (int(masks[code]) for code in state.codes)) for masks in (X_MASK, O_MASK))
    return x, o


def _may_superpose(setting: Setting, state: State, a: int, b: int) -> bool:
    """Whether a superposition, or the filling of a pair, may be made on two squares. Rules: TIQ-LEVEL-1, TIQ-SUPER-1,
    TIQ-TARGET-1, TIQ-TARGET-2, TIQ-PAIR-1"""
    if setting.level == "classic":
        return False
    contents = [{int(DIGITS[code][square]) for code in state.codes} for square in (a, b)]
    if {0} not in contents:
        return setting.pair == "legal" and _is_opponents_pair(setting, state, a, b)
    target, other = (b, contents[1]) if contents[0] == {0} else (a, contents[0])
    opponent = X if marks(state) % 2 else O
    allowed: list[set[int]] = [{0}]
    if setting.level != "minimal":
        allowed.append({opponent})
    if setting.level == "high" and (setting.target == "entangled" or _is_unentangled(state, target, opponent)):
        allowed.append({0, opponent})
    return other in allowed


def _is_opponents_pair(setting: Setting, state: State, a: int, b: int) -> bool:
    opponent = X if marks(state) % 2 else O
    cases = {(int(DIGITS[code][a]), int(DIGITS[code][b])) for code in state.codes}
    if cases != {(0, opponent), (opponent, 0)}:
        return False
    return setting.target == "entangled" or _is_kept_by_exchange(state, a, b)


def _is_unentangled(state: State, square: int, mark: int) -> bool:
    """Whether a superposed mark is on this square or on another one, independently of all else."""
    return any(
        {(int(DIGITS[code][square]), int(DIGITS[code][other])) for code in state.codes} == {(0, mark), (mark, 0)}
        and _is_kept_by_exchange(state, square, other)
        for other in range(SQUARES)
        if other != square
    )


def _is_kept_by_exchange(state: State, a: int, b: int) -> bool:
    return {_exchanged(code, a, b) for code in state.codes} == set(state.codes)


def _exchanged(code: int, a: int, b: int) -> int:
    """The board with the contents of two squares exchanged."""
    return code + (int(DIGITS[code][b]) - int(DIGITS[code][a])) * (PLACES[a] - PLACES[b])
