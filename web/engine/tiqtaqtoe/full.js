/** Positions of the level full: boards with amplitudes a + bz + cz² + dz³ where z = e^(iπ/4), so that z² = i and z − z³ = √2. */

import { Fraction, ZERO } from "../fraction.js";
import { SQUARES, opponent, put } from "../game.js";
import { taking } from "../notation.js";
import { contentsOf, endsAt, mover, taken } from "./boards.js";

/** @typedef {import("./boards.js").Amplitude} Amplitude */
/** @typedef {import("./boards.js").Position} Position */
/** @typedef {import("./boards.js").Weight} Weight */

/** @type {Record<string, {go: Amplitude, leave: Amplitude}>} TIQ-GATE-1, times what makes the factor of the board that stays 1 */
const GATES = { iswap: { go: [0n, 0n, 1n, 0n], leave: [0n, 1n, 0n, -1n] }, swap: { go: [0n, 0n, -1n, 0n], leave: [1n, 0n, -1n, 0n] } };

const AMPLITUDE = /^-?[0-9]+(\/0*[1-9][0-9]*)?(,-?[0-9]+(\/0*[1-9][0-9]*)?){3}$/;

/** @param {Amplitude} u @param {Amplitude} v @returns {Amplitude} */
const sum = ([a, b, c, d], [e, f, g, h]) => [a + e, b + f, c + g, d + h];

/** @param {Amplitude} u @param {Amplitude} v @returns {Amplitude} */
const product = ([a, b, c, d], [e, f, g, h]) =>
  [a * e - b * h - c * g - d * f, a * f + b * e - c * h - d * g, a * g + b * f + c * e - d * h, a * h + b * g + c * f + d * e];

/** The squared modulus. @param {Amplitude} u @returns {Weight} */
const modulus = ([a, b, c, d]) => [a * a + b * b + c * c + d * d, a * b + b * c + c * d - d * a];

/** An exact number s + t√2. As a double it is wrong by a few units in the last place of the larger part. */
export class Root {
  /** @param {Fraction} s @param {Fraction} t */
  constructor(s, t) {
    this.s = s;
    this.t = t;
  }

  /** @param {Root} other */
  plus({ s, t }) {
    return new Root(this.s.plus(s), this.t.plus(t));
  }

  /** @param {Root} other */
  minus({ s, t }) {
    return new Root(this.s.minus(s), this.t.minus(t));
  }

  /** @param {Root} other */
  times({ s, t }) {
    return new Root(this.s.times(s).plus(this.t.times(t)).plus(this.t.times(t)), this.s.times(t).plus(this.t.times(s)));
  }

  /** @param {Root} other */
  compare(other) {
    const { s, t } = this.minus(other);
    const [left, right] = [s.compare(ZERO), t.compare(ZERO)];
    return left * right < 0 ? left * s.times(s).compare(t.times(t).plus(t.times(t))) : left || right;
  }

  /** As the rules write it: `3/16-1/8√2`. Rule: TIQ-BORN-1 */
  toString() {
    return this.t.n ? `${this.s}${this.t.n > 0n ? "+" : ""}${this.t}√2` : `${this.s}`;
  }

  toJSON() {
    return `${this}`;
  }

  valueOf() {
    return Number(this.s) + Number(this.t) * Math.SQRT2;
  }
}

/**
 * The position of boards with amplitudes; those of 0 are left out. Rule: TIQ-AMPLITUDE-1
 * @param {Map<string, Amplitude>} amplitudes
 * @param {number[]} free
 * @param {number} plies
 * @param {boolean} measured
 * @returns {Position}
 */
function superposed(amplitudes, free, plies, measured) {
  const all = [...amplitudes].filter(([, amplitude]) => amplitude.some((x) => x)).sort(([a], [b]) => (a < b ? -1 : 1));
  const boards = all.map(([board]) => board);
  return { boards, amplitudes: all.map(([, amplitude]) => amplitude), measured, contents: contentsOf(boards), free, plies };
}

/** @param {Position} p */
const amplitudesOf = (p) => /** @type {Amplitude[]} */ (p.amplitudes);

/** @param {Record<string, string>} options @returns {import("./boards.js").States} */
export const states = ({ lines, gate }) => ({
  rule: "NOTATION-STATE-5",

  // Rule: TIQ-BORN-1
  found: (board, plies, measured) => superposed(new Map([[board, [1n, 0n, 0n, 0n]]]), SQUARES.filter((a) => board[a - 1] === "."), plies, measured),
  weights: (p) => amplitudesOf(p).map(modulus),
  share([s, t], [u, v]) {
    const norm = u * u - 2n * v * v;
    return new Root(new Fraction(s * u - 2n * t * v, norm), new Fraction(t * u - s * v, norm));
  },

  // Rules: TIQ-MOVE-1, TIQ-SPLIT-1, TIQ-GATE-1
  moved(p, [a, b = a]) {
    const [player, other] = [mover(p), opponent(mover(p))];
    const flipped = p.free.includes(b) ? b : a;
    const flip = { ".": player, [player]: ".", [other]: other };
    /** @type {Map<string, Amplitude>} */
    const after = new Map();
    const add = (/** @type {string} */ board, /** @type {Amplitude} */ amplitude) => after.set(board, sum(after.get(board) ?? [0n, 0n, 0n, 0n], amplitude));
    p.boards.forEach((before, i) => {
      const board = put(before, flipped, flip[before[flipped - 1]]);
      const [u, v, amplitude] = [board[a - 1], board[b - 1], amplitudesOf(p)[i]];
      if (a === b) return add(board, amplitude);
      if (u === v || (gate === "swap" && (u === other || v === other))) return add(board, product(GATES[gate].leave, amplitude));
      add(board, amplitude);
      return add(put(put(board, a, v), b, u), product(GATES[gate].go, amplitude));
    });
    return superposed(after, p.free.filter((each) => each !== a && each !== b), p.plies + 1, false);
  },

  write(p) {
    const [[a, b, c, d]] = amplitudesOf(p);
    const [s, t] = modulus([a, b, c, d]);
    const inverse = product([a, -d, -c, -b], [s, -t, 0n, t]);
    const written = (/** @type {Amplitude} */ amplitude) => product(inverse, amplitude).map((x) => `${new Fraction(x, s * s - 2n * t * t)}`).join();
    const boards = p.boards.flatMap((board, i) => [board, written(amplitudesOf(p)[i]), "|"]);
    return [...boards, "free", p.free.join("") || "none", "|", mover(p), "to", "move", ...(p.measured ? ["measured"] : [])];
  },

  read(tokens) {
    const left = taking(tokens);
    const { take, check, sees, end } = left;
    /** @type {Map<string, Fraction[]>} */
    const read = new Map();
    let board = "";
    while (!read.size || !sees(/^free$/)) {
      board = taken(left);
      check(!read.has(board), "a board that is not listed yet");
      const numbers = take(AMPLITUDE, "an amplitude, such as 0,0,1,0").split(",").map((each) => /** @type {Fraction} */ (Fraction.read(each)));
      check(numbers.some(({ n }) => n), "an amplitude that is not 0");
      read.set(board, numbers);
      take(/^\|$/, "|");
    }
    take(/^free$/, "free");
    const free = take(/^(none|[1-9]+)$/, "the free squares, ascending, or none");
    const isFree = (/** @type {string} */ a, /** @type {number} */ i) => !(a <= free[i - 1]) && [...read.keys()].every((each) => each[Number(a) - 1] === ".");
    check(free === "none" || [...free].every(isFree), "certainly empty squares, ascending, or none");
    take(/^\|$/, "|");
    const player = take(/^[XO]$/, "the player, X or O");
    take(/^to$/, "to");
    take(/^move$/, "move");
    const measured = sees(/./) && take(/^measured$/, "the end of the position") !== "";
    if (measured) check(read.size === 1 && endsAt(lines, board), "the end: no measurement ends the game here");
    end();
    const common = [...read.values()].flat().reduce((least, { d }) => least * new Fraction(least, d).d, 1n);
    const amplitudes = [...read].map(([each, numbers]) => /** @type {[string, Amplitude]} */ ([each, numbers.map(({ n, d }) => n * (common / d))]));
    return superposed(new Map(amplitudes), free === "none" ? [] : [...free].map(Number), player === "O" ? 1 : 0, measured);
  },
});
