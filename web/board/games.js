/** How each game is drawn. What is known of a game otherwise, its engine says. */

import { load as loadEngine } from "../engine/index.js";

/** @import {Game, Info, View} from "./types.js" */
/** @typedef {{info: Info, create: (options: Record<string, string>) => Game<any>, view: View}} Kit the rules of a game and its view */

/** @type {Record<string, () => Promise<{default: View<any>}>>} */
const VIEWS = {
  goff: () => import("./goff.js"),
  sqt: () => import("./sqt.js"),
  probabilistic: () => import("./probabilistic.js"),
  tiqtaqtoe: () => import("./tiqtaqtoe.js"),
  hybrid: () => import("./hybrid.js"),
};

export const names = Object.keys(VIEWS);

/** @param {string} name */
export const isGame = (name) => Object.hasOwn(VIEWS, name);

/** The games whose modules are here. @type {Map<string, Kit>} */
export const kits = new Map();

/** @param {string} name @returns {Promise<Kit>} */
export async function load(name) {
  const [{ info, create }, { default: view }] = await Promise.all([loadEngine(/** @type {any} */ (name)), VIEWS[name]()]);
  const kit = { info, create, view };
  kits.set(name, kit);
  return kit;
}
