/** The lesson of Q3T. */

export { default as puzzles } from "./puzzles.js";

/** @type {import("../types.js").Step[]} */
export default [
  { moves: "", words: "Three marks in a row win. In each of the nine boxes is a mark that nobody knows yet: X or O, with equal chances. Measure one: click on it twice.", accepts: /./, done: "Chance decides now which mark is found there." },
  { moves: "X1.5", words: "X measures box 5. Let chance decide what is found, below the board, or choose it.", accepts: /./, done: "A measured mark stays, unless a link turns it." },
  { moves: "X1.5 =X", words: "You are O. Do not measure, but link: click on an unmeasured box, then on box 5.", accepts: />5$/, done: "Should your box be found O, the mark of box 5 is reversed. The arrow has the letter of its owner.", hint: "Click on box 1, for instance, and then on box 5." },
  { moves: "X1.5 =X O2.1>5 X3.1", words: "X measures box 1. See how the link acts: choose O.", accepts: /^=O$/, done: "Box 1 is O, so the link acts at once: box 5 turns from X to O, and the link is gone.", hint: "The card below the board with O." },
  { moves: "X1.5 =X O2.1>5 X3.1 =O O4.9", words: "O has 1 and 5 and measures box 9. Choose O once more.", accepts: /^=O$/, done: "1, 5 and 9 are three in a row. O wins. The tab Circuit shows the same game as gates.", hint: "The card below the board with O." },
];
