"""`qttt certify` and `qttt check`."""

import gzip
import hashlib
import json
from pathlib import Path

import pytest

from .conftest import Run

LATE = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7"


def options(game: str, folder: Path) -> list[str]:
    """A game with its options and a tablebase."""
    return [game, "--tablebase", str(folder), *(["--q", "1/2"] if game == "sqt" else [])]


@pytest.fixture
def folders(tablebase: Path, sqt_tablebase: Path) -> dict[str, Path]:
    """The tablebase of each game."""
    return {"goff": tablebase, "sqt": sqt_tablebase}


JSON_OPTIONS: dict[str, dict[str, object]] = {
    "goff": {"collapse": "opponent", "double_win": False},
    "sqt": {"q": "1/2", "scoring": "draws-even", "double_win": False},
}


@pytest.mark.parametrize("game", ["goff", "sqt"])
def test_both_players_prove_the_value(qttt: Run, folders: dict[str, Path], tmp_path: Path, game: str) -> None:
    value = qttt("best", *options(game, folders[game]), LATE, "--json").json["value"]
    for player in ("X", "O"):
        path = tmp_path / player
        args = ["certify", *options(game, folders[game]), LATE, "--player", player, "--out", str(path)]
        told = qttt(*args, "--json").json
        assert (told["player"], told["start"], told["value"]) == (player, LATE, value)
        assert told["bytes"] == path.stat().st_size
        checked = qttt("check", str(path), "--json").json
        assert checked.pop("seconds") >= 0
        assert checked.pop("positions") > told["rows"] > 0
        assert checked == {
            "ok": True,
            "ruleset": f"{game}-1.0",
            **JSON_OPTIONS[game],
            "player": player,
            "start": LATE,
            "value": value,
            "rows": told["rows"],
        }
        bound = "at least" if player == "X" else "at most"
        assert f"the value is {bound} {value}" in qttt("check", str(path)).out
        assert bound in qttt(*args).out
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["O", "X"]


@pytest.fixture
def certificate(qttt: Run, sqt_tablebase: Path, tmp_path: Path) -> Path:
    """A certificate that can be corrupted."""
    path = tmp_path / "certificate"
    qttt("certify", *options("sqt", sqt_tablebase), LATE, "--player", "X", "--out", str(path))
    return path


def test_false_certificate_is_refuted(qttt: Run, certificate: Path) -> None:
    first, *rows, _ = gzip.decompress(certificate.read_bytes()).decode().splitlines()
    header = json.loads(first)
    header["options"]["q"] = "3/4"
    body = "\n".join([json.dumps(header), *rows, ""])
    digest = hashlib.sha256(body.encode()).hexdigest()
    certificate.write_bytes(gzip.compress((body + json.dumps({"sha256": digest}) + "\n").encode()))
    said = qttt("check", str(certificate))
    assert (said.code, said.err) == (1, "")
    assert said.out.startswith("Refuted: ")
    said = qttt("check", str(certificate), "--json")
    assert said.code == 1
    assert json.loads(said.out)["ok"] is False
    assert LATE in json.loads(said.out)["refuted"]


@pytest.mark.parametrize("how", ["missing", "empty", "cut", "other"])
def test_malformed_certificate_is_rejected(qttt: Run, certificate: Path, how: str) -> None:
    content = certificate.read_bytes()
    certificate.unlink()
    if how != "missing":
        certificate.write_bytes({"empty": b"", "cut": content[:-20], "other": b"dear"}[how])
    assert qttt("check", str(certificate)).line.startswith(f"{certificate}: ")


def test_start_with_a_closed_cycle(qttt: Run, tmp_path: Path) -> None:
    args = ["certify", "sqt", "--q", "1/2", "X1.1-9 O2.1-9", "--player", "X", "--out", str(tmp_path / "c")]
    assert "add selA or selB" in qttt(*args).line
    assert "--player" in qttt("certify", "goff", "--out", str(tmp_path / "c")).line
    assert "is a folder" in qttt("certify", "goff", "--player", "X", "--out", str(tmp_path)).line


WHAT_IS_LOADED = """
import sys
from qttt.app.cli import main
code = main()
print(*(name for name in sys.modules if name.startswith("qttt.fast") or name == "numba"))
sys.exit(code)
"""


@pytest.mark.parametrize("there", [True, False])
def test_check_does_not_load_the_fast_engine(process: Run, certificate: Path, there: bool) -> None:
    path = certificate if there else certificate.with_name("nothing")
    said = process("check", str(path), "--json", program=WHAT_IS_LOADED)
    assert said.code == (0 if there else 2)
    assert said.out.splitlines()[-1] == ""


def test_board_of_probabilities_is_certified(qttt: Run, tmp_path: Path) -> None:
    path = tmp_path / "board"
    told = qttt("certify", "probabilistic", "--random", "1", "--out", str(path), "--json").json
    assert told["bytes"] == path.stat().st_size
    exact = qttt("solve", "probabilistic", "--random", "1", "--exact", "--json").json["exact"]
    assert told["value"] == exact["value_first"]
    checked = qttt("check", str(path), "--json").json
    assert checked.pop("seconds") >= 0
    assert checked == {"ok": True} | {name: told[name] for name in ("ruleset", "board", "value", "rows")}
    assert f"the value is {told['value']}" in qttt("check", str(path)).out


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["goff"], "goff needs --player"),
        (["goff", "--player", "X", "--random", "1"], "goff has no --random"),
        (["probabilistic", "--random", "1", "--player", "X"], "probabilistic has no --player"),
        (["probabilistic"], "give --board FILE or --random SEED"),
        (["probabilistic", "X1.5", "--random", "1"], "leave out the game"),
    ],
)
def test_options_of_other_games_are_rejected(qttt: Run, tmp_path: Path, args: list[str], told: str) -> None:
    assert told in qttt("certify", *args, "--out", str(tmp_path / "certificate")).line
    assert not (tmp_path / "certificate").exists()
