"""Writes the claims as pages: `docs/claims.md`, and one page for each game in `docs/claims/`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from qttt.spec import rules, rulesets
from qttt.verification.in_words import ASSUMED, mutant_in_words
from qttt.verification.mutants import ARROW
from qttt.verification.records import recorded, whole
from qttt.verification.registry import RUNS_ON, SAMPLE, STRENGTHS, Claim, checks

DOCS = Path(__file__).resolve().parents[3] / "docs"
MANY = 6
"""Of more rules than these on one page only the number is shown, with the page if it is not that of the game."""


def pages() -> dict[str, str]:
    """The text of every page, by its path in `docs`."""
    every = checks()
    games = [game for game in rulesets() if any(claim.game == game for claim in every)]
    own = {game: [claim for claim in every if claim.game == game] for game in games}
    return {"claims.md": _contents(own), **{f"claims/{game}.md": "".join(_page(game, own[game])) for game in games}}


def _contents(own: Mapping[str, Sequence[Claim]]) -> str:
    """The page that leads to the others, whose text before the tables stays as it is."""
    every = [claim for here in own.values() for claim in here if not claim.test]
    kinds = [kind for kind in ASSUMED if any((claim.strength, claim.on) == kind for claim in every)]
    meanings: list[list[str]] = []
    for strength, on in kinds:
        means = "as above" if meanings and meanings[-1][0].startswith(f"*{strength}*") else STRENGTHS[strength]
        runs = f", on {RUNS_ON[on]}" if on else ""
        meanings.append([f"*{strength}*{f', {on}' if on else ''}", f"{means}{runs}", ASSUMED[strength, on]])
    strengths = list(dict.fromkeys(strength for strength, _ in kinds))
    rows = []
    for game, here in own.items():
        count = Counter("tests" if claim.test else claim.strength if whole(claim) else "not yet run" for claim in here)
        numbers = [str(count[column]) if count[column] else "" for column in (*strengths, "not yet run", "tests")]
        rows.append([f"[{rulesets()[game].title}](claims/{game}.md)", *numbers])
    table = _table(["game", *strengths, "not yet run", "tests"], rows)
    head, *_ = (DOCS / "claims.md").read_text(encoding="utf-8").partition("| game ")
    return f"{head}{table}\n{_table(['strength', 'means', 'assumes'], meanings)}"


def _page(game: str, here: Sequence[Claim]) -> Iterator[str]:
    """The page of a game: its claims in one table, what belongs to each folded, and its tests in another."""
    ruleset, own = rulesets()[game], [claim for claim in here if not claim.test]
    yield f"# Claims about {ruleset.title}\n\n"
    rules_page = f"[the rules `{ruleset.id}`](../../spec/rules/{game}.md)"
    yield f"{len(own)} claims about {rules_page}. [Claims](../claims.md) explains the table.\n\n"
    runs: dict[str, list[str]] = {}
    for claim in own:
        if last := whole(claim):
            runs.setdefault(f"{last} ({last.on})", []).append(f"`{claim.id}`")
    (usual, _), *others = sorted(runs.items(), key=lambda run: -len(run[1])) or [("", [])]
    yield f"Whole bounds last run: {usual}.{' Exceptions:' * bool(others)}\n\n" if usual else ""
    yield from (f"- {', '.join(ids)}: {run}\n" for run, ids in others)
    yield "\n" * bool(others)
    yield _table(["claim, strength", "statement"], map(_row, own))
    if tests := [claim for claim in here if claim.test]:
        yield f"\n## Tests\n\n{_table(['test', 'statement'], map(_row, tests))}"


def _row(claim: Claim) -> list[str]:
    parts = "<br>".join([f"{claim.bound[:1].upper()}{claim.bound[1:]}.", *_parts(claim)])
    folded = f"<details><summary>Bound</summary>{parts}</details>"
    strength = "" if claim.test else f"<br>{_strength(claim)}"
    return [f'<code id="{claim.id}">{claim.id}</code>{strength}', claim.statement + folded]


def _parts(claim: Claim) -> Iterator[str]:
    """What belongs to a claim besides its bound: sentences."""
    if claim.sample:
        last = recorded().get(claim.id, {}).get(SAMPLE)
        yield f"Sample: {claim.sample} ({last or 'not yet run'})."
    if claim.needs:
        yield f"Needs: {', '.join(claim.needs)}."
    named, own = [], f"{claim.game}.md"
    for page in dict.fromkeys(rules()[id].page for id in claim.rules):
        here = [id for id in claim.rules if rules()[id].page == page]
        of_page = sum(rule.page == page for rule in rules().values())
        many = f"{'all' if len(here) == of_page else len(here)}{f' of {page[:-3]}' * (page != own)}"
        named += [many] if len(here) > MANY else here
    if named:
        yield f"Rules: {', '.join(named)}."
    if planted := [mutant_in_words(name) for name in claim.mutants if ARROW not in name]:
        yield f"Errors: {'; '.join(planted)}."


def _strength(claim: Claim) -> str:
    notes = [claim.on, "long" * claim.full, "" if whole(claim) else "not yet run"]
    return ", ".join([claim.strength, *filter(None, notes)])


def _table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [f"| {' | '.join(cells)} |\n" for cells in (head, *rows)]
    return "".join([lines[0], f"|{'---|' * len(head)}\n", *lines[1:]])
