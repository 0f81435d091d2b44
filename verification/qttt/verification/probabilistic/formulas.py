"""Two solutions of the loop, proved over the real numbers: in closed form, and by strategy iteration."""

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from itertools import product

import z3

from qttt.reference.probabilistic.solver import Line, Values, values_of
from qttt.verification.probabilistic import loops
from qttt.verification.probabilistic.loop_kernel import Text, larger, passes, smaller, the_kernel
from qttt.verification.probabilistic.passing import HALF, PASSING, nearest_half
from qttt.verification.proof import Term, prove

# The closed form


def the_closed_form_solves_the_loop(text: Text = the_kernel) -> str:
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
    for count in range(1, loops.MOST + 1):
        _is_the_closed_form(count, text)
        _best_replies(count)
        _together(count)
        _passing(count)
    most = f"{loops.MOST} squares; the closed form for up to {loops.MOST} x {loops.MOST} lines"
    return f"the kernel's text for up to {most}"


def _is_the_closed_form(count: int, text: Text) -> None:
    """For any numbers 1 / (1 - n_i n_j)."""
    lines = [Line(i, *z3.Reals(f"x_{i} x_dash_{i} n_{i}")) for i in range(count)]
    shares = {(i.square, j.square): z3.Real(f"share_{i.square}_{j.square}") for i, j in product(lines, lines)}
    found = text(lines, lambda i, j: shares[i.square, j.square])
    u = [reduce(smaller, [(j.x_dash + j.n * i.x) * shares[i.square, j.square] for j in lines]) for i in lines]
    of_x = reduce(larger, [i.x + i.n * least for i, least in zip(lines, u, strict=True)])
    prove(f"{count} squares", [], z3.And(of_x == found.X, reduce(larger, u) == found.O), loops.REALS)


def _proper_neutral(choice: loops.Choice) -> Term:
    return z3.And(choice.neutral >= 0, choice.neutral < 1)


def _best_replies(count: int) -> None:
    """Best reply, Above, Less and Rising, for the given number of lines of O."""
    [mine], theirs = loops.choices("x", 1), loops.choices("o", count)
    allowed = [_proper_neutral(mine), *(z3.And(reply.neutral >= 0, reply.neutral <= 1) for reply in theirs)]
    fractions = [z3.Real(f"fraction_{j}") for j in range(count)]
    u, w, s, t = z3.Reals("u w s t")

    def replies(value: Term) -> list[Term]:
        return [reply.against(value) for reply in theirs]

    pairs = zip(fractions, theirs, strict=True)
    are_fractions = [e * (1 - mine.neutral * reply.neutral) == reply.against(mine.gain) for e, reply in pairs]
    hypotheses = [*allowed, *are_fractions, loops.is_smallest(u, fractions)]
    prove("Best reply", hypotheses, loops.is_smallest(u, replies(mine.against(u))), loops.REALS)
    hypotheses = [*allowed, loops.is_smallest(u, replies(mine.against(u))), u < w]
    prove("Above", hypotheses, z3.Or(*(reply < w for reply in replies(mine.against(w)))), loops.REALS)
    hypotheses = [*allowed, loops.is_smallest(w, replies(s)), z3.Or(*(reply < w for reply in replies(t)))]
    prove("Less", hypotheses, t < s, loops.REALS)
    prove("Rising", [*allowed, u <= w], mine.against(u) <= mine.against(w), loops.REALS)


def _together(count: int) -> None:
    """With s_i for f_i(u_i) and t_i for f_i(W)."""
    u, s, t = ([z3.Real(f"{name}_{i}") for i in range(count)] for name in "ust")
    v, w = z3.Reals("v w")
    hypotheses = [loops.is_largest(w, u), loops.is_largest(v, s)]
    hypotheses += [z3.And(s[i] <= t[i], z3.Implies(u[i] == w, s[i] == t[i])) for i in range(count)]
    every = product(range(count), range(count))
    hypotheses += [z3.Implies(z3.And(u[i] < w, u[m] == w), t[i] < t[m]) for i, m in every]
    goal = z3.And(loops.is_largest(v, t), z3.Or(*(z3.And(u[m] == w, v == s[m]) for m in range(count))))
    prove("Together", hypotheses, goal, loops.LINEAR)


def _passing(count: int) -> None:
    """For one line of X that does not pass, and the given number of lines of O that do not."""
    [mine], theirs = loops.choices("x", 1), loops.choices("o", count)
    a, u, b, now = z3.Real("a"), z3.Real("u"), z3.Real("b"), loops.values("v")
    fractions = [z3.Real(f"fraction_{j}") for j in range(count)]
    of_b = [z3.Real(f"b_{j}") for j in range(count)]
    allowed = [*map(_proper_neutral, (mine, *theirs)), a * (1 - mine.neutral) == mine.gain, loops.is_smallest(b, of_b)]
    allowed += [m * (1 - reply.neutral) == reply.gain for m, reply in zip(of_b, theirs, strict=True)]
    pairs = zip(fractions, theirs, strict=True)
    allowed += [e * (1 - mine.neutral * reply.neutral) == reply.against(mine.gain) for e, reply in pairs]
    goal = z3.And(u == a, mine.against(u) == a)
    prove("Ordered", [*allowed, a <= b, loops.is_smallest(u, [*fractions, a])], goal, loops.REALS)
    attained = [_proper_neutral(theirs[0]), of_b[0] * (1 - theirs[0].neutral) == theirs[0].gain]
    attained += [now.X > now.O, theirs[0].against(now.X) == now.O]
    prove("Crossed, one line", attained, of_b[0] <= now.O, loops.REALS)
    worth = [z3.Real(f"worth_{j}") for j in range(count)]
    lines = [z3.Implies(each == now.O, m <= now.O) for each, m in zip(worth, of_b, strict=True)]
    crossed = [loops.is_smallest(b, of_b), loops.is_smallest(now.O, worth), now.X > now.O, *lines]
    prove("Crossed", crossed, z3.And(b <= now.O, b <= now.X), loops.LINEAR)


# Strategy iteration

ValuesOf = Callable[[Line, Line], Values]
"""A function from two lines to the values if X always names the square of one line and O that of the other."""


def changes_move_the_values(evaluate: ValuesOf = values_of) -> str:
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
    now, then = loops.values("v"), loops.values("w")
    pair = [*up_to_1, i.n * j.n < 1, loops.equal(now, evaluate(i, j))]
    solved = z3.And(i.x + i.n * now.O == now.X, j.x_dash + j.n * now.X == now.O)
    prove("Pair", pair, solved, loops.REALS)

    start = [*up_to_1, loops.equal(now, evaluate(PASSING, PASSING))]
    prove("Passing, at the start", start, z3.And(now.X == HALF, now.O == HALF), loops.REALS)
    o_changes, x_changes = k.x_dash + k.n * now.X < now.O, k.x + k.n * now.O > now.X
    lower, higher = z3.And(then.O < now.O, then.X <= now.X), z3.And(then.X > now.X, then.O >= now.O)
    changed = [o_changes, i.n * k.n < 1, loops.equal(then, evaluate(i, k))]
    prove("O", [*up_to_1, solved, *changed], lower, loops.REALS)
    changed = [o_changes, k.n < 1, loops.equal(then, evaluate(PASSING, k))]
    prove("O, at the start", [*start, *changed], lower, loops.REALS)
    reply = j.x_dash + j.n * now.X >= now.O
    changed = [reply, x_changes, k.n * j.n < 1, loops.equal(then, evaluate(k, j))]
    prove("X", [*up_to_1, *changed], higher, loops.REALS)
    changed = [now.O <= now.X, x_changes, k.n < 1, loops.equal(then, evaluate(k, PASSING))]
    prove("X, O passes", [*up_to_1, *changed], higher, loops.REALS)
    prove("Passing, O", [now.X == 0 + 1 * now.O], z3.Not(0 + 1 * now.X < now.O), loops.LINEAR)
    prove("Passing, X", [now.O <= 0 + 1 * now.X], z3.Not(0 + 1 * now.O > now.X), loops.LINEAR)
    for count in range(1, loops.MOST + 1):
        _end(count, now, evaluate)
        _nearest(count)
    return f"all lines; the end for up to {loops.MOST} squares"


def _end(count: int, now: Values, evaluate: ValuesOf) -> None:
    """X names the first square, O the first or the last, and neither player has a change."""
    lines = [Line(i, *z3.Reals(f"x_{i} x_dash_{i} n_{i}")) for i in range(count)]
    mine, theirs = loops.of_x(lines), loops.of_o(lines)
    for of in {0, count - 1}:
        hypotheses = [
            *(z3.And(line.n >= 0, line.n < 1) for line in lines),
            loops.equal(now, evaluate(lines[0], lines[of])),
        ]
        hypotheses += [z3.Not(choice.against(now.O) > now.X) for choice in mine]
        hypotheses += [z3.Not(choice.against(now.X) < now.O) for choice in theirs]
        prove("End", hypotheses, loops.solves(now, mine, theirs), loops.REALS)


def _nearest(count: int) -> None:
    """Both players have the value v, as whenever one of them passes or a <= b.

    Where X still passes, O began at 1/2 and went down: v is 1/2, or that of a line of O, and at most 1/2. Otherwise X
    has risen above that, against O's best replies, and v is that of X's line, or less, because O may pass."""
    v, a, b, passed = z3.Reals("v a b passed")
    alone, answers = loops.choices("x", count), loops.choices("o", count)
    a_is = [z3.Real(f"a_{i}") for i in range(count)]
    b_is = [z3.Real(f"b_{i}") for i in range(count)]
    fractions = zip((*a_is, *b_is), (*alone, *answers), strict=True)
    hypotheses = [z3.And(loops.proper(choice), m * (1 - choice.neutral) == choice.gain) for m, choice in fractions]
    hypotheses += [loops.is_largest(a, a_is), loops.is_smallest(b, b_is), a <= b]
    no_change = [choice.against(v) <= v for choice in alone]
    best_reply = [choice.against(v) >= v for choice in answers]
    nearest = nearest_half(a, b)
    still = [v <= HALF, z3.Or(v == HALF, *(v == m for m in b_is))]
    prove("Nearest, X passes", [*hypotheses, *no_change, *best_reply, *still], v == nearest, loops.REALS)
    risen = [passed == smaller(HALF, b), v > passed, z3.Or(*(v <= m for m in a_is))]
    prove("Nearest, X has changed", [*hypotheses, *no_change, *best_reply, *risen], v == nearest, loops.REALS)


def neutral_ends_the_game(i: Line, j: Line) -> Values:
    return Values(i.x + i.n / 2, j.x_dash + j.n / 2)


def endless_play_is_lost(i: Line, j: Line) -> Values:
    return Values(Fraction(0), Fraction(0)) if passes(i) and passes(j) else values_of(i, j)


def only_x_is_asked(i: Line, j: Line) -> Values:
    of_x = loops.Choice(i.x, i.n)
    return Values(of_x.against(j.x_dash), j.x_dash)
