/** The lesson of Goff's game. */

/** @type {import("../types.js").Step[]} */
export default [
  { moves: "", words: "Every move puts one mark on two squares at once. In the end it stays on only one of them. Three marks in a row win." },
  { moves: "X1.1-5", words: "X chooses 1 and 5. The mark X₁ is small on both squares, and a line joins them: nobody knows yet which it will be." },
  { moves: "X1.1-5 O2.1-2", words: "O chooses 1 and 2. Square 1 is shared, so the two marks depend on each other: they are entangled." },
  { moves: "X1.1-5 O2.1-2 X3.2-5", words: "X chooses 2 and 5 and closes a cycle: 1, 2 and 5 hold three marks for three squares. It must collapse now, and O, who did not close it, selects." },
  { moves: "X1.1-5 O2.1-2 X3.2-5 selB", words: "If X₃ goes to 5, it drives X₁ to 1, and O₂ to 2. All three marks are definite: they are large now, and stay." },
  { moves: "X1.1-5 O2.1-2 X3.2-5 selA", words: "If X₃ goes to 2 instead, O₂ must go to 1, and X₁ to 5. O selects this." },
  { moves: "X1.1-5 O2.1-2 X3.2-5 selA O4.8-9 X5.8-9", words: "Two marks on the same two squares are a cycle, too. X threatens 2, 5, 8: O should select B, with X₅ on 9." },
  { moves: "X1.1-5 O2.1-2 X3.2-5 selA O4.8-9 X5.8-9 selA", words: "O selects badly: X₅ goes to 8, and X has three definite marks in a row. X wins. Your turn." },
];
