/** Puzzles, written by `python -m qttt.app.puzzles`. */

/** @type {import("../types.js").Puzzle[]} */
export default [
  {"moves": "X1.5-7 O2.7-9 X3.2-9 O4.7-8 X5.5-8 selA O6.3-6", "best": "3-6", "value": "15"},
  {"moves": "X1.6-9 O2.4-6 X3.4-6 selB O4.7-8 X5.1-8 O6.3-7", "best": "3-7", "value": "15"},
  {"moves": "X1.1-8 O2.2-8 X3.5-7 O4.2-7 X5.6-8", "best": "1-5", "value": "-10"},
  {"moves": "X1.3-5 O2.2-3 X3.1-2 O4.8-9 X5.1-4", "best": "5-7", "value": "0"},
  {"moves": "X1.3-4 O2.3-7 X3.1-3 O4.5-6 X5.2-4", "best": "3-7", "value": "-15/2"},
  {"moves": "X1.4-9 O2.3-7 X3.1-3", "best": "3-7", "value": "0"},
  {"moves": "X1.3-8 O2.8-9 X3.3-6", "best": "8-9", "value": "-15/2"},
  {"moves": "X1.6-9 O2.4-7 X3.3-8 O4.5-7", "best": "6-9", "value": "65/4"},
  {"moves": "X1.1-3 O2.5-8", "best": "2-5", "value": "10"},
  {"moves": "X1.1-7 O2.5-6", "best": "4-5", "value": "10"},
];
