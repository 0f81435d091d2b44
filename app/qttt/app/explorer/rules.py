"""The text of a rule, from its page."""

import re
from typing import Any

from qttt.app.explorer.question import BadQuestion
from qttt.app.rules.pages import texts
from qttt.spec import rules

FORMAL = re.compile(r"^```(?:python|ebnf)\n.*?^```\n?", re.M | re.S)


def rule_json(rule: str) -> dict[str, Any]:
    """A rule: its ID, title, section and page, and its text in Markdown, without the formal block. Raises
    `BadQuestion`."""
    found = rules().get(rule)
    if found is None:
        raise BadQuestion(f"unknown rule '{rule[:40]}': expected an ID such as {next(iter(rules()))}")
    text = FORMAL.sub("", texts(found.page)[rule]).strip()
    return {"rule": rule, "title": found.title, "section": found.section, "page": found.page, "text": text}
