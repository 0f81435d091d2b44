"""Q3T, the hybrid game, in the command."""

from qttt.app.options import CommandOption, Offers

OFFERS = Offers(
    options=(
        CommandOption(
            "circuit",
            bool,
            "Draw the quantum circuit of the game, in which results may be left out (extra qiskit).",
            ("show",),
        ),
        CommandOption("qasm", bool, "Print only the circuit, as OpenQASM 3.", ("show",)),
    ),
    help={
        "solve": (
            'The value is the chance that X wins minus the chance that O wins, under best play. "replies" are O\'s '
            'best moves after each first measurement and result. "positions" and "undecided" count the canonical '
            "positions with 0 to 8 boxes measured in which a player is to move and which the switches allow, whether "
            "or not play reaches them. With links=two targets=any this takes minutes, and the space that it names."
        ),
        "show": (
            "With the pending links and what they will do. --circuit shows the quantum circuit in place of the "
            "position: it fixes each result that is written and finds each result that is left out, so it covers every "
            "way that the game can go. --out then writes the circuit (.qasm, .svg or .png). In its JSON "
            '"open" lists the boxes whose results are left out, and "ways" lists the ways: "results" by box in '
            "measuring order, the marks, the outcome if the game has ended, and the probability."
        ),
        "perft": "Depth 6 takes seconds, and each further ply about ten times as long.",
        "play": "Players name the box that is measured; the command shows the result and the links that it triggers.",
    },
)
