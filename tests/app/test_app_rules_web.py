"""The rules that the explorer shows are those of the pages."""

import re

import pytest

from qttt.app.rules import web
from qttt.app.rules.pages import texts
from qttt.fast.known.web import load
from qttt.spec import rules


@pytest.mark.parametrize("name", web.names())
def test_rules_of_the_explorer_are_those_of_the_page(name: str) -> None:
    description, arrays = load(name)
    assert description == {"table": name, "rules": web.page(name)}
    assert not arrays
    page = f"{name.removeprefix('rules-')}.md"
    assert [*description["rules"]] == [rule.id for rule in rules().values() if rule.page == page]


def test_text_of_a_rule_is_that_of_the_page_without_its_code() -> None:
    shown = load("rules-goff")[0]["rules"]["GOFF-TURN-1"]
    text = texts("goff.md")["GOFF-TURN-1"]
    assert shown["title"] == rules()["GOFF-TURN-1"].title
    assert "```" in text
    assert re.sub(r"```python\n.*?```\n?", "", text, flags=re.S).strip() == shown["text"]
