"""What all adapters stand on agrees with the reference, in all games, and nothing needs an extra before it is used."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from qttt.learn.table import CHANCE, OVER, SYSTEM, AnyAction, ByAnswers, Remembering, Table, as_number, opponent
from qttt.learn.tree import CHANCE_ACTS, ENDED, Node, Tree
from qttt.oracle import game, games, solve
from qttt.oracle.registry import entry
from qttt.reference.agents.perfect import PerfectAgent
from qttt.reference.game import Actor

REQUIRED: dict[str, dict[str, Any]] = {"sqt": {"q": "3/4"}, "probabilistic": {"seed": 1}}
ALL = [game(name, **REQUIRED.get(name, {})) for name in games()] + [
    game("goff", collapse="self", double_win=True),
    game("tiqtaqtoe", level="classic"),
    game("tiqtaqtoe", lines="full-board", pair="legal"),
    game("hybrid", links="two"),
    game("hybrid", links="single", effect="take"),
]
ACTS = {Actor.X: 0, Actor.O: 1, Actor.CHANCE: CHANCE, Actor.SYSTEM: SYSTEM, None: OVER}


def differences(table: Table, seed: int) -> Iterator[str]:
    """Where a random game at a table differs from the same game by the reference."""
    rules, chance, position = table.game, Random(seed), table.game.initial()
    table.begin()
    while True:
        numbers, actions = table.numbers(), rules.actions(position)
        if table.to_move != ACTS[rules.actor(position)]:
            yield "who acts"
        if table.position != position:
            yield "the position"
        if len(numbers) != len(actions) or any(
            table.named[number] != action
            for number, action in zip(numbers, actions, strict=False)
            if number < table.actions
        ):
            yield "the legal actions"
            return
        if table.to_move == CHANCE:
            exact = [float(probability) for probability in rules.chance(position).values()]
            if [*table.entry.chances(rules, table.state)] != exact:
                yield "the probabilities"
        if not actions:
            if table.reward != table.reward_of(rules.score(position).value):
                yield "the reward"
            return
        at = chance.randrange(len(actions))
        position = rules.play(position, actions[at])
        table.play(numbers[at])


@pytest.mark.parametrize("rules", ALL, ids=repr)
def test_table_agrees_with_the_reference(rules: Any) -> None:
    table = Table(rules, drawn=False)
    assert [found for seed in range(30) for found in differences(table, seed)] == []


@pytest.mark.parametrize(
    ("options", "score", "reward"),
    [
        ({}, 20, 1.0),
        ({}, -10, -0.5),
        ({"double_win": True}, 40, 2.0),
    ],
)
def test_reward_is_in_proportion_to_the_score(options: dict[str, Any], score: int, reward: float) -> None:
    assert Table(game("goff", **options)).reward_of(Fraction(score)) == reward


def test_reward_of_a_draw_is_zero() -> None:
    assert Table(game("probabilistic", seed=1)).reward_of(Fraction(1, 2)) == 0
    assert Table(game("goff", double_win=True)).largest_reward == 2


def played(table: Table, seed: int) -> list[Any]:
    """A random game from here on, chance drawn by the table: what is seen after each action."""
    chance, seen = Random(seed), []
    while table.to_move != OVER:
        table.play(chance.choice(table.numbers()))
        seen.append((table.to_move, table.numbers(), table.observation.tolist(), table.reward))
    return seen


@pytest.mark.parametrize("name", ["goff", "probabilistic", "hybrid"])
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_copy_plays_on_by_itself(name: str, copied: Any) -> None:
    table = Table(game(name, **REQUIRED.get(name, {})))
    table.seed(3)
    table.begin()
    for _ in range(2):
        table.play(table.numbers()[0])
    before = table.observation.copy()
    other = copied(table)
    assert other.numbers() == table.numbers()
    first = played(other, 5)
    assert (table.observation == before).all()
    assert played(table, 5) == first


def test_seed_decides_what_is_drawn() -> None:
    table = Table(game("hybrid"))
    found = []
    for seed in (1, 1, 2):
        table.seed(seed)
        table.begin()
        found.append(played(table, 0))
    assert found[0] == found[1] != found[2]


def test_system_acts_by_the_values() -> None:
    """With q = 1 the System always favours O."""
    rules = game("sqt", q="1")
    tree, table, chance = Tree(rules), Table(rules), Random(1)
    selected = 0
    for _ in range(20):
        table.begin()
        node = tree.start
        while table.to_move != OVER:
            number = chance.choice(table.numbers())
            table.play(number)
            node = node.after(number)
            while node.player == CHANCE_ACTS:
                assert sorted(p for _, p in node.outcomes) == [0.0, 1.0]
                node = node.after(next(a for a, p in node.outcomes if p == 1))
                selected += 1
            assert node.position == table.position
    assert selected


@pytest.mark.parametrize("rules", ALL, ids=repr)
def test_probabilities_of_nodes_sum_to_one(rules: Any) -> None:
    tree, chance, seen = Tree(rules), Random(2), 0
    for _ in range(3):
        node = tree.start
        while node.player != ENDED:
            if node.player == CHANCE_ACTS:
                assert sum(p for _, p in node.outcomes) == pytest.approx(1)
                assert [a for a, _ in node.outcomes] == node.legal
                assert max(node.legal) < tree.results
                seen += 1
            node = node.after(chance.choice(node.legal))
    assert bool(seen) == tree.table.entry.has_chance or rules.setting.get("level") == "classic"


def test_node_writes_actions_and_results() -> None:
    node = Tree(game("probabilistic", seed=1), "X1.5").start
    assert [node.written(a) for a in node.legal] == ["success", "neutral", "failure"][-len(node.legal) :]
    goff = Tree(game("goff"), "X1.1-2 O2.1-2").start
    assert [goff.written(a) for a in goff.legal] == ["selA", "selB"]
    assert Tree(game("goff")).start.written(1) == "1-2"


def test_pickled_node_is_the_same() -> None:
    node = Tree(game("goff"), "X1.1-2").start.after(2)
    again: Node = pickle.loads(pickle.dumps(node))
    assert (again.position, again.legal) == (node.position, node.legal)


@pytest.mark.parametrize("action", [-1, 47, 1 << 70, 45])
def test_illegal_action_is_rejected(action: Any) -> None:
    table = Table(game("goff"))
    before = table.state.copy()
    with pytest.raises(ValueError, match=r"^action .*(not legal|expected a number from 0 to 46)"):
        table.check(action)
    assert (table.state == before).all()


@pytest.mark.parametrize("action", [float("nan"), 1.0, None, "1", True, np.array([1]), np.array([1, 2]), [1], np.True_])
def test_action_that_is_no_integer_is_rejected(action: Any) -> None:
    with pytest.raises(TypeError, match="expected one integer"):
        as_number(action)


@pytest.mark.parametrize("action", [3, np.int64(3), np.uint8(3), np.array(3)])
def test_every_integer_is_an_action(action: Any) -> None:
    assert as_number(action) == 3


def test_node_rejects_illegal_action() -> None:
    with pytest.raises(ValueError, match="action 46 is not legal"):
        Tree(game("goff")).start.after(46)


def test_written_position_is_not_a_start() -> None:
    with pytest.raises(ValueError, match="expected a written game"):
        Tree(game("goff"), "goff-1.0: X1@9")


def test_game_without_kernels_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(entry("goff")), "playing", lambda self, rules: {})
    with pytest.raises(ValueError, match="expected a game with kernels"):
        Table(game("goff"))


def run(code: str) -> str:
    """What a fresh Python prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def test_importing_learn_imports_no_extra() -> None:
    print_loaded = "print(sorted({'gymnasium', 'pettingzoo', 'pyspiel', 'open_spiel'} & {*sys.modules}))"
    assert run(f"import sys, qttt.learn, qttt.learn.table, qttt.learn.tree; {print_loaded}") == "[]\n"


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("aec", "pettingzoo", "envs"),
        ("gym", "gymnasium", "envs"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_missing_extra_is_named(module: str, package: str, extra: str) -> None:
    if package == "pettingzoo":
        pytest.importorskip("gymnasium", reason="imported before it; needs the extra envs")
    attempt = f"try: import qttt.learn.{module}\nexcept ImportError as error: print(error)"
    printed = run(f"import sys; sys.modules['{package}'] = None\n{attempt}")
    assert printed == f"qttt.learn.{module} needs {package}, which is not installed: pip install 'qttt[{extra}]'\n"


def test_opponents() -> None:
    rules = game("tiqtaqtoe", level="classic")
    table = Table(rules)
    assert opponent("random", table, Random(1)).choose(table) in table.numbers()
    fifth: PerfectAgent[Any, Any] = PerfectAgent(lambda position: [rules.actions(position)[4]])
    assert opponent(fifth, table, Random(1)).choose(table) == 4
    for asked in ("strong", None, 3):
        with pytest.raises(ValueError, match=r"opponent .*: expected 'perfect', 'random', or an agent"):
            opponent(asked, table, Random(1))


def first_best(table: Table, truth: Any, choices: Any, seed: int) -> Iterator[bool]:
    """Whether, at each position of a random game in which a player acts, that is the first of the best actions."""
    chance = Random(seed)
    table.begin()
    while table.to_move != OVER:
        yield table.named[choices.choose(table)] == truth.best(table.position)[0]
        table.play(chance.choice(table.numbers()))


@pytest.mark.parametrize(
    "rules",
    [
        game("goff"),
        game("goff", collapse="self", double_win=True),
        game("sqt", q="3/4"),
        game("probabilistic", seed=1),
        game("tiqtaqtoe", level="minimal"),
        game("hybrid", links="single"),
    ],
    ids=repr,
)
def test_perfect_opponent_makes_the_first_best_action(rules: Any) -> None:
    table, truth = Table(rules), solve(rules, progress=False)
    perfect = opponent("perfect", table, Random(1))
    assert isinstance(perfect, ByAnswers if rules.ruleset in ("goff-1.0", "sqt-1.0") else Remembering)
    assert all(same for seed in range(10) for same in first_best(table, truth, perfect, seed))
    assert all(same for same in first_best(table, truth, copy.deepcopy(perfect), 1))
    assert not all(same for seed in range(10) for same in first_best(table, truth, AnyAction(Random(1)), seed))
