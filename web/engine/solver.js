/**
 * What a solver answers, and what follows from its answers in every game.
 */

import { NotSolved } from "./game.js";

/**
 * @typedef {import("./game.js").Exact} Exact
 */
/**
 * @template {(...given: never[]) => unknown} F
 * @typedef {import("./game.js").Method<F>} Method
 */
/**
 * @template P
 * @typedef {import("./game.js").Game<P>} Game
 */
/**
 * Exact values. `prepare(p)` must have been awaited before a value of p, or of a position after p, is asked for: until then
 * all others throw `NotSolved`. What it has made is kept. It throws `NotSolved`, with the reason in words for a reader, where
 * the values of p are not known.
 * @template P
 * @typedef {object} Solver
 * @property {Method<(p: P, soon?: boolean) => Promise<void>>} prepare with `soon` it need not wait for the values of positions
 *   further on than one action: until these are known, asking for them throws `NotSolved`
 * @property {Method<(p: P) => Exact>} value for X, under best play of both
 * @property {Method<(p: P) => Map<string, Exact>>} values of the position after each action, also of chance's and the System's
 * @property {Method<(p: P) => Map<string, Exact>>} probabilities of the actions where CHANCE or SYSTEM acts; else empty
 * @property {(actions: string[]) => string[]} [lasting] of optimal actions those that attain the value even if repeated for
 *   ever, where not all do
 * @property {Method<(p: P) => {X: Exact, draw: Exact, O: Exact}>} [chances] how likely each ending is under some best play of both,
 *   where play can go round and so cannot be followed
 */

/** What a question about a position that is not prepared is answered with. @param {string} name of the question */
export const unprepared = (name) => new NotSolved(`call await solver.prepare(position) first, then solver.${name}(position)`);

/**
 * A solver that searches nothing of what was not prepared: such a search may take minutes, and nothing else runs meanwhile.
 * @template P
 * @template {Solver<P>} S
 * @param {import("./game.js").Game<P>} game
 * @param {S} truth
 * @returns {S}
 */
export function guarded(game, truth) {
  let fewest = Infinity; // plies of a position that is prepared
  const { lasting, ...questions } = truth;
  const asks = Object.entries(questions).map(([name, ask]) => [name, (/** @type {P} */ p, /** @type {any[]} */ ...more) => {
    if (game.plies(p) < fewest) throw unprepared(name);
    return ask(p, ...more);
  }]);
  const prepare = async (/** @type {P} */ p, soon = false) => {
    await truth.prepare(p, soon);
    fewest = Math.min(fewest, game.plies(p));
  };
  return { ...Object.fromEntries(asks), lasting, prepare };
}

/**
 * Whether a game is over as soon as chance and the System have acted, whatever they do.
 * @template P
 * @param {Game<P>} game
 * @param {P} position
 * @returns {boolean}
 */
export function ends(game, position) {
  const actor = game.actor(position);
  return actor === null || (actor !== "X" && actor !== "O" && game.actions(position).every((action) => ends(game, game.after(position, action))));
}

/**
 * All optimal actions of the player who acts, in the documented order; empty where no player acts.
 * @template P
 * @param {Game<P>} game
 * @param {Solver<P>} solver
 * @param {P} position prepared
 * @returns {string[]}
 */
export function optimal(game, solver, position) {
  const actor = game.actor(position);
  const sign = actor === "X" ? 1 : actor === "O" ? -1 : 0;
  if (!sign) return [];
  const values = [...solver.values(position)];
  const [, most] = values.reduce((a, b) => (sign * b[1].compare(a[1]) > 0 ? b : a));
  return values.filter(([, value]) => value.compare(most) === 0).map(([action]) => action);
}

/**
 * The same, those first that best play takes.
 * @template P
 * @param {Game<P>} game
 * @param {Solver<P>} solver
 * @param {P} position prepared
 * @returns {string[]}
 */
export const best = (game, solver, position) => [...new Set([...choices(game, solver, position), ...optimal(game, solver, position)])];

/**
 * The optimal actions that best play takes: those that end the game; if there is none, those that last.
 * @template P
 * @param {Game<P>} game
 * @param {Solver<P>} solver
 * @param {P} position prepared
 * @returns {string[]}
 */
export function choices(game, solver, position) {
  const all = optimal(game, solver, position);
  const found = all.length > 1 ? all.filter((action) => ends(game, game.after(position, action))) : [];
  return found.length ? found : (solver.lasting?.(all) ?? all);
}

/**
 * The principal variation: the first action of `best` each time, as long as players act.
 * @template P
 * @param {Game<P>} game
 * @param {Solver<P>} solver
 * @param {P} position prepared
 * @returns {string[]}
 */
export function line(game, solver, position) {
  const found = [];
  for (let p = position; ; ) {
    const [action] = choices(game, solver, p);
    if (action === undefined) return found;
    found.push(action);
    p = game.after(p, action);
  }
}
