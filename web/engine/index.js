/**
 * Five quantum and probabilistic tic-tac-toe games: their rules, exact values and perfect play.
 *
 *     import { game, best } from "qttt";
 *     const goff = await game("goff", { collapse: "self" });
 */

import { guarded } from "./solver.js";

/**
 * @typedef {import("./game.js").Exact} Exact
 * @typedef {import("./game.js").Info} Info
 * @typedef {import("./game.js").Outcome} Outcome
 * @typedef {string} Action
 * @typedef {(progress: {words: string, done?: number, of?: number}) => void} Report called during long work
 * @typedef {keyof typeof MODULES} Name of a game
 */
/**
 * @template {Name} N
 * @typedef {Awaited<ReturnType<typeof MODULES[N]>>} Module
 */
/**
 * @template {Name} [N=Name]
 * @typedef {ReturnType<Module<N>["create"]>["initial"]} Position
 */
/**
 * @template [P=Position]
 * @typedef {import("./game.js").Game<P>} Game
 */
/**
 * @template [P=Position]
 * @typedef {import("./solver.js").Solver<P>} Solver
 */

/** The games by their names. Each module has `info`, `create(options)`, and in `solve.js` beside it `solver(game, report)`. */
const MODULES = {
  goff: () => import("./goff/index.js"),
  sqt: () => import("./sqt/index.js"),
  probabilistic: () => import("./probabilistic/index.js"),
  tiqtaqtoe: () => import("./tiqtaqtoe/index.js"),
  hybrid: () => import("./hybrid/index.js"),
};

/** The names of the games, in their order. */
export const games = /** @type {Name[]} */ (/* @__PURE__ */ Object.keys(MODULES));

/**
 * What is known of a game before its options are chosen. Throws RangeError for an unknown name.
 * @param {Name} name
 * @returns {Promise<Info>}
 */
export const info = async (name) => (await load(name)).info;

/**
 * A game with its options by their names, `double-win` or `double_win`; those left out have their defaults. Throws
 * `Refused` for options that a rule forbids, RangeError for an unknown name.
 * @template {Name} N
 * @param {N} name
 * @param {Record<string, string | boolean>} [options]
 * @returns {Promise<Game<Position<N>>>}
 */
export const game = async (name, options = {}) => /** @type {any} */ (await load(name)).create(options);

/**
 * The values of a game's positions: see `Solver`.
 * @template P
 * @param {Game<P>} game
 * @param {Report} [report]
 * @returns {Promise<Solver<P>>}
 */
export const solver = async (game, report = () => {}) => guarded(game, await (await (await load(/** @type {any} */ (game.name))).solving()).solver(/** @type {any} */ (game), report));

/**
 * The module of a game, with its `info` and `create(options)`: what `info` and `game` give, without waiting once it is
 * loaded. Throws RangeError for an unknown name.
 * @template {Name} N
 * @param {N} name
 * @returns {Promise<Module<N>>}
 */
export async function load(name) {
  if (!Object.hasOwn(MODULES, name)) throw new RangeError(`there is no game ${name}: expected ${games.join(", ")}`);
  return /** @type {any} */ (MODULES[name]());
}

export { Fraction } from "./fraction.js";
export { NotSolved, Refused, RuleBroken } from "./game.js";
export { Match } from "./match.js";
export { read, readPosition, write, writePosition } from "./notation.js";
export { best, choices, ends, line, optimal } from "./solver.js";
