"""Facts stated in more than one place agree: pins, the lines of the README, the version. What is built works."""

import json
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from qttt.app import page
from qttt.app.rules import cite
from qttt.fast import known
from qttt.spec import rules

ROOT = Path(__file__).resolve().parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ADDRESS = "https://site.example/"
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


HATCHLING = "hatchling.metadata.plugin.interface"


@pytest.fixture
def stated(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What `hatch_build.py` states for an address; hatchling itself is only there while a package is built."""
    monkeypatch.setitem(sys.modules, HATCHLING, SimpleNamespace(MetadataHookInterface=object))
    return runpy.run_path(str(ROOT / "hatch_build.py"))["stated"]


def test_metadata_name_no_address_while_the_site_has_none(stated: Any) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert stated("", readme) == {"readme": {"content-type": "text/markdown", "text": readme}, "urls": {}}


def test_metadata_name_addresses_of_the_site_once_it_has_one(stated: Any) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = stated(ADDRESS, readme)
    assert [link for link in LINK.findall(shown["readme"]["text"]) if not link.startswith("https://")] == []
    assert f"]({ADDRESS}games/goff/)" in shown["readme"]["text"]
    assert shown["urls"]["Homepage"] == ADDRESS
    assert all(url.startswith(ADDRESS) for url in shown["urls"].values())
    others = stated(ADDRESS, f"{readme} [a](spec/a.md)")["readme"]["text"]
    assert [link for link in LINK.findall(others) if "://" not in link] == ["spec/a.md"]


def test_citation_file_states_the_address_of_the_site() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert cite.stated(text).get("url", "") == cite.SITE
    assert cite.stated(text.replace("# url:", f"url: {ADDRESS} #", 1))["url"].startswith(ADDRESS)
    assert cite.SITE in {"", *re.findall(r"^url: (https://\S+/)$", text, re.M)}


def test_citation_has_an_address_only_if_the_site_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one it has a title, a ruleset, a year, a version, and the commit or archive."""
    every = [cite.of_project(), cite.of_ruleset("goff"), cite.of_rule(rules()["GOFF-COLLAPSE-2"])]
    for address in ("", ADDRESS):
        monkeypatch.setattr(cite, "SITE", address)
        for citation in every:
            assert re.match(r"The qttt authors \(20[0-9]{2}\)\. ", citation.line)
            assert f"ttt {cite.version()}" in citation.line or f"Version {cite.version()}" in citation.line
            assert ("https://" in citation.line) == bool(address)
            assert ("url = " in citation.entry()) == bool(address)
            assert "year = 20" in citation.entry() or "year = {20" in citation.entry()
    assert every[2].line.endswith(f" {ADDRESS}rules/goff/#goff-collapse-2")
