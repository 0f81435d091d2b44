"""`qttt cite`: everything that has an ID, and positions, whose citation has the commands that prove it."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from qttt.app.rulebook import all_rules, cite
from qttt.app.rulebook.named import cite as named
from qttt.app.rulebook.named import rule
from qttt.spec import lemmas, rulesets
from qttt.verification.registry import claims

from .conftest import Run
from .test_app_best import loaded

IDS = [row["id"] for row in cite.results().values()]
PROGRAM = r"rich\.console|qttt\.(fast|reference\.\w+\.|app\.commands\.rule)|numba|numpy|networkx"
"""What a citation of something with an ID does without."""
LATE = {
    "goff": "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB",
    "goff --collapse self": "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7",
    "sqt --q 1/2": "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7",
    "tiqtaqtoe --switch level=minimal": "X1.1 O2.5 X3.9",
    "hybrid --links single": "X1.7 =X O2.5>7 X3.3 =X O4.1 =O X5.2 =X O6.8 =O X7.4",
    "probabilistic --random 1": "X1.5 success O2.3",
}
"""A late position of each game, with options; in two a closed cycle is to be settled, in another an outcome is due."""


def test_every_id_is_cited_by_itself_and_in_one_version() -> None:
    every = {*IDS, *all_rules(), *lemmas(), *(claim.id for claim in claims())}
    assert len(every) == len(IDS) + len(all_rules()) + len(lemmas()) + len(claims()) > 2400
    keys = {}
    for id in every:
        cited = named(id)
        keys[cited.key] = id
        own = f"LEMMA {id.partition(':')[2]}" if id in lemmas() else id
        assert f" {own}" in f" {cited.title.partition(':')[0]} {cited.note}", id
        text = f"{cited.title} {cited.note}"
        for name in rulesets():
            assert len({*re.findall(rf"\b{name}-[0-9]\.[0-9]", text)}) <= 1, id
        assert text.count("qttt 0.") == 1, id
    assert len(keys) == len(every)


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("goff-1.0", "The value of Goff's quantum tic-tac-toe: 10, proved. Result goff-1.0, in qttt "),
        ("goff-1.0:1-9", "quantum tic-tac-toe after 1-9: 10, proved. Result goff-1.0:1-9, in"),
        ("SQT-1.0:Q=1/20:1-9", "with q 1/20 after 1-9: "),
        ("goff:forest", "LEMMA forest. Lemma of goff-1.1, in qttt "),
        ("LEMMA forest", "Lemma of goff-1.1"),
        ("probabilistic-1.0:board=printed", "with board printed: about 0.538537, certified. "),
        ("goff-1.1", "Ruleset goff-1.1"),
        ("Goff", "Ruleset goff-1.1"),
        ("goff-two-collapses", "Claim goff-two-collapses, proved"),
    ],
)
def test_citation_says_what_is_cited(qttt: Run, id: str, words: str) -> None:
    assert words in qttt("cite", *id.split()).out
    said = json.loads(qttt("cite", id, "--json").out)
    assert said["bibtex"] == qttt("cite", id, "--bibtex").out.rstrip("\n")
    assert said["bibtex"].startswith("@misc{qttt-")
    assert cite.source() in said["bibtex"]


def test_id_of_a_value_and_of_a_ruleset_is_told_to_be_both(qttt: Run) -> None:
    said = qttt("cite", "hybrid-1.0")
    assert "Result hybrid-1.0" in said.out
    assert said.err == "qttt: note: hybrid-1.0 is also a ruleset, which is cited by: qttt cite hybrid\n"


@pytest.mark.parametrize(
    ("words", "note"),
    [
        ("goff-1.0 1-9", "goff-1.0 is now goff-1.1"),
        ("SQT-1.0 --q 1/2", "SQT-1.0 is now sqt-1.1"),
        ("goff-1.0", "goff-1.0 is also a ruleset: goff-1.0 is now goff-1.1, which is cited by: qttt cite goff"),
    ],
)
def test_earlier_version_of_a_ruleset_is_told_to_be_one(qttt: Run, words: str, note: str) -> None:
    assert qttt("cite", *words.split()).err == f"qttt: note: {note}\n"
    assert not qttt("cite", "goff-1.1", "1-9").err


def test_exact_result_has_the_page_of_its_setting() -> None:
    assert named("goff-1.0:collapse=self:1-9").place == "results/#goff-1.0:collapse=self"
    assert named("goff-1.0").place == "results/#goff-1.0"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("quantum", "'quantum' means goff or sqt: write one of them"),
        ("LEMMA classic", "'LEMMA classic' stands on several pages: "),
        ("goff 1,2", "'1,2' can mean 1-2 or 1 2: write one of them"),
        ("goff-1.0:1-8", "unknown ID 'goff-1.0:1-8': did you mean goff-1.0:"),
        (
            "goff-1.0:3-7",
            "unknown ID 'goff-1.0:3-7': did you mean goff-1.0:2-8, goff-1.0:2-5 or goff-1.0:2-4? of equiv",
        ),
        ("hybrid-1.0:both=Y", "unknown ID 'hybrid-1.0:both=Y': did you mean hybrid-1.0:both=X, "),
        ("goff-page-changes", "claim 'goff-page-changes' was retired in 0.1.0; see goff-page-conforms"),
        ("GOFF-TURN-1 GOFF-END-4", "'GOFF-TURN-1 GOFF-END-4': name one ID at a time"),
        ("LEMMA symmetry", "'LEMMA symmetry' stands on several pages: name goff:symmetry, "),
        ("gof 1-9", "unknown ID 'gof 1-9': did you mean goff? "),
        ("goff-turn-0001", "goff-turn-0001 is a vector: cite its rule, GOFF-TURN-1"),
        ("goff X1.1-9 X2.1-3", "token 2 'X2.1-3': GOFF-TURN-1: "),
        ("goff X1.1-9 O2.zz", "token 2 'O2.zz': NOTATION-MOVE-1: "),
        ("hybrid X1.7 O2.5", "token 2 'O2.5': HYB-"),
        ("tiqtaqtoe X1.1 O2.1", "token 2 'O2.1': TIQ-MOVE-1: "),
        ("sqt X1.1-9", "sqt needs --q, "),
        (
            "hybrid-1.0 --links two",
            "--links is an option of hybrid: name the game, such as: qttt cite hybrid --links two",
        ),
        ("--q 1/2", "--q is an option of sqt: name the game, such as: qttt cite sqt --q 1/2"),
        (
            "--switch last=draw",
            "--switch is an option of goff, sqt, probabilistic, tiqtaqtoe or hybrid: name the ",
        ),
        ("GOFF-TURN-1 --q 1/2", "GOFF-TURN-1 has no --q, which is only for sqt; leave it out"),
    ],
)
def test_words_without_one_meaning_are_refused(qttt: Run, words: str, line: str) -> None:
    assert qttt("cite", *words.split()).line.startswith(line)


@pytest.mark.parametrize(
    ("words", "line"), [([""], "an empty word names nothing: "), (["goff", " "], "goff is followed by an")]
)
def test_empty_word_cites_nothing(qttt: Run, words: list[str], line: str) -> None:
    assert qttt("cite", *words).line.startswith(line)


@pytest.mark.parametrize("wrong", [3, None, []])
def test_what_is_no_id_is_refused(wrong: Any) -> None:
    for ask in (named, rule):
        with pytest.raises(ValueError, match="expected an ID as a text"):
            ask(wrong)
    with pytest.raises(ValueError, match="is a game, not an ID: qttt rule goff lists"):
        rule("Goff")


def test_latex_reads_every_title() -> None:
    entry = named("tiqtaqtoe-denominators").bibtex
    assert "^" not in entry.replace("\\^{}", "")
    assert not {"<", ">", "³"} & {*entry.replace("$<$", "")}


def test_board_is_named_by_what_it_is_and_not_by_its_file(qttt: Run, tmp_path: Path) -> None:
    board = tmp_path / "own.csv"
    board.write_text("1,0,0\n" * 9, "utf-8")
    (key,) = re.findall(r"@misc\{(.*),", qttt("cite", "probabilistic", "--board", str(board), "--bibtex").out)
    assert re.fullmatch(r"qttt-probabilistic-1\.1-[0-9a-f]{8}", key)


@pytest.mark.parametrize(
    "asked", [pytest.param(asked, marks=[pytest.mark.thorough] * (asked != "goff --collapse self")) for asked in LATE]
)
def test_commands_of_a_cited_position_prove_it(
    asked: str, qttt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name, *options = asked.split()
    said = qttt("cite", name, LATE[asked], *options).out.splitlines()
    shown = json.loads(qttt("best", name, LATE[asked], *options, "--json").out)
    found = qttt("cite", name, LATE[asked], *options, "--json").json
    assert said == [found["cite"], *found["commands"]]
    if name != "probabilistic":
        assert found["value"] == shown["value"]
    assert f" after {LATE[asked]}: " in said[0]
    assert f". {rulesets()[name].id} " in said[0]
    bounds = list[str]()
    for command in found["commands"]:
        program, *words = shlex.split(command)
        assert program == "qttt"
        proved = qttt(*words)
        assert proved.code == 0, command
        bounds += [line for line in proved.out.splitlines() if line.startswith("Proved: ")]
    assert len(bounds) == len(found["commands"]) / 2
    if len(bounds) == 2:
        assert all(bound.split(" the value is ")[1].split()[2] == found["value"] for bound in bounds)


def test_moves_are_taken_as_typed_and_positions_as_written(qttt: Run, tmp_path: Path) -> None:
    strict = qttt("cite", "goff", "X1.1-9 O2.1-3").out
    assert qttt("cite", "Goff", "1-9", "3-1").out == strict
    assert strict.startswith("The qttt authors (20")
    reading = "goff-1.1 collapse=opponent double-win=no pair=legal last=move both=narrow"
    assert f" after X1.1-9 O2.1-3: 10. {reading}, in qttt " in strict
    written = qttt("cite", "goff", f"{reading}: X1.1-9 O2.1-3 X3.1-3", "--json").json
    assert written["value"] == "10"
    assert sum("--out" in command for command in written["commands"]) == 4
    assert " in X1.1-9 O2.1-3 X3.1-3: 10" in written["cite"]
    entry = qttt("cite", "goff", "1-9", "--collapse", "self", "--bibtex").out
    assert entry.startswith("@misc{qttt-goff-1.1-collapse-self-X1.1-9,\n")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            "probabilistic --random 1 --first O",
            "a certificate of a board is of the canonical game: leave out the switches, which change no value\n",
        ),
        ("hybrid --links two", "hybrid with links=two and targets=any: positions with fewer than 6 measured boxes "),
        (
            "hybrid X1.1 --links two",
            "hybrid with links=two and targets=any: positions with fewer than 6 measured boxes ",
        ),
    ],
)
def test_game_without_a_certificate_is_cited_without_commands(qttt: Run, words: str, reason: str) -> None:
    said = qttt("cite", *words.split(), "--json")
    assert json.loads(said.out)["commands"] == []
    assert said.err.startswith(f"qttt: note: no command proves this: {reason}")


@pytest.mark.parametrize("id", ["goff-1.0:1-9", "goff:forest", "GOFF-TURN-1", "goff", ""])
def test_citation_loads_few_modules(process: Run, id: str) -> None:
    assert loaded(process, f"cite {id}", PROGRAM) == []
    assert 0 < len(loaded(process, f"cite {id}", r"qttt\.")) <= 40


def test_commit_is_that_of_the_clone_or_the_one_recorded_in_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    cite.source.cache_clear()
    monkeypatch.setattr(cite, "shipped", lambda name: {"COMMIT": "0123456789ab\n"}.get(name, ""))
    monkeypatch.setattr(cite, "ROOT", Path("/nowhere"))
    assert cite.source() == "commit 0123456789ab"
    cite.source.cache_clear()
