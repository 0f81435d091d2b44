"""A report of a run as data and as text: JSON, JUnit XML, Markdown, and the data of a badge."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from xml.etree import ElementTree as Xml

from qttt.reference.picture import listed
from qttt.spec import KNOWN_ERROR, flags, rules, vectors
from qttt.verification.conform.diagnosis import Explained
from qttt.verification.conform.differences import Difference, in_words, with_options
from qttt.verification.conform.results import LEVELS, Level, OfGame, Report, Status
from qttt.verification.questions import FORMS, plain, with_values

FORM = 1
"""The version of the JSON report, as in spec/schema/report.schema.json."""
MOST = 50
"""The most failures that a report lists, and the most cases of each level that one in Markdown lists."""


def as_object(report: Report) -> dict[str, object]:
    """The report as a JSON object; the schema `report` describes it."""
    who = report.implementation
    return {
        "report": FORM,
        "suite": {"name": "qttt", "version": report.version},
        "implementation": {"name": who.name, "language": who.language, "version": who.version} if who else None,
        "command": [*report.command],
        "setting": vars(report.chosen) | {"timeout": report.timeout},
        "conforms": report.conforms,
        "code": report.code,
        "doubts": report.doubts,
        "lost": report.lost,
        "failures": counted(report.failures),
        "seconds": round(report.seconds, 3),
        "rulesets": [_game(game) for game in report.games],
    }


def _game(game: OfGame) -> dict[str, object]:
    return {
        "ruleset": game.ruleset,
        "headline": game.headline or None,
        "known_errors": [*dict.fromkeys(KNOWN_ERROR + each.error for each in game.explained if each.error)],
        "reading": next((dict(each.options) for each in game.explained if each.options), None),
        "fields": {name: tally._asdict() for name, tally in game.fields.items()},
        "not_declared": game.lacks,
        "levels": [*map(_level, game.levels)],
    }


def _level(level: Level) -> dict[str, object]:
    shown = ("id", "status", "why", "rules", "note")
    return {
        "level": level.name,
        "complete": level.complete,
        "counts": {status: level.counts[status] for status in Status},
        "cases": [{name: getattr(case, name) for name in shown} for case in level.cases],
        "differences": [*map(vars, level.differences)],
    }


def to_json(report: Report) -> str:
    return json.dumps(as_object(report), ensure_ascii=False, indent=1) + "\n"


def to_junit(report: Report) -> str:
    """The report in the XML of JUnit, with a suite for each level of each ruleset.

    A case that is partly answered counts as skipped there, since JUnit has no other word for it.
    """
    root = Xml.Element("testsuites", name="qttt conform", time=f"{report.seconds:.3f}")
    for game, level in report.levels:
        counts, name = level.counts, f"{game.ruleset}.{level.name}"
        numbers = {"tests": counts.total(), "failures": counts[Status.FAILED], "errors": counts[Status.ERRORED]}
        numbers["skipped"] = counts[Status.SKIPPED] + counts[Status.PARTLY]
        suite = Xml.SubElement(root, "testsuite", {each: str(number) for each, number in numbers.items()}, name=name)
        for case in level.passed:
            Xml.SubElement(suite, "testcase", name=_xml(case.id), classname=name)
        for case in level.cases:
            one = Xml.SubElement(suite, "testcase", name=_xml(case.id), classname=name)
            kind = {Status.FAILED: "failure", Status.ERRORED: "error"}.get(case.status, "skipped")
            Xml.SubElement(one, kind, message=_xml(f"{case.status}: {case.why}"))
    if report.failures or report.lost:
        Xml.SubElement(root, "system-err").text = _xml("\n".join((*counted(report.failures), report.lost)))
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _xml(text: str) -> str:
    """A text without the characters that XML cannot have."""
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)


def to_markdown(report: Report) -> str:
    return "\n".join(_markdown(report)) + "\n"


def _markdown(report: Report) -> Iterator[str]:
    yield f"# Conformance of {report.implementation or report.command[0]}"
    yield ""
    yield from (f"**{doubt}**\n" for doubt in report.doubts)
    yield f"{in_a_sentence(report)} Suite: qttt {report.version}. Again: `{again(report)}`"
    yield ""
    yield from (f"**{sentence}**\n" for game in report.games for sentence in diagnosis(game))
    yield f"| ruleset | level | {' | '.join(Status)} |"
    yield f"|---|---|{'---:|' * len(Status)}"
    for game, level in report.levels:
        numbers = " | ".join(f"{level.counts[status]:,}" for status in Status)
        yield f"| {game.ruleset} | {level.name} | {numbers} |"
    yield "\n| ruleset | field | asked | right | wrong |"
    yield "|---|---|---:|---:|---:|"
    for game in report.games:
        for name, tally in game.fields.items():
            yield f"| {game.ruleset} | {name} | {tally.asked:,} | {tally.right:,} | {tally.wrong:,} |"
    for game, level in report.levels:
        for found in level.differences:
            yield f"\n## {game.ruleset}, {level.name}: {', '.join(found.rules[:1]) or heading(found)}\n"
            yield f"```\n{in_lines(found)}\n```"
        if level.cases:
            yield f"\n## {game.ruleset}, {level.name}: cases that did not pass\n"
            bad = [f"- `{case.id}` {case.status}: {_plain(case.why)}" for case in level.bad]
            yield from first(MOST, bad, "- and {:,} more; --report FILE.json lists all")
            yield from (f"- {_plain(reason)}" for reason in level.reasons)
    if report.failures or report.lost:
        yield "\n## What went wrong with the process\n"
        yield from (f"- {_plain(why)}" for why in filter(None, (*counted(report.failures), report.lost)))


def _plain(text: str) -> str:
    """A text that Markdown takes for nothing else."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>|#" else " " if c == "\n" else c for c in text)


def heading(found: Difference) -> str:
    """The rules that are broken, with their titles; where none is known, those of the vector."""
    named = ", ".join(f"{id} {rules()[id].title}" for id in found.rules)
    return named or f"A rule not known yet, perhaps {listed(found.vector['rules'], 'or')}"


def in_lines(found: Difference) -> str:
    """A difference for people: the rules that are broken, what was asked, the board, what is wrong, and the vector."""
    asked = found.question
    game = next(asked[form] for form in FORMS if form in asked)
    lines = (
        heading(found),
        f"{asked['ruleset']}{with_options(asked['options'])}: '{game}'",
        found.board,
        found.why,
        f"as a vector: {json.dumps(found.vector, ensure_ascii=False)}",
    )
    return "\n".join(filter(None, lines))


def counted(failures: Iterable[str]) -> list[str]:
    """Each failure once, with how often it came, the most frequent first; at most `MOST`.

    >>> counted(["it is silent", "it ended", "it ended"])
    ['it ended (2 times)', 'it is silent']
    >>> counted(map(str, range(60)))[MOST:]
    ['and 10 others']
    """
    found = Counter(failures).most_common()
    return first(MOST, [f"{why} ({count:,} times)" if count > 1 else why for why, count in found], "and {:,} others")


def first(most: int, lines: Sequence[str], more: str) -> list[str]:
    """The first of some lines, and a line with the number of those that are left out.

    >>> first(2, ["a", "b", "c"], "and {:,} more")
    ['a', 'b', 'and 1 more']
    """
    return [*lines[:most], *[more.format(len(lines) - most)] * (len(lines) > most)]


def in_a_sentence(report: Report) -> str:
    """Whether the engine conforms, and how far it is complete."""
    if report.lost:
        return f"The run ended early: {report.lost}."
    if not report.conforms:
        if bad := report.bad:
            return f"Does not conform: {bad:,} {'case' if bad == 1 else 'cases'} failed or errored."
        if report.failures:
            return f"Does not conform: {report.failures[0]}."
        reasons = {case.why for _, level in report.levels for case in level.cases}
        return f"Nothing passed: {reasons.pop()}." if len(reasons) == 1 else "Nothing passed."
    return " ".join(("Conforms: no answer is wrong.", *filter(None, map(_extent, report.games))))


def _extent(game: OfGame) -> str:
    """How much of a ruleset an engine has."""
    left = [name for name, tally in game.fields.items() if tally.asked > tally.right + tally.wrong]
    told = (
        f"is complete up to {game.headline}" if game.headline else "",
        f"does not declare {', '.join(game.lacks)}" if game.lacks else "",
        f"does not always answer {', '.join(left)}" if left else "",
    )
    return f"{game.ruleset} {'; '.join(filter(None, told))}." if any(told) else ""


def diagnosis(game: OfGame) -> list[str]:
    """A sentence on each explanation of all answers, or that no known error explains them."""
    wrong = any(each.wrong for each in game.said)
    if (
        wrong
        and not game.explained
        and any(flag.startswith(KNOWN_ERROR) for v in vectors(game.game) for flag in v.flags)
    ):
        return [f"{game.ruleset}: no known error explains these answers."]
    return [f"{game.ruleset}: {_explained(game, each)}" for each in game.explained]


def _explained(game: OfGame, found: Explained) -> str:
    """A sentence on an explanation."""
    reading = in_words(found.options)
    settings = [plain(game.ruleset, each.question.options) for each in game.said]
    if any(plain(game.ruleset, with_values(game.ruleset, each, found.options)) == each for each in settings):
        advice = ", also where something else is asked"
    else:
        advice = f": run again with {' '.join(f'--switch {each}' for each in reading.split(', '))}"
    asked = sum(level.answers for level in game.levels)
    whole = found.answers == asked
    part = f"{found.answers:,} of {asked:,} answers (the others were not compared)"
    fits = f"{'every answer fits' if whole else f'{part} fit'} {reading}" if reading else ""
    if not found.error:
        return f"{fits}{advice}"
    what = flags()[KNOWN_ERROR + found.error].split(". ")[0].removeprefix("Fails on ").rstrip(".")
    explained = f"all {asked:,} answers" if whole else part
    known = f"known error {found.error}: {what}. It explains {explained}, {found.wrong:,} of them wrong"
    more = f"{fits} with this error{advice}; " if reading else ""
    return f"{known}; {more}see the table of errors in spec/rules/{game.game}.md"


def again(report: Report) -> str:
    """The command line that runs the same again: with the words that were typed, if there were any."""
    chosen = report.chosen
    named = {
        "--level": chosen.levels if len(chosen.levels) < len(LEVELS) else (),
        "--switch": [f"{name}={value}" for name, value in chosen.options.items()],
        "--skip": chosen.skip,
        "--values-at": [",".join(map(str, chosen.values_at))] if chosen.values_at else (),
        "--games": [f"{chosen.number}"],
        "--seed": [f"{chosen.seed}"],
        "--timeout": [f"{report.timeout:g}"],
    }
    words = [*chosen.games, *(word for name, values in named.items() for value in values for word in (name, value))]
    return shlex.join(["qttt", "conform", *(words if report.words is None else report.words), "--", *report.command])


def to_badge(report: Report) -> str:
    """The data of a badge, in the form that shields.io reads from an address."""
    headlines = [f"{game.ruleset} {game.headline}" for game in report.games if game.headline]
    good = report.conforms
    message = ", ".join(headlines) if good and headlines else "conforms" if good else "does not conform"
    colour = "brightgreen" if good and headlines else "yellow" if good else "red"
    return json.dumps({"schemaVersion": 1, "label": "qttt", "message": message, "color": colour}) + "\n"


FORMATS: Mapping[str, Callable[[Report], str]] = {
    ".badge.json": to_badge,
    ".json": to_json,
    ".xml": to_junit,
    ".md": to_markdown,
}
"""How a report is written, by the ending of the file's name; the first that fits counts."""
