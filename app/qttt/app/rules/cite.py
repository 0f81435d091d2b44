"""How rules, rulesets, pages and results are cited: one line of text, and an entry for BibTeX."""

import re
from dataclasses import dataclass
from typing import Final

from qttt.app.version import version
from qttt.spec import Rule, rulesets

SITE: Final = "https://qttt.example/"
"""The public address of the site. `pyproject.toml`, `CITATION.cff` and `.zenodo.json` repeat it, and a test keeps them
equal. The domain `.example` is reserved and leads nowhere (RFC 2606): CONTRIBUTING says how to set the address before a
release."""
AUTHOR: Final = "The qttt authors"
SPECIAL = re.compile(r"[#$%&_{}]")


@dataclass(frozen=True)
class Citation:
    """What is cited: a key, a title, the versions it belongs to, and its permanent address."""

    key: str
    title: str
    address: str
    note: str

    @property
    def line(self) -> str:
        """The citation as text."""
        return f"{AUTHOR}. {self.title}. {self.note}. {self.address}"

    @property
    def bibtex(self) -> str:
        """The citation as an entry for BibTeX."""
        fields = {
            "author": f"{{{AUTHOR}}}",
            "title": f"{{{_escaped(self.title)}}}",
            "note": _escaped(self.note),
            "url": self.address,
        }
        return "\n".join([f"@misc{{{self.key},", *(f"  {name} = {{{text}}}," for name, text in fields.items()), "}"])


def ruleset_of(rule: Rule) -> str:
    """The ruleset of a rule, with its version; the notation page, which all rulesets share, has its own.

    >>> from qttt.spec import rules
    >>> ruleset_of(rules()["GOFF-COLLAPSE-2"])
    'goff-1.1'
    """
    name = rule.page.removesuffix(".md")
    return rulesets()[name].id if name in rulesets() else name


def place_of(rule: Rule) -> str:
    """The page and anchor of a rule below the address of the site. The rules of learning stand on a page of `docs/`.

    >>> from qttt.spec import rules
    >>> place_of(rules()["GOFF-COLLAPSE-2"])
    'rules/goff/#goff-collapse-2'
    """
    folder = "" if rule.id.startswith("RL-") else "rules/"
    return f"{folder}{rule.page.removesuffix('.md')}/#{rule.anchor}"


def of_rule(rule: Rule) -> Citation:
    """The citation of a rule.

    >>> from qttt.spec import rules
    >>> of_rule(rules()["GOFF-COLLAPSE-2"]).address
    'https://qttt.example/rules/goff/#goff-collapse-2'
    """
    address = f"{SITE}{place_of(rule)}"
    note = f"Rule {rule.id} of {ruleset_of(rule)}, in qttt {version()}"
    return Citation(f"qttt-{rule.anchor}", f"{rule.id}: {rule.title}", address, note)


def of_ruleset(name: str) -> Citation:
    """The citation of the ruleset of a game."""
    ruleset = rulesets()[name]
    address = f"{SITE}rulesets/{ruleset.id}/"
    return Citation(f"qttt-{ruleset.id}", ruleset.title, address, f"Ruleset {ruleset.id}, in qttt {version()}")


def of_page(title: str, path: str) -> Citation:
    """The citation of a page of the site, by its path below the address of the site."""
    key = "-".join(["qttt", *re.findall(r"[A-Za-z0-9.+-]+", path)])
    return Citation(key, title, f"{SITE}{path}", f"qttt {version()}")


def _escaped(text: str) -> str:
    return SPECIAL.sub(lambda sign: f"\\{sign[0]}", text)
