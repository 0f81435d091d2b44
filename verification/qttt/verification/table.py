"""Writes the claims as pages: `docs/claims.md`, and one page for each game in `docs/claims/`."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from qttt.spec import rules, rulesets
from qttt.verification.in_words import assumed, established_by, function_in_words, mutant_in_words
from qttt.verification.records import established
from qttt.verification.registry import RUNS_ON, STRENGTHS, Claim, claims

DOCS = Path(__file__).resolve().parents[3] / "docs"
HEAD = """# Claims

The statements about this project that it can check by itself. A claim holds only if its check accepts the real thing
and, in the same run, catches every mutant, a version with one deliberate error. Most mutants are the small errors that
can be made in the functions that a claim is about: at least 98% of them must be noticed, of a seeded few in each
function by default, and of all of them under `--full`. `qttt verify` runs all claims except the long ones, and `qttt
verify --full` runs all of them at their full bounds; a claim that held there before, with the same source, is not run
again. `qttt rule RULE` prints the claims about a rule.

A claim that is *not yet established* has a check that has never run to its end. The strengths *proved* and *confirmed*
say what the check runs on: the formal text of the rule page, the text of a kernel or of the reference, or a model of a
rule that was written for the proof. A check that compares two texts is listed under the first of them in this order.

`python -m qttt.verification` writes these pages from `verification/qttt/verification/claims.toml`.

"""


def pages() -> dict[str, str]:
    """The text of every page, by its path in `docs`."""
    every = claims()
    games = [game for game in rulesets() if any(claim.game == game for claim in every)]
    own = {game: [claim for claim in every if claim.game == game] for game in games}
    return {"claims.md": _contents(own), **{f"claims/{game}.md": "".join(_page(game, own[game])) for game in games}}


def _contents(own: Mapping[str, Sequence[Claim]]) -> str:
    """The page that leads to the others."""
    meanings = _table(["strength", "means"], [[f"*{strength}*", means] for strength, means in STRENGTHS.items()])
    rows = []
    for game, here in own.items():
        count = Counter(claim.strength for claim in here)
        numbers = [str(count[strength]) if count[strength] else "" for strength in STRENGTHS]
        rows.append([f"[{rulesets()[game].title}](claims/{game}.md)", *numbers, str(len(here))])
    table = _table(["game", *STRENGTHS, "all"], rows)
    links = _table(
        ["claim", "statement", "strength"],
        [
            [f"[`{claim.id}`](claims/{claim.game}.md#{claim.id})", claim.statement, _strength(claim)]
            for here in own.values()
            for claim in here
        ],
    )
    return f"{HEAD}{meanings}\n{table}\n## All claims\n\n{links}"


def _page(game: str, here: Sequence[Claim]) -> Iterator[str]:
    """The page of a game: its claims under their strengths."""
    ruleset = rulesets()[game]
    yield f"# Claims about {ruleset.title}\n\n"
    yield f"{len(here)} claims about the ruleset `{ruleset.id}` ([rules](../../spec/rules/{game}.md)).\n"
    yield "[Claims](../claims.md) explains what a claim is, and what the strengths mean.\n"
    for strength, means in STRENGTHS.items():
        if some := [claim for claim in here if claim.strength == strength]:
            yield f"\n## {strength.capitalize()}\n\nThat means: {means}.\n"
            for claim in some:
                yield from _claim(claim)


def _claim(claim: Claim) -> Iterator[str]:
    """A claim: its statement, and a list of what belongs to it."""
    yield f"\n### {claim.id}\n\n{claim.statement}\n\n"
    if claim.on:
        yield f"- **Runs on:** {RUNS_ON[claim.on]}\n"
    yield f"- **Bound:** {claim.bound}\n- **Assumed:** {assumed(claim)}\n"
    if claim.rules:
        linked = (f"[{id}](../../spec/rules/{rules()[id].page}#{rules()[id].anchor})" for id in claim.rules)
        yield f"- **Rules:** {', '.join(linked)}\n"
    if claim.about:
        yield f"- **Small errors that the check notices:** those in {', '.join(map(function_in_words, claim.about))}\n"
    if claim.mutants:
        yield f"- **Errors that the check catches:** {'; '.join(map(mutant_in_words, claim.mutants))}\n"
    yield f"- **Last established:** {_established(claim)}\n"
    yield f"- **Re-verify:** `qttt verify {claim.id}{' --full' * bool(claim.few)}`\n"


def _established(claim: Claim) -> str:
    if not claim.established:
        return "*not yet established*"
    if not (last := established().get(claim.id)):
        return "date and machine not recorded"
    day = date.fromisoformat(last.date)
    return f"{day.day} {day:%B %Y}, on {last.on}"


def _strength(claim: Claim) -> str:
    notes = [note for note, on in (("long", claim.full), ("not yet established", not claim.established)) if on]
    return established_by(claim) + (f" (*{', '.join(notes)}*)" if notes else "")


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
