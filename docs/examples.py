"""Examples on pages of the site: the notebooks of `docs/notebooks`, and those of docstrings.

`python docs/examples.py` runs every notebook and stores what its cells show.
"""

import ast
import contextlib
import io
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from griffe import Extension, Object

NOTEBOOKS = Path(__file__).parent / "notebooks"
RICH = {"image/svg+xml": "_repr_svg_", "text/html": "_repr_html_"}
"""The forms in which an object may show itself besides text, and the methods that give them."""
EXAMPLE = re.compile(r"^(?P<indent> *)>>> .*(?:\n(?! *$).*)*", re.M)
"""The lines of an example in a docstring: from a prompt to the next empty line."""


def run(notebook: Mapping[str, Any]) -> dict[str, Any]:
    """A notebook whose cells of code have been run in order, with what they show as outputs.

    Raises whatever a cell raises.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, number = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            outputs = [*_outputs("".join(cell["source"]), names, number)]
            cells.append({**cell, "execution_count": number, "outputs": outputs})
        else:
            cells.append(cell)
    return {**notebook, "cells": cells}


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
            data = {
                form: "".join(text) for form, text in output.get("data", {"text/plain": output.get("text")}).items()
            }
            if "image/svg+xml" in data:
                file = f"{name}-{number}.svg"
                pictures[file] = data["image/svg+xml"]
                alt = data["text/plain"].replace("[", "(").replace("]", ")")
                parts.append(f"![{alt}]({file})")
            else:
                parts.append(data.get("text/html") or f"```text\n{data['text/plain'].rstrip()}\n```")
    parts.append(f"[The notebook as a file]({name}.ipynb), with what its cells show.")
    return "\n\n".join(parts) + "\n", pictures


def fence(text: str) -> str:
    """A docstring whose examples stand in fences.

    >>> fence("It adds.\\n\\n>>> 1 + 1\\n2\\n\\nNo more.")
    'It adds.\\n\\n```pycon\\n>>> 1 + 1\\n2\\n```\\n\\nNo more.'
    """
    return EXAMPLE.sub(lambda example: f"{example['indent']}```pycon\n{example[0]}\n{example['indent']}```", text)


class Doctests(Extension):
    """An extension of Griffe that fences the examples of every docstring."""

    def on_object(self, *, obj: Object, **kwargs: Any) -> None:
        """See griffe."""
        if obj.docstring:
            obj.docstring.value = fence(obj.docstring.value)


if __name__ == "__main__":
    for file in sorted(NOTEBOOKS.glob("*.ipynb")):
        file.write_text(text_of(run(json.loads(file.read_text(encoding="utf-8")))), encoding="utf-8")
