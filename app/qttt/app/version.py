"""The version of this software."""


def version() -> str:
    """The version that is installed; "unreleased" if none is."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("qttt")
    except PackageNotFoundError:
        return "unreleased"
