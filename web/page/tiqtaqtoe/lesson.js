/** The lesson of TiqTaqToe. */

/** @type {import("../types.js").Step[]} */
export default [
  { moves: "", words: "A mark goes on one empty square, or on two at once: then it is on either of them with equal chances. Three certain marks in a row win." },
  { moves: "X1.1-2", words: "X chooses 1 and 2. On each of them the mark is with probability one half: the bars show it." },
  { moves: "X1.1-2 O2.2-3", words: "O chooses 2 and 3. O's mark may change places there with X's, so the squares 1, 2 and 3 are entangled: they have the same letter." },
  { moves: "X1.1-2 O2.2-3 X3.5", words: "X puts a single mark on 5: click a square twice for that. This mark is certain." },
  { moves: "X1.1-2 O2.2-3 X3.5 O4.6-9 X5.4-7", words: "Both go on. Every pair makes more boards possible: there are 16 now, and the tab Boards shows them all." },
  { moves: "X1.1-2 O2.2-3 X3.5 O4.6-9 X5.4-7 O6.8", words: "Now no square is certainly empty. So a measurement is due: it finds one of the possible boards, each with its chance." },
  { moves: "X1.1-2 O2.2-3 X3.5 O4.6-9 X5.4-7 O6.8 =.OX.X.XOO", words: "This is the board that was found: every mark is certain, and X has 3, 5 and 7. Without a line the game would go on." },
];
