"""Packages of extras: what a message says where one is not installed."""

from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
"""The repository, in a clone."""


def not_installed(what: str, packages: Sequence[str], extra: str) -> str:
    """That `what` needs packages, and how to install the extra; no package index has qttt.

    >>> not_installed("qttt.learn.aec", ["pettingzoo"], "envs").partition("; ")[0]
    'qttt.learn.aec needs pettingzoo, which is not installed'
    """
    verb = "is" if len(packages) == 1 else "are"
    return f"{what} needs {' and '.join(packages)}, which {verb} not installed; {install(extra)}"


def install(extra: str) -> str:
    """How to install an extra, in a clone, or beside the wheel that was installed.

    >>> print(install("envs"))
    in a clone, run: uv sync --inexact --extra envs, or without uv: python -m pip install -e '.[envs]'
    """
    if not (ROOT / "pyproject.toml").is_file():
        return f"with the wheel of qttt as FILE, run: python -m pip install 'FILE[{extra}]'"
    return f"in a clone, run: uv sync --inexact --extra {extra}, or without uv: python -m pip install -e '.[{extra}]'"
