"""The shape of the tree: who may import whom, namespace pieces, module lengths, no paths of one machine.

A check takes the root of a tree and yields a sentence for every breach. Each one is run on this repository,
where it must yield nothing, and on a small sound tree with a planted mutant, which it must catch. And the layer of the
tests that are named on the command line.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).resolve().parents[1]

MAY_IMPORT = {
    "spec": frozenset[str](),
    "reference": frozenset({"spec"}),
    "fast": frozenset({"spec"}),
    "oracle": frozenset({"spec", "reference", "fast"}),
    "learn": frozenset({"spec", "reference", "fast", "oracle"}),
    "verification": frozenset({"spec", "reference", "fast", "oracle", "learn"}),
    "app": frozenset({"spec", "reference", "fast", "oracle", "learn", "verification"}),
}
FRONT = frozenset({"__init__.py", "__main__.py", "py.typed"})
"""What `front/qttt` holds: `import qttt` for users, which no piece imports."""
NAMES_MODULES_AT_RUN_TIME = ("verification", "app")
"""The pieces that may put a module's name together: `verification` plants errors in the modules below it."""
MAX_LINES = {"reference": 300}
MAX_LINES_ELSEWHERE = 500

DYNAMIC_NAME = re.compile(r"qttt\.(\w*)(\.\w*)*")
UNIX_PATH = r"/(?:home|root|Users|tmp|opt|mnt|media|srv)/[\w.]"
WINDOWS_PATH = r"[A-Za-z]:\\\w"
MACHINE_PATH = re.compile(rf"(?<![\w./:~$}})-])(?:{UNIX_PATH}|{WINDOWS_PATH})")


OF_GAMES = ("registry.py", "random_boards.py", "study.py", "readings.py")
"""Files outside the games' folders that may name a game."""


def games_of(root: Path) -> set[str]:
    """The names of the games: those of the folders of the reference."""
    return {path.name for path in (root / "reference/qttt/reference").glob("*/")} - {"__pycache__"}


def modules(root: Path, piece: str) -> list[Path]:
    """All Python files of one piece, sorted."""
    return sorted((root / piece / "qttt").rglob("*.py"))


def imported_pieces(path: Path, source_root: Path) -> Iterator[tuple[int, str]]:
    """Each (line, piece) that a module refers to: by an import, or by a string that is a dotted module name.

    A bare `import qttt` comes out as the piece "front", which is never allowed. A name put together at run time
    (`f"qttt.{name}"`) comes out as the piece "", which is never allowed below `verification`, because nothing can be
    said about what it reaches.
    """
    package = path.relative_to(source_root).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        names: list[str] = []
        match node:
            case ast.Import():
                names = ["qttt.front" if alias.name == "qttt" else alias.name for alias in node.names]
            case ast.ImportFrom():
                above = package[: len(package) - node.level + 1] if node.level else ()
                module = ".".join([*above, *([node.module] if node.module else [])])
                names = [f"{module}.{alias.name}" for alias in node.names]
            case ast.Constant(value=str(text)) if DYNAMIC_NAME.fullmatch(text):
                names = [text]
            case _:
                continue
        for name in names:
            first, _, rest = name.partition(".")
            if first == "qttt":
                yield node.lineno, rest.partition(".")[0]


def layers(root: Path) -> Iterator[str]:
    """Every piece has modules, and none of them refers to a piece it must not import."""
    for piece, allowed in MAY_IMPORT.items():
        paths = modules(root, piece)
        if not paths:
            yield f"{piece} has no modules"
        for path in paths:
            for line, target in imported_pieces(path, root / piece):
                if target not in allowed | {piece} and not (piece in NAMES_MODULES_AT_RUN_TIME and not target):
                    yield f"{path.relative_to(root)}:{line}: {piece} must not import qttt.{target}"


def namespace(root: Path) -> Iterator[str]:
    """No `qttt/__init__.py` but the front door's (it would hide the other pieces); a source root holds only its own."""
    for piece in MAY_IMPORT:
        held = {p.name for p in (root / piece / "qttt").glob("*")} - {"__pycache__"}
        for name in sorted(held - {piece}):
            yield f"{piece}/qttt/{name} hides or doubles another piece"
        if not (root / piece / "qttt" / piece / "py.typed").is_file():
            yield f"{piece}/qttt/{piece}/py.typed is missing"
    for path in sorted((root / "front/qttt").rglob("*")):
        if "__pycache__" not in path.parts and path.name not in FRONT:
            yield f"{path.relative_to(root)} is not a file of the front door"
    for parent in (root, root / "tests"):
        if (parent / "qttt").exists():
            yield f"{(parent / 'qttt').relative_to(root)} is a qttt outside the source roots"


def lengths(root: Path) -> Iterator[str]:
    """No module grows past what can be read in one sitting."""
    for piece in MAY_IMPORT:
        limit = MAX_LINES.get(piece, MAX_LINES_ELSEWHERE)
        for path in modules(root, piece):
            count = len(path.read_text(encoding="utf-8").splitlines())
            if count > limit:
                yield f"{path.relative_to(root)} has {count} lines, more than {limit}"


def machine_paths(root: Path) -> Iterator[str]:
    """No text file names an absolute path of the machine it was written on."""
    paths = [path for path in root.glob("*") if path.name != "uv.lock"]
    for folder in (*MAY_IMPORT, "tests", "docs", ".ci"):
        paths += (root / folder).rglob("*")
    for path in sorted(paths):
        if not path.is_file() or "__pycache__" in path.parts:
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if found := MACHINE_PATH.search(line):
                yield f"{path.relative_to(root)}:{number} names the path {found.group()}…"


def games_named(root: Path) -> Iterator[str]:
    """Outside the games' own folders only the registry names a game: no import of one, and no text that is one's name.

    The studies are about particular games: they reproduce figures, and value boards and readings.
    """
    games = games_of(root)
    for piece in ("reference", "oracle", "app"):
        for path in modules(root, piece):
            parts = path.relative_to(root / piece / "qttt" / piece).with_suffix("").parts
            if {*parts} & (games | {"studies"}) or path.name in OF_GAMES:
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module and {*node.module.split(".")} & games:
                    yield f"{path.relative_to(root)}:{node.lineno} imports {node.module}"
                if isinstance(node, ast.Constant) and node.value in games:
                    yield f"{path.relative_to(root)}:{node.lineno} names {node.value}"


def strongly_connected(graph: "nx.DiGraph[str]") -> Iterator[str]:
    """A sentence for each circle."""
    for circle in nx.strongly_connected_components(graph):
        if len(circle) > 1:
            yield f"{', '.join(sorted(circle))} import each other"


NAMED_OBJECT = re.compile(r"qttt\.[\w.]+:\w+")


def imported(node: ast.AST, named: Collection[str], games: Collection[str]) -> Iterator[str]:
    """The modules among `named` that one node of a syntax tree imports: by a statement, by a text such as
    "qttt.app.games:Query", or by `import_module` with a text, in which what is put together at run time may be any
    game."""
    match node:
        case ast.ImportFrom(module=str(module)):
            within = {f"{module}.{alias.name}" for alias in node.names} & set(named)
            yield from within or {module} & set(named)
        case ast.Call(func=ast.Name(id="import_module") | ast.Attribute(attr="import_module"), args=[first, *_]):
            for text in (each for each in ast.walk(first) if isinstance(each, ast.Constant | ast.JoinedStr)):
                parts = text.values if isinstance(text, ast.JoinedStr) else [text]
                for game in games:
                    name = "".join(str(each.value) if isinstance(each, ast.Constant) else game for each in parts)
                    yield from {name} & set(named)
        case ast.Constant(value=str(name)) if NAMED_OBJECT.fullmatch(name):
            yield from {name.partition(":")[0]} & set(named)


def circles(root: Path) -> Iterator[str]:
    """No modules import each other in a circle, also within functions and by name; imports for the types alone do not
    count."""
    paths = {
        path.relative_to(root / piece).with_suffix(""): path for piece in MAY_IMPORT for path in modules(root, piece)
    }
    named = {".".join(name.parts).removesuffix(".__init__"): path for name, path in paths.items()}
    graph, games = nx.DiGraph(), games_of(root)
    for name, path in named.items():
        waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
        for node in waiting:
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                continue
            waiting += ast.iter_child_nodes(node)
            graph.add_edges_from((name, each) for each in imported(node, named, games))
    yield from strongly_connected(graph)


JAVASCRIPT_IMPORT = re.compile(r"""(?:^\s*(?:import|export)\b[^;'"]*|\bimport\(\s*)["'](\.[^"']+)["']""", re.M)


def circles_of_scripts(root: Path) -> Iterator[str]:
    """The same of the modules of JavaScript, where a dynamic import counts, and one in a block comment does not."""
    graph = nx.DiGraph()
    for path in {*(root / "web").rglob("*.js")} - {*(root / "web" / "dist").rglob("*.js")}:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        for found in JAVASCRIPT_IMPORT.findall(text):
            graph.add_edge(*(str(each.relative_to(root)) for each in (path, (path.parent / found).resolve())))
    yield from strongly_connected(graph)


Check = Callable[[Path], Iterator[str]]
CHECKS: list[Check] = [layers, namespace, lengths, machine_paths, games_named, circles, circles_of_scripts]


@pytest.mark.parametrize("check", CHECKS)
def test_this_repository_has_no_breach(check: Check) -> None:
    assert list(check(ROOT)) == []


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree in which every piece imports whatever it may."""
    for piece, allowed in MAY_IMPORT.items():
        folder = tmp_path / piece / "qttt" / piece
        folder.mkdir(parents=True)
        (folder / "py.typed").touch()
        imports = [f"from qttt.{target} import a" for target in sorted({piece, *allowed})]
        by_name = f"import_module(f'qttt.{piece}.{{NAME}}')"
        (folder / "a.py").write_text("\n".join(["import math", *imports, 'NAME = "qttt"', by_name, ""]))
    return tmp_path


@pytest.mark.parametrize("check", CHECKS)
def test_sound_tree_has_no_breach(check: Check, tree: Path) -> None:
    assert list(check(tree)) == []


@pytest.mark.parametrize(
    ("piece", "source"),
    [
        ("reference", "import qttt.fast"),
        ("reference", "from qttt.fast.goff import kernels"),
        ("reference", "from ..fast import goff"),
        ("reference", "import importlib\nimportlib.import_module('qttt.fast.goff')"),
        ("reference", "NAME = 'qttt.fast'"),
        ("fast", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import qttt.reference.goff"),
        ("fast", "import qttt"),
        ("fast", "PIECE = 'spec'\nNAME = f'qttt.{PIECE}'"),
        ("spec", "import json, qttt.fast"),
        ("oracle", "from qttt.verification import claims"),
        ("verification", "from qttt.app import cli"),
        ("app", "import qttt.missing"),
        ("app", "import qttt"),
        ("app", "from qttt import game"),
    ],
)
def test_forbidden_import_is_caught(piece: str, source: str, tree: Path) -> None:
    (tree / piece / "qttt" / piece / "mutant.py").write_text(source + "\n")
    breaches = list(layers(tree))
    assert len(breaches) == 1
    assert "mutant.py" in breaches[0]
    assert f"{piece} must not import qttt." in breaches[0]


PATHS = "see /{}/ada/qttt\nsee /{}/.a\nsee C:{}Users\n".format("home", "root", "\\")
STRAY = (
    "spec/qttt/__init__.py",
    "app/qttt/fast/a.py",
    "app/qttt/a.py",
    "qttt/a.py",
    "tests/qttt/a.py",
    "front/qttt/a.py",
)
PLANTED: list[tuple[Check, str, str, int]] = [
    (games_named, "app/qttt/app/mutant.py", "from qttt.reference.chess import King", 1),
    (games_named, "app/qttt/app/mutant.py", 'NAME = "chess"', 1),
    *((namespace, path, "", 1) for path in STRAY),
    *(
        (lengths, f"{piece}/qttt/{piece}/long.py", "\n" * (limit + more), more)
        for piece, limit in (("reference", 300), ("fast", 500))
        for more in (0, 1)
    ),
    *((machine_paths, f"{folder}/a", PATHS, 3) for folder in (".", "docs", ".ci", "tests", "spec/qttt/spec")),
    (circles, "spec/qttt/spec/a.py", "from qttt.reference import a", 1),
    (circles, "spec/qttt/spec/a.py", "from importlib import import_module\nimport_module('qttt.reference.a')", 1),
    (circles, "spec/qttt/spec/a.py", "import_module('qttt.reference.a' if x else f'{y}.a')", 1),
    (circles, "spec/qttt/spec/a.py", "OFFER = 'qttt.reference.a:OnBoard'", 1),
    (circles, "oracle/qttt/oracle/chess.py", "from qttt.reference import a", 0),
    (circles, "oracle/qttt/oracle/chess.py", "from qttt.oracle import a", 1),
    (circles_of_scripts, "web/engine/a.js", 'import { b } from "../b.js";', 0),
    (circles_of_scripts, "web/a.js", '/** @type {import("./b.js")} */', 0),
    (circles_of_scripts, "web/a.js", 'import "./b.js";', 1),
    (circles_of_scripts, "web/a.js", 'const b = () => import("./b.js");', 1),
    (circles_of_scripts, "web/a.js", 'import {\n  b,\n} from "./b.js";', 1),
]
"""For each check a file that is added to a sound tree, and the number of breaches."""


@pytest.mark.parametrize(("check", "path", "text", "breaches"), PLANTED)
def test_planted_breach_is_caught(check: Check, path: str, text: str, breaches: int, tree: Path) -> None:
    (tree / "reference/qttt/reference/chess").mkdir()
    (tree / "web").mkdir()
    (tree / "web/b.js").write_text('export * from "./a.js";')
    (tree / path).parent.mkdir(parents=True, exist_ok=True)
    (tree / path).write_text(text)
    assert len(list(check(tree))) == breaches


def test_what_a_piece_lacks_is_caught(tree: Path) -> None:
    (tree / "fast/qttt/fast/a.py").unlink()
    (tree / "fast/qttt/fast/py.typed").unlink()
    assert list(layers(tree)) == ["fast has no modules"]
    assert list(namespace(tree)) == ["fast/qttt/fast/py.typed is missing"]


@pytest.mark.thorough
def test_workers_run_what_is_named_thoroughly() -> None:
    file = ROOT / "tests/reference/test_reference_picture.py"
    ran = [
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n", processes, file],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        .stdout.split(" in ")[0]
        .split()[-2:]
        for processes in ("0", "1")
    ]
    assert ran[0] == ran[1]
    assert "pytest.mark.thorough" in file.read_text(encoding="utf-8")
