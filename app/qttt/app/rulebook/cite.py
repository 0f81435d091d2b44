"""How rules, rulesets, claims, results, positions, pages and the project are cited: one line of text, and an entry for
BibTeX.

`CITATION.cff` states the title, the year and the public address of the site, which is empty until there is one. With it
set, every citation names an address, and so do the pages of the site and the metadata of the package.
"""

import csv
import json
import re
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from typing import TYPE_CHECKING, Final

from qttt.app.installed import version
from qttt.app.rulebook import ROOT, shipped
from qttt.reference.picture import decimal
from qttt.spec import Lemma, Rule, rulesets

if TYPE_CHECKING:
    from qttt.verification.registry import Claim


def read_stated(text: str) -> Mapping[str, str]:
    """The plain values that a file of the Citation File Format states about the project.

    >>> read_stated('title: "a: b"\\nurl: https://c.example/\\nauthors:\\n  - name: d\\n')
    {'title': 'a: b', 'url': 'https://c.example/'}
    """
    return {name: value.strip('"') for name, value in re.findall(r"^([a-z-]+): *([^>\s].*)$", text, re.M)}


STATED: Final = read_stated(shipped("CITATION.cff"))
SITE = STATED.get("url", "")
"""The public address of the site, with a slash at its end; empty while there is none."""
AUTHOR: Final = "The qttt authors"
SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "#$%&_{}"} | {"^": r"\^{}", "<": "$<$", ">": "$>$", "³": "$^3$"})
"""What LaTeX would read otherwise, as it is written there."""
LONG: Final = 24
"""Characters of a fraction in a title, in a picture or on a page; a longer one is rounded there."""


@cache
def source() -> str:
    """Which copy of the software this is: the commit of a clone, or that from which a package was built, with -dirty
    if files differed from it, else the archive that was installed; empty if none of them is known."""
    if (ROOT / ".git").exists():
        with suppress(OSError, subprocess.CalledProcessError):
            asked = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12", "--exclude", "*"]
            return f"commit {subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()}"
    if commit := shipped("COMMIT").strip():
        return f"commit {commit}"
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
    entry for BibTeX, which pages lack. For a rule, BibTeX cites `within`: its ruleset, beside which LaTeX names it."""

    title: str
    note: str
    place: str
    key: str = ""
    within: "Citation | None" = None

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
        if self.within:
            return self.within.entry(source)
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
    name, within = rule.page.removesuffix(".md"), f"of {ruleset_of(rule)}, in qttt {version()}"
    if isinstance(rule, Lemma):
        return Citation(rule.title, f"Lemma {within}", place_of(rule), _key(name, rule.title))
    ruleset = of_ruleset(name) if name in rulesets() else None
    return Citation(f"{rule.id}: {rule.title}", f"Rule {within}", place_of(rule), _key(rule.id), ruleset)


def of_ruleset(name: str) -> Citation:
    """The citation of the ruleset of a game."""
    ruleset = rulesets()[name]
    note = f"Ruleset {ruleset.id}, in qttt {version()}"
    return Citation(ruleset.title, note, f"rulesets/{ruleset.id}/", _key(ruleset.id))


def of_claim(claim: "Claim") -> Citation:
    """The citation of a claim."""
    from qttt.verification.records import strength_shown

    bound = f" ({claim.bound})" if claim.bound else ""
    note = f"Claim {claim.id}, {strength_shown(claim)}{bound}, in qttt {version()}"
    return Citation(claim.statement.rstrip("."), note, f"claims/{claim.game}/#{claim.id}", _key(claim.id))


@cache
def results() -> Mapping[str, Mapping[str, str]]:
    """The rows of docs/results.csv by their IDs in small letters."""
    return {row["id"].lower(): row for row in csv.DictReader(shipped("docs/results.csv").splitlines())}


def of_result(row: Mapping[str, str]) -> Citation:
    """The citation of a result, by its row of docs/results.csv.

    >>> of_result(results()["goff-1.0:1-9"]).title
    "The value of Goff's quantum tic-tac-toe after 1-9: 10, proved"
    """
    id, move, options = row["id"], row["first_move"], row["options"].split()
    setting = f" with {', '.join(options).replace('=', ' ')}" if options else ""
    title = title_of_value(id.partition(":")[0].rpartition("-")[0], setting, move, Fraction(row["value"]))
    place = f"results/#{id.removesuffix(f':{move}')}"
    return Citation(f"{title}, {row['strength']}", f"Result {id}, in qttt {version()}", place, _key("results", id))


def of_position(reading: str, moves: str, value: Fraction, *key: str) -> Citation:
    """The citation of the value of a position in a game, after some moves or as it is written; `reading` names the
    ruleset and all options."""
    ruleset = reading.partition(" ")[0]
    title = title_of_value(ruleset.rpartition("-")[0], "", moves, value)
    return Citation(title, f"{reading}, in qttt {version()}", "", _key(ruleset, *key))


def title_of_value(name: str, setting: str, moves: str, value: Fraction) -> str:
    """The title under which a value of a game is cited."""
    _, position, state = moves.partition(": ")
    where = f" in {state}" if position else f" after {moves}" if moves else ""
    titles = {each.name: each.title for each in rulesets().values()}
    return f"The value of {titles.get(name, name)}{setting}{where}: {in_short(value, 'about ')}"


def in_short(value: Fraction, about: str = "") -> str:
    """A fraction; a long one as a decimal, after `about`.

    >>> in_short(Fraction(1, 3)), in_short(Fraction(10**12, 3 * 10**12 + 1), "about ")
    ('1/3', 'about 0.333333')
    """
    text = str(value)
    return text if len(text) <= LONG else f"{about}{decimal(value, 6)}"


def of_page(title: str, path: str) -> Citation:
    """The citation of a page of the site, by its path below the address of the site."""
    return Citation(title, f"Page of qttt {version()}", path)


def of_project() -> Citation:
    """The citation of the project."""
    return Citation(STATED["title"], f"Version {version()}", "", "qttt")


def _key(*parts: str) -> str:
    """A key for BibTeX, which rejects most punctuation."""
    return "-".join(["qttt", *re.findall(r"[A-Za-z0-9.+](?:[A-Za-z0-9.+-]*[A-Za-z0-9.+])?", " ".join(parts))])


def _year() -> str:
    return STATED["date-released"][:4]


def _escape(text: str) -> str:
    return text.translate(SPECIAL)
