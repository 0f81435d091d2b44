"""The command that puts shards together.

Nothing heavy is imported here: the command loads what it needs.
"""

from pathlib import Path
from typing import Annotated

import typer

from qttt.app.commands.options import Json


def gather(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Folders with the parts of all shards.")],
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="The file that the whole job writes.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="The picture that the whole job draws.")] = None,
    as_json: Json = False,
) -> int:
    """Put the shards of a job together, and show what the whole job has found.

    The job and its options are those of the folders. A part that is missing, in two folders, damaged, or of another job
    is an error; the folders stay as they are.
    """
    from qttt.app.jobs.run import gathered

    answer = gathered(folders, out, plot)
    answer.show(as_json)
    return answer.code
