/**
 * Exact values of TiqTaqToe, by a search that remembers positions up to symmetry.
 *
 * The boards of a position are all combinations of what its groups may hold (LEMMA groups). So the search knows a
 * position by its *pieces*, which are certain marks and groups. A piece is of a kind, where P and Q are the players,
 * either way round:
 *
 *     0  P is on a
 *     1  P is on a or b
 *     2  P and Q are on a and b
 *     3  P and Q are on a and c; or Q is on one of these, and P on b
 *     4  the same, and another Q is on b or d, with what was on b on the other
 */

import { Fraction } from "../fraction.js";
import { LINES_IN, NotSolved, SYMMETRIES } from "../game.js";
import { table } from "../table.js";
import { likely } from "./boards.js";
import { SWITCHES, squaresOf } from "./rules.js";

/** @typedef {import("./boards.js").Position} Position */
/** @typedef {import("./index.js").TiqTaqToe} TiqTaqToe */

/** Where the tables of the levels are. @type {Record<string, () => URL>} */
const TABLES = {
  classic: () => new URL("../../data/tiqtaqtoe-classic.gz", import.meta.url),
  minimal: () => new URL("../../data/tiqtaqtoe-minimal.gz", import.meta.url),
  moderate: () => new URL("../../data/tiqtaqtoe-moderate.gz", import.meta.url),
  high: () => new URL("../../data/tiqtaqtoe-high.gz", import.meta.url),
};
const SQUARES = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const FULL = 511;
/** Values are multiples of 1/512 (LEMMA denominators). */
const SCALE = 512;
const UNKNOWN = -32768;

// ---- Pieces

/**
 * @typedef {object} Piece
 * @property {number} kind
 * @property {number} player P: 0 for X, 1 for O
 * @property {number[]} squares a, b, c and d
 * @property {Float64Array} codes what it adds to the key of a position, under each symmetry
 * @property {number[]} boards what it may hold, as numbers to the base 3 with the digits `.XO`
 */

const DIGITS = SQUARES.map((a) => 3 ** a);
const numberOf = (/** @type {ArrayLike<string>} */ text, squares = SQUARES) => squares.reduce((sum, a, i) => sum + DIGITS[a] * ".XO".indexOf(text[i]), 0);
/** A square a adds one of 12 + 2a numbers to a key, so keys are below 12 · 14 · … · 28 < 2³⁹. */
const WEIGHTS = SQUARES.map((a) => SQUARES.slice(0, a).reduce((product, b) => product * (12 + 2 * b), 1));

/** The texts of what the squares of a piece may hold. @param {number} kind @param {number} player */
function contents(kind, player) {
  const [P, Q] = player ? "OX" : "XO";
  const three = [`${P}.${Q}`, `${Q}.${P}`, `.${P}${Q}`, `${Q}${P}.`];
  return [[P], [`${P}.`, `.${P}`], [P + Q, Q + P], three, three.flatMap(([a, b, c]) => [a + b + c + Q, a + Q + c + b])][kind];
}

/**
 * The part of a piece in a key: the least square says what the piece is, each other one which square that is, and whether
 * it is of the other pair of squares. a and c are alike, b and d are, and at kind 4 these two pairs.
 * @param {number} kind @param {number} player @param {number[]} squares
 */
function code(kind, player, squares) {
  const least = Math.min(...squares);
  const at = squares.indexOf(least);
  const what = [1 + player, 3 + player, 5, 6 + 2 * player + (at % 2), 10 + player][kind];
  return squares.reduce((sum, a, i) => sum + WEIGHTS[a] * (a === least ? what : 12 + 2 * least + (kind > 2 ? (i + at) % 2 : 0)), 0);
}

/** The pieces that have been asked for, by their digits. @type {(Piece | undefined)[]} */
const made = Array(100_000).fill(undefined);

/** @param {number} kind @param {number} player @param {number} a @param {number} [b] @param {number} [c] @param {number} [d] */
function piece(kind, player, a, b = -1, c = -1, d = -1) {
  const name = 10_000 * (2 * kind + player) + 1_000 * a + 100 * (b + 1) + 10 * (c + 1) + d + 1;
  const found = made[name];
  if (found) return found;
  const squares = [a, b, c, d].filter((each) => each >= 0);
  const codes = Float64Array.from(SYMMETRIES, (to) => code(kind, player, squares.map((each) => to[each])));
  return (made[name] = { kind, player, squares, codes, boards: contents(kind, player).map((text) => numberOf(text, squares)) });
}

/** @param {number[]} squares @returns {number[][]} */
const orders = (squares) => (squares.length < 2 ? [squares] : squares.flatMap((a) => orders(squares.filter((b) => b !== a)).map((rest) => [a, ...rest])));

/** The piece that these squares are, if one is. @param {Position} p @param {number[]} squares */
function pieceOf(p, squares) {
  for (const [a, ...rest] of squares.length > 4 ? [] : orders(squares)) {
    const held = new Set(p.boards.map((board) => [a, ...rest].map((each) => board[each]).join("")));
    for (let kind = 0; kind < 5; kind++) {
      const player = [0, 1].find((each) => contents(kind, each).length === held.size && contents(kind, each).every((text) => held.has(text)));
      if (player !== undefined) return piece(kind, player, a, ...rest);
    }
  }
  return null;
}

// ---- The search

/** A position as pieces, which moves change and take back. */
class Board {
  /** @type {(Piece | null)[]} by square */
  at = SQUARES.map(() => null);
  /** The sums of the codes of all pieces, under each symmetry. */
  keys = new Float64Array(8);
  /** The squares with certain marks of X and of O, and all that have a piece. */
  certain = [0, 0];
  taken = 0;

  /** @param {number} plies */
  constructor(plies) {
    this.plies = plies;
  }

  /** @param {Piece} piece @param {1 | -1} sign put it there, or take it away */
  put(piece, sign) {
    for (let s = 0; s < 8; s++) this.keys[s] += sign * piece.codes[s];
    for (const a of piece.squares) {
      this.at[a] = sign > 0 ? piece : null;
      this.taken += sign << a;
    }
    if (piece.kind === 0) this.certain[piece.player] += sign << piece.squares[0];
  }

  /** The least key after a move, which alike positions share. @param {Piece | null} old @param {Piece | null} now */
  key(old = null, now = null) {
    const [out, into] = [(old ?? NOTHING).codes, (now ?? NOTHING).codes];
    let least = Infinity;
    for (let s = 0; s < 8; s++) {
      const key = this.keys[s] - out[s] + into[s];
      if (key < least) least = key;
    }
    return least;
  }
}

const NOTHING = { codes: new Float64Array(8) };

/** The values of a game, times `SCALE`. @param {TiqTaqToe} game */
function search({ options: { level, target, pair, lines, both } }) {
  const rank = ["classic", "minimal", "moderate", "high"].indexOf(level);
  /** Of lines of both, after an even or an odd ply. */
  const ofBoth = { even: [0, 0], X: [1, 1], O: [-1, -1], "last-mover": [-1, 1], other: [1, -1] }[both] ?? [];
  /** Values by key. @type {Map<number, number>} */
  const memory = new Map();
  /** Of boards that a measurement has found, by their numbers. */
  const found = new Int16Array(3 ** 9).fill(UNKNOWN);

  /**
   * The piece that a superposition makes of what is on its squares; null if it is illegal.
   * Rules: TIQ-SUPER-1, TIQ-TARGET-1, TIQ-TARGET-2, TIQ-PAIR-1
   * @param {Board} board @param {number} a @param {number} b
   */
  function superposed({ at, plies }, a, b) {
    const mover = plies % 2;
    const [on, empty] = at[a] ? [a, b] : [b, a];
    const old = at[on];
    if (!old) return rank > 0 ? piece(1, mover, a, b) : null;
    const { kind, player, squares } = old;
    if (player === mover || kind === 2) return null;
    if (at[empty]) return pair === "legal" && kind === 1 && at[empty] === old ? piece(2, mover, a, b) : null;
    if (kind === 0) return rank > 1 ? piece(2, mover, on, empty) : null;
    if (kind === 1) return rank > 2 ? piece(3, player, on, squares[0] + squares[1] - on, empty) : null;
    return kind === 3 && squares[1] === on && rank > 2 && target !== "unentangled" ? piece(4, player, squares[0], on, squares[2], empty) : null;
  }

  /** The value after a move on a, or on a and b; UNKNOWN if it is illegal. @param {Board} board @param {number} a @param {number} b */
  function after(board, a, b) {
    const mover = board.plies % 2;
    const old = board.at[a] ?? board.at[b];
    if (a === b && old) return UNKNOWN;
    if (a === b && lines === "every-move" && LINES_IN[board.certain[mover] | (1 << a)]) return mover ? -SCALE : SCALE; // TIQ-END-1
    const now = a === b ? piece(0, mover, a) : superposed(board, a, b);
    if (!now) return UNKNOWN;
    const key = board.key(old, now);
    const known = memory.get(key);
    if (known !== undefined) return known;
    if (old) board.put(old, -1);
    board.put(now, 1);
    board.plies++;
    const found = value(board);
    board.plies--;
    board.put(now, -1);
    if (old) board.put(old, 1);
    memory.set(key, found);
    return found;
  }

  /** The value of a position that a move has not ended. Rule: TIQ-VALUE-1 @param {Board} board @returns {number} */
  function value(board) {
    if ((board.certain[0] | board.certain[1]) === FULL) return score(board);
    return board.taken === FULL ? mean(board) : best(board);
  }

  /** The same, kept for positions that are like this one. @param {Board} board */
  function remembered(board) {
    const found = memory.get(board.key()) ?? value(board);
    memory.set(board.key(), found);
    return found;
  }

  /** @param {Board} board */
  function best(board) {
    const sign = board.plies % 2 ? -1 : 1;
    let best = UNKNOWN;
    for (let a = 0; a < 9; a++) {
      for (let b = a; b < 9; b++) {
        const value = after(board, a, b);
        if (value !== UNKNOWN && sign * value > best) best = sign * value;
      }
    }
    return sign * best;
  }

  /** Rule: TIQ-MEASURE-1 @param {Board} board */
  function mean({ at, plies }) {
    let certain = 0;
    /** @type {Piece[]} */
    const groups = [];
    at.forEach((each, a) => {
      if (each?.kind === 0) certain += each.boards[0];
      else if (each?.squares[0] === a) groups.push(each);
    });
    const sum = (/** @type {number} */ i, /** @type {number} */ number) => {
      let total = 0;
      for (const held of groups[i].boards) total += i ? sum(i - 1, number + held) : measured(number + held, plies);
      return total;
    };
    return sum(groups.length - 1, certain) / groups.reduce((count, each) => count * each.boards.length, 1);
  }

  /** The value of the board that a measurement has found. Rules: TIQ-END-2, TIQ-END-3 @param {number} number @param {number} plies */
  function measured(number, plies) {
    if (found[number] === UNKNOWN) {
      const board = new Board(plies);
      for (const a of SQUARES) {
        const digit = Math.floor(number / DIGITS[a]) % 3;
        if (digit) board.put(piece(0, digit - 1, a), 1);
      }
      found[number] = board.certain.some((set) => LINES_IN[set]) ? score(board) : value(board);
    }
    return found[number];
  }

  /** Rule: TIQ-SCORE-1 @param {Board} board */
  function score({ certain: [x, o], plies }) {
    return SCALE * (LINES_IN[x] && LINES_IN[o] ? ofBoth[plies % 2] : Math.sign(LINES_IN[x]) - Math.sign(LINES_IN[o]));
  }

  return { after, measured, memory, remembered };
}

/** The position as pieces; null if its boards are not all combinations of pieces. @param {TiqTaqToe} game @param {Position} p */
function boardOf(game, p) {
  const board = new Board(p.plies);
  const certain = SQUARES.filter((a) => p.contents[a + 1] === "X" || p.contents[a + 1] === "O").map((a) => [a]);
  let boards = 1;
  for (const squares of [...certain, ...game.groups(p).map((group) => group.map((a) => a - 1))]) {
    const found = pieceOf(p, squares);
    if (!found) return null;
    board.put(found, 1);
    boards *= found.boards.length;
  }
  return boards === p.boards.length ? board : null;
}

/**
 * Remember what ships: the values of plies 0 to 2 of each level where every switch has its first value.
 * @param {TiqTaqToe} game
 * @param {Map<number, number>} memory
 */
async function remember(game, memory) {
  const { level } = game.options;
  if (game.isFull || SWITCHES.some(([{ name, values }]) => name in game.options && game.options[name] !== values[0])) return;
  const { counts, boards, values } = (await table(`tiqtaqtoe-${level}`, TABLES[level])).arrays;
  let at = 0;
  counts.forEach((count, i) => {
    const texts = Array.from(boards.subarray(at, (at += count)), (number) => DIGITS.map((digit) => ".XO"[Math.floor(number / digit) % 3]).join(""));
    const board = boardOf(game, likely(texts));
    if (board) memory.set(board.key(), values[i]);
  });
}

/**
 * The values of a game. At the level full only ended positions have one (TIQ-VALUE-1).
 * @param {TiqTaqToe} game
 * @param {import("../index.js").Report} report
 * @returns {import("../solver.js").Solver<Position>}
 */
export function solver(game, report) {
  const { after, measured, memory, remembered } = search(game);
  const ready = remember(game, memory).catch((error) => {
    if (!(error instanceof NotSolved)) throw error; // without the table a search finds the same
  });
  const fraction = (/** @type {number} */ scaled) => new Fraction(scaled, SCALE);
  const boardFor = (/** @type {Position} */ p) => {
    if (game.isFull) throw new NotSolved("At the level full a game need not end, so the rules give no value to a position before the end.");
    const board = boardOf(game, p);
    if (!board) throw new NotSolved("No game leads to these boards, so their value is not known.");
    return board;
  };
  const valueAfter = (/** @type {Board} */ board, /** @type {string} */ action) => {
    if (action[0] === "=") return measured(numberOf(action.slice(1)), board.plies);
    const [a, b = a] = squaresOf(action);
    return after(board, a - 1, b - 1);
  };
  return {
    async prepare(p) {
      await ready;
      if (game.ended(p)) return;
      const board = boardFor(p);
      game.actions(p).forEach((action, i, { length }) => {
        report({ words: "Solving TiqTaqToe", done: i, of: length });
        valueAfter(board, action);
      });
    },
    value: (p) => (game.ended(p) ? game.score(p) : fraction(remembered(boardFor(p)))),
    values(p) {
      const board = game.ended(p) ? null : boardFor(p);
      return new Map(board ? game.actions(p).map((action) => [action, fraction(valueAfter(board, action))]) : []);
    },
    probabilities: game.chance,
  };
}
