"""What a value depends on besides the position: the probability q, the scoring, the optional double win.

Values are integers. A score is a multiple of UNIT, and on any line of play at most four cycles are settled (lemma
`sqt-four-collapses`), so with q = j/d every value is a multiple of UNIT / d**4."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from typing import Any, Literal

from qttt.fast.goff.outcome import codes_counted, reading_of

Scoring = Literal["draws-even", "draws-second"]

UNIT = 5
SCORES: dict[Scoring, tuple[int, ...]] = {
    "draws-even": (-20, -10, 0, 10, 20, 40),
    "draws-second": (-20, -10, -5, 10, 20, 40),
}
"""What each outcome code is worth to X. Rules: SQT-SCORE-1, SQT-SCORE-2"""


COLLAPSES = 4
"""The largest number of cycles settled in a game."""
LARGEST_DENOMINATOR = (1 << 15) - 1
"""With this limit, a value is less than 2**63 units of its scale: a score is at most 8 = 2**3 units."""
_Q = re.compile("0|1|[1-9][0-9]{0,4}/[1-9][0-9]{0,4}", re.ASCII)
"""Texts of fractions from 0 to 1, and some other texts of at most the same length."""
NARROW_DENOMINATOR = 63
"""Up to it the values of ply 7 fit into 16 bits and all others into 32."""


@dataclass(frozen=True, order=True)
class Setting:
    """One game: the System selects what is better for O with probability q, what is better for X with 1 - q.

    Raises ValueError for a q that is not a Fraction from 0 to 1 or has a denominator above LARGEST_DENOMINATOR, for an
    unknown scoring or switch, and for a double_win that is not a bool.
    """

    q: Fraction
    scoring: Scoring = "draws-even"
    double_win: bool = False
    pair: str = "legal"
    last: str = "move"
    both: str = "narrow"

    def __post_init__(self) -> None:
        if not isinstance(self.q, Fraction) or not 0 <= self.q <= 1:
            raise ValueError(f"q = {self.q!r}: expected a Fraction from 0 to 1")
        if self.q.denominator > LARGEST_DENOMINATOR:
            raise ValueError(f"q = {self.q}: expected a denominator of at most {LARGEST_DENOMINATOR}")
        if self.scoring not in (*SCORES,):
            raise ValueError(f"scoring {self.scoring!r}: expected {' or '.join(SCORES)}")
        if not isinstance(self.double_win, bool):
            raise ValueError(f"double_win {self.double_win!r}: expected True or False")
        reading_of(self.pair, self.last), codes_counted(self.double_win, self.both)

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> "Setting":
        """The setting that `written` wrote. Raises KeyError or ValueError for anything else."""
        text = written["q"]
        if not isinstance(text, str) or not _Q.fullmatch(text) or str(Fraction(text)) != text:
            raise ValueError(f"q = {str(text)[:20]!r}: expected a fraction in lowest terms from 0 to 1, such as '3/4'")
        return cls(**{field.name: written[field.name] for field in fields(cls)} | {"q": Fraction(text)})

    @property
    def written(self) -> dict[str, Any]:
        """The setting as a JSON object."""
        return asdict(self) | {"q": str(self.q)}

    @property
    def reading(self) -> int:
        """See `qttt.fast.goff.outcome`; all else only says what an outcome is worth."""
        return reading_of(self.pair, self.last)

    @property
    def scores(self) -> tuple[int, ...]:
        """What each outcome code is worth to X. Without the option a double win counts as a complete one."""
        return tuple(SCORES[self.scoring][code] for code in codes_counted(self.double_win, self.both))

    @property
    def scale(self) -> Fraction:
        """The factor that turns a stored integer into a value."""
        return Fraction(UNIT, self.q.denominator**COLLAPSES)
