/**
 * Exact values of all positions of a board, with integers alone.
 *
 * V and V′ are the values of marks with X and with O to move, as 2v − 1: a win of X is 1, a draw 0. q_c is a common
 * denominator of the probabilities of square c, and Y_c, N_c and F_c are these times q_c. Where X names i and O names j
 * until a mark is made, both values have the denominator E_ij = q_i q_j − N_i N_j (PROB-LOOP-1). The mark is on i or on
 * j, so that no pair comes twice on the way to the end: V and V′ times D, the product of E_ij over all open i ≤ j, are
 * integers. They are what is kept.
 */

import { Fraction, ONE, gcd } from "../fraction.js";
import { kept, put } from "../game.js";
import { OUTCOMES } from "./boards.js";

/**
 * @typedef {import("./rules.js").Probabilistic} Game
 * @typedef {import("./rules.js").Position} Position
 * @typedef {[bigint, bigint]} Two of some marks D times a number with X to move, and with O to move
 * @typedef {{exact: string, number: number}} Worth
 * @typedef {{player: import("../game.js").Player, square: number, value: Worth,
 *   results: {outcome: string, probability: Worth, value: Worth}[]}} Side what best play names, and what comes of it
 */

/** Marks on which play goes on, of which exchanging the players leaves half. */
const LOOPS = 5547;

/** @param {bigint} n @returns {Two} */
const twice = (n) => [n, n];

/** @param {string} marks */
const exchanged = (marks) => marks.replace(/[XO]/g, (mark) => (mark === "X" ? "O" : "X"));

/** @param {import("../game.js").Exact} number @returns {Worth} */
const worth = (number) => ({ exact: `${number}`, number: Number(number) });

/**
 * The values of a board. `loop` is what each player does with the marks of a position, X first (PROB-LOOP-1).
 * @param {Game} game
 * @param {import("../index.js").Report} report
 * @returns {Promise<import("../solver.js").Solver<Position> & {loop(p: Position): Side[]}>}
 */
export async function solver(game, report) {
  const whole = game.board.map((three) => three.reduce((q, { d }) => (q / gcd(q, d)) * d, 1n));
  const [success, neutral, failure] = OUTCOMES.map((_, i) => game.board.map((three, c) => (three[i].n * whole[c]) / three[i].d));
  const passes = whole.map((q, c) => q === neutral[c]);
  // Two squares that pass are worth a draw, whose denominator does not matter (PROB-END-3).
  const pairs = whole.map((q, i) => whole.map((r, j) => (passes[i] && passes[j] ? 1n : q * r - neutral[i] * neutral[j])));

  const openOf = kept((/** @type {string} */ taken) => {
    const squares = [...taken].flatMap((mark, c) => (mark === "." ? [c] : []));
    const own = pairs.map((row) => squares.reduce((product, j) => product * row[j], 1n));
    const factors = squares.flatMap((i, at) => squares.slice(at).map((j) => pairs[i][j]));
    return { squares, own, factors, all: factors.reduce((product, factor) => product * factor, 1n) };
  });
  /** The open squares, for each the product of its E_ij, all E_ij, and D. @param {string} marks */
  const openIn = (marks) => openOf(marks.replaceAll("O", "X"));

  /**
   * D · q_c times the part of a number that comes from a mark on square c: when X names it, and when O does.
   * @param {(marks: string) => Two} of @param {string} marks @param {number} c @returns {Two}
   */
  function part(of, marks, c) {
    const [x, o, product] = [of(put(marks, c + 1, "X")), of(put(marks, c + 1, "O")), openIn(marks).own[c]];
    return [(success[c] * x[1] + failure[c] * o[1]) * product, (success[c] * o[0] + failure[c] * x[0]) * product];
  }

  /**
   * D · q_c times a number after X, or O, has named square c.
   * @param {(marks: string) => Two} of @param {string} marks @param {number} c @returns {Two}
   */
  function named(of, marks, c) {
    const [[x, o], [v, w]] = [part(of, marks, c), of(marks)];
    return [x + neutral[c] * w, o + neutral[c] * v];
  }

  /**
   * Where X names i and O names j until a mark is made, with the parts of both.
   * @param {number} i @param {bigint} x @param {number} j @param {bigint} o @returns {Two}
   */
  const pair = (i, x, j, o) => [(whole[j] * x + neutral[i] * o) / pairs[i][j], (whole[i] * o + neutral[j] * x) / pairs[i][j]];

  /** @param {string} marks */
  const outcome = (marks) => game.outcome({ ...game.initial, marks });

  /** @type {Map<string, Two>} */
  const known = new Map();
  let done = 0;
  /** D · V and D · V′. Rules: LEMMA strategy-iteration, LEMMA swap @type {(marks: string) => Two} */
  const values = kept((marks) => {
    const { squares, all } = openIn(marks);
    const ended = outcome(marks);
    if (ended) return twice(ended.winner ? { X: all, O: -all }[ended.winner] : 0n);
    /** @type {Two[]} */
    const parts = [];
    for (const c of squares) parts[c] = part(values, marks, c);
    let i = squares.find((c) => passes[c]) ?? squares[0];
    for (let j = i; ; ) {
      const [v, w] = pair(i, parts[i][0], j, parts[j][1]);
      const other = squares.find((c) => parts[c][1] + neutral[c] * v < whole[c] * w);
      const own = other ?? squares.find((c) => parts[c][0] + neutral[c] * w > whole[c] * v);
      if (other !== undefined) j = other;
      else if (own !== undefined) i = own;
      else {
        if (++done % 1000 === 0) report({ words: "Solving the board", done, of: LOOPS });
        known.set(exchanged(marks), [-w, -v]);
        return [v, w];
      }
    }
  }, known);

  /** What X names and what O names: the first best square that does not always pass, if there is one. @param {string} marks */
  const choices = (marks) =>
    [0, 1].map((side) => {
      const equal = openIn(marks).squares.filter((c) => named(values, marks, c)[side] === whole[c] * values(marks)[side]);
      return equal.find((c) => !passes[c]) ?? equal[0];
    });

  /** D times X's chance of winning, if both make these choices. @type {(marks: string) => Two} */
  const wins = kept((marks) => {
    const ended = outcome(marks);
    if (ended) return twice(ended.winner === "X" ? openIn(marks).all : 0n);
    const [i, j] = choices(marks);
    return pair(i, part(wins, marks, i)[0], j, part(wins, marks, j)[1]);
  });

  /**
   * A number of a position, and its denominator, without factors of D that both have: a fraction of them reduces faster.
   * @param {(marks: string) => Two} of @param {Position} p @returns {Two}
   */
  function at(of, { marks, turn, named: square }) {
    const [side, c, { all, factors }] = [turn === "X" ? 0 : 1, square - 1, openIn(marks)];
    let [n, d] = square ? [named(of, marks, c)[side], all * whole[c]] : [of(marks)[side], all];
    for (const factor of factors) if (n % factor === 0n) [n, d] = [n / factor, d / factor];
    return [n, d];
  }

  /** @param {Position} p */
  function value(p) {
    if (game.outcome(p)) return game.score(p);
    const [n, d] = at(values, p);
    return new Fraction(n + d, 2n * d);
  }

  return {
    prepare: async (p) => void value(p),
    value,
    values: (p) => new Map(game.actions(p).map((action) => [action, value(game.after(p, action))])),
    probabilities: game.chance,
    // Rule: PROB-BEST-1
    lasting(squares) {
      const moving = squares.filter((square) => !passes[Number(square) - 1]);
      return moving.length ? moving : squares;
    },
    chances(p) {
      const X = new Fraction(...at(wins, p));
      const O = X.minus(new Fraction(...at(values, p)));
      return { X, draw: ONE.minus(X).minus(O), O };
    },
    loop: (p) =>
      choices(p.marks).map((c, side) => {
        const before = { ...p, turn: side ? /** @type {const} */ ("O") : /** @type {const} */ ("X"), named: 0 };
        const after = game.after(before, `${c + 1}`);
        const results = [...game.chance(after)].map(([outcome, chance]) => ({ outcome, probability: worth(chance), value: worth(value(game.after(after, outcome))) }));
        return { player: before.turn, square: after.named, value: worth(value(before)), results };
      }),
  };
}
