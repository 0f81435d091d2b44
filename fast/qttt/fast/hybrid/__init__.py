"""The hybrid game solved: the exact value of every position, by counting through them.

- boxes: lines, the eight symmetries, a representative of every set of measured boxes
- rules: one action at a time, in plain Python
- ranking: every position has a place in an array
- value, solve: the kernel, and the solver
- pairs, value_pairs: places and kernel for two links on a control with any number on a target
- count, reach: how many positions there are up to symmetry, and how many of them play reaches
- perft: how many sequences of plies
- batch: the rules, very many games at once; graph: what follows from positions, as keys
- answers: batches of answers, from the values of what follows
- tablebase: what is known of a position, in memory and on disk

Invariants:

- A layer has the positions with one number of measured boxes and one of pending links. Measuring leads to one more box,
  a quantum move to one more link and the same boxes (lemma `layers`). So one pass values all layers: the most boxes
  first and, for each number of boxes, the most links first. Nothing is enumerated, searched for or sorted.
- X is to move in every stored position. One with O to move is looked up with the colours exchanged, and its value with
  the other sign (lemma `colours`). If lines of both count for X, this is not a symmetry: then there are two arrays, in
  which lines of both are worth 1 and -1, and every move leads from one array to the other.
- Positions stand on the representative of their measured boxes (lemma `symmetry`). Symmetries that keep the
  representative's boxes are not used: 52 million places hold the 31 million classes of undecided positions.
- All marks with the same links are neighbours, 2^m of them with m boxes measured. Measuring a box, or linking, does the
  same to their links: one kernel item values them all, the ranks of their successors are found once for all, and what
  the kernel reads is as close together as what it writes.
- A value after m measurements is a multiple of 2^-(9-m), so values times 2^9 are integers and means leave no remainder.

With two links on a control and any number on a target there are 92 billion positions. They have places of their own, by
what each control carries, and are solved from six measured boxes on."""
