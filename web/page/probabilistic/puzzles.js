/** Puzzles, written by `python -m qttt.app.puzzles`. */

/** @type {import("../types.js").Puzzle[]} */
export default [
  {"moves": "X1.4 neutral O2.3 neutral X3.7 success O4.5 failure X5.1 neutral O6.6 neutral X7.9 failure O8.6 neutral", "best": "3", "value": "30230971/34955791"},
  {"moves": "X1.7 success O2.4 failure X3.1 neutral O4.3 neutral X5.6 failure O6.1 neutral", "best": "1", "value": "15189415496975/17826538713984"},
  {"moves": "X1.3 success O2.2 neutral X3.1 failure O4.4 failure", "best": "5", "value": "5314016777/6880292496"},
  {"moves": "X1.5 failure O2.6 failure X3.3 neutral O4.2 neutral X5.8 success O6.9 neutral X7.1 failure O8.9 neutral", "best": "9", "value": "39273/71944"},
  {"moves": "X1.2 success O2.1 success X3.9 neutral O4.5 neutral", "best": "5", "value": "579992299981958627095/1051924101243988668696"},
  {"moves": "X1.5 failure O2.1 failure", "best": "3", "value": "1668982341709144681085/2782637521966113061432"},
  {"moves": "X1.9 neutral O2.4 failure X3.1 failure", "best": "5", "value": "4761037207237693/13359505221238176"},
  {"moves": "X1.6 failure O2.7 neutral X3.4 neutral O4.8 failure X5.3 success", "best": "5", "value": "313515011/676323648"},
  {"moves": "X1.6 neutral O2.7 neutral X3.4 success O4.9 success X5.2 neutral O6.1 success", "best": "5", "value": "2624916478/5095065087"},
  {"moves": "X1.3 success O2.1 neutral X3.2 failure", "best": "5", "value": "726580213752372563/1490508908616165984"},
];
