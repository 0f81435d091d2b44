/** Probabilistic tic-tac-toe: chance decides what becomes of the square that a player names. */

import { Refused, chosen } from "../game.js";
import { GENERATORS, boardText, randomBoard, readBoard } from "./boards.js";
import { SWITCHES, rules } from "./rules.js";

/** The generator that an address means that names only a seed. Rule: PROB-RANDOM-2 */
const [GENERATOR] = Object.keys(GENERATORS);

/** @type {import("../game.js").Info} */
export const info = {
  name: "probabilistic",
  ruleset: "probabilistic-1.1",
  earlier: ["probabilistic-1.0"],
  short: "Probabilistic",
  title: "Probabilistic tic-tac-toe",
  about:
    "You name a square, and chance decides: with the probabilities of that square it gets your mark (success), nothing (neutral) or your opponent's mark (failure). " +
    "Either way it is then your opponent's turn. Three marks in a row win.",
  options: [{ name: "board", values: [], default: boardText(randomBoard("1", "0", GENERATOR)), rule: "PROB-BOARD-1", note: "Success, neutral and failure of the nine squares: 0.5,0.2,0.3;…" }, ...SWITCHES],
};

/**
 * A game on a board. Instead of `board` it may be drawn at random, by `seed`, `number` (0) and `generator`
 * (abraham-2024). Without any of them it is board 0 of seed 1.
 * @param {Record<string, string>} [given]
 */
export function create(given = {}) {
  const { seed, number = "0", generator = GENERATOR, ...rest } = given;
  if (seed !== undefined && rest.board !== undefined) throw new Refused("PROB-BOARD-1", "there are a board and a seed: expected one of them");
  const { board, ...switches } = chosen(info.options, rest, "PROB-SWITCH-1");
  return rules(seed === undefined ? readBoard(board) : randomBoard(seed, number, generator), switches);
}

export const solving = () => import("./solve.js");
