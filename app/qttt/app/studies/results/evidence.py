"""Which claim establishes a value, and which commands write the certificates that prove it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from qttt.app.studies.results.values import Result
from qttt.spec import Option, rulesets
from qttt.verification.registry import Claim, claims

Setting = Mapping[str, str]
Q_CERTIFIED = ("1/4", "1/2", "3/4")


class Evidence(NamedTuple):
    """A claim about the values of a game in some settings, and whether `qttt certify` writes what proves the value."""

    claim: str
    about: Callable[[Setting], bool]
    certified: bool = False


EVIDENCE: Mapping[str, list[Evidence]] = {
    "goff": [
        Evidence("goff-certified", lambda of: True, certified=True),
    ],
    "sqt": [
        Evidence("sqt-certified", lambda of: of["q"] in Q_CERTIFIED and "double-win" not in of, certified=True),
        Evidence("sqt-all-early-values", lambda of: True),
    ],
    "probabilistic": [
        Evidence("probabilistic-certified", lambda of: True, certified=True),
    ],
    "tiqtaqtoe": [
        Evidence("tiqtaqtoe-certified", lambda of: {*of} <= {"level"}, certified=True),
        Evidence("tiqtaqtoe-all-settings-certified", lambda of: True, certified=True),
    ],
    "hybrid": [
        Evidence("hybrid-certified", lambda of: not of, certified=True),
        Evidence("hybrid-single-link-certified", lambda of: of == {"links": "single"}, certified=True),
        Evidence("hybrid-values-follow-under-all-switches", lambda of: True),
    ],
}
"""For each game the evidence for its values; that of a setting is the first that is about it."""
OF_FIRST_MOVES: Mapping[str, Evidence] = {
    "goff": Evidence("goff-early-values", lambda of: True),
    "sqt": Evidence("sqt-all-early-values", lambda of: True),
    "probabilistic": Evidence("probabilistic-certified", lambda of: True, certified=True),
    "tiqtaqtoe": Evidence("tiqtaqtoe-values-of-all-settings", lambda of: True),
    "hybrid": Evidence("hybrid-values-follow-under-all-switches", lambda of: True),
}
"""The evidence for the values after first moves. A certificate of a board of probabilities holds all its positions."""
BOARDS = {"printed": "docs/board.csv"}
"""The file of each board that a result names, in the repository."""


def evidence(result: Result) -> Evidence:
    """The evidence for a value."""
    if result.first_move:
        return OF_FIRST_MOVES[result.name]
    return next(each for each in EVIDENCE[result.name] if each.about(result.setting))


def certificates(result: Result) -> list[str]:
    """The commands that write the certificates of a value, in the repository: one for each player, or one for a board
    of probabilities; empty if there is no certificate."""
    if not evidence(result).certified:
        return []
    ruleset = rulesets()[result.name]
    options = [
        _typed(option, result.setting[option.written]) for option in ruleset.options if option.written in result.setting
    ]
    command = " ".join(["qttt certify", result.name, *options])
    if "board" in result.setting:
        return [f"{command} --out board.certificate"]
    return [f"{command} --player {player} --out {player}.certificate" for player in "XO"]


def _typed(option: Option, value: str) -> str:
    """An option of a setting, as it is typed."""
    if option.switch:
        return f"--switch {option.written}={value}"
    if option.flag:
        return f"--{option.written}"
    return f"--{option.written} {BOARDS[value] if option.name == 'board' else value}"


def claim(result: Result) -> Claim:
    """The claim that establishes a value."""
    return next(each for each in claims() if each.id == evidence(result).claim)


def strength(result: Result) -> str:
    """The strength of the evidence for a value, and whether its check has not yet run to its end."""
    found = claim(result)
    return found.strength if found.established else f"{found.strength}, not yet established"
