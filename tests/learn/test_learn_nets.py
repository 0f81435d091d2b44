"""Files of nets: what is written is read again, and nothing else is; and the worst case of the net in docs/nets is the
value of the game."""

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from qttt.fast.batch import O, X
from qttt.fast.goff.learning import FEATURES
from qttt.learn import nets
from qttt.learn.learners.agents import NetAgent
from qttt.learn.measures.own_play import own_play
from qttt.learn.nets import NetError, NetFile, agent, check_target, load
from qttt.oracle import game, solve

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


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda content: content[:-4] + b"\0\0\0\1", "does not match its digest"),
        (lambda content: content.replace(b'seed\\":1', b'seed\\":2'), "does not match its digest"),
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
        ({"ruleset": "sqt-1.0"}, "plays sqt-1.0, not goff-1.1; nets play the game they learnt: name sqt"),
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
        *(({"arrays": {"weights": np.zeros(shape, np.float32)}}, "another architecture") for shape in ((), (1, 1))),
        ({"kind": "state"}, "is the state of a training"),
        ({"kind": "table"}, "another architecture"),
    ],
)
def test_another_net_is_refused(other: dict[str, Any], told: str, tmp_path: Path) -> None:
    net(**other).save(tmp_path / "net")
    with pytest.raises(NetError, match=told):
        agent(f"net:{tmp_path / 'net'}", game("goff"))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("net:", "expected net:FILE or net:FILE:SIMULATIONS"),
        ("net::5", "expected net:FILE or net:FILE:SIMULATIONS"),
        ("net:file:" + "0" * 40 + "100001", "100,001 simulations are too many: expected 1 to 100,000"),
        ("net:file:" + "9" * 5000, "999 simulations are too many"),
    ],
)
def test_other_names_are_refused(name: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        agent(name, game("goff"))


ONE_KEY = np.zeros(1, np.int64)
TABLES: tuple[tuple[Any, Any, str], ...] = (
    (ONE_KEY, np.array([np.nan]), "has values that are not finite; train it again"),
    *((np.zeros(shape, np.int64), np.zeros(1), "has another architecture") for shape in ((), (1, 1), (2,), (0, 1))),
)


@pytest.mark.parametrize(("keys", "values", "told"), TABLES)
def test_other_table_is_refused(keys: Any, values: Any, told: str, tmp_path: Path) -> None:
    arrays = {"keys": keys, "values": values}
    net(kind="table", architecture={"canonical": True}, arrays=arrays).save(tmp_path / "table")
    with pytest.raises(NetError, match=told):
        agent(f"net:{tmp_path / 'table'}", game("goff"))


def link_to_fifo(path: Path) -> None:
    os.mkfifo(path.with_name("fifo"))
    path.symlink_to("fifo")


def write_protected(path: Path) -> None:
    net().save(path)
    path.chmod(0o444)


@pytest.mark.parametrize(
    ("name", "make", "told"),
    [
        ("a.net", os.mkfifo, "a.net: is not a plain file; name another file"),
        ("a.net", link_to_fifo, "a.net: is not a plain file"),
        ("a.net", lambda path: path.symlink_to(path.name), "a.net: is not a plain file"),
        ("a.net", lambda path: path.write_text("notes"), "a.net: exists and is not a net; name another file"),
        ("a.net", lambda path: net(kind="state").save(path), "a.net: exists and is not a net"),
        ("a.net", Path.mkdir, "a.net: is a folder; name a file"),
        ("a.net", write_protected, "a.net: cannot be written: the file is write-protected"),
        ("a.net.state", os.mkfifo, "a.net.state: is not a plain file; name another file"),
        ("a.net.state", Path.mkdir, "a.net.state: is a folder; name another file"),
    ],
)
def test_target_that_is_something_else_is_refused(name: str, make: Any, told: str, tmp_path: Path) -> None:
    make(tmp_path / name)
    with pytest.raises(NetError, match=told):
        check_target(tmp_path / "a.net", tmp_path / "a.net.state")


def test_target_in_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NetError, match="its folder does not exist"):
        check_target(tmp_path / "no" / "a.net", tmp_path / "no" / "a.net.state")


def test_target_may_be_a_net_or_a_link_to_one(tmp_path: Path) -> None:
    net().save(tmp_path / "a.net")
    (tmp_path / "link").symlink_to("a.net")
    for name in ("a.net", "link", "new"):
        check_target(tmp_path / name, tmp_path / f"{name}.state")


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


ROOT = Path(__file__).parents[2]
NET = ROOT / "docs" / "nets" / "goff-perfect.net"
VALUE = 10


@pytest.fixture(scope="module")
def perfect() -> NetAgent:
    found = agent(f"net:{NET}", game("goff"))
    assert isinstance(found, NetAgent)
    return found


@pytest.mark.parametrize("player", [X, O])
def test_the_worst_case_is_the_value(perfect: NetAgent, player: int) -> None:
    found = own_play(solve(game("goff"), progress=False), perfect.actions, player)
    assert found.worst == VALUE
    assert not found.wrong.any()
    assert len(found.keys) > 5000


def test_net_may_give_a_mistake_of_the_opponent_back(perfect: NetAgent) -> None:
    """As docs/learning/train.md says: after 1-3, worth a draw, it lets X win 10 again."""
    oracle = solve(game("goff"), progress=False)
    position = oracle.game.position("X1.1-3")
    assert oracle.value(position) == 0
    assert oracle.values(position)[perfect.choose(position, Random(1))] == VALUE


def test_pages_state_the_number_of_weights(perfect: NetAgent) -> None:
    _, weights = perfect.net
    for page in ("README.md", "docs/start/train.md", "CHANGELOG.md"):
        stated = re.findall(r"([0-9,]+) weights", (ROOT / page).read_text(encoding="utf-8"))
        assert stated == [f"{weights.size:,}"], page
