/** Exact values of Goff's game: of the plies 0 to 5 from a table, of the others by search. */

import { Fraction } from "../fraction.js";
import { NotSolved } from "../game.js";
import { search } from "./search.js";
import { early } from "./table.js";

/** @typedef {import("./rules.js").Position} Position */

/** Up to this ply the table has the positions, and from this one on the search takes at most half a second. */
const TABLED = 5, SEARCHED = 4;

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
 * @returns {import("../solver.js").Solver<Position>}
 */
export function solver(game) {
  const options = /** @type {{collapse: string, pair: string, last: string, both: string}} */ (game.options);
  const worth = worths(options);
  const found = search(options);
  const shift = options.collapse === "self" ? 3 : 0;
  /** @type {(p: Position) => number} */
  let known = () => 0;
  /** @type {Promise<void> | undefined} */
  let loading;

  /** Whether neither table nor search has a position. @type {(p: Position) => boolean} */
  const isUnknown = (p) => p.plies < SEARCHED && game.actor(p) !== null && (p.closed ? game.actions(p).some((each) => isUnknown(game.play(p, each))) : !known(p));

  /** @param {Position} p @returns {Fraction} */
  function value(p) {
    const actor = game.actor(p);
    if (!actor) return /** @type {Fraction} */ (game.score(p));
    if (p.closed) {
      const [a, b] = game.actions(p).map((each) => value(game.play(p, each)));
      return (actor === "X") === a.compare(b) > 0 ? a : b;
    }
    const byte = p.plies <= TABLED ? known(p) : 0;
    return worth[byte ? (byte >> shift) & 7 : found.outcome(p)];
  }

  return {
    async prepare(p) {
      if (p.plies <= TABLED) {
        loading ??= early(options).then((table) => { known = table; });
        await loading.catch((error) => {
          loading = undefined;
          if (p.plies < SEARCHED) throw error;
        });
      }
      if (isUnknown(p)) throw new NotSolved(`No game leads to this position. The values of such positions are known from ply ${SEARCHED} on.`);
    },
    value,
    values: (p) => new Map(game.actions(p).map((action) => [action, value(game.play(p, action))])),
    probabilities: () => new Map(),
  };
}
