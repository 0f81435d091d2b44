"""Names the rule that a wrong answer breaks: that of the refusing row, of the outcome, or of the action at fault."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from qttt.reference.notation import player_of, split
from qttt.spec import rules
from qttt.verification.conform.truth import PLY, Expected, Truth
from qttt.verification.questions import Answer, Kind, Question

AT_THE_END = ("actor", "actions", "counts", "outcome", "outcome_rule")
"""What is wrong about these fields of an ended game is wrong about its outcome."""
MOST_TRIED = 5
"""The most actions too many that are tried, to see which rule refuses them."""
NOTATION = {"printed": "NOTATION-GAME-1", "position": "NOTATION-POSITION-1"}


def rules_broken(truth: Truth, expected: Expected, answer: Answer, name: str) -> list[str]:
    """The rules of a vector against a wrong answer to the field `name`, the main one first: `legal` stands for an
    answer of another kind than is due."""
    question, due = expected
    if refusing := due.get("refused") or due.get("error"):
        return [refusing]
    tokens = split(question.text) if question.form == "game" else []
    if name in ("legal", "refused"):
        told = answer.content if answer.kind is Kind.ILLEGAL else {"error": answer.content}
        at = told.get("token", 0)
        rejected = tokens[at - 1 if 0 < at <= len(tokens) else -1] if tokens else ""
        named = [rule for rule in rules() if rule == told.get("error")]
        return [*dict.fromkeys([_of_action(truth, question.options, rejected, "legal"), *named])]
    said = answer.content if answer.kind is Kind.COUNTS else answer.content[name]
    return [_of_field(truth, expected, said, name, tokens)]


def _of_field(truth: Truth, expected: Expected, said: Any, name: str, tokens: list[str]) -> str:
    """The rule of a field of a legal game."""
    question = expected.question
    here: Mapping[str, Any] = truth.answer(replace(question, fields=("actor", "actions", "outcome_rule"))).content
    due = here["actions"]

    def of(action: str, name: str = name) -> str:
        return _of_action(truth, question.options, action, name)

    if name in NOTATION:
        return NOTATION[name]
    if here["actor"] is None and name in AT_THE_END:
        return str(here["outcome_rule"])
    if name in ("value", "best", "first_moves"):
        return of("") if name == "value" and here["actor"] is None else truth.searched
    if name == "actions" and isinstance(said, list):
        surplus = islice((action for action in said if action not in due), MOST_TRIED)
        more = (token for action in surplus for token in _tokens(action, tokens))
        refused = (truth.answer(replace(question, text=f"{question.text} {token}", fields=())) for token in more)
        errors = [answer.content["error"] for answer in refused if answer.kind is Kind.ILLEGAL]
        lacking = [of(action, "legal") for action in due if action not in said]
        playing = [rule for rule in errors if not rule.startswith("NOTATION-")]
        return str([*playing, *lacking, *errors, of("")][0])
    if name == "counts":
        return of(due[0], "legal")
    if name in (*AT_THE_END, *truth.chance) and due:
        return of(due[0], "outcome" if said is None else name)
    return of(tokens[-1] if tokens else "")


def _tokens(action: Any, before: list[str]) -> list[str]:
    """How an action may be written after these tokens: as it is, and as a move."""
    ply = 1 + sum(bool(re.match("[XO][1-9]", token)) for token in before)
    return [f"{player_of(ply)}{ply}.{action}", f"{action}"]


def _of_action(truth: Truth, options: Mapping[str, Any], token: str, name: str) -> str:
    """The rule of a field, or of an action if it is `legal`, where this token has been or should be written."""
    rule = truth.by_action.get(_kind(truth, token), {}).get(name) or truth.rules.get(name, "NOTATION-GAME-1")
    turned = ((rule, f"{value}") for value in options.values())
    return next((truth.by_option[each] for each in turned if each in truth.by_option), rule)


def _kind(truth: Truth, token: str) -> str:
    """The kind of action that a token writes, of those that have rules of their own; "" for any other."""
    action = token.rsplit(".", 1)[-1] if PLY.match(token) else token
    return next((kind for kind in truth.by_action if action and re.match(kind, action)), "")


def is_hidden(truth: Truth, question: Question) -> bool:
    """Whether an action of a game has changed marks that an engine was not asked for."""
    marks = truth.state[0]
    if question.form != "game" or marks in question.fields:
        return False
    return any(marks in truth.by_action.get(_kind(truth, token), ()) for token in split(question.text))


def root_named(truth: Truth, expected: Expected, answer: Answer, name: str, rule: str) -> str:
    """What the wrong answers with one cause share: the rule, or the kind of action that leaves wrong marks, or the
    field that is always null."""
    if name in truth.state:
        tokens = split(expected.question.text)
        return f"the marks after {_kind(truth, tokens[-1]) if tokens else ''}"
    is_null = answer.kind is Kind.ANSWERS and answer.content.get(name, "") is None
    return f"{name} null" if is_null else f"{rule} as text" if name == "legal" else rule
