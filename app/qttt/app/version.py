"""The version of the distribution."""


def version_line() -> str:
    """What `qttt --version` prints."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"qttt {version('qttt')}"
    except PackageNotFoundError:
        return "qttt, not installed"
