/** The rules of TiqTaqToe. Those of the level full alone are in `full.js`. The IDs are those of the rule page. */

import { Fraction, ZERO } from "../fraction.js";
import { LINES, SQUARES, Wrong, opponent, playerOf } from "../game.js";
import { describe, meaning, next, told } from "./words.js";

/** @typedef {import("../game.js").Exact} Exact */
/** @typedef {import("../game.js").Player} Player */
/** @typedef {[bigint, bigint]} Weight s + t√2 */
/** @typedef {[bigint, bigint, bigint, bigint]} Amplitude a + bz + cz² + dz³ with z = e^(iπ/4) */
/**
 * A position (TIQ-STATE-1, TIQ-AMPLITUDE-1). `contents` and, but for the level full, `free` and `plies` follow from the
 * boards.
 * @typedef {object} Position
 * @property {string[]} boards the possible boards, ascending, each the nine contents `X`, `O` or `.`
 * @property {Amplitude[] | null} amplitudes of each board, up to a common factor; null if all are equally likely
 * @property {boolean} measured whether a measurement has ended the game under `lines=full-board`
 * @property {number[]} free the squares that a classical move may name
 * @property {number} plies the number of marks; at the level full 1 or 0, as O or X is to move
 * @property {string[]} contents by square what it may hold: `X`, or `.X` if it may also be empty; no square 0
 */

/** @typedef {import("../game.js").Game<Position>} Game */

export const RULESET = "tiqtaqtoe-1.1";
const LEVELS = ["classic", "minimal", "moderate", "high", "full"];
/** TIQ-LEVEL-1 @type {import("../game.js").Option} */
export const LEVEL = { name: "level", values: LEVELS, default: "high", rule: "TIQ-LEVEL-1", note: "What a superposition may combine" };
/** TIQ-SWITCH-1: each switch with the levels that have it. @type {[import("../game.js").Option, string[]][]} */
export const SWITCHES = [
  [{ name: "target", values: ["entangled", "unentangled"], default: "entangled", rule: "TIQ-TARGET-2", note: "Whether a superposition may name an entangled mark of the opponent" }, ["high"]],
  [{ name: "pair", values: ["illegal", "legal"], default: "illegal", rule: "TIQ-PAIR-1", note: "Whether a superposition may name both squares of one mark of the opponent" }, ["high"]],
  [{ name: "lines", values: ["every-move", "full-board"], default: "every-move", rule: "TIQ-END-2", note: "When the game looks for lines of certain marks" }, LEVELS],
  [{ name: "both", values: ["even", "X", "O", "last-mover", "other"], default: "even", rule: "TIQ-SCORE-1", note: "Who wins when both players have a line" }, LEVELS],
  [{ name: "gate", values: ["iswap", "swap"], default: "iswap", rule: "TIQ-GATE-1", note: "Which gate a split of the level full applies" }, ["full"]],
];

/** TIQ-TARGET-1: what the target of a superposition may hold; Q is the opponent. @type {Record<string, string[]>} */
const TARGETS = { classic: [], minimal: ["."], moderate: [".", "Q"], high: [".", "Q", ".Q"] };

const isBoard = (/** @type {string} */ token) => /^[XO.]{9}$/.test(token);
const isMeasurement = (/** @type {string} */ token) => token[0] === "=" && isBoard(token.slice(1));
const count = (/** @type {string} */ mark, /** @type {string} */ board) => board.split(mark).length - 1;

/** @param {string} board @param {number} square @param {string} content */
export const put = (board, square, content) => board.slice(0, square - 1) + content + board.slice(square);

/**
 * The players who have a line, where each square certainly holds this. Rule: TIQ-END-1
 * @param {ArrayLike<string>} contents by square
 */
export const holders = (contents) => /** @type {Player[]} */ (["X", "O"]).filter((player) => LINES.some((line) => line.every((a) => contents[a] === player)));

/**
 * The game at every level but full.
 * @implements {Game}
 */
export class TiqTaqToe {
  name = "tiqtaqtoe";
  ruleset = RULESET;
  stateRule = "NOTATION-STATE-3";
  /** @type {WeakMap<Position, number[][]>} */
  #groups = new WeakMap();
  worth = { draw: 0, win: 1, most: 1 };
  meaning = meaning;
  describe = (/** @type {Position} */ p) => describe(this, p);
  next = (/** @type {Position} */ p) => next(this, p);
  told = (/** @type {Position} */ before, /** @type {string} */ action, /** @type {Position} */ after) => told(this, before, action, after);

  /** @param {Record<string, string>} options those that the level has */
  constructor(options) {
    this.options = options;
    /** @type {Record<string, Record<string, string>>} */
    this.earlier = this.isFull ? {} : { "tiqtaqtoe-1.0": {} };
    /** TIQ-BOARD-1, TIQ-MOVE-1: every classical move, then every pair, in the documented order. */
    this.moves = [...SQUARES.map(String), ...SQUARES.flatMap((a) => SQUARES.filter((b) => a < b || (this.isFull && a !== b)).map((b) => `${a}-${b}`))];
    this.initial = this.found(".........", "X", false);
  }

  get isFull() {
    return this.options.level === "full";
  }

  /**
   * The position of equally likely boards. Rule: TIQ-STATE-1
   * @param {string[]} boards
   * @param {boolean} [measured]
   * @returns {Position}
   */
  at(boards, measured = false) {
    const contents = contentsOf(boards);
    return { boards: [...boards].sort(), amplitudes: null, measured, contents, free: SQUARES.filter((a) => contents[a] === "."), plies: 9 - count(".", boards[0]) };
  }

  /**
   * The position of one board, which a measurement has found. Rule: TIQ-MEASURE-1
   * @param {string} board
   * @param {Player} _mover
   * @param {boolean} measured
   */
  found(board, _mover, measured) {
    return this.at([board], measured);
  }

  /** @param {string} move */
  squares(move) {
    return move.split("-").map(Number);
  }

  /** @param {Position} p */
  plies(p) {
    return p.plies;
  }

  /** Rule: TIQ-TURN-1 @param {Position} p */
  mover(p) {
    return playerOf(p.plies + 1);
  }

  // ---- Groups and probabilities

  /**
   * The weight of each board, of which its probability is the share. Rules: TIQ-STATE-1, TIQ-BORN-1
   * @param {Position} p
   * @returns {Weight[]}
   */
  weights(p) {
    return p.boards.map(() => [1n, 0n]);
  }

  /**
   * A share of a weight as an exact number.
   * @param {Weight} part
   * @param {Weight} whole
   * @returns {Exact}
   */
  share([part], [whole]) {
    return new Fraction(part, whole);
  }

  /**
   * The probability of each content that each square may have. Rule: TIQ-STATE-1
   * @param {Position} p
   * @returns {Record<number, Record<string, Exact>>}
   */
  probabilities(p) {
    const weights = this.weights(p);
    const whole = total(weights);
    /** @param {number} a */
    const of = (a) => [...p.contents[a]].map((u) => [u, this.share(total(weights.filter((_, i) => p.boards[i][a - 1] === u)), whole)]);
    return Object.fromEntries(SQUARES.map((a) => [a, Object.fromEntries(of(a))]));
  }

  /**
   * The groups of entangled squares, by their first squares. Rule: TIQ-GROUP-1
   * @param {Position} p
   */
  groups(p) {
    const known = this.#groups.get(p);
    if (known) return known;
    const uncertain = SQUARES.filter((a) => p.contents[a].length > 1);
    const entangled = entanglement(p, this.weights(p));
    /** @type {number[][]} */
    const groups = [];
    for (const a of uncertain) {
      if (groups.some((group) => group.includes(a))) continue;
      const group = [a];
      for (const b of group) group.push(...uncertain.filter((c) => !group.includes(c) && entangled(b, c))); // it grows meanwhile
      groups.push(group.sort());
    }
    this.#groups.set(p, groups);
    return groups;
  }

  // ---- The end

  /** Rule: TIQ-END-3 @param {Position} p */
  complete(p) {
    return p.boards.length === 1 && !p.boards[0].includes(".");
  }

  /** The players who have a line that counts. Rule: TIQ-END-2 @param {Position} p */
  counted(p) {
    return this.options.lines === "every-move" || p.measured || this.complete(p) ? holders(p.contents) : [];
  }

  /** @param {Position} p */
  ended(p) {
    return this.complete(p) || this.counted(p).length > 0;
  }

  /**
   * Rule: TIQ-END-3
   * @param {Position} p
   * @returns {import("../game.js").Outcome | null}
   */
  outcome(p) {
    if (!this.ended(p)) return null;
    const [winner, both] = this.counted(p);
    if (!winner) return { winner: null, words: "no line", rule: "TIQ-END-3" };
    if (both) return { winner: null, words: "lines of both", rule: "TIQ-END-2" };
    return { winner, words: `win of ${winner}`, rule: this.options.lines === "every-move" ? "TIQ-END-1" : "TIQ-END-2" };
  }

  /** Rule: TIQ-SCORE-1 @param {Position} p */
  score(p) {
    const counted = this.counted(p);
    const last = playerOf(p.plies);
    /** @type {Record<string, Player | null>} */
    const ofBoth = { even: null, X: "X", O: "O", "last-mover": last, other: opponent(last) };
    const winner = counted.length === 2 ? ofBoth[this.options.both] : counted[0];
    return winner ? new Fraction(winner === "X" ? 1n : -1n) : ZERO;
  }

  // ---- Actions

  /** Rule: TIQ-MEASURE-1 @param {Position} p */
  due(p) {
    return !p.free.length && !this.ended(p);
  }

  /** @param {Position} p */
  actor(p) {
    return this.ended(p) ? null : this.due(p) ? "CHANCE" : this.mover(p);
  }

  /** Rules: TIQ-MEASURE-1, TIQ-BORN-1 @param {Position} p @returns {Map<string, Exact>} */
  chance(p) {
    if (!this.due(p)) return new Map();
    const weights = this.weights(p);
    const whole = total(weights);
    return new Map(p.boards.map((board, i) => [`=${board}`, this.share(weights[i], whole)]));
  }

  /** Rule: TIQ-MOVE-1 @param {Position} p */
  actions(p) {
    if (this.ended(p)) return [];
    return this.due(p) ? p.boards.map((board) => `=${board}`) : this.moves.filter((move) => !this.forbidden(p, move));
  }

  /** Rule: TIQ-MOVE-1 @param {Position} p @param {string} action */
  broken(p, action) {
    if (this.ended(p)) return "TIQ-END-1";
    if (this.due(p)) return action[0] === "=" && p.boards.includes(action.slice(1)) ? null : "TIQ-MEASURE-1";
    if (action[0] === "=") return "TIQ-MEASURE-1";
    return this.moves.includes(action) ? this.forbidden(p, action) : "TIQ-BOARD-1";
  }

  /**
   * The first rule that a move breaks where its player is to move.
   * @param {Position} p
   * @param {string} move
   */
  forbidden(p, move) {
    const { level, target, pair } = this.options;
    const squares = this.squares(move);
    const filled = squares.filter((a) => !p.free.includes(a));
    if (squares.length === 1) return filled.length ? "TIQ-MOVE-1" : null;
    if (this.isFull) return null;
    if (level === "classic") return "TIQ-LEVEL-1";
    if (filled.length === 2 && pair !== "legal") return "TIQ-SUPER-1";
    if (filled.length === 2 && !this.isPair(p, squares)) return "TIQ-PAIR-1";
    if (!squares.every((a) => TARGETS[level].includes(p.contents[a].replace(opponent(this.mover(p)), "Q")))) return "TIQ-TARGET-1";
    if (target === "unentangled" && filled.some((a) => p.contents[a].length > 1 && this.groups(p).find((group) => group.includes(a))?.length !== 2)) return "TIQ-TARGET-2";
    return null;
  }

  /**
   * Whether one mark of the opponent is on one of two squares, and the other is empty. Rule: TIQ-PAIR-1
   * @param {Position} p
   * @param {number[]} squares
   */
  isPair(p, [a, b]) {
    const held = new Set(p.boards.map((board) => board[a - 1] + board[b - 1]));
    const other = opponent(this.mover(p));
    return held.size === 2 && held.has(`.${other}`) && held.has(`${other}.`);
  }

  /** @param {Position} p @param {string} action */
  expected(p, action) {
    if (this.ended(p)) return "the end of the game";
    if (this.due(p)) return `a possible board, such as =${p.boards[0]}`;
    const move = this.token(this.actions(p)[0], p.plies + 1);
    const elsewhere = action.includes("-") && !this.isFull ? `; ${action} may be legal at another level, or under other values of target and pair` : "";
    return `a legal move, such as ${move}${elsewhere}`;
  }

  /** Rule: TIQ-MOVE-1 @param {Position} p @param {string} action */
  play(p, action) {
    if (action[0] === "=") {
      const board = action.slice(1);
      return this.found(board, this.mover(p), this.options.lines === "full-board" && holders(` ${board}`).length > 0);
    }
    return this.moved(p, this.squares(action));
  }

  /**
   * Rules: TIQ-MOVE-1, TIQ-SUPER-1, TIQ-PAIR-1
   * @param {Position} p
   * @param {number[]} squares
   */
  moved(p, [a, b = 0]) {
    const mark = this.mover(p);
    const empty = [b, a].find((each) => p.free.includes(each));
    if (!empty) return this.at(p.boards.map((board) => put(board, board[a - 1] === "." ? a : b, mark)));
    const placed = p.boards.map((board) => put(board, empty, mark));
    if (!b) return this.at(placed);
    const other = a + b - empty;
    return this.at([...placed, ...placed.map((board) => put(put(board, empty, board[other - 1]), other, mark))]);
  }

  // ---- Writing

  /** @param {string} action */
  isPly(action) {
    return action[0] !== "=";
  }

  /** Rules: NOTATION-MEASURE-1, NOTATION-MOVE-1, NOTATION-SPLIT-1, NOTATION-SQUARE-1, TIQ-TURN-1 @param {string} token @param {number} ply */
  misread(token, ply) {
    if (token[0] === "=") return isMeasurement(token) ? null : "NOTATION-MEASURE-1";
    const [, mark, a, b] = /^([XO][1-9][0-9]*)\.([1-9])(?:-([1-9]))?$/.exec(token) ?? [];
    if (!mark || (b && (this.isFull ? a === b : a >= b))) return token.includes("-") ? "NOTATION-MOVE-1" : "NOTATION-SQUARE-1";
    return mark === `${playerOf(ply)}${ply}` ? null : "TIQ-TURN-1";
  }

  /** @param {string} token */
  actionOf(token) {
    return token[0] === "=" ? token : token.slice(token.indexOf(".") + 1);
  }

  /** @param {string} action @param {number} ply */
  token(action, ply) {
    return this.isPly(action) ? `${playerOf(ply)}${ply}.${action}` : action;
  }

  /** Rule: NOTATION-STATE-3 @param {Position} p */
  writeState(p) {
    return [...p.boards.flatMap((board) => ["|", board]).slice(1), ...(p.measured ? ["measured"] : [])];
  }

  /**
   * Rule: NOTATION-STATE-3
   * @param {string[]} tokens
   * @returns {Position}
   */
  readState(tokens) {
    tokens.forEach((token, i) => {
      const before = tokens.slice(0, i);
      const differs = (/** @type {string} */ other) => other === "|" || (other !== token && count(".", other) === count(".", token));
      const follows = i % 2 === 0
        ? isBoard(token) && [0, 1].includes(count("X", token) - count("O", token)) && before.every(differs)
        : token === "|" || (token === "measured" && i === 1 && this.mayEnd(before[0]));
      if (!follows || before[1] === "measured") throw new Wrong(i + 1);
    });
    const last = tokens[tokens.length - 1];
    if (last === undefined || last === "|") throw new Wrong(tokens.length + 1);
    return this.at(tokens.filter(isBoard), last === "measured");
  }

  /** Whether a measurement can have ended the game on this board. Rule: TIQ-END-2 @param {string} board */
  mayEnd(board) {
    return this.options.lines === "full-board" && holders(` ${board}`).length > 0;
  }
}

/** @param {string[]} boards */
export const contentsOf = (boards) => ["", ...SQUARES.map((a) => [...".OX"].filter((u) => boards.some((board) => board[a - 1] === u)).join(""))];

/** @param {Weight[]} weights @returns {Weight} */
export const total = (weights) => weights.reduce(([s, t], [u, v]) => [s + u, t + v], [0n, 0n]);

/**
 * Whether two squares are entangled: the weights of what they hold together are not the products. Rule: TIQ-GROUP-1
 * @param {Position} p
 * @param {Weight[]} weights
 */
function entanglement({ boards, contents }, weights) {
  const whole = total(weights);
  /** @type {(u: Weight, v: Weight) => string} */
  const product = ([s, t], [u, v]) => `${s * u + 2n * t * v} ${s * v + t * u}`;
  return (/** @type {number} */ a, /** @type {number} */ b) => {
    /** @type {Record<string, Weight>} */
    const joint = {};
    boards.forEach((board, i) => {
      const held = board[a - 1] + board[b - 1];
      joint[held] = total([joint[held] ?? [0n, 0n], weights[i]]);
    });
    const side = (/** @type {0 | 1} */ k, /** @type {string} */ u) => total(Object.keys(joint).filter((held) => held[k] === u).map((held) => joint[held]));
    return [...contents[a]].some((u) => [...contents[b]].some((v) => product(joint[u + v] ?? [0n, 0n], whole) !== product(side(0, u), side(1, v))));
  };
}
