"""`qttt train`: a learner learns a game for some minutes."""

import math
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from qttt.app import stored
from qttt.app.command import Command, GameCommand
from qttt.app.errors import BadInput, Interrupted, reason, tell
from qttt.app.files import check_unprotected
from qttt.app.games import Query, print_json
from qttt.app.installed import need
from qttt.app.options import Json, seed_in_range
from qttt.learn.learners.learnt import Learner, expected_of_setting
from qttt.learn.learners.training import STATE, Training, in_words
from qttt.learn.measures.tree import Tree, tree_of
from qttt.learn.nets import check_target
from qttt.oracle import Entry, Oracle, entry, games
from qttt.oracle.perfect import A, P
from qttt.oracle.progress import announced
from qttt.reference.picture import listed

THROUGH = 4
"""The last ply of the positions that progress is measured on; of all positions, equivalent ones included, the last but
one."""


def train(
    query: Query,
    learner: Annotated[
        Literal["td", "alphazero", "distil"],
        typer.Option(help="Who learns: TD(0) with a table; a net by self-play; a net by the exact values."),
    ],
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="The file to write; FILE.state beside it resumes.")
    ],
    seed: Annotated[int, typer.Option(callback=seed_in_range, help="Random seed.")],
    minutes: Annotated[float | None, typer.Option(help="How long to train, interrupted times included.")] = None,
    steps: Annotated[int | None, typer.Option(min=1, help="How many steps to train, in place of minutes.")] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Another setting of the learner; may be repeated."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Train a learner, and measure it on the way: the share of optimal actions and the worst case in the first plies.

    `evaluate`, `arena` and `play` take what is learnt as net:FILE, or as net:FILE:SIMULATIONS with a search. The same
    command resumes a training that was interrupted; with more minutes it goes on. Equal seeds and --steps give equal
    weights on one machine. docs/learning/train.md says where the settings are described. For goff.
    """
    _check(query.name, minutes, steps)
    training = _begin(query, learner, seed, out, settings or [])

    def show() -> None:
        print_json(training.record) if as_json else print(summary(training.record))

    try:
        _run(training, minutes, steps)
    except BadInput:
        if training.curve:
            show()
        raise
    show()


def _check(game: str, minutes: float | None, steps: int | None) -> None:
    """Raise BadInput unless the game has learners, and either the minutes or the steps of a training are given."""
    learnt = [each for each in games() if type(entry(each)).learning is not Entry.learning]
    if game not in learnt:
        raise BadInput(f"train {game}: only {listed(learnt)} has learners; name {learnt[0]}")
    if minutes is not None and steps is not None:
        raise BadInput("--minutes and --steps: leave one out")
    if minutes is None and steps is None:
        raise BadInput("name how long to train: --minutes 10 or --steps 100")
    if minutes is not None and not (math.isfinite(minutes) and minutes > 0):
        raise BadInput(f"--minutes: {minutes:g} is out of range: expected more than 0")


def _begin(query: Query, learner: str, seed: int, out: Path, settings: list[str]) -> Training:
    """The training of a learner, resumed if there is a state of it. Raises BadInput."""
    try:
        check_target(out, out.with_name(out.name + STATE))  # before the game is solved, which may take a minute
        check_unprotected(out)
        oracle = Oracle(query.game, stored.tablebase(query.game, query.tablebase))
        with announced("Preparing the learner"):
            made, tree = _make_learner(learner, oracle, seed, settings)
        return Training(made, query.game, tree, out, tell)
    except ValueError as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{error.filename or out}: cannot be read: {reason(error)}") from error


def _run(training: Training, minutes: float | None, steps: int | None) -> None:
    """Train. Raises BadInput, and Interrupted."""
    try:
        with announced("Training; progress is shown after some 10 s of it, then less and less often"):
            training.run(minutes, steps)
    except KeyboardInterrupt:
        made = training.learner.steps
        kept = f"{in_words(made)} {'is' if made == 1 else 'are'} kept in {training.state}; the same command resumes"
        raise Interrupted(f"interrupted; {kept}") from None
    except OSError as error:
        told = f"cannot be written: {reason(error)}; what was written before is as it was"
        raise BadInput(f"{error.filename or training.out}: {told}") from error


def _make_learner(learner: str, oracle: Oracle[P, A], seed: int, settings: list[str]) -> tuple[Learner, Tree]:
    if learner == "td":
        from qttt.learn.learners import td

        made = td.Td(oracle, seed, _options(td.Options(), settings))
        return made, made.tree_for(THROUGH if made.options.canonical else THROUGH - 1)
    need(f"the learner {learner}", "learn", "jax", "optax")
    if learner == "distil":
        from qttt.learn.learners.distil import Distil
        from qttt.learn.learners.distil import Options as OfDistil

        return Distil(oracle, seed, _options(OfDistil(), settings)), tree_of(oracle, THROUGH)
    from qttt.learn.learners.alphazero import AlphaZero, Options

    return AlphaZero(oracle.game, seed, _options(Options(), settings)), tree_of(oracle, THROUGH)


def _options(defaults: Any, settings: list[str]) -> Any:
    """The options with what was typed. Raises ValueError for an unknown name or value."""
    known = {field.name: field for field in fields(defaults)}
    given = {}
    for each in settings:
        name, equals, text = each.partition("=")
        name = name.replace("-", "_")
        if not equals or name not in known:
            raise ValueError(f"--set {each}: expected NAME=VALUE with a name of {', '.join(known)}")
        given[name] = _value(each, known[name].default, text)
        if wanted := expected_of_setting(known[name], given[name]):
            raise ValueError(f"--set {each}: out of range: expected {wanted}")
    return replace(defaults, **given)


def _value(each: str, default: object, text: str) -> object:
    try:
        match default:
            case bool():
                return {"yes": True, "no": False}[text]
            case int():
                return int(text)
            case float():
                return float(text)
            case tuple():
                return tuple(int(size) for size in text.split(","))
    except (ValueError, KeyError):
        kinds = {bool: "yes or no", int: "an integer", float: "a number", tuple: "sizes such as 128,128"}
        raise ValueError(f"--set {each}: expected {kinds[type(default)]}") from None
    return text


def summary(record: Mapping[str, Any]) -> str:
    """A training in words."""
    last = record["curve"][-1]
    plies = " ".join(f"{share:.3f}" for stage, share in last["optimal"].items() if "selection" not in stage)
    worst = last["worst_case"]
    spent = f"{record['seconds']:.0f} s, {record['processor_seconds']:.0f} s of the processor"
    return (
        f"{in_words(record['steps'])} in {spent}\noptimal at plies 0, 1, ...: {plies}\n"
        f"worst case: {worst['X']:.6g} as X, {worst['O']:.6g} as O"
    )


COMMANDS = {"train": Command(train, GameCommand, about="The game: goff, the only one with learners.")}
