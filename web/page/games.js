/** What the page has of each game beside its board. */

import { names } from "../board/games.js";

/** @import {Beside, OnPage} from "./types.js" */

/** @type {Beside[]} */
const SELECTIONS = [
  { label: "the opponent selects", game: "goff", options: { collapse: "opponent" } },
  { label: "the mover selects", game: "goff", options: { collapse: "self" } },
];

/** @type {Record<string, OnPage>} */
export const onPage = {
  goff: { rules: "GOFF", short: "Goff", beside: SELECTIONS, lesson: () => import("./goff/lesson.js") },
  sqt: { rules: "SQT", short: "Stochastic", beside: SELECTIONS, options: ["q"], styled: true, panels: () => import("./sqt/panels.js"), lesson: () => import("./sqt/lesson.js") },
  probabilistic: { rules: "PROB", short: "Probabilistic", options: ["board"], styled: true, panels: () => import("./probabilistic/panels.js"), lesson: () => import("./probabilistic/lesson.js") },
  tiqtaqtoe: { rules: "TIQ", short: "TiqTaqToe", options: ["level", "target", "pair", "lines", "both", "gate"], styled: true, panels: () => import("./tiqtaqtoe/panels.js"), lesson: () => import("./tiqtaqtoe/lesson.js") },
  hybrid: { rules: "HYB", short: "Q3T", styled: true, panels: () => import("./hybrid/circuit.js"), lesson: () => import("./hybrid/lesson.js") },
};

/** The page that has a rule: that of a game, or the one on notation. @param {string} rule */
export const pageOf = (rule) => names.find((name) => rule.startsWith(`${onPage[name].rules}-`)) ?? "notation";
