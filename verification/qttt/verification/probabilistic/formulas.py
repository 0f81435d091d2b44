"""Two solutions of the loop, proved over the real numbers: in closed form, and by strategy iteration."""

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import product, starmap
from typing import Any

import z3

from qttt.fast.probabilistic import loop
from qttt.fast.probabilistic.positions import ENTRY, SQUARES
from qttt.reference.probabilistic.solver import Line, Values, values_of
from qttt.verification.mutation import with_globals
from qttt.verification.probabilistic import loops
from qttt.verification.probabilistic.loops import HALF, nearest_half
from qttt.verification.probabilistic.passing import PASSING
from qttt.verification.proof import LINEAR, REALS, Term, larger, prove, smaller

# The closed form


def the_closed_form_solves_the_loop(most: int = loops.MOST) -> str:
    """Proves that the closed form V' = max u_i, V = max (x_i + n_i u_i) with u_i = min_j (x'_j + n'_j x_i) / (1 - n_i
    n'_j) solves the loop, and that the kernel's text computes this form for up to six lines. Because the form exists
    for all numbers of lines, so does a solution. No assumption is made on x and x'.

    Lines of O may pass and those of X may not. A maximum or minimum is attained, so the proof needs the lines that
    attain one, and any other line. *X*: of the lines with the largest u let m have the largest x + n u. Then x_m + n_m
    V' is at least x_i + n_i V', and x_i + n_i u_i, for any i. *O*: the line that attains u_m attains the minimum V'.

    If a square passes, and passing by both is worth 1/2, u of X's passing is min(1/2, b), with b the smallest
    x' / (1 - n') and a the largest x / (1 - n) of the other lines. *Ordered*: if a <= b, passing is O's best reply to
    any line of X, so the other u_i = f_i(u_i) are x_i / (1 - n_i), and both values are the number from a to b nearest
    to 1/2. *Crossed*: if a > b, the others by themselves give a solution, in which passing is not better for O (lemma
    `passes`), and which is at least b for both: so X's passing changes nothing."""
    for count in range(1, most + 1):
        _is_the_closed_form(count)
    _solves_the_loop()
    _passing()
    return f"the kernel's text for up to {most} squares; the closed form for any lines"


def _is_the_closed_form(count: int) -> None:
    """For any numbers 1 / (1 - n_i n_j)."""
    lines = loops.lines_of(count)
    shares = {(i.square, j.square): z3.Real(f"share_{i.square}_{j.square}") for i, j in product(lines, lines)}
    found = by_the_kernel(lines, shares)
    u = [reduce(smaller, [(j.x_dash + j.n * i.x) * shares[i.square, j.square] for j in lines]) for i in lines]
    of_x = reduce(larger, [i.x + i.n * least for i, least in zip(lines, u, strict=True)])
    prove(f"{count} squares", [], z3.And(of_x == found.X, reduce(larger, u) == found.O), REALS)


def by_the_kernel(lines: Sequence[Line], shares: Mapping[tuple[int, int], Term]) -> Values:
    """The values of the loop of some open squares by the kernel's text, of terms centred at a draw: from -1 to 1.
    `shares` are the numbers 1 / (1 - n n') by the squares of two lines."""
    places = range(SQUARES - 1, SQUARES - 1 - len(lines), -1)
    room: list[Term] = [0] * loop.ROOM
    script = [number for square in places for number in (square, *[0] * (ENTRY - 1))]
    for i, (square, line) in enumerate(zip(places, lines, strict=True)):
        room[loop.NEUTRAL + square], room[loop.LOST + i], room[loop.GAINED + i] = line.n, -line.x, line.x_dash
        for other_square, other in zip(places, lines, strict=True):
            room[loop.SHARE + SQUARES * square + other_square] = shares[line.square, other.square]
    kernel: Any = with_globals(loop.loop, larger=larger, smaller=smaller)(len(lines))
    return Values(*kernel(script, 0, room))


def _proper_neutral(choice: loops.Choice) -> Term:
    return z3.And(choice.neutral >= 0, choice.neutral < 1)


def _reply(mine: loops.Choice, reply: loops.Choice) -> tuple[Term, Term]:
    """(x' + n' x) / (1 - n n'), and that it is so."""
    found = z3.Real(f"{reply.gain} to {mine.gain}")
    return found, found * (1 - mine.neutral * reply.neutral) == reply.against(mine.gain)


def _solves_the_loop() -> None:
    """X's line m attains V, and i is any other. O's line a attains u_m, and b attains u_i, or is any other."""
    (m, i), (a, b) = loops.choices("x", 2), loops.choices("o", 2)
    (least, not_less, not_least, least_to_i), are_replies = zip(*starmap(_reply, product((m, i), (a, b))), strict=True)
    hypotheses = [*map(_proper_neutral, (m, i)), *(z3.And(reply.neutral >= 0, reply.neutral <= 1) for reply in (a, b))]
    hypotheses += [*are_replies, least <= not_less, least_to_i <= not_least, least_to_i <= least]
    hypotheses.append(z3.Implies(least_to_i == least, i.against(least) <= m.against(least)))
    v, v_dash = m.against(least), least
    prove("X", hypotheses, z3.And(i.against(v_dash) <= v, i.against(least_to_i) <= v), REALS)
    prove("O", hypotheses, z3.And(a.against(v) == v_dash, b.against(v) >= v_dash), REALS)


def _passing() -> None:
    """For a line of each player that does not pass: O's attains b, or is any other."""
    [mine], [reply], now = loops.choices("x", 1), loops.choices("o", 1), loops.values("v")
    [a, b], are_worth = loops.by_themselves([mine, reply], "alone")
    found, is_reply = _reply(mine, reply)
    proper = [*map(_proper_neutral, (mine, reply)), *are_worth]
    prove("Ordered", [*proper, is_reply, a <= b], z3.And(a <= found, mine.against(a) == a), REALS)
    attained = [now.X > now.O, reply.against(now.X) == now.O]
    prove("Crossed", [*proper, *attained], z3.And(b <= now.O, b <= now.X), REALS)


# Strategy iteration


def changes_move_the_values(most: int = loops.MOST) -> str:
    """Each change of strategy iteration moves the values; where no change is left, the values are the right solution of
    the loop.

    *Pair*: the values of a pair of lines that do not both pass solve its two equations. *O*: a change by O lowers V',
    and does not raise V. *X*: where O has no change left, a change by X raises V and does not lower V', for any reply
    of O. So after O's changes V is larger for each line of X than for the previous one; X takes no line twice, and O
    takes no line twice against it. *Passing*: no change leads to both passing, so only the start, worth 1/2 to both,
    has it. *End*: where neither player has a change, the values solve the loop. *Nearest*: with a square that passes
    and a <= b they are the solution nearest to 1/2, a the largest x / (1 - n), b the smallest x' / (1 - n).
    """
    i, j, k = loops.lines_of(3)
    up_to_1 = [z3.And(line.n >= 0, line.n <= 1) for line in (i, j, k)]
    now, then = loops.values("v"), loops.values("w")
    pair = [*up_to_1, i.n * j.n < 1, loops.equal(now, values_of(i, j))]
    solved = z3.And(i.x + i.n * now.O == now.X, j.x_dash + j.n * now.X == now.O)
    prove("Pair", pair, solved, REALS)

    start = [*up_to_1, loops.equal(now, values_of(PASSING, PASSING))]
    prove("Passing, at the start", start, z3.And(now.X == HALF, now.O == HALF), REALS)
    o_changes, x_changes = k.x_dash + k.n * now.X < now.O, k.x + k.n * now.O > now.X
    lower, higher = z3.And(then.O < now.O, then.X <= now.X), z3.And(then.X > now.X, then.O >= now.O)
    changed = [o_changes, i.n * k.n < 1, loops.equal(then, values_of(i, k))]
    prove("O", [*up_to_1, solved, *changed], lower, REALS)
    changed = [o_changes, k.n < 1, loops.equal(then, values_of(PASSING, k))]
    prove("O, at the start", [*start, *changed], lower, REALS)
    reply = j.x_dash + j.n * now.X >= now.O
    changed = [reply, x_changes, k.n * j.n < 1, loops.equal(then, values_of(k, j))]
    prove("X", [*up_to_1, *changed], higher, REALS)
    changed = [now.O <= now.X, x_changes, k.n < 1, loops.equal(then, values_of(k, PASSING))]
    prove("X, O passes", [*up_to_1, *changed], higher, REALS)
    prove("Passing, O", [now.X == 0 + 1 * now.O], z3.Not(0 + 1 * now.X < now.O), LINEAR)
    prove("Passing, X", [now.O <= 0 + 1 * now.X], z3.Not(0 + 1 * now.O > now.X), LINEAR)
    for count in range(1, most + 1):
        _end(count, now)
    _nearest()
    return f"all lines; the end for up to {most} squares"


def _end(count: int, now: Values) -> None:
    """X names the first square, O the first or the last, and neither player has a change."""
    lines = loops.lines_of(count)
    mine, theirs = loops.of_x(lines), loops.of_o(lines)
    hypotheses = [z3.And(line.n >= 0, line.n < 1) for line in lines]
    hypotheses += [z3.Not(choice.against(now.O) > now.X) for choice in mine]
    hypotheses += [z3.Not(choice.against(now.X) < now.O) for choice in theirs]
    for of_o in (lines[0], lines[-1]):
        pair = loops.equal(now, values_of(lines[0], of_o))
        prove("End", [*hypotheses, pair], loops.solves(now, mine, theirs), REALS)


def _nearest() -> None:
    """Both players have the value v, as whenever one of them passes or a <= b; X's line attains a, and O's b.

    Where X still passes, O began at 1/2 and went down: v is 1/2, or that of a line of O, so at least b, and at most
    1/2. Otherwise X has risen above that, against O's best replies, and v is that of X's line, or less, because O may
    pass: at most a."""
    v, [mine], [reply] = z3.Real("v"), loops.choices("x", 1), loops.choices("o", 1)
    [a, b], are_worth = loops.by_themselves([mine, reply], "alone")
    hypotheses = [loops.proper(mine), loops.proper(reply), *are_worth, a <= b]
    hypotheses += [mine.against(v) <= v, reply.against(v) >= v]
    for name, reached in {
        "X passes": [v <= HALF, z3.Or(v == HALF, v >= b)],
        "X has changed": [v > smaller(HALF, b), v <= a],
    }.items():
        prove(f"Nearest, {name}", [*hypotheses, *reached], v == nearest_half(a, b), REALS)
