"""`qttt judge`: one source or all of them, printed, as JSON and as pages."""

from pathlib import Path
from typing import Any

from qttt.app.errors import BadInput, reason
from qttt.app.files import check_file, suffix_of, write_text
from qttt.app.studies.sources.judged import README, SOURCES, Judged, index, json_list, page, print_verdicts, source
from qttt.oracle.progress import counting

WITH_RESULTS = "wong-2023"


def judge_one(name: str, seed: int, results: Path | None, out: Path | None, quiet: bool) -> Any:
    """Judge a source, write its page to `out`, print the verdicts unless `quiet`; JSON.

    Raises BadInput for a page that cannot be written, and for results that cannot be read or belong to another source.
    """
    if results and name != WITH_RESULTS:
        raise BadInput(f"--results: {name} uses no results of experiments; leave it out")
    if out:
        suffix_of(out, ".md")
        check_file(out)
    found = verdicts(name, seed, results)
    if out:
        write_text(out, page(name, seed, found))
    if not quiet:
        print_verdicts(name, found)
    return json_list(found)


def judge_all(seed: int, results: Path | None, out: Path | None, quiet: bool) -> Any:
    """Judge every source, write a page for each and their list into the folder `out`, print them unless `quiet`; JSON.

    Raises BadInput for a folder that cannot be written, and for results that cannot be read."""
    if out:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{out}: cannot be written: {reason(error)}") from error
    found = {name: verdicts(name, seed, results if name == WITH_RESULTS else None) for name in SOURCES}
    if out:
        for name, each in found.items():
            write_text(out / f"{name}.md", page(name, seed, each))
        write_text(out / README, index(found, seed))
    for name, each in found.items():
        if not quiet:
            print_verdicts(name, each)
    return {name: json_list(each) for name, each in found.items()}


def verdicts(name: str, seed: int, results: Path | None) -> list[Judged]:
    """The verdicts on a source, with progress on a terminal."""
    with counting(name) as report:
        return [*source(name).judge(seed, report, results)]
