"""Files of nets: what is written is read again, and nothing else is."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qttt.fast.goff.keyed import FEATURES
from qttt.learn import nets
from qttt.learn.nets import NetError, NetFile, load
from qttt.learn.trained import agent
from qttt.oracle import game

WEIGHTS = np.zeros((FEATURES + 1) * 48, np.float32)


def net(**other: Any) -> NetFile:
    """A net without hidden layers."""
    sizes = [FEATURES, 48]
    made = NetFile(
        *nets.identity(game("goff")),
        "net",
        {"features": "collapses", "sizes": sizes},
        {"seed": 1, "curve": []},
        {"weights": WEIGHTS + 1},
    )
    return replace(made, **other)


def test_a_net_is_read_as_written(tmp_path: Path) -> None:
    net().save(tmp_path / "net")
    found = load(tmp_path / "net")
    assert found.header() == net().header()
    assert (found.arrays["weights"] == net().arrays["weights"]).all()
    assert agent(f"net:{tmp_path / 'net'}", game("goff")).game == game("goff")


def altered(content: bytes) -> bytes:
    return content[:-4] + b"\0\0\0\1"


def with_other_seed(content: bytes) -> bytes:
    assert content.count(b'seed\\":1') == 1
    return content.replace(b'seed\\":1', b'seed\\":2')


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (altered, "does not match its digest"),
        (with_other_seed, "does not match its digest"),
        (lambda content: content[:-8], "is truncated or damaged"),
        (lambda content: content[:100], "is not a file that `qttt train` has written"),
        (lambda content: b"", "is not a file that `qttt train` has written"),
        (lambda content: b"\x80\x04K\x01." * 9, "is not a file that `qttt train` has written"),
    ],
)
def test_a_damaged_file_is_refused(damage: Callable[[bytes], bytes], told: str, tmp_path: Path) -> None:
    path = tmp_path / "net"
    net().save(path)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(NetError, match=told):
        load(path)


def test_only_the_digest_notices_another_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted error: a digest that is always the same lets an altered net through."""
    path = tmp_path / "net"
    monkeypatch.setattr(NetFile, "digest", lambda self: "")
    net().save(path)
    path.write_bytes(altered(path.read_bytes()))
    assert load(path).arrays["weights"][-1] != 1


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"ruleset": "sqt-1.0"}, "plays sqt-1.0, not goff-1.0"),
        ({"options": {"collapse": "self", "double-win": "no"}}, "plays with collapse=self"),
        ({"options": {}}, "name a net of the same options"),
        ({"architecture": {"features": "collapses", "sizes": [FEATURES, 2, 48]}}, "another architecture"),
        ({"architecture": {"features": "colours", "sizes": [FEATURES, 48]}}, "another architecture"),
        ({"architecture": {"features": "marks", "sizes": [FEATURES, 48]}}, "another architecture"),
        ({"architecture": {}}, "another architecture"),
        ({"arrays": {"weights": WEIGHTS[1:]}}, "another architecture"),
        ({"arrays": {"weights": WEIGHTS.astype(np.float64)}}, "another architecture"),
        ({"arrays": {"weights": WEIGHTS * np.nan}}, "another architecture"),
        ({"arrays": {}}, "another architecture"),
        ({"kind": "state"}, "is the state of a training"),
        ({"kind": "table"}, "another architecture"),
    ],
)
def test_another_net_is_refused(other: dict[str, Any], told: str, tmp_path: Path) -> None:
    net(**other).save(tmp_path / "net")
    with pytest.raises(NetError, match=told):
        agent(f"net:{tmp_path / 'net'}", game("goff"))


@pytest.mark.parametrize("name", ["net:", "net::5", "net:file:999999999999"])
def test_a_name_without_a_file_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="expected net:FILE or net:FILE:SIMULATIONS"):
        agent(name, game("goff"))
