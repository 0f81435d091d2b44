"""Builds the site: `docs/`, the rule pages with everything that is tied to each rule, and the Python API.

    uv run --extra docs python docs/build.py --out DIR

Zensical builds the pages, strictly, and the explorer is added as it is; then every link, anchor, image and file of the
built pages is checked, and that nothing is loaded from another host. Templates, styles and scripts are in `docs/site`.
"""

from __future__ import annotations

import ast
import csv
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qsl, urlencode

import boards
import examples
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from qttt.app.commands.explore import write as write_explorer
from qttt.app.errors import BadInput
from qttt.app.files import write_bytes, write_folder
from qttt.app.rulebook import all_rules, blank_code, cite, headings, history, versions
from qttt.app.rulebook.tied import Tied, chosen_options, expectation, question
from qttt.spec import Rule, Vector, games, rules, rulesets
from qttt.spec import vectors as vectors_of
from qttt.spec.text import PAGES
from qttt.verification.claim_pages import assumed, established_by, mutant_in_words
from qttt.verification.mutants import ARROW
from qttt.verification.records import last, whole
from qttt.verification.registry import SAMPLE, STRENGTHS, WHOLE, checks, claims

ROOT = Path(__file__).resolve().parents[1]
OWN = ROOT / "docs" / "site"
MARK = ".qttt-site"
"""The file that says that a folder holds a site, whose files a newer site may replace."""
SITE = tomllib.loads((OWN / "site.toml").read_text(encoding="utf-8"))
"""What is on the site, and where."""
PLAYED_AT = "play"
"""Where the site has the explorer's page."""
EXPLORER = "qttt-explorer:"
"""What stands for its address in links, until the pages are built."""
LEDGER = "docs/sources/ledger.csv"
"""Every statement of the sources; on the site a page has its place, and the file lies beside it."""
LANGUAGES = {".c": "c", ".mjs": "js", ".ml": "ocaml", ".py": "python", ".rs": "rust", ".v": "coq"}

LINK = re.compile(r'(?:(?<!\\)\]\(|<(?:a|img)\s[^>]*?(?:href|src)=")(?P<target>[^)\s"]+)')
IMAGE = re.compile(r"(?P<linked>\[)?!\[(?P<alt>[^\]]*)\]\((?P<file>[^)\s]+\.svg)\)(?(linked)\]\([^)]*\))")
"""A picture, which a link may hold."""
SMALL = re.compile(
    r'<g class="board" data-query="([^"]*)">.*?<text class="words"[^>]*>(.*?)</text><text[^>]*>(.*?)</text>', re.S
)
"""A board of a sheet: its place in the explorer, and the words below it."""
LARGE = re.compile(r'<svg [^>]*data-query="([^"]*)"')
"""A picture of one board: its place in the explorer."""
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//")
PIECE = re.compile(r"<!--.*?-->|<[^>]*>|[^<]+", re.S)
TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
NAMED = re.compile(r"\b[A-Z]+-[A-Z]+-[1-9][0-9]*\b|\bLEMMA\s+(?P<lemma>[a-z]+(?:-[a-z]+)*)")
"""A rule or a lemma in the text."""
NOT_WITHIN = {"a", "button", "h1", "h2", "h3", "h4", "head", "nav", "pre", "script", "style", "summary", "title"}
"""Elements in whose text no ID becomes a link."""
LOADED = re.compile(
    r"<(?!link\b[^>]*\brel=[\"']?(?:canonical|alternate|prev|next|author|license)\b)"
    r"(?:script|img|iframe|source|video|audio|embed|object|image|use|link)\b[^>]*?\s(?:src|srcset|data|href)\s*=\s*"
    r"[\"']?((?:https?:)?//[^\s\"'>]+)"
)
"""An address on another host that a browser loads by itself."""
STYLES = re.compile(r"<link rel=\"stylesheet\"[^>]*>")
PREVIEW = re.compile(r'(property="og:image" content=")[^"]*')
WITHOUT_BOARDS = {"Switches", "Levels and switches", "For engines"}
"""Sections of rule pages whose rules show no board."""
IN_STYLES = re.compile(r"(?:url\(\s*|@import\s+)['\"]?((?:https?:)?//[^\s\"')]+)")


# The files of the repository


def sources() -> dict[str, Path]:
    """Every file of the repository that the site shows, by its path there, in the order of the paths."""
    by_path = {}
    for name in SITE["places"]:
        place = ROOT / name
        for file in [place] if place.is_file() else place.rglob("*"):
            own = (name == "docs" and file.suffix == ".py") or file.is_relative_to(OWN) or "__pycache__" in file.parts
            if file.is_file() and not own and not file.name.startswith("."):
                by_path[file.relative_to(ROOT).as_posix()] = file
    return dict(sorted(by_path.items()))


def on_site(path: str) -> str:
    """The path of a file of the repository below the pages of the site.

    >>> on_site("spec/rules/goff.md"), on_site("docs/figures/README.md"), on_site("CITATION.cff")
    ('rules/goff.md', 'figures/index.md', 'CITATION.cff')
    """
    for old, new in SITE["places"].items():
        if path == old or path.startswith(f"{old}/"):
            path = new + path.removeprefix(old).removeprefix("/")
            break
    folder, _, name = path.rpartition("/")
    return posixpath.join(folder, "index.md") if name in ("README.md", "") else path


def relative(target: str, page: str) -> str:
    """A place on the site, seen from the Markdown of a page.

    >>> relative("rules/goff.md#goff-end-1", "games/goff.md"), relative("rules/goff.md#goff-end-1", "rules/goff.md")
    ('../rules/goff.md#goff-end-1', '#goff-end-1')
    """
    path, hash, anchor = target.partition("#")
    return f"#{anchor}" if path == page and anchor else posixpath.relpath(path, posixpath.dirname(page)) + hash + anchor


def relink(link: str, page: str) -> str:
    """A link on a page of the repository, as the same page of the site has it.

    >>> relink("../../spec/rules/goff.md#board", "docs/games/goff.md"), relink("#board", "spec/rules/goff.md")
    ('../rules/goff.md#board', '#board')
    """
    target, hash, anchor = link.partition("#")
    if not target or ELSEWHERE.match(link):
        return link
    there = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
    return relative(on_site(there), on_site(page)) + hash + anchor


def page_of(path: str, text: str) -> str:
    """A page of the repository as Zensical reads it: links lead to pages of the site, and headings state their anchors.

    >>> page_of("spec/rules/goff.md", '<a id="a-1"></a>\\n## A B\\nSee [c](../protocol.md).')
    '## A B {#a-1}\\nSee [c](../protocol.md).'
    """
    text = IMAGE.sub(lambda image: picture(image, path), text)
    links = LINK.finditer(blank_code(text))
    text = _with(text, [(each.start("target"), each.end("target"), relink(each["target"], path)) for each in links])
    stated = ((each, f"{'#' * each.level} {each.title} {{#{each.anchor}}}") for each in headings(text))
    return _with(text, [(heading.start, heading.end, line) for heading, line in stated])


def picture(image: re.Match[str], page: str) -> str:
    """A picture on a page: a board and each board of a sheet open in the explorer, any other picture opens alone."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), image["file"]))
    drawn = (ROOT / path).read_text(encoding="utf-8")
    if found := SMALL.findall(drawn):
        return _made("sheet.html", file=image["file"], alt=image["alt"], boards=found)
    large = LARGE.match(drawn)
    if query := Markup(large[1]).unescape() if large else SITE["opened"].get(path, ""):
        return _made("picture.html", file=image["file"], alt=image["alt"], query=query, values=bool(large))
    return image[0] if image["linked"] else f"[{image[0]}]({image['file']})"


def attributes(query: str, tokens: Iterable[str] = ()) -> Markup:
    """A place in the explorer and the moves from there, as the attributes of a board.

    >>> attributes("game=sqt&q=1/2&moves=X1.1-9", ["O2.1-3"])
    Markup('game="sqt" moves="X1.1-9 O2.1-3" options="q=1/2" explorer="qttt-explorer:"')
    """
    place = dict(parse_qsl(query))
    own = {name: place.pop(name) for name in ("game", "position") if name in place}
    moves = " ".join([*place.pop("moves", "").split(), *tokens])
    options = " ".join(f"{name}={value}" for name, value in place.items())
    found = own | {"moves": moves, "options": options, "explorer": EXPLORER}
    return Markup(" ").join(Markup('{}="{}"').format(name, value) for name, value in found.items() if value)


def _with(text: str, changes: list[tuple[int, int, str]]) -> str:
    """A text with other words between the places of each change; the changes are in order."""
    for start, end, new in reversed(changes):
        text = text[:start] + new + text[end:]
    return text


def title_of(text: str, path: str) -> str:
    """The title of a page: its first heading, else its name."""
    first = re.search(r"^# (.+?)(?: \{#[^}]*\})?$", text, re.M)
    return first[1].replace("`", "") if first else PurePosixPath(path).stem


# The pages that are generated


@cache
def templates() -> Environment:
    """The templates of `docs/site`; those of HTML escape what they show."""
    made = Environment(
        loader=FileSystemLoader(OWN),
        undefined=StrictUndefined,
        autoescape=lambda name: bool(name and ".html" in name),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    formatter = HtmlFormatter(nowrap=True)
    made.filters["in_words"] = _in_words
    made.filters["plain"] = lambda text: re.sub(r"[\\`*_<>|\[\]]", lambda sign: f"&#{ord(sign[0])};", text)
    made.filters["highlighted"] = lambda code: Markup(highlight(code, PythonLexer(), formatter).rstrip())
    made.globals |= {"relative": relative, "relink": relink, "cite": cite, "rules": rules(), "rulesets": rulesets()}
    made.globals |= {
        each.__name__: each
        for each in (
            *(address, place_in_api, explored, assumed, established_by, mutant_in_words),
            *(attributes, chosen_options, expectation, question),
        )
    }
    made.globals |= {"explorer": EXPLORER, "ARROW": ARROW, "SAMPLE": SAMPLE}
    made.globals["last"] = lambda claim, ran=WHOLE: last(claim, ran)
    made.tests["whole"] = whole
    return made


def _in_words(text: str) -> Markup:
    """Words of Markdown with code in backticks, as HTML."""
    return Markup("").join(
        Markup("<code>{}</code>").format(piece) if at % 2 else escape(piece) for at, piece in enumerate(text.split("`"))
    )


def generate() -> tuple[dict[str, str], dict[str, str]]:
    """The generated pages, and the pictures of the notebooks, by their paths."""
    pages = {
        f"rulesets/{ruleset.id}.md": _made("ruleset.md", ruleset=ruleset, versions=versions(f"{ruleset.name}.md"))
        for ruleset in rulesets().values()
    }
    published = json.loads((ROOT / "spec/qttt/spec/published.json").read_text(encoding="utf-8"))
    pages["rules/index.md"] = _made("rules.md", names=games())
    pages["rules/ids.md"] = _made("ids.md", all_rules=all_rules().values(), history=history, published=published)
    for folder, words in SITE["programs"].items():
        files = [file for path, file in sources().items() if path.startswith(f"{folder}/") and file.suffix in LANGUAGES]
        texts = {file.name: (LANGUAGES[file.suffix], file.read_text(encoding="utf-8").rstrip()) for file in files}
        pages[on_site(f"{folder}/")] = _made("programs.md", **words, programs=texts)
    pages |= claim_pages()
    pages[on_site(LEDGER)] = ledger()
    pages["api/index.md"] = _made("api.md", pieces=SITE["pieces"], names=games())
    for page, name in modules().items():
        pages[page] = _made("module.md", name=name, within=within(page), shown=file_of(name).is_file())
    pictures: dict[str, str] = {}
    for path, file in sources().items():
        if path.endswith(".ipynb"):
            text, drawn = examples.page(json.loads(file.read_text(encoding="utf-8")), file.stem)
            pages[f"notebooks/{file.stem}.md"] = text
            pictures |= {f"notebooks/{name}": svg for name, svg in drawn.items()}
    return pages, pictures


def ledger() -> str:
    """The page with every statement of the sources."""
    rows = [*csv.DictReader((ROOT / LEDGER).read_text(encoding="utf-8").splitlines())]
    judged = {each.stem: title_of(each.read_text(encoding="utf-8"), "") for each in ROOT.glob("docs/sources/*-*.md")}
    return _made("ledger.md", ledger=rows, titles=judged)


def claim_pages() -> dict[str, str]:
    """The page of the claims about each game, and `claims.md` with their numbers below its own text, by their paths."""
    every = [(ruleset, [each for each in checks() if each.game == ruleset.name]) for ruleset in rulesets().values()]
    strengths = [each for each in STRENGTHS if any(claim.strength == each for claim in claims())]
    own = page_of("docs/claims.md", (ROOT / "docs" / "claims.md").read_text(encoding="utf-8"))
    pages = {f"claims/{ruleset.name}.md": _made("claims.md", ruleset=ruleset, here=here) for ruleset, here in every}
    return pages | {"claims.md": own + _made("counts.md", claims=every, strengths=strengths)}


def _made(template: str, **given: Any) -> str:
    return templates().get_template(f"{template}.jinja").render(given)


@cache
def modules() -> Mapping[str, str]:
    """The public modules and packages, each by its page of the API reference, a package before its modules."""
    pages_of: dict[str, str] = {}
    for piece in SITE["pieces"]:
        pages_of[f"api/{piece}/index.md"] = f"qttt.{piece}"
        root = ROOT / piece
        for file in sorted(root.joinpath("qttt", piece).rglob("*.py"), key=_without_init):
            names = _without_init(file.relative_to(root))
            public = piece != "fast" or file.stem in SITE["public"]
            hidden = file.stem.startswith("_") or file.stem == "extras" or not public
            if names[2:] and (file.stem == "__init__" or not hidden):
                pages_of[f"api/{'/'.join(names[1:])}.md"] = ".".join(names)
    return pages_of


def _without_init(file: Path) -> tuple[str, ...]:
    return file.parent.parts if file.stem == "__init__" else file.with_suffix("").parts


def file_of(module: str) -> Path:
    """The file of a module or package, by its dotted name; a package need not have it."""
    place = ROOT.joinpath(module.split(".")[1], *module.split("."))
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def within(package: str) -> list[tuple[str, str, str]]:
    """What is in a package, by its page: the name, the page, and the first words of the docstring of each module."""
    found = []
    for page, name in modules().items():
        if name.rpartition(".")[0] == modules()[package]:
            text = ast.get_docstring(ast.parse(file_of(name).read_text(encoding="utf-8"))) or ""
            words = " ".join(text.partition("\n\n")[0].split())
            found.append((name.rpartition(".")[2], relative(page, package), words))
    return found


def place_in_api(definition: str) -> str | None:
    """The page and anchor of a definition in the API reference, by its dotted name; None if it is not there.

    >>> place_in_api("qttt.reference.goff.collapse.settle")
    'api/reference/goff/collapse.md#qttt.reference.goff.collapse.settle'
    """
    module, _, name = definition.rpartition(".")
    if name.startswith("_") or "," in definition:
        return None
    package, _, last = module.rpartition(".")
    for page, name in modules().items():
        if module == name or (package == name and last[:1].isupper()):
            return f"{page}#{definition}"
    return None


# What is tied to a rule, and citations


def of_rule(rule: Rule, drawn: Mapping[str, boards.Board]) -> dict[str, Any]:
    """What the templates show of a rule: all that is tied to it, and of its vectors the one whose board is shown."""
    found = Tied(rule)
    legal = (each for each in found.own_vectors if each.id in drawn and each.then.get("legal", True))
    fit = [each for each in legal if drawn[each.id].tokens or each.given_marks]
    fit.sort(key=lambda vector: rule.section != "Endings" or not vector.then.get("outcome"))
    hidden = rule.page == "notation.md" or rule.section in WITHOUT_BOARDS
    return {"tied": found, "boards": drawn, "shown": fit[0] if fit and not hidden else None}


def explored(vector: Vector) -> str:
    """The place of a vector's game or position in the explorer; empty if the explorer lacks one of the options.

    >>> explored(next(vector for vector in vectors_of("goff") if vector.id == "goff-pair-0004"))
    'game=goff&pair=forbidden'
    """
    chosen = {name: value for name, value in vector.options.items() if name != "switches"}
    chosen |= vector.options.get("switches", {})
    if vector.given_marks or chosen.keys() & {"csv", "json", "p", "dice", "double_win_score"}:
        return ""
    if "board" in chosen:
        chosen["board"] = ";".join(",".join(square) for square in chosen["board"])
    if vector.given_position:
        chosen["position"] = vector.given_position
    named = {name.replace("_", "-"): "yes" if value is True else value for name, value in chosen.items()}
    return urlencode({"game": vector.ruleset.rpartition("-")[0], **named})


def add_tied(text: str, page: str, drawn: Mapping[str, boards.Board]) -> str:
    """A rule page of the site with what is tied to each rule at the end of the rule's section.

    A section "… move by move" begins with the boards of its game, which some vector gives.
    """
    here = {rule.anchor: rule for rule in rules().values() if rule.page == page}
    marks = [*re.finditer(r"^#{1,3} (?P<title>.*?) \{#(?P<anchor>[a-z0-9-]+)\}$", blank_code(text), re.M)]
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    added = []
    for mark, end in zip(marks, ends, strict=True):
        if rule := here.get(mark["anchor"]):
            added.append((end, end, f"\n{_made('tied.html', page=f'rules/{page}', **of_rule(rule, drawn))}\n"))
        elif mark["title"].endswith("move by move"):
            game = re.findall("`([^`]*)`", text[mark.end() : end])[0].split()
            every = (vector for name in games() for vector in vectors_of(name) if vector.id in drawn)
            source = next(vector for vector in every if [*drawn[vector.id].tokens] == game)
            at = relative(f"boards/{source.id}.svg", f"rules/{page}")
            strip = _made("strip.html", made=drawn[source.id], at=at, place=explored(source))
            added.append((mark.end(), mark.end(), f"\n\n{strip}"))
    return _with(text, added)


def address(target: str, page: str) -> str:
    """The address of a page or file of the site, seen from the folder of a built page.

    >>> address("claims/goff.md#goff-lines", "rules/goff.md"), address("boards/a.svg", "rules/goff.md")
    ('../../claims/goff/#goff-lines', '../../boards/a.svg')
    """
    link = relative(target, page)
    return f"./{link}" if link.startswith("#") else "../" + re.sub(r"(/index)?\.md(?=#|$)", "/", link)


def write_parts(site: Path, drawn: Mapping[str, boards.Board]) -> None:
    """Write beside each rule page a page for each of its rules with what is tied to it; the rule page loads it."""
    for rule in rules().values():
        folder = site / "rules" / rule.page.removesuffix(".md")
        styles = Markup("\n".join(STYLES.findall((folder / "index.html").read_text(encoding="utf-8"))))
        text = _made("parts.html", page=f"rules/{rule.page}", styles=styles, **of_rule(rule, drawn))
        (folder / f"{rule.anchor}.html").write_text(text, encoding="utf-8")


def citation_of(title: str, path: str) -> cite.Citation | None:
    """The citation of a page by the path of its Markdown: of a ruleset for its rules; None if it says nothing."""
    folder, _, name = path.removesuffix(".md").rpartition("/")
    if path.startswith(tuple(SITE["uncited"])):
        return None
    if folder == "rules" and name in rulesets():
        return cite.of_ruleset(name)
    stem = path.removesuffix("index.md").removesuffix(".md")
    return cite.of_page(title, f"{stem.rstrip('/')}/") if stem else cite.of_project()


def citations() -> str:
    """The citations of the project, the rulesets and the results, for BibTeX."""
    games = [each for each in cite.results().values() if not each["first_move"]]
    every = [cite.of_project(), *map(cite.of_ruleset, rulesets()), *map(cite.of_result, games)]
    return "\n\n".join(each.bibtex for each in every) + "\n"


# Links from the IDs that built pages name


@cache
def places() -> Mapping[str, str]:
    """The address of each ID below the root of the site; of a lemma by game and anchor, such as `goff#lemma-forest`."""
    by_id = {rule.id: cite.place_of(rule) for rule in all_rules().values()}
    by_id |= {claim.id: f"claims/{claim.game}/#{claim.id}" for claim in claims()}
    for game in games():
        for vector in vectors_of(game):
            by_id[vector.id] = f"{cite.place_of(rules()[vector.rules[0]]).partition('#')[0]}#{vector.id}"
        for page in filter(None, (rulesets()[game].built_on, game)):
            for heading in headings((PAGES / f"{page}.md").read_text(encoding="utf-8")):
                if heading.title.startswith("LEMMA "):
                    by_id[f"{game}#{heading.anchor}"] = f"rules/{page}/#{heading.anchor}"
    return by_id


def linked(html: str, where: str) -> str:
    """A built page with links from its IDs: of rules and lemmas in the text, of claims and vectors in code.

    `where` is the folder of the page below the root of the site.

    >>> linked("<p>See GOFF-TURN-1.</p><pre>GOFF-TURN-1</pre>", "python")
    '<p>See <a href="../rules/goff/#goff-turn-1"><span class="id">GOFF-TURN-1</span></a>.</p><pre>GOFF-TURN-1</pre>'
    >>> linked("(LEMMA forest)", "rules/goff")
    '(<a href="./#lemma-forest">LEMMA forest</a>)'
    >>> linked("<code>goff-lines</code>", "python")
    '<code><a href="../claims/goff/#goff-lines">goff-lines</a></code>'
    """

    def link(words: str, id: str) -> str:
        path, _, anchor = places().get(id, "").partition("#")
        return f'<a href="{posixpath.relpath(path, where)}/#{anchor}">{words}</a>' if anchor else words

    def link_named(match: re.Match[str]) -> str:
        if not match["lemma"]:
            return link(unbroken(match), match[0])
        game = next((part for part in reversed(where.split("/")) if part in games()), "")
        return link(match[0], f"{game}#lemma-{match['lemma']}")

    def unbroken(match: re.Match[str]) -> str:
        return match[0] if match["lemma"] else f'<span class="id">{match[0]}</span>'

    pieces = []
    inside = Counter[str]()
    for piece in PIECE.findall(html):
        if tag := TAG.match(piece):
            inside[tag[2].lower()] += -1 if tag[1] else 1
        if piece.isspace() and not inside["pre"]:
            pieces.append("\n")
        elif piece.startswith("<") or any(inside[name] > 0 for name in NOT_WITHIN - {"a"}):
            pieces.append(piece)
        elif inside["a"] > 0:
            pieces.append(piece if inside["code"] > 0 else NAMED.sub(unbroken, piece))
        else:
            pieces.append(link(piece, piece) if inside["code"] > 0 else NAMED.sub(link_named, piece))
    return "".join(pieces)


# The site


def build(folder: Path) -> int:
    """Build the site into the folder `site` of a scratch folder, and return the number of pages.

    Raises BadInput for a page that Zensical rejects, and for a fault of the built pages.
    """
    drawn = boards.boards()
    pages = assemble(folder / "docs", drawn)
    shutil.copytree(OWN / "assets", folder / "docs" / "assets")
    shutil.copytree(OWN / "theme", folder / "theme")
    zensical(folder, navigation(pages))
    write_parts(folder / "site", drawn)
    for file in folder.joinpath("site").rglob("*.html"):
        if file.name != "404.html":
            where = file.parent.relative_to(folder / "site").as_posix()
            html = file.read_text(encoding="utf-8").replace(EXPLORER, f"{posixpath.relpath(PLAYED_AT, where)}/page/")
            html = html.replace("</head>", f"{preview(folder / 'site', where, html)}</head>")
            file.write_text(linked(html, where), encoding="utf-8")
    write_played(folder / "site" / PLAYED_AT)
    check(folder / "site")
    return len(pages)


def preview(site: Path, where: str, html: str) -> str:
    """What a link to a built page shows if a picture has its name: the picture, the page's title, and the words of its
    first sheet of boards."""
    if not (site / f"{where}.png").is_file():
        return ""
    found = re.search(r"<h1.*?>(.*?)<.*?<div class=\"boards\"[^>]* aria-label=\"(.*?)\"", html, re.S)
    title, words = found.groups() if found else ("", "")
    picture = f"{cite.SITE}{where}.png" if cite.SITE else f"../{where.rpartition('/')[2]}.png"
    stated = {"title": title, "description": words, "image": picture}
    return "".join(f'<meta property="og:{name}" content="{each}">\n' for name, each in stated.items())


def write_played(folder: Path) -> None:
    """Write the explorer. Its preview has a whole address if the site has one: many readers of previews need that."""
    write_explorer(folder)
    for page in ("index.html", "page/index.html") if cite.SITE else ():
        html = (folder / page).read_text(encoding="utf-8")
        whole = PREVIEW.sub(rf"\1{cite.SITE}{PLAYED_AT}/page/preview.png", html)
        (folder / page).write_text(whole, encoding="utf-8")


def zensical(folder: Path, sections: Mapping[str, list[tuple[str, str]]]) -> None:
    """Build the pages in the folder `docs` of a folder. Raises BadInput for a page that Zensical rejects."""
    configuration = _made("zensical.toml", site=cite.SITE, navigation=sections, pieces=SITE["pieces"], root=ROOT)
    (folder / "zensical.toml").write_text(configuration, encoding="utf-8")
    _run(folder, sys.executable, "-m", "zensical", "build", "--strict", "--config-file", "zensical.toml")


def assemble(folder: Path, drawn: Mapping[str, boards.Board]) -> dict[str, str]:
    """Write all pages and files of the site into a folder, and return the text of each page by its path."""
    pages, texts = generate()
    files: dict[str, Path | bytes] = {LEDGER.removeprefix("docs/"): ROOT / LEDGER}
    for path, file in sources().items():
        if path.endswith(".md") and path != "README.md":
            text = file.read_text(encoding="utf-8")
            if text.startswith(("# ", "<a id=")):
                pages.setdefault(on_site(path), page_of(path, text))
        elif path in SITE["opened"]:
            texts[on_site(path)] = boards.in_look(file.read_text(encoding="utf-8"))
        elif path not in ("README.md", LEDGER):
            files[on_site(path)] = file
    for page in dict.fromkeys(rule.page for rule in rules().values()):
        pages[f"rules/{page}"] = add_tied(pages[f"rules/{page}"], page, drawn)
    for path, text in pages.items():
        pages[path] += _made("cite.html", cited=citation_of(title_of(text, path), path))
    texts |= pages | {f"boards/{id}.svg": board.svg for id, board in drawn.items()} | {"citations.bib": citations()}
    write_folder(folder, files | {path: text.encode() for path, text in texts.items()})
    return pages


def entries() -> dict[str, list[str]]:
    """The paths of the pages in the navigation, by section; `*` stands for each game."""
    return {
        section: [*dict.fromkeys(path.replace("*", game) for path in paths for game in games())]
        for section, paths in SITE["navigation"].items()
    }


def navigation(pages: Mapping[str, str]) -> dict[str, list[tuple[str, str]]]:
    """The titles and paths of the entries, by section, for pages given as texts by their paths.

    Raises ValueError for an entry without a page, and for a page to which no chain of links leads from an entry.
    """
    waiting = [path for paths in entries().values() for path in paths]
    seen = {*waiting}
    while waiting:
        page = waiting.pop()
        if page not in pages:
            raise ValueError(f"the navigation names {page}, which does not exist; remove it from docs/site/site.toml")
        links = (link["target"].partition("#")[0] for link in LINK.finditer(blank_code(pages[page])))
        found = {posixpath.normpath(posixpath.join(posixpath.dirname(page), link)) for link in links}
        waiting += (found & pages.keys()) - seen
        seen |= found
    if lost := sorted(pages.keys() - seen):
        raise ValueError(f"no page leads to {', '.join(lost)}; link it from a page, or name it in docs/site/site.toml")
    return {section: [(title_of(pages[path], path), path) for path in paths] for section, paths in entries().items()}


def check(site: Path) -> None:
    """Raise BadInput unless every link, anchor, image and file of a built site exists and nothing is loaded from
    another host."""
    for file in sorted(site.rglob("*")):
        if file.suffix in (".html", ".css"):
            text = file.read_text(encoding="utf-8")
            for address in [*LOADED.findall(text), *IN_STYLES.findall(text)]:
                raise BadInput(f"{file.relative_to(site).as_posix()} loads {address} from another host")
    here = ["--offline", "--root-dir", str(site), "--index-files", "index.html"]
    own = ["--remap", f"{cite.SITE} file://{site}/"] if cite.SITE else []
    _run(site, "lychee", *here, *own, "--include-fragments", "--hidden", "--no-ignore", "--no-progress", "**/*.html")


def _run(folder: Path, *command: str) -> None:
    """Run a command in a folder. Raises BadInput with what it printed if it fails."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    places = os.environ | {"PATH": path, "PYTHONPATH": str(Path(__file__).parent)}
    done = subprocess.run(command, cwd=folder, env=places, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BadInput(f"the pages have faults:\n{done.stdout}{done.stderr}".replace(f"{folder}/", ""))


def put(site: Path, out: Path) -> None:
    """Copy a built site into a folder. Nothing in the folder is deleted, and nothing is written through a link.

    Raises BadInput, before any file is written, if that would replace a file that no earlier site wrote.
    """
    (site / MARK).write_bytes(b"A newer site may replace the files of this one.\n")
    files = [each.relative_to(site) for each in sorted(site.rglob("*")) if each.is_file()]
    files.sort(key=lambda file: file != Path(MARK))  # first: whatever fails then, the next run may resume
    if not out.exists():
        return write_folder(out, {file.as_posix(): site / file for file in files})
    older = (out / MARK).is_file()
    for file in files:
        for place in [*file.parents[:-1], file]:
            if (out / place).is_symlink():
                raise BadInput(f"{out / place}: is a link; remove it, or name another folder")
        if not older and (out / file).exists():
            raise BadInput(f"{out / file}: is not a file of an earlier site; name a new or an empty folder")
    for file in files:
        (out / file).parent.mkdir(parents=True, exist_ok=True)
        write_bytes(out / file, (site / file).read_bytes())


def main() -> int:
    """Build the site. Exit codes: 0 built, 1 faults of the pages or a folder that cannot be written."""
    parser = ArgumentParser(description="Build the site.", epilog="Takes about a minute on two cores.")
    text = "Folder for the site. Files of an earlier site are replaced; all other files stay as they are."
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help=text)
    out = parser.parse_args().out
    try:
        with TemporaryDirectory(prefix="qttt-site-") as scratch:
            pages = build(Path(scratch))
            put(Path(scratch) / "site", out)
    except (BadInput, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{out}: {pages} pages; to read them: python -m http.server --directory {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
