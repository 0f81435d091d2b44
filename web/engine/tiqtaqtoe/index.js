/** TiqTaqToe, ruleset `tiqtaqtoe-1.1`: its five levels and their switches. */

import { chosen } from "../game.js";
import { Full } from "./full.js";
import { LEVEL, RULESET, SWITCHES, TiqTaqToe } from "./rules.js";

/** @type {import("../game.js").Info} */
export const info = {
  name: "tiqtaqtoe",
  ruleset: RULESET,
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
 */
export function create(given = {}) {
  const { level } = chosen([LEVEL], "level" in given ? { level: given.level } : {}, "TIQ-LEVEL-1");
  const switches = SWITCHES.map(([option, levels]) => ({ ...option, rule: "TIQ-SWITCH-1", values: levels.includes(level) ? option.values : option.values.slice(0, 1) }));
  const options = Object.entries(chosen([LEVEL, ...switches], given, "TIQ-SWITCH-1"));
  const had = options.filter(([name]) => switches.find((each) => each.name === name)?.values.length !== 1);
  return new (level === "full" ? Full : TiqTaqToe)(Object.fromEntries(had));
}

export const solving = () => import("./solve.js");
