"""A short `repr` for objects that hold arrays: names, types and lengths, never contents."""

from dataclasses import fields
from typing import Any

LONGEST = 100
"""Characters within which fields are shown in full; the rest are shown by their types."""


def brief(holder: Any) -> str:
    """A `__repr__` for dataclasses: arrays by type and shape, long fields by type or length."""
    left, shown = LONGEST, list[str]()
    for field in fields(holder):
        shown.append(f"{field.name}={_shown(getattr(holder, field.name), left)}")
        left -= len(shown[-1])
    return f"{type(holder).__name__}({', '.join(shown)})"


def _shown(value: Any, longest: int) -> str:
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return f"{value.dtype}{[*value.shape]}"
    text = repr(value)
    if len(text) <= longest and "array(" not in text:
        return text
    return f"<{len(value)} entries>" if type(value) in (tuple, list, dict) else f"<{type(value).__name__}>"
