"""The search for rules by words."""

import re

from qttt.app.errors import BadInput
from qttt.app.rules.pages import all_rules, texts
from qttt.spec import Rule

PASSED_OVER = {"a", "an", "and", "are", "at", "has", "have", "if", "in", "is", "of", "or", "the", "to", "when"}
SAME = ({"tie", "draw"},)
"""Words of which each also finds the others."""


def search(words: str) -> list[Rule]:
    """The rules in whose ID, title, section or text each of these words begins a word, in any case; those with all of
    them in title and ID come first.

    A plural also finds the singular, and a word also finds those of the same meaning (`SAME`). Words such as "a" and
    "have" do not count beside others. Raises BadInput for an empty text, and if there is no such rule.
    """
    typed = words.split()
    if not typed:
        raise BadInput("--search: the text is empty; expected words, such as: qttt rule --search collapse")
    wanted = [_pattern(word) for word in typed if word.lower() not in PASSED_OVER] or [*map(_pattern, typed)]

    def where(rule: Rule) -> int | None:
        head = f"{rule.id} {rule.title}"
        text = f"{head} {rule.section} {texts(rule.page)[rule.id]}"
        if not all(word.search(text) for word in wanted):
            return None
        return 0 if all(word.search(head) for word in wanted) else 1

    places = {rule.id: where(rule) for rule in all_rules().values()}
    found = [rule for rule in all_rules().values() if places[rule.id] is not None]
    if not found:
        raise BadInput(f"no rule contains '{words}'; try fewer words, or qttt rule --search GOFF for all of a page")
    return sorted(found, key=lambda rule: places[rule.id] or 0)


def _pattern(word: str) -> re.Pattern[str]:
    """Matches the beginning of a word: of this one, of its singular, or of one of the same meaning."""
    low = word.lower()
    stem = low[:-1] if len(low) > 3 and low.endswith("s") and not low.endswith("ss") else low
    meant = next((same for same in SAME if stem in same), {stem})
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(meant)))})", re.I)
