"""Packages of extras that the adapters need."""


def missing(module: str, extra: str, error: ImportError) -> ImportError:
    """The error to raise where `module` of ours cannot import a package that `extra` installs.

    >>> missing("qttt.learn.aec", "envs", ImportError(name="pettingzoo"))
    ImportError("qttt.learn.aec needs pettingzoo, which is not installed: pip install 'qttt[envs]'")
    """
    return ImportError(f"{module} needs {error.name}, which is not installed: pip install 'qttt[{extra}]'")
