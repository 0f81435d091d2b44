"""Checks the lemmas of the page on Q3T on the reference.

`cases` are positions in which every kind of action meets every kind of link; endings are checked on all marks that
nine boxes can have.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations, product
from random import Random

from qttt.reference.board import SYMMETRIES
from qttt.reference.game import Actor
from qttt.reference.hybrid import SWITCHES, Action, Hybrid, Link, Measure, PendingLink, Position, Result, settings
from qttt.reference.hybrid.position import BOXES, UNMEASURED
from qttt.verification import Refuted

SEED = 2019
CONTROLS, TARGETS = (3, 4), (1, 2)
LINKS = [PendingLink(*link) for link in sorted(product(CONTROLS, TARGETS, (Actor.X, Actor.O)))]
LIMITS = tuple(product(SWITCHES["links"], SWITCHES["targets"]))

Case = tuple[Hybrid, Position]


def cases(game_of: type[Hybrid] = Hybrid) -> Iterator[Case]:
    """Two boxes measured, links from two others to them: every result with up to three links of either player, under
    both effects, every move with up to two links, under all limits; and the positions of a random game at each setting.
    """
    for effect, marks, turn in product(SWITCHES["effect"], ("XX", "XO", "OX", "OO"), (Actor.X, Actor.O)):
        for links in _up_to(3):
            yield game_of(effect=effect), Position(marks.ljust(9, UNMEASURED), links, turn, CONTROLS[0])
    for limits, turn in product(LIMITS, (Actor.X, Actor.O)):
        for links in _up_to(2):
            yield game_of(*limits), Position("XO".ljust(9, UNMEASURED), links, turn)
    random = Random(SEED)
    for setting in settings():
        game = game_of(**setting.switches)
        position = game.initial()
        while actions := game.actions(position):
            yield game, position
            position = game.play(position, random.choice(actions))
        yield game, position


def _up_to(most: int) -> Iterator[tuple[PendingLink, ...]]:
    for number in range(most + 1):
        yield from combinations_with_replacement(LINKS, number)


def all_marks() -> Iterator[str]:
    """Every way to mark nine boxes or to leave them unmeasured."""
    return map("".join, product("XO" + UNMEASURED, repeat=len(BOXES)))


def after(game: Hybrid, position: Position) -> dict[Action, Position]:
    """Every action and the position after it."""
    return {action: game.play(position, action) for action in game.actions(position)}


# Ends

MOST_PLIES = {
    ("one", "any"): 17,
    ("one", "one"): 17,
    ("single", "any"): 17,
    ("single", "one"): 17,
    ("two", "any"): 25,
    ("two", "one"): 24,
}
"""The largest number of plies of a game by `links` and `targets`."""

LONGEST_GAMES = {
    17: "X1.1 =X O2.2>1 X3.2 =X O4.3>1 X5.3 =O O6.4>1 X7.4 =X O8.5>1 X9.5 =X "
    "O10.6>1 X11.6 =O O12.7>1 X13.7 =O O14.8>1 X15.8 =O O16.9>1 X17.9 =X",
    25: "X1.1 =X O2.2>1 X3.2>1 O4.2 =X X5.3>1 O6.3>1 X7.3 =O O8.4>1 X9.4>1 "
    "O10.4 =X X11.5>1 O12.5>1 X13.5 =X O14.6>1 X15.6>1 O16.6 =O X17.7>1 "
    "O18.7>1 X19.7 =O O20.8>1 X21.8>1 O22.8 =O X23.9>1 O24.9>1 X25.9 =X",
    24: "X1.1 =X O2.2>1 X3.2 =X O4.3>1 X5.3>2 O6.3 =O X7.4>1 O8.4>2 X9.4 =X "
    "O10.5>1 X11.5>2 O12.5 =X X13.6>1 O14.6>2 X15.6 =O O16.7>2 X17.7>1 "
    "O18.7 =O X19.8>1 O20.8>2 X21.8 =O O22.9>1 X23.9>2 O24.9 =X",
}
"""A game of this length for each number on the page."""

NO_LINE = "XOXXOOOXX"
"""Nine marks without a line; every beginning has no line either."""

Carried = tuple[int, ...]
"""The number of links that each unmeasured box carries, ascending: all that further moves depend on."""


def play_ends(game_of: type[Hybrid] = Hybrid) -> str:
    """The page's longest games, as if no line ended a game, and a real game of that length under each effect."""
    for (links, targets), most in MOST_PLIES.items():
        found = longest(game_of(links, targets), (0,) * len(BOXES), {})
        if found != most:
            raise Refuted(f"links={links}, targets={targets}: the longest games have {found} plies, not {most}")
        for effect in SWITCHES["effect"]:
            game = game_of(links, targets, effect)
            last = game.read(LONGEST_GAMES[most]).positions[-1]
            if game.actor(last) is not None:
                raise Refuted(f"{game.switches}: the game of {most} plies goes on, in '{last}'")
    return f"{len(MOST_PLIES)} limits, {len(SWITCHES['effect'])} effects"


def longest(game: Hybrid, carried: Carried, known: dict[Carried, int | None]) -> int:
    """The largest number of further plies, if no line ends the game. Raises `Refuted` if play can loop."""
    if carried in known:
        plies = known[carried]
        if plies is None:
            raise Refuted(f"{game.switches}: play comes back to where unmeasured boxes carry {carried} links")
        return plies
    known[carried] = None
    most = max((1 + longest(game, then, known) for then in _then(game, carried)), default=0)
    known[carried] = most
    return most


def _then(game: Hybrid, carried: Carried) -> set[Carried]:
    """The numbers of links that boxes may carry after a move, and after its result if it has one."""
    measured = len(BOXES) - len(carried)
    controls = [measured + 1 + at for at, number in enumerate(carried) for _ in range(number)]
    links = tuple(PendingLink(control, at % measured + 1, Actor.O) for at, control in enumerate(controls))
    position = Position(NO_LINE[:measured].ljust(len(BOXES), UNMEASURED), links)
    kinds = {(type(move), carried[_moved(move) - measured - 1]): move for move in game.actions(position)}
    reached = set[Carried]()
    for move in kinds.values():
        later = game.play(position, move)
        found = [later] if isinstance(move, Link) else [game.play(later, result) for result in Result]
        reached |= {carried_in(one) for one in found}
    return reached


def _moved(action: Action) -> int:
    assert not isinstance(action, Result)
    return action.box if isinstance(action, Measure) else action.control


def carried_in(position: Position) -> Carried:
    """The number of links that each unmeasured box of a position carries."""
    numbers = Counter(link.control for link in position.links)
    return tuple(sorted(numbers[box] for box in position.unmeasured))


# Layers


def layer(position: Position) -> tuple[int, int, bool]:
    """The layer of a position: measured boxes, pending links, whether a box is being measured."""
    return len(position.measured), len(position.links), position.measuring is not None


def every_action_leads_to_a_later_layer(game_of: type[Hybrid] = Hybrid) -> str:
    """In all cases."""
    count = 0
    for game, position in cases(game_of):
        for action, then in after(game, position).items():
            if layer(then) <= layer(position):
                raise Refuted(f"{game.switches}: {action} leads from '{position}' back to '{then}'")
        count += 1
    return f"{count:,} positions"


# Colours

OTHER_COLOUR = str.maketrans("XO", "OX")


def exchanged(position: Position) -> Position:
    """The position with X and O exchanged: marks, owners, and the player to move."""
    links = sorted(link._replace(owner=link.owner.opponent) for link in position.links)
    marks = position.marks.translate(OTHER_COLOUR)
    return Position(marks, tuple(links), position.turn.opponent, position.measuring)


def exchanged_action(action: Action) -> Action:
    """A result with X and O exchanged; a move unchanged."""
    return Result(action.value.translate(OTHER_COLOUR)) if isinstance(action, Result) else action


def colours_can_be_exchanged(game_of: type[Hybrid] = Hybrid) -> str:
    """In all cases: actions, chances and next positions. For all marks, under each value of `both`: the endings, and
    scores of the opposite sign; but under `both=X`, X wins before and after if both players have a line."""
    count = 0
    for game, position in cases(game_of):
        image = exchanged(position)
        then = {exchanged_action(action): exchanged(later) for action, later in after(game, position).items()}
        chances = {exchanged_action(action): chance for action, chance in game.chance(position).items()}
        if after(game, image) != then or game.chance(image) != chances:
            raise Refuted(f"{game.switches}: '{position}' and '{image}' have different actions or successors")
        count += 1
    games = [game_of(both=both) for both in SWITCHES["both"]]
    for marks in all_marks():
        if marks <= marks.translate(OTHER_COLOUR):
            _endings_are_exchanged(games, Position(marks))
    return f"{count:,} positions, {3 ** len(BOXES):,} endings"


def _endings_are_exchanged(games: list[Hybrid], position: Position) -> None:
    image = exchanged(position)
    if games[0].actor(position) or games[0].actor(image):
        if games[0].actor(position) is None or games[0].actor(image) is None:
            raise Refuted(f"only one of '{position}' and '{image}' has ended")
        return
    for game in games:
        score, of_image = game.score(position), game.score(image)
        always_x = game.both == "X" and score.outcome.rule == "HYB-END-2"
        if of_image.value != (1 if always_x else -score.value) or of_image.outcome.rule != score.outcome.rule:
            raise Refuted(f"{game.switches}: '{position}' is worth {score.value}, '{image}' {of_image.value}")


# Symmetry


GENERATORS = (SYMMETRIES[1], SYMMETRIES[4])
"""A quarter turn and a reflection, which generate all eight symmetries."""


def games_turn_with_the_board(game_of: type[Hybrid] = Hybrid) -> str:
    """In all cases, for both generators: actions, chances and next positions. For all marks: ending and score."""
    count = 0
    for game, position in cases(game_of):
        leads_to, chances = after(game, position), game.chance(position)
        for symmetry in GENERATORS:
            image = game.turned(position, symmetry)
            then = {
                game.turned_action(position, action, symmetry): game.turned(later, symmetry)
                for action, later in leads_to.items()
            }
            if after(game, image) != then or game.chance(image) != chances:
                raise Refuted(f"{game.switches}: '{position}' and '{image}' have different actions or successors")
        count += 1
    game = game_of()
    scores = {marks: game.score(at) if game.actor(at) is None else None for marks, at in _with_marks()}
    for symmetry in GENERATORS:
        for marks, score in scores.items():
            image_marks = game.turned(Position(marks), symmetry).marks
            if scores[image_marks] != score:
                raise Refuted(f"'{marks}' and '{image_marks}' have different outcomes")
    return f"{count:,} positions, {len(scores):,} endings"


def _with_marks() -> Iterator[tuple[str, Position]]:
    return ((marks, Position(marks)) for marks in all_marks())


# Double reversal


def reversals_cancel_and_commute(game_of: type[Hybrid] = Hybrid) -> str:
    """In all cases in which a result is due: a target is reversed if an odd number of links to it is triggered, or,
    under `effect=take`, becomes the owner's if any is; the order of the links makes no difference."""
    count = 0
    for game, position in cases(game_of):
        if position.measuring is None:
            continue
        for result in Result:
            expected = {box: _expected(game, position, result, box) for box in BOXES}
            for links in {*permutations(position.links)} if len(position.links) < 4 else [position.links]:
                given = Position(position.marks, links, position.turn, position.measuring)
                marks = game.play(given, result).marks
                if marks != "".join(expected.values()):
                    raise Refuted(f"{game.switches}: {result} leads from '{given}' to {marks}, not to {expected}")
        count += 1
    return f"{count:,} positions, both results"


def _expected(game: Hybrid, position: Position, result: Result, box: int) -> str:
    mark = position.marks[box - 1]
    triggered = position.links.count(PendingLink(position.measuring or 0, box, result.mark))
    if box == position.measuring:
        return str(result.mark)
    if game.effect == "take":
        return str(result.mark) if triggered else mark
    return mark.translate(OTHER_COLOUR) if triggered % 2 else mark
