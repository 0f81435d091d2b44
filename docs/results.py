"""Every value of a game that the project established: `python docs/results.py` computes them all, in some minutes, and
writes docs/results.csv, .json and .bib and the tables of docs/results.md. Equal values give equal files. With
`--labels` the values stay, and strengths and dates are those of the recorded claims."""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from itertools import groupby, product
from pathlib import Path
from typing import Any, NamedTuple

from qttt.app.files import between, columns_of, markdown, table_bytes
from qttt.app.games import symmetry_classes
from qttt.app.rulebook import cite
from qttt.fast.backend import device
from qttt.fast.sqt.solve import solve
from qttt.oracle import NotSolvable, Oracle, entry_of, game
from qttt.oracle.hybrid import solvable
from qttt.oracle.perfect import A, P
from qttt.oracle.sqt import setting_of
from qttt.reference.game import Game
from qttt.reference.goff import SWITCHES
from qttt.reference.picture import decimal
from qttt.reference.probabilistic.board import Board
from qttt.reference.probabilistic.file import read_csv
from qttt.spec import rulesets
from qttt.verification.records import strength_shown, whole
from qttt.verification.registry import Claim, claims

DOCS = Path(__file__).parent
BOARDS = {"printed": "docs/board.csv"}
"""The file of each board that a result names."""
GRID = 20
"""The probability q of the stochastic game goes from 0 to 1 in so many steps, as in the source."""
USUAL = {"board", "collapse", "level", "q"}
"""The options that settings on the page may have; pictures show the readings."""
ON_PAGE = ("0", "1/4", "1/2", "3/4", "1")
"""The values of q on the page."""


@dataclass(frozen=True)
class Result:
    """The value of a game in a setting, or after one of its first moves, which stands for all that are equivalent.

    `setting` holds the options that are not at their defaults, or must be given, as texts. `best` are the best first
    moves, one of each class of equivalent moves; it is empty for a first move.
    """

    name: str
    setting: Mapping[str, str]
    first_move: str
    value: Fraction
    best: tuple[str, ...] = ()
    equivalent: int = 1

    @property
    def id(self) -> str:
        """The permanent ID, such as `goff-1.0:collapse=self:1-9`: its version is the first one with the setting."""
        options = ",".join(f"{option}={value}" for option, value in self.setting.items())
        version = rulesets()[self.name].version_of(self.setting)
        return ":".join([version, *filter(None, (options, self.first_move))])


class Evidence(NamedTuple):
    """A claim about the values of a game in some settings."""

    claim: str
    about: Callable[[Mapping[str, str]], bool] = lambda of: True


EVIDENCE = {
    "goff": [Evidence("goff-theorem", lambda of: {*of} <= {"collapse"}), Evidence("goff-certified")],
    "sqt": [
        Evidence("sqt-certified", lambda of: of["q"] in ("1/4", "1/2", "3/4") and {*of} <= {"q", "scoring"}),
        Evidence("sqt-late-values", lambda of: not {*of} & {*SWITCHES}),
        Evidence("sqt-readings"),
    ],
    "probabilistic": [Evidence("probabilistic-certified")],
    "tiqtaqtoe": [
        Evidence("tiqtaqtoe-certified", lambda of: {*of} <= {"level"}),
        Evidence("tiqtaqtoe-all-settings-certified"),
    ],
    "hybrid": [
        Evidence("hybrid-certified", lambda of: not of),
        Evidence("hybrid-single-link-certified", lambda of: of == {"links": "single"}),
        Evidence("hybrid-values-of-another-solver", lambda of: of.get("links") == "two" and "targets" not in of),
        Evidence("hybrid-values-follow-under-all-switches"),
    ],
}
"""For each game the evidence for its values; that of a setting is the first that is about it. Values that follow from
later ones, such as those of SQT by `sqt-all-early-values`, are as sure as these are."""
OF_FIRST_MOVES = {
    "goff": [EVIDENCE["goff"][0], Evidence("goff-values-of-another-solver")],
    "sqt": EVIDENCE["sqt"][1:],
    "probabilistic": EVIDENCE["probabilistic"],
    "tiqtaqtoe": [Evidence("tiqtaqtoe-values-of-all-settings")],
    "hybrid": EVIDENCE["hybrid"][2:],
}
"""The same for the values after first moves. A certificate of a board of probabilities holds all its positions."""


def results(name: str) -> Iterator[Result]:
    """The values of a game, solved now, in every solved setting, and of its first moves."""
    if name == "sqt":
        grid = product(("draws-even", "draws-second"), (False, True), range(GRID + 1))
        games = [game(name, q=Fraction(k, GRID), scoring=scoring, double_win=double) for scoring, double, k in grid]
        for values in [*product(*SWITCHES.values())][1:]:
            games.append(game(name, q=Fraction(1, 2), **dict(zip(SWITCHES, values, strict=True))))
        for _, alike in groupby(games, lambda each: (each.pair, each.last)):
            solved = [*alike]
            tablebase = solve(device(), [setting_of(each) for each in solved]).tablebase
            for each in solved:
                yield from of_game(Oracle(each, tablebase), name)
    elif name == "probabilistic":
        printed = game("probabilistic", board=printed_board())
        yield from of_game(solve_now(printed), name, {"board": "printed"})
    else:
        for each in import_module(f"qttt.reference.{name}").settings():
            if not getattr(each, "double_win", False):  # whose early values no claim is about
                with suppress(NotSolvable):
                    yield from of_game(solve_now(each), name)


def solve_now(played: Any) -> Oracle[Any, Any]:
    """The oracle of a game, solved without the user's store; of a game that memory does not hold, what ships of it."""
    entry = entry_of(played)
    if entry.name == "hybrid" and not solvable(played):
        return Oracle(played, known=entry.known(played))
    return Oracle(played, entry.solve(played, "auto", lambda _: None))


def printed_board() -> Board:
    """The board that the source prints."""
    [entry] = read_csv((DOCS.parent / BOARDS["printed"]).read_text(encoding="utf-8"))
    assert isinstance(entry.board, Board)
    return entry.board


def of_game(truth: Oracle[P, A], name: str, setting: Mapping[str, str] | None = None) -> Iterator[Result]:
    """The value of a game, and that of one of its first moves of each class of equivalent ones."""
    played, first_moves = truth.game, truth.values("")
    setting = setting or setting_in_words(played)
    classes = symmetry_classes(played, first_moves) if played.symmetries else [[move] for move in first_moves]
    best = max(first_moves.values())
    named = tuple(str(moves[0]) for moves in classes if first_moves[moves[0]] == best)
    yield Result(name, setting, "", truth.value(""), named)
    for moves in classes:
        yield Result(name, setting, str(moves[0]), first_moves[moves[0]], (), len(moves))


def setting_in_words(played: Game[P, A]) -> dict[str, str]:
    """The options of a game that are not at their defaults, as texts.

    >>> setting_in_words(game("goff", collapse="self")), setting_in_words(game("tiqtaqtoe"))
    ({'collapse': 'self'}, {})
    """
    return {
        option.written: played.setting[option.name]
        for option in played.options
        if option.name in played.setting and played.setting[option.name] != option.default
    }


def claim(result: Result) -> Claim:
    """The claim that establishes a value."""
    return next(evidence(result))


def evidence(result: Result) -> Iterator[Claim]:
    """The claims about a value, the strongest first."""
    known = OF_FIRST_MOVES if result.first_move else EVIDENCE
    by_id = {each.id: each for each in claims()}
    return (by_id[each.claim] for each in known[result.name] if each.about(result.setting))


def strength(result: Result) -> str:
    """The strength of the evidence for a value, and whether its check was never run at its whole bound."""
    return strength_shown(claim(result))


def established(result: Result) -> str:
    """When the claim was last run at its whole bound, and with which version; empty if it never was."""
    last = whole(claim(result))
    return f"{last.date}, version {last.version}" if last else ""


def certificates(result: Result) -> list[str]:
    """The commands that write the certificates of a value, in the repository: one for each player, or one for a board
    of probabilities; empty if there is no certificate."""
    if all(each.strength != "certified" for each in evidence(result)):
        return []
    words = ["qttt certify", result.name]
    for option in rulesets()[result.name].options:
        if value := result.setting.get(option.written):
            own = f"--{option.written} {BOARDS[value] if option.name == 'board' else value}"
            words.append(f"--switch {option.written}={value}" if option.values else own)
    command = " ".join(words)
    if "board" in result.setting:
        return [f"{command} --out board.certificate"]
    return [f"{command} --player {player} --out {player}.certificate" for player in "XO"]


def json_list(results: Sequence[Result]) -> list[dict[str, Any]]:
    """The values as a list for JSON."""
    return [
        {
            "id": result.id,
            "ruleset": result.id.partition(":")[0],
            "options": dict(result.setting),
            "first_move": result.first_move,
            "value": str(result.value),
            "decimal": decimal(result.value, 12),
            "best": list(result.best),
            "equivalent": result.equivalent,
            "strength": strength(result),
            "established": established(result),
            "claim": claim(result).id,
            "certificates": certificates(result),
        }
        for result in results
    ]


def read() -> list[Result]:
    """The values that docs/results.json holds."""
    rows = json.loads((DOCS / "results.json").read_text(encoding="utf-8"))
    return [
        Result(
            *(row["ruleset"].rpartition("-")[0], row["options"], row["first_move"]),
            *(Fraction(row["value"]), tuple(row["best"]), row["equivalent"]),
        )
        for row in rows
    ]


def files(every: Sequence[Result], commit: str) -> dict[str, bytes]:
    """The content of each file, by its name; the page keeps its text and gets new tables. `commit` says which copy of
    the software computed the values."""
    rows, cells = json_list(every), rows_of_table(every)
    text = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in rows)
    entries = [cite.of_result(each).entry(commit) for each in cells if not each["first_move"]]
    page = (DOCS / "results.md").read_text(encoding="utf-8")
    for name in EVIDENCE:
        page = between(page, name, page_table([each for each in every if each.name == name]))
    held = f"{len(every):,} values of {len(entries)} games and settings and of their first moves:\n"
    page = between(page, "files", held)
    return {
        "results.json": f"[\n{text}\n]\n".encode(),
        "results.csv": table_bytes(columns_of([*cells[0]], [[*each.values()] for each in cells]), ".csv"),
        "results.bib": ("\n\n".join(entries) + "\n").encode(),
        "results.md": page.encode(),
    }


def rows_of_table(every: Sequence[Result]) -> list[dict[str, str]]:
    """The rows of results.csv: first those of games, then those of first moves.

    Whoever takes the kind of a column from its first rows finds fractions there, and no number but text has more than
    64 bits."""
    return [
        {
            "id": each.id,
            "ruleset": each.id.partition(":")[0],
            "options": " ".join(map("=".join, each.setting.items())),
            "first_move": each.first_move,
            "value": str(each.value),
            "decimal": decimal(each.value, 12),
            "equivalent": str(each.equivalent),
            "strength": strength(each),
            "established": established(each),
            "claim": claim(each).id,
            "best": " ".join(each.best),
        }
        for each in sorted(every, key=lambda each: bool(each.first_move))
    ]


def recorded() -> str:
    """Which copy of the software computed the values, as results.bib says."""
    found = re.search(r"in qttt [^,]*, (.+)},$", (DOCS / "results.bib").read_text(encoding="utf-8"), re.M)
    return found[1] if found else ""


def page_table(results: Sequence[Result]) -> str:
    """The table of a game on the page, in the settings that all readers know; and the anchors of all others."""
    settings = [each for each in results if not each.first_move]
    usual = [each for each in settings if {*each.setting} <= USUAL]
    shown = [each for each in usual if each.setting.get("q", "1") in ON_PAGE]

    def row(result: Result) -> list[str]:
        every = sum(bool(each.first_move) and each.setting == result.setting for each in results)
        return [
            cite.in_short(result.value),
            "all" if len(result.best) == every else ", ".join(result.best),
            f'<a id="{result.id}"></a>`{result.id}` {strength(result)}: `{claim(result).id}` '
            + established(result)[:10],
        ]

    table = markdown(["value", "best", "ID, strength, last run"], map(row, shown))
    others = [f'<a id="{each.id}"></a>' for each in settings if each not in shown]
    return table + (
        f"\n{''.join(others)}{len(others)} more settings are in [results.csv](results.csv).\n" if others else ""
    )


if __name__ == "__main__":
    labels = "--labels" in sys.argv
    every = read() if labels else [each for name in EVIDENCE for each in results(name)]
    for file, content in files(every, (labels and recorded()) or cite.source()).items():
        (DOCS / file).write_bytes(content)
