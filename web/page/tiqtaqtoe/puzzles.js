/** Puzzles, written by `python -m qttt.app.puzzles`. */

/** @type {import("../types.js").Puzzle[]} */
export default [
  {"moves": "X1.1-3 O2.3-9 X3.6-7 O4.2-4 X5.8 O6.5 =..OOOX.XX", "best": "7", "value": "1"},
  {"moves": "X1.2-8 O2.4-7 X3.1-6 O4.8-9 X5.3-7 O6.5 =XX.OO.X.O", "best": "3", "value": "1"},
  {"moves": "X1.6-7 O2.1-4 X3.5-9 O4.3-5 X5.2-8 =O.X.OX.X. O6.2 X7.4-9", "best": "7-9", "value": "0"},
  {"moves": "X1.2-4 O2.2-5 X3.6-8 O4.3-8 X5.7 O6.1 X7.1-9 =OX..OXXOX", "best": "3-9", "value": "0"},
  {"moves": "X1.6-9 O2.2 X3.2-3 O4.6-8 X5.5-7", "best": "4-5", "value": "-23/64"},
  {"moves": "X1.5-7 O2.3-7 X3.9 O4.4-9 X5.2", "best": "5-8", "value": "-1/16"},
  {"moves": "X1.5-9 O2.5-8 X3.6-7 O4.3-6 X5.1", "best": "4-7", "value": "-5/16"},
  {"moves": "X1.1-8 O2.4 X3.3-9", "best": "7", "value": "0"},
  {"moves": "X1.1-5 O2.5-6 X3.3-7 O4.4-7 X5.9", "best": "3-8", "value": "-15/128"},
  {"moves": "X1.1-3 O2.5-6", "best": "5-9", "value": "43/64"},
];
