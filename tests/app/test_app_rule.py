"""`qttt rule`: everything that is tied to a rule, and the search for rules; and the rules that the explorer shows."""

import re

import pytest

from qttt.app.commands import explore
from qttt.app.rulebook import all_rules, cite, texts
from qttt.app.rulebook.tied import Tied, expectation, find_rules, question, sources
from qttt.fast.known.web import load
from qttt.spec import games, lemmas, rules, vectors
from qttt.verification.claim_pages import named
from qttt.verification.registry import Claim, claims

from .conftest import Run


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("tie", {"GOFF-END-4", "GOFF-END-5", "TIQ-SCORE-1"}),
        ("ties", {"GOFF-END-4", "GOFF-END-5", "TIQ-SCORE-1"}),
        ("Draws", {"GOFF-END-4", "GOFF-END-5", "TIQ-SCORE-1"}),
        ("both have a line", {"HYB-END-2", "GOFF-END-4", "TIQ-SCORE-1"}),
        ("special final", {"GOFF-FINAL-1", "RL-ACTION-2"}),
        ("a", {"GOFF-END-1"}),
    ],
)
def test_search_finds_other_forms_of_a_word(qttt: Run, words: str, ids: set[str]) -> None:
    assert ids <= {row["id"] for row in qttt("rule", "--search", words, "--json").rows}


@pytest.mark.parametrize("id", sorted(all_rules()))
def test_rule_and_its_citation_fit_a_screen(qttt: Run, id: str) -> None:
    """Of 80 columns and 24 lines, the last of which is the prompt's."""
    lines = qttt("rule", id).out.splitlines()
    assert len(lines) <= 23
    decisions = re.findall(r"^\*Decision\.\*\s+(\w+\s+\w+)", texts(all_rules()[id].page)[id], re.M)
    assert all(" ".join(decision.split()) in " ".join(lines) for decision in decisions)
    assert max(map(len, lines)) <= 80
    assert "](" not in "".join(lines)
    assert "The qttt authors (20" in "\n".join(lines[-6:])


@pytest.mark.parametrize("id", sorted(lemmas()))
def test_lemma_fits_a_screen_with_its_basis(qttt: Run, id: str) -> None:
    lines = qttt("rule", id).out.splitlines()
    assert len(lines) <= 23
    assert any(line.startswith("Basis. ") for line in lines)
    assert qttt("rule", id, "--json").json["basis"] == [part._asdict() for part in lemmas()[id].basis]


def test_name_of_several_lemmas_is_refused_with_all(qttt: Run) -> None:
    for name in ("classic", "ends", "monotone", "symmetry"):
        told = qttt("rule", f"LEMMA {name}")
        assert told.code == 2
        assert all(id in told.line for id in lemmas() if id.endswith(f":{name}"))


def test_citation_is_a_line(qttt: Run) -> None:
    said = qttt("rule", "goff-collapse-2", "--cite").out
    assert said == f"{cite.of_rule(rules()['GOFF-COLLAPSE-2']).line}\n"
    assert "goff-three-trees, proved" in qttt("rule", "goff-three-trees", "--cite", "--json").json["cite"]
    assert qttt("rule", "goff-turn-0001", "--cite").line == "goff-turn-0001 is a vector: cite its rule, GOFF-TURN-1"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["GOFF-1.0:1-9"], "goff-1.0:1-9 is a result, not a rule: qttt cite goff-1.0:1-9"),
        (["goff-1.0", "--all"], "goff-1.0 is a result, not a rule: qttt cite goff-1.0"),
        (["", "--cite"], "expected an ID or --search TEXT, such as: qttt rule GOFF-COLLAPSE-2"),
        ([" ", "--bibtex"], "expected an ID or --search TEXT, such as: qttt rule GOFF-COLLAPSE-2"),
        ([""], "expected an ID or --search TEXT, such as: qttt rule GOFF-COLLAPSE-2"),
    ],
)
def test_what_is_not_a_rule_is_refused(qttt: Run, words: list[str], line: str) -> None:
    assert qttt("rule", *words).line == line


def test_every_rule_has_text_functions_vectors_and_claims() -> None:
    for id, rule in rules().items():
        found = Tied(rule)
        assert found.text, id
        assert not found.text.startswith("#"), id
        assert all((found.reference, found.vectors, found.claims, found.history)), id


def test_functions_found_are_those_of_the_traceability_claim() -> None:
    """Both read the docstrings of the reference, in different ways."""
    assert {*sources("qttt.reference")} == named()["reference"]


def test_no_code_names_an_unknown_rule() -> None:
    for piece in ("qttt.reference", "qttt.fast"):
        assert {id for id in sources(piece) if not id.startswith("RL-")} <= {*rules()}


def test_ranges_and_short_forms_of_ids() -> None:
    assert find_rules("Rules: A-B-2 to A-B-4,\n  C-D-1, -3. Rule: E-F-1") == [
        *("A-B-2", "A-B-3", "A-B-4", "C-D-1", "C-D-3", "E-F-1")
    ]
    assert find_rules("The rule of thumb") == []


def test_every_vector_is_told_on_a_line() -> None:
    for vector in (each for game in games() for each in vectors(game)):
        assert question(vector)
        assert expectation(vector)
        assert "\n" not in expectation(vector)


@pytest.mark.parametrize("name", explore.pages_of_rules())
def test_rules_of_the_explorer_are_those_of_the_page(name: str) -> None:
    description, arrays = load(name)
    assert description == {"table": name, "rules": explore.shown_rules(name)}
    assert not arrays
    page = f"{name.removeprefix('rules-')}.md"
    assert [*description["rules"]] == [rule.id for rule in rules().values() if rule.page == page]


def test_text_of_a_rule_is_that_of_the_page_without_its_code() -> None:
    shown = load("rules-goff")[0]["rules"]["GOFF-TURN-1"]
    text = texts("goff.md")["GOFF-TURN-1"]
    assert shown["title"] == rules()["GOFF-TURN-1"].title
    assert "```" in text
    assert re.sub(r"```python\n.*?```\n?", "", text, flags=re.S).strip() == shown["text"]


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.id)
def test_claim_names_the_errors_that_its_check_catches(qttt: Run, claim: Claim) -> None:
    assert qttt("rule", claim.id, "--json").json["claim"]["mutants"]
    assert "catches: ." not in qttt("rule", claim.id).out
