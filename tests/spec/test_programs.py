"""The public programs: their data are about rules, options and errors that there are."""

import re
from collections import Counter

import pytest

from qttt.spec import flags, rules, rulesets
from qttt.spec.rulesets import Program, programs

EVERY = pytest.mark.parametrize("program", programs(), ids=lambda program: program.name)


@EVERY
def test_program_is_about_options_rules_and_errors_that_there_are(program: Program) -> None:
    options = {option.written: option for option in rulesets()[program.game].options}
    for name, value in program.reading.items():
        assert not options[name].values or value in options[name].values, name
    for broken in program.departures:
        assert broken.rule in rules()
        assert broken.what.endswith(".")
        assert not broken.known_error or f"known-error:{broken.known_error}" in flags()
        assert bool(broken.switch) == bool(broken.instead)
        assert not broken.switch or (broken.switch in options and broken.switch not in program.reading)


@EVERY
def test_code_is_named_by_its_commit_and_its_day(program: Program) -> None:
    is_code = program.found in ("run", "read")
    assert is_code or program.found == "text"
    assert is_code == bool(re.fullmatch("[0-9a-f]{40}", program.commit))
    assert is_code == ("/" in program.name and not program.address)
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", program.date) or (not is_code and not program.date)


def test_owner_names_one_program() -> None:
    assert Counter(program.owner for program in programs()).most_common(1)[0][1] == 1
