"""Writes the registry of rules from the headings of the pages: `python -m qttt.spec`.

With `--check` nothing is written; the exit code is 1 if the registry is stale.
"""

import argparse
import sys

from qttt.spec.pages import REGISTRY, PageError, read_pages, registry_text


def main(arguments: list[str] | None = None) -> int:
    """Writes or checks the registry. Exit codes: 0 fresh or written, 1 stale, 2 the pages cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m qttt.spec", description="Write the registry of rules.")
    parser.add_argument("--check", action="store_true", help="write nothing, exit with 1 if the registry is stale")
    check: bool = parser.parse_args(arguments).check
    try:
        registry = read_pages()
    except (OSError, PageError) as error:
        print(error, file=sys.stderr)
        return 2
    text = registry_text(registry)
    if REGISTRY.is_file() and REGISTRY.read_text(encoding="utf-8") == text:
        print(f"{len(registry)} rules, the registry is fresh")
        return 0
    if check:
        print("the registry is stale: run python -m qttt.spec", file=sys.stderr)
        return 1
    REGISTRY.write_text(text, encoding="utf-8")
    print(f"{len(registry)} rules written to {REGISTRY.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
