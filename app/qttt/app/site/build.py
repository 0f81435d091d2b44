"""`qttt site`: builds the site into a folder, checks it, and puts it in its place whole."""

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from qttt.app.errors import BadInput, reason
from qttt.app.extras import need
from qttt.app.site.assemble import assemble
from qttt.app.site.check import faults
from qttt.app.site.config import configuration
from qttt.app.site.ids import link_ids
from qttt.app.site.tree import Tree

MARK = ".qttt-site"
"""The file that says that a folder holds a site, and may be replaced by a newer one."""
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
WARNING = re.compile(r"^(?:Warning|Error): (.*)\n[^\n]*\[ (\S+) \]", re.M)
SHOWN = 5
"""Faults that a message names; of more it tells the number."""


@dataclass(frozen=True)
class Built:
    """A built site: where it is, and how many pages it has."""

    folder: Path
    pages: int


def site(out: Path) -> Built:
    """Build the site into a new or empty folder, or in the place of an older site.

    Raises BadInput for a folder with something else in it, if it cannot be written, without the extra `docs`, without
    the pages, and if the pages have faults; the folder then stays as it was.
    """
    need("the site", "docs", "zensical", "mkdocstrings_handlers")
    _check_replaceable(out)
    try:
        with TemporaryDirectory(prefix=".qttt-site-", dir=out.resolve().parent) as scratch:
            pages = build(Path(scratch))
            if found := faults(Path(scratch) / "site"):
                raise BadInput(f"the built pages have faults: {_told(found)}")
            _put(Path(scratch) / "site", out)
    except FileNotFoundError as error:
        raise BadInput(f"the site needs the pages of the repository: {error}") from error
    except OSError as error:
        raise BadInput(f"{out}: cannot be written: {reason(error)}") from error
    return Built(out, pages)


def build(folder: Path) -> int:
    """Build the site into the folder `site` of a scratch folder, and return the number of pages.

    Raises BadInput if Zensical rejects a page.
    """
    docs = folder / "docs"
    titles = assemble(Tree(), docs)
    own = Path(str(files("qttt.app.site")))
    shutil.copytree(own / "assets", docs / "assets")
    shutil.copytree(own / "theme", folder / "theme")
    (folder / "zensical.toml").write_text(configuration(titles), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", "zensical.toml"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BadInput(f"the pages have faults: {_told(_warnings(done.stdout + done.stderr))}")
    link_ids(folder / "site")
    (folder / "site" / MARK).write_text("A site that qttt has built; qttt site may replace it.\n", encoding="utf-8")
    return len(titles)


def _warnings(printed: str) -> list[str]:
    """What Zensical says in its output, each with the place; its last line if it says nothing."""
    plain = ESCAPE.sub("", printed)
    found = [f"{place}: {message}" for message, place in WARNING.findall(plain)]
    return found or [line.strip() for line in plain.splitlines() if line.strip()][-1:]


def _check_replaceable(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out}: is a file; name a folder")
    if out.exists() and any(out.iterdir()) and not (out / MARK).is_file():
        raise BadInput(f"{out}: holds something other than a site; name a new or an empty folder")
    if not out.resolve().parent.is_dir():
        raise BadInput(f"{out}: cannot be written: the folder above does not exist; create it first")


def _put(new: Path, out: Path) -> None:
    """Move a folder into the place of another."""
    if out.exists():
        old = new.parent / "old"
        out.rename(old)
    new.rename(out)


def _told(found: list[str]) -> str:
    more = f", and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return f"{'; '.join(found[:SHOWN])}{more}"
