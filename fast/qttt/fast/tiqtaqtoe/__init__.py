"""TiqTaqToe solved: every position of every level and switch, exactly.

- boards: boards of marks as codes, slots of moves, the eight symmetries, labels
- setting: settings and states; rules: the rules, very many games at once, or one action at a time
- moves: what a set of boards is, its legal moves, and the sets that follow
- graph, levels, enumerate: all positions up to symmetry, level by level, and which leads to which
- solve: the backward passes, the solver, the heuristic, and sequences of plies
- tablebase, known: what is known of a position, in memory, on disk, and shipped
- answers: batches of answers, and the graph by keys, as all games have it

Invariants:

- A position is a set of 2^k different boards, equally likely, all with the same marks in number and kind (lemmas
  `uniform`, `doubling`): one row of ascending codes. k is at most 8 where marks are uncertain.
- A level has the nodes with one number of marks. A move leads to the next level, a measurement to a single board of the
  same level: so values need one pass over the levels, the last first, and in a level measurements after decisions.
- Of the eight images of a set the one with least label represents all (lemma `symmetry`). Labels decide nothing by
  themselves: every move to a node makes the same boards, compared one by one with those of the first move, or else
  `LabelClash` is raised. A state that is looked up is compared in the same way.
- Values times 2^9 are integers (lemma `denominators`), so dividing a sum over 2^k boards leaves no remainder.
- Where lines are looked for at a full board only, a board with a line that a measurement has just left is a node of its
  own, apart from the same board reached by moves.
- The switch `both` changes values and no position. `pair` changes moves."""
