"""Pictures of positions: the values of actions beside them, and as files, SVG or PNG."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from html import escape
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import Any

from qttt.app.files import check_file, suffix_of, write_bytes
from qttt.app.installed import need
from qttt.app.rulebook.cite import in_short
from qttt.reference.game import Actor
from qttt.reference.picture import BELOW, SIDE

PANEL, COLUMNS, LINE = 300, 33, 17
"""The width of the values beside a board, in units and in digits, and the height of a line."""
NEEDS = ("a picture as PNG", "figures", "resvg_py", "matplotlib")
ZOOM = 2
"""Pixels of a unit."""


def with_values(drawn: str, actor: Actor | None, value: Fraction, values: Mapping[Any, Fraction]) -> str:
    """A picture, SVG, with the value of the position and of each action beside it, the best first."""
    lines = wrap(f"{f'{actor} to act' if actor else 'Game over'}: value {in_short(value, '≈ ')}", COLUMNS)
    ranked = sorted(values.items(), key=lambda each: each[1], reverse=actor is not Actor.O)
    for worth, group in groupby(ranked, key=lambda each: each[1]):
        names = ", ".join(str(action) for action, _ in group)
        lines += wrap(f"{in_short(worth, '≈ ')}: {names}", COLUMNS, subsequent_indent="\N{NO-BREAK SPACE}" * 2)
    height = max(SIDE + BELOW, LINE * (len(lines) + 2))
    size = f'viewBox="0 0 {SIDE + PANEL} {height}" width="{SIDE + PANEL}" height="{height}"'
    rows = (
        f'<text x="{SIDE + 16}" y="{LINE * (at + 1) + 10}" font-size="13">{escape(line)}</text>'
        for at, line in enumerate(lines)
    )
    card = f'<rect class="card" width="{SIDE + PANEL}" height="{height}" rx="16"/>'
    parts = "\n  ".join([card, drawn.strip(), *rows])
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="qttt" {size}>\n  {parts}\n</svg>\n'


def writer(path: Path) -> Callable[[str], None]:
    """What writes a picture, SVG, to a file. Raises BadInput for a file that cannot be written, and for a PNG without
    the extra `figures`."""
    as_png = suffix_of(path, ".svg", ".png") == ".png"
    if as_png:
        need(*NEEDS)
    check_file(path)
    return lambda drawn: write_bytes(path, png(drawn) if as_png else drawn.encode())


def png(svg: str) -> bytes:
    """A picture as PNG, with the font that matplotlib brings, and so the same on every machine. Raises BadInput without
    the extra `figures`."""
    need(*NEEDS)
    import resvg_py
    from matplotlib import get_data_path

    font = str(Path(get_data_path(), "fonts", "ttf", "DejaVuSans.ttf"))
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=ZOOM, skip_system_fonts=True, font_files=[font]))
