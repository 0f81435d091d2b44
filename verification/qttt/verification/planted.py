"""Errors to plant in implementations of several games."""

from collections.abc import Callable, Mapping
from typing import Any

from qttt.verification.engines import SetUp


def without(name: str, set_up: Callable[[Mapping[str, Any]], Any]) -> SetUp:
    """An implementation that checks the value of a switch, and ignores it."""

    def ignoring(options: Mapping[str, Any]) -> Any:
        set_up(options)
        switches = {other: value for other, value in options.get("switches", {}).items() if other != name}
        return set_up({**options, "switches": switches})

    return ignoring
