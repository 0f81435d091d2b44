"""Batches of answers about TiqTaqToe, the hybrid and the probabilistic game, against the rules one action at a time."""

from fractions import Fraction

import pytest

from qttt.fast.answers import UnknownPosition
from qttt.fast.backend import Cpu
from qttt.fast.hybrid import rules as hybrid_rules
from qttt.fast.hybrid import solve as hybrid_solve
from qttt.fast.hybrid.answers import Answers as HybridAnswers
from qttt.fast.hybrid.key import key_of as hybrid_key
from qttt.fast.probabilistic.answers import CODE, key_of
from qttt.fast.probabilistic.answers import Answers as ProbabilisticAnswers
from qttt.fast.probabilistic.positions import CODES, O, X

HYBRID_SETTINGS = (
    hybrid_rules.Setting(),
    hybrid_rules.Setting(links="single", both="X"),
    hybrid_rules.Setting(links="two", targets="one", effect="take", both="X"),
    hybrid_rules.Setting(targets="one", both="other"),
    hybrid_rules.Setting(links="two"),
    hybrid_rules.Setting(links="two", effect="take", both="measurer"),
)


LINK, SAME, OTHER_LINK = (hybrid_rules.Link(8, target, owner) for target, owner in ((0, "X"), (0, "O"), (1, "X")))
EIGHT = hybrid_rules.State(x=0b01100101, o=0b10011010)


@pytest.mark.parametrize(
    ("setting", "state", "bits"),
    [
        (0, EIGHT._replace(links=(LINK, OTHER_LINK)), 0),
        (1, EIGHT._replace(links=(LINK, OTHER_LINK)), 0),
        (2, EIGHT._replace(links=(LINK, SAME)), 0),
        (3, EIGHT._replace(links=(LINK, OTHER_LINK)), 0),
        (0, EIGHT._replace(measuring=3), 0),
        (0, hybrid_rules.State(x=0b111, o=0b111000, measuring=8), 0),
        (0, EIGHT, 1 << 9),
        (0, EIGHT, 10 << 19),
        (0, EIGHT, 17 << 23),
        (0, EIGHT, 1 << 52),
        (0, EIGHT, -(1 << 63)),
    ],
)
def test_hybrid_keys_that_the_switches_forbid_are_rejected(setting: int, state: hybrid_rules.State, bits: int) -> None:
    numbers = hybrid_solve.solve(Cpu(), HYBRID_SETTINGS[setting], least=6).tablebase.numbers
    answers = HybridAnswers(HYBRID_SETTINGS[setting], numbers)
    good = hybrid_key(EIGHT)
    for ask in (answers.values, answers.action_values, answers.best):
        assert len(ask([good])) == 1
        with pytest.raises(UnknownPosition, match=r"keys\[1\]: not a solved position"):
            ask([good, hybrid_key(state) | bits])


def test_hybrid_states_without_a_key_are_rejected() -> None:
    for links in ([(8, 8, "X")], [(0, 1, "X")], [(8, 0, "Z")], [(8, 0, "X")] * 3, [(9, 0, "X")]):
        with pytest.raises(KeyError, match="is not a position of this game"):
            hybrid_key(EIGHT._replace(links=tuple(hybrid_rules.Link(*link) for link in links)))


EVEN = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))


@pytest.mark.parametrize("bad", [-1, CODES, CODE, key_of(1, X, 1), key_of(0, X, 10), 1 << 20, key_of(1 + 3 + 9, O, 5)])
def test_invalid_probabilistic_keys_are_rejected(bad: int) -> None:
    answers = ProbabilisticAnswers([EVEN] * 9)
    for ask in (answers.values, answers.action_values, answers.best):
        with pytest.raises(UnknownPosition, match=r"keys\[1\]: no game reaches this position of probabilistic-1\.1"):
            ask([0, bad])
