"""The early values that ship for browsers follow from the rules in JavaScript, and one that is wrong is noticed."""

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from qttt.fast.known import web

SCRIPT = Path(__file__).with_name("retrograde.mjs")


def retrograde(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """A run of the script: its exit code is 0 if nothing is wrong."""
    if (node := shutil.which("node")) is None:
        pytest.skip("needs node")
    return subprocess.run([node, SCRIPT, *words], capture_output=True, text=True, check=False)


@pytest.mark.engines
@pytest.mark.parametrize(
    ("name", "ply", "reached", "value", "said"),
    [
        ("goff-legal-draw", 2, True, 64 + 5, "goff-legal-draw: .* is worth outcome [0-4], not outcome 5"),
        ("goff-legal-draw", 2, True, 0, "goff-legal-draw has no value of goff-1.1 .*: X1"),
        ("goff-legal-draw", 2, False, 64, "goff-legal-draw has 187 positions of ply 2: games reach 186"),
        ("goff-forbidden-move-later", 4, True, 64, "goff-forbidden-move: .* is worth outcome [1-5], not outcome 0"),
        ("sqt-draws-second-yes", 1, True, 1, r"sqt-draws-second-yes: .* is worth (\[.*\]), not (?!\1)\["),
    ],
)
def test_planted_value_is_noticed(name: str, ply: int, reached: bool, value: int, said: str, tmp_path: Path) -> None:
    """The last value, or place without a value, is changed; at ply 4 every value, because only a sample is searched."""
    words = (
        name.partition("-draws")[0].removesuffix(web.LATER),
        "--plies",
        str(ply),
        "--every",
        "9000",
        "--tables",
        tmp_path,
    )
    shutil.copytree(web.DATA, tmp_path, dirs_exist_ok=True)
    assert (done := retrograde(*words)).returncode == 0, done.stdout + done.stderr
    description, arrays = web.load(name)
    changed = arrays[f"ply-{ply}"].copy()
    changed[np.flatnonzero((changed > 0) == reached)[0 if ply == 4 else -1 :]] = value
    (tmp_path / f"{name}.gz").write_bytes(web.pack(description, {**arrays, f"ply-{ply}": changed}))
    done = retrograde(*words)
    assert done.returncode == 1, done.stderr
    assert re.search(f"^{said}", done.stdout, re.MULTILINE), done.stdout


@pytest.mark.slow
def test_every_early_value_follows() -> None:
    done = retrograde()
    assert done.returncode == 0, done.stdout + done.stderr
    plies = re.findall(r"^(\S+) ply ([0-4]): (\d+) of \3 positions", done.stdout, re.MULTILINE)
    assert len(plies) == 5 * 5
