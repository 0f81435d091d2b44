/** Exact values of Goff's game, and what the stochastic game shares: a table for the plies 0 to 4, a search for the others. */

import { Fraction } from "../fraction.js";
import { NotSolved } from "../game.js";
import { unprepared } from "../solver.js";
import { SELECTIONS, gains } from "./rules.js";
import { NONE, search, stateOf } from "./search.js";
import { early, partOf } from "./table.js";

/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("./search.js").Worths} Worths */

/** Up to this ply the table has the positions, and from this one on the search is quick enough. */
const TABLED = 4;

/**
 * What the outcomes of `search.js` gain for X.
 * @param {Record<string, string>} options
 * @param {Record<import("./rules.js").Ending["how"], number>} gains
 */
export function outcomeGains({ both, "double-win": twice }, { draw, narrow, complete, double }) {
  const [first, other] = { narrow: [narrow, -narrow], draw: [draw, draw], first: [complete, -complete] }[both] ?? [];
  return [-complete, other, draw, first, complete, twice === "yes" ? double : complete];
}

/**
 * What the positions of a game are worth, whichever numbers stand for values.
 * @param {import("../game.js").Game<Position>} game
 * @param {Worths & {ended: (score: number) => number}} worths
 * @param {((part: string) => Promise<(p: Position) => number>) | string} early loads a part of the table, which has NONE where no game leads; or why there is none
 */
export function positions(game, worths, early) {
  const searched = search(/** @type {{pair: string, last: string}} */ (game.options), worths);
  /** The parts of the table that are loaded. @type {Record<string, (p: Position) => number>} */
  const tabled = {};
  /** @type {Map<string, number>} */
  const known = new Map();

  /** @param {Position} p in which nobody is to select */
  const inTable = (p) => (p.plies <= TABLED ? tabled[partOf(p.plies)]?.(p) ?? NONE : NONE);
  /** Whether neither table nor search has a position. @type {(p: Position) => boolean} */
  const isUnknown = (p) => p.plies < TABLED && game.actor(p) !== null && (p.closed ? SELECTIONS.some((each) => isUnknown(game.after(p, each))) : inTable(p) === NONE);

  const unknown = () => new NotSolved(`${typeof early === "string" ? early : "No game leads to this position. Values of such positions"} are known from ply ${TABLED} on.`);

  /** Load what is wanted of the table; with `soon` the rest only afterwards. @param {Position} p @param {boolean} [soon] */
  async function prepare(p, soon = false) {
    if (typeof early !== "string" && p.plies <= TABLED) {
      const parts = new Set([p.plies, soon ? p.plies + 1 : TABLED].map(partOf));
      try {
        for (const part of parts) tabled[part] ??= await early(part);
      } catch (error) {
        if (p.plies < TABLED) throw error;
      }
      if (soon && !tabled[partOf(TABLED)]) setTimeout(() => prepare(p).catch(() => {})); // who asks for its values learns why there are none
    }
    if (isUnknown(p)) throw unknown();
  }

  /** @param {Position} p */
  function worth(p) {
    const key = `${p.definite} ${p.spooky} ${p.named}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = solved(p)));
    return found;
  }

  /** Rules: GOFF-SELECT-1, GOFF-SELECT-2, SQT-VALUE-1, SQT-DICE-1 @param {Position} p @returns {number} */
  function solved({ named, ...p }) {
    const turn = game.actor(p);
    if (!turn) return worths.ended(game.score(p).valueOf());
    const found = p.closed ? NONE : inTable(p);
    if (found !== NONE) return found;
    if (!p.closed && p.plies < TABLED) throw tabled[partOf(p.plies)] ? unknown() : unprepared("value");
    if (!p.closed && p.plies < 8) return searched(stateOf(p), p.plies);
    const actor = p.closed ? named ?? turn : turn;
    const after = following(p).map(([, each]) => each);
    if (actor === "X") return after.reduce((a, b) => worths.larger(a, b));
    if (actor === "O") return after.reduce((a, b) => worths.smaller(a, b));
    return worths.selected(after[0], after[1], "X");
  }

  /** The worths after each action; of a closed cycle those after the selections. @param {Position} p @returns {[string, number][]} */
  const following = (p) => (p.closed ? SELECTIONS : game.actions(p)).map((action) => [action, worth(game.after(p, action))]);

  return { prepare, worth, following };
}

/**
 * Outcomes stand for values: equal worths leave them in order (LEMMA outcomes-in-order).
 * @param {import("../game.js").Game<Position>} game
 * @returns {import("../solver.js").Solver<Position>}
 */
export function solver(game) {
  const { options } = game;
  const worths = outcomeGains(options, gains);
  const values = worths.map((worth) => new Fraction(worth));
  const ended = (/** @type {number} */ score) => worths.indexOf(score);
  const { prepare, worth, following } = positions(game, {
    ends: worths.map(ended),
    ended,
    larger: Math.max,
    smaller: Math.min,
    selected: (a, b, closer) => ((closer === "X") === (options.collapse === "self") ? Math.max(a, b) : Math.min(a, b)),
  }, (part) => early(options, part));
  return {
    prepare,
    value: (p) => values[worth(p)],
    values: (p) => new Map(following(p).map(([action, each]) => [action, values[each]])),
    probabilities: () => new Map(),
  };
}
