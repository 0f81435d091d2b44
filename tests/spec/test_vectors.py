"""The vectors have the form of the schema, and tie in with the rules they test; the data of public programs are about
rules, options and errors that there are."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from qttt.spec import Vector, flags, rules, rulesets, schema, vectors
from qttt.spec.rulesets import Program, programs

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "spec" / "qttt" / "spec" / "vectors"
FILES = sorted(FOLDER.glob("*/*.json"))
SCHEMA = schema("vector")
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
GAMES = sorted({file.parent.name for file in FILES})
LEVELS = ("classic", "minimal", "moderate", "high", "full")


def load(file: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return content


def all_vectors() -> list[Vector]:
    return [vector for game in GAMES for vector in vectors(game)]


@pytest.mark.parametrize("name", ["board", "certificate", "perft", "protocol", "report", "vector"])
def test_schema_is_a_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(name))


def test_files_have_the_form_of_the_schema() -> None:
    errors = [
        (file.name, error.json_path, error.message) for file in FILES for error in VALIDATOR.iter_errors(load(file))
    ]
    assert errors == []


MUTANTS: list[dict[str, Any]] = [
    {"id": "goff-cycle-1"},
    {"rules": []},
    {"flags": ["Known Error"]},
    {"source": "guess"},
    {"when": ""},
    {"when": None},
    {"given": None},
    {"given_position": "goff-1.0: -"},
    {"then": {"legal": True, "position": "-"}},
    {"options": {"collapse": "nobody"}},
    {"options": {}},
    {"surprise": True},
    {"then": {}},
    {"then": {"actor": "X"}},
    {"then": {"legal": True, "error": "GOFF-MOVE-1"}},
    {"then": {"legal": False}},
    {"then": {"legal": False, "error": "GOFF-MOVE-1"}},
    {"then": {"legal": False, "error": "GOFF-MOVE-1", "token": 1, "actor": "X"}},
    {"then": {"legal": True, "definite": {"0": "X1"}}},
    {"then": {"legal": True, "outcome": "double win of O"}},
    {"then": {"legal": True, "value": "2/0"}},
    {"then": {"legal": True, "wins": "X"}},
    {"then": {"legal": True, "refused": "SQT-PROBABILITY-1"}, "options": {"q": "2"}},
    {"then": {"refused": "SQT-PROBABILITY-1"}, "when": None},
    {"options": {"q": "75%"}},
    {"options": {"q": "1/2", "scoring": "draws-first"}},
    {"then": {"legal": True, "selections": {"selA": "1/2"}}},
    {"then": {"legal": True, "dice": [3, 1]}},
    {"options": {"q": "1/2", "dice": False}},
    {"then": {"legal": True, "actions": ["dice"]}},
    {"options": {"board": [["1", "0", "0"]] * 8}},
    {"options": {"board": [["1", "0", "x"]] * 9}},
    {"options": {"seed": "-1", "number": 0}},
    {"options": {"seed": "1", "number": 0, "generator": "sun-2025"}},
    {"options": {"board": [["1", "0", "0"]] * 9, "switches": {"end": "stalemate"}}},
    {"then": {"legal": True, "marks": {"1": "X1"}}},
    {"then": {"legal": True, "chance": {"selA": "1/2"}}},
    {"then": {"legal": True, "value_near": ["0.5"]}},
    {"then": {"legal": True, "boards": [{"number": 1}]}},
    {"options": {"level": "quantum"}},
    {"options": {"level": "high", "switches": {"both": "nobody"}}},
    {"options": {"switches": {"both": "even"}}},
    {"options": {"switches": {"pair": "forbidden", "links": "two"}}},
    {"options": {"level": "high", "switches": {"both": "draw"}}},
    {"then": {"legal": True, "possible": ["X......."]}},
    {"then": {"legal": True, "probabilities": {"1": {"?": "1/2"}}}},
    {"then": {"legal": True, "groups": [[1]]}},
    {"then": {"legal": True, "chance": {"=X.O": "1/2"}}},
    {"then": {"legal": True, "outcome": "lines of X"}},
    {"then": {"legal": True, "links": ["5>7"]}},
    {"then": {"legal": True, "circuit": []}},
    {"then": {"legal": True, "circuit": ["HADAMARD 9"] * 9}},
    {"then": {"legal": True, "circuit": ["MEASUREMENT 1 if 2 is 0"] * 9}},
    {"then": {"legal": True, "actions": ["=."]}},
]


def test_schema_rejects_mutants() -> None:
    content = load(next(file for file in FILES if "cycle" in file.name))
    first = content["vectors"][0]
    assert VALIDATOR.is_valid(content | {"vectors": [first]})
    assert [each for each in MUTANTS if VALIDATOR.is_valid(content | {"vectors": [first | each]})] == []


OPTIONS = {
    "goff": set[str](),
    "sqt": {"q"},
    "probabilistic": {"board", "seed", "json", "csv"},
    "tiqtaqtoe": {"level"},
    "hybrid": set[str](),
}
"""The options one of which every vector of a game has, and no vector of another game."""


def test_options_are_those_of_the_game() -> None:
    for game in GAMES:
        for vector in vectors(game):
            named = {*vector.options} & set[str]().union(*OPTIONS.values())
            assert named <= OPTIONS[game], vector.id
            assert len(named) == bool(OPTIONS[game]), vector.id
            assert game != "hybrid" or {*vector.options} <= {"switches"}, vector.id


def test_ids_are_unique_and_name_their_chief_rules() -> None:
    every = all_vectors()
    assert len({vector.id for vector in every}) == len(every)
    ruled = [vector for vector in every if vector.section != "What the source reports"]
    chief = {vector.id: vector.rules[0].rsplit("-", 1)[0].lower() for vector in ruled}
    assert [id for id, rule in chief.items() if id.rsplit("-", 1)[0] != rule] == []


def test_broken_rule_is_among_the_rules_tested() -> None:
    wrong = [
        v.id
        for v in all_vectors()
        if "error" in v.then
        and v.then["error"] not in v.rules
        and not {"GOFF-BOARD-1", "NOTATION-GAME-1", "NOTATION-ERROR-1"} & {*v.rules}
    ]
    assert wrong == []


def test_token_of_an_error_follows_the_given_game() -> None:
    """`given` is legal, so the first token that an engine can reject is `when`."""
    wrong = [
        v.id
        for v in all_vectors()
        if v.when is not None
        and "error" in v.then
        and v.then["token"] != len(re.findall(r"[^ \t\r\n]+", v.given or "")) + 1
    ]
    assert wrong == []


def test_every_flag_has_a_note_and_every_note_a_vector() -> None:
    assert {flag for vector in all_vectors() for flag in vector.flags} == set(flags())


@pytest.mark.parametrize("game", GAMES)
def test_vectors_of_known_errors_are_named_on_the_page(game: str) -> None:
    page = (ROOT / "spec" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    flagged = [(flag, v.id) for v in vectors(game) for flag in v.flags if flag.startswith("known-error:")]
    assert [each for each in flagged if each[0] not in page or f"`{each[1]}`" not in page] == []


def test_no_two_vectors_ask_the_same() -> None:
    seen: dict[str, str] = {}
    for v in all_vectors():
        given = [v.given, v.given_marks, v.given_position, v.given_open]
        question = json.dumps([*given, v.when, {**v.options}, {**v.then}], sort_keys=True)
        assert question not in seen, f"{v.id} repeats {seen[question]}"
        seen[question] = v.id


@pytest.mark.parametrize("game", GAMES)
def test_files_follow_the_sections_of_the_pages(game: str) -> None:
    """Page order is vector order: a file is a section; files and rules come in the order of the pages."""
    place = {rule.id: number for number, rule in enumerate(rules().values())}
    numbers, previous = [], -1
    for file in (file for file in FILES if file.parent.name == game):
        content = load(file)
        numbers.append(int(file.stem.split("-")[0]))
        page = (ROOT / "spec" / "rules" / content["page"]).read_text(encoding="utf-8")
        assert f"\n## {content['section']}\n" in page
        here = [
            rule.id for rule in rules().values() if (rule.page, rule.section) == (content["page"], content["section"])
        ]
        chief = [vector["rules"][0] for vector in content["vectors"]]
        if here:
            assert set(chief) == set(here), f"{file.name} tests other rules than its section holds"
            assert [place[rule] for rule in chief] == sorted(place[rule] for rule in chief), file.name
            assert place[here[0]] > previous
            previous = place[here[-1]]
    assert numbers == list(range(len(numbers)))


@pytest.mark.parametrize("game", GAMES)
def test_every_level_and_switch_value_has_vectors(game: str) -> None:
    played = [v.options for v in vectors(game) if "refused" not in v.then]
    assert {options.get("level") for options in played} == {*(LEVELS if game == "tiqtaqtoe" else (None,))}
    defined = SCHEMA["$defs"][f"switches_of_{'goff' if game == 'sqt' else game}"]["properties"]
    tried = {item for options in played for item in options.get("switches", {}).items()}
    values = {(name, value) for name, values in defined.items() for value in values["enum"]}
    defaults = {(option.name, option.default) for option in rulesets()[game].options}
    assert values - defaults <= tried <= values


def test_unknown_game_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"no vectors for the game 'chess': there are vectors for .*goff"):
        vectors("chess")


# Public programs


EVERY = pytest.mark.parametrize("program", programs(), ids=lambda program: program.name)


@EVERY
def test_program_is_about_options_rules_and_errors_that_there_are(program: Program) -> None:
    options = {option.written: option for option in rulesets()[program.game].options}
    for name, value in program.reading.items():
        assert not options[name].values or value in options[name].values, name
    for broken in program.departures:
        assert broken.rule in rules()
        assert broken.what.endswith(".")
        assert not broken.known_error or f"known-error:{broken.known_error}" in flags()
        assert bool(broken.switch) == bool(broken.instead)
        assert not broken.switch or (broken.switch in options and broken.switch not in program.reading)


@EVERY
def test_code_is_named_by_its_commit_and_its_day(program: Program) -> None:
    assert program.found in ("run", "read", "text")
    is_repository = program.is_code and "pypi.org" not in program.address
    assert is_repository == bool(re.fullmatch("[0-9a-f]{40}", program.commit))
    assert is_repository == ("/" in program.name and not program.address)
    assert is_repository or not program.is_code or program.version in program.address
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", program.date) or (not program.is_code and not program.date)


def test_owner_names_one_program() -> None:
    assert Counter(program.owner for program in programs()).most_common(1)[0][1] == 1
