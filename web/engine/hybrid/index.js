/** Q3T: boxes that are measured, and links that reverse marks. The IDs are those of the rule page `hybrid.md`. */

import { chosen } from "../game.js";
import * as common from "./rules.js";
import * as words from "./words.js";

/** @typedef {import("./rules.js").Position} Position */

/** @param {string} name @param {string[]} values @param {string} note @returns {import("../game.js").Option} */
const choice = (name, values, note) => ({ name, values, default: values[0], rule: "HYB-SWITCH-1", note });

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
    choice("links", ["one", "single", "two"], "Pending links that a box may carry: one, two, or a single one in the whole game (HYB-CONTROL-1)"),
    choice("targets", ["any", "one"], "Pending links that a measured box may receive: any number or one (HYB-TARGET-1)"),
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
  const options = /** @type {common.Switches} */ (chosen(info.options, given, "HYB-SWITCH-1"));
  const switched = common.rules(options);
  return {
    name: info.name,
    ruleset: info.ruleset,
    earlier: {},
    options,
    ...common,
    ...switched,
    next: (p) => words.next(p, switched.actions(p)),
    expected: (p, action) => words.expected(options, p, action),
    describe: words.describe,
    told: words.told,
    meaning: words.meaning,
    worth: { draw: 0, win: 1, most: 1 },
  };
}

export const solving = () => import("./solve.js");
