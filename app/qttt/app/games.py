"""Games as a user names them, what is asked about them, and the answers of commands."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from qttt.app.errors import BadInput, suggest, tell, tell_json
from qttt.oracle.perfect import A, P
from qttt.oracle.registry import earlier, entry, games, options, readings, with_reading
from qttt.reference.game import Game
from qttt.reference.picture import listed
from qttt.spec import Option, rulesets


@dataclass(frozen=True)
class Query:
    """A game by its name, and the options that were typed, by name: those of the game and those of the command; and on
    which device the game is to be solved, and whether the user's folder is to keep the tablebase."""

    name: str
    typed: Mapping[str, Any]
    device: str = "auto"
    store: bool = True
    unwritten: list[str] = field(default_factory=list, compare=False)
    """Why the file to write could not be written, if it could not: it is told after the answer is shown."""

    @cached_property
    def game(self) -> Any:
        """The game with its options. Raises BadInput for options that do not make a game."""
        return make_game(self.name, self.typed)

    @cached_property
    def json_object(self) -> dict[str, object]:
        """The JSON object of the game: its ruleset and all options."""
        return json_of(self.game)

    @cached_property
    def truth(self) -> Any:
        """Perfect play of the game, from the named tablebase or the user's. Raises what `stored.perfect` raises."""
        from qttt.app import stored

        return stored.perfect(self.game, self.tablebase)

    def by(self, engine: str) -> "Query":
        """The same, with the rules of the game applied by an engine: reference, fast or formal.

        Raises BadInput for a game that the engine cannot hold.
        """
        if engine == "reference":
            return self
        if engine == "formal":
            from qttt.verification.formal import FormalGame

            game: object = FormalGame(self.game)
        else:
            from qttt.oracle.kernels import by_kernels

            try:
                game = by_kernels(self.game)
            except ValueError as error:  # a number that the kernels have no room for
                raise BadInput(str(error)) from error
        same = replace(self)
        same.__dict__.update(game=game, json_object=self.json_object)
        return same

    def get(self, option: str) -> Any:
        """The value of an option; None if it was not typed."""
        return self.typed.get(option)

    @property
    def out(self) -> Path | None:
        """The file to write."""
        path: Path | None = self.get("out")
        return path

    @property
    def tablebase(self) -> Path | None:
        """The file of a tablebase."""
        path: Path | None = self.get("tablebase")
        return path


class Answer(NamedTuple):
    """A command's result: the object or list for JSON, how to print it for people, the exit code, and the files that
    are written after it is printed, so that no fault of theirs loses it."""

    json_object: Callable[[], Any]
    display: Callable[[], None]
    code: int = 0
    write: Callable[[], None] = lambda: None

    def show(self, as_json: bool) -> int:
        """Print the answer as JSON, on one line, or for people, and write its files. Returns the exit code.

        Raises BadInput for a file that cannot be written, unless there is another exit code, which outranks that."""
        try:
            if as_json:
                print_json(self.json_object())
            else:
                self.display()
        finally:  # also if nobody reads it
            try:
                self.write()
            except BadInput as error:
                if not self.code:
                    raise
                tell_json(error, self.code) if as_json else tell(error)
        return self.code


def print_json(content: object) -> None:
    """Print an object or a list on one line."""
    print(json.dumps(content, ensure_ascii=False))


def name_of_ruleset(name: str) -> str:
    """The name of the only game that a word means. Raises BadInput for a word that means no game, or several.

    >>> name_of_ruleset("goff-1.0")
    'goff'
    """
    match meant(name):
        case [only_one]:
            return only_one
        case []:
            raise BadInput(f"unknown game '{name}': {suggest(name, games())}expected {listed(games(), 'or')}")
        case several:
            raise BadInput(f"'{name}' means {listed(several, 'or')}: write one of them")


def meant(word: str) -> list[str]:
    """The games that a word means, in any case: the game of this name or ruleset, else those with it in their title.

    >>> meant("Goff"), meant("q3t"), meant("quantum")
    (['goff'], ['hybrid'], ['goff', 'sqt'])
    """
    low = word.lower()
    named = [each for each in games() if low in (each, f"{each}-{version(each)}", *earlier(each))]
    titles = {
        name: {*re.findall(r"[\w-]+", ruleset.title.lower())} - {"s", "the", "game"}
        for name, ruleset in rulesets().items()
    }
    return named or [name for name in titles if low in titles[name]]


def only(what: str, *names: str) -> Callable[[str], str]:
    """A check that a game is one of `names`, which have `what`. The check raises BadInput for any other game."""

    def check(name: str) -> str:
        if name_of_ruleset(name) not in names:
            raise BadInput(f"{name_of_ruleset(name)} has no {what}: expected {listed(names, 'or')}")
        return name_of_ruleset(name)

    return check


def version(name: str) -> str:
    """The version of the ruleset of a game.

    >>> version("goff")
    '1.1'
    """
    ruleset: str = rulesets()[name].id if name in rulesets() else entry(name).kind.ruleset
    return ruleset.rpartition("-")[2]


def make_game(name: str, typed: Mapping[str, Any]) -> Any:
    """The game with the options that were typed: by name; those with named values also as NAME=VALUE under `switch`.

    Raises BadInput for a missing required option, an unknown switch, value or program, and a switch given twice.

    >>> make_game("goff", {"switch": ["collapse=self"]})
    Goff(collapse='self')
    """
    own = {option.name: option for option in options(name)}
    chosen = {each: value for each, value in typed.items() if each in own and not own[each].values}
    known = [option for option in own.values() if option.values]
    given = [f"--{option.written} {typed[option.name]}" for option in known if option.name in typed]
    chosen |= read_switches([*(f"--switch {each}" for each in typed.get("switch") or []), *given], known)
    chosen = apply_reading(name, typed.get("reading"), chosen)
    for option in own.values():
        if option.default is None and option.name not in chosen:
            raise BadInput(
                f"{name} needs --{option.written}, {option.note}, such as --{option.written} {option.example}"
            )
    try:
        return entry(name).make(**chosen)
    except ValueError as error:
        where = next((f"--{own[each].written}: " for each in chosen if own[each].example), "")
        raise BadInput(f"{where}{error}") from error


def apply_reading(name: str, who: str | None, chosen: dict[str, Any]) -> dict[str, Any]:
    """The chosen options with those of a program's reading. Says on standard error which rules the program breaks.

    Raises BadInput for an unknown program, for one of another game, and for an option that contradicts the reading.
    """
    if who is None:
        return chosen
    try:
        found = with_reading(name, {**chosen, "reading": who})
    except ValueError as error:
        raise BadInput(f"--{error}") from error
    program = next(each for each in readings(name).values() if who in (each.owner, each.name))
    if program.departures:
        broken = listed([*dict.fromkeys(departure.rule for departure in program.departures)])
        tell(f"note: {program.name} breaks {broken} in this reading; see docs/programs.md")
    return found


def read_switches(typed: Sequence[str], known: Iterable[Option]) -> dict[str, str]:
    """The options that were typed as --switch NAME=VALUE or --NAME VALUE, by their names: of several with one name any
    value is meant.

    Raises BadInput for an unknown one, for an unknown value, and for one that is given twice.

    >>> read_switches(["--switch double_win=true"], options("goff"))
    {'double_win': 'yes'}
    """
    named: dict[str, list[Option]] = {}
    for option in known:
        named.setdefault(option.written, []).append(option)
    found: dict[str, str] = {}
    for switch in typed:
        own, _, rest = switch.removeprefix("--").partition(" ")
        name, equals, value = rest.partition("=") if own == "switch" else (own, "=", rest)
        if not equals:
            first = next(iter(named.values()))[0]
            raise BadInput(f"{switch}: expected name=value, such as {first.written}={first.values[1]}")
        if not (meant := named.get(name.replace("_", "-"), [])):
            raise BadInput(f"{switch}: unknown switch '{name}': expected {listed([*named], 'or')}")
        values = dict.fromkeys(value for option in meant for value in option.values)
        if values and meant[0].text(value) not in values:
            expected = meant[0].expected_for(value) if len(meant) == 1 else listed([*values], "or")
            raise BadInput(f"{switch}: unknown value '{value}': expected {expected}")
        if meant[0].name in found:
            raise BadInput(f"{switch}: {name} is given twice; leave one out")
        found[meant[0].name] = meant[0].text(value)
    return found


def json_of(game: Game[P, A]) -> dict[str, object]:
    """The JSON object of a game: its ruleset and all of its options, with the switches in an object of their own.

    >>> from qttt.reference.goff import Goff
    >>> json_of(Goff())
    {'ruleset': 'goff-1.1', 'collapse': 'opponent', 'double_win': False, 'switches': {'pair': 'legal', ...}}
    """
    plain = [option for option in game.options if not option.switch]
    values = {each.name: getattr(game, each.name) if each.flag else game.setting[each.name] for each in plain}
    return {
        "ruleset": game.ruleset,
        **values,
        **({} if len(plain) == len(game.options) else {"switches": switches(game)}),
    }


def json_of_position(game: Game[P, A], position: P, ply: int) -> dict[str, object]:
    """The JSON object of a position after `ply` plies, without the game."""
    actor = game.actor(position)
    return {
        "position": str(position),
        "written": game.write_position(position),
        "ply": ply,
        "actor": actor,
        "actions": [str(action) for action in game.actions(position)],
        "outcome": None if actor else str(game.score(position).outcome),
    }


def switches(game: Game[P, A]) -> dict[str, str]:
    """The switches that a game has, with their values."""
    return {
        option.name: game.setting[option.name]
        for option in game.options
        if option.switch and option.name in game.setting
    }


def options_in_words(game: Game[P, A]) -> list[str]:
    """The options of a game for people: those with a value, flags that are on, switches that are not at their default.

    >>> from qttt.reference.tiqtaqtoe import TiqTaqToe
    >>> options_in_words(TiqTaqToe("minimal", both="X"))
    ['level minimal', 'both=X']
    """
    plain = [option for option in game.options if not option.switch]
    values = [f"{option.written} {game.setting[option.name]}" for option in plain if not option.flag]
    flags = [option.written for option in plain if option.flag and getattr(game, option.name)]
    defaults = {option.name: option.default for option in game.options}
    turned = [f"{name}={value}" for name, value in switches(game).items() if value != defaults[name]]
    return [*values, *flags, *turned]


def symmetry_classes(game: Game[P, A], moves: Iterable[A]) -> list[list[A]]:
    """The symmetry classes of some first moves of a game, each in the order of `moves`.

    >>> from qttt.reference.hybrid import Hybrid
    >>> [[str(move) for move in moves] for moves in symmetry_classes(Hybrid(), Hybrid().actions(Hybrid().initial()))]
    [['1', '3', '7', '9'], ['2', '4', '6', '8'], ['5']]
    """
    classes = defaultdict(list)
    for move in moves:
        after = game.play(game.initial(), move)
        classes[min(str(game.turned(after, symmetry)) for symmetry in game.symmetries)].append(move)
    return [*classes.values()]
