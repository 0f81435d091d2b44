/** How each game is drawn. What is known of a game otherwise, its engine says. */

/** @import {Step, View} from "./types.js" */

/** @type {Record<string, {rules: string, short: string, view: () => Promise<{default: View}>, lesson: () => Promise<{default: Step[]}>}>} */
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

/** @param {string} name @returns {Promise<View>} */
export const viewOf = async (name) => (await GAMES[name].view()).default;

/** @param {string} name @returns {Promise<Step[]>} */
export const lessonOf = async (name) => (await GAMES[name].lesson()).default;

/** The page that has a rule: that of a game, or the one on notation. @param {string} rule */
export const pageOf = (rule) => names.find((name) => rule.startsWith(`${GAMES[name].rules}-`)) ?? "notation";
