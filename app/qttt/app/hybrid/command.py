"""The command about quantum circuits: circuit.

Nothing heavy is imported here: a command loads what it needs.
"""

from pathlib import Path
from typing import Annotated

import typer

from qttt.app import games
from qttt.app.commands.options import Json, about, as_text, print_json
from qttt.app.errors import BadInput


def circuit(
    ruleset: Annotated[str, about("circuit", "hybrid")],
    moves: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MOVES", help='The game so far, like "X1.7 =X O2.5>7 X3.5", results optional. Default: the start.'
        ),
    ] = None,
    switch: Annotated[
        list[str] | None,
        typer.Option(
            "--switch",
            metavar="NAME=VALUE",
            help="Another reading of a rule, such as both=X; may be repeated: links, targets, effect, both.",
        ),
    ] = None,
    qasm: Annotated[bool, typer.Option("--qasm", help="Print only OpenQASM 3.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the circuit to this file (.qasm, .svg or .png).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Draw the quantum circuit of a game, or print it as OpenQASM 3.

    Needs the extra qiskit. The circuit fixes each result that is written and finds each result that is left out, so it
    covers every way that the game can go. In the JSON "open" lists the boxes whose results are left out, and "ways"
    lists the ways: "results" by box in measuring order, the marks, the outcome if the game has ended, and the
    probability.
    """
    from qttt.app.hybrid.circuit import Drawn, display, json_object, write_out

    if qasm and as_json:
        raise BadInput("--qasm and --json: leave one out; the JSON has the OpenQASM 3 in it")
    drawn = Drawn.of(games.made("hybrid", {"switch": switch}), as_text(moves), out)
    if out:
        write_out(drawn, out)
    if as_json:
        print_json(json_object(drawn))
    elif qasm:
        print(drawn.qasm, end="")
    else:
        display(drawn)
