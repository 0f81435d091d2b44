/** How each game is drawn. What is known of a game otherwise, its engine says. */

import { load as loadEngine } from "../engine/index.js";

/** @import {Game, Info, Puzzle, Step, View} from "./types.js" */

/** @type {Record<string, {rules: string, short: string, view: () => Promise<{default: View}>, lesson: () => Promise<{default: Step[], puzzles: Puzzle[]}>}>} */
const GAMES = {
  goff: { rules: "GOFF", short: "Goff", view: () => import("./goff/view.js"), lesson: () => import("./goff/lesson.js") },
  sqt: { rules: "SQT", short: "Stochastic", view: () => import("./sqt/view.js"), lesson: () => import("./sqt/lesson.js") },
  probabilistic: { rules: "PROB", short: "Probabilistic", view: () => import("./probabilistic/view.js"), lesson: () => import("./probabilistic/lesson.js") },
  tiqtaqtoe: { rules: "TIQ", short: "TiqTaqToe", view: () => import("./tiqtaqtoe/view.js"), lesson: () => import("./tiqtaqtoe/lesson.js") },
  hybrid: { rules: "HYB", short: "Q3T", view: () => import("./hybrid/view.js"), lesson: () => import("./hybrid/lesson.js") },
};

export const names = Object.keys(GAMES);

/** @param {string} name */
export const isGame = (name) => Object.hasOwn(GAMES, name);

/** @param {string} name */
export const shortOf = (name) => GAMES[name].short;

/** @typedef {{info: Info, create: (options: Record<string, string>) => Game<any>, view: View}} Kit the rules of a game and its view */

/** The games whose modules are here. @type {Map<string, Kit>} */
export const kits = new Map();

/** @param {string} name @returns {Promise<Kit>} */
export async function load(name) {
  const [{ info, create }, { default: view }] = await Promise.all([loadEngine(/** @type {any} */ (name)), GAMES[name].view()]);
  const kit = { info, create, view };
  kits.set(name, kit);
  return kit;
}

/** The lesson and the puzzles of a game. @param {string} name */
export const lessonOf = (name) => GAMES[name].lesson();

/** The page that has a rule: that of a game, or the one on notation. @param {string} rule */
export const pageOf = (rule) => names.find((name) => rule.startsWith(`${GAMES[name].rules}-`)) ?? "notation";
