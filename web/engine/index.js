/**
 * Five quantum and probabilistic tic-tac-toe games: their rules, exact values and perfect play.
 *
 *     import { game, best } from "qttt";
 *     const goff = await game("goff", { collapse: "self" });
 */

/** @typedef {import("./game.js").Info} Info */
/** @typedef {import("./solver.js").Solver<any>} Solver */
/** @typedef {(progress: {words: string, done?: number, of?: number}) => void} Report called during long work */

/** The games by their names. Each module has `info`, `create(options)`, and in `solve.js` beside it `solver(game, report)`. */
const MODULES = {
  goff: () => import("./goff/index.js"),
  sqt: () => import("./sqt/index.js"),
  probabilistic: () => import("./probabilistic/index.js"),
  tiqtaqtoe: () => import("./tiqtaqtoe/index.js"),
  hybrid: () => import("./hybrid/index.js"),
};

/** The names of the games, in their order. */
export const games = Object.keys(MODULES);

/**
 * What is known of a game before its options are chosen. Throws RangeError for an unknown name.
 * @param {string} name
 * @returns {Promise<Info>}
 */
export const info = async (name) => (await load(name)).info;

/**
 * A game with its options by their written names; those left out have their defaults. Throws `Refused` for options that
 * a rule forbids, RangeError for an unknown name.
 * @param {string} name
 * @param {Record<string, string>} [options]
 * @returns {Promise<import("./game.js").Game<any>>}
 */
export const game = async (name, options = {}) => (await load(name)).create(options);

/**
 * The values of a game's positions: see `Solver`.
 * @param {import("./game.js").Game<any>} game
 * @param {Report} [report]
 * @returns {Promise<Solver>}
 */
export const solver = async (game, report = () => {}) => (await (await load(game.name)).solving()).solver(/** @type {any} */ (game), report);

/**
 * The module of a game, with its `info` and `create(options)`: what `info` and `game` give, without waiting once it is
 * loaded. Throws RangeError for an unknown name.
 * @param {string} name
 */
export async function load(name) {
  if (!Object.hasOwn(MODULES, name)) throw new RangeError(`there is no game ${name}: expected ${games.join(", ")}`);
  return MODULES[/** @type {keyof typeof MODULES} */ (name)]();
}

export { Fraction } from "./fraction.js";
export { NotSolved, Refused, RuleBroken } from "./game.js";
export { read, readPosition, write, writePosition } from "./notation.js";
export { best, line } from "./solver.js";
