/** The rules. The IDs are those of the rule page `probabilistic.md`. */

import { Fraction, ONE, ZERO } from "../fraction.js";
import { LINES, Refused, SQUARES, choices, legalUnder, linesHeld, listed, opponent, put } from "../game.js";
import { checked, inTokens, taking, untimely } from "../notation.js";
import { OUTCOMES, boardText, readBoard } from "./boards.js";
import { words } from "./words.js";

/**
 * @typedef {import("../game.js").Player} Player
 * @typedef {import("./boards.js").Board} Board
 */
/**
 * Rule: PROB-STATE-1
 * @typedef {object} Position
 * @property {string} marks of the squares in order, `X...O....`
 * @property {Player} turn whose turn it is, or who has named a square
 * @property {number} named the square whose outcome is not known yet, or 0
 * @property {number} plies how many squares have been named
 */
/** @typedef {import("../game.js").Game<Position> & {board: Board}} Probabilistic */

/** Rule: PROB-SWITCH-1 @type {import("../game.js").Option[]} */
export const SWITCHES = [
  { name: "end", values: ["full", "blocked"], default: "full", rule: "PROB-SWITCH-1", note: "Whether a game that nobody can win any more goes on until the board is full." },
  { name: "first", values: ["X", "O"], default: "X", rule: "PROB-SWITCH-1", note: "Who makes the first move." },
];
const HALF = new Fraction(1, 2);

/** Rule: PROB-END-4 @param {string} marks */
const isBlocked = (marks) => LINES.every((line) => ["X", "O"].every((player) => line.some((square) => marks[square - 1] === player)));

/** @param {Board} board @param {Record<string, string>} switches @returns {Probabilistic} */
export function rules(board, switches) {
  const first = /** @type {Player} */ (switches.first);
  const setting = boardText(board);
  /** Rule: PROB-OUTCOME-1 */
  const chances = board.map((three) => new Map(OUTCOMES.map((name, i) => /** @type {const} */ ([name, three[i]])).filter(([, { n }]) => n)));

  /** Rule: PROB-FIRST-1 @param {number} ply */
  const playerOf = (ply) => (ply % 2 ? first : opponent(first));

  /** @param {Position} p */
  function outcome({ marks }) {
    const winners = /** @type {Player[]} */ (["X", "O"]).filter((player) => linesHeld(marks, player).length); // PROB-END-1
    if (winners.length === 1) return { winner: winners[0], words: `win of ${winners[0]}`, rule: "PROB-END-1" };
    const full = !marks.includes(".");
    if (!winners.length && !full && !(switches.end === "blocked" && isBlocked(marks))) return null;
    return { winner: null, words: "draw", rule: winners.length || full ? "PROB-END-2" : "PROB-END-4" };
  }

  /** Rule: PROB-ORDER-1 @param {Position} p */
  const openSquares = ({ marks }) => SQUARES.filter((square) => marks[square - 1] === ".").map(String);

  /** @param {Position} p @returns {ReadonlyMap<string, Fraction>} */
  const chancesOf = (p) => (!p.named || outcome(p) ? new Map() : chances[p.named - 1]);

  /** @type {Omit<Probabilistic, "play">} */
  const game = {
    name: "probabilistic",
    ruleset: "probabilistic-1.1",
    earlier: { "probabilistic-1.0": { end: "full", first: "X" } },
    options: { board: setting, ...switches },
    board,
    means: (name, text) => {
      if (name !== "board") return text === game.options[name];
      try {
        return boardText(readBoard(text)) === setting;
      } catch (error) {
        if (error instanceof Refused) return false;
        throw error;
      }
    },
    initial: { marks: ".........", turn: first, named: 0, plies: 0 },
    plies: (p) => p.plies,
    actor: (p) => (outcome(p) ? null : p.named ? "CHANCE" : p.turn),
    actions: (p) => (outcome(p) ? [] : p.named ? [...chancesOf(p).keys()] : openSquares(p)),
    broken: (p, action) => {
      const legal = game.actions(p);
      if (legal.includes(action)) return null;
      if (outcome(p)) return { rule: "PROB-END-1", expected: `no action, because the game is over${legalUnder(switches, choices(SWITCHES.slice(0, 1)), (other) => rules(board, { ...switches, ...other }).actions(p).includes(action))}` };
      if (p.named) return { rule: "PROB-OUTCOME-1", expected: listed(legal, "or") + (OUTCOMES.includes(action) ? ": this one has probability 0" : ", because a square has been named") };
      if (OUTCOMES.includes(action)) return { rule: "PROB-OUTCOME-1", expected: "a square, because no square has been named" };
      return { rule: "PROB-MOVE-1", expected: `an open square, ${listed(legal, "or")}` };
    },
    // Rules: PROB-TURN-1, PROB-OUTCOME-1
    after: ({ marks, turn, named, plies }, action) => {
      if (!OUTCOMES.includes(action)) return { marks, turn, named: Number(action), plies: plies + 1 };
      const mark = { success: turn, failure: opponent(turn) }[action];
      return { marks: mark ? put(marks, named, mark) : marks, turn: opponent(turn), named: 0, plies };
    },
    chance: (p) => new Map(chancesOf(p)),
    outcome,
    // Rule: PROB-SCORE-1
    score: (p) => {
      const winner = outcome(p)?.winner;
      return winner ? { X: ONE, O: ZERO }[winner] : HALF;
    },
    ...inTokens((action) => !OUTCOMES.includes(action), playerOf),
    misread: (token, ply) => {
      if (OUTCOMES.includes(token)) return null;
      if (/^(suc|neu|fai)/i.test(token)) return { rule: "NOTATION-OUTCOME-1", expected: listed(OUTCOMES, "or") };
      const [, mark, square] = /^([XO][1-9][0-9]*)\.([1-9])$/.exec(token) ?? [];
      if (!mark) return { rule: "NOTATION-SQUARE-1", expected: `a square such as ${playerOf(ply)}${ply}.5, or ${listed(OUTCOMES, "or")}` };
      return untimely("PROB-TURN-1", mark, square, ply, playerOf(ply));
    },
    stateRule: "NOTATION-STATE-2",
    writeState: ({ marks, turn, named }) => [marks.slice(0, 3), marks.slice(3, 6), `${marks.slice(6)},`, turn, ...(named ? ["named", `${named}`] : ["to", "move"])],
    readState: (tokens) => {
      const { take, check, end } = taking(tokens);
      const row = "a row of three squares, each X, O or a dot";
      const marks = take(/^[XO.]{3}$/, row) + take(/^[XO.]{3}$/, row) + take(/^[XO.]{3},$/, `${row}, and a comma`).slice(0, 3);
      const turn = /** @type {Player} */ (take(/^[XO]$/, "the player, X or O"));
      const isNamed = take(/^(to|named)$/, "to move, or named and a square") === "named";
      const named = isNamed ? Number(take(/^[1-9]$/, "a square from 1 to 9")) : 0;
      if (isNamed) check(marks[named - 1] === ".", "a square without a mark");
      else take(/^move$/, "move");
      end();
      // The plies are not written: as few as there can be, so that the next one is the player's.
      const least = marks.replaceAll(".", "").length + (named ? 1 : 0);
      return { marks, turn, named, plies: least + ((playerOf(least) === turn) === named > 0 ? 0 : 1) };
    },
    ...words({ board, outcome }),
    worth: { draw: 0.5, win: 1, most: 1 },
  };
  return checked(game);
}
