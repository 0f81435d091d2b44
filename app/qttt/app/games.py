"""The games that the command knows, by the name a person types, with the options of each."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from qttt.app.errors import BadInput

if TYPE_CHECKING:
    from qttt.reference.goff import Goff
    from qttt.reference.hybrid import Hybrid
    from qttt.reference.sqt import Sqt
    from qttt.reference.tiqtaqtoe import TiqTaqToe

Collapse = Literal["opponent", "self"]
Scoring = Literal["draws-even", "draws-second"]
Level = Literal["classic", "minimal", "moderate", "high"]

RULESETS = {
    "goff": "goff-1.0",
    "sqt": "sqt-1.0",
    "probabilistic": "probabilistic-1.0",
    "tiqtaqtoe": "tiqtaqtoe-1.0",
    "hybrid": "hybrid-1.0",
}
QUANTUM = ("goff", "sqt", "tiqtaqtoe", "hybrid")
OPTIONS = {
    "--collapse": ("goff",),
    "--q": ("sqt",),
    "--scoring": ("sqt",),
    "--double-win": ("goff", "sqt"),
    "--through": ("goff", "sqt"),
    "--out": QUANTUM,
    "--tablebase": QUANTUM,
    "--player": QUANTUM,
    "--board": ("probabilistic",),
    "--random": ("probabilistic",),
    "--number": ("probabilistic",),
    "--exact": ("probabilistic",),
    "--skip-bad": ("probabilistic",),
    "--level": ("tiqtaqtoe",),
    "--switch": ("tiqtaqtoe", "hybrid"),
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
    raise BadInput(f"unknown ruleset '{ruleset}': expected {listed([*RULESETS], 'or')}")


def stochastic(ruleset: str) -> str:
    """The name of a ruleset with a System. Raises BadInput for another."""
    if known(ruleset) != "sqt":
        raise BadInput(f"{ruleset} has no System and no q: expected sqt")
    return "sqt"


def quantum(ruleset: str) -> str:
    """The name of a ruleset of a quantum game. Raises BadInput for another."""
    if (name := known(ruleset)) not in QUANTUM:
        raise BadInput(
            f"this is for {listed(QUANTUM)}; "
            "for probabilistic there are solve, tutor (it shows positions), play and certify"
        )
    return name


def switched(ruleset: str) -> str:
    """The name of a ruleset that has switches. Raises BadInput for another."""
    if (name := known(ruleset)) not in OPTIONS["--switch"]:
        raise BadInput(f"{ruleset} has no switches: expected {listed(OPTIONS['--switch'], 'or')}")
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
            raise BadInput(f"{ruleset} has no {option}, which is for {listed(OPTIONS[option])}; leave it out")


def listed(words: Sequence[str], last: str = "and") -> str:
    """Some words in a sentence.

    >>> listed(["X"]), listed(["X", "O"]), listed(["X", "O", "neither"], "or")
    ('X', 'X and O', 'X, O or neither')
    """
    *others, final = words
    return f"{', '.join(others)} {last} {final}" if others else final


def chosen(
    ruleset: str, collapse: Collapse | None, q: str | None, scoring: Scoring | None, double_win: bool
) -> "Goff | Sqt":
    """Goff's game or the stochastic one with the options of the command line, None for those not given.

    Raises BadInput for an option that the game needs.
    """
    if ruleset == "goff":
        return goff(collapse or "opponent", double_win)
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


def tiqtaqtoe(level: Level | None, switches: Sequence[str] | None) -> "TiqTaqToe":
    """TiqTaqToe with the options of the command line: a level, high if None, and switches such as pair=legal. Raises
    BadInput for a switch that the level does not have, an unknown value, and a switch that is given twice."""
    from qttt.reference.tiqtaqtoe import SWITCHES, TiqTaqToe
    from qttt.reference.tiqtaqtoe_setting import switches_of

    level = level or "high"
    values = _switched(switches, SWITCHES)
    own = switches_of(level)
    for name, value in values.items():
        if name not in own and value != SWITCHES[name][0]:
            raise BadInput(f"--switch {name}={value}: level {level} has no {name}; its switches are {listed(own)}")
    return TiqTaqToe(level, **values)


def hybrid(switches: Sequence[str] | None) -> "Hybrid":
    """The hybrid game with the options of the command line: switches such as links=two. Raises BadInput for an unknown
    switch or value, and for a switch that is given twice."""
    from qttt.reference.hybrid import SWITCHES, Hybrid

    return Hybrid(**_switched(switches, SWITCHES))


def _switched(typed: Iterable[str] | None, known: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The switches that were typed, and the values of those that are known."""
    values: dict[str, str] = {}
    for switch in typed or []:
        name, equals, value = switch.partition("=")
        if not equals:
            example = next(f"{first}={others[1]}" for first, others in known.items())
            raise BadInput(f"--switch {switch}: expected name=value, such as {example}")
        if name not in known:
            raise BadInput(f"--switch {switch}: unknown switch '{name}': expected {listed([*known], 'or')}")
        if value not in known[name]:
            raise BadInput(f"--switch {switch}: unknown value '{value}': expected {listed(known[name], 'or')}")
        if name in values:
            raise BadInput(f"--switch {switch}: {name} is given twice; leave one out")
        values[name] = value
    return values
