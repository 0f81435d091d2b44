"""The formal text of the pages is in its language and complete; its grammar is read as ISO/IEC 14977 says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qttt.spec import formal, rulesets
from qttt.spec.evaluation import SettingError, run, text_of
from qttt.spec.subset import Block, SubsetError, check
from qttt.spec.text import Grammar, GrammarError, fenced
from qttt.spec.vocabulary import WORDS, Map, choices, subsets, the


def test_every_block_has_a_rule_and_is_used_by_a_game() -> None:
    used = {block for game in rulesets() for block in text_of(game)}
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
    text, ruleset = text_of("goff"), rulesets()["goff"]
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
    ],
)
def test_broken_grammar_is_rejected(text: str, message: str) -> None:
    with pytest.raises(GrammarError, match=message):
        Grammar(text)
