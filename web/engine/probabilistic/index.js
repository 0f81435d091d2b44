/** Probabilistic tic-tac-toe: chance decides what becomes of the square that a player names. */

import { Refused, chosen } from "../game.js";
import { GENERATORS, boardText, randomBoard, readBoard } from "./boards.js";
import { SWITCHES, rules } from "./rules.js";

/** A random board where nothing else is said. Rule: PROB-RANDOM-2 */
const [SEED, [GENERATOR]] = ["1", Object.keys(GENERATORS)];

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
  options: [{ name: "board", values: [], default: boardText(randomBoard(SEED, "0", GENERATOR)), rule: "PROB-BOARD-1", note: "Success, neutral and failure of the nine squares: 0.5,0.2,0.3;…" }, ...SWITCHES],
};

/**
 * A game on a board. Instead of `board` it may be drawn at random, by `seed`, `number` and `generator`; without any of
 * them it is board 0 of seed 1 of abraham-2024.
 * @param {Record<string, string>} [given]
 */
export function create(given = {}) {
  const { seed, number, generator, ...rest } = given;
  const isRandom = [seed, number, generator].some((each) => each !== undefined);
  if (isRandom && rest.board !== undefined) throw new Refused("PROB-BOARD-1", "seed makes the board: leave out board");
  const { board, ...switches } = chosen(info, rest, "PROB-SWITCH-1");
  return rules(isRandom ? randomBoard(`${seed ?? SEED}`, `${number ?? 0}`, generator ?? GENERATOR) : readBoard(board), switches);
}

export const solving = () => import("./solve.js");
