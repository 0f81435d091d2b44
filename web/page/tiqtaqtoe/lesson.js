/** The lesson of TiqTaqToe. */

export { default as puzzles } from "./puzzles.js";

/** @type {import("../types.js").Step[]} */
export default [
  { moves: "", words: "Three certain marks in a row win. But a mark may be on two squares at once, in superposition: click on two squares.", accepts: /-/, done: "The mark is on either of them with equal chances: the bars show it.", hint: "Two clicks on one square make a mark that is certain: click on two different ones." },
  { moves: "X1.1-2", words: "You are O now. Entangle your mark with X₁: choose square 1 or 2, and an empty square.", accepts: /^[12]-/, done: "Your mark may change places with X's, so where one is depends on the other. Entangled squares have the same letter.", hint: "The mark needs one of the squares 1 and 2." },
  { moves: "X1.1-2 O2.2-3", words: "You are X. A mark may also be certain from the start: click on an empty square twice.", accepts: /^\d$/, done: "This mark is on its square in every possible board.", hint: "Click on the same square twice, such as 5." },
  { moves: "X1.1-2 O2.2-3 X3.5 O4.6-9 X5.4-7", words: "You are O. Only square 8 is certainly empty. Use it, by two clicks for instance, and a measurement is due.", accepts: /./, done: "No square is certainly empty now. A measurement finds one of the possible boards, each with its chance." },
  { moves: "X1.1-2 O2.2-3 X3.5 O4.6-9 X5.4-7 O6.8", words: "Measure: let chance decide, below the board, or choose one of the boards.", accepts: /./, done: "Every mark is certain now. A line in this board wins; without one the game goes on." },
];
