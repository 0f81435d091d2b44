/**
 * Exact values of TiqTaqToe, by a search that remembers every position up to symmetry.
 *
 * The boards of a position are all combinations of what its groups may hold (LEMMA groups). So the search knows a
 * position by its *pieces*, certain marks and groups. With players P and Q, either way round, a piece is of a kind:
 *
 *     0  P is on a
 *     1  P is on a or b
 *     2  P and Q are on a and b
 *     3  P and Q are on a and c, or Q is on one of these and P on b
 *     4  the same, and another Q is on b and d with what was on b
 */

import { Fraction } from "../fraction.js";
import { LINES, NotSolved } from "../game.js";
import { table } from "../table.js";
import { SWITCHES } from "./rules.js";

/** @typedef {import("../game.js").Exact} Exact */
/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("./rules.js").TiqTaqToe} TiqTaqToe */

const SQUARES = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const FULL = 511;
/** Values are multiples of 1/512 (LEMMA denominators). */
const SCALE = 512;
const UNKNOWN = -32768;

/** Whether squares, a bit each, have a line. */
const HAS_LINE = Array.from({ length: FULL + 1 }, (_, mask) => LINES.some((line) => line.every((a) => mask & (1 << (a - 1)))));
/** Where the eight symmetries take each square. */
const SYMMETRIES = SQUARES.slice(0, 8).map((s) => SQUARES.map((a) => {
  const [row, column] = [Math.floor(a / 3), a % 3];
  const [y, x] = [s & 1 ? 2 - row : row, s & 2 ? 2 - column : column];
  return s & 4 ? 3 * x + y : 3 * y + x;
}));

// ---- Pieces

/**
 * @typedef {object} Piece
 * @property {number} kind
 * @property {number} player 0 for X, 1 for O: P, which at kind 2 may be either
 * @property {number[]} squares a, b, c and d
 * @property {Float64Array} codes what it adds to a position's keys, under each symmetry
 * @property {number[]} boards what it may hold, as numbers to the base 3 with the digits of `.XO`
 */

const DIGITS = SQUARES.map((a) => 3 ** a);
/** A square a adds one of 12 + 2a numbers to a key, so keys are below 12 · 14 · … · 28 < 2³⁹. */
const WEIGHTS = SQUARES.map((a) => SQUARES.slice(0, a).reduce((product, b) => product * (12 + 2 * b), 1));

/** The texts of what the squares of a piece may hold. @param {number} kind @param {number} player */
function contents(kind, player) {
  const [P, Q] = player ? "OX" : "XO";
  const three = [`${P}.${Q}`, `${Q}.${P}`, `.${P}${Q}`, `${Q}${P}.`];
  return [[P], [`${P}.`, `.${P}`], [P + Q, Q + P], three, three.flatMap(([a, b, c]) => [a + b + c + Q, a + Q + c + b])][kind];
}

/**
 * The part of a key: the least square says what the piece is, each other one which square that is and whether it is of
 * the other pair of squares.
 * @param {number} kind
 * @param {number} player
 * @param {number[]} squares
 */
function code(kind, player, squares) {
  const least = Math.min(...squares);
  const at = squares.indexOf(least);
  const what = [1 + player, 3 + player, 5, 6 + 2 * player + (at % 2), 10 + player][kind];
  const numbers = squares.map((a, i) => (a === least ? what : 12 + 2 * least + (kind > 2 ? (i + at) % 2 : 0)));
  return squares.reduce((sum, a, i) => sum + numbers[i] * WEIGHTS[a], 0);
}

/** The pieces that have been asked for, by digits. @type {(Piece | undefined)[]} */
const made = Array(100_000).fill(undefined);

/** @param {number} kind @param {number} player @param {number} a @param {number} [b] @param {number} [c] @param {number} [d] */
function piece(kind, player, a, b = -1, c = -1, d = -1) {
  const name = 10_000 * (2 * kind + player) + 1_000 * a + 100 * (b + 1) + 10 * (c + 1) + d + 1;
  const found = made[name];
  if (found) return found;
  const squares = [a, b, c, d].filter((each) => each >= 0);
  const codes = Float64Array.from(SYMMETRIES, (to) => code(kind, player, squares.map((each) => to[each])));
  const boards = contents(kind, player).map((text) => squares.reduce((sum, each, i) => sum + DIGITS[each] * ".XO".indexOf(text[i]), 0));
  return (made[name] = { kind, player, squares, codes, boards });
}

/** The least squares of orders of squares. @param {number[]} squares @returns {number[][]} */
const orders = (squares) => (squares.length < 2 ? [squares] : squares.flatMap((a) => orders(squares.filter((b) => b !== a)).map((rest) => [a, ...rest])));

/**
 * The piece that these squares are, if one is.
 * @param {Position} p
 * @param {number[]} squares from 1
 */
function pieceOf({ boards }, squares) {
  for (const order of orders(squares)) {
    const held = new Set(boards.map((board) => order.map((a) => board[a - 1]).join("")));
    for (const kind of [0, 1, 2, 3, 4]) {
      for (const player of [0, 1]) {
        const may = contents(kind, player);
        if (may.length === held.size && may.every((text) => held.has(text))) return piece(kind, player, order[0] - 1, .../** @type {number[]} */ (order.slice(1).map((a) => a - 1)));
      }
    }
  }
  return null;
}

// ---- The search

const NOTHING = { codes: new Float64Array(8) };

/** A position as pieces, which moves change and take back. */
class Board {
  /** @type {(Piece | null)[]} by square */
  at = SQUARES.map(() => null);
  /** The sums of the codes of all pieces. */
  keys = new Float64Array(8);
  /** The squares with certain marks of X and of O, a bit each. */
  certain = [0, 0];
  taken = 0;
  plies = 0;

  /** @param {Piece} piece @param {1 | -1} sign put it there, or take it away */
  put(piece, sign) {
    for (let s = 0; s < 8; s++) this.keys[s] += sign * piece.codes[s];
    for (const a of piece.squares) {
      this.at[a] = sign > 0 ? piece : null;
      this.taken += sign << a;
    }
    if (piece.kind === 0) this.certain[piece.player] += sign << piece.squares[0];
  }

  /** @param {Piece | null} old @param {Piece} now @param {1 | -1} step a move, or taking it back */
  change(old, now, step) {
    if (step < 0) this.put(now, -1);
    if (old) this.put(old, step > 0 ? -1 : 1);
    if (step > 0) this.put(now, 1);
    this.plies += step;
  }

  /**
   * The least key, after a change if one is given: the same for all positions that are alike.
   * @param {Piece | null} old
   * @param {Piece | null} now
   */
  key(old, now) {
    const [out, into] = [(old ?? NOTHING).codes, (now ?? NOTHING).codes];
    let least = Infinity;
    for (let s = 0; s < 8; s++) {
      const key = this.keys[s] - out[s] + into[s];
      if (key < least) least = key;
    }
    return least;
  }
}

/** Values by key: a hash table with open addressing. */
class Memory {
  size = 0;
  keys = new Float64Array(1 << 16).fill(-1);
  values = new Int16Array(1 << 16);

  /** Where a key is, or may be put. @param {number} key */
  place(key) {
    const mask = this.keys.length - 1;
    let hash = Math.imul(key ^ Math.imul(key / 4294967296, 0x9e3779b1), 0x85ebca6b);
    for (hash ^= hash >>> 15; ; hash++) {
      const found = this.keys[hash & mask];
      if (found === key || found < 0) return hash & mask;
    }
  }

  /** @param {number} key */
  get(key) {
    const at = this.place(key);
    return this.keys[at] === key ? this.values[at] : UNKNOWN;
  }

  /** @param {number} key @param {number} value */
  set(key, value) {
    if (++this.size * 2 > this.keys.length) {
      const { keys, values } = this;
      this.keys = new Float64Array(2 * keys.length).fill(-1);
      this.values = new Int16Array(2 * keys.length);
      keys.forEach((each, i) => each >= 0 && this.put(each, values[i]));
    }
    this.put(key, value);
  }

  /** @param {number} key @param {number} value */
  put(key, value) {
    const at = this.place(key);
    this.keys[at] = key;
    this.values[at] = value;
  }
}

/** The values of a game, times `SCALE`. */
class Search {
  memory = new Memory();
  /** Of boards that a measurement has found, by their numbers to the base 3. */
  found = new Int16Array(3 ** 9).fill(UNKNOWN);

  /** @param {TiqTaqToe} game */
  constructor(game) {
    const { level, target, pair, lines, both } = game.options;
    this.level = ["classic", "minimal", "moderate", "high"].indexOf(level);
    this.unentangled = target === "unentangled";
    this.pairs = pair === "legal";
    this.everyMove = lines === "every-move";
    /** The value of a line of both, where an even or an odd ply was the last. */
    this.ofBoth = { even: [0, 0], X: [1, 1], O: [-1, -1], "last-mover": [-1, 1], other: [1, -1] }[both] ?? [];
  }

  /**
   * The piece that a superposition makes, of the one that is on either square; null if it is illegal.
   * Rules: TIQ-SUPER-1, TIQ-TARGET-1, TIQ-TARGET-2, TIQ-PAIR-1
   * @param {Board} board
   * @param {number} a
   * @param {number} b
   */
  superposition({ at, plies }, a, b) {
    const mover = plies % 2;
    const t = at[a] ? a : b;
    const e = a + b - t;
    const target = at[t];
    if (!target) return this.level > 0 ? piece(1, mover, a, b) : null;
    const { kind, player, squares } = target;
    if (player === mover || kind === 2) return null;
    if (at[e]) return this.pairs && kind === 1 && at[e] === target ? piece(2, mover, a, b) : null;
    if (kind === 0) return this.level > 1 ? piece(2, mover, t, e) : null;
    if (this.level < 3) return null;
    if (kind === 1) return piece(3, player, t, squares[0] + squares[1] - t, e);
    return kind === 3 && squares[1] === t && !this.unentangled ? piece(4, player, squares[0], t, squares[2], e) : null;
  }

  /**
   * The value after a move on a, or on a and b; UNKNOWN if it is illegal.
   * @param {Board} board
   * @param {number} a
   * @param {number} b
   */
  after(board, a, b) {
    const mover = board.plies % 2;
    const old = board.at[a] ?? board.at[b];
    if (a === b && old) return UNKNOWN;
    if (a === b && this.everyMove && HAS_LINE[board.certain[mover] | (1 << a)]) return mover ? -SCALE : SCALE; // TIQ-END-1
    const now = a === b ? piece(0, mover, a) : this.superposition(board, a, b);
    if (!now) return UNKNOWN;
    const key = board.key(old, now);
    const known = this.memory.get(key);
    if (known !== UNKNOWN) return known;
    board.change(old, now, 1);
    const value = this.value(board);
    board.change(old, now, -1);
    this.memory.set(key, value);
    return value;
  }

  /**
   * The value of a position without a line that counts. Rule: TIQ-VALUE-1
   * @param {Board} board
   * @returns {number}
   */
  value(board) {
    if ((board.certain[0] | board.certain[1]) === FULL) return this.score(board.certain, board.plies);
    return board.taken === FULL ? this.mean(board) : this.best(board);
  }

  /** @param {Board} board */
  best(board) {
    let best = UNKNOWN;
    const sign = board.plies % 2 ? -1 : 1;
    for (let a = 0; a < 9; a++) {
      for (let b = a; b < 9; b++) {
        if (board.at[a] && (b === a || (board.at[b] && !this.pairs))) continue;
        const value = this.after(board, a, b);
        if (value !== UNKNOWN && sign * value > best) best = sign * value;
      }
    }
    return sign * best;
  }

  /** Rule: TIQ-MEASURE-1 @param {Board} board */
  mean({ at, plies }) {
    let certain = 0;
    /** @type {Piece[]} */
    const groups = [];
    at.forEach((each, a) => {
      if (each?.kind === 0) certain += each.boards[0];
      else if (each?.squares[0] === a) groups.push(each);
    });
    const sum = (/** @type {number} */ i, /** @type {number} */ number) => {
      let found = 0;
      for (const held of groups[i].boards) found += i ? sum(i - 1, number + held) : this.measured(number + held, plies);
      return found;
    };
    return sum(groups.length - 1, certain) / groups.reduce((count, each) => count * each.boards.length, 1);
  }

  /**
   * The value of the board that a measurement has found. Rules: TIQ-END-2, TIQ-END-3
   * @param {number} number
   * @param {number} plies
   */
  measured(number, plies) {
    if (this.found[number] === UNKNOWN) {
      const board = new Board();
      board.plies = plies;
      for (const a of SQUARES) {
        const digit = Math.floor(number / DIGITS[a]) % 3;
        if (digit) board.put(piece(0, digit - 1, a), 1);
      }
      const ends = board.certain.some((mask) => HAS_LINE[mask]);
      this.found[number] = ends ? this.score(board.certain, plies) : this.value(board);
    }
    return this.found[number];
  }

  /**
   * Rule: TIQ-SCORE-1
   * @param {number[]} certain
   * @param {number} plies
   */
  score([x, o], plies) {
    if (HAS_LINE[x] && HAS_LINE[o]) return SCALE * this.ofBoth[plies % 2];
    return SCALE * (Number(HAS_LINE[x]) - Number(HAS_LINE[o]));
  }
}

/**
 * The position as pieces; null if its boards are not all combinations of groups of the four kinds.
 * @param {TiqTaqToe} game
 * @param {Position} p
 */
function boardOf(game, p) {
  const board = new Board();
  board.plies = p.plies;
  const certain = SQUARES.map((a) => a + 1).filter((a) => p.contents[a] === "X" || p.contents[a] === "O");
  const pieces = [...certain.map((a) => [a]), ...game.groups(p)].map((squares) => (squares.length > 4 ? null : pieceOf(p, squares)));
  let boards = 1;
  for (const each of pieces) {
    if (!each) return null;
    board.put(each, 1);
    boards *= each.boards.length;
  }
  return boards === p.boards.length ? board : null;
}

/**
 * Remember the values of plies 0 to 2, which ship for each level where every switch has its first value.
 * @param {TiqTaqToe} game
 * @param {Search} search
 */
async function remember(game, search) {
  if (game.isFull || SWITCHES.some(([{ name, values }]) => name in game.options && game.options[name] !== values[0])) return;
  const { counts, boards, values } = (await table(`tiqtaqtoe-${game.options.level}`)).arrays;
  let at = 0;
  counts.forEach((count, i) => {
    const texts = Array.from(boards.subarray(at, (at += count)), (number) => SQUARES.map((a) => ".XO"[Math.floor(number / DIGITS[a]) % 3]).join(""));
    const board = boardOf(game, game.at(texts));
    if (board) search.memory.set(board.key(null, null), values[i]);
  });
}

/**
 * The values of a game; at the level full only those of ended positions, because no others are defined (TIQ-VALUE-1).
 * @param {TiqTaqToe} game
 * @param {import("../index.js").Report} report
 * @returns {import("../solver.js").Solver<Position>}
 */
export function solver(game, report) {
  const search = new Search(game);
  const ready = remember(game, search).catch((error) => {
    if (!(error instanceof NotSolved)) throw error; // without the table the search takes longer, and finds the same
  });
  const fraction = (/** @type {number} */ value) => new Fraction(value, SCALE);
  const boardFor = (/** @type {Position} */ p) => {
    if (game.isFull) throw new NotSolved("At the level full a game need not end, so the rules give no value to a position before the end.");
    const board = boardOf(game, p);
    if (!board) throw new NotSolved("No game leads to these boards, so their value is not known.");
    return board;
  };
  const after = (/** @type {Board} */ board, /** @type {string} */ action) => {
    if (action[0] === "=") return search.measured(SQUARES.reduce((sum, a) => sum + DIGITS[a] * ".XO".indexOf(action[a + 1]), 0), board.plies);
    const [a, b = a] = game.squares(action);
    return search.after(board, a - 1, b - 1);
  };
  return {
    async prepare(p) {
      await ready;
      if (game.ended(p)) return;
      const board = boardFor(p);
      game.actions(p).forEach((action, i, { length }) => {
        report({ words: "Solving TiqTaqToe", done: i, of: length });
        after(board, action);
      });
    },
    value: (p) => (game.ended(p) ? game.score(p) : fraction(search.value(boardFor(p)))),
    values(p) {
      if (game.ended(p)) return new Map();
      const board = boardFor(p);
      return new Map(game.actions(p).map((action) => [action, fraction(after(board, action))]));
    },
    probabilities: (p) => game.chance(p),
  };
}
