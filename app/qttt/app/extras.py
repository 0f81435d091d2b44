"""Packages of extras that some commands need."""

from importlib.util import find_spec

from qttt.app.errors import BadInput
from qttt.oracle.extras import not_installed


def need(what: str, extra: str, *modules: str) -> None:
    """Raise BadInput unless these modules can be imported: `what` needs them, and `extra` installs them.

    >>> need("this", "figures", "json")
    """
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise BadInput(not_installed(what, missing, extra))
