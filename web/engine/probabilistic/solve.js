/**
 * Exact values of all positions of a board, with integers alone.
 *
 * V and V′ are the values of marks with X and with O to move, as 2v − 1: a win of X is 1, a draw 0. q_c is a common
 * denominator of the probabilities of square c, and Y_c, N_c and F_c are these times q_c. Where X names i and O names j
 * until a mark is made, the pair of their values has the denominator E_ij = q_i q_j − N_i N_j (PROB-LOOP-1). A mark takes
 * away one of i and j, so that no pair comes twice on the way to the end, and V and V′ times D, the product of E_ij over
 * all i ≤ j open, are integers. The table holds these.
 */

import { Fraction } from "../fraction.js";
import { LINES } from "../game.js";
import { OUTCOMES } from "./boards.js";

/**
 * @typedef {import("./rules.js").Probabilistic} Game
 * @typedef {import("./rules.js").Position} Position
 */

const ALL = 3 ** 9;
/** The loops of a board, of which swapping the players leaves half. */
const LOOPS = 9842;
const DIGITS = { ".": 0, X: 1, O: 2 };

/** The marks of nine squares as one number, in base 3. @param {string} marks */
const keyOf = (marks) => [...marks].reduce((key, mark) => 3 * key + DIGITS[/** @type {"." | "X" | "O"} */ (mark)], 0);

/** What does not depend on the board: of all marks their open squares, the exchange of players, and who has won. */
function tables() {
  const steps = Array.from({ length: 9 }, (_, c) => 3 ** (8 - c));
  const open = new Uint16Array(ALL);
  const exchanged = new Uint16Array(ALL);
  const winner = new Int8Array(ALL);
  for (let s = 0; s < ALL; s++) {
    const digits = steps.map((step) => Math.floor(s / step) % 3);
    const has = [1, 2].map((digit) => LINES.some((line) => line.every((square) => digits[square - 1] === digit)));
    open[s] = digits.reduce((mask, digit, c) => mask | (digit ? 0 : 1 << c), 0);
    exchanged[s] = digits.reduce((key, digit) => 3 * key + ((3 - digit) % 3), 0);
    winner[s] = has[0] && has[1] ? 2 : has[0] ? 1 : has[1] ? -1 : 0;
  }
  return { steps, open, exchanged, winner };
}

/** @param {bigint} a @param {bigint} b @returns {bigint} */
const gcd = (a, b) => (b ? gcd(b, a % b) : a);

/**
 * @param {import("./boards.js").Board} board
 * @param {(solved: number) => void} report
 */
function valuesOf(board, report) {
  const { steps, open, exchanged, winner } = tables();
  const whole = board.map((three) => three.reduce((q, { d }) => (q / gcd(q, d)) * d, 1n));
  const [success, neutral, failure] = OUTCOMES.map((_, i) => board.map((three, c) => (three[i].n * whole[c]) / three[i].d));
  const passes = whole.map((q, c) => q === neutral[c]);
  const pairs = whole.map((q, i) => whole.map((r, j) => (passes[i] && passes[j] ? 1n : q * r - neutral[i] * neutral[j])));

  /** For each set of open squares the squares, of each the product of its pairs, D, and where a loop begins. @type {{squares: number[], own: bigint[], all: bigint, start: number}[]} */
  const sets = [];
  /** @param {number} mask */
  const setOf = (mask) => {
    if (sets[mask]) return sets[mask];
    const squares = steps.map((_, c) => c).filter((c) => mask & (1 << c));
    const own = pairs.map((row) => squares.reduce((product, j) => product * row[j], 1n));
    const all = squares.reduce((product, i) => squares.reduce((more, j) => (j < i ? more : more * pairs[i][j]), product), 1n);
    return (sets[mask] = { squares, own, all, start: squares.find((c) => passes[c]) ?? squares[0] });
  };

  /** D · V of all marks. @type {bigint[]} */
  const table = new Array(ALL);
  let solved = 0;
  /** @param {number} s */
  const ofX = (s) => table[s] ?? loop(s)[0];
  /** LEMMA swap. @param {number} s */
  const ofO = (s) => -ofX(exchanged[s]);

  /**
   * D · q_c times what follows when X, or O, names square c and a mark is made.
   * @param {number} s @param {number} c @param {bigint} product
   */
  const afterX = (s, c, product) => (success[c] * ofO(s + steps[c]) + failure[c] * ofO(s + 2 * steps[c])) * product;
  /** @param {number} s @param {number} c @param {bigint} product */
  const afterO = (s, c, product) => (success[c] * ofX(s + 2 * steps[c]) + failure[c] * ofX(s + steps[c])) * product;

  /**
   * D · V and D · V′ of some marks, by strategy iteration (LEMMA strategy-iteration).
   * @param {number} s
   */
  function loop(s) {
    const { squares, own, all, start } = setOf(open[s]);
    let [v, w] = [0n, 0n];
    if (winner[s]) v = w = winner[s] === 2 ? 0n : BigInt(winner[s]) * all;
    else if (squares.length) {
      const x = own.map((product, c) => (open[s] & (1 << c) ? afterX(s, c, product) : 0n));
      const o = own.map((product, c) => (open[s] & (1 << c) ? afterO(s, c, product) : 0n));
      for (let [i, j] = [start, start]; ; ) {
        v = (whole[j] * x[i] + neutral[i] * o[j]) / pairs[i][j];
        w = (whole[i] * o[j] + neutral[j] * x[i]) / pairs[i][j];
        const better = squares.find((c) => o[c] + neutral[c] * v < whole[c] * w);
        if (better !== undefined) j = better;
        else {
          const found = squares.find((c) => x[c] + neutral[c] * w > whole[c] * v);
          if (found === undefined) break;
          i = found;
        }
      }
    }
    table[s] = v;
    table[exchanged[s]] = -w;
    report(++solved);
    return [v, w];
  }

  /**
   * The value of a position that has not ended.
   * @param {Position} p
   */
  return ({ marks, turn, named }) => {
    const s = keyOf(marks);
    const c = named - 1;
    const { own, all } = setOf(open[s]);
    const [v, w] = [ofX(s), ofO(s)];
    const [n, d] = !named ? [turn === "X" ? v : w, all] : [turn === "X" ? afterX(s, c, own[c]) + neutral[c] * w : afterO(s, c, own[c]) + neutral[c] * v, whole[c] * all];
    return new Fraction(n + d, 2n * d);
  };
}

/**
 * @param {Game} game
 * @param {import("../index.js").Report} report
 * @returns {Promise<import("../solver.js").Solver<Position>>}
 */
export async function solver(game, report) {
  const known = valuesOf(game.board, (done) => done % 1000 || report({ words: "Solving the board", done, of: LOOPS }));
  /** @param {Position} p */
  const value = (p) => (game.outcome(p) ? game.score(p) : known(p));
  return {
    prepare: async (p) => void value(p),
    value,
    values: (p) => new Map(game.actions(p).map((action) => [action, value(game.play(p, action))])),
    probabilities: game.chance,
  };
}
