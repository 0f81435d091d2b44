"""What kind of node a set of boards is, and how many images it has."""

from qttt.fast.jit import jitable
from qttt.fast.tiqtaqtoe.boards import ALL, SQUARES
from qttt.fast.tiqtaqtoe.moves import CERTAIN, IMAGES, Rows, Work, certainly_empty, contains, survey

KINDS = 6
X_WON, O_WON, BOTH, NEITHER, CHANCE, DECISION = range(KINDS)
"""The kinds of nodes."""
END_KINDS = (X_WON, O_WON, BOTH, NEITHER)


@jitable
def classify(
    i: int, work: Work, rows: Rows, masks: Rows, has_line: Rows, turned: Rows, lines: int, kinds: Rows, images: Rows
) -> None:
    """Kernel: the kind of row i, and how many different images the set has. `lines` says whether lines count
    before all squares are certain. Rules: TIQ-END-1, TIQ-END-2, TIQ-END-3, TIQ-MEASURE-1"""
    row = rows[i]
    boards = row.shape[0]
    survey(row, masks, work)
    x = 0
    o = 0
    if lines or (boards == 1 and certainly_empty(work) == 0):
        x = int(has_line[work[CERTAIN] & ALL])
        o = int(has_line[work[CERTAIN] >> SQUARES])
    if x or o:
        kinds[i] = BOTH if x and o else X_WON if x else O_WON
    elif certainly_empty(work):
        kinds[i] = DECISION
    else:
        kinds[i] = CHANCE if boards > 1 else NEITHER
    kept = 0
    for s in range(IMAGES):
        j = 0
        while j < boards and contains(row, turned[s, row[j]]):
            j += 1
        kept += j == boards
    images[i] = IMAGES // kept
