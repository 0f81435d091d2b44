"""`qttt certify` and `qttt check` in every game."""

import gzip
import hashlib
import json
from pathlib import Path

import pytest

from qttt.spec import rulesets

from .conftest import Run, Stored

CHAIN = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7"
LINKS = "X1.7 =X O2.5>7 X3.3 =X O4.1 =O X5.2 =X O6.8 =O"
FIRST_VALUES = {"pair": "legal", "last": "move", "both": "narrow"}
STARTS = [
    ("sqt --q 1/2", CHAIN, {"q": "1/2", "scoring": "draws-even", "double_win": False, "switches": FIRST_VALUES}),
    (
        "hybrid --switch links=single",
        f"{LINKS} X7.4",
        {"switches": {"links": "single", "targets": "any", "effect": "reverse", "both": "draw"}},
    ),
]
"""By game: a late position, also where a measurement waits for its result, and the options of the game in JSON."""


@pytest.mark.parametrize("player", ["X", "O"])
@pytest.mark.parametrize(("asked", "start", "options"), STARTS)
def test_both_players_prove_the_value(
    qttt: Run, stored: Stored, tmp_path: Path, asked: str, start: str, options: dict[str, object], player: str
) -> None:
    words = [*asked.split(), "--tablebase", str(stored(asked)), start]
    value = qttt("best", *words, "--json").json["value"]
    path = tmp_path / player
    told = qttt("certify", *words, "--player", player, "--out", str(path), "--json").json
    ruleset = rulesets()[words[0]].id
    of_game = {"ruleset": ruleset, **options, "player": player, "start": start, "value": value, "rows": told["rows"]}
    assert [*told.items()] == [*{"file": str(path), **of_game, "bytes": path.stat().st_size}.items()]
    checked = qttt("check", str(path), "--json").json
    assert checked.pop("seconds") >= 0
    assert checked.pop("positions") > told["rows"] > 0
    assert checked == {"ok": True, **of_game}
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
