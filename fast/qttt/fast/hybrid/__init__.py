"""The hybrid game solved: the exact value of every position, a set of measured boxes at a time.

- setting: the switches; rules: the rules, very many games at once, and keys
- layer: what controls carry, and a place in an array for every position
- value, sets, solve: the kernels, a set, and the solver; scratch: the files of layers that memory does not hold
- count: how many positions there are up to symmetry, and their keys
- graph: what follows from keys, and how many sequences of plies
- answers: the values of batches of positions; known: those that ship, of the first plies
- tablebase: what is known of a position, in memory and on disk

Invariants:

- A link never leaves the set of measured boxes, and measuring leads to a set with one box more (lemma `layers`). So a
  set is valued from those with one box more: of these it reads only what avoids the new box, which `carry` puts in
  order. Within a set the positions with more links come first. Nothing is enumerated, searched for or sorted.
- A stored value is to the player who has just moved, X, with O to move. One with X to move is looked up with the
  colours exchanged (lemma `colours`). If lines of both count for X, this is not a symmetry: then there are two arrays,
  in which lines of both are worth 1 and -1, and every move leads from one array to the other.
- Sets are the representatives of their images (lemma `symmetry`). Symmetries that keep the representative's boxes are
  not used.
- A place that the switches do not allow holds the worst value, so that nobody moves there.
- A value after m measurements is a multiple of 2^-(9-m). So a byte holds it times 2^(9-m), and the mean of two results
  is their sum; sums of few measured boxes that leave the byte are cut off, which never makes a best move of another.

With two links on a control and any number on a target there are 57 to 150 billion places; the layers of three, four and
five measured boxes then go through files, a set at a time."""
