"""The strategy of a player who follows the values of an engine."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from qttt.reference.game import Actor
from qttt.verification.certificate.bounds import Canonical

if TYPE_CHECKING:
    from qttt.verification.certificate.strategy import Form

P = TypeVar("P", bound=Hashable)
A = TypeVar("A", bound=Hashable)
P_contra = TypeVar("P_contra", bound=Hashable, contravariant=True)
A_co = TypeVar("A_co", bound=Hashable, covariant=True)

Report = Callable[[int], None]
"""Called with the number of rows so far."""


class Oracle(Protocol[P_contra, A_co]):
    """The values of a game: of any position of the reference, ended or not, and all optimal actions of the player to
    act."""

    def value(self, position: P_contra) -> Fraction: ...
    def best(self, position: P_contra) -> tuple[A_co, ...]: ...


class BestPlay(Generic[P, A]):
    """Optimal decisions of a player at every position they lead to; `decisions` remembers them by canonical form.

    Among equally good decisions it takes one after which the positions are smallest (see `Form.size`), and then one
    that leads to the fewest positions whose bounds are not `known` yet. Certificates are several times smaller than
    those made from the first best moves.
    """

    def __init__(self, form: Form[P, A], oracle: Oracle[P, A], player: Actor, report: Report | None = None) -> None:
        self.form, self.game, self._oracle, self._player, self._report = form, form.game, oracle, player, report
        self.decisions: dict[Hashable, Any] = {}
        self.known: Mapping[Hashable, Fraction] = {}

    def prepare(self, first: P) -> None:
        """Make decisions before the play from `first` on: here it makes no decision."""

    def decision(self, position: P, view: Canonical) -> Any:
        if view.key not in self.decisions:
            self.remember(view.key, self.form.turned(position, self._chosen(position), view.there))
        return self.decisions[view.key]

    def said(self, _: Canonical) -> None:
        """None: the bounds are still to be found."""

    def remember(self, key: Hashable, decision: Any) -> None:
        self.decisions[key] = decision
        if self._report:
            self._report(len(self.decisions))

    def _chosen(self, position: P) -> Any:
        return min(self.form.turns(position, self._oracle.best), key=lambda turn: self._size(position, turn))

    def _size(self, position: P, turn: tuple[A, ...]) -> tuple[int, int]:
        """A guess at how many rows a decision will need."""
        after = self.form.next(position, turn)
        views = map(self.form.canonical, after)
        return max(map(self.form.size, after)), sum(view is not None and view.key not in self.known for view in views)
