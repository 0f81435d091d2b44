"""docs/learning.md keeps the form of a rule page, and the numbers of pairs follow from its formula."""

import re

from qttt.app.rulebook import LEARNING, RULE_ID, all_rules, text_of, texts

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
