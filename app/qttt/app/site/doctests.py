"""An extension of Griffe: the examples of docstrings become blocks of code, and each rule has a line of its own."""

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"^(?P<indent> *)>>> .*(?:\n(?! *$).*)*", re.M)
"""The lines of an example: from a prompt to the next empty line."""
RULE = re.compile(r"^( *Rules?: .*)$", re.M)


def fenced(text: str) -> str:
    """A docstring whose examples stand in fences.

    >>> fenced("It adds.\\n\\n>>> 1 + 1\\n2\\n\\nNo more.")
    'It adds.\\n\\n```pycon\\n>>> 1 + 1\\n2\\n```\\n\\nNo more.'
    """
    return EXAMPLE.sub(
        lambda found: f"\n{found['indent']}```pycon\n{found[0]}\n{found['indent']}```".lstrip("\n"), text
    )


class Doctests(Extension):
    """Fences the examples of every docstring."""

    def on_object(self, *, obj: Object, **kwargs: Any) -> None:
        """See griffe."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
