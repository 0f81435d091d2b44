"""The reasons that docs/games and the start page give for who wins, and the tables of docs/hybrid.md, as facts about
values."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import results

from qttt.oracle import Oracle, game
from qttt.oracle.oracle import early
from qttt.reference.board import lines

CORNERS, MIDDLES, CENTRE = {1, 3, 7, 9}, {2, 4, 6, 8}, 5


def known(name: str, **options: object) -> Oracle[Any, Any]:
    """The answers of a game that ship."""
    truth: Oracle[Any, Any] | None = early(game(name, **options), find=lambda: None)
    assert truth
    return truth


def squares(move: object) -> set[int]:
    """The squares that a move of Goff's game names."""
    return {*map(int, str(move).split("-"))}


def best(truth: Oracle[Any, Any], text: str) -> list[str]:
    return [*map(str, truth.best(text))]


def test_corners_and_centre_lose_only_narrowly_in_goff() -> None:
    truth = known("goff")
    for reply, value in truth.values("X1.1-9").items():
        assert (value == 10) == (squares(reply) <= CORNERS | {CENTRE} and str(reply) != "1-9"), reply
        if value == 10 and str(reply) in ("1-3", "1-5", "3-5", "3-7"):
            assert "3-7" in best(truth, f"X1.1-9 O2.{reply}")
        assert value in (10, 20)


def test_centre_and_corner_win_against_six_of_eight_middles_in_goff() -> None:
    truth = known("goff")
    replies = [reply for reply in ("1-2", "1-6", "2-3", "2-4", "2-5", "2-6", "2-7", "2-8") if squares(reply) & MIDDLES]
    answers = [[*map(squares, truth.best(f"X1.1-9 O2.{reply}"))] for reply in replies]
    assert len(replies) == 8
    assert sum(any(CENTRE in each and each & CORNERS for each in found) for found in answers) == 6


def test_only_one_reply_draws_after_two_corners_of_a_side_in_goff() -> None:
    truth = known("goff")
    counts = {}
    for first in ("1-2", "1-3", "1-5", "1-6", "2-4", "2-5", "2-8"):
        counts[first] = [str(reply) for reply, value in truth.values(f"X1.{first}").items() if value == 0]
    assert counts.pop("1-3") == ["2-5"]
    assert all(len(replies) > 1 for replies in counts.values())


def test_repeating_1_3_answers_most_replies_in_sqt() -> None:
    truth = known("sqt", q="1/2")
    others = [reply for reply in truth.values("X1.1-3") if str(reply) != "1-3"]
    assert sum("1-3" in best(truth, f"X1.1-3 O2.{reply}") for reply in others) * 2 > len(others)
    position = truth.game.position("X1.1-3 O2.1-2 X3.1-3")
    for settled in truth.game.actions(position):
        definite = truth.game.play(position, settled).definite
        assert {str(mark.player) for mark in (definite[0], definite[2]) if mark} == {"X"}


def test_square_3_is_best_on_the_printed_board() -> None:
    board = results.printed_board()
    value = {int(each.first_move): each.value for each in results.read() if each.first_move and _printed(each)}
    success, failure = ({at: Fraction(row[which]) for at, row in enumerate(board, 1)} for which in (0, 2))
    assert {at for at in value if value[at] > Fraction(1, 2)} == {1, 2, 3}
    assert {at for at in success if success[at] > failure[at]} == {1, 2, 3}
    assert max(value, key=value.__getitem__) == 3
    assert success[2] > success[3]
    assert failure[1] == 2 * failure[2] == 2 * failure[3]
    assert [sum(at in line for line in lines()) for at in (2, 3)] == [2, 3]


def _printed(each: results.Result) -> bool:
    return each.name == "probabilistic" and each.setting == {"board": "printed"}


def test_corner_and_centre_win_with_certainty_at_minimal_tiqtaqtoe() -> None:
    truth = known("tiqtaqtoe", level="minimal")
    assert {*truth.values("X1.1-5").values()} == {1}
    replies = {square for move in truth.values("X1.1-5") for square in squares(move)}
    assert replies == {2, 3, 4, 6, 7, 8, 9}


def test_a_link_beats_every_measurement_after_x_in_hybrid() -> None:
    truth = known("hybrid")
    value = {str(move): worth for move, worth in truth.values("X1.1 =X").items()}
    assert min(value, key=value.__getitem__) == "9>1"
    assert (value["9>1"], min(value[move] for move in value if ">" not in move)) == (
        Fraction(1, 128),
        Fraction(29, 256),
    )
    after = truth.value("X1.1 =O")
    assert "2" in best(truth, "X1.1 =O")
    assert (after, (value["9>1"] + after) / 2) == (Fraction(-19, 256), truth.value(""))


DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_answers_to_the_exercises_of_a_class() -> None:
    truth, text = known("goff"), (DOCS / "start" / "class.md").read_text(encoding="utf-8")
    table = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ") and line[2].isdigit()]
    asked = {cells[0]: cells[1].strip("`") for cells in table if cells[1].startswith("`")}
    answers = {cells[0]: cells[1:] for cells in table if not cells[1].startswith("`") and len(cells) == 4}
    assert [*asked] == [*answers] == [str(number) for number in range(1, 11)]
    for number, moves in asked.items():
        actor = truth.game.actor(truth.game.position(moves))
        assert answers[number] == [str(actor), str(truth.value(moves)), ", ".join(best(truth, moves))], number


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading of the page."""
    below = (DOCS / "hybrid.md").read_text(encoding="utf-8").split(f" {heading}\n")[1].split("\n#")[0]
    table = [line.strip("| ").split(" | ") for line in below.splitlines() if line.startswith("|")]
    return table[2:]


def test_replies() -> None:
    truth = early(game("hybrid"), find=lambda: pytest.fail("not looked up"))
    assert truth
    for move, result, value, best in rows("Replies"):
        position = f"X1.{move} " + result.strip("`")
        assert (str(truth.value(position)), ", ".join(map(str, truth.best(position)))) == (value, best)
