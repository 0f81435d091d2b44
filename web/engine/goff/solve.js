/** Exact values of Goff's game: of the plies 0 to 4 from a table, of the others by search. */

import { Fraction } from "../fraction.js";
import { search } from "./search.js";
import { early } from "./table.js";

/** @typedef {import("./rules.js").Position} Position */

/** Up to this ply the table has positions; from this ply on a search takes a fraction of a second. */
const TABLED = 4, SEARCHED = 3;

/**
 * What the outcomes of `search.js` are worth. Rule: GOFF-SCORE-2
 * @param {Record<string, string>} options
 */
function worths({ both, "double-win": double }) {
  const narrow = /** @type {Record<string, number>} */ ({ narrow: 10, draw: 0, first: 20 })[both];
  return [-20, -narrow, 0, narrow, 20, double === "yes" ? 40 : 20].map((worth) => new Fraction(worth));
}

/**
 * @param {import("../game.js").Game<Position>} game
 * @param {import("../index.js").Report} report
 * @returns {import("../solver.js").Solver<Position>}
 */
export function solver(game, report) {
  const options = /** @type {{collapse: string, pair: string, last: string, both: string}} */ (game.options);
  const worth = worths(options);
  const searched = search(options);
  const shift = options.collapse === "self" ? 3 : 0;
  /** @type {Map<string, number>} outcomes that took long to find, by their states */
  const kept = new Map();
  /** @type {Promise<void> | undefined} */
  let loading;
  /** @type {(p: Position) => number} */
  let known = () => 0;

  /** Whether the table has a position or, if a cycle is closed, both positions after it. @type {(p: Position) => boolean} */
  const isKnown = (p) => (p.closed ? game.actions(p).every((each) => isKnown(game.play(p, each))) : game.actor(p) === null || known(p) > 0);

  /** @param {Position} p in which a player is to move */
  function outcome(p) {
    const byte = p.plies <= TABLED ? known(p) : 0;
    if (byte) return (byte >> shift) & 7;
    if (p.plies > SEARCHED) return searched.outcome(p);
    const state = game.writeState(p).join(" ");
    const found = kept.get(state) ?? searched.outcome(p);
    kept.set(state, found);
    return found;
  }

  /** @param {Position} p @returns {Fraction} */
  function value(p) {
    const actor = game.actor(p);
    if (!actor) return /** @type {Fraction} */ (game.score(p));
    if (!p.closed) return worth[outcome(p)];
    const [a, b] = game.actions(p).map((each) => value(game.play(p, each)));
    return (actor === "X") === a.compare(b) > 0 ? a : b;
  }

  /** @param {Position} p */
  const values = (p) => new Map(game.actions(p).map((action) => [action, value(game.play(p, action))]));

  return {
    async prepare(p) {
      if (p.plies > TABLED) return;
      loading ??= early(options).then((table) => { known = table; });
      await loading.catch((error) => {
        loading = undefined; // so that it is tried again
        if (p.plies < SEARCHED) throw error;
      });
      if (p.plies >= SEARCHED || isKnown(p)) return;
      report({ words: "No game leads to this position: searching takes a few seconds" });
      values(p);
    },
    value,
    values,
    probabilities: () => new Map(),
  };
}
