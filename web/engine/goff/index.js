/** Goff's quantum tic-tac-toe. */

import { Fraction } from "../fraction.js";
import { chosen, opponent, playerOf } from "../game.js";
import { checked } from "../notation.js";
import { gains, rules, switches } from "./rules.js";
import { goesTo, meaning, named, words } from "./words.js";

/** @typedef {import("./rules.js").Position & {game?: "goff"}} Position `game` is for TypeScript only: no position has it */

/** @type {import("../game.js").Info} */
export const info = {
  name: "goff",
  ruleset: "goff-1.1",
  earlier: ["goff-1.0"],
  short: "Goff",
  title: "Goff's quantum tic-tac-toe",
  about:
    "Each move puts a mark on two squares at once: it will end up on one of them. Marks that share squares are entangled. When they close a cycle, " +
    "one player selects how it collapses, and its marks become definite. Three definite marks in a row win.",
  options: [
    { name: "collapse", values: ["opponent", "self"], default: "opponent", rule: "GOFF-SELECT-1", note: "Who selects how a cycle settles: the opponent of who closed it, or who closed it." },
    { name: "double-win", values: ["no", "yes"], default: "no", rule: "GOFF-END-6", note: "Two lines of X at once count twice." },
    ...switches,
  ],
};

/** @param {Record<string, string>} [given] @returns {import("../game.js").Game<Position>} */
export function create(given = {}) {
  const options = chosen(info, given, "GOFF-SWITCH-1");
  const self = options.collapse === "self";
  const rule = self ? "GOFF-SELECT-2" : "GOFF-SELECT-1";
  /** Rules: GOFF-SELECT-1, GOFF-SELECT-2 @param {Position} p */
  const selector = (p) => (self ? playerOf(p.plies) : opponent(playerOf(p.plies)));
  return {
    ...entangled(info, options, gains, selector, {
      due: (p) => `${selector(p)} to select`,
      selecting: (p) => ({ words: `${selector(p)}, ${self ? "who closed it," : "the opponent of who closed it,"} selects`, rule }),
      selected: (before, action) => ({ words: `${selector(before)} selected ${action}: ${named(before.plies)} settles on ${goesTo(before, action)}`, rule }),
    }),
    meaning,
  };
}

/**
 * A game with Goff's board and marks, whoever selects.
 * @param {import("../game.js").Info} info
 * @param {Record<string, string>} options
 * @param {Record<import("./rules.js").Ending["how"], number>} gains
 * @param {(p: Position) => import("../game.js").Actor} selector
 * @param {import("./words.js").Selector} speech
 * @returns {Omit<import("../game.js").Game<import("./rules.js").Position>, "meaning">}
 */
export function entangled({ name, ruleset, earlier }, options, gains, selector, speech) {
  const shared = rules(/** @type {any} */ (options));
  /** Rule: GOFF-TURN-2 @param {Position} p */
  const actor = (p) => (shared.ending(p) ? null : p.closed ? selector(p) : playerOf(p.plies + 1));
  return checked({
    name,
    ruleset,
    earlier: { [earlier[0]]: Object.fromEntries(switches.map((each) => [each.name, each.values[0]])) },
    options,
    ...shared,
    actor,
    score: (/** @type {Position} */ p) => {
      const { winner, how } = /** @type {import("./rules.js").Ending} */ (shared.ending(p));
      return new Fraction(winner === "O" ? -gains[how] : gains[how]);
    },
    ...words({ ...shared, actor }, speech),
    worth: { draw: gains.draw, win: gains.complete, most: options["double-win"] === "yes" ? gains.double : gains.complete },
  });
}

export const solving = () => import("./solve.js");
