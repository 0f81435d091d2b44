"""`qttt cite`: how to cite the project, a ruleset, a rule, a lemma, a claim, a result or a position."""

import shlex
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Annotated

import typer

from qttt.app.command import Command, GameCommand, in_words, typed
from qttt.app.errors import BadInput, tell
from qttt.app.games import Query, meant, name_of_ruleset, print_json, version
from qttt.app.options import Json, Moves
from qttt.app.rulebook.cite import Citation, of_position, results
from qttt.app.rulebook.named import cite as cite_by_id
from qttt.oracle.registry import earlier, entry_of, games


def cite(
    query: Query,
    moves: Moves = None,
    bibtex: Annotated[bool, typer.Option("--bibtex", help="Print an entry for BibTeX. Default: a line.")] = False,
    as_json: Json = False,
) -> None:
    """Show how to cite the project, a ruleset, a rule, a lemma, a claim, a result or a position.

    A game with moves or options is cited as the value of a position, with the commands that prove it: each `certify`
    writes a bound on the value, which `check` then checks.
    """
    if moves and not " ".join(moves).strip():
        raise BadInput(f"{query.name} is followed by an empty word: leave it out, or give moves")
    if moves and (found := meant(query.name)):
        _tell_if_earlier(query.name, found[0])
        query = replace(query, name=found[0])
    if query.name in games() and (moves or query.typed):
        return show_position(query, typed(query, moves), bibtex, as_json)
    id = " ".join([query.name, *(moves or [])]).strip()
    if id.lower() in results() and (found := meant(id)):
        newer = _newer(id, found[0])
        tell(f"note: {id} is also a ruleset{newer and f': {newer}'}, which is cited by: qttt cite {found[0]}")
    show(cite_by_id(id), bibtex, as_json)


def show(cited: Citation, bibtex: bool, as_json: bool, **beside: object) -> None:
    """Print a citation as a line, or its entry for BibTeX; as JSON both, with what stands `beside` them."""
    if as_json:
        print_json({**beside, "cite": cited.line, "bibtex": cited.bibtex})
    else:
        print(cited.bibtex if bibtex else cited.line)


def show_position(query: Query, moves: str, bibtex: bool, as_json: bool) -> None:
    """Print how to cite the value of a position, and the commands that prove it."""
    fast, options = query.by("fast"), _options(query)
    position = fast.game.position(moves)
    value, reading = fast.truth.value(position), fast.game.write_position(position).partition(": ")[0]
    key = [sha256(reading.encode()).hexdigest()[:8]] if "board" in query.typed else options  # a path is not the board
    cited, proofs = of_position(reading, moves, value, *key, moves.rpartition(": ")[2]), [*commands(query, moves)]
    show(cited, bibtex, as_json, **query.json_object, moves=moves, value=str(value), commands=proofs)
    if not (bibtex or as_json):
        print("\n".join(proofs))


def commands(query: Query, moves: str) -> Iterator[str]:
    """The commands that prove the value of a position: they write and check strategies of both players, or a whole
    board. Where a selection is due, strategies begin after it. Says on standard error if there are none."""
    from qttt.verification.certificate import form_of

    form, position = form_of(query.game), query.game.position(moves)
    after = [query.game.play(position, action) for action in query.game.actions(position)]
    names = [f"{moves} {action}" for action in query.game.actions(position)]
    followed = names if ":" not in moves else [query.game.write_position(each) for each in after]
    refused = ""
    for starts in filter(None, ([moves], followed, [""] * (not form.has_players))):
        try:
            for start in starts:
                form.check_start(start)
                entry_of(query.game).check_solvable(query.game, query.game.position(start))
        except ValueError as error:
            refused = refused or str(error)
            continue
        for number, start in enumerate(starts, start=1):
            words = ["qttt", "certify", query.name, *filter(None, [start]), *_options(query)]
            for player in ("X", "O") if form.has_players else ("",):
                file = f"{player or 'board'}{number if len(starts) > 1 else ''}.certificate"
                yield shlex.join([*words, *(["--player", player] if player else []), "--out", file])
                yield f"qttt check {file}"
        return
    tell(f"note: no command proves this: {refused}")


def _options(query: Query) -> list[str]:
    """The options of a game, as they were typed."""
    return in_words({name: given for name, given in query.typed.items() if name != "tablebase"})


def _read(word: str | None) -> str | None:
    """The game that a word means; the word itself if it is the ID of a result, or no game. Raises BadInput for a word
    that means several games, and for an empty one."""
    if word is not None and not word.strip():
        raise BadInput("an empty word names nothing: give an ID or a game, or no word to cite the project")
    if not word or word.lower() in results() or not meant(word):
        return word
    _tell_if_earlier(word, name := name_of_ruleset(word))
    return name


def _tell_if_earlier(word: str, name: str) -> None:
    """Say on standard error that a word is an earlier version of a game's ruleset."""
    if newer := _newer(word, name):
        tell(f"note: {newer}")


def _newer(word: str, name: str) -> str:
    """What an earlier version of a game's ruleset is now; empty for any other word."""
    return f"{word} is now {name}-{version(name)}" if word.lower() in earlier(name) else ""


ABOUT = "A game, or the ID of a rule, lemma, claim or result. Default: the project."
COMMANDS = {"cite": Command(cite, GameCommand, default=lambda given: "", about=ABOUT, reads=_read)}
