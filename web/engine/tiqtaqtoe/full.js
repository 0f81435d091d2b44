/** The level full: boards with amplitudes in Q(√2, i), written a + bz + cz² + dz³ where z = e^(iπ/4). */

import { Fraction, ZERO } from "../fraction.js";
import { SQUARES, Wrong, opponent } from "../game.js";
import { TiqTaqToe, contentsOf, put } from "./rules.js";

/** @typedef {import("../game.js").Player} Player */
/** @typedef {import("./rules.js").Amplitude} Amplitude */
/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("./rules.js").Weight} Weight */

/** @type {Amplitude} */
const UNIT = [1n, 0n, 0n, 0n];
/** @type {Amplitude} */
const NOTHING = [0n, 0n, 0n, 0n];

/** @param {Amplitude} u @param {Amplitude} v @returns {Amplitude} */
const plus = ([a, b, c, d], [e, f, g, h]) => [a + e, b + f, c + g, d + h];
/** @param {Amplitude} u @param {Amplitude} v @returns {Amplitude} */
const product = ([a, b, c, d], [e, f, g, h]) => [
  a * e - b * h - c * g - d * f, a * f + b * e - c * h - d * g, a * g + b * f + c * e - d * h, a * h + b * g + c * f + d * e,
];
/** The square of the modulus, s + t√2. @param {Amplitude} u @returns {Weight} */
const modulus = ([a, b, c, d]) => [a * a + b * b + c * c + d * d, a * b + b * c + c * d - d * a];

/** What the gate gives to a board that it keeps, to the one with the two exchanged, and where it does nothing. Rule: TIQ-GATE-1 */
const GATES = {
  iswap: { go: /** @type {Amplitude} */ ([0n, 0n, 1n, 0n]), leave: /** @type {Amplitude} */ ([0n, 1n, 0n, -1n]) },
  swap: { go: /** @type {Amplitude} */ ([0n, 0n, -1n, 0n]), leave: /** @type {Amplitude} */ ([1n, 0n, -1n, 0n]) },
};

/** An exact number s + t√2. As a double it is wrong by at most a few units in the last place of the larger part. */
export class Root {
  /** @param {Fraction} s @param {Fraction} t */
  constructor(s, t) {
    this.s = s;
    this.t = t;
  }

  /** @param {Root | Fraction} other */
  static of(other) {
    return other instanceof Root ? other : new Root(other, ZERO);
  }

  /** @param {Root | Fraction} other */
  plus(other) {
    const { s, t } = Root.of(other);
    return new Root(this.s.plus(s), this.t.plus(t));
  }

  /** @param {Root | Fraction} other */
  minus(other) {
    const { s, t } = Root.of(other);
    return new Root(this.s.minus(s), this.t.minus(t));
  }

  /** @param {Root | Fraction} other */
  times(other) {
    const { s, t } = Root.of(other);
    const two = new Fraction(2n);
    return new Root(this.s.times(s).plus(two.times(this.t).times(t)), this.s.times(t).plus(this.t.times(s)));
  }

  /** @param {Root | Fraction} other */
  compare(other) {
    const { s, t } = this.minus(other);
    const [left, right] = [s.compare(ZERO), t.compare(ZERO)];
    if (left * right >= 0) return left || right;
    return left * s.times(s).compare(t.times(t).times(new Fraction(2n)));
  }

  /** As the rules write it: `3/16-1/8√2`. Rule: TIQ-BORN-1 */
  toString() {
    if (!this.t.n) return `${this.s}`;
    return `${this.s.n ? this.s : ""}${this.s.n && this.t.n > 0n ? "+" : ""}${this.t}√2`;
  }

  valueOf() {
    return Number(this.s) + Number(this.t) * Math.SQRT2;
  }
}

/** The game at the level full. */
export class Full extends TiqTaqToe {
  stateRule = "NOTATION-STATE-5";

  /**
   * Rule: TIQ-AMPLITUDE-1
   * @param {Map<string, Amplitude>} amplitudes of all boards; those that are 0 are left out
   * @param {number[]} free
   * @param {Player} mover
   * @param {boolean} measured
   * @returns {Position}
   */
  superposed(amplitudes, free, mover, measured) {
    const all = [...amplitudes].filter(([, amplitude]) => amplitude.some((x) => x)).sort(([a], [b]) => (a < b ? -1 : 1));
    const boards = all.map(([board]) => board);
    return { boards, amplitudes: all.map(([, amplitude]) => amplitude), measured, contents: contentsOf(boards), free, plies: mover === "O" ? 1 : 0 };
  }

  /** Rule: TIQ-BORN-1 @override @param {string} board @param {Player} mover @param {boolean} measured */
  found(board, mover, measured) {
    return this.superposed(new Map([[board, UNIT]]), SQUARES.filter((a) => board[a - 1] === "."), mover, measured);
  }

  /** Rule: TIQ-BORN-1 @override @param {Position} p */
  weights({ amplitudes }) {
    return /** @type {Amplitude[]} */ (amplitudes).map(modulus);
  }

  /** @override @param {Weight} part @param {Weight} whole */
  share([s, t], [u, v]) {
    const norm = u * u - 2n * v * v;
    return new Root(new Fraction(s * u - 2n * t * v, norm), new Fraction(t * u - s * v, norm));
  }

  /** Rule: TIQ-SPLIT-1 @override @param {Position} p @param {number[]} squares */
  moved(p, [a, b = a]) {
    const mover = this.mover(p);
    const square = p.free.includes(b) ? b : a;
    const flips = { ".": mover, [mover]: ".", [opponent(mover)]: opponent(mover) };
    const exchanged = (/** @type {string} */ board) => put(put(board, a, board[b - 1]), b, board[a - 1]);
    const { go, leave } = GATES[/** @type {keyof typeof GATES} */ (this.options.gate)];
    /** @type {Map<string, Amplitude>} */
    const after = new Map();
    const add = (/** @type {string} */ board, /** @type {Amplitude} */ amplitude) => after.set(board, plus(after.get(board) ?? NOTHING, amplitude));
    p.boards.forEach((before, i) => {
      const board = put(before, square, flips[before[square - 1]]);
      const [u, v] = [board[a - 1], board[b - 1]];
      const amplitude = /** @type {Amplitude[]} */ (p.amplitudes)[i];
      if (a === b) add(board, amplitude);
      else if (u === v || (this.options.gate === "swap" && (u + v).includes(opponent(mover)))) add(board, product(leave, amplitude));
      else {
        add(board, amplitude);
        add(exchanged(board), product(go, amplitude));
      }
    });
    return this.superposed(after, p.free.filter((each) => each !== a && each !== b), opponent(mover), false);
  }

  /** Rule: NOTATION-STATE-5 @override @param {Position} p */
  writeState(p) {
    const amplitudes = /** @type {Amplitude[]} */ (p.amplitudes);
    const [a, b, c, d] = amplitudes[0];
    const [s, t] = modulus(amplitudes[0]);
    const inverse = product([a, -d, -c, -b], [s, -t, 0n, t]);
    const written = (/** @type {Amplitude} */ amplitude) => product(inverse, amplitude).map((x) => new Fraction(x, s * s - 2n * t * t)).join();
    const boards = p.boards.flatMap((board, i) => [board, written(amplitudes[i]), "|"]);
    return [...boards, "free", p.free.join("") || "none", "|", this.mover(p), "to", "move", ...(p.measured ? ["measured"] : [])];
  }

  /** Rule: NOTATION-STATE-5 @override @param {string[]} tokens */
  readState(tokens) {
    /** @type {Map<string, Fraction[]>} */
    const read = new Map();
    let [board, at] = ["", 0];
    /** @param {boolean | RegExp} expected */
    const take = (expected) => {
      const token = tokens[at++];
      if (token === undefined || !(expected === true || (expected && expected.test(token)))) throw new Wrong(at);
      return token;
    };
    while (tokens[at] !== "free" || !read.size) {
      board = take(/^[XO.]{9}$/);
      if (read.has(board)) throw new Wrong(at);
      const numbers = take(/^-?\d+(\/0*[1-9]\d*)?(,-?\d+(\/0*[1-9]\d*)?){3}$/).split(",").map((number) => /** @type {Fraction} */ (Fraction.read(number)));
      if (numbers.every((number) => !number.n)) throw new Wrong(at);
      read.set(board, numbers);
      take(/^\|$/);
    }
    take(/^free$/);
    const free = take(/^(none|1?2?3?4?5?6?7?8?9?)$/).replace("none", "");
    if ([...free].some((a) => [...read.keys()].some((each) => each[Number(a) - 1] !== "."))) throw new Wrong(at);
    take(/^\|$/);
    const mover = /** @type {Player} */ (take(/^[XO]$/));
    take(/^to$/);
    take(/^move$/);
    const measured = at < tokens.length && take(read.size === 1 && this.mayEnd(board) && /^measured$/) !== "";
    if (at < tokens.length) throw new Wrong(at + 1);
    const common = [...read.values()].flat().reduce((d, number) => d * new Fraction(d, number.d).d, 1n);
    const scaled = (/** @type {Fraction} */ { n, d }) => n * (common / d);
    return this.superposed(new Map([...read].map(([each, numbers]) => [each, /** @type {Amplitude} */ (numbers.map(scaled))])), [...free].map(Number), mover, measured);
  }
}
