"""The configuration of Zensical: navigation, extensions of Markdown, and the API reference."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import qttt.fast
import qttt.learn
import qttt.oracle
import qttt.reference
import qttt.spec
from qttt.app.rules.cite import SITE
from qttt.spec import rulesets

PIECES = (qttt.spec, qttt.reference, qttt.fast, qttt.oracle, qttt.learn)
NAVIGATION: list[tuple[str, list[str]]] = [
    ("Start", ["index.md", "start/cite.md", "start/test.md", "start/solve.md", "start/train.md"]),
    ("Games", ["games/", "explorer.md"]),
    ("Rules", ["rules/notation.md", "rules/ids.md", "rules/", "rulesets/"]),
    (
        "Results",
        [
            "results.md",
            "perft.md",
            "study.md",
            "tiqtaqtoe.md",
            "hybrid.md",
            "experiments.md",
            "figures/",
        ],
    ),
    ("Claims", ["claims.md", "claims/", "certificates.md"]),
    ("Sources", ["sources/"]),
    ("Test an engine", ["conformance.md", "protocol.md", "vectors.md", "engines/"]),
    ("Learn", ["learning.md"]),
    (
        "Python",
        [
            "python.md",
            "notebooks/",
            "api/index.md",
            "api/oracle/",
            "api/spec/",
            "api/reference/",
            "api/learn/",
            "api/fast/",
        ],
    ),
    ("Project", ["benchmarks.md", "scaling.md", "gpu.md", "contributing.md", "changelog.md"]),
]
"""The sections of the site, each with pages and folders in order. A page that is in none comes under Project."""


def navigation(titles: Mapping[str, str]) -> list[dict[str, list[dict[str, str]]]]:
    """The pages under their sections, each page once. Raises ValueError for an entry of `NAVIGATION` without a page."""
    left = dict(titles)
    sections: dict[str, list[dict[str, str]]] = {}
    for section, places in NAVIGATION:
        for place in places:
            if not any(_is_at(path, place) for path in titles):
                raise ValueError(f"the navigation names {place}, which does not exist; remove it from NAVIGATION")
            for path in sorted(left, key=lambda each: (not each.endswith("index.md"), each)):
                if _is_at(path, place):
                    sections.setdefault(section, []).append({_shown(path, left.pop(path)): path})
    sections.setdefault("Project", []).extend({name: path} for path, name in left.items())
    return [{section: pages} for section, pages in sections.items()]


def _is_at(path: str, place: str) -> bool:
    """Whether a page is the page, or in the folder, that an entry names."""
    return path == place or (place.endswith("/") and path.startswith(place))


def _shown(path: str, title: str) -> str:
    """The name of a page in the navigation: a game has three pages with nearly the same title."""
    folder, _, stem = path.removesuffix(".md").rpartition("/")
    if folder == "rules" and stem in rulesets():
        return f"Rules of {stem}"
    return f"Cite {stem}" if folder == "rulesets" else title


def configuration(titles: Mapping[str, str], out: str = "site") -> str:
    """The text of `zensical.toml`."""
    roots = sorted({str(Path(path).parents[1]) for piece in PIECES for path in piece.__path__[:1]})
    project: dict[str, Any] = {
        "site_name": "qttt",
        "site_url": SITE,
        "site_description": "Quantum and probabilistic tic-tac-toe: rules to cite, engines to test, games solved.",
        "docs_dir": "docs",
        "site_dir": out,
        "use_directory_urls": True,
        "nav": navigation(titles),
        "extra_css": ["assets/qttt.css"],
        "extra_javascript": ["assets/boards.js"],
        "theme": {
            "custom_dir": "theme",
            "language": "en",
            "font": False,
            "features": [
                "navigation.sections",
                "navigation.top",
                "content.code.copy",
                "search.highlight",
                "toc.follow",
            ],
            "palette": [
                {"media": "(prefers-color-scheme: light)", "scheme": "default"},
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
            ],
        },
        "plugins": {
            "search": {},
            "mkdocstrings": {
                "handlers": {
                    "python": {
                        "paths": roots,
                        "options": {
                            "docstring_style": None,
                            "extensions": ["qttt.app.site.doctests"],
                            "filters": ["!^_"],
                            "heading_level": 2,
                            "members_order": "source",
                            "show_root_heading": True,
                            "show_root_full_path": True,
                            "show_source": False,
                            "show_symbol_type_heading": True,
                            "separate_signature": True,
                            "show_signature_annotations": True,
                            "show_submodules": False,
                        },
                    }
                }
            },
        },
        "markdown_extensions": {
            "attr_list": {},
            "md_in_html": {},
            "tables": {},
            "toc": {"permalink": True, "toc_depth": 3},
            "pymdownx": {"highlight": {}, "superfences": {}},
        },
    }
    return _toml(project)


def _toml(project: Mapping[str, Any]) -> str:
    """The table `project` as TOML, in which every value of JSON but null is a value too."""
    return "[project]\n" + "".join(f"{name} = {_value(value)}\n" for name, value in project.items())


def _value(value: Any) -> str:
    match value:
        case {}:
            inner = ", ".join(
                f"{json.dumps(name)} = {_value(each)}" for name, each in value.items() if each is not None
            )
            return f"{{ {inner} }}"
        case [*items]:
            return f"[{', '.join(map(_value, items))}]"
        case _:
            return json.dumps(value, ensure_ascii=False)
