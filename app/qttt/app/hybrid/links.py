"""Pending links of the hybrid game in words: what they will do, and what a measurement has done."""

from collections import Counter

from rich.text import Text

from qttt.app import screen
from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid, PendingLink, Position, Result
from qttt.reference.hybrid.position import turned

NUMBERS = {1: "", 2: "two "}
"""The number of equal links, as it is printed before them."""


def waiting(game: Hybrid, position: Position) -> list[Text]:
    """What the pending links will do if they are triggered, one line per kind of link; empty if the game has ended."""
    if not game.actor(position):
        return []
    return [_waiting(game, position, link, number) for link, number in Counter(position.links).items()]


def _waiting(game: Hybrid, position: Position, link: PendingLink, number: int) -> Text:
    arrow = Text(f"{link.control} > {link.target} of {link.owner}", screen.STYLES[link.owner])
    before, after = _marks(game, position, link, number)
    becomes = f"stays {after}" if before is after else f"becomes {after}"
    twice = ", twice" * (number > 1)
    return arrow.append(f"{twice}: if {link.control} is found {link.owner}, {link.target} {becomes}", "default")


def result_in_words(game: Hybrid, position: Position, result: Result) -> Text:
    """The result of the measurement that is due in a position, and its effect on the targets of the box."""
    box, mark = position.measuring, result.mark
    told = Text.assemble(f"{box} is ", (mark, screen.STYLES[mark]))
    for link, number in Counter(link for link in position.links if link.control == box).items():
        told.append("; ").append_text(_acted(game, position, link, number, mark))
    return told


def _acted(game: Hybrid, position: Position, link: PendingLink, number: int, result: Actor) -> Text:
    """The effect of equal links."""
    triggered = link.owner is result
    before, after = _marks(game, position, link, number if triggered else 0)
    what = f"turns from {before} to {after}" if before is not after else f"stays {after}"
    are = ("is" if number == 1 else "are") + " not" * (not triggered)
    links = f"{NUMBERS[number]}link{'s' * (number > 1)}"
    return Text.assemble(
        (f"{link.owner}'s", screen.STYLES[link.owner]),
        f" {links} to {link.target} {are} triggered: {link.target} {what}",
    )


def _marks(game: Hybrid, position: Position, link: PendingLink, number: int) -> tuple[Actor, Actor]:
    """The mark of a target, before and after `number` equal links are triggered."""
    before = after = Actor(position.marks[link.target - 1])
    for _ in range(number):
        after = Actor(turned(after, link.owner, game.effect))
    return before, after
