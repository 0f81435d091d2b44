"""The hybrid game solved: the exact value of every position, by counting through them.

- boxes: lines, the eight symmetries, a representative of every set of measured boxes
- rules: one action at a time, in plain Python
- ranking: every position has a place in an array
- value, solve: the kernel, and the solver
- pairs, value_pairs: places and kernel for two links on a control with any number on a target
- count, reach: how many positions there are up to symmetry, and how many of them play reaches
- perft: how many sequences of plies
- tablebase: what is known of a position, in memory and on disk

What always holds:

- A layer has the positions with so many boxes measured and so many links pending. Measuring leads to one more box, a
  quantum move to one more link and as many boxes (lemma `layers`). So one pass values all: the most boxes first and in
  them the most links. Nothing is enumerated, searched for or sorted.
- X is to move in every stored position. One with O to move is looked up with the colours exchanged, and its value with
  the other sign (lemma `colours`). Where lines of both are X's that is no symmetry: then there are two arrays, lines of
  both being worth 1 in the one and -1 in the other, and every move leads from one to the other.
- Positions stand on the representative of their measured boxes (lemma `symmetry`). Symmetries that keep the
  representative's boxes are not used: 52 million places hold the 31 million classes of undecided positions.
- All marks with the same links are neighbours, 2^m of them with m boxes measured. Measuring a box, or linking, does the
  same to their links: one kernel item values them all, the ranks of what follows are found once for them, and what it
  reads is as close together as what it writes.
- A value after m measurements is a multiple of 2^-(9-m), so values times 2^9 are integers and means leave no remainder.

Two links on a control with any number on a target are another matter: of such positions there are 92 billion. They have
places of their own, by what each control carries, and are solved from six measured boxes on."""
