"""A public program named as a reading: its options, and what contradicts them."""

import pytest

from qttt.oracle import game
from qttt.oracle.registry import readings
from qttt.spec.rulesets import Program, programs


@pytest.mark.parametrize("program", [each for each in programs() if each.commit], ids=lambda program: program.owner)
def test_reading_has_the_options_of_the_program(program: Program) -> None:
    for who in (program.owner, *([] if program.version else [program.name])):
        made = game(program.game, reading=who)
        for option, value in program.reading.items():
            assert made.setting[option.replace("-", "_")] == value


def test_text_of_rules_is_no_reading() -> None:
    assert not [who for who in readings("goff") if "." in who]


def test_what_agrees_with_the_reading_may_be_said_again() -> None:
    plain = game("sqt", reading="Oxel40")
    assert plain == game("sqt", reading="Oxel40", q="0.5", both="first", double_win=False)
    assert plain != game("sqt", reading="Oxel40", scoring="draws-second")
    assert game("goff", reading="KSmanis") == game("goff-1.1", double_win=True)


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("tiqtaqtoe", {"reading": "quantumlib/unitary"}, "unknown program: expected .*quantumlib-QUANTUM_V1, .* or"),
        ("goff", {"reading": "nobody"}, "reading=nobody: unknown program: expected KSmanis, .* or"),
        ("goff", {"reading": "Oxel40"}, "plays sqt with q=1/2, double-win=no, .*; ask for sqt, not goff"),
        ("sqt", {"reading": "KSmanis", "q": "1/2"}, "plays goff with .*; ask for goff, not sqt"),
        ("goff", {"reading": "KSmanis", "double_win": False}, "KSmanis/QTTT has double-win=yes, not no; leave one out"),
        ("sqt", {"reading": "Oxel40", "q": "1/3"}, "Oxel40/qtttgym has q=1/2, not 1/3; leave one out"),
        ("goff", {"collapse": "chance"}, "a coin selects in sqt with --q 1/2"),
    ],
)
def test_contradiction_is_rejected_in_one_line(name: str, options: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why) as caught:
        game(name, **options)
    assert "\n" not in str(caught.value)
