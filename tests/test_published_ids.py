"""Published IDs are permanent: `spec/qttt/spec/published.json` lists them all, and only grows.

The file has a block for each version, with the IDs that the version published and a digest of them, and the IDs that
were retired, each with the version that retired it and its successor: a claim, or a file of tests. `pytest -n 0
tests/test_published_ids.py --update` adds new IDs to the block of the current version. That neither removes an ID nor
repairs a digest: an ID that is renamed everywhere, in this file too, no longer fits the digest of its block.
"""

import copy
import csv
import json
import tomllib
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from qttt.app.rulebook import all_rules
from qttt.spec import games, vectors
from qttt.verification.registry import checks

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "spec" / "qttt" / "spec" / "published.json"
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

KINDS = ("rules", "vectors", "claims", "results")


def existing() -> dict[str, list[str]]:
    """All IDs of rules, vectors, claims and results."""
    with (ROOT / "docs" / "results.csv").open(encoding="utf-8", newline="") as results:
        return {
            "rules": [*all_rules()],
            "vectors": [vector.id for game in games() for vector in vectors(game)],
            "claims": [claim.id for claim in checks()],
            "results": [row["id"] for row in csv.DictReader(results)],
        }


def digest(block: dict[str, Any]) -> str:
    """The digest of the IDs that a version published, in any order."""
    ids = sorted(f"{kind} {id}" for kind in KINDS for id in block[kind])
    return sha256("\n".join(ids).encode()).hexdigest()


def faults(published: dict[str, Any], found: dict[str, list[str]]) -> list[str]:
    """What is wrong with the published IDs, where `found` are those that exist."""
    blocks = published["versions"]
    told = [
        f"the IDs of {version} have changed" for version, block in blocks.items() if digest(block) != block["digest"]
    ]
    for kind, ids in found.items():
        listed = Counter(id for block in blocks.values() for id in block[kind])
        exist, retired = {*ids}, published["retired"][kind].keys()
        told += [f"{id} is listed twice" for id, count in listed.items() if count > 1]
        told += [
            f"{id} is not listed: run pytest -n 0 tests/{Path(__file__).name} --update" for id in exist - listed.keys()
        ]
        told += [f"{id} is gone and not retired" for id in listed.keys() - exist - retired]
        told += [f"{id} is retired and in use" for id in retired & exist]
        told += [f"{id} is retired and was never published" for id in retired - listed.keys()]
        told += [
            f"{id} has the successor {row['successor']}, which is not there"
            for id, row in published["retired"][kind].items()
            if row["successor"] and row["successor"] not in exist and not (ROOT / row["successor"]).is_file()
        ]
    return told


def grown(published: dict[str, Any], found: dict[str, list[str]], version: str) -> dict[str, Any]:
    """The published IDs with all that are new in the block of a version."""
    empty: dict[str, Any] = {kind: [] for kind in found}
    block = published["versions"].get(version, empty | {"digest": digest(empty)})
    if digest(block) != block["digest"]:
        return published
    listed = {kind: {id for each in published["versions"].values() for id in each[kind]} for kind in found}
    block = {kind: [*block[kind], *(id for id in ids if id not in listed[kind])] for kind, ids in found.items()}
    return {**published, "versions": {**published["versions"], version: {"digest": digest(block), **block}}}


def test_ids_are_as_published(request: pytest.FixtureRequest) -> None:
    published = json.loads(FILE.read_text(encoding="utf-8"))
    if request.config.getoption("--update"):
        published = grown(published, existing(), VERSION)
        FILE.write_text(json.dumps(published, indent=1) + "\n", encoding="utf-8")
    assert faults(published, existing()) == []


PUBLISHED: dict[str, Any] = grown(
    {"retired": {kind: {} for kind in KINDS}, "versions": {}},
    {"rules": ["A-B-1", "A-B-2"], "vectors": ["a-b-0001"], "claims": ["a"], "results": ["a:b"]},
    "0.1",
)
"""Two rules, a vector, a claim and a result that a version has published."""


def found(published: dict[str, Any]) -> dict[str, list[str]]:
    """The IDs that are in use if those of all versions are."""
    return {kind: [id for block in published["versions"].values() for id in block[kind]] for kind in KINDS}


def test_renamed_id_is_noticed_whatever_is_renamed_with_it() -> None:
    assert faults(PUBLISHED, found(PUBLISHED)) == []
    renamed = json.loads(json.dumps(found(PUBLISHED)).replace("A-B-2", "A-B-7"))
    told = faults(PUBLISHED, renamed)
    assert "A-B-2 is gone and not retired" in told
    assert any(fault.startswith("A-B-7 is not listed") for fault in told)
    everywhere = json.loads(json.dumps(PUBLISHED).replace("A-B-2", "A-B-7"))
    assert faults(everywhere, renamed) == ["the IDs of 0.1 have changed"]
    assert grown(everywhere, renamed, "0.1") == everywhere
    assert faults(grown(PUBLISHED, renamed, "0.1"), renamed) == ["A-B-2 is gone and not retired"]


def test_new_ids_join_the_current_version() -> None:
    more = found(PUBLISHED) | {"claims": ["a", "b"]}
    for version in ("0.1", "0.2"):
        published = grown(PUBLISHED, more, version)
        assert faults(published, more) == []
        assert "b" in published["versions"][version]["claims"]
    assert published["versions"]["0.1"] == PUBLISHED["versions"]["0.1"]


def test_retired_id_is_neither_used_nor_forgotten() -> None:
    published = copy.deepcopy(PUBLISHED)
    published["retired"]["claims"]["a"] = {"version": "0.2", "successor": None}
    assert faults(published, found(PUBLISHED)) == ["a is retired and in use"]
    assert faults(published, found(PUBLISHED) | {"claims": []}) == []
    published["retired"]["rules"]["A-B-9"] = {"version": "0.2", "successor": "A-B-3"}
    told = faults(published, found(PUBLISHED) | {"claims": []})
    assert "A-B-9 is retired and was never published" in told
    assert "A-B-9 has the successor A-B-3, which is not there" in told
