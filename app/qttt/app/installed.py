"""What is installed: the version of this software, and the packages of extras that some commands need."""

from importlib.util import find_spec

from qttt.app.errors import BadInput


def version() -> str:
    """The version that is installed; "unreleased" if none is."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("qttt")
    except PackageNotFoundError:
        return "unreleased"


def need(what: str, extra: str, *modules: str) -> None:
    """Raise BadInput unless these modules can be imported: `what` needs them, and `extra` installs them.

    >>> need("this", "figures", "json")
    """
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        from qttt.oracle.extras import not_installed

        raise BadInput(not_installed(what, missing, extra))
