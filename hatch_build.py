"""What the package's metadata say about the site: its pages, and the README with addresses in place of paths; and the
commit from which a package is built, which `qttt cite` names, with -dirty if files differed from it.

A package index has no files beside the README. CITATION.cff states the address of the site; without one, the README
stays as it is.
"""

import re
import subprocess
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGES = {"Homepage": "", "Changelog": "changelog/", "Rules": "rules/", "Results": "results/"}
PLACES = {
    r"\]\(docs/([^)\s]+\.(?:svg|png|ipynb))\)": r"](\1)",
    r"\]\(docs/index\.md\)": r"]()",
    r"\]\(docs/([^)#\s]+)\.md(#[^)\s]+)?\)": r"](\1/\2)",
    r"\]\((CITATION\.cff|LICENSE)\)": r"](\1)",
    r"\]\(CONTRIBUTING\.md\)": r"](contributing/)",
    r"\]\(spec/protocol\.md\)": r"](protocol/)",
}
"""Links of the README, and where the site has what they lead to."""
PLACE = "app/qttt/app/rulebook/COMMIT"
"""Where the commit stands in a source tree."""


def stated(site: str, readme: str) -> dict[str, Any]:
    """The metadata for the address of the site."""
    for link, place in PLACES.items():
        readme = re.sub(link, place.replace("](", f"]({site}"), readme) if site else readme
    urls = {name: site + page for name, page in PAGES.items()} if site else {}
    return {"readme": {"content-type": "text/markdown", "text": readme}, "urls": urls}


class CustomMetadataHook(MetadataHookInterface):
    """See hatchling."""

    def update(self, metadata: dict[str, Any]) -> None:
        """See hatchling."""
        root = Path(self.root)
        site = re.search(r"^url: *(\S+)$", (root / "CITATION.cff").read_text(encoding="utf-8"), re.M)
        metadata |= stated(site[1] if site else "", (root / "README.md").read_text(encoding="utf-8"))


class CustomBuildHook(BuildHookInterface):
    """See hatchling. What is built from the sources of an sdist has the file of the sdist."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """See hatchling."""
        if version == "editable" or not (Path(self.root) / ".git").exists():
            return
        with suppress(OSError, subprocess.CalledProcessError):
            asked = ["git", "-C", self.root, "describe", "--always", "--dirty", "--abbrev=12", "--exclude", "*"]
            commit = subprocess.run(asked, capture_output=True, check=True).stdout
            self.folder = TemporaryDirectory()
            file = Path(self.folder.name) / "COMMIT"
            file.write_bytes(commit)
            build_data["force_include"][str(file)] = PLACE.removeprefix("" if self.target_name == "sdist" else "app/")
