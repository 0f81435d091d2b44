"""Packages of extras that some commands need."""

from importlib.util import find_spec

from qttt.app.errors import BadInput


def need(what: str, extra: str, *modules: str) -> None:
    """Raise BadInput unless these modules can be imported: `what` needs them, and `extra` installs them.

    >>> need("this", "curves", "json")
    """
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        install = f"install it with: python -m pip install 'qttt[{extra}]'"
        raise BadInput(f"{what} needs {' and '.join(missing)}, which {verb} not installed; {install}")
