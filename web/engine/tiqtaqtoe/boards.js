/** Positions of TiqTaqToe as boards that are equally likely: every level but full. The IDs are those of the rule page. */

import { Fraction } from "../fraction.js";
import { LINES, SQUARES, Wrong, playerOf, put } from "../game.js";

/** @typedef {import("../game.js").Player} Player */
/** @typedef {[bigint, bigint]} Weight s + t√2 */
/** @typedef {[bigint, bigint, bigint, bigint]} Amplitude a + bz + cz² + dz³ with z = e^(iπ/4) */
/**
 * A position (TIQ-STATE-1, TIQ-AMPLITUDE-1). Its text leaves out what follows from the rest.
 * @typedef {object} Position
 * @property {string[]} boards the possible ones, ascending, each the nine contents `X`, `O` or `.`
 * @property {Amplitude[] | null} amplitudes of each board, up to a common factor; null if all are equally likely
 * @property {boolean} measured whether a measurement has ended the game under `lines=full-board`
 * @property {string[]} contents by square what it may hold: `X`, or `.X` if it may also be empty; nothing at 0
 * @property {number[]} free the squares that a classical move may name
 * @property {number} plies how many moves led here; of a position that was read, the smallest number that fits
 */
/**
 * How a level keeps its positions.
 * @typedef {object} States
 * @property {string} rule on written states
 * @property {(board: string, plies: number, measured: boolean) => Position} found the position of one board (TIQ-MEASURE-1)
 * @property {(p: Position) => Weight[]} weights of each board, of which its probability is the share
 * @property {(part: Weight, whole: Weight) => import("../game.js").Exact} share
 * @property {(p: Position, squares: number[]) => Position} moved after a legal move
 * @property {(p: Position) => string[]} write
 * @property {(tokens: string[]) => Position} read
 */

/** @param {Position} p */
export const mover = (p) => playerOf(p.plies + 1);

/** @param {string[]} boards */
export const contentsOf = (boards) => ["", ...SQUARES.map((a) => [...".OX"].filter((u) => boards.some((board) => board[a - 1] === u)).join(""))];

/** The players who have a line where squares certainly hold this. Rule: TIQ-END-1 @param {ArrayLike<string>} contents by square */
export const holders = (contents) => /** @type {Player[]} */ (["X", "O"]).filter((player) => LINES.some((line) => line.every((a) => contents[a] === player)));

/** Whether a measurement that finds this board ends the game before it is full. Rule: TIQ-END-2 @param {string} lines @param {string} board */
export const endsAt = (lines, board) => lines === "full-board" && holders(` ${board}`).length > 0;

/** @param {string} token */
export const isBoard = (token) => /^[XO.]{9}$/.test(token);

/** @param {string} mark @param {string} board */
const count = (mark, board) => board.split(mark).length - 1;

/** @param {string[]} boards @param {boolean} [measured] @returns {Position} */
export function likely(boards, measured = false) {
  const contents = contentsOf(boards);
  return { boards: [...boards].sort(), amplitudes: null, measured, contents, free: SQUARES.filter((a) => contents[a] === "."), plies: 9 - count(".", boards[0]) };
}

/** @param {Record<string, string>} options @returns {States} */
export const states = ({ lines }) => ({
  rule: "NOTATION-STATE-3",
  found: (board, _, measured) => likely([board], measured),
  weights: (p) => p.boards.map(() => [1n, 0n]),
  share: ([part], [whole]) => new Fraction(part, whole),

  // Rules: TIQ-MOVE-1, TIQ-SUPER-1, TIQ-PAIR-1
  moved(p, [a, b = a]) {
    const empty = [b, a].find((each) => p.free.includes(each));
    if (!empty) return likely(p.boards.map((board) => put(board, board[a - 1] === "." ? a : b, mover(p))));
    const target = a + b - empty;
    const placed = p.boards.map((board) => put(board, empty, mover(p)));
    const exchanged = placed.map((board) => put(put(board, empty, board[target - 1]), target, mover(p)));
    return likely(a === b ? placed : [...placed, ...exchanged]);
  },

  write: (p) => [...p.boards.flatMap((board) => ["|", board]).slice(1), ...(p.measured ? ["measured"] : [])],

  read(tokens) {
    tokens.forEach((token, i) => {
      const before = tokens.slice(0, i);
      const follows = i % 2
        ? token === "|" || (token === "measured" && i === 1 && endsAt(lines, before[0]))
        : isBoard(token) && [0, 1].includes(count("X", token) - count("O", token)) && before.every((other) => other === "|" || (other !== token && count(".", other) === count(".", token)));
      if (!follows || before[1] === "measured") throw new Wrong(i + 1);
    });
    const last = tokens[tokens.length - 1] ?? "|";
    if (last === "|") throw new Wrong(tokens.length + 1);
    return likely(tokens.filter(isBoard), last === "measured");
  },
});
