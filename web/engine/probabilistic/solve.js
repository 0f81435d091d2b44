/**
 * Exact values of all positions of a board, with integers alone.
 *
 * V and V′ are the values of marks with X and with O to move, as 2v − 1: a win of X is 1, a draw 0. q_c is a common
 * denominator of the probabilities of square c, and Y_c, N_c and F_c are these times q_c. Where X names i and O names j
 * until a mark is made, both values have the denominator E_ij = q_i q_j − N_i N_j (PROB-LOOP-1). The mark is on i or on
 * j, so that no pair comes twice on the way to the end: V and V′ times D, the product of E_ij over all open i ≤ j, are
 * integers. They are what is kept.
 */

import { Fraction } from "../fraction.js";
import { LINES } from "../game.js";
import { OUTCOMES } from "./boards.js";

/**
 * @typedef {import("./rules.js").Probabilistic} Game
 * @typedef {import("./rules.js").Position} Position
 * @typedef {[bigint, bigint]} Two of some marks D times a number with X to move, and with O to move
 * @typedef {{squares: number[], own: bigint[], all: bigint}} Open some squares, for each the product of its E_ij, and D
 */

const ALL = 3 ** 9;
/** Marks that have not ended, of which exchanging the players leaves half. */
const LOOPS = 5547;
const STEPS = Array.from({ length: 9 }, (_, c) => 3 ** (8 - c));

/** Marks as a number in base 3. @param {string} marks */
const keyOf = (marks) => [...marks].reduce((key, mark) => 3 * key + ".XO".indexOf(mark), 0);

/** For all marks their open squares, one bit each, the marks with players exchanged, and who has a line: 1, -1, 0 for both. */
function tables() {
  const open = new Uint16Array(ALL);
  const exchanged = new Uint16Array(ALL);
  /** @type {(number | undefined)[]} */
  const winner = new Array(ALL);
  for (let s = 0; s < ALL; s++) {
    const digits = STEPS.map((step) => Math.floor(s / step) % 3);
    const [x, o] = [1, 2].map((digit) => LINES.some((line) => line.every((square) => digits[square - 1] === digit)));
    open[s] = digits.reduce((mask, digit, c) => mask | (digit ? 0 : 1 << c), 0);
    exchanged[s] = digits.reduce((key, digit) => 3 * key + ((3 - digit) % 3), 0);
    winner[s] = x || o || !open[s] ? Number(x) - Number(o) : undefined;
  }
  return { open, exchanged, winner };
}

/** @param {bigint} a @param {bigint} b @returns {bigint} */
const gcd = (a, b) => (b ? gcd(b, a % b) : a);

/**
 * @param {import("./boards.js").Board} board
 * @param {(done: number) => void} report
 */
function solved(board, report) {
  const { open, exchanged, winner } = tables();
  const whole = board.map((three) => three.reduce((q, { d }) => (q / gcd(q, d)) * d, 1n));
  const [success, neutral, failure] = OUTCOMES.map((_, i) => board.map((three, c) => (three[i].n * whole[c]) / three[i].d));
  const passes = whole.map((q, c) => q === neutral[c]);
  // Two squares that pass are worth a draw, whose denominator does not matter (PROB-END-3).
  const pairs = whole.map((q, i) => whole.map((r, j) => (passes[i] && passes[j] ? 1n : q * r - neutral[i] * neutral[j])));
  const sets = Array.from({ length: 512 }, (_, mask) => {
    const squares = STEPS.map((_, c) => c).filter((c) => mask & (1 << c));
    const own = pairs.map((row) => squares.reduce((product, j) => product * row[j], 1n));
    return { squares, own, all: squares.flatMap((i) => squares.filter((j) => j >= i).map((j) => pairs[i][j])).reduce((a, b) => a * b, 1n) };
  });

  /**
   * D · q_c times the part that comes from a mark on square c: when X names it, and when O does.
   * @param {(s: number) => Two} of @param {number} s @param {number} c @returns {Two}
   */
  function part(of, s, c) {
    const [x, o, product] = [of(s + STEPS[c]), of(s + 2 * STEPS[c]), sets[open[s]].own[c]];
    return [(success[c] * x[1] + failure[c] * o[1]) * product, (success[c] * o[0] + failure[c] * x[0]) * product];
  }

  /**
   * Where X names i and O names j until a mark is made, with the parts of both.
   * @param {number} i @param {bigint} x @param {number} j @param {bigint} o @returns {Two}
   */
  const pair = (i, x, j, o) => [(whole[j] * x + neutral[i] * o) / pairs[i][j], (whole[i] * o + neutral[j] * x) / pairs[i][j]];

  /** @type {Two[]} */
  const found = new Array(ALL);
  let done = 0;
  /** D · V and D · V′. @param {number} s @returns {Two} */
  const values = (s) => found[s] ?? (winner[s] === undefined ? loop(s) : (found[s] = twice(BigInt(winner[s] ?? 0) * sets[open[s]].all)));

  /** Rules: LEMMA strategy-iteration, LEMMA swap @param {number} s @returns {Two} */
  function loop(s) {
    const { squares } = sets[open[s]];
    /** @type {Two[]} */
    const parts = [];
    for (const c of squares) parts[c] = part(values, s, c);
    let i = squares.find((c) => passes[c]) ?? squares[0];
    for (let j = i; ; ) {
      const [v, w] = pair(i, parts[i][0], j, parts[j][1]);
      const other = squares.find((c) => parts[c][1] + neutral[c] * v < whole[c] * w);
      const own = other ?? squares.find((c) => parts[c][0] + neutral[c] * w > whole[c] * v);
      if (own === undefined) {
        report(++done);
        found[exchanged[s]] = [-w, -v];
        return (found[s] = [v, w]);
      }
      if (other === undefined) i = own;
      else j = other;
    }
  }

  /**
   * D · q_c times a number after X, or O, has named square c.
   * @param {(s: number) => Two} of @param {number} s @param {number} c @returns {Two}
   */
  function named(of, s, c) {
    const [[x, o], [v, w]] = [part(of, s, c), of(s)];
    return [x + neutral[c] * w, o + neutral[c] * v];
  }

  /** What X names and what O names: the first best square that does not always pass, if there is one. @param {number} s */
  const choices = (s) =>
    [0, 1].map((side) => {
      const equal = sets[open[s]].squares.filter((c) => named(values, s, c)[side] === whole[c] * values(s)[side]);
      return equal.find((c) => !passes[c]) ?? equal[0];
    });

  /** @type {Two[]} */
  const counted = new Array(ALL);
  /** D times X's chance of winning, if both make these choices. @param {number} s @returns {Two} */
  const wins = (s) => (counted[s] ??= winner[s] === undefined ? followed(s) : twice(winner[s] === 1 ? sets[open[s]].all : 0n));
  /** @param {number} s */
  const followed = (s) => {
    const [i, j] = choices(s);
    return pair(i, part(wins, s, i)[0], j, part(wins, s, j)[1]);
  };

  /**
   * A number of a position that has not ended, and its denominator.
   * @param {(s: number) => Two} of @param {Position} p @returns {Two}
   */
  function at(of, { marks, turn, named: square }) {
    const [s, side, c] = [keyOf(marks), turn === "X" ? 0 : 1, square - 1];
    const { all } = sets[open[s]];
    return square ? [named(of, s, c)[side], all * whole[c]] : [of(s)[side], all];
  }
  return { at, values, wins, choices };
}

/** @param {bigint} n @returns {Two} */
const twice = (n) => [n, n];

/** @param {import("../game.js").Exact} number */
const worth = (number) => ({ exact: `${number}`, number: Number(number) });

/**
 * @typedef {ReturnType<typeof worth>} Worth
 * @typedef {{player: import("../game.js").Player, square: number, value: Worth,
 *   results: {outcome: string, probability: Worth, value: Worth}[]}} Side what best play names, and what comes of it
 */
/**
 * The values of a board. `loop` is what each player does with the marks of a position, X first (PROB-LOOP-1).
 * @param {Game} game
 * @param {import("../index.js").Report} report
 * @returns {Promise<import("../solver.js").Solver<Position> & {loop(p: Position): Side[]}>}
 */
export async function solver(game, report) {
  const { at, values, wins, choices } = solved(game.board, (done) => done % 1000 || report({ words: "Solving the board", done, of: LOOPS }));
  /** @param {Position} p */
  function value(p) {
    if (game.outcome(p)) return game.score(p);
    const [n, d] = at(values, p);
    return new Fraction(n + d, 2n * d);
  }
  return {
    prepare: async (p) => void value(p),
    value,
    values: (p) => new Map(game.actions(p).map((action) => [action, value(game.play(p, action))])),
    probabilities: game.chance,
    chances(p) {
      const [[v, d], [n]] = [at(values, p), at(wins, p)];
      return { X: new Fraction(n, d), draw: new Fraction(d - 2n * n + v, d), O: new Fraction(n - v, d) };
    },
    loop: (p) =>
      choices(keyOf(p.marks)).map((c, side) => {
        const before = { ...p, turn: side ? /** @type {const} */ ("O") : /** @type {const} */ ("X"), named: 0 };
        const after = game.play(before, `${c + 1}`);
        const results = [...game.chance(after)].map(([outcome, chance]) => ({ outcome, probability: worth(chance), value: worth(value(game.play(after, outcome))) }));
        return { player: before.turn, square: after.named, value: worth(value(before)), results };
      }),
  };
}
