"""The hybrid game one action at a time, in plain Python.

A *slot* is a move as a number: 0 to 8 measures a box; 9 + 9c + t links control c to target t. Ascending slots are the
documented order."""

from typing import NamedTuple

from qttt.fast.hybrid.boxes import ALL, BOXES, HAS_LINE, members

RULESET = "hybrid-1.0"
SWITCHES = {
    "links": ("one", "single", "two"),
    "targets": ("any", "one"),
    "effect": ("reverse", "take"),
    "both": ("draw", "X", "measurer", "other"),
}
"""The values of each switch, the canonical one first. Rule: HYB-SWITCH-1"""

OTHER = {"X": "O", "O": "X"}


class Setting(NamedTuple):
    """The switches. Not checked when made: see `check`."""

    links: str = "one"
    targets: str = "any"
    effect: str = "reverse"
    both: str = "draw"


class Link(NamedTuple):
    """A pending link: the target changes if the control turns out to be the owner's."""

    control: int
    target: int
    owner: str


class State(NamedTuple):
    """A position: the boxes that are X and those that are O as masks, the pending links ascending, whose turn it is,
    and the box that this player is just measuring, if any. Rule: HYB-STATE-1"""

    x: int = 0
    o: int = 0
    links: tuple[Link, ...] = ()
    turn: str = "X"
    measuring: int | None = None


START = State()


def check(setting: Setting) -> Setting:
    """The setting itself. Raises ValueError for a value that does not exist."""
    for name, values in SWITCHES.items():
        if getattr(setting, name) not in values:
            raise ValueError(f"switch {name}={getattr(setting, name)}: expected {', '.join(values)}")
    return setting


def link_slot(control: int, target: int) -> int:
    """The slot of a quantum move."""
    return BOXES + BOXES * control + target


def slots(setting: Setting, state: State) -> tuple[int, ...]:
    """The legal moves, in the documented order; none at the end and while a box is measured.

    Rules: HYB-END-1, HYB-MEASURE-1, HYB-LINK-1, HYB-CONTROL-1, HYB-TARGET-1"""
    if state.measuring is not None or HAS_LINE[state.x] or HAS_LINE[state.o]:
        return ()
    measured = state.x | state.o
    unmeasured = members(ALL & ~measured)
    controls = [box for box in unmeasured if _may_control(setting, state, box)]
    targets = [box for box in members(measured) if _may_receive(setting, state, box)]
    return (*unmeasured, *(link_slot(control, target) for control in controls for target in targets))


def play(state: State, slot: int) -> State:
    """The state after a legal move. Rules: HYB-MEASURE-1, HYB-LINK-1"""
    if slot < BOXES:
        return state._replace(measuring=slot)
    link = Link(*divmod(slot - BOXES, BOXES), state.turn)
    return state._replace(links=tuple(sorted((*state.links, link))), turn=OTHER[state.turn])


def results(setting: Setting, state: State) -> tuple[State, ...]:
    """The equally likely results of a measurement, X first; none where none is due.

    Rules: HYB-RESULT-1, HYB-TRIGGER-1"""
    if state.measuring is None:
        return ()
    return tuple(_measured(setting, state, mark) for mark in "XO")


def written(state: State) -> str:
    """A state as a text."""
    marks = "".join("X" if state.x >> box & 1 else "O" if state.o >> box & 1 else "." for box in range(BOXES))
    links = "".join(f", {link.control + 1}>{link.target + 1} {link.owner}" for link in state.links)
    does = "to move" if state.measuring is None else f"measures {state.measuring + 1}"
    return f"{marks}{links}, {state.turn} {does}"


def _may_control(setting: Setting, state: State, box: int) -> bool:
    if setting.links == "single":
        return not state.links
    return sum(link.control == box for link in state.links) < (2 if setting.links == "two" else 1)


def _may_receive(setting: Setting, state: State, box: int) -> bool:
    return setting.targets == "any" or all(link.target != box for link in state.links)


def _measured(setting: Setting, state: State, mark: str) -> State:
    assert state.measuring is not None
    masks = {"X": state.x, "O": state.o}
    masks[mark] |= 1 << state.measuring
    for link in state.links:
        if link.control == state.measuring and link.owner == mark:
            bit = 1 << link.target
            owner = mark if setting.effect == "take" else "O" if masks["X"] & bit else "X"
            masks[owner] |= bit
            masks[OTHER[owner]] &= ~bit
    links = tuple(link for link in state.links if link.control != state.measuring)
    return State(masks["X"], masks["O"], links, OTHER[state.turn])
