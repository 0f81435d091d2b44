/** Positions and actions in words. */

import { SQUARES, listed } from "../game.js";
import { OUTCOMES, numberText } from "./boards.js";

/**
 * @typedef {import("./rules.js").Probabilistic} Game
 * @typedef {import("./rules.js").Position} Position
 */

/** The chances of a square. @param {Game} game @param {number} square */
const chances = (game, square) => OUTCOMES.map((name, i) => `${name} ${numberText(game.board[square - 1][i])}`).join(", ");

/** @param {Game} game @param {Position} p */
export function next(game, p) {
  if (game.outcome(p)) return "";
  return p.named ? `Chance decides about square ${p.named}, which ${p.turn} has named` : `${p.turn} to move: name a square`;
}

/** @param {Game} game @param {Position} p */
export function describe(game, p) {
  const rows = ["X", "O"].map((player) => {
    const own = SQUARES.filter((square) => p.marks[square - 1] === player);
    return `${player} has ${own.length ? `${own.length > 1 ? "squares" : "square"} ${listed(own.map(String))}` : "no square"}.`;
  });
  const outcome = game.outcome(p);
  return [...rows, outcome ? `The game is over, ${outcome.words}.` : `${next(game, p)}.`].join(" ");
}

/**
 * @param {Game} game
 * @param {Position} before
 * @param {string} action
 * @param {Position} after
 * @returns {import("../game.js").Told[]}
 */
export function told(game, before, action, after) {
  if (after.named) return [{ words: `${before.turn} names ${action}: ${chances(game, after.named)}`, rule: "PROB-MOVE-1" }];
  const mark = after.marks[before.named - 1];
  const effect = mark === "." ? "stays open" : `gets the mark of ${mark}${mark === before.turn ? "" : ", the opponent"}`;
  const outcome = game.outcome(after);
  return [
    { words: `Chance says ${action}: square ${before.named} ${effect}`, rule: "PROB-OUTCOME-1" },
    outcome ? { words: `The game is over, ${outcome.words}`, rule: outcome.rule } : { words: `It is ${after.turn}'s turn, whatever the outcome was`, rule: "PROB-TURN-1" },
  ];
}

/** @param {import("../game.js").Exact} value */
export function meaning(value) {
  const named = new Map([[1, "win of X"], [0.5, "even"], [0, "win of O"]]).get(Number(value));
  return named ?? `${Number((100 * Number(value)).toFixed(2))}% for X`;
}
