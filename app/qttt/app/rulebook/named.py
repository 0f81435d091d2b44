"""What an ID names, and how to cite it: rules and lemmas, claims, vectors, results, rulesets and the project."""

from typing import TYPE_CHECKING

from qttt.app.errors import BadInput, suggest
from qttt.app.rulebook import all_rules
from qttt.app.rulebook.cite import Citation, of_claim, of_project, of_result, of_rule, of_ruleset, results
from qttt.reference.picture import listed
from qttt.spec import Rule, Vector, games, lemmas, retired, rulesets, vectors

if TYPE_CHECKING:
    from qttt.verification.registry import Claim


class UnknownID(BadInput):
    """No rule, lemma, claim or vector has this ID or name."""


def find(id: str) -> "Rule | Claim | Vector":
    """The rule, claim, vector or lemma with this ID, in any case, or the only lemma of a name. Raises `UnknownID`, and
    `BadInput` for the name of several lemmas, and for the ID of a result."""
    name = _low(id)
    if found := all_rules().get(name.upper()) or lemmas().get(name):
        return found
    from qttt.verification.registry import checks

    things: list[Claim | Vector] = [*checks(), *(vector for game in games() for vector in vectors(game))]
    if thing := next((each for each in things if each.id == name), None):
        return thing
    of_name = [lemma for lemma in lemmas().values() if lemma.title.lower() == name]
    if len(of_name) == 1:
        return of_name[0]
    if row := results().get(name):
        raise BadInput(f"{row['id']} is a result, not a rule: qttt cite {row['id']}")
    if of_name:
        raise BadInput(f"'{id}' stands on several pages: name {listed([lemma.id for lemma in of_name], 'or')}")
    reject_retired(id)
    if name in games():
        raise UnknownID(f"'{id}' is a game, not an ID: qttt rule {name} lists its rules")
    names = {lemma.title: None for lemma in lemmas().values()}
    ids = (*(claim.id for claim in checks()), *(row["id"] for row in results().values()))
    every = (*all_rules(), *lemmas(), *names, *ids)
    first, *others = name.split() or [""]
    if others and first in map(str.lower, every):
        raise BadInput(f"'{id}': name one ID at a time")
    near, game = suggest(name, every) or suggest(first, games()), name.partition("-")[0]
    if ":" in name and game in games():
        of_any = f"of equivalent first moves one has an ID; qttt cite {game} with options and moves cites any position"
        raise UnknownID(f"unknown ID '{id}': {near}{of_any}")
    raise UnknownID(f"unknown ID '{id}': {near}qttt rule --search TEXT finds rules by words")


def reject_retired(id: str) -> None:
    """Raises `BadInput` for an ID that is retired: with the version, and its successor if it has one."""
    for kind in ("rules", "vectors", "claims", "results"):
        if gone := retired(kind).get(id.strip()):
            successor = f"see {gone.successor}" if gone.successor else "it has no successor"
            raise BadInput(f"{kind.rstrip('s')} '{id.strip()}' was retired in {gone.version}; {successor}")


def _low(id: str) -> str:
    """An ID in the form in which IDs are compared. Raises `BadInput` for what is no text."""
    if not isinstance(id, str):
        raise BadInput(f"{id!r}: expected an ID as a text")
    return " ".join(id.lower().split())


def rule(id: str) -> Rule:
    """The rule or the lemma with this ID, in any case, or the only lemma of a name. Raises `ValueError` for any other
    ID.

    >>> rule("GOFF-COLLAPSE-2").title
    'What collapses'
    """
    found = find(id)
    if not isinstance(found, Rule):
        raise BadInput(f"'{id}' is not a rule: it is about {listed(found.rules)}")
    return found


def cite(what: str = "") -> Citation:
    """How to cite a rule, a lemma, a claim or a result by its ID, a ruleset by the name of its game; by default the
    project.

    An ID that a result shares with a ruleset, such as hybrid-1.0, is the result's. Raises `ValueError` for an unknown
    ID, and for a vector.

    >>> cite("goff").note.partition(",")[0]
    'Ruleset goff-1.1'
    """
    if not (low := _low(what)):
        return of_project()
    if row := results().get(low):
        return of_result(row)
    for name, ruleset in rulesets().items():
        if low in (name, ruleset.id):
            return of_ruleset(name)
    found = find(what)
    if isinstance(found, Vector):
        raise BadInput(f"{found.id} is a vector: cite its rule, {found.rules[0]}")
    return of_rule(found) if isinstance(found, Rule) else of_claim(found)
