"""`qttt certify` and `qttt check` in every game."""

import gzip
import hashlib
import json
from pathlib import Path

import pytest

from .conftest import Run, Stored

CHAIN = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7"
LINKS = "X1.7 =X O2.5>7 X3.3 =X O4.1 =O X5.2 =X O6.8 =O"
STARTS = [
    ("goff", CHAIN, {"collapse": "opponent", "double_win": False}),
    ("sqt --q 1/2", CHAIN, {"q": "1/2", "scoring": "draws-even", "double_win": False}),
    (
        "tiqtaqtoe --switch level=minimal",
        "X1.1 O2.5 X3.9",
        {"level": "minimal", "switches": {"lines": "every-move", "both": "even"}},
    ),
    # Also where a measurement waits for its result.
    *(
        (
            "hybrid --switch links=single",
            moves,
            {"switches": {"links": "single", "targets": "any", "effect": "reverse", "both": "draw"}},
        )
        for moves in (LINKS, f"{LINKS} X7.4")
    ),
]
"""By game: a late position, and the options of the game in JSON."""


@pytest.mark.parametrize("player", ["X", "O"])
@pytest.mark.parametrize(("asked", "start", "options"), STARTS)
def test_both_players_prove_the_value(
    qttt: Run, stored: Stored, tmp_path: Path, asked: str, start: str, options: dict[str, object], player: str
) -> None:
    words = [*asked.split(), "--tablebase", str(stored(asked)), start]
    value = qttt("best", *words, "--json").json["value"]
    path = tmp_path / player
    args = ["certify", *words, "--player", player, "--out", str(path)]
    told = qttt(*args, "--json").json
    ruleset = f"{words[0]}-1.0"
    of_game = {"ruleset": ruleset, **options, "player": player, "start": start, "value": value, "rows": told["rows"]}
    assert told == {"file": str(path), **of_game, "bytes": path.stat().st_size}
    assert [*told] == ["file", *of_game, "bytes"]
    checked = qttt("check", str(path), "--json").json
    assert checked.pop("seconds") >= 0
    assert checked.pop("positions") > told["rows"] > 0
    assert checked == {"ok": True, **of_game}
    bound = "at least" if player == "X" else "at most"
    said = qttt("check", str(path)).out
    assert f"Proved: after {start} the value is {bound} {value}" in " ".join(said.split())
    assert ruleset in said
    assert bound in qttt(*args).out
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == [player]


@pytest.fixture
def certificate(qttt: Run, stored: Stored, tmp_path: Path) -> Path:
    """A certificate that can be corrupted."""
    path = tmp_path / "certificate"
    asked = "sqt --q 1/2"
    qttt("certify", *asked.split(), "--tablebase", str(stored(asked)), CHAIN, "--player", "X", "--out", str(path))
    return path


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


def test_check_of_links_does_not_load_the_fast_engine(qttt: Run, process: Run, stored: Stored, tmp_path: Path) -> None:
    asked, path = "hybrid --switch links=single", tmp_path / "certificate"
    words = [*asked.split(), LINKS, "--player", "O", "--out", str(path), "--tablebase", str(stored(asked))]
    assert qttt("certify", *words).code == 0
    said = process("check", str(path), "--json", program=WHAT_IS_LOADED)
    assert (said.code, said.out.splitlines()[-1]) == (0, "")


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
    assert CHAIN in json.loads(said.out)["refuted"]
