"""Packages of extras that the adapters need."""

from qttt.oracle.extras import not_installed


def missing(module: str, extra: str, error: ImportError) -> ImportError:
    """The error to raise where `module` of ours cannot import a package that `extra` installs."""
    return ImportError(not_installed(module, [str(error.name)], extra))
