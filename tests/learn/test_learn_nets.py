"""Files of nets: what is written is read again, and nothing else is."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qttt.fast.goff.keyed import FEATURES
from qttt.learn import nets
from qttt.learn.nets import NetError, NetFile, checked_target, load
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
        ({"arrays": {"weights": WEIGHTS * np.nan}}, "has weights that are not finite; train the net again"),
        ({"arrays": {}}, "another architecture"),
        ({"kind": "state"}, "is the state of a training"),
        ({"kind": "table"}, "another architecture"),
    ],
)
def test_another_net_is_refused(other: dict[str, Any], told: str, tmp_path: Path) -> None:
    net(**other).save(tmp_path / "net")
    with pytest.raises(NetError, match=told):
        agent(f"net:{tmp_path / 'net'}", game("goff"))


@pytest.mark.parametrize("name", ["net:", "net::5"])
def test_a_name_without_a_file_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="expected net:FILE or net:FILE:SIMULATIONS"):
        agent(name, game("goff"))


@pytest.mark.parametrize(
    ("number", "told"), [("100001", "100,001"), ("0" * 40 + "100001", "100,001"), ("9" * 5000, "999")]
)
def test_too_many_simulations_are_refused(number: str, told: str) -> None:
    with pytest.raises(ValueError, match=f"{told} simulations are too many: expected 1 to 100,000"):
        agent(f"net:file:{number}", game("goff"))


def test_table_with_values_that_are_not_finite_is_refused(tmp_path: Path) -> None:
    arrays = {"keys": np.zeros(1, np.int64), "values": np.array([np.nan])}
    net(kind="table", architecture={"canonical": True}, arrays=arrays).save(tmp_path / "table")
    with pytest.raises(NetError, match="has values that are not finite; train it again"):
        agent(f"net:{tmp_path / 'table'}", game("goff"))


@pytest.mark.parametrize("shape", [(), (1, 1), (2,), (0, 1)])
def test_table_with_keys_of_other_dimensions_is_refused(shape: tuple[int, ...], tmp_path: Path) -> None:
    arrays = {"keys": np.zeros(shape, np.int64), "values": np.zeros(1)}
    net(kind="table", architecture={"canonical": True}, arrays=arrays).save(tmp_path / "table")
    with pytest.raises(NetError, match="has another architecture"):
        agent(f"net:{tmp_path / 'table'}", game("goff"))


@pytest.mark.parametrize("shape", [(), (1, len(WEIGHTS))])
def test_net_with_weights_of_other_dimensions_is_refused(shape: tuple[int, ...], tmp_path: Path) -> None:
    net(arrays={"weights": np.zeros(shape, np.float32)}).save(tmp_path / "net")
    with pytest.raises(NetError, match="has another architecture"):
        agent(f"net:{tmp_path / 'net'}", game("goff"))


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_pipe_is_no_net(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "net")
    with pytest.raises(OSError, match="not a plain file"):
        load(tmp_path / "net")


def fifo(path: Path) -> None:
    os.mkfifo(path)


def link_to_fifo(path: Path) -> None:
    os.mkfifo(path.with_name("fifo"))
    path.symlink_to("fifo")


def link_to_itself(path: Path) -> None:
    path.symlink_to(path.name)


def text(path: Path) -> None:
    path.write_text("notes")


def state_of_a_training(path: Path) -> None:
    net(kind="state").save(path)


@pytest.mark.parametrize(
    ("name", "make", "told"),
    [
        ("a.net", fifo, "a.net: is not a plain file; name another file"),
        ("a.net", link_to_fifo, "a.net: is not a plain file"),
        ("a.net", link_to_itself, "a.net: is not a plain file"),
        ("a.net", text, "a.net: exists and is not a net; name another file"),
        ("a.net", state_of_a_training, "a.net: exists and is not a net"),
        ("a.net", Path.mkdir, "a.net: is a folder; name a file"),
        ("a.net.state", fifo, "a.net.state: is not a plain file; name another file"),
        ("a.net.state", Path.mkdir, "a.net.state: is a folder; name another file"),
    ],
)
def test_target_that_is_something_else_is_refused(name: str, make: Any, told: str, tmp_path: Path) -> None:
    make(tmp_path / name)
    with pytest.raises(NetError, match=told):
        checked_target(tmp_path / "a.net", tmp_path / "a.net.state")


def test_target_may_be_a_net_or_a_link_to_one(tmp_path: Path) -> None:
    net().save(tmp_path / "a.net")
    (tmp_path / "link").symlink_to("a.net")
    for name in ("a.net", "link", "new"):
        checked_target(tmp_path / name, tmp_path / f"{name}.state")


def test_failed_write_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.net").mkdir()
    with pytest.raises(OSError, match="directory") as error:
        net().save(tmp_path / "a.net")
    assert error.value.filename == str(tmp_path / "a.net")


@pytest.mark.parametrize(
    "other", [{"options": []}, {"options": 5}, {"architecture": [1]}, {"record": None}, {"kind": 1}, {"part": 1}]
)
def test_header_of_other_types_is_refused(
    other: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = net().header() | other
    monkeypatch.setattr(NetFile, "header", lambda _: made)
    net().save(tmp_path / "net")
    monkeypatch.undo()
    with pytest.raises(NetError, match="its header is not that of a net"):
        load(tmp_path / "net")
