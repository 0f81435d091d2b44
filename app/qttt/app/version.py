"""The version of this software."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed


def version() -> str:
    """The version that is installed; "unreleased" if none is."""
    try:
        return installed("qttt")
    except PackageNotFoundError:
        return "unreleased"
