/** Puzzles, written by `python -m qttt.app.puzzles`. */

/** @type {import("../types.js").Puzzle[]} */
export default [
  {"moves": "X1.6-9 O2.1-4 X3.4-8 O4.2-7 X5.4-6 O6.1-8 selA", "best": "3-7", "value": "10"},
  {"moves": "X1.6-9 O2.4-6 X3.4-6 selB O4.7-8 X5.1-8", "best": "1-3", "value": "-10"},
  {"moves": "X1.1-3 O2.2-5 X3.2-7 O4.3-9", "best": "4-5", "value": "20"},
  {"moves": "X1.2-5 O2.5-6", "best": "2-5", "value": "20"},
  {"moves": "X1.2-6 O2.3-9 X3.3-8", "best": "7-8", "value": "-20"},
  {"moves": "X1.6-8 O2.8-9", "best": "5-9", "value": "10"},
  {"moves": "X1.1-3 O2.5-8", "best": "1-3", "value": "20"},
  {"moves": "X1.5-8 O2.5-7", "best": "5-8", "value": "10"},
  {"moves": "X1.1-3", "best": "2-5", "value": "0"},
  {"moves": "X1.7-9", "best": "5-8", "value": "0"},
];
