/** The lesson of the stochastic game. */

/** @type {import("../types.js").Step[]} */
export default [
  { moves: "", words: "Every move puts one mark on two squares at once. In the end it stays on only one of them. Three marks in a row win." },
  { moves: "X1.1-5", words: "X chooses 1 and 5: nobody knows yet on which of them X₁ will be." },
  { moves: "X1.1-5 O2.1-2", words: "O chooses 1 and 2. Square 1 is shared, so the two marks are entangled." },
  { moves: "X1.1-5 O2.1-2 X3.2-5", words: "X closes a cycle: 1, 2 and 5 hold three marks. Nobody selects how it collapses. A System does, at random: with probability q what is better for O, otherwise what is better for X." },
  { moves: "X1.1-5 O2.1-2 X3.2-5 selB", words: "It may put X₃ on 5: then X₁ goes to 1, and O₂ to 2." },
  { moves: "X1.1-5 O2.1-2 X3.2-5 selA", words: "Or it puts X₃ on 2: then O₂ goes to 1, and X₁ to 5. So a move is worth what a player can expect of both." },
  { moves: "X1.1-5 O2.1-2 X3.2-5 selA O4.8-9 X5.8-9 selA", words: "Three definite marks in a row win: here 2, 5 and 8. Below the board you move q, and see how every value changes with it." },
];
