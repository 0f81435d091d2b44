/** The lesson of probabilistic tic-tac-toe. */

export { default as puzzles } from "./puzzles.js";

/** @type {import("../types.js").Step[]} */
export default [
  { moves: "", words: "Three marks in a row win. You name a square, and chance decides. The bar of a square shows how likely it gets your mark (✓), nothing (·) or your opponent's mark (✗). Click on a square.", accepts: /./, done: "Now chance decides what becomes of this square: success, neutral or failure." },
  { moves: "X1.5", words: "X has named the middle, which is rather safe. Let chance decide, below the board.", accepts: /./, done: "Success gives the square to X, failure to O, and after neutral it stays open. It is O's turn, whatever has happened." },
  { moves: "X1.5 success O2.3", words: "Here you may also choose what happens. Choose neutral.", accepts: /^neutral$/, done: "The square stays open, and O's turn is lost.", hint: "The card below the board with neutral." },
  { moves: "X1.5 success O2.3 neutral X3.4 success", words: "You are O. X has 4 and 5: block the row.", accepts: /^6$/, done: "You have named 6. But each square has its risk …", hint: "Square 6 is the third one of the row 4, 5, 6." },
  { moves: "X1.5 success O2.3 neutral X3.4 success O4.6", words: "See the worst: choose failure.", accepts: /^failure$/, done: "The square gets the mark of the opponent: X has three in a row and wins on O's own move. Choosing which risk to take is the game.", hint: "The card below the board with failure." },
];
