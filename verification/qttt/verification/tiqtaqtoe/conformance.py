"""The conformance vectors of TiqTaqToe: the fields that only this game has, and errors that the vectors must find."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod

from qttt.reference.board import lines
from qttt.reference.game import Actor, Outcome
from qttt.reference.tiqtaqtoe import (
    Action,
    Measurement,
    NotATarget,
    Pair,
    Single,
    Superposition,
    TiqTaqToe,
    amplitudes,
    ending,
    moves,
    settings,
)
from qttt.reference.tiqtaqtoe.numbers import ONE, ROOT
from qttt.reference.tiqtaqtoe.picture import text
from qttt.reference.tiqtaqtoe.position import EMPTY, SQUARES, Position, certain, contents, of_boards
from qttt.reference.tiqtaqtoe.position import groups as groups_of
from qttt.reference.tiqtaqtoe.position import probabilities as probabilities_of
from qttt.verification.conform.truth import Replayed, Suite, Truth
from qttt.verification.engine_comparison import games_turn
from qttt.verification.engines import SetUp, options_of, set_up
from qttt.verification.mutation import edit, with_globals, with_rules
from qttt.verification.random_games import nth
from qttt.verification.tiqtaqtoe.engines import Probabilities, ReferenceEngine, fast, reference

# Typical human errors, planted in the reference: the vectors must find them


def _wrong(engine: Callable[..., ReferenceEngine] = ReferenceEngine, /, **rules: object) -> SetUp:
    """The reference with other methods of the game, or other functions that they use."""
    return set_up(engine, with_rules(TiqTaqToe, **rules))


# Errors on lines


def _with_lines(has_line: Callable[[Position, Actor], bool]) -> SetUp:
    """A game that decides in another way who has a line."""
    having = with_globals(ending.players_with_a_line, has_line=has_line)
    return _wrong(outcome=with_globals(ending.outcome, players_with_a_line=having))


def _superposed(position: Position, player: Actor) -> bool:
    return any(all(player in contents(position, square) for square in line) for line in lines())


def _on_any_squares(position: Position, player: Actor) -> bool:
    return all(any(all(board[at - 1] == player for at in line) for line in lines()) for board in position.boards)


def _lines_of_both(winner: str) -> SetUp:
    return _wrong(outcome=edit(ending.outcome, 'None, "lines of both"', f'{winner}, ""'))


# Errors on what is possible


def _without_meeting(position: Position, pair: Pair) -> Position:
    """A board on which two marks would share a square is discarded."""
    after = moves.superposed(position, pair)
    if all(certain(position, square) for square in pair):
        return after
    pairs = product(position.boards, after.boards)
    return of_boards({board for old, board in pairs if all(a in (EMPTY, b) for a, b in zip(old, board, strict=True))})


class _EqualShares(ReferenceEngine):
    """A mark is spread evenly over all squares that it may be on."""

    def probabilities(self, position: Position) -> Probabilities:
        said = {square: dict(held) for square, held in probabilities_of(position).items()}
        for group, mark in product(groups_of(position), ("X", "O")):
            squares = [square for square in group if said[square][mark]]
            total = sum((said[square][mark] for square in squares), Fraction(0))
            for square in squares:
                said[square][mark] = total / len(squares)
        return said


def _square_by_square(game: TiqTaqToe, position: Position) -> Mapping[Action, Fraction]:
    """Each square is measured separately."""
    if not TiqTaqToe.chance(game, position):
        return {}
    shares = [{held: share for held, share in of.items() if share} for of in probabilities_of(position).values()]
    return {
        Measurement("".join(board)): prod((of[held] for of, held in zip(shares, board, strict=True)), start=Fraction(1))
        for board in product(*shares)
    }


def _any_of_them(game: TiqTaqToe, position: Position) -> tuple[Action, ...]:
    return tuple(game.chance(position)) or TiqTaqToe.actions(game, position)


def _keep_board(game: TiqTaqToe, position: Position, action: Action) -> Position:
    if isinstance(action, Measurement) and action in game.chance(position):
        return Position((action.board,))
    return TiqTaqToe.play(game, position, action)


# Errors on measurements


@dataclass(frozen=True)
class _Counted(Position):
    """A position, and the number of measurements before it."""

    before: int = 0


def _counting(game: TiqTaqToe, position: _Counted, action: Action) -> _Counted:
    after = TiqTaqToe.play(game, Position(position.boards, position.measured), action)
    return _Counted(after.boards, after.measured, position.before + isinstance(action, Measurement))


def _with_memory(**rules: object) -> SetUp:
    return _wrong(initial=lambda game: _Counted(), **{"play": _counting, **rules})


def _a_ply_more(game: TiqTaqToe, position: _Counted) -> Actor | None:
    right = TiqTaqToe.actor(game, position)
    return right.opponent if right in (Actor.X, Actor.O) and position.before % 2 else right


def _fixed(position: _Counted, action: Action) -> bool:
    """Whether a move names a square that is certain and not empty, after a measurement."""
    squares = action if isinstance(action, Pair) and position.before else ()
    return any(certain(position, square) in ("X", "O") for square in squares)


def _never_again(game: TiqTaqToe, position: _Counted) -> tuple[Action, ...]:
    return tuple(action for action in TiqTaqToe.actions(game, position) if not _fixed(position, action))


def _rejected_again(game: TiqTaqToe, position: _Counted, action: Action) -> _Counted:
    if _fixed(position, action):
        raise NotATarget(action, position, "a square that was not measured")
    return _counting(game, position, action)


def _over_once_measured(position: Position, looked_for: str) -> Outcome | None:
    end = Outcome(None, "no line", "TIQ-END-3") if position.measured else None
    return ending.outcome(position, looked_for) or end


# Errors on moves


def _both_may_be_empty(position: Position, pair: Pair) -> bool:
    return all(contents(position, square) == {EMPTY, position.turn.opponent} for square in pair)


def _free_if_empty(position: Superposition, pair: Pair, gate: str) -> Superposition:
    after = amplitudes.split(position, pair, gate)
    return replace(after, free=tuple(square for square in SQUARES if certain(after, square) == EMPTY))


KNOWN_ERRORS: dict[str, SetUp] = {
    "superposed-line": _with_lines(_superposed),
    "lines-of-different-boards": _with_lines(_on_any_squares),
    "double-win-to-the-mover": _lines_of_both("player_of(position.plies)"),
    "line-of-x-first": _lines_of_both("having[0]"),
    "independent-marks": _wrong(superposed=_without_meeting),
    "equal-shares": _wrong(_EqualShares),
    "independent-measurements": _wrong(chance=_square_by_square, actions=_any_of_them, play=_keep_board),
    "measurement-is-a-ply": _with_memory(actor=_a_ply_more),
    "measured-after-nine-plies": _wrong(
        measurement_due=edit(ending.measurement_due, "not position.empty", "position.plies == 9")
    ),
    "ends-without-a-line": _wrong(
        measured=lambda board, looked_for: Position((board,), measured=True), outcome=_over_once_measured
    ),
    "measured-marks-are-fixed": _with_memory(actions=_never_again, play=_rejected_again),
    "superposed-square-is-free": _wrong(
        play=edit(
            TiqTaqToe.play, "not in position.empty:", "not in position.empty and position.certain[action.square - 1]:"
        )
    ),
    "own-mark-as-target": _wrong(
        is_target=edit(moves.is_target, "return ", "return position.turn in contents(position, square) or ")
    ),
    "certainly-empty-is-free": _wrong(split=_free_if_empty),
    "first-square-is-flipped": _wrong(
        split=edit(amplitudes.split, "pair.second if pair.second in position.free else pair.first", "pair.first")
    ),
    "own-marks-stay": _wrong(
        split=with_globals(amplitudes.split, flipped=edit(amplitudes.flipped, "mover: EMPTY", "mover: mover"))
    ),
    "phases-left-out": _wrong(
        split=with_globals(
            amplitudes.split,
            branches=with_globals(amplitudes.branches, GATES=dict.fromkeys(amplitudes.GATES, (ONE, ONE, ROOT))),
        )
    ),
    "swap-moves-every-mark": _wrong(
        split=with_globals(amplitudes.split, branches=edit(amplitudes.branches, 'gate == "iswap"', "gate"))
    ),
    "pair-of-two-marks": _wrong(is_opponents_pair=_both_may_be_empty, pair_filled=lambda position, pair: position),
}
"""An implementation for each error flagged in vectors."""
an_engine_without_the_error: dict[str, SetUp] = {**KNOWN_ERRORS, "superposed-line": reference}


# Fields of vectors


def possible(replayed: Replayed) -> object:
    return [*replayed.engine.shown(replayed.position).boards]


def probabilities(replayed: Replayed) -> object:
    said = replayed.engine.probabilities(replayed.position)
    return {
        str(square): {content: str(number) for content, number in held.items() if number}
        for square, held in said.items()
    }


def groups(replayed: Replayed) -> object:
    return [[*group] for group in replayed.engine.groups(replayed.position)]


SUITE = Suite("tiqtaqtoe", (possible, probabilities, groups))

LATE, LONGEST = 7, 18
"""The fewest marks of a position that an engine without a tablebase values; the most actions of a game: nine moves, and
a measurement after each."""


def _settings() -> list[dict[str, object]]:
    return [{"level": game.level, **options_of(game)} for game in dict.fromkeys((TiqTaqToe(), *settings()))]


def pick(legal: Sequence[Action], choice: int) -> Action:
    """The action of a choice; at the level full every second one is classical, if there is one, because many splits
    make thousands of boards."""
    classical = [action for action in legal if isinstance(action, Single)] if Pair(2, 1) in legal else []
    found: Action = nth(classical if choice % 2 else legal, choice // 2) if classical else nth(legal, choice)
    return found


TRUTH = Truth(
    suite=SUITE,
    reference=reference,
    fast=fast,
    rules={
        "possible": "TIQ-MOVE-1",
        "actor": "TIQ-TURN-1",
        "actions": "TIQ-ORDER-1",
        "chance": "TIQ-MEASURE-1",
        "outcome": "TIQ-END-1",
        "value": "TIQ-SCORE-1",
        "legal": "TIQ-MOVE-1",
    },
    by_action={
        "=": dict.fromkeys(("legal", "possible", "actor"), "TIQ-MEASURE-1"),
        ".-": dict.fromkeys(("legal", "possible"), "TIQ-SUPER-1"),
    },
    searched="TIQ-VALUE-1",
    state=("possible",),
    settings=_settings,
    longest=LONGEST,
    is_late=lambda position: position.plies >= LATE,
    picture=text,
    lacks=frozenset({"probabilities", "groups", "outcome_rule", "position"}),
    chance=("chance",),
    known_errors=KNOWN_ERRORS,
    pick=pick,
)
boards_turn = partial(games_turn, TRUTH, groups_of)
