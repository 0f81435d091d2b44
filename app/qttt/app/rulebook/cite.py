"""How rules, rulesets, claims, results, pages and the project are cited: one line of text, and an entry for BibTeX.

`CITATION.cff` states the title, the year and the public address of the site, which is empty until there is one. With it
set, every citation names an address, and so do the pages of the site and the metadata of the package.
"""

import json
import re
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING, Final

from qttt.app.installed import version
from qttt.spec import Lemma, Rule, rulesets

if TYPE_CHECKING:
    from qttt.verification.registry import Claim

ROOT = Path(__file__).parents[4]
PLACES = (Path(__file__).with_name("CITATION.cff"), ROOT / "CITATION.cff")
"""Where the file may lie: in an installed package, and in a source tree."""


def read_stated(text: str) -> Mapping[str, str]:
    """The plain values that a file of the Citation File Format states about the project.

    >>> read_stated('title: "a: b"\\nurl: https://c.example/\\nauthors:\\n  - name: d\\n')
    {'title': 'a: b', 'url': 'https://c.example/'}
    """
    return {name: value.strip('"') for name, value in re.findall(r"^([a-z-]+): *([^>\s].*)$", text, re.M)}


STATED: Final = read_stated(next((place.read_text(encoding="utf-8") for place in PLACES if place.is_file()), ""))
SITE = STATED.get("url", "")
"""The public address of the site, with a slash at its end; empty while there is none."""
AUTHOR: Final = "The qttt authors"
SPECIAL = re.compile(r"[#$%&_{}]")


@cache
def source() -> str:
    """Which copy of the software this is: the commit of a clone, or the archive that was installed; else empty."""
    if (ROOT / ".git").exists():
        with suppress(OSError, subprocess.CalledProcessError):
            asked = ["git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"]
            return f"commit {subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()}"
    with suppress(PackageNotFoundError):
        origin = json.loads(distribution("qttt").read_text("direct_url.json") or "{}")
        if commit := origin.get("vcs_info", {}).get("commit_id"):
            return f"commit {commit[:12]}"
        if "archive_info" in origin:
            return f"archive {origin['url'].rpartition('/')[2]}"
    return ""


@dataclass(frozen=True)
class Citation:
    """What is cited: a title, what it is in which version, its place below the address of the site, and the key of its
    entry for BibTeX, which rules and lemmas lack: BibTeX cites their ruleset."""

    title: str
    note: str
    place: str
    key: str = ""

    @property
    def address(self) -> str:
        """The permanent address; empty while the site has none."""
        return f"{SITE}{self.place}" if SITE else ""

    @property
    def line(self) -> str:
        """The citation as text."""
        about = ", ".join(filter(None, [self.note, source()]))
        return " ".join(filter(None, [f"{AUTHOR} ({_year()}). {self.title}. {about}.", self.address]))

    def __str__(self) -> str:
        return self.line

    @property
    def bibtex(self) -> str:
        """The citation as an entry for BibTeX, with the copy of the software."""
        return self.entry(source())

    def entry(self, source: str = "") -> str:
        """The citation as an entry for BibTeX."""
        fields = {
            "author": f"{{{AUTHOR}}}",
            "title": f"{{{_escape(self.title)}}}",
            "year": _year(),
            "note": _escape(", ".join(filter(None, [self.note, source]))),
            "url": self.address,
        }
        lines = (f"  {name} = {{{text}}}," for name, text in fields.items() if text)
        return "\n".join([f"@misc{{{self.key},", *lines, "}"])


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
    """The citation of a rule or a lemma.

    >>> from qttt.spec import rules
    >>> of_rule(rules()["GOFF-COLLAPSE-2"]).note.partition(",")[0]
    'Rule of goff-1.1'
    """
    kind, title = ("Lemma", rule.title) if isinstance(rule, Lemma) else ("Rule", f"{rule.id}: {rule.title}")
    return Citation(title, f"{kind} of {ruleset_of(rule)}, in qttt {version()}", place_of(rule))


def entry_of(rule: Rule) -> Citation:
    """What BibTeX cites for a rule: its ruleset, or the project for rules that belong to none."""
    name = rule.page.removesuffix(".md")
    return of_ruleset(name) if name in rulesets() else of_project()


def of_ruleset(name: str) -> Citation:
    """The citation of the ruleset of a game."""
    ruleset = rulesets()[name]
    note = f"Ruleset {ruleset.id}, in qttt {version()}"
    return Citation(ruleset.title, note, f"rulesets/{ruleset.id}/", f"qttt-{ruleset.id}")


def of_claim(claim: "Claim") -> Citation:
    """The citation of a claim."""
    from qttt.verification.records import strength_shown

    note = f"Claim {claim.id}, {strength_shown(claim)}, in qttt {version()}"
    return Citation(claim.statement.rstrip("."), note, f"claims/{claim.game}/#{claim.id}", f"qttt-{claim.id}")


def of_result(id: str, title: str) -> Citation:
    """The citation of a result."""
    key = "-".join(["qttt-results", *re.findall(r"[A-Za-z0-9.+-]+", id)])
    return Citation(title, f"Result {id}, in qttt {version()}", f"results/#{id}", key)


def of_page(title: str, path: str) -> Citation:
    """The citation of a page of the site, by its path below the address of the site."""
    return Citation(title, f"Page of qttt {version()}", path)


def of_project() -> Citation:
    """The citation of the project."""
    return Citation(STATED["title"], f"Version {version()}", "", "qttt")


def _year() -> str:
    return STATED["date-released"][:4]


def _escape(text: str) -> str:
    return SPECIAL.sub(lambda sign: f"\\{sign[0]}", text)
