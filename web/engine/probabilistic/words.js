/** Positions and actions in words. */

import { SQUARES, listed } from "../game.js";
import { OUTCOMES, numberText } from "./boards.js";

/** @typedef {import("../game.js").Game<import("./rules.js").Position>} Game */

/**
 * @param {Pick<import("./rules.js").Probabilistic, "board" | "outcome">} rules
 * @returns {Pick<Game, "next" | "describe" | "told" | "meaning">}
 */
export function words({ board, outcome }) {
  /** @type {Game["next"]} */
  function next(p) {
    if (outcome(p)) return "";
    return p.named ? `Chance decides about square ${p.named}, which ${p.turn} has named` : `${p.turn} to move: name a square`;
  }

  return {
    next,

    describe(p) {
      const rows = ["X", "O"].map((player) => {
        const own = SQUARES.filter((square) => p.marks[square - 1] === player);
        return `${player} has ${own.length ? `${own.length > 1 ? "squares" : "square"} ${listed(own)}` : "no square"}.`;
      });
      const end = outcome(p);
      return [...rows, end ? `The game is over, ${end.words}.` : `${next(p)}.`].join(" ");
    },

    told(before, action, after) {
      if (after.named) {
        const chances = OUTCOMES.map((name, i) => `${name} ${numberText(board[after.named - 1][i])}`).join(", ");
        return [{ words: `${before.turn} names ${action}: ${chances}`, rule: "PROB-MOVE-1" }];
      }
      const mark = after.marks[before.named - 1];
      const effect = mark === "." ? "stays open" : `gets the mark of ${mark}${mark === before.turn ? "" : ", the opponent"}`;
      const end = outcome(after);
      return [
        { words: `Chance says ${action}: square ${before.named} ${effect}`, rule: "PROB-OUTCOME-1" },
        end ? { words: `The game is over, ${end.words}`, rule: end.rule } : { words: `It is ${after.turn}'s turn, whatever the outcome was`, rule: "PROB-TURN-1" },
      ];
    },

    meaning,
  };
}

/** @param {import("../game.js").Exact} value */
function meaning(value) {
  const named = new Map([[1, "win of X"], [0.5, "even"], [0, "win of O"]]).get(Number(value));
  return named ?? `${Number((100 * Number(value)).toFixed(2))}% for X`;
}
