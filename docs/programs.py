"""Public programs by reading and result: `python docs/programs.py` writes docs/programs.md from
`spec/qttt/spec/programs.json`."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from qttt.app.tables import markdown
from qttt.spec import rules, rulesets
from qttt.spec.programs import Departure, Program, programs

PAGE = Path(__file__).parent / "programs.md"
FOUND = {"run": "run", "read": "code read", "text": "text read"}
QUESTIONS = {
    "last": "One open square is left",
    "pair": "The same pair of squares again",
    "both": "Lines of both players",
    "collapse": "Who selects",
}
"""The switches on which public programs differ most, as questions."""
CHANCE = "chance"
"""What a game at q = 1/2 says to the question who selects."""
INSTEAD = {
    "stuck": "the game is stuck for ever",
    "crash": "the program fails",
    "own": "forbidden only to the player who played it",
}
"""Answers that no switch has."""
TEXT = """# Public programs by reading and result

Many programs play Goff's game, and they play different games, because the published rules are short and their authors
decided what they leave open. The [switches](../spec/rules/goff.md#goff-switch-1) express most of these decisions. The
*reading* of a program is the values that it has of them, and `--reading` names it by its owner:

```sh
uv run qttt solve goff --reading CherryChair
uv run qttt best sqt --reading Oxel40 "X1.1-9 O2.1-3"
```

The [readings](games/goff.md#readings) of Goff's game have a value each: it says who wins in the game that a program
plays. `qttt conform goff --identify -- ENGINE` finds the reading of a program that speaks the
[protocol](../spec/protocol.md): see [Test your engine](conformance.md#find-the-reading-of-an-engine).

A program *conforms* if nothing but its reading differs from the rules. Otherwise the last column names each rule that
the program breaks; `--reading` then stands for the nearest game, and says so. *Run* means that the program answered
`qttt conform --identify` behind an adapter, *code read* that its code was read and not run, and *text read* that only
its published rules were read. A departure may well be what its author wanted. `spec/qttt/spec/programs.json` has the
data, `python docs/programs.py` writes this page, and no code of these programs is in this project.

"""
CHANCE_NOTE = """
A coin for the collapse is [stochastic quantum tic-tac-toe](games/sqt.md) with q = 1/2: at a closed cycle the System
favours each player with probability 1/2, so that each settlement has probability 1/2 if one is better for X, and if
neither is, it does not matter ([SQT-SELECT-1](../spec/rules/sqt.md#sqt-select-1),
[SQT-EQUAL-1](../spec/rules/sqt.md#sqt-equal-1)).
"""


def page() -> str:
    """The page."""
    parts = [TEXT, "## By question\n\n", *map(question, QUESTIONS), CHANCE_NOTE, "\n## By program\n\n"]
    of_goff = [program for program in programs() if program.game != "tiqtaqtoe"]
    parts.append(table(of_goff, [*QUESTIONS, "double-win"]))
    parts += [
        "\n## TiqTaqToe\n\n",
        table([each for each in programs() if each.game == "tiqtaqtoe"], ["level", "gate", "lines"]),
    ]
    return "".join(parts)


def answer(program: Program, switch: str) -> str:
    """What a program says to the question of a switch; empty if it says nothing."""
    if switch == "collapse" and program.game == "sqt":
        return CHANCE
    other = next((each.instead for each in program.departures if each.switch == switch), "")
    return program.reading.get(switch, other)


def question(switch: str) -> str:
    """The counts of a switch: each answer with the programs that give it, those of the switch first."""
    option = next(each for each in rulesets()["goff"].options if each.written == switch)
    by_answer: dict[str, list[Program]] = {value: [] for value in option.values}
    for program in programs():
        if program.game != "tiqtaqtoe" and (said := answer(program, switch)):
            by_answer.setdefault(said, []).append(program)
    rows = []
    for said, givers in by_answer.items():
        own, texts = ([each.owner for each in givers if bool(each.commit) == is_code] for is_code in (True, False))
        written = f"`{switch}={said}`" if said in option.values else INSTEAD.get(said, said)
        rows.append((written, len(own), ", ".join(own), ", ".join(texts)))
    head = ("answer", "programs", "by", "texts")
    return f"### {QUESTIONS[switch]}\n\nRule {linked(option.rule)}.\n\n{markdown(head, rows)}\n"


def table(of: Sequence[Program], switches: Sequence[str]) -> str:
    """A row for each program: its reading, how it was found, its version, and what differs."""
    head = ("program", *(switch.replace("-", " ") for switch in switches), "found", "version", "result")
    return markdown(head, ([*row(program, switches)] for program in of))


def row(program: Program, switches: Sequence[str]) -> Iterator[str]:
    """The cells of a program."""
    address = program.address or f"https://github.com/{program.name}"
    yield f"[{program.name}]({address})"
    yield from (answer(program, switch) or "–" for switch in switches)
    yield FOUND[program.found]
    yield ", ".join(filter(None, (program.version, f"`{program.commit[:10]}`" if program.commit else "", program.date)))
    yield "<br>".join(map(departure, program.departures)) or ("conforms" if program.commit else "says no more")


def departure(broken: Departure) -> str:
    """What differs, with the rule that it breaks, and the error of the page that it is."""
    known = f" (known error `{broken.known_error}`)" if broken.known_error else ""
    return f"{linked(broken.rule)}: {broken.what}{known}"


def linked(rule: str) -> str:
    """A rule with a link to it.

    >>> linked("GOFF-END-3")
    '[GOFF-END-3](../spec/rules/goff.md#goff-end-3)'
    """
    return f"[{rule}](../spec/rules/{rules()[rule].page}#{rule.lower()})"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
