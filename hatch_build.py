"""What the package's metadata say about the site: its pages, and the README with addresses in place of paths.

A package index has no files beside the README. CITATION.cff states the address of the site; without one, the README
stays as it is.
"""

import re
from pathlib import Path
from typing import Any

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
