"""Facts stated in more than one place agree: pins, the lines of the README, the version. What is built works."""

import hashlib
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, NoReturn

import build as site
import pytest

from qttt.app.commands import explore
from qttt.app.installed import version
from qttt.app.rulebook import cite
from qttt.app.rulebook.named import cite as by_id
from qttt.fast import known
from qttt.fast.known.__main__ import DIGESTS
from qttt.fast.known.makers import MAKERS
from qttt.spec import rules

ROOT = Path(__file__).resolve().parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ADDRESS = "https://site.example/"
LINK = re.compile(r"\]\(([^)\s]+)\)")
CONSTRAINTS = ROOT / "constraints.txt"
PIN = re.compile(r"([a-z0-9-]+==[0-9][0-9.]*)(?: ; [^\n\\]+)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+\n")
"""A version, for which systems it is, and the digests of its files."""
PINS = PIN.findall(CONSTRAINTS.read_text(encoding="utf-8"))
NAMED = {
    "project": PROJECT["project"]["dependencies"],
    "build-system": PROJECT["build-system"]["requires"],
    **PROJECT["dependency-groups"],
    **PROJECT["project"]["optional-dependencies"],
}


def test_constraints_are_only_versions_with_digests() -> None:
    lines = PIN.sub("", CONSTRAINTS.read_text(encoding="utf-8")).splitlines()
    assert [line for line in lines if not line.startswith("#") or "://" in line] == []
    names = [pin.partition("==")[0] for pin in PINS]
    assert names == sorted(set(names))


def test_uv_run_reads_the_pins_that_have_digests() -> None:
    assert PROJECT["tool"]["uv"]["constraint-dependencies"] == PINS


@pytest.mark.parametrize("part", NAMED)
def test_every_dependency_is_pinned(part: str) -> None:
    names = {re.split(r"[^A-Za-z0-9-]", requirement)[0] for requirement in NAMED[part]}
    assert names - {"qttt"} <= {pin.partition("==")[0] for pin in PINS}


@pytest.mark.parametrize("line", ["python -m pip install uv && uv run qttt solve goff", "uv run --extra dev pytest"])
def test_readme_and_ci_run_the_same_lines(line: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert line in readme.splitlines()
    steps = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert any(re.fullmatch(rf"step [a-z]+ {line.rpartition(' && ')[2]}( #.*)?", step) for step in steps)


RELEASE = "QTTT_RELEASE"
"""The variable of the environment that names the folder of a release, whose files are then tested."""
NOWHERE = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"), "http://127.0.0.1:9")
OFFLINE = {**NOWHERE, "UV_OFFLINE": "1", "npm_config_offline": "true"}
"""An environment in which nothing is fetched."""
LARGEST = {".whl": 4_500_000, ".gz": 6_500_000, ".tgz": 1_500_000}
"""The most bytes of a package."""
VERSION = PROJECT["project"]["version"]
NAMES = (f"qttt-{VERSION}-py3-none-any.whl", f"qttt-{VERSION}.tar.gz", f"qttt-{VERSION}.tgz")
WHEEL, SDIST, NPM = NAMES


def test_readme_installs_the_packages_of_this_version() -> None:
    named = {*re.findall(r"qttt-[0-9][^ `]*", (ROOT / "README.md").read_text(encoding="utf-8"))}
    assert named == {WHEEL, NPM}


def missing(reason: str) -> NoReturn:
    """Skip a test for which a program is missing; continuous integration and a release must not lack it."""
    (pytest.fail if {"CI", RELEASE} & os.environ.keys() else pytest.skip)(reason)


def tool(name: str) -> str:
    """The path of a program."""
    return shutil.which(name) or missing(f"{name} is not installed")


def ran(*command: str | Path, folder: Path, **environment: str) -> str:
    """What a command prints, away from the source tree. It must succeed."""
    variables = {**os.environ, **environment}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=variables)
    assert done.returncode == 0, done.stderr
    return done.stdout


def fetch(*command: str, folder: Path) -> None:
    """Run a command of npm that fetches packages, or skip the test."""
    soon = {
        **os.environ,
        **dict.fromkeys(("npm_config_fetch_retry_mintimeout", "npm_config_fetch_retry_maxtimeout"), "1000"),
    }
    done = subprocess.run([tool("npm"), *command], cwd=folder, capture_output=True, text=True, check=False, env=soon)
    if done.returncode:
        missing(f"npm {' '.join(command)}: {done.stderr or done.stdout}")


def pack(folder: Path) -> None:
    """Build the npm archive into a folder. Its declarations are made in a copy, since other tests may pack, too."""
    fetch("run", "types", "--", "--version", folder=ROOT / "web")
    with TemporaryDirectory() as scratch:
        shutil.copy(ROOT / "LICENSE", scratch)
        shutil.copytree(ROOT / "web", Path(scratch) / "web")
        ran(tool("npm"), "pack", "--silent", "--pack-destination", folder, "./web", folder=Path(scratch))


def build(folder: Path) -> None:
    """Build the packages into a folder."""
    hashed = ("--build-constraints", CONSTRAINTS, "--require-hashes")
    ran(tool("uv"), "build", "--quiet", *hashed, "--out-dir", folder, ROOT, folder=ROOT)
    pack(folder)


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the packages: a release's, or of those built now."""
    folder = Path(os.environ[RELEASE]) if RELEASE in os.environ else tmp_path_factory.mktemp("packages")
    if RELEASE not in os.environ:
        build(folder)
    return folder


@pytest.fixture(scope="module")
def fetched(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str | Path, ...]:
    """The requirements of the wheel, without the wheel, once all of them are in the cache of uv."""
    pins, extra = ("-c", CONSTRAINTS, "-b", CONSTRAINTS), f"qttt[verify] @ {(packages / WHEEL).as_uri()}"
    folder = tmp_path_factory.mktemp("fetched")
    ran(tool("uv"), "pip", "install", "--quiet", "--target", "once", *pins, extra, folder=folder)
    return pins


@pytest.mark.packaging
@pytest.mark.parametrize("name", [WHEEL, SDIST])
def test_package_works_in_an_empty_environment_without_a_network(
    name: str, packages: Path, fetched: tuple[str | Path, ...], tmp_path: Path
) -> None:
    """It has the tables that ship and the explorer, solves, answers, cites, trains and tests an engine; with the extra
    verify it checks a certificate and verifies one claim."""

    def run(*command: str | Path) -> str:
        return ran(*command, folder=tmp_path, **OFFLINE)

    run("uv", "venv", "--quiet", "--python", sys.executable, "env")

    def install(extra: str) -> None:
        package = f"qttt{extra} @ {(packages / name).as_uri()}"
        run("uv", "pip", "install", "--quiet", "--python", "env", *fetched, package)

    install("")
    tables = [*(tmp_path / "env").rglob("qttt/fast/known/*.xz")]
    assert {table.stem for table in tables} == {*MAKERS}
    qttt = tmp_path / "env" / ("Scripts" if sys.platform == "win32" else "bin") / "qttt"
    assert VERSION in run(qttt, "--version")
    assert "narrow win of X" in run(qttt, "best", "goff", "X1.1-9")
    assert "1-9" in run(qttt, "solve", "goff", "--no-store")
    assert "GOFF-COLLAPSE-2" in run(qttt, "rule", "GOFF-COLLAPSE-2")
    assert "Conforms" in run(qttt, "conform", "goff", "--level", "notation", "--", qttt, "serve-engine", "reference")
    assert "worst case" in run(
        qttt, "train", "goff", "--learner", "td", "--seed", "1", "--steps", "2", "--out", "own.net"
    )
    run(qttt, "certify", "goff", LATE, "--player", "X", "--out", "x.certificate")
    install("[verify]")
    assert "Proved" in run(qttt, "check", "x.certificate")
    assert "goff-lines" in run(qttt, "verify", "goff-lines")
    run(qttt, "explore", "--out", "page.html")
    assert (tmp_path / "page.html").read_bytes() == explore.one_file()
    run(qttt, "explore", "--out", "site")
    site = {path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*.*")}
    assert site == {*explore.files()}


LATE = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB"
CITED = ("", "goff", "goff-1.0:1-9", "goff:forest", "goff-two-collapses")


@pytest.mark.packaging
@pytest.mark.parametrize("way", [WHEEL, SDIST, "tool"])
def test_package_cites_as_the_clone_does(
    way: str, packages: Path, fetched: tuple[str | Path, ...], tmp_path: Path
) -> None:
    """With the same version and commit; the tool is built from the clone."""
    variables = {**OFFLINE, "UV_TOOL_DIR": str(tmp_path / "tools"), "UV_TOOL_BIN_DIR": str(tmp_path / "env" / "bin")}
    ran("uv", "venv", "--quiet", "--python", sys.executable, "env", folder=tmp_path, **OFFLINE)
    install: tuple[str | Path, ...] = ("pip", "install", "--python", "env", packages / way)
    if way == "tool":
        install = ("tool", "install", "--python", sys.executable, ROOT)
    ran("uv", *install, "--quiet", *fetched, folder=tmp_path, **variables)
    for id in CITED:
        cited = ran(tmp_path / "env/bin/qttt", "cite", *filter(None, [id]), folder=tmp_path, PYTHONPATH="")
        assert cited == f"{by_id(id).line}\n"
        assert re.search(r" 0\.[0-9.]+, commit [0-9a-f]{12}(-dirty)?\.$", cited)


CONSUMER = """
from fractions import Fraction

import qttt
from qttt import game, solve
from qttt.oracle import entry

value: Fraction = solve(game("goff")).value("X1.1-9")
texts: list[str] = [*qttt.games(), qttt.__version__, qttt.rule("GOFF-TURN-1").title, qttt.cite().line]
report: int = qttt.conform(["engine"], "goff").code
match = qttt.Match("goff", "1-9")
worth: Fraction = match.values()["1-3"]
"""


@pytest.mark.packaging
@pytest.mark.parametrize("editable", [False, True])
def test_strict_program_finds_the_types_of_the_front_door(
    editable: bool, packages: Path, fetched: tuple[str | Path, ...], tmp_path: Path
) -> None:
    """From the wheel and from an editable install."""
    ran("uv", "venv", "--quiet", "--python", sys.executable, "env", folder=tmp_path)
    package = ("--editable", ROOT) if editable else (packages / WHEEL,)
    install = ("uv", "pip", "install", "--quiet", "--no-deps", "--python", "env", *fetched, *package)
    ran(*install, folder=tmp_path, **OFFLINE)
    (tmp_path / "sound.py").write_text(CONSUMER, encoding="utf-8")
    (tmp_path / "wrong.py").write_text("import qttt\n\nqttt.nothing\n", encoding="utf-8")
    mypy = (
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        "--python-executable",
        tmp_path / "env/bin/python",
    )
    assert "no issues" in ran(*mypy, "sound.py", folder=tmp_path, MYPYPATH="")
    done = subprocess.run([*mypy, "wrong.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert 'has no attribute "nothing"' in done.stdout


@pytest.mark.packaging
def test_npm_archive_works_in_an_empty_folder_without_a_network(packages: Path, tmp_path: Path) -> None:
    """The ten lines of its README, and the protocol."""
    install = ("install", "--no-audit", "--no-fund", "--no-save", packages / NPM)
    ran(tool("npm"), *install, folder=tmp_path, **OFFLINE)
    installed = tmp_path / "node_modules" / "qttt"
    [lines, *_] = re.findall(r"^```js\n(.*?)^```$", (installed / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    (tmp_path / "example.mjs").write_text(lines, encoding="utf-8")
    assert "value 20: 1-3" in ran("node", "example.mjs", folder=tmp_path)
    conform = ("conform", "goff", "--level", "notation", "--", "node", installed / "engine" / "conform.js")
    assert "qttt (JavaScript)" in ran(sys.executable, "-m", "qttt.app", *conform, folder=tmp_path)


def contents(path: Path) -> dict[str, bytes]:
    """The files of a package, without the folder that an archive has for all of them."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    with tarfile.open(path) as archive:
        files = {each.name: archive.extractfile(each) for each in archive.getmembers() if each.isfile()}
        return {name.partition("/")[2]: file.read() for name, file in files.items() if file}


@pytest.mark.packaging
@pytest.mark.parametrize("name", NAMES)
def test_package_is_small_and_has_no_tests(name: str, packages: Path) -> None:
    found = contents(packages / name)
    assert (packages / name).stat().st_size <= LARGEST[Path(name).suffix]
    if name != SDIST:
        assert [each for each in found if re.search(r"(^|[/_.])tests?[/_.]", each)] == []
    assert [each for each in found if re.search(r"__pycache__|\.pyc$|(^|/)\.(venv|git/)", each)] == []


@pytest.mark.packaging
@pytest.mark.parametrize("name", NAMES)
def test_package_has_the_tables_whose_digests_are_listed(name: str, packages: Path) -> None:
    """The npm archive has those for browsers, and a release's notes list the digests, too."""
    text = known.path("").with_name(DIGESTS).read_text(encoding="utf-8")
    listed = {table: digest for digest, table in map(str.split, text.splitlines()) if name != NPM or ".gz" in table}
    files = {Path(file).name: content for file, content in contents(packages / name).items()}
    assert {table: hashlib.sha256(files[table]).hexdigest() for table in listed} == listed
    assert RELEASE not in os.environ or text in (packages / "notes.md").read_text(encoding="utf-8")


@pytest.mark.packaging
def test_metadata_are_those_of_the_project(packages: Path) -> None:
    """PEP 639 has the licence as an expression, with its file."""
    wheel, manifest = contents(packages / WHEEL), json.loads(contents(packages / NPM)["package.json"])
    said = Parser().parsestr(wheel[f"qttt-{VERSION}.dist-info/METADATA"].decode())
    assert (said["Name"], said["Version"]) == (manifest["name"], manifest["version"]) == ("qttt", VERSION)
    assert (said["License-Expression"], said["License-File"]) == (manifest["license"], "LICENSE")
    assert manifest.get("homepage", "" if RELEASE in os.environ else cite.SITE) == cite.SITE
    assert [*said.get_all("Project-URL", [])][:1] == ([f"Homepage, {cite.SITE}"] if cite.SITE else [])
    assert (said["License"], said["Description-Content-Type"]) == (None, "text/markdown")
    assert f"qttt-{VERSION}.dist-info/licenses/LICENSE" in wheel
    assert [each for each in said.get_all("Classifier", []) if each.startswith("License ::")] == []


@pytest.mark.packaging
def test_npm_archive_has_licence_and_declarations_but_no_rules(packages: Path) -> None:
    found = contents(packages / NPM)
    assert found["LICENSE"] == (ROOT / "LICENSE").read_bytes()
    assert {name for name in found if name.startswith("data/")} == {
        f"data/{path.name}" for path in (ROOT / "web" / "data").iterdir() if not path.name.startswith("rules-")
    }
    modules = {each.relative_to(ROOT / "web") for each in (ROOT / "web" / "engine").rglob("*.js")}
    declared = {f"types/{each.with_suffix('.d.ts').as_posix()}" for each in modules if each.name != "conform.js"}
    assert {name for name in found if name.startswith("types/")} == {*declared, "types/board/element.d.ts"}


@pytest.mark.packaging
def test_bundles_that_ship_are_the_same_when_made_again(packages: Path, tmp_path: Path) -> None:
    """The npm archive has those for other pages only."""
    fetch("run", "esbuild", "--", "--version", folder=ROOT / "web")
    made = shutil.copytree(ROOT / "web", tmp_path / "web", ignore=shutil.ignore_patterns("dist"))
    ran(tool("npm"), "run", "bundle", folder=made)
    found = {path.relative_to(made).as_posix(): path.read_bytes() for path in (made / "dist").rglob("*.*")}
    for name, folder in ((WHEEL, "qttt/app/web/"), (SDIST, "web/"), (NPM, "")):
        shipped = contents(packages / name)
        wanted = {
            path: content for path, content in found.items() if name != NPM or not re.match("dist/(page|single)", path)
        }
        here = {path.removeprefix(folder) for path in shipped if path.startswith(f"{folder}dist/")}
        assert here == wanted.keys()
        assert [path for path, content in wanted.items() if shipped[folder + path] != content] == []


@pytest.mark.packaging
def test_packages_are_the_same_when_built_again(packages: Path, tmp_path: Path) -> None:
    build(tmp_path)
    assert [name for name in NAMES if (tmp_path / name).read_bytes() != (packages / name).read_bytes()] == []


def test_no_page_installs_from_a_package_index() -> None:
    """No index has qttt, so pages install it from a clone or an address."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    assert [page for page in pages if re.search(r"pip install .?qttt(?! @)", page.read_text(encoding="utf-8"))] == []


def test_citations_name_the_version_and_the_same_work() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    zenodo = json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))
    assert f"\nversion: {PROJECT['project']['version']}\n" in citation
    assert zenodo["version"] == PROJECT["project"]["version"]
    assert json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["version"] == zenodo["version"]
    assert f'\ntitle: "{zenodo["title"]}"\n' in citation
    assert zenodo["license"] == PROJECT["project"]["license"]
    assert zenodo["creators"] == PROJECT["project"]["authors"]
    assert citation.partition("\nkeywords:\n")[2].startswith("".join(f"  - {word}\n" for word in zenodo["keywords"]))


HATCHLING = {
    "hatchling.metadata.plugin.interface": "MetadataHookInterface",
    "hatchling.builders.hooks.plugin.interface": "BuildHookInterface",
}


@pytest.fixture
def hooks(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The names of `hatch_build.py`; hatchling itself is only there while a package is built."""
    for module, hook in HATCHLING.items():
        monkeypatch.setitem(sys.modules, module, SimpleNamespace(**{hook: object}))
    return runpy.run_path(str(ROOT / "hatch_build.py"))


@pytest.fixture
def stated(hooks: dict[str, Any]) -> Any:
    """What `hatch_build.py` states for an address."""
    return hooks["stated"]


def test_commit_of_a_changed_tree_is_told_to_be_of_one(
    hooks: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a clone and in a package that is built from it."""
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@example.org")
    (tmp_path / "a.txt").write_text("1", encoding="utf-8")
    for words in (["init", "-q"], ["add", "a.txt"], ["commit", "-qm", "One"], ["tag", "v1"]):
        ran(*git, *words, folder=tmp_path)
    monkeypatch.setattr(cite, "ROOT", tmp_path)
    for content, dirty in (("1", ""), ("other", "-dirty")):
        (tmp_path / "a.txt").write_text(content, encoding="utf-8")
        source = cite.source.__wrapped__()
        assert re.fullmatch(f"commit [0-9a-f]{{12}}{dirty}", source)
        hook, built = hooks["CustomBuildHook"](), dict[str, Any](force_include={})
        hook.root, hook.target_name = str(tmp_path), "wheel"
        hook.initialize("standard", built)
        [file] = built["force_include"]
        assert f"commit {Path(file).read_text(encoding='utf-8').strip()}" == source


def test_metadata_name_no_address_while_the_site_has_none(stated: Any) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert stated("", readme) == {"readme": {"content-type": "text/markdown", "text": readme}, "urls": {}}


def test_metadata_name_addresses_of_the_site_once_it_has_one(stated: Any) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = stated(ADDRESS, readme)
    assert [link for link in LINK.findall(shown["readme"]["text"]) if not link.startswith("https://")] == []
    pages = [
        re.sub(r"^index\.md$|\.md$", lambda end: "/" * (end.start() > 0), site.on_site(link))
        for link in LINK.findall(readme)
    ]
    assert LINK.findall(shown["readme"]["text"]) == [f"{ADDRESS}{page}" for page in pages]
    assert shown["urls"]["Homepage"] == ADDRESS
    assert all(url.startswith(ADDRESS) for url in shown["urls"].values())
    others = stated(ADDRESS, f"{readme} [a](spec/a.md)")["readme"]["text"]
    assert [link for link in LINK.findall(others) if "://" not in link] == ["spec/a.md"]


def test_citation_file_states_the_address_of_the_site() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert cite.read_stated(text).get("url", "") == cite.SITE
    assert cite.read_stated(text.replace("# url:", f"url: {ADDRESS} #", 1))["url"].startswith(ADDRESS)
    assert cite.SITE in {"", *re.findall(r"^url: (https://\S+/)$", text, re.M)}


def test_citation_has_an_address_only_if_the_site_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one it has a title, a ruleset, a year, a version, and the commit or archive."""
    every = [cite.of_project(), cite.of_ruleset("goff"), cite.of_rule(rules()["GOFF-COLLAPSE-2"])]
    for address in ("", ADDRESS):
        monkeypatch.setattr(cite, "SITE", address)
        for citation in every:
            assert re.match(r"The qttt authors \(20[0-9]{2}\)\. ", citation.line)
            assert f"ttt {version()}" in citation.line or f"Version {version()}" in citation.line
            assert ("https://" in citation.line) == bool(address)
            assert ("url = " in citation.entry()) == bool(address)
            assert "year = 20" in citation.entry() or "year = {20" in citation.entry()
    assert every[2].line.endswith(f" {ADDRESS}rules/goff/#goff-collapse-2")
