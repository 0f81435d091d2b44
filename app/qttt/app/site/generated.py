"""Generated pages of the site: one for each ruleset, the list of all IDs, the sample engines, and the notebooks."""

import json
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import PurePosixPath

from qttt.app.rules import cite
from qttt.app.rules.cite import Citation
from qttt.app.rules.learning import all_rules
from qttt.app.rules.tied import history, versions
from qttt.app.site import notebooks
from qttt.app.site.tree import Tree, relative
from qttt.spec import Rule, Ruleset, rules, rulesets

LANGUAGES = {".c": "c", ".mjs": "js", ".rs": "rust"}


def pages(tree: Tree) -> dict[str, str]:
    """The generated pages as Markdown, by their paths."""
    return {
        **{f"rulesets/{ruleset.id}.md": "".join(_ruleset(ruleset)) for ruleset in rulesets().values()},
        "rules/ids.md": "".join(_ids()),
        "engines/index.md": "".join(_engines(tree)),
        **{f"notebooks/{name}.md": text for name, (text, _) in _notebooks(tree).items()},
    }


def files(tree: Tree, titles: Mapping[str, str]) -> dict[str, str]:
    """Generated files, by their paths: all citations in one file, and the list of rules as data."""
    citations = [
        *(of_page(titles[path], path) for path in sorted(titles)),
        *map(cite.of_ruleset, rulesets()),
        *map(cite.of_rule, all_rules().values()),
    ]
    results = tree.text("docs/results.bib")
    pictures = {f"notebooks/{file}": svg for _, drawn in _notebooks(tree).values() for file, svg in drawn.items()}
    return {"citations.bib": "\n\n".join(each.bibtex for each in citations) + f"\n\n{results}", **pictures}


def _notebooks(tree: Tree) -> dict[str, tuple[str, dict[str, str]]]:
    """The page of each notebook, and its pictures."""
    return {
        PurePosixPath(path).stem: notebooks.page(json.loads(tree.text(path)), PurePosixPath(path).stem)
        for path in tree.files
        if path.startswith("docs/notebooks/") and path.endswith(".ipynb")
    }


def of_page(title: str, path: str) -> Citation:
    """The citation of a page by the path of its Markdown."""
    stem = path.removesuffix(".md")
    return cite.of_page(title, "" if stem == "index" else f"{stem.removesuffix('/index')}/")


def citation(title: str, path: str) -> str:
    """What stands at the foot of a page: how to cite it."""
    found = of_page(title, path)
    return (
        '\n\n<details class="cite"><summary>Cite this page</summary>\n'
        f"<p>{escape(found.line)}</p>\n"
        f'<div class="highlight"><pre><code>{escape(found.bibtex)}</code></pre></div>\n</details>\n'
    )


def _ruleset(ruleset: Ruleset) -> Iterator[str]:
    page = f"{ruleset.name}.md"
    citation = cite.of_ruleset(ruleset.name)
    yield f"# Ruleset {ruleset.id}\n\n{ruleset.title}. [The rules](../rules/{page}).\n"
    if ruleset.built_on:
        yield f"It takes over rules of [{rulesets()[ruleset.built_on].id}]({rulesets()[ruleset.built_on].id}.md).\n"
    yield "\n## Versions\n\n| ruleset | change |\n|---|---|\n"
    yield from (f"| `{version}` | {change} |\n" for version, change in versions(page))
    yield "\n## Options\n\n| option | what it chooses | values | default | rule |\n|---|---|---|---|---|\n"
    for option in ruleset.options:
        values = ", ".join(f"`{value}`" for value in option.values) or f"such as `{option.example}`"
        default = f"`{option.default}`" if option.default else "none"
        yield f"| `{option.written}` | {option.note} | {values} | {default} | {_linked(rules()[option.rule])} |\n"
    yield "\n## Rules\n\nThese addresses are permanent.\n\n| rule | title |\n|---|---|\n"
    own = [rule for rule in rules().values() if rule.page == page]
    yield from (f'| <a id="{rule.anchor}"></a>{_linked(rule)} | {rule.title} |\n' for rule in own)
    yield f"\n## Cite\n\n{citation.line}\n\n```bibtex\n{citation.bibtex}\n```\n"


def _ids() -> Iterator[str]:
    yield (
        "# All rule IDs\n\nAn ID is permanent: a rule that is dropped keeps its ID, and no other rule gets that ID. "
        "The history lists the versions of the page that added or changed the rule. The rules of learning, RL-…, "
        "belong to no ruleset, and their page has no versions.\n\n"
        "| rule | title | page | history |\n|---|---|---|---|\n"
    )
    for rule in all_rules().values():
        past = "; ".join(f"{version}: {change}" for version, change in history(rule)) or "without versions"
        page = relative(f"{cite.place_of(rule).partition('/#')[0]}.md", "rules/ids.md")
        linked = f'<a id="{rule.anchor}"></a>[{rule.id}]({page}#{rule.anchor})'
        yield f"| {linked} | {rule.title} | [{rule.page}]({page}) | {past} |\n"


def _linked(rule: Rule) -> str:
    return f"[{rule.id}](../rules/{rule.page}#{rule.anchor})"


def _engines(tree: Tree) -> Iterator[str]:
    yield (
        "# Sample engines\n\nEach is one file without dependencies, written from the rule pages alone. "
        "[Test your engine](../conformance.md) says how to build and test them.\n"
    )
    for path in tree.files:
        name = PurePosixPath(path).name
        if path.startswith("tests/engines/"):
            language = LANGUAGES.get(PurePosixPath(path).suffix, "text")
            yield f"\n## {name}\n\n[Download]({name})\n\n```{language}\n{tree.text(path).rstrip()}\n```\n"
