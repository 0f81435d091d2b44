"""`qttt solve` loads only what it needs."""

import pytest

from .conftest import Run


@pytest.mark.parametrize("command", ["goff", "sqt --q 3/4"])
def test_solve_loads_only_what_it_needs(process: Run, command: str) -> None:
    program = (
        "import sys; from qttt.app.cli import main; main()\nprint('loaded', *{'networkx', 'pydantic'} & {*sys.modules})"
    )
    said = process("solve", *command.split(), "--device", "cpu", "--no-store", program=program)
    assert said.out.splitlines()[-1] == "loaded"
