"""`qttt solve sqt`: the values for one q; without --q as exact functions of q, or as a table for a grid of q."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from rich.console import Group
from rich.text import Text

from qttt.app import screen
from qttt.app.errors import BadInput, tell
from qttt.app.files import Column, check_file, check_table, fraction_columns, table_bytes, writing
from qttt.app.games import Answer, Query, json_of, switches
from qttt.app.goff.view import classes_of_first_moves
from qttt.app.plots import check_plot, picture_bytes, sheet
from qttt.app.solved import GAME, cost, cost_in_words, first_moves_table, positions_table, print_head, solving
from qttt.fast import backend, known
from qttt.fast.sqt import solve
from qttt.fast.sqt.functions import NAME
from qttt.fast.sqt.polynomial import Piecewise, Root
from qttt.fast.sqt.setting import UNIT, Setting
from qttt.oracle import Oracle, sqt
from qttt.oracle.progress import progress
from qttt.reference.goff import Action
from qttt.reference.picture import decimal, listed
from qttt.reference.sqt import Sqt, probability

Row = tuple[Sqt, Fraction, dict[Action, Fraction]]
"""A game, its value, and the values of its first moves."""


def answer(query: Query) -> Answer:
    """The answer of `qttt solve`. Without --device, --out and --again the answer is looked up, where that is possible.

    Raises DeviceError for a missing device, BadInput for --q with --step and, when the game is solved, for a q with
    too large a denominator; and what `solving` raises."""
    if query.get("q") is None:
        return answer_for_every_q(query)
    for other in ("step", "plot"):
        if query.get(other):
            raise BadInput(f"--q and --{other}: leave one out")
    if query.device == "auto" and query.out is None and not query.get("again") and sqt.first_reading(query.game):
        try:
            return look_up(query)
        except known.Damaged as error:
            tell(f"{error}; the solver answers instead")
    setting = setting_of(query.game)
    game = query.by("fast").game
    with solving(query, {"ruleset": game.ruleset}, solve.Solution, solve.solve, [setting]) as solution:
        play, start = Oracle(game, solution.tablebase), game.initial()
        row = game, play.value(start), play.values(start)
    counts = {"positions": solution.tablebase.positions, "undecided": solution.tablebase.undecided}
    return show(row, counts, cost(solution), cost_in_words(solution))


def look_up(query: Query) -> Answer:
    """The answer of `qttt solve` to a query of the first reading, by the table that ships. Raises Damaged."""
    game = query.by("fast").game
    row = values_at(sqt.functions_of_q(game.scoring, game.double_win), [game])[0]
    return show(row, known.load(NAME)[0], {}, "looked up: --again solves")


def show(row: Row, counts: Mapping[str, Sequence[int]], cost: Mapping[str, object], in_words: str) -> Answer:
    """The answer of `qttt solve`: the values in a game, the `positions` and `undecided` ones of each ply, the cost."""
    game, value, first_moves = row

    def json_object() -> dict[str, object]:
        positions = {name: [*counts[name]] for name in ("positions", "undecided")}
        return {**setting_object(game, value, first_moves), **positions, **cost}

    def display() -> None:
        beside = Group(positions_table(counts["undecided"], counts["positions"]), Text(), Text(in_words))
        out = print_head(game, value)
        table = first_moves_table(classes_of_first_moves(game, first_moves), first_moves)
        out.print(screen.SideBySide(table, beside))

    return Answer(json_object, display)


def setting_of(game: Sqt) -> Setting:
    """The setting of a game in the terms of the fast engine. Raises BadInput if its q has too large a denominator."""
    try:
        return sqt.setting_of(game)
    except ValueError as error:
        raise BadInput(str(error)) from error


def setting_object(game: Sqt, value: Fraction, first_moves: Mapping[Action, Fraction]) -> dict[str, object]:
    """The JSON object of a setting and its values."""
    return {
        **json_of(game),
        "value": str(value),
        "first_moves": screen.as_text(first_moves),
    }


# Along q


def answer_for_every_q(query: Query) -> Answer:
    """The table if --step or --out is given, else the functions. Raises BadInput for a step or a file that cannot be
    used; DeviceError."""
    step = query.get("step")
    game = Query(
        query.name, {name: value for name, value in query.typed.items() if name not in ("step", "plot")} | {"q": "0"}
    ).game
    if step is None and query.out is None:
        if not sqt.first_reading(game):
            raise BadInput("functions of q are known for the first value of each switch only: give --q or --step")
        of_q, plot = functions_of(game), query.get("plot")
        check_plot(plot)
        draw = writing(plot, lambda suffix: curve(sqt.ValueOfQ(of_q.value), title(game), suffix))
        return Answer(lambda: json_object(game, of_q), lambda: display(game, of_q), write=draw)
    if query.get("plot"):
        raise BadInput("--plot draws the exact function: leave out --step and --out")
    if query.out:
        check_file(query.out)
        check_table(query.out)
    rows = solve_games([replace(game, q=q) for q in grid(step or "1/20")], query.device)
    write = writing(query.out, lambda suffix: table_bytes(table(rows), suffix))
    return Answer(lambda: [setting_object(*row) for row in rows], lambda: display_table(rows), write=write)


def functions_of(game: Sqt) -> sqt.FunctionsOfQ:
    """The functions of a game of the first reading, from what ships; if that is damaged, which standard error says, by
    a solve, which takes a minute."""
    try:
        return sqt.functions_of_q(game.scoring, game.double_win)
    except known.Damaged as error:
        tell(f"{error}; the solver answers instead")
        from qttt.fast.known.makers import make

        return sqt.read_functions(game.scoring, game.double_win, make(NAME)[1])


def grid(step: str) -> list[Fraction]:
    """The values of q from 0 to 1 in steps. Raises BadInput.

    >>> [str(q) for q in grid("1/3")]
    ['0', '1/3', '2/3', '1']
    """
    try:
        each = probability(step)
    except ValueError as error:
        raise BadInput(f"--step: {error}") from error
    if not each or (1 / each).denominator != 1:
        raise BadInput(f"--step: {step} does not divide 1 into equal parts: expected a step such as 1/20")
    return [each * k for k in range(int(1 / each) + 1)]


def solve_games(games: Sequence[Sqt], device: str) -> list[Row]:
    """The values of some games that differ in q: of the first reading by their functions, else by one solve, whose
    memory grows with their number."""
    if not sqt.first_reading(games[0]):
        with progress() as report:
            tablebase = solve.solve(backend.device(device), [*map(setting_of, games)], report).tablebase
        truths = {game: Oracle(game, tablebase) for game in games}
        return [(game, truth.value(""), truth.values("")) for game, truth in truths.items()]
    return values_at(functions_of(games[0]), games)


def values_at(of_q: sqt.FunctionsOfQ, games: Sequence[Sqt]) -> list[Row]:
    """The values of some games that differ in q, by their functions."""
    start = games[0].initial()
    classes = classes_of_first_moves(games[0], dict.fromkeys(games[0].actions(start), Fraction(0)))
    named = {move: str(name) for name, moves in classes for move in moves}
    rows = list[Row]()
    for game in games:
        values = {name: UNIT * function(game.q) for name, function in of_q.first_moves.items()}
        first_moves = {move: values[named[move]] for move in game.actions(start)}
        rows.append((game, UNIT * of_q.value(game.q), first_moves))
    return rows


def table(rows: Sequence[Row]) -> list[Column]:
    """The values as columns of a table, a row for each q and first move, with "-" as the first move for the game."""
    cells = [
        (game, move, each)
        for game, value, first_moves in rows
        for move, each in [(GAME, value), *((str(move), worth) for move, worth in first_moves.items())]
    ]
    return [
        *fraction_columns("q", [game.q for game, _, _ in cells]),
        Column("scoring", [game.scoring for game, _, _ in cells]),
        Column("double_win", [game.double_win for game, _, _ in cells]),
        *(Column(name, [switches(game)[name] for game, _, _ in cells]) for name in switches(rows[0][0])),
        Column("first_move", [move for _, move, _ in cells]),
        *fraction_columns("value", [value for _, _, value in cells]),
    ]


def display_table(rows: Sequence[Row]) -> None:
    """Print the value and the best first moves at each q."""
    out = screen.console()
    shown = screen.table("q", "value", "", "best first moves", right=("q", "value", ""))
    classes = sorted(move for move, _ in classes_of_first_moves(rows[0][0], rows[0][2]))
    for game, value, first_moves in rows:
        best = " ".join(str(move) for move in classes if first_moves[move] == value)
        shown.add_row(str(game.q), str(value), decimal(value), best)
    out.print(title(rows[0][0]), style="bold")
    out.print(shown)


def title(game: Sqt) -> str:
    """The ruleset, the scoring and the switches, unless these are the first reading."""
    turned = () if sqt.first_reading(game) else (f"{name}={value}" for name, value in switches(game).items())
    return ", ".join([f"{game.ruleset}: {game.scoring}", *["double wins count"] * game.double_win, *turned])


def curve(value: sqt.ValueOfQ, heading: str, suffix: str) -> bytes:
    """The value as a function of q, with its breaks and zeros, as the content of a file."""
    with sheet((6.4, 3.8)) as figure:
        axes = figure.add_subplot()
        value.plot(axes)
        axes.set_title(heading)
        axes.grid(True)
        ends = f"From {float(value(0)):.4g} at q = 0 to {float(value(1)):.4g} at q = 1"
        words = f"{ends}; zero at {listed([f'{float(root):.4f}' for root in value.zeros])}."
        return picture_bytes(figure, suffix, heading, words)


def json_object(game: Sqt, of_q: sqt.FunctionsOfQ) -> dict[str, object]:
    """The functions as an object for JSON: see `qttt solve sqt --help`."""
    return {
        **{name: value for name, value in json_of(game).items() if name != "q"},
        **_function_object(of_q.value),
        "first_moves": {name: _function_object(each) for name, each in of_q.first_moves.items()},
        "best_first_moves": [
            {"low": _root_object(part.low), "high": _root_object(part.high), "moves": [*part.moves]}
            for part in of_q.best
        ],
    }


def _function_object(function: Piecewise) -> dict[str, object]:
    return {
        "zeros": [_root_object(root) for root in function.zeros()],
        "pieces": [
            {
                "low": _root_object(low),
                "high": _root_object(high),
                "coefficients": [str(UNIT * coefficient) for coefficient in piece],
            }
            for low, high, piece in function.parts()
        ],
    }


def _root_object(root: Root) -> dict[str, object]:
    return {
        "polynomial": list(map(str, root.minimal)),
        "low": str(root.low),
        "high": str(root.high),
        "decimal": sqt.root_decimal(root),
    }


def display(game: Sqt, of_q: sqt.FunctionsOfQ) -> None:
    """Print the value as a function, its zeros, and the best first moves."""
    number, origin, formula = sqt.root_text, sqt.origin, sqt.formula
    out = screen.console()
    out.print(title(game), style="bold")
    out.print()
    shown = screen.table("q from", "a root of", "to", "value of the game", right=("q from", "to"))
    for low, high, piece in of_q.value.parts():
        shown.add_row(number(low), origin(low), number(high), formula(piece, UNIT))
    out.print(shown)
    out.print()
    for root in of_q.value.zeros():
        source = f", a root of {origin(root)}" if origin(root) else ""
        out.print(f"The value is zero at q = {number(root)}{source}.", soft_wrap=True)
    out.print()
    shown = screen.table("q from", "to", "best first moves", right=("q from", "to"))
    for part in of_q.best:
        shown.add_row(number(part.low), number(part.high) if part.low < part.high else "", " ".join(part.moves))
    out.print(shown)
