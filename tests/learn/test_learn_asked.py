"""`qttt.learn.evaluate`: a policy that is asked what it does is measured exactly, in each image and after any moves."""

from collections import defaultdict
from collections.abc import Callable
from io import StringIO
from typing import Any, NamedTuple

import numpy as np
import pytest

from qttt.fast.batch import CHANCE, OVER, SYSTEM, O, X
from qttt.learn import evaluate
from qttt.learn.measures import asked, policies
from qttt.learn.measures.measuring import Measures, measure
from qttt.learn.measures.tree import Array, graph_of, tree_of
from qttt.learn.one_game import OneGame
from qttt.oracle import Oracle, game, games, solve
from qttt.oracle.registry import entry, entry_of

REQUIRED: dict[str, dict[str, Any]] = {"sqt": {"q": "3/4"}, "probabilistic": {"seed": 1}}
NO_NEUTRAL = [("1/2", "0", "1/2"), ("1/3", "0", "2/3"), ("1", "0", "0")] * 3
"""A board on which play cannot return."""
Policy = Callable[[Array, Array], Any]


def uniform(observation: Array, mask: Array) -> Array:
    return np.asarray(mask / mask.sum(1, keepdims=True))


def seeded(seed: int) -> Policy:
    """A policy that respects no symmetry and makes some actions never: probabilities by a number of the observation."""

    def policy(observation: Array, mask: Array) -> Array:
        table = np.random.default_rng(seed).integers(1 << 40, size=(observation.shape[1] + 1, mask.shape[1]))
        mixed = (observation.astype(np.int64) @ table[1:] + table[0]) % 101
        weights = mask * np.where(mixed < 50, mixed, 0)
        weights[weights.sum(1) == 0] = mask[weights.sum(1) == 0]
        return np.asarray(weights / weights.sum(1, keepdims=True))

    return policy


class Node(NamedTuple):
    """A state that play reaches: its class and what it shows, its stage, who acts, and what it is worth to X."""

    key: Any
    stage: str
    acts: int
    value: float
    after: list[tuple[float, float, bytes]]
    """How likely the policy, chance or the System makes an action, what the position after it is worth, and its
    state."""


class BruteForce:
    """All states of the kernels that play reaches, one after the other, and what a policy does in each, for games in
    which play cannot return."""

    def __init__(self, oracle: Oracle[Any, Any], policy: Policy, through: int) -> None:
        self.oracle, self.policy, self.through = oracle, policy, through
        self.one, self.graph = OneGame(oracle.game, drawn=False), graph_of(oracle)
        self.nodes: dict[bytes, Node] = {}
        self.one.begin()
        self.start = self.visit()

    def visit(self) -> bytes:
        one, oracle, entry = self.one, self.oracle, entry_of(self.oracle.game)
        state = one.state.copy()
        name = state[:-1].tobytes()
        if name in self.nodes:
            return name
        position, acts = one.position, one.to_move
        keys = np.array(entry.keys(oracle.answers, [position]), np.int64)
        goes_on = acts != OVER and int(self.graph.plies(keys)[0]) <= self.through
        numbers = one.numbers() if goes_on else []
        if acts in (CHANCE, SYSTEM):
            exact = oracle.probabilities(position) if acts == SYSTEM else oracle.game.chance(position)
            likely = [*map(float, exact.values())]
        elif goes_on:
            row = self.policy(one.observation.reshape(1, -1).copy(), one.legal[None, : one.actions].astype(bool))[0]
            likely = [float(row[number]) for number in numbers]
        following, worth = list[bytes](), list[float]()
        for number in numbers:
            one.look(state)
            one.play(number)
            worth.append(float(oracle.value(one.position)))
            following.append(self.visit())
        stage = self.graph.stage(int(self.graph.rank(keys)[0]))
        after = [*zip(likely, worth, following, strict=True)] if goes_on else []
        shown = (int(self.graph.canonical(keys)[0][0]), str(position))
        self.nodes[name] = Node(shown, stage, acts if goes_on else OVER, float(oracle.value(position)), after)
        return name

    def worst(self, player: int) -> float:
        """What the start is worth to X if the policy plays one side, and the other side is its best responder."""
        known: dict[bytes, float] = {}

        def value(name: bytes) -> float:
            if name not in known:
                node = self.nodes[name]
                after = [(likely, value(child)) for likely, _, child in node.after]
                if not after:
                    known[name] = node.value
                elif node.acts in (X, O) and node.acts != player:
                    known[name] = (max if node.acts == X else min)(each for _, each in after)
                else:
                    known[name] = sum(likely * each for likely, each in after)
            return known[name]

        return value(self.start)

    def reached(self, player: int) -> set[bytes]:
        """The states that can come up."""
        found, left = {self.start}, [self.start]
        while left:
            node = self.nodes[left.pop()]
            free = node.acts in (X, O) and node.acts != player
            new = {child for likely, _, child in node.after if free or likely > 0} - found
            found |= new
            left += new
        return found

    def stages(self, names: dict[int, set[bytes]]) -> dict[str, tuple[int, float, float]]:
        """By stage how many classes of positions there are, the share of optimal actions and the mean loss, over the
        states in which each player acts."""
        parts: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for player, its in names.items():
            classes: dict[Any, dict[str, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
            for node in (self.nodes[name] for name in its):
                if node.acts == player:
                    sign = 1 if player == X else -1
                    lost = [(likely, max(sign * (node.value - worth), 0)) for likely, worth, _ in node.after]
                    right = sum(likely for likely, loss in lost if loss < 1e-9)
                    loss = sum(likely * loss for likely, loss in lost)
                    classes[node.stage, node.key[0]][node.key[1]].append((right, loss))
            for (stage, _), images in classes.items():
                parts[stage].append((*np.mean([np.mean(each, 0) for each in images.values()], 0).tolist(),))
        return {stage: (len(each), *np.mean(each, 0).tolist()) for stage, each in parts.items()}


@pytest.mark.parametrize(
    ("name", "options", "through"),
    [
        ("tiqtaqtoe", {"level": "classic"}, 3),
        pytest.param("goff", {}, 1, marks=pytest.mark.thorough),
        pytest.param("sqt", {"q": "3/4"}, 1, marks=pytest.mark.thorough),
        pytest.param("probabilistic", {"board": NO_NEUTRAL}, 3, marks=pytest.mark.thorough),
        pytest.param("tiqtaqtoe", {"level": "minimal"}, 2, marks=pytest.mark.thorough),
        pytest.param("hybrid", {"links": "single"}, 1, marks=pytest.mark.thorough),
    ],
)
def test_measures_are_those_of_brute_force(name: str, options: dict[str, Any], through: int) -> None:
    """Of a policy that plays equivalent positions differently, and the same position after different moves."""
    oracle, policy = solve(game(name, **options), progress=False), seeded(1)
    found, due = evaluate(policy, oracle.game, through=through), BruteForce(oracle, policy, through)
    assert (found.as_x, found.as_o) == pytest.approx((due.worst(X), due.worst(O)), abs=1e-10)
    everywhere, reached = {player: {*due.nodes} for player in (X, O)}, {p: due.reached(p) for p in (X, O)}
    for measured, its in ((found.everywhere, everywhere), (found.reached, reached)):
        expected = {stage: pytest.approx(each, abs=1e-10) for stage, each in due.stages(its).items()}
        assert {each.stage: each[1:] for each in measured} == expected


def same(found: Measures, due: Measures) -> None:
    """Assert that measures are equal."""
    numbers = [(each.value, each.as_x, each.as_o, each.exploitability) for each in (found, due)]
    assert numbers[0] == pytest.approx(numbers[1], abs=1e-10)
    for one, other in ((found.everywhere, due.everywhere), (found.reached, due.reached)):
        assert [each[:2] for each in one] == [each[:2] for each in other]
        for a, b in zip(one, other, strict=True):
            assert a[2:] == pytest.approx(b[2:], abs=1e-10)


@pytest.mark.parametrize(
    "level", [pytest.param("moderate", marks=pytest.mark.thorough), pytest.param("high", marks=pytest.mark.slow)]
)
def test_random_play_is_measured_where_too_many_moves_lead_to_a_position(level: str) -> None:
    oracle = solve(game("tiqtaqtoe", level=level), progress=False)
    tree = tree_of(oracle, entry("tiqtaqtoe").measured)
    same(evaluate(uniform, oracle.game), measure(tree, policies.random(tree)))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *(
            pytest.param(name, REQUIRED.get(name, {}), marks=pytest.mark.thorough)
            for name in games()
            if name != "tiqtaqtoe"
        ),
        pytest.param("tiqtaqtoe", {"level": "minimal"}, marks=pytest.mark.slow),
    ],
)
def test_policy_without_symmetry_is_measured_as_on_all_raw_positions(name: str, options: dict[str, Any]) -> None:
    """In TiqTaqToe a policy that does not look at the moves since the last measurement."""
    oracle = solve(game(name, **options), progress=False)
    raw = tree_of(oracle, entry(name).measured, raw=True)
    policy = on_planes(seeded(1), 5) if name == "tiqtaqtoe" else seeded(1)
    same(evaluate(policy, oracle.game), measure(*asked.ask(policy, raw)))


def on_planes(policy: Policy, planes: int) -> Policy:
    """The policy on the first planes only."""
    return lambda observation, mask: policy(observation[:, : 9 * planes], mask)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "options", "through"), [("tiqtaqtoe", {"level": "classic"}, 9), ("hybrid", {}, 3), ("goff", {}, 2)]
)
def test_unfolding_changes_nothing_where_moves_do_not_matter(name: str, options: dict[str, Any], through: int) -> None:
    """The first five planes of TiqTaqToe do not show the moves that led to a position."""
    tree = tree_of(solve(game(name, **options), progress=False), through)
    policy, unfolded = on_planes(seeded(1), 5) if name == "tiqtaqtoe" else seeded(1), asked.unfold(tree)
    assert len(unfolded.action) == asked.count_unfolded(tree) > len(tree.action)
    same(measure(*asked.ask(policy, unfolded)), measure(*asked.ask(policy, tree)))


def test_policy_that_depends_on_too_many_moves_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qttt.fast.graph.MOST", 1000)
    with pytest.raises(ValueError, match=r"plays '.*' in different ways after different moves.*measure fewer moves"):
        evaluate(seeded(1), "tiqtaqtoe", level="classic", through=3)


def test_policy_is_asked_what_the_environment_shows() -> None:
    """In batches, about every node once, and about the first batch again."""
    seen = list[Any]()

    def policy(observation: Array, mask: Array) -> Array:
        seen.append((observation.shape, observation.dtype, mask.shape, mask.dtype))
        observation[:], legal = 0, mask.copy()
        mask[:] = False
        return np.asarray(legal.argmax(1))

    evaluate(policy, "goff", through=2)
    assert seen == 2 * [((1405, 117), np.uint8, (1405, 47), np.bool_)]


def test_policy_that_draws_its_actions_is_refused() -> None:
    chance = np.random.default_rng(1)
    with pytest.raises(ValueError, match=r"^the policy answers in two ways in '.*': a policy that draws must return"):
        evaluate(lambda seen, mask: (mask * chance.random(mask.shape)).argmax(1), "goff", through=1)


WRONG: dict[str, Policy] = {
    r"in '-': the probabilities add up to 2, not to 1": lambda seen, mask: 2 * uniform(seen, mask),
    r"in '-': the probabilities add up to 1\.00002, not": lambda seen, mask: uniform(seen, mask) * 1.00002,
    r"in '-': action 46 is not legal; expected one that the mask marks": lambda seen, mask: np.full(len(mask), 46),
    r"in '-': action -1 is not legal": lambda seen, mask: np.full(len(mask), -1),
    r"in '-': action 47 is not legal": lambda seen, mask: np.full(len(mask), 47),
    r"in '-': action 0 is not legal, and its probability is not 0": lambda seen, mask: np.eye(47)[
        np.zeros(len(seen), int)
    ],
    r"in '-': a probability is not a finite number": lambda seen, mask: mask * np.nan,
    r"in '-': a probability is -1; expected 0 to 1": lambda seen, mask: -1.0 * mask,
    r"in 37 positions, the first '-': expected integers .* \(37,\) or .* \(37, 47\), found the shape \(1,\)": (
        lambda seen, mask: mask.argmax(1)[:1]
    ),
    r"found the shape \(37,\) of float64": lambda seen, mask: np.zeros(len(seen)),
    r"found the shape \(47, 37\) of float64": lambda seen, mask: uniform(seen, mask).T,
    r"found None": lambda seen, mask: None,
    r"found \(array\(": lambda seen, mask: (mask.argmax(1), None),
}


@pytest.mark.parametrize("message", WRONG)
def test_wrong_answer_is_refused_with_its_position(message: str) -> None:
    with pytest.raises(ValueError, match=message) as raised:
        evaluate(WRONG[message], "goff", through=1)
    assert "\n" not in str(raised.value)


def test_policy_must_be_a_function() -> None:
    with pytest.raises(TypeError, match="policy 'random': expected a function of observations and masks"):
        evaluate("random", "goff")  # type: ignore[arg-type]


def test_terminal_shows_that_a_policy_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", terminal)
    evaluate(uniform, "goff", through=0)
    assert "Measuring the policy" in terminal.getvalue()


def test_wrong_answer_is_named_where_it_is_given() -> None:
    def policy(observation: Array, mask: Array) -> Array:
        return np.where(observation[:, :9].sum(1) == 0, 1, 46)

    with pytest.raises(ValueError, match=r"answer in 'X1\.1-2': action 46 is not legal"):
        evaluate(policy, "goff", through=1)


def test_rounded_probabilities_are_taken() -> None:
    for dtype in (np.float32, np.float64):
        found = evaluate(lambda seen, mask: uniform(seen, mask).astype(dtype), "goff", through=1)  # noqa: B023
        assert found.as_x == pytest.approx(evaluate(uniform, "goff", through=1).as_x, abs=1e-10)
