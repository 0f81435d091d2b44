/** Positions of TiqTaqToe as boards that are equally likely: every level but full. The IDs are those of the rule page. */

import { Fraction } from "../fraction.js";
import { LINES, SQUARES, playerOf, put } from "../game.js";
import { taking } from "../notation.js";

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

const BOARD = /^[XO.]{9}$/;
/** @param {string} token */
export const isBoard = (token) => BOARD.test(token);
/** A board as the next token of a state. @param {ReturnType<typeof taking>} tokens */
export const taken = ({ take }) => take(BOARD, "a board of nine squares, each X, O or a dot");

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
    const left = taking(tokens);
    const { take, check, sees, end } = left;
    const more = "| and another board, or the end";
    /** @type {string[]} */
    const boards = [];
    do {
      if (boards.length) take(/^\|$/, "|");
      const board = taken(left);
      check([0, 1].includes(count("X", board) - count("O", board)), "as many X as O, or one more X");
      const marks = 9 - count(".", boards[0] ?? board);
      check(count(".", board) === 9 - marks, `a board with as many marks as the first board, ${marks}`);
      check(!boards.includes(board), "a board that is not listed yet");
      boards.push(board);
    } while (sees(/^\|$/));
    const measured = sees(/^measured$/);
    if (measured) {
      take(/./, "measured");
      check(lines !== "every-move", `${more}: lines count after every move`);
      check(boards.length === 1, `${more}: a measurement leaves one board`);
      check(endsAt(lines, boards[0]), "the end: the board has no line");
    }
    end(measured ? "the end" : more);
    return likely(boards, measured);
  },
});
