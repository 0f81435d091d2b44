"""Facts stated in more than one place agree: pins, the lines of the README, the version. What is built works."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from qttt.app import page
from qttt.app.rules.cite import SITE
from qttt.fast import known

ROOT = Path(__file__).resolve().parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
README: dict[str, Any] = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
LINK = re.compile(r"\]\(([^)\s]+)\)")
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


@pytest.mark.parametrize("extra", [None, *sorted({*PROJECT["project"]["optional-dependencies"]} - {"gpu"})])
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
    assert any(re.fullmatch(rf"step [a-z]+ {line.rpartition(' && ')[2]}( #.*)?", step) for step in steps)


def ran(*command: str | Path, folder: Path) -> str:
    """What a command prints, away from the source tree. It must succeed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.packaging
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_what_is_built_works_in_an_empty_environment(kind: str, tmp_path: Path) -> None:
    """It has the tables that ship and the explorer, solves, answers and verifies one claim."""
    if not shutil.which("uv"):
        pytest.skip("uv is not installed")
    ran("uv", "build", "--quiet", f"--{kind}", "--out-dir", "dist", ROOT, folder=tmp_path)
    [built] = [*(tmp_path / "dist").glob("qttt-*")]
    ran("uv", "venv", "--quiet", "--python", sys.executable, "env", folder=tmp_path)
    packages: list[str | Path] = ["-c", ROOT / "constraints.txt", f"qttt[verify] @ {built.as_uri()}"]
    ran("uv", "pip", "install", "--quiet", "--python", "env", *packages, folder=tmp_path)
    tables = [*(tmp_path / "env").rglob("qttt/fast/known/*.xz")]
    assert {table.stem for table in tables} == {*known.names()}
    qttt = tmp_path / "env" / ("Scripts" if sys.platform == "win32" else "bin") / "qttt"
    assert "narrow win of X" in ran(qttt, "best", "goff", "X1.1-9", folder=tmp_path)
    assert "1-9" in ran(qttt, "solve", "goff", "--no-store", folder=tmp_path)
    assert "goff-lines" in ran(qttt, "verify", "goff-lines", folder=tmp_path)
    ran(qttt, "explore", "--out", "site", folder=tmp_path)
    site = {path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*.*")}
    assert site == {*page.files()}


def test_no_page_installs_from_a_package_index() -> None:
    """No index has qttt, so pages install it from a clone or an address."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    assert [page for page in pages if re.search(r"pip install .?qttt(?! @)", page.read_text(encoding="utf-8"))] == []


def test_citations_name_the_version_and_the_same_work() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    zenodo = json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))
    assert f"\nversion: {PROJECT['project']['version']}\n" in citation
    assert zenodo["version"] == PROJECT["project"]["version"]
    assert f'\ntitle: "{zenodo["title"]}"\n' in citation
    assert zenodo["license"] == PROJECT["project"]["license"]
    assert zenodo["creators"] == PROJECT["project"]["authors"]
    assert citation.partition("\nkeywords:\n")[2].startswith("".join(f"  - {word}\n" for word in zenodo["keywords"]))


def test_public_address_is_the_same_everywhere() -> None:
    assert PROJECT["project"]["urls"]["Documentation"] == SITE
    assert all(url.startswith(SITE) for url in PROJECT["project"]["urls"].values())
    assert f"\nurl: {SITE}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert SITE in (ROOT / ".zenodo.json").read_text(encoding="utf-8")
    replaced = [each["replacement"] for each in README["substitutions"]]
    assert all(text.startswith(f"]({SITE}") for text in replaced)


def on_an_index(readme: str) -> str:
    """The README as a package index shows it."""
    for each in README["substitutions"]:
        readme = re.sub(each["pattern"], each["replacement"], readme)
    return readme


def test_readme_on_a_package_index_names_addresses_only() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = on_an_index(readme)
    assert [link for link in LINK.findall(shown) if not link.startswith("https://")] == []
    assert f"]({SITE}board.svg)" in shown
    assert [link for link in LINK.findall(on_an_index(f"{readme} [a](spec/a.md)")) if "://" not in link] == [
        "spec/a.md"
    ]
