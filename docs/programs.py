"""Public programs by reading and result: `python docs/programs.py` writes the tables of docs/programs.md from
`spec/qttt/spec/programs.json`."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from qttt.app.files import between, markdown
from qttt.spec import rules, rulesets
from qttt.spec.rulesets import Departure, Program, programs

PAGE = Path(__file__).parent / "programs.md"
QUESTIONS = {
    "last": "One open square is left",
    "pair": "The same pair of squares again",
    "both": "Lines of both players",
    "collapse": "Who selects",
}
"""The switches on which public programs differ most, as questions."""
INSTEAD = {
    "stuck": "the game is stuck for ever",
    "crash": "the program fails",
    "lost": "the last mark never becomes definite, and the game is drawn",
    "nobody": "nobody: cycles settle in a fixed order",
    "own": "forbidden only to the player who played it",
}
"""Answers that no switch has."""


def page() -> str:
    """The page with the tables of the data."""
    of_tiqtaqtoe = [program for program in programs() if program.game == "tiqtaqtoe"]
    others = [program for program in programs() if program not in of_tiqtaqtoe]
    counted = markdown(("question", "answer", "programs"), [row for switch in QUESTIONS for row in question(switch)])
    text = between(PAGE.read_text(encoding="utf-8"), "questions", counted)
    text = between(text, "programs", table(others, [*QUESTIONS, "double-win"]))
    return between(text, "tiqtaqtoe", table(of_tiqtaqtoe, ["level", "gate", "lines"]))


def answer(program: Program, switch: str) -> str:
    """What a program says to the question of a switch; empty if it says nothing."""
    if switch == "collapse" and program.game == "sqt":
        return "chance"
    other = next((each.instead for each in program.departures if each.switch == switch), "")
    return program.reading.get(switch, other)


def question(switch: str) -> Iterator[tuple[str, ...]]:
    """The counts of a switch: each answer with the number of programs that give it, its own values first."""
    option = next(each for each in rulesets()["goff"].options if each.written == switch)
    said = [answer(program, switch) for program in programs() if program.is_code and program.game != "tiqtaqtoe"]
    name = f"{QUESTIONS[switch]} ({linked(option.rule)})"
    for value in dict.fromkeys([*option.values, *filter(None, said)]):
        written = f"`{switch}={value}`" if value in option.values else INSTEAD.get(value, value)
        yield name, written, str(said.count(value))
        name = ""


def table(of: Sequence[Program], switches: Sequence[str]) -> str:
    """A row for each program: its reading, how it was found and in which version, and what differs."""
    head = ("program", *(switch.replace("-", " ") for switch in switches), "found in", "result")
    return markdown(head, ([*cells(program, switches)] for program in of))


def cells(program: Program, switches: Sequence[str]) -> Iterator[str]:
    """The cells of a program."""
    address = program.address or f"https://github.com/{program.name}"
    yield f"[{program.name}]({address})"
    yield from (answer(program, switch) or "–" for switch in switches)
    found = "code" if program.found == "read" else program.found
    yield ", ".join(filter(None, (found, program.version, program.commit and f"`{program.commit[:10]}`", program.date)))
    yield "<br>".join(map(departure, program.departures)) or ("conforms" if program.is_code else "says no more")


def departure(broken: Departure) -> str:
    """The rule that is broken, what differs unless another column says it, and the error of the page that it is."""
    known = broken.known_error and f" (`{broken.known_error}`)"
    return f"{linked(broken.rule)}{'' if broken.instead and known else f': {broken.what}'}{known}"


def linked(rule: str) -> str:
    """A rule with a link to it.

    >>> linked("GOFF-END-3")
    '[GOFF-END-3](../spec/rules/goff.md#goff-end-3)'
    """
    return f"[{rule}](../spec/rules/{rules()[rule].page}#{rule.lower()})"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
