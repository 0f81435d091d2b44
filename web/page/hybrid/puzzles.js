/** Puzzles, written by `python -m qttt.app.puzzles`. */

/** @type {import("../types.js").Puzzle[]} */
export default [
  {"moves": "X1.2 =O O2.7 =X X3.6 =X O4.1>2 X5.5>6 O6.3 =X X7.5 =O O8.9>5 X9.4>3 O10.4 =O", "best": "9", "value": "1"},
  {"moves": "X1.9 =O O2.3 =X X3.7 =X O4.6 =O X5.2>3", "best": "2", "value": "-5/16"},
  {"moves": "X1.5 =X O2.8 =X X3.2>5 O4.3 =X X5.4>3 O6.6>3 X7.7>8 O8.4 =O X9.9>3", "best": "6", "value": "-1/16"},
  {"moves": "X1.9 =X O2.3 =O", "best": "6>3", "value": "17/64"},
  {"moves": "X1.2 =X O2.4 =X X3.9>4 O4.8 =O X5.1 =O O6.6>4 X7.5>1 O8.7 =X", "best": "3>1", "value": "7/16"},
  {"moves": "X1.4 =O O2.3 =O X3.6>3 O4.9 =X X5.7>9 O6.5>3 X7.1>9", "best": "5", "value": "-9/32"},
  {"moves": "X1.8 =O O2.7 =O X3.1>8 O4.3>8 X5.9>7 O6.4>7 X7.2 =X", "best": "9", "value": "-1/8"},
  {"moves": "X1.9 =X O2.7 =O X3.2 =O O4.3>9 X5.8>2 O6.6>9 X7.5 =O", "best": "8", "value": "-5/8"},
  {"moves": "X1.5 =O O2.8>5 X3.8 =O", "best": "2>5", "value": "-15/64"},
  {"moves": "X1.4 =X O2.7 =X X3.6>7 O4.9 =X X5.3>9 O6.2>4 X7.5 =O O8.1>9 X9.8>4", "best": "6", "value": "-5/16"},
];
