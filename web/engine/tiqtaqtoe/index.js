/** TiqTaqToe, ruleset `tiqtaqtoe-1.1`: its five levels and their switches. */

import { chosen } from "../game.js";
import { states as likely } from "./boards.js";
import { states as amplitudes } from "./full.js";
import { rules } from "./rules.js";
import { words } from "./words.js";

/** @typedef {import("./boards.js").Position} Position */
/** @typedef {import("./rules.js").Rules & import("../game.js").Game<Position>} TiqTaqToe */
/** @typedef {import("../game.js").Option} Option */

const LEVELS = ["classic", "minimal", "moderate", "high", "full"];
/** TIQ-LEVEL-1 @type {Option} */
const LEVEL = { name: "level", values: LEVELS, default: "high", rule: "TIQ-LEVEL-1", note: "What may a superposition combine with a certainly empty square?" };
/** TIQ-SWITCH-1: each switch with the levels that have it. @type {[Option, string[]][]} */
const SWITCHES = [
  [{ name: "target", values: ["entangled", "unentangled"], default: "entangled", rule: "TIQ-TARGET-2", note: "May a superposition name an entangled mark of the opponent?" }, ["high"]],
  [{ name: "pair", values: ["illegal", "legal"], default: "illegal", rule: "TIQ-PAIR-1", note: "May a superposition name both squares of one mark of the opponent?" }, ["high"]],
  [{ name: "lines", values: ["every-move", "full-board"], default: "every-move", rule: "TIQ-END-2", note: "When does the game look for lines of certain marks?" }, LEVELS],
  [{ name: "both", values: ["even", "X", "O", "last-mover", "other"], default: "even", rule: "TIQ-SCORE-1", note: "Who wins when both players have a line?" }, LEVELS],
  [{ name: "gate", values: ["iswap", "swap"], default: "iswap", rule: "TIQ-GATE-1", note: "Which gate does a split apply?" }, ["full"]],
];

/** @type {import("../game.js").Info} */
export const info = {
  name: "tiqtaqtoe",
  ruleset: "tiqtaqtoe-1.1",
  earlier: ["tiqtaqtoe-1.0"],
  short: "TiqTaqToe",
  title: "TiqTaqToe",
  about:
    "A mark goes on one empty square, or in superposition on two: then it is on either with equal chances, and may get " +
    "entangled with the opponent's marks. When no square is certainly empty, a measurement finds one of the possible " +
    "boards. Three certain marks in a row win.",
  options: [LEVEL, ...SWITCHES.map(([option]) => option)],
};

/**
 * The game with a level and its switches. Rules: TIQ-LEVEL-1, TIQ-SWITCH-1
 * @param {Record<string, string>} [given]
 * @returns {TiqTaqToe}
 */
export function create(given = {}) {
  const { level } = chosen([LEVEL], given.level === undefined ? {} : { level: given.level }, "TIQ-LEVEL-1");
  const had = SWITCHES.filter(([, levels]) => levels.includes(level)).map(([{ name }]) => name);
  const switches = SWITCHES.map(([option]) => ({ ...option, rule: "TIQ-SWITCH-1", values: had.includes(option.name) ? option.values : option.values.slice(0, 1) }));
  const all = chosen([LEVEL, ...switches], given, "TIQ-SWITCH-1");
  const options = Object.fromEntries(["level", ...had].map((name) => [name, all[name]]));
  const found = rules(options, (level === "full" ? amplitudes : likely)(options));
  return { name: info.name, ruleset: info.ruleset, earlier: level === "full" ? {} : { "tiqtaqtoe-1.0": {} }, options, ...found, ...words(level, found) };
}

export const solving = () => import("./solve.js");
