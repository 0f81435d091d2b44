/** The lesson of probabilistic tic-tac-toe. */

/** @type {import("../types.js").Step[]} */
export default [
  { moves: "", words: "You name a square, and chance decides. The bar of a square shows how likely it gets your mark (✓), nothing (·) or your opponent's mark (✗)." },
  { moves: "X1.5", words: "X names the middle, which is rather safe." },
  { moves: "X1.5 success", words: "Success: the square gets X's mark. It is O's turn, whatever happened." },
  { moves: "X1.5 success O2.3 neutral", words: "O names 3, and chance says neutral: the square stays open, and the turn is lost." },
  { moves: "X1.5 success O2.3 neutral X3.4 success O4.6", words: "X has two in a row, so O names 6 to block. But every square has a risk …" },
  { moves: "X1.5 success O2.3 neutral X3.4 success O4.6 failure", words: "Failure: the square gets the mark of the opponent. X has three in a row and wins on O's own move. Choosing which risk to take is the game." },
];
