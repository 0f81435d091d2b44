"""The command about the site: site.

Nothing heavy is imported here: a command loads what it needs.
"""

from pathlib import Path
from typing import Annotated

import typer


def site(
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="New or empty folder, or one with an older site, which is replaced.")
    ],
) -> None:
    """Build the site: all pages, with everything that is tied to a rule below it, and the Python API.

    Takes about a minute on two cores. Every link, anchor, image and file is checked, and that pages load nothing from
    other hosts; a fault is an error, and the folder stays as it was. Needs the extra docs.
    """
    from qttt.app.site.build import site as build

    built = build(out)
    print(f"{built.folder}: {built.pages} pages; to read them: python -m http.server --directory {built.folder}")
