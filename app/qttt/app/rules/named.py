"""`qttt rule` for the ID of a claim or of a vector: what has this ID, and the rules that it is tied to."""

from typing import Any, NamedTuple

from rich.text import Text

from qttt.app import screen
from qttt.app.rules import shown
from qttt.app.rules.pages import all_rules
from qttt.spec import Rule, Vector, games, vectors
from qttt.verification.registry import Claim, claims


class Named(NamedTuple):
    """A claim or a vector, and the rules that it is tied to, in its own order."""

    thing: Claim | Vector
    rules: list[Rule]


def found(id: str) -> Named | None:
    """The claim or vector with this ID, in any case; None if there is none."""
    things: list[Claim | Vector] = [*claims(), *(vector for game in games() for vector in vectors(game))]
    thing = next((each for each in things if each.id == id.lower()), None)
    return Named(thing, [all_rules()[rule] for rule in thing.rules]) if thing else None


def display(named: Named) -> None:
    """Print a claim or a vector, and a table of its rules."""
    out, is_claim = screen.console(), isinstance(named.thing, Claim)
    out.print(Text("Claim" if is_claim else "Vector", "bold"))
    shown.print_part(out, _part(named.thing))
    out.print()
    if named.rules:
        shown.display_listing(named.rules)
    else:
        out.print("This claim does not name single rules.", soft_wrap=True)


def _part(thing: Claim | Vector) -> shown.Part:
    return shown.claim_part(thing) if isinstance(thing, Claim) else shown.vector_part(thing)


def json_object(named: Named) -> dict[str, Any]:
    """The JSON object of a claim or a vector, with its rules."""
    thing = named.thing
    if isinstance(thing, Claim):
        return {"claim": shown.claim_object(thing), "rules": shown.listing(named.rules)}
    return {"vector": shown.vector_object(thing), "rules": shown.listing(named.rules)}
