/** The lesson of the stochastic game. */

export { default as puzzles } from "./puzzles.js";

/** @type {import("../types.js").Step[]} */
export default [
  { moves: "", words: "Three marks in a row win. But a move puts one mark on two squares at once: click on any two.", accepts: /./, done: "X₁ is small on both squares, and a line joins them. In the end it stays on only one of the two; nobody knows yet on which." },
  { moves: "X1.1-5", words: "You are O now. Entangle your mark with X₁: choose square 1 or 5, and another square.", accepts: /^(1-[^5]|[^1]-5|5-.)$/, done: "A square is shared, so each mark depends on the other: they are entangled.", hint: "The mark needs exactly one of the squares 1 and 5." },
  { moves: "X1.1-5 O2.1-2", words: "You are X. Close a cycle: choose two of the squares 1, 2 and 5, such as the two ends, 2 and 5.", accepts: /^(1-2|1-5|2-5)$/, done: "As many marks as squares: it must collapse now. No player selects how: a System does.", hint: "Only two squares that the marks join already close a cycle: choose 2 and 5." },
  { moves: "X1.1-5 O2.1-2 X3.2-5", words: "With probability q the System selects what is better for O, otherwise what is better for X. Let it select, below the board.", accepts: /./, done: "X₃ drives the other marks away, one after the other. All three are definite: they are large now, and stay. So a move is worth what a player can expect of both collapses." },
  { moves: "X1.1-5 O2.1-2 X3.2-5 selA O4.3-4 X5.8-9 O6.6-7", words: "Only definite marks make a line. You are X, with 2 and 5: close a cycle that gives you 8 whatever the System selects.", accepts: /^8-9$/, done: "Two marks of X on 8 and 9: X gets both squares, and 2, 5 and 8 are three in a row. Let the System select to see it. Under Analyse you move q, and all values change with it.", hint: "X₅ is on 8 or 9. A second mark on the same two squares takes the other one." },
];
