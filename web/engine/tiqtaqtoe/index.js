/** TiqTaqToe, ruleset `tiqtaqtoe-1.1`: its five levels and their switches. */

import { Refused, chosen, listed } from "../game.js";
import { checked } from "../notation.js";
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
  const switches = SWITCHES.map(([option]) => ({ ...option, rule: "TIQ-SWITCH-1" }));
  const { level, ...all } = chosen({ ...info, options: [LEVEL, ...switches] }, given, "TIQ-SWITCH-1");
  const had = SWITCHES.filter(([, levels]) => levels.includes(level)).map(([{ name }]) => name);
  const lacked = switches.find(({ name, values }) => !had.includes(name) && all[name] !== values[0]);
  if (lacked) throw new Refused("TIQ-SWITCH-1", `level ${level} has no switch ${lacked.name}: expected ${listed(had, "or")}`);
  /** @type {Record<string, string>} */
  const options = { level, ...Object.fromEntries(had.map((name) => [name, all[name]])) };
  const found = rules(options, (level === "full" ? amplitudes : likely)(options));
  /** @type {TiqTaqToe["earlier"]} */
  const earlier = level === "full" ? {} : { "tiqtaqtoe-1.0": {} };
  return checked({ name: info.name, ruleset: info.ruleset, earlier, options, ...found, ...words(level, found) });
}

export const solving = () => import("./solve.js");
