/** The lesson of Q3T. */

/** @type {import("../types.js").Step[]} */
export default [
  { moves: "", words: "Nine boxes, and in each a mark that nobody knows yet: X or O, with equal chances. Three marks in a row win." },
  { moves: "X1.5", words: "X measures box 5, to find what is in it." },
  { moves: "X1.5 =X", words: "It is X. A measured mark stays, unless somebody turns it." },
  { moves: "X1.5 =X O2.1>5", words: "O does not measure, but links box 1 to box 5: should box 1 be found O, the mark of box 5 is reversed. The arrow has the letter of its owner." },
  { moves: "X1.5 =X O2.1>5 X3.1", words: "X measures box 1. It is a risk: with O there, the link acts." },
  { moves: "X1.5 =X O2.1>5 X3.1 =O", words: "It is O, so the link acts at once: box 5 turns from X to O, and the link is gone." },
  { moves: "X1.5 =X O2.1>5 X3.1 =O O4.9 =O", words: "O measures 9 and finds O: 1, 5 and 9 are three in a row. O wins. The tab Circuit shows the same game as gates." },
];
