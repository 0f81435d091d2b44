/** The rules. The IDs are those of the rule page `probabilistic.md`. */

import { Fraction, ONE, ZERO } from "../fraction.js";
import { LINES, Refused, SQUARES, chosen, linesHeld, opponent, put } from "../game.js";
import { inTokens, taking } from "../notation.js";
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

/** @param {Board} board @param {Record<string, string>} given the switches @returns {Probabilistic} */
export function rules(board, given) {
  const switches = chosen(SWITCHES, given, "PROB-SWITCH-1");
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

  /** @type {Probabilistic} */
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
      if (outcome(p)) return "PROB-END-1";
      const chance = OUTCOMES.includes(action);
      if (chance ? !chancesOf(p).has(action) : p.named) return "PROB-OUTCOME-1";
      if (chance) return null;
      return /^[1-9]$/.test(action) ? (p.marks[Number(action) - 1] === "." ? null : "PROB-MOVE-1") : "PROB-BOARD-1";
    },
    expected: (p) => {
      if (outcome(p)) return "nothing, the game is over";
      return p.named ? `what chance does on ${p.named}: ${game.actions(p).join(", ")}` : `an open square: ${game.actions(p).map((each) => game.token(each, p.plies + 1)).join(", ")}`;
    },
    // Rules: PROB-TURN-1, PROB-OUTCOME-1
    play: ({ marks, turn, named, plies }, action) => {
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
      if (/^(suc|neu|fai)/i.test(token)) return "NOTATION-OUTCOME-1";
      if (!/^[XO][1-9][0-9]*\.[1-9]$/.test(token)) return "NOTATION-SQUARE-1";
      return token.startsWith(`${playerOf(ply)}${ply}.`) ? null : "PROB-TURN-1";
    },
    stateRule: "NOTATION-STATE-2",
    writeState: ({ marks, turn, named }) => [marks.slice(0, 3), marks.slice(3, 6), `${marks.slice(6)},`, turn, ...(named ? ["named", `${named}`] : ["to", "move"])],
    readState: (tokens) => {
      const { take, end } = taking(tokens);
      const marks = [/^[XO.]{3}$/, /^[XO.]{3}$/, /^[XO.]{3},$/].map((form) => take(form).slice(0, 3)).join("");
      const turn = /** @type {Player} */ (take(/^[XO]$/));
      const isNamed = take(/^(to|named)$/) === "named";
      const last = take(isNamed ? /^[1-9]$/ : /^move$/, (square) => !isNamed || marks[Number(square) - 1] === ".");
      end();
      const named = isNamed ? Number(last) : 0;
      // The plies are not written: as few as there can be, so that the next one is the player's.
      const least = marks.replaceAll(".", "").length + (named ? 1 : 0);
      return { marks, turn, named, plies: least + ((playerOf(least) === turn) === named > 0 ? 0 : 1) };
    },
    ...words({ board, outcome }),
    worth: { draw: 0.5, win: 1, most: 1 },
  };
  return game;
}
