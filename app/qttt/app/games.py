"""The games that the command knows, by the name a person types, with the options of each."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from qttt.app.errors import BadInput

if TYPE_CHECKING:
    from qttt.reference.goff import Goff
    from qttt.reference.sqt import Sqt

Collapse = Literal["opponent", "self"]
Scoring = Literal["draws-even", "draws-second"]

RULESETS = {"goff": "goff-1.0", "sqt": "sqt-1.0", "probabilistic": "probabilistic-1.0"}
OPTIONS = {
    "--collapse": ("goff",),
    "--q": ("sqt",),
    "--scoring": ("sqt",),
    "--double-win": ("goff", "sqt"),
    "--through": ("goff", "sqt"),
    "--out": ("goff", "sqt"),
    "--tablebase": ("goff", "sqt"),
    "--player": ("goff", "sqt"),
    "--board": ("probabilistic",),
    "--random": ("probabilistic",),
    "--number": ("probabilistic",),
    "--exact": ("probabilistic",),
    "--skip-bad": ("probabilistic",),
}
"""The games that have an option which not all of them have."""


def known(ruleset: str) -> str:
    """The name of a ruleset without its version. Raises BadInput for one that is not known.

    >>> known("goff-1.0")
    'goff'
    """
    for name, versioned in RULESETS.items():
        if ruleset in (name, versioned):
            return name
    raise BadInput(f"unknown ruleset '{ruleset}': expected {' or '.join(RULESETS)}")


def stochastic(ruleset: str) -> str:
    """The name of a ruleset with a System. Raises BadInput for another."""
    if known(ruleset) != "sqt":
        raise BadInput(f"{ruleset} has no System and no q: expected sqt")
    return "sqt"


def quantum(ruleset: str) -> str:
    """The name of a ruleset of quantum tic-tac-toe. Raises BadInput for another."""
    if (name := known(ruleset)) == "probabilistic":
        raise BadInput(
            "this is for goff and sqt; for probabilistic there are solve, tutor (it shows positions), play and certify"
        )
    return name


def with_boards(ruleset: str) -> str:
    """The name of a ruleset whose boards have probabilities. Raises BadInput for another."""
    if known(ruleset) != "probabilistic":
        raise BadInput(f"{ruleset} has no boards of probabilities: expected probabilistic")
    return "probabilistic"


def check_options(ruleset: str, given: Mapping[str, object]) -> None:
    """Raise BadInput for an option that the game does not have. One that is None or False was not given.

    >>> check_options("goff", {"--board": None, "--collapse": "self"})
    """
    for option, value in given.items():
        if value is not None and value is not False and ruleset not in OPTIONS[option]:
            raise BadInput(f"{ruleset} has no {option}, which is for {' and '.join(OPTIONS[option])}; leave it out")


def chosen(
    ruleset: str, collapse: Collapse | None, q: str | None, scoring: Scoring | None, double_win: bool
) -> "Goff | Sqt":
    """The game of a ruleset of quantum tic-tac-toe with the options of the command line, None for those not given.

    Raises BadInput for an option that the game does not have, and for one that it needs.
    """
    if ruleset == "goff":
        check_options(ruleset, {"--q": q, "--scoring": scoring})
        return goff(collapse or "opponent", double_win)
    if collapse is not None:
        raise BadInput("sqt has no --collapse, for the System selects; leave it out, and give --q")
    if q is None:
        raise BadInput("sqt needs --q, the probability that the System favours O, such as --q 3/4")
    return sqt(q, scoring or "draws-even", double_win)


def goff(collapse: Collapse, double_win: bool) -> "Goff":
    """Goff's game with the options of the command line."""
    from qttt.reference.goff import Goff

    return Goff(collapse, double_win)


def sqt(q: str, scoring: Scoring, double_win: bool) -> "Sqt":
    """The stochastic game with the options of the command line. Raises BadInput for a q that is no probability."""
    from qttt.reference.sqt import Sqt, probability

    try:
        return Sqt(probability(q), scoring, double_win)
    except ValueError as error:
        raise BadInput(f"--q: {error}") from error
