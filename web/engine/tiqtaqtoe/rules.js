/** The rules of TiqTaqToe. Positions are in `boards.js`, those of the level full in `full.js`. */

import { Fraction, ZERO } from "../fraction.js";
import { SQUARES, choices, kept, legalUnder, listed, opponent, playerOf } from "../game.js";
import { inTokens, untimely } from "../notation.js";
import { endsAt, holders, isBoard, mover } from "./boards.js";

/** @typedef {import("./boards.js").Position} Position */
/** @typedef {import("./boards.js").Weight} Weight */
/** @typedef {import("../game.js").Exact} Exact */
/**
 * What the rules give, and what only this game has.
 * @typedef {Omit<import("../game.js").Game<Position>, "name" | "ruleset" | "earlier" | "options" | "play" | "next" | "describe" | "told" | "meaning"> & {
 *   isFull: boolean, due(p: Position): boolean, ended(p: Position): boolean, groups(p: Position): number[][],
 *   share(p: Position, some: string[], of: string[]): Exact, probabilities(p: Position): Record<string, Record<string, Exact>>}} Rules
 *   `share`: the probability that one of some boards is found, if one of others is, which include them
 */

/** TIQ-TARGET-1: in words, and of which kinds, what the target of a superposition may hold; Q is the opponent. @type {Record<string, string[]>} */
const TARGETS = {
  minimal: ["certainly nothing", "."],
  moderate: ["certainly nothing, or certainly the opponent's mark", ".", "Q"],
  high: ["the opponent's mark or nothing, and never the mover's mark", ".", "Q", ".Q"],
};

/** @param {string} move */
export const squaresOf = (move) => move.split("-").map(Number);

/** @param {Weight[]} weights @returns {Weight} */
const total = (weights) => weights.reduce(([s, t], [u, v]) => [s + u, t + v], [0n, 0n]);

/** Whether two squares are entangled. Rule: TIQ-GROUP-1 @param {Position} p @param {Map<string, Weight>} weights @param {number} a @param {number} b */
function entangled({ contents }, weights, a, b) {
  /** @type {Record<string, Weight>} */
  const joint = {};
  for (const [board, weight] of weights) {
    const held = board[a - 1] + board[b - 1];
    joint[held] = total([joint[held] ?? [0n, 0n], weight]);
  }
  const side = (/** @type {0 | 1} */ k, /** @type {string} */ u) => total(Object.keys(joint).filter((held) => held[k] === u).map((held) => joint[held]));
  /** @type {(u: Weight, v: Weight) => string} */
  const product = ([s, t], [u, v]) => `${s * u + 2n * t * v} ${s * v + t * u}`;
  const whole = total([...weights.values()]);
  return [...contents[a]].some((u) => [...contents[b]].some((v) => product(joint[u + v] ?? [0n, 0n], whole) !== product(side(0, u), side(1, v))));
}

/** Whether one mark of the opponent is on one of two squares, and the other is empty. Rule: TIQ-PAIR-1 @param {Position} p @param {number[]} squares */
function isPair(p, [a, b]) {
  const [held, Q] = [new Set(p.boards.map((board) => board[a - 1] + board[b - 1])), opponent(mover(p))];
  return held.size === 2 && held.has(`.${Q}`) && held.has(`${Q}.`);
}

export const LEVELS = ["classic", "minimal", "moderate", "high", "full"];
/** TIQ-SWITCH-1: each switch with the levels that have it. @type {[import("../game.js").Option, string[]][]} */
export const SWITCHES = [
  [{ name: "target", values: ["entangled", "unentangled"], default: "entangled", rule: "TIQ-TARGET-2", note: "May a superposition name an entangled mark of the opponent?" }, ["high"]],
  [{ name: "pair", values: ["illegal", "legal"], default: "illegal", rule: "TIQ-PAIR-1", note: "May a superposition name both squares of one mark of the opponent?" }, ["high"]],
  [{ name: "lines", values: ["every-move", "full-board"], default: "every-move", rule: "TIQ-END-2", note: "When does the game look for lines of certain marks?" }, LEVELS],
  [{ name: "both", values: ["even", "X", "O", "last-mover", "other"], default: "even", rule: "TIQ-SCORE-1", note: "Who wins when both players have a line?" }, LEVELS],
  [{ name: "gate", values: ["iswap", "swap"], default: "iswap", rule: "TIQ-GATE-1", note: "Which gate does a split apply?" }, ["full"]],
];

/** @param {Record<string, string>} options @param {import("./boards.js").States} states @returns {Rules} */
export function rules({ level, target, pair, lines, both }, states) {
  const isFull = level === "full";
  const free = isFull ? "free" : "certainly empty";
  /** What decides on superpositions; a switch that the level lacks has its first value. @type {Record<string, string>} */
  const setting = { level, target: target ?? "entangled", pair: pair ?? "illegal" };
  /** TIQ-BOARD-1, TIQ-ORDER-1: the moves that a position may have, in order. */
  const moves = [...SQUARES.map(String), ...SQUARES.flatMap((a) => SQUARES.filter((b) => a < b || (isFull && a !== b)).map((b) => `${a}-${b}`))];
  /** The weight of each board. @type {(p: Position) => Map<string, Weight>} */
  const weights = kept((p) => new Map(states.weights(p).map((weight, i) => [p.boards[i], weight])), new WeakMap());
  /** @type {Rules["share"]} */
  const share = (p, ...both) => {
    const [some, of] = both.map((boards) => total(boards.map((board) => /** @type {Weight} */ (weights(p).get(board)))));
    return states.share(some, of);
  };

  /** Rule: TIQ-GROUP-1 @type {(p: Position) => number[][]} */
  const groups = kept((p) => {
    const uncertain = SQUARES.filter((a) => p.contents[a].length > 1);
    /** @type {number[][]} */
    const found = [];
    for (const a of uncertain) {
      if (found.flat().includes(a)) continue;
      const group = [a];
      for (const b of group) group.push(...uncertain.filter((c) => !group.includes(c) && entangled(p, weights(p), b, c))); // it grows meanwhile
      found.push(group.sort());
    }
    return found;
  }, new WeakMap());

  /** Rule: TIQ-END-3 @param {Position} p */
  const complete = (p) => p.boards.length === 1 && !p.boards[0].includes(".");
  /** The players who have a line that counts. Rule: TIQ-END-2 @param {Position} p */
  const counted = (p) => (lines === "every-move" || p.measured || complete(p) ? holders(p.contents) : []);
  /** Rule: TIQ-END-3 @param {Position} p */
  const ended = (p) => complete(p) || counted(p).length > 0;
  /** Rule: TIQ-MEASURE-1 @param {Position} p */
  const due = (p) => !p.free.length && !ended(p);

  /**
   * What is wrong with a move where its player is to move. Rule: TIQ-ERROR-1
   * @param {Position} p @param {string} move @param {Record<string, string>} [under]
   * @returns {import("../game.js").Breach | null}
   */
  function forbidden(p, move, { level, target, pair } = setting) {
    const squares = squaresOf(move);
    const filled = squares.filter((a) => !p.free.includes(a));
    if (squares.length === 1) return filled.length ? { rule: "TIQ-MOVE-1", expected: `a ${free} square, ${listed(p.free, "or")}` } : null;
    if (isFull) return null;
    if (level === "classic") return { rule: "TIQ-LEVEL-1", expected: "a classical move, on one square" };
    if (filled.length === 2 && pair !== "legal") return { rule: "TIQ-SUPER-1", expected: "a pair with a certainly empty square" };
    if (filled.length === 2 && !isPair(p, squares)) return { rule: "TIQ-PAIR-1", expected: "a pair with a certainly empty square, or the two squares of one mark of the opponent" };
    if (!squares.every((a) => TARGETS[level].includes(p.contents[a].replace(opponent(mover(p)), "Q")))) return { rule: "TIQ-TARGET-1", expected: `the other square to hold ${TARGETS[level][0]}` };
    if (target === "unentangled" && groups(p).some((group) => group.length !== 2 && filled.some((a) => group.includes(a)))) return { rule: "TIQ-TARGET-2", expected: "a mark of the opponent that is entangled with no other mark" };
    return null;
  }

  /** Rules: TIQ-MOVE-1, TIQ-MEASURE-1 @param {Position} p */
  const actions = (p) => (ended(p) ? [] : due(p) ? p.boards.map((board) => `=${board}`) : moves.filter((move) => !forbidden(p, move)));

  return {
    isFull, due, ended, groups, share, actions,
    initial: states.found(".........", 0, false),
    worth: { draw: 0, win: 1, most: 1 },
    plies: (p) => p.plies,

    // Rule: TIQ-TURN-1
    actor: (p) => (ended(p) ? null : due(p) ? "CHANCE" : mover(p)),

    broken(p, action) {
      if (ended(p)) return { rule: "TIQ-END-1", expected: "no action, because the game is over" };
      if (due(p) && p.boards.includes(action.slice(1)) && action[0] === "=") return null;
      if (action[0] === "=") return { rule: "TIQ-MEASURE-1", expected: due(p) ? `a board of the position, such as ${listed(actions(p).slice(0, 2), "or")}` : "a move, because no measurement is due" };
      if (due(p)) return { rule: "TIQ-MEASURE-1", expected: `a measurement, because no square is ${free}` };
      const found = forbidden(p, action);
      if (!found || !action.includes("-")) return found;
      const others = choices([{ name: "level", values: LEVELS.slice(0, 4) }, ...SWITCHES.slice(0, 2).map(([option]) => option)]);
      return { ...found, expected: found.expected + legalUnder(setting, others, (other) => !forbidden(p, action, other)) };
    },

    brief: (p) => (p.boards.length > 2 ? [...p.boards.slice(0, 2), `and ${p.boards.length - 2} more`].join(" | ") : states.write(p).join(" ")),

    after(p, action) {
      const board = action.slice(1);
      return action[0] === "=" ? states.found(board, p.plies, endsAt(lines, board)) : states.moved(p, squaresOf(action));
    },

    // Rules: TIQ-MEASURE-1, TIQ-BORN-1
    chance(p) {
      const found = due(p) ? [...weights(p)] : [];
      const whole = total(found.map(([, weight]) => weight));
      return new Map(found.map(([board, weight]) => [`=${board}`, states.share(weight, whole)]));
    },

    // Rule: TIQ-STATE-1
    probabilities(p) {
      /** @type {(a: number, u: string) => Exact} */
      const chance = (a, u) => share(p, p.boards.filter((board) => board[a - 1] === u), p.boards);
      return Object.fromEntries(SQUARES.map((a) => [a, Object.fromEntries([...p.contents[a]].map((u) => [u, chance(a, u)]))]));
    },

    // Rules: TIQ-END-1, TIQ-END-2, TIQ-END-3
    outcome(p) {
      if (!ended(p)) return null;
      const [winner, other] = counted(p);
      if (!winner) return { winner: null, words: "no line", rule: "TIQ-END-3" };
      if (other) return { winner: null, words: "lines of both", rule: "TIQ-END-2" };
      return { winner, words: `win of ${winner}`, rule: lines === "every-move" ? "TIQ-END-1" : "TIQ-END-2" };
    },

    // Rule: TIQ-SCORE-1
    score(p) {
      const [first, second] = counted(p);
      const last = playerOf(p.plies);
      const winner = second ? { X: "X", O: "O", "last-mover": last, other: opponent(last) }[both] : first;
      return winner ? new Fraction(winner === "X" ? 1 : -1) : ZERO;
    },

    ...inTokens((action) => action[0] !== "="),

    // Rules: NOTATION-MEASURE-1, NOTATION-MOVE-1, NOTATION-SPLIT-1, NOTATION-SQUARE-1, TIQ-TURN-1
    misread(token, ply) {
      if (token[0] === "=") return isBoard(token.slice(1)) ? null : { rule: "NOTATION-MEASURE-1", expected: "= and the nine squares of a board, each X, O or a dot, such as =XO.X..O.." };
      const turn = `${playerOf(ply)}${ply}`;
      const [, mark, a, b] = /^([XO][1-9][0-9]*)\.([1-9])(?:-([1-9]))?$/.exec(token) ?? [];
      if (!mark) return { rule: token.includes("-") ? "NOTATION-MOVE-1" : "NOTATION-SQUARE-1", expected: `a move such as ${turn}.5 or ${turn}.1-9, or a measurement such as =XO.X..O..` };
      if (b && (isFull ? a === b : a >= b)) return { rule: "NOTATION-MOVE-1", expected: `two different squares${isFull ? "" : ", the smaller first"}` };
      return untimely("TIQ-TURN-1", mark, b ? `${a}-${b}` : a, ply);
    },
    stateRule: states.rule,
    writeState: states.write,
    readState: states.read,
  };
}
