"""What differs in an answer: the rules that it breaks, the cause that it shares with others, and how it is reported."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from qttt.reference.notation import split
from qttt.spec import rules, rulesets, vectors
from qttt.verification.conform.truth import PLAYERS, PLY, Truth
from qttt.verification.questions import MOST, Answer, Expected, Kind, Question, compared, flat, plain, short


@dataclass(frozen=True)
class Differs:
    """A wrong answer to the field `name`, or one of another kind than is due, and the `rules` that it breaks.

    Wrong answers with one `root` have one cause: a rule, or the marks that an action leaves. One `follows` if it may
    follow from another, about the same position or an earlier one of the game; a rejected action follows from what
    is said to be due before it, and anything from who begins. It is hidden if it may also follow
    from the marks that an earlier action leaves, for which the engine was not asked: `hidden` are their rules.
    """

    expected: Expected
    answer: Answer
    name: str
    why: str
    rules: Sequence[str]
    root: str
    follows: bool
    hidden: tuple[str, ...]
    beside: frozenset[str]
    """The rules of all wrong answers about the position."""

    @property
    def root_or_hidden(self) -> str:
        return HIDDEN if self.hidden else self.root


HIDDEN = "hidden"
"""The root of differences that are hidden."""
MISLEADING = ("collapse", "outcome", "actor")
"""The fields from which it follows which actions an engine accepts."""
FOLLOWS = ("components", "collapse", "outcome", "actor", "actions", "chance", "selections", "value", "best")
"""The fields that follow from the other fields of a position, each also from those before it."""


def differing(
    truth: Truth, asked: Iterable[Expected], given: Iterable[Answer], one_game: bool = True
) -> Iterator[Differs]:
    """Every wrong answer; of those about one position the likely cause first. Where an engine shows the right marks,
    nothing follows from an earlier answer."""
    wrong_before: str | None = None
    misled = set[str]()
    for expected, answer in zip(asked, given, strict=True):
        text, wrong = expected.question.text, compared(expected.due, answer).wrong
        if not wrong:
            continue
        shows = truth.state[0] in expected.question.fields and not wrong.keys() & {*truth.state, "legal"}
        after = one_game and wrong_before is not None and text.startswith(wrong_before)
        after |= one_game and (
            "" in misled or ("legal" in wrong and any(text.startswith(f"{each} ") for each in misled))
        )
        misled |= {text} if wrong.keys() & {*MISLEADING} else set()
        follows, hidden = after and not shows, hiding(truth, expected.question)
        broken = {name: rules_broken(truth, expected, answer, name) for name in wrong}
        beside = frozenset(rules[0] for rules in broken.values())
        for name in sorted(wrong, key=lambda name: FOLLOWS.index(name) if name in FOLLOWS else -1):
            root = root_named(truth, expected, answer, name, broken[name][0])
            before = () if name in truth.state else hidden
            yield Differs(expected, answer, name, wrong[name], broken[name], root, follows, before, beside)
            follows = True
        if not shows and not after:
            wrong_before = text


def by_roots(found: Iterable[Differs], known: Collection[str] = ()) -> dict[str, list[Differs]]:
    """The differences that do not follow from others, by their roots. `HIDDEN` is the one of all that are hidden, but
    for those with a rule that is also broken where nothing is hidden, or that is `known`. A rule that is only broken
    beside such a rule, which is also broken without it, is left out."""
    found = [each for each in found if not each.follows]
    plain = {each.rules[0] for each in found if not each.hidden} | {*known}
    roots: dict[str, list[Differs]] = {}
    for each in found:
        rule = each.rules[0]
        beside = frozenset[str].intersection(*(other.beside for other in found if other.rules[0] == rule)) & plain
        if not any(other.rules[0] in beside - {rule} and rule not in other.beside for other in found):
            roots.setdefault(each.root if rule in plain else HIDDEN, []).append(each)
    return roots


# The rule that a wrong answer breaks

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
    acted = answer.content.get("actions") if answer.kind is Kind.ANSWERS else None
    return [_of_field(truth, expected, said, name, tokens, [*map(str, acted)] if isinstance(acted, list) else [])]


def _of_field(
    truth: Truth, expected: Expected, said: object, name: str, tokens: list[str], acted: Sequence[str] = ()
) -> str:
    """The rule of a field of a legal game, where an engine has `acted` actions."""
    question = expected.question
    here: Mapping[str, Any] = truth.answer(replace(question, fields=("actor", "actions", "outcome_rule"))).content
    due, actor = here["actions"], here["actor"]

    def of(action: str, name: str = name) -> str:
        return _of_action(truth, question.options, action, name)

    if name in NOTATION:
        return NOTATION[name]
    if actor is None and name in AT_THE_END:
        return str(here["outcome_rule"])
    if name in ("value", "best", "first_moves"):
        return of("") if name == "value" and actor is None else truth.searched
    if name == "actions" and isinstance(said, list):
        surplus = islice((action for action in said if action not in due), MOST_TRIED)
        more = (token for action in surplus for token in _tokens(action, actor, tokens))
        refused = (truth.answer(replace(question, text=f"{question.text} {token}", fields=())) for token in more)
        errors = [answer.content["error"] for answer in refused if answer.kind is Kind.ILLEGAL]
        lacking = [of(action, "legal") for action in due if action not in said]
        playing = [rule for rule in errors if not rule.startswith("NOTATION-")]
        return str([*playing, *lacking, *errors, of("")][0])
    if name == "counts":
        return of(due[0], "legal")
    if name == "actor" and not tokens and (first := _rule_of_option(truth, "first")):
        return first
    if name in (*AT_THE_END, *truth.chance) and due:
        kinds = (action for action in (due[0], *acted) if name == "actor" and _kind(truth, action))
        return of(next(kinds, due[0]), "outcome" if said is None else name)
    rule, (marks, right) = of(tokens[-1] if tokens else ""), map(_marks, (said, expected.due[name]))
    return truth.elsewhere.get(rule, rule) if marks and marks == right else rule


def _marks(squares: object) -> tuple[list[str], list[str]] | None:
    """The squares of definite marks and the marks, each in order; None for what is not marks by square."""
    return (sorted(squares), sorted(map(str, squares.values()))) if isinstance(squares, dict) else None


def _tokens(action: object, actor: str, before: list[str]) -> list[str]:
    """How an action of an actor may be written after these tokens: as a move, and as it is."""
    ply = 1 + sum(bool(PLY.match(token)) for token in before)
    return [f"{actor}{ply}.{action}"] * (actor in PLAYERS) + [f"{action}"]


def _rule_of_option(truth: Truth, name: str) -> str:
    """The rule that defines an option of the game; "" if it has none of this name."""
    return next((each.rule for each in rulesets()[truth.suite.game].options if each.name == name), "")


def _of_action(truth: Truth, options: Mapping[str, object], token: str, name: str) -> str:
    """The rule of a field, or of an action if it is `legal`, where this token has been or should be written."""
    rule = truth.by_action.get(_kind(truth, token), {}).get(name) or truth.rules.get(name, "NOTATION-GAME-1")
    turned = ((rule, f"{value}") for value in options.values())
    return next((truth.by_option[each] for each in turned if each in truth.by_option), rule)


def _kind(truth: Truth, token: str) -> str:
    """The kind of action that a token writes, of those that have rules of their own; "" for any other."""
    action = token.rsplit(".", 1)[-1] if PLY.match(token) else token
    return next((kind for kind in truth.by_action if action and re.match(kind, action)), "")


def hiding(truth: Truth, question: Question) -> tuple[str, ...]:
    """The rules by which actions of a game have changed marks that an engine was not asked for."""
    marks = truth.state[0]
    if question.form != "game" or marks in question.fields:
        return ()
    taken = (truth.by_action.get(_kind(truth, token), {}).get(marks, "") for token in split(question.text))
    return tuple(dict.fromkeys(each for rule in taken if rule for each in (rule, truth.elsewhere.get(rule, rule))))


def root_named(truth: Truth, expected: Expected, answer: Answer, name: str, rule: str) -> str:
    """What the wrong answers with one cause share: the rule, or the kind of action that leaves wrong marks, or the
    field that is always null."""
    if name in truth.state:
        tokens = split(expected.question.text)
        return f"the marks after {_kind(truth, tokens[-1]) if tokens else ''}"
    is_null = answer.kind is Kind.ANSWERS and answer.content.get(name, "") is None
    return f"{name} null" if is_null else f"{rule} as text" if name == "legal" else rule


# As it is reported


def in_words(options: Mapping[str, object]) -> str:
    """Options as they are typed.

    >>> in_words({"collapse": "self", "double_win": True, "switches": {"last": "draw"}})
    'collapse=self, double-win=yes, last=draw'
    """

    def typed(value: object) -> object:
        return ";".join(map(",".join, value)) if isinstance(value, list | tuple) else "yes" if value is True else value

    return ", ".join(f"{name.replace('_', '-')}={typed(value)}" for name, value in flat(options).items())


def with_options(options: Mapping[str, object]) -> str:
    """Options as they are typed, behind what they are options of; "" if there are none."""
    return f" with {in_words(options)}" if options else ""


def asked_in_words(question: Question) -> str:
    """The game or position that a question is about, with the options that are not at their defaults."""
    return f"'{question.text}'{with_options(plain(question.ruleset, question.options))}"


@dataclass(frozen=True)
class Difference:
    """An answer that differs, in the shortest game or text that shows it: both answers, a sentence on them, the rules
    that are broken, none if they are not known yet, a board, and a vector to keep."""

    question: Mapping[str, Any]
    field: str
    expected: object
    said: object
    why: str
    rules: tuple[str, ...]
    board: str
    vector: Mapping[str, Any]
    doubt: str = ""
    """Where the implementations of this project disagree on it: what each says."""


def show(truth: Truth, found: Differs, root: str, shown: dict[str, Difference]) -> None:
    """Show a difference, unless its root or its question is shown, or its rule, as broken by an answer of its kind."""
    each = difference(truth, found if root == HIDDEN else replace(found, hidden=()), len(shown) + 1)
    kind = each.rules[:1], each.field == "legal"
    alike = (kind == (other.rules[:1], other.field == "legal") for other in shown.values())
    if root not in shown and not any(alike) and all(each.question != other.question for other in shown.values()):
        shown[root] = each


def difference(truth: Truth, found: Differs, number: int) -> Difference:
    """A difference as it is reported, with a vector that takes the side of the reference; the IDs of vectors are
    goff-found-0001, goff-found-0002, ..."""
    (question, expected), content = found.expected, found.answer.content
    name, counted = found.name, {"depth": len(content)} if found.answer.kind is Kind.COUNTS else {}
    said = content[name] if isinstance(content, Mapping) and name in content else content
    said = said if len(written := json.dumps(said, ensure_ascii=False)) <= MOST else short(written)
    options = plain(question.ruleset, question.options)
    vector = {
        "id": f"{vectors(truth.suite.game)[-1].id.split('-', 1)[0]}-found-{number:04}",
        "rules": [*dict.fromkeys((*found.hidden, *found.rules))],
        "flags": [],
        "source": "generated",
        **({"options": options} if options else {}),
        "comment": f"An engine differed: {name}.",
        **_stated(truth, found),
    }
    return Difference(
        {"ruleset": question.ruleset, "options": options, question.form: question.text, **counted},
        name,
        expected.get(name),
        said,
        found.why + f"; declare `{truth.state[0]}` and the rule can be named" * bool(found.hidden),
        () if found.hidden else tuple(found.rules),
        _board(truth, question),
        vector,
        _doubt(truth, question, expected),
    )


def _stated(truth: Truth, found: Differs) -> dict[str, object]:
    """A text as `given` and `when`, with `then`: one that is illegal, or rejected, is divided before the token at
    fault."""
    (question, expected), tokens = found.expected, split(found.expected.question.text)
    if tokens and (found.name == "legal" or not expected["legal"]):
        at = expected.get("token", len(tokens)) - 1
        only = {"legal": True} if expected["legal"] else dict(expected)
        return {"given": " ".join(tokens[:at]), "when": tokens[at], "then": only}
    name = found.name if found.name in truth.suite.answers else "actions"
    then: Mapping[str, object] = (
        expected if name in expected else truth.answer(replace(question, fields=(name,))).content
    )
    return {
        "given": question.text,
        "when": None,
        "then": {name: then[name] or (0 if name == "actions" else then[name])},
    }


def _board(truth: Truth, question: Question) -> str:
    """The position of a legal game, drawn in text."""
    answer = truth.answer(replace(question, fields=()))
    if answer.kind is not Kind.ANSWERS:
        return ""
    return truth.picture(truth.reference(question.options).game.position(question.text))


def _doubt(truth: Truth, question: Question, expected: Mapping[str, object]) -> str:
    """Where the fast engine says something else than the reference about a legal game: what each says."""
    said = truth.suite.ask(truth.fast, question)
    if not expected["legal"] or not (wrong := compared(expected, said).wrong):
        return ""
    about = f"{question.options} '{question.text}'"
    return f"about {about} the fast engine and the reference differ: {'; '.join(wrong.values())}"
