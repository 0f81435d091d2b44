/** The lesson of Goff's game. */

export { default as puzzles } from "./puzzles.js";

/** @type {import("../types.js").Step[]} */
export default [
  { moves: "", words: "Three marks in a row win. But a move puts one mark on two squares at once: click on any two.", accepts: /./, done: "X₁ is small on both squares, and a line joins them. In the end it stays on only one of the two; nobody knows yet on which." },
  { moves: "X1.1-5", words: "You are O now. Entangle your mark with X₁: choose square 1 or 5, and another square.", accepts: /^(1-[^5]|[^1]-5|5-.)$/, done: "A square is shared, so each mark depends on the other: they are entangled.", hint: "The mark needs exactly one of the squares 1 and 5." },
  { moves: "X1.1-5 O2.1-2", words: "You are X. Close a cycle: choose two of the squares 1, 2 and 5, such as the two ends, 2 and 5.", accepts: /^(1-2|1-5|2-5)$/, done: "As many marks as squares: it must collapse now. The player who did not close the cycle selects how.", hint: "Only two squares that the marks join already close a cycle: choose 2 and 5." },
  { moves: "X1.1-5 O2.1-2 X3.2-5", words: "You are O and select the collapse. X₃ is on 2 and 5: click on the square to which it goes.", accepts: /./, done: "X₃ drives the other marks away, one after the other. All three are definite: they are large now, and stay." },
  { moves: "X1.1-5 O2.1-2 X3.2-5 selA O4.7-9 X5.8-9 O6.7-8", words: "Only definite marks make a line. O has closed a cycle of 7, 8 and 9. You are X: select the collapse that gives you three in a row.", accepts: /^selA$/, done: "O₆ goes to 7, O₄ to 9, and X₅ to 8: 2, 5 and 8 are three in a row. X wins.", hint: "You have 2 and 5 and need X₅ on 8, so O₆ must not go there: click on 7." },
];
