/** TiqTaqToe, ruleset `tiqtaqtoe-1.1`: its five levels and their switches. */

import { chosen } from "../game.js";
import { states as likely } from "./boards.js";
import { states as amplitudes } from "./full.js";
import { LEVELS, SWITCHES, rules } from "./rules.js";
import { words } from "./words.js";

/** @typedef {import("./boards.js").Position} Position */
/** @typedef {import("./rules.js").Rules & import("../game.js").Game<Position>} TiqTaqToe */
/** @typedef {import("../game.js").Option} Option */

/** TIQ-LEVEL-1 @type {Option} */
const LEVEL = { name: "level", values: LEVELS, default: "high", rule: "TIQ-LEVEL-1", note: "What may a superposition combine with a certainly empty square?" };

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
