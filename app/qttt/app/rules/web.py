"""The rules as the explorer shows them: for each page the file `rules-PAGE.gz` of `web/data`. In a source tree
`python -m qttt.app.rules.web` writes these files."""

import re
from typing import Any

from qttt.app.rules.pages import texts
from qttt.fast.known import web
from qttt.spec import rules
from qttt.spec.disk import write_whole

FORMAL = re.compile(r"^```(?:python|ebnf)\n.*?^```\n?", re.M | re.S)


def names() -> list[str]:
    """The pages, as `rules-goff`."""
    return [f"rules-{page.removesuffix('.md')}" for page in dict.fromkeys(rule.page for rule in rules().values())]


def page(name: str) -> dict[str, Any]:
    """For each rule of a page its title, section and page, and its text in Markdown without the formal block."""
    file = f"{name.removeprefix('rules-')}.md"
    return {
        id: {
            "title": rules()[id].title,
            "section": rules()[id].section,
            "page": file,
            "text": FORMAL.sub("", text).strip(),
        }
        for id, text in texts(file).items()
    }


def main() -> None:
    """Write the files, and print the size of each."""
    for name in names():
        content = web.pack({"table": name, "rules": page(name)}, {})
        write_whole(web.path(name), content)
        print(f"{web.path(name).name}  {len(content):,} bytes")


if __name__ == "__main__":
    main()
