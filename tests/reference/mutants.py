"""A rule that is broken on purpose, after which a fact that was derived by hand comes out wrong."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest


class Mutant(NamedTuple):
    """`where.name` becomes `wrong`; `fact` is then no longer `truth`."""

    what: str
    where: Any
    name: str
    wrong: object
    fact: Callable[[], object]
    truth: object

    def check(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The fact is right with the rule as it is, and wrong with the error."""
        assert self.fact() == self.truth
        monkeypatch.setattr(self.where, self.name, self.wrong)
        assert self.fact() != self.truth, f"nothing shows that {self.what}"
