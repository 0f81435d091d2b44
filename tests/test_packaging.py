"""What is said in more than one place agrees: pins, the lines of the README, the version, links."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PINS = [
    line
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def test_pins_are_plain_names_and_versions() -> None:
    assert [pin for pin in PINS if not re.fullmatch(r"[a-z0-9-]+==[0-9][0-9.]*", pin)] == []
    names = [pin.partition("==")[0] for pin in PINS]
    assert names == sorted(set(names))


def test_uv_and_pip_read_the_same_pins() -> None:
    assert PROJECT["tool"]["uv"]["constraint-dependencies"] == PINS


@pytest.mark.parametrize("extra", [None, "verify", "dev"])
def test_every_dependency_is_pinned(extra: str | None) -> None:
    project = PROJECT["project"]
    requirements = project["optional-dependencies"][extra] if extra else project["dependencies"]
    names = {re.split(r"[^A-Za-z0-9-]", requirement)[0] for requirement in requirements}
    assert names - {"qttt"} <= {pin.partition("==")[0] for pin in PINS}


@pytest.mark.parametrize("line", ["python -m pip install uv && uv run qttt solve goff", "uv run --extra dev pytest"])
def test_readme_and_ci_run_the_same_lines(line: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert line in readme.splitlines()
    steps = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert any(re.fullmatch(rf"step {line.rpartition(' && ')[2]}( #.*)?", step) for step in steps)


def test_citation_names_the_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {PROJECT['project']['version']}\n" in citation


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_links_lead_to_files(page: str) -> None:
    targets = re.findall(r"\]\(([^)#]+)", (ROOT / page).read_text(encoding="utf-8"))
    assert [target for target in targets if "://" not in target and not (ROOT / target).exists()] == []
