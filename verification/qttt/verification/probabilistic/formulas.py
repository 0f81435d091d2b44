"""Two solutions of the loop, proved over the real numbers: in closed form, and by strategy iteration."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import product, repeat

import z3

from qttt.fast.probabilistic import value
from qttt.fast.probabilistic.positions import ENTRY, SQUARES
from qttt.reference.probabilistic.solver import Line, Values, values_of
from qttt.verification.mutation import with_globals
from qttt.verification.probabilistic import loops
from qttt.verification.probabilistic.loops import HALF, PASSING, nearest_half
from qttt.verification.proof import LINEAR, REALS, Term, larger, prove, smaller

# The closed form


def the_closed_form_solves_the_loop(most: int = loops.MOST) -> None:
    """Proves the closed form V' = max u_i, V = max (x_i + n_i u_i) with u_i = min_j (x'_j + n'_j x_i) / (1 - n_i n'_j)
    by lemmas, for up to six lines on each side, which may differ; and that the kernel's text computes this form.
    Because the form exists for all numbers of lines, so does a solution. No assumption is made on x and x'.

    Let f_i(v) = x_i + n_i v and G(v) = min (x'_j + n'_j v), where lines of O may pass and those of X may not. *Best
    reply*: u_i = G(f_i(u_i)). *Above*: v > u_i gives G(f_i(v)) < v. *Less*: G(t) < G(s) gives t < s. *Rising*: f_i does
    not fall. Let W = max u_i; where u_m = W, G(f_m(W)) = W; so where u_i < W, f_i(W) < f_m(W) (Above and Less).
    *Together*: then max f_i(u_i) = max f_i(W), which is f_m(W) for an m with u_m = W, so G of this maximum is W.

    If a square passes, and passing by both is worth 1/2, u of X's passing is min(1/2, b), with b the smallest
    x' / (1 - n') and a the largest x / (1 - n) of the other lines. *Ordered*: if a <= b, the other u_i = f_i(u_i) are
    x_i / (1 - n_i), so both values are the number from a to b nearest to 1/2. *Crossed*: if a > b, the others by
    themselves give a solution, in which passing is not better for O (lemma `passes`), and which is at least b for both:
    so X's passing changes nothing."""
    for count in range(1, most + 1):
        _is_the_closed_form(count)
        _best_replies(count)
        _together(count)
        _passing(count)


def _is_the_closed_form(count: int) -> None:
    """For any numbers 1 / (1 - n_i n_j)."""
    lines = [Line(i, *z3.Reals(f"x_{i} x_dash_{i} n_{i}")) for i in range(count)]
    shares = {(i.square, j.square): z3.Real(f"share_{i.square}_{j.square}") for i, j in product(lines, lines)}
    found = by_the_kernel(lines, shares)
    u = [reduce(smaller, [(j.x_dash + j.n * i.x) * shares[i.square, j.square] for j in lines]) for i in lines]
    of_x = reduce(larger, [i.x + i.n * least for i, least in zip(lines, u, strict=True)])
    prove(f"{count} squares", [], z3.And(of_x == found.X, reduce(larger, u) == found.O), REALS)


def by_the_kernel(lines: Sequence[Line], shares: Mapping[tuple[int, int], Term]) -> Values:
    """The values of the loop of some open squares by the kernel's text, of terms centred at a draw: from -1 to 1.
    `shares` are the numbers 1 / (1 - n n') by the squares of two lines."""
    places = range(SQUARES - 1, SQUARES - 1 - len(lines), -1)
    room: list[Term] = [0] * value.LOST
    script = [number for square in places for number in (square, *[0] * (ENTRY - 1))]
    for square, line in zip(places, lines, strict=True):
        room[value.NEUTRAL + square] = line.n
        for other_square, other in zip(places, lines, strict=True):
            room[value.SHARE + SQUARES * square + other_square] = shares[line.square, other.square]
    kernel: Callable[..., tuple[Term, Term]] = with_globals(value.loop, larger=larger, smaller=smaller)(len(lines))
    return Values(*kernel(script, 0, room, [-line.x for line in lines], [line.x_dash for line in lines]))


def _proper_neutral(choice: loops.SideLine) -> Term:
    return z3.And(choice.neutral >= 0, choice.neutral < 1)


def _best_replies(count: int) -> None:
    """Best reply, Above, Less and Rising, for the given number of lines of O."""
    [mine], theirs = loops.side_lines("x", 1), loops.side_lines("o", count)
    allowed = [_proper_neutral(mine), *(z3.And(reply.neutral >= 0, reply.neutral <= 1) for reply in theirs)]
    fractions, are_fractions = _fractions(mine, theirs)
    u, w, s, t = z3.Reals("u w s t")

    def replies(value: Term) -> list[Term]:
        return [reply.against(value) for reply in theirs]

    hypotheses = [*allowed, *are_fractions, loops.is_smallest(u, fractions)]
    prove("Best reply", hypotheses, loops.is_smallest(u, replies(mine.against(u))), REALS)
    hypotheses = [*allowed, loops.is_smallest(u, replies(mine.against(u))), u < w]
    prove("Above", hypotheses, z3.Or(*(reply < w for reply in replies(mine.against(w)))), REALS)
    hypotheses = [*allowed, loops.is_smallest(w, replies(s)), z3.Or(*(reply < w for reply in replies(t)))]
    prove("Less", hypotheses, t < s, REALS)
    prove("Rising", [*allowed, u <= w], mine.against(u) <= mine.against(w), REALS)


def _fractions(mine: loops.SideLine, theirs: Sequence[loops.SideLine]) -> tuple[list[Term], list[Term]]:
    """Each (x' + n' x) / (1 - n n'), and that it is so."""
    fractions = [z3.Real(f"fraction_{j}") for j in range(len(theirs))]
    return fractions, [loops.is_pair(*each) for each in zip(fractions, repeat(mine), theirs, strict=False)]


def _together(count: int) -> None:
    """With s_i for f_i(u_i) and t_i for f_i(W)."""
    u, s, t = ([z3.Real(f"{name}_{i}") for i in range(count)] for name in "ust")
    v, w = z3.Reals("v w")
    hypotheses = [loops.is_largest(w, u), loops.is_largest(v, s)]
    hypotheses += [z3.And(s[i] <= t[i], z3.Implies(u[i] == w, s[i] == t[i])) for i in range(count)]
    every = product(range(count), range(count))
    hypotheses += [z3.Implies(z3.And(u[i] < w, u[m] == w), t[i] < t[m]) for i, m in every]
    goal = z3.And(loops.is_largest(v, t), z3.Or(*(z3.And(u[m] == w, v == s[m]) for m in range(count))))
    prove("Together", hypotheses, goal, LINEAR)


def _passing(count: int) -> None:
    """For one line of X that does not pass, and the given number of lines of O that do not."""
    [mine], theirs = loops.side_lines("x", 1), loops.side_lines("o", count)
    u, b, now = z3.Real("u"), z3.Real("b"), loops.pair_of_values("v")
    [a], is_a = loops.by_themselves([mine], "a")
    of_b, are_b = loops.by_themselves(theirs, "b")
    fractions, are_fractions = _fractions(mine, theirs)
    allowed = [*map(_proper_neutral, (mine, *theirs)), *is_a, *are_b, *are_fractions, loops.is_smallest(b, of_b)]
    goal = z3.And(u == a, mine.against(u) == a)
    prove("Ordered", [*allowed, a <= b, loops.is_smallest(u, [*fractions, a])], goal, REALS)
    attained = [_proper_neutral(theirs[0]), are_b[0], now.X > now.O, theirs[0].against(now.X) == now.O]
    prove("Crossed, one line", attained, of_b[0] <= now.O, REALS)
    worth = [z3.Real(f"worth_{j}") for j in range(count)]
    lines = [z3.Implies(each == now.O, m <= now.O) for each, m in zip(worth, of_b, strict=True)]
    crossed = [loops.is_smallest(b, of_b), loops.is_smallest(now.O, worth), now.X > now.O, *lines]
    prove("Crossed", crossed, z3.And(b <= now.O, b <= now.X), LINEAR)


# Strategy iteration


def changes_move_the_values(most: int = loops.MOST) -> None:
    """Each change of strategy iteration moves the values; where no change is left, the values are the right solution of
    the loop.

    *Pair*: the values of a pair of lines that do not both pass solve its two equations. *O*: a change by O lowers V',
    and does not raise V. *X*: where O has no change left, a change by X raises V and does not lower V', for any reply
    of O. So after O's changes V is larger for each line of X than for the previous one; X takes no line twice, and O
    takes no line twice against it. *Passing*: no change leads to both passing, so only the start, worth 1/2 to both,
    has it. *End*: where neither player has a change, the values solve the loop. *Nearest*: with a square that passes
    and a <= b they are the solution nearest to 1/2, a the largest x / (1 - n), b the smallest x' / (1 - n).
    """
    i, j, k = (Line(square, *z3.Reals(f"x_{square} x_dash_{square} n_{square}")) for square in range(3))
    up_to_1 = [z3.And(line.n >= 0, line.n <= 1) for line in (i, j, k)]
    now, then = loops.pair_of_values("v"), loops.pair_of_values("w")
    pair = [*up_to_1, i.n * j.n < 1, loops.same_pairs(now, values_of(i, j))]
    solved = z3.And(i.x + i.n * now.O == now.X, j.x_dash + j.n * now.X == now.O)
    prove("Pair", pair, solved, REALS)

    start = [*up_to_1, loops.same_pairs(now, values_of(PASSING, PASSING))]
    prove("Passing, at the start", start, z3.And(now.X == HALF, now.O == HALF), REALS)
    o_changes, x_changes = k.x_dash + k.n * now.X < now.O, k.x + k.n * now.O > now.X
    lower, higher = z3.And(then.O < now.O, then.X <= now.X), z3.And(then.X > now.X, then.O >= now.O)
    changed = [o_changes, i.n * k.n < 1, loops.same_pairs(then, values_of(i, k))]
    prove("O", [*up_to_1, solved, *changed], lower, REALS)
    changed = [o_changes, k.n < 1, loops.same_pairs(then, values_of(PASSING, k))]
    prove("O, at the start", [*start, *changed], lower, REALS)
    reply = j.x_dash + j.n * now.X >= now.O
    changed = [reply, x_changes, k.n * j.n < 1, loops.same_pairs(then, values_of(k, j))]
    prove("X", [*up_to_1, *changed], higher, REALS)
    changed = [now.O <= now.X, x_changes, k.n < 1, loops.same_pairs(then, values_of(k, PASSING))]
    prove("X, O passes", [*up_to_1, *changed], higher, REALS)
    prove("Passing, O", [now.X == 0 + 1 * now.O], z3.Not(0 + 1 * now.X < now.O), LINEAR)
    prove("Passing, X", [now.O <= 0 + 1 * now.X], z3.Not(0 + 1 * now.O > now.X), LINEAR)
    for count in range(1, most + 1):
        _end(count, now)
        _nearest(count)


def _end(count: int, now: Values) -> None:
    """X names the first square, O the first or the last, and neither player has a change."""
    lines = [Line(i, *z3.Reals(f"x_{i} x_dash_{i} n_{i}")) for i in range(count)]
    mine, theirs = loops.of_x(lines), loops.of_o(lines)
    for of in {0, count - 1}:
        hypotheses = [
            *(z3.And(line.n >= 0, line.n < 1) for line in lines),
            loops.same_pairs(now, values_of(lines[0], lines[of])),
        ]
        hypotheses += [z3.Not(choice.against(now.O) > now.X) for choice in mine]
        hypotheses += [z3.Not(choice.against(now.X) < now.O) for choice in theirs]
        prove("End", hypotheses, loops.solves(now, mine, theirs), REALS)


def _nearest(count: int) -> None:
    """Both players have the value v, as whenever one of them passes or a <= b.

    Where X still passes, O began at 1/2 and went down: v is 1/2, or that of a line of O, and at most 1/2. Otherwise X
    has risen above that, against O's best replies, and v is that of X's line, or less, because O may pass."""
    v, a, b, passed = z3.Reals("v a b passed")
    alone, answers = loops.side_lines("x", count), loops.side_lines("o", count)
    (a_is, are_a), (b_is, are_b) = loops.by_themselves(alone, "a"), loops.by_themselves(answers, "b")
    hypotheses = [*map(loops.proper, (*alone, *answers)), *are_a, *are_b]
    hypotheses += [loops.is_largest(a, a_is), loops.is_smallest(b, b_is), a <= b]
    no_change = [choice.against(v) <= v for choice in alone]
    best_reply = [choice.against(v) >= v for choice in answers]
    nearest = nearest_half(a, b)
    still = [v <= HALF, z3.Or(v == HALF, *(v == m for m in b_is))]
    prove("Nearest, X passes", [*hypotheses, *no_change, *best_reply, *still], v == nearest, REALS)
    risen = [passed == smaller(HALF, b), v > passed, z3.Or(*(v <= m for m in a_is))]
    prove("Nearest, X has changed", [*hypotheses, *no_change, *best_reply, *risen], v == nearest, REALS)
