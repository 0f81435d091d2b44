"""Notebooks of `docs/notebooks`: runs their cells, and shows them as pages of the site.

`python -m qttt.app.site.notebooks` runs every notebook and stores what its cells show; with `--check` nothing is
written, and the exit code is 1 if a cell shows something else than what is stored.
"""

import ast
import contextlib
import io
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from qttt.app.files import write_text

Cell = dict[str, Any]
RICH = {"image/svg+xml": "_repr_svg_", "text/html": "_repr_html_"}
"""The forms in which an object may show itself besides text, and the methods that give them."""


def run(notebook: Mapping[str, Any]) -> dict[str, Any]:
    """A notebook whose cells of code have been run in order, with what they show as outputs.

    Raises whatever a cell raises.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    for number, cell in enumerate(_code(notebook), 1):
        cells.append(
            {**cell, "execution_count": number, "outputs": list(_outputs("".join(cell["source"]), names, number))}
        )
    done = iter(cells)
    return {**notebook, "cells": [next(done) if cell["cell_type"] == "code" else cell for cell in notebook["cells"]]}


def _code(notebook: Mapping[str, Any]) -> list[Cell]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _outputs(source: str, names: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    """What a cell prints, and its last value."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    if text := printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}
    if value is not None:
        shown = {form: getattr(value, method)() for form, method in RICH.items() if hasattr(value, method)}
        data = {form: text.splitlines(keepends=True) for form, text in {**shown, "text/plain": repr(value)}.items()}
        yield {"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}


def text_of(notebook: Mapping[str, Any]) -> str:
    """The text of a notebook's file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def page(notebook: Mapping[str, Any], name: str) -> tuple[str, dict[str, str]]:
    """A notebook as Markdown, and the pictures on the page by their file names."""
    parts: list[str] = []
    pictures: dict[str, str] = {}
    for number, cell in enumerate(notebook["cells"]):
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", ()):
            data = output.get("data", {"text/plain": output.get("text", ())})
            if "image/svg+xml" in data:
                file = f"{name}-{number}.svg"
                pictures[file] = "".join(data["image/svg+xml"])
                alt = "".join(data["text/plain"]).replace("[", "(").replace("]", ")")
                parts.append(f"![{alt}]({file})")
            elif "text/html" in data:
                parts.append("".join(data["text/html"]))
            else:
                parts.append(f"```text\n{''.join(data['text/plain']).rstrip()}\n```")
    parts.append(f"[The notebook as a file]({name}.ipynb), with what its cells show.")
    return "\n\n".join(parts) + "\n", pictures


def main(arguments: list[str] | None = None) -> int:
    """Run the notebooks and store what they show. Exit codes: 0 fresh or written, 1 stale, 2 no source tree."""
    check = (sys.argv[1:] if arguments is None else arguments) == ["--check"]
    folder = Path(__file__).resolve().parents[4] / "docs" / "notebooks"
    if not folder.is_dir():
        print(f"no folder {folder}: this needs the source tree, not an installed package", file=sys.stderr)
        return 2
    stale = []
    for file in sorted(folder.glob("*.ipynb")):
        stored = file.read_text(encoding="utf-8")
        text = text_of(run(json.loads(stored)))
        if text != stored:
            stale.append(file.name)
            if not check:
                write_text(file, text)
    if stale and check:
        print(f"{', '.join(stale)}: stale; run python -m qttt.app.site.notebooks", file=sys.stderr)
        return 1
    print(f"{', '.join(stale)} written" if stale else "the notebooks are fresh")
    return 0


if __name__ == "__main__":
    sys.exit(main())
