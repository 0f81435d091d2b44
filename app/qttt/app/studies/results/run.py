"""`qttt results`: computes every value and writes the page and the files."""

from pathlib import Path

from qttt.app.errors import BadInput
from qttt.app.files import check_file, write_bytes, write_text
from qttt.app.studies.results import page
from qttt.app.studies.results.values import results


def write(out: Path, device: str) -> list[Path]:
    """Write `results.md`, `.csv`, `.json` and `.bib` into a folder, and return their paths.

    Raises BadInput, before any work, for a folder that does not exist or a file that cannot be written.
    """
    if not out.is_dir():
        raise BadInput(f"{out}: is not a folder; create it first")
    files = [out / name for name in ("results.md", "results.csv", "results.json", "results.bib")]
    for file in files:
        check_file(file)
    found = list(results(device))
    write_text(files[0], page.page(found))
    write_bytes(files[1], page.csv(found))
    write_text(files[2], page.json_text(found))
    write_text(files[3], page.bibtex(found))
    return files
