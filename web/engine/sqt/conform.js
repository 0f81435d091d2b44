/** What a test of conformance may ask about the stochastic game. */

import { ONE } from "../fraction.js";
import { Refused } from "../game.js";
import { entangled, forms } from "../goff/conform.js";
import { dice, thrown } from "./dice.js";
import { create, info, probability } from "./index.js";

export const { ruleset } = info;
export { forms };

export const declared = {
  options: ["q", "p", "scoring", "double_win", "dice", "switches"],
  forms: ["marks", "position"],
  perft: 3,
};

/** The game of the options of a vector. @param {any} options */
export function setup({ p, dice: isDice, switches, ...given }) {
  const [one, other] = [p ?? "0", given.q].map((text) => probability(text));
  if (p !== undefined && !(one && other && one.plus(other).compare(ONE) === 0)) throw new Refused("SQT-PROBABILITY-1", "p and q must add up to 1");
  const game = create({ ...given, ...switches });
  return isDice ? dice(game) : game;
}

export const fields = { ...entangled, dice: (game) => thrown(game.q) };
/** Those that need a solver. Rule: SQT-EQUAL-1 */
export const valued = {
  selections: (game, p, truth) => (p.closed ? Object.fromEntries([...truth.probabilities(p)].map(([action, chance]) => [action, `${chance}`])) : undefined),
};
