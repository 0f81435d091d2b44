"""The stochastic game in the command."""

from pathlib import Path

from qttt.app.goff import COUNTS
from qttt.app.options import CommandOption, Offers

SOLVED = f"""{COUNTS}

What is known is looked up; --again, --device and --out solve the game all the same. With other values of the switches
it is always solved.

Without --q, show the values as exact functions of q: pieces, breaks, zeros, and where the best
first moves change. In JSON a number is the root of "polynomial" (coefficients of q^0, q^1, ...) between "low" and
"high", which are equal if the number is rational; "decimal" is the number rounded. "zeros" and "pieces" are those of
the game; "coefficients", in points, are those of q^0, q^1, ... "first_moves" gives the same for one first move of each
symmetry class. "best_first_moves" are the best on the whole of an interval, or at a point if "low" and "high" are the
same number; where two intervals meet, the larger set counts.

With --step instead of --q, show the values on a grid; --out then names a table (.csv or .parquet) with a row for each q
and first move, and - as the first move for the game itself. JSON is a list."""

OFFERS = Offers(
    options=(
        CommandOption(
            "dice", bool, "Throw dice for who selects at a closed cycle. Default: the System selects.", ("play",)
        ),
        CommandOption(
            "step", str, "Without --q: value the game at every multiple of this from 0 to 1, such as 1/20.", ("solve",)
        ),
        CommandOption(
            "plot", Path, "Without --q: also draw the value as a function of q (.svg or .png).", ("solve",), "FILE"
        ),
    ),
    help={
        "solve": SOLVED,
        "play": "The System settles closed cycles by chance; the command shows the values of both settlements. With "
        "--dice there is no System: dice name X or O, who then selects freely.",
    },
)
