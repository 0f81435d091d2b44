"""The pages keep their form, docs/learning.md too, and the registry is what they say; their formal text is in its
language and complete, and its grammar is read as ISO/IEC 14977 says."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from qttt.app.rulebook import LEARNING, RULE_ID, all_rules, text_of, texts
from qttt.spec import Vector, formal, rules, rulesets, schema, vectors
from qttt.spec.evaluation import SettingError, run
from qttt.spec.evaluation import text_of as formal_text_of
from qttt.spec.subset import Block, SubsetError, check
from qttt.spec.text import PAGES, Grammar, GrammarError, fenced
from qttt.spec.vocabulary import WORDS, Map, choices, subsets, the

# Formal text


def test_every_block_has_a_rule_and_is_used_by_a_game() -> None:
    used = {block for game in rulesets() for block in formal_text_of(game)}
    every = [block for page in ("notation", *rulesets()) for block in fenced(page, "python")]
    assert [block for block in every if block not in used or not block.rule] == []


@pytest.mark.parametrize(
    ("game", "options", "rule"),
    [
        ("goff", {"collapse": "nobody"}, "GOFF-SELECT-1"),
        ("goff", {"double_win": "perhaps"}, "GOFF-END-6"),
        ("sqt", {"q": "5/4"}, "SQT-PROBABILITY-1"),
        ("sqt", {"q": "0.75", "scoring": "draws-first"}, "SQT-SCORE-1"),
        ("probabilistic", {"board": "1,0,0"}, "PROB-BOARD-1"),
        ("tiqtaqtoe", {"level": "low"}, "TIQ-LEVEL-1"),
        ("tiqtaqtoe", {"both": "nobody"}, "TIQ-SWITCH-1"),
        ("hybrid", {"links": "three"}, "HYB-SWITCH-1"),
    ],
)
def test_setting_that_a_rule_refuses_is_rejected(game: str, options: dict[str, str], rule: str) -> None:
    with pytest.raises(SettingError) as refused:
        formal(game, **options)
    assert refused.value.rule == rule


def test_unknown_game_and_option_are_rejected() -> None:
    with pytest.raises(ValueError, match="no formal text of the game 'chess': there is one for goff, "):
        formal("chess")
    with pytest.raises(ValueError, match="goff has no option 'colour': it has collapse, double_win"):
        formal("goff", colour="red")
    with pytest.raises(ValueError, match=r"the option board is a text, such as '0\.5,.*'; this is a list"):
        formal("probabilistic", board=[["1/2", "1/4", "1/4"]] * 9)
    with pytest.raises(ValueError, match=r"the option level is a text, one of .*; this is a int"):
        formal("tiqtaqtoe", level=3)


def block(text: str) -> Block:
    return Block("page.md", "GOFF-BOARD-1", text, 10)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a = 1\na = 2\n", "page.md:11: a is defined twice"),
        ("a = max.__self__\n", "page.md:11: .__self__ is not in the language"),
        ("a = '{0.__class__}'.format(1)\n", "page.md:11: .format is not in the language"),
        ("class A(NamedTuple):\n    n: max.__self__\n", "page.md:11: a named tuple has fields and nothing else"),
        ("def a(x: max.__self__):\n    return x\n", "page.md:11: parameters are plain names"),
        ("def a(x) -> max.__self__:\n    return x\n", "page.md:11: expected a value, a function that ends"),
        ("__builtins__ = 1\n", "page.md:11: __builtins__ begins with _"),
        ("a = 1 << 40\n", "page.md:11: LShift is not in the language"),
        ("len = 1\n", "page.md:11: len is defined twice"),
        ("a = b\n", "page.md:11: b is defined nowhere"),
        ("b = 1\n", "page.md:11: b is used nowhere"),
        ("def a(x):\n    return y\n", "page.md:11: y is defined nowhere"),
        ("def a(x):\n    y = x\n    return 1\n", "page.md:11: y is not used"),
        ("def a(x):\n    y = 1\n    y = 2\n    return y\n", "page.md:11: y means something else already"),
        ("def a(len): return 1\n", "page.md:11: len means something else already"),
        ("def a(x): return {x for x in (1, 2)}\n", "page.md:11: x means something else already"),
        ("def a(x): return {1 for y in x}\n", "page.md:11: y is not used"),
        ("def a(x):\n    for y in x: y\n    return x\n", "page.md:11: a function gives values a name"),
        ("def a(x): x\n", "page.md:11: expected a value, a function"),
        ("def a(x=1): return x\n", "page.md:11: parameters are plain names"),
        ("import os\n", "page.md:11: expected a definition"),
        ("1\na = 1\n", "page.md:11: expected a definition"),
        ("a = [1]\n", "page.md:11: List is not in the language"),
        ("a = 0.5\n", "page.md:11: 0.5 is neither an integer nor a text"),
        ("def a(x): return (y := x)\n", "page.md:11: NamedExpr is not in the language"),
        ("class a(NamedTuple):\n    n: int\n    def f(self): return 1\n", "page.md:11: a named tuple has fields"),
        ("class a: n = 1\n", "page.md:11: expected a value, a function"),
        ("a = (\n", "page.md:11: "),
        *((f"a = {'-' * minus}1\n", "page.md:10: the block is nested too deeply") for minus in (99, 5000)),
        (f"class a(NamedTuple):\n    n: int\n    {'[' * 150}\n", "page.md:1"),
    ],
)
def test_text_outside_the_language_is_rejected(text: str, fault: str) -> None:
    with pytest.raises(SubsetError) as refused:
        check([block(text)], WORDS, {"a"})
    assert str(refused.value).startswith(fault)


def test_text_of_the_language_is_accepted() -> None:
    text = "a = {1, 2}\ndef f(x): return {y: y + 1 for y in x if y in a and all(z < y for z in x)}\n"
    check([block(text)], WORDS, {"f"})


def test_functions_that_mean_the_same_share_their_results() -> None:
    text, ruleset = formal_text_of("goff"), rulesets()["goff"]
    changed = tuple(
        replace(each, text=each.text.replace("{3, 5, 7}", "{3, 5, 8}")) if each.rule == "GOFF-BOARD-2" else each
        for each in text
    )
    page, other, wrong = run(text, ruleset, {}), run(text, ruleset, {"collapse": "self"}), run(changed, ruleset, {})
    assert page.component is other.component is wrong.component
    assert page.lines is other.lines
    assert page.lines is not wrong.lines
    assert page.actor is not other.actor
    diagonal = page.Position(5, Map({3: 1, 1: 2, 5: 3, 2: 4, 7: 5}), Map(), 0)
    assert (page.actor(diagonal), wrong.actor(diagonal)) == (None, "O")


def test_sets_and_maps_do_not_change() -> None:
    page = formal("goff")
    assert isinstance(page.S, frozenset)
    assert isinstance(page.initial.D, Map)
    assert hash(page.initial) == hash(page.Position(0, Map(), Map(), 0))


def test_words_go_through_all_cases() -> None:
    assert set(subsets((1, 2))) == {frozenset(), frozenset({1}), frozenset({2}), frozenset({1, 2})}
    assert {f[1] for f in choices(Map({1: (5, 6), 2: (7,)}))} == {5, 6}
    with pytest.raises(ValueError, match="exactly one element: there are 0"):
        the(())
    with pytest.raises(ValueError, match="exactly one element: there are 2"):
        the((1, 2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('a = "x" ; a = "y" ;', "expected the definition of a new symbol"),
        ('"x" ;', "expected the definition of a new symbol"),
        ("a = b ;", "the symbol 'b' is not defined"),
        ('a = "x", a ;', "defined by itself"),
        ("a = X ;", "expected a symbol, a quoted text"),
        ('a = ( "x" ;', "a bracket is not closed"),
        ('a = 999999999999 * "x" ;', "expected a symbol, a quoted text"),
    ],
)
def test_broken_grammar_is_rejected(text: str, message: str) -> None:
    with pytest.raises(GrammarError, match=message):
        Grammar(text)


# The form of pages


ID = re.compile(r"\b(?:NOTATION|GOFF|PROB|SQT|TIQ|HYB)-[A-Z]+-[0-9]+\b")
LEMMA = re.compile(r"LEMMA ([a-z0-9]+(?:-[a-z0-9]+)*)")
LEMMA_ELSEWHERE = re.compile(r"\[LEMMA\s([a-z0-9-]+)\]\([a-z]+\.md#lemma-\1\)")


every_page = pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.name)


@every_page
def test_every_heading_of_a_rule_has_its_form_and_an_id_of_its_own(page: Path) -> None:
    headings = re.findall(r"^#+ ([A-Z]+-[A-Z]+-[0-9].*)", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    own = [rule for rule in rules().values() if rule.page == page.name]
    assert headings == [f"{rule.id} {rule.title}" for rule in own]
    assert all(rule.section and rule.anchor == rule.id.lower() for rule in own)


@every_page
def test_every_rule_and_lemma_mentioned_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert set(ID.findall(text)) - set(rules()) == set()
    defined = re.findall(r"^### LEMMA ([a-z0-9-]+)", text, flags=re.MULTILINE)
    assert len(defined) == len(set(defined))
    assert set(LEMMA.findall(LEMMA_ELSEWHERE.sub("", text))) == set(defined), "a lemma of another page needs a link"


@every_page
def test_formal_text_has_at_most_80_columns(page: Path) -> None:
    blocks = [block for language in ("python", "ebnf") for block in fenced(page.stem, language)]
    assert [line for block in blocks for line in block.text.splitlines() if len(line) > 80] == []


@every_page
def test_prose_has_no_broken_line(page: Path) -> None:
    """Every line has at most 120 columns, and a list has not been joined to one."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    lines = [line for line in text.splitlines() if not line.startswith(("|", "    "))]
    broken = re.compile(r"\S {2,}\S|\s$|^ *\+ |.{121}")
    assert [line for line in lines if broken.search(line)] == []
    assert re.findall(r"\b([A-Za-z]{2,})\s+\1\b", "\n".join(lines)) in ([], ["no"])  # no semicolon, no no-break space


def test_sqt_page_states_which_goff_rules_hold() -> None:
    page = (PAGES / "sqt.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"^\| of the page .+\n(?:\|.+\n)+", page, flags=re.MULTILINE)
    listed = [rule for row in table.splitlines() for rule in ID.findall(row.split("|")[1])]
    assert listed[-1] == "GOFF-SETTING-1"
    assert sorted(listed) == sorted(rule.id for rule in rules().values() if rule.page == "goff.md")


# The schema of files of boards


VALIDATOR = jsonschema.Draft202012Validator(schema("board"))
FILES = [vector for vector in vectors("probabilistic") if "json" in vector.options]
BEYOND_A_SCHEMA = {"PROB-SQUARE-1", "PROB-NUMBER-1"}
"""A sum of 1, and how a number is written."""


@pytest.mark.parametrize("vector", FILES, ids=lambda vector: vector.id)
def test_schema_agrees_with_the_vectors(vector: Vector) -> None:
    try:
        content = json.loads(vector.options["json"].removeprefix("\ufeff"))
    except json.JSONDecodeError:
        assert "refused" in vector.then
        return
    refused = {entry.get("refused") for entry in vector.then.get("boards", [])} | {vector.then.get("refused")}
    repeated = '"squares": [[0.5, 0.2, 0.3]' in vector.options["json"] and vector.options["json"].count('"squares"') > 1
    if refused == {None}:
        assert VALIDATOR.is_valid(content)
    elif refused - {None} - BEYOND_A_SCHEMA and not repeated:
        assert not VALIDATOR.is_valid(content)


@pytest.mark.parametrize(
    "square",
    [[0.5, 0.5], [0.5, 0.2, 0.2, 0.1], [1.5, 0, 0], [-0.5, 0.5, 1], ["50 %", 0.5, 0], ["1/0", 0, 0], [None, 0.5, 0.5],
     {"success": 1, "neutral": 0}, {"success": 1, "neutral": 0, "failure": 0, "more": 0}, [".5", 0.5, 0], "1"],
    ids=str,
)  # fmt: skip
def test_schema_rejects_mutant(square: Any) -> None:
    good: list[Any] = [[0.5, "20%", "3/10"]] * 8
    assert VALIDATOR.is_valid([*good, {"success": 0.5, "neutral": 0.2, "failure": 0.3}])
    assert not VALIDATOR.is_valid([*good, square])


# docs/learning.md, which also computes numbers of pairs

PAGE = text_of(LEARNING)
DECISION = (r"\*Decision\.\*", r"\*Alternatives?:\*", r"\*Reason:\*")
"""The parts of a decision, which a rule has together or not at all."""
LINKED = re.compile(r"\[((?:NOTATION|GOFF|RL)-[A-Z]+-[0-9]+)\]\([^)#]*#([a-z0-9-]+)\)")


def test_page_has_the_form_of_a_rule_page() -> None:
    sections = texts(LEARNING)
    ids = [*sections]
    assert len(ids) > 20
    assert re.findall(r"^### (RL-[A-Z]+-[1-9][0-9]*) \S", PAGE, re.M) == re.findall(r"^#+ (RL-\S*)", PAGE, re.M) == ids
    assert {*RULE_ID.findall(PAGE)} <= {*all_rules()}
    anchors = [*LINKED.findall(PAGE), *((id, all_rules()[id].anchor) for id in ids)]
    assert [id for id, anchor in anchors if anchor != id.lower()] == []
    decided = {id: [*map(bool, (re.search(part, text) for part in DECISION))] for id, text in sections.items()}
    assert [id for id, parts in decided.items() if any(parts) != all(parts)] == []
    assert sum(map(all, decided.values())) > len(ids) / 2
    assert [id for id, text in sections.items() if not re.search(r"\nSource: \S.*\.\s*$", text)] == []


def test_examples_have_the_stated_numbers() -> None:
    pairs = [(x, y) for x in range(1, 10) for y in range(x + 1, 10)]
    assert [(x - 1) * (18 - x) // 2 + (y - x - 1) for x, y in pairs] == list(range(36))
    [examples] = re.findall(r"1-2 is 0, .*?\.", PAGE.replace("\n", " "))
    for x, y, number in re.findall(r"(\d)-(\d) is (\d+)", examples):
        assert pairs.index((int(x), int(y))) == int(number)
