/** Q3T: boxes that are measured, and links that reverse marks. The IDs are those of the rule page `hybrid.md`. */

import { chosen } from "../game.js";
import { checked } from "../notation.js";
import * as common from "./rules.js";
import * as words from "./words.js";

/** @typedef {import("./rules.js").Position} Position */

const { choice, limits } = common;

/** @type {import("../game.js").Info} */
export const info = {
  name: "hybrid",
  ruleset: "hybrid-1.0",
  earlier: [],
  short: "Q3T",
  title: "Q3T, the hybrid game",
  about:
    "Nine boxes are in superposition. A move measures one, which becomes X or O with equal chances, or links an " +
    "unmeasured box to a measured one: if the first is later found to be yours, the mark of the second is reversed. " +
    "Three marks of a player in a row win.",
  options: [
    ...limits,
    choice("effect", ["reverse", "take"], "What a triggered link does: it reverses the mark, or makes it its owner's (HYB-TRIGGER-1)"),
    choice("both", ["draw", "X", "measurer", "other"], "Who wins when both players have a line: nobody, X, who has measured, or the other player (HYB-END-2)"),
  ],
};

/**
 * The game with its switches. Throws `Refused`.
 * @param {Record<string, string>} [given]
 * @returns {import("../game.js").Game<Position> & {options: common.Switches}}
 */
export function create(given = {}) {
  const options = /** @type {common.Switches} */ (chosen(info, given, "HYB-SWITCH-1"));
  const switched = common.rules(options);
  return checked({
    name: info.name,
    ruleset: info.ruleset,
    earlier: {},
    options,
    ...common,
    ...switched,
    next: (/** @type {Position} */ p) => words.next(p, switched.actions(p)),
    describe: words.describe,
    told: words.told,
    meaning: words.meaning,
    worth: { draw: 0, win: 1, most: 1 },
  });
}

export const solving = () => import("./solve.js");
