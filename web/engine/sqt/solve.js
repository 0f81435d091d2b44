/**
 * Exact values of the stochastic game. What is solved is each position's function of q, so another q costs nothing: those
 * of plies 0 to 4 come from a table, the others from a search.
 */

import { Fraction, ONE } from "../fraction.js";
import { NotSolved, listed, playerOf } from "../game.js";
import { SELECTIONS } from "../goff/rules.js";
import { places } from "../goff/table.js";
import { table } from "../table.js";
import { agreeing, at, constant, joined, kept, larger, mixed, piecesOf, smaller, zeros } from "./functions.js";
import { gains } from "./index.js";
import { cellOf, numberOf } from "./roots.js";
import { NONE, search, stateOf } from "./search.js";

/**
 * @typedef {import("./dice.js").Position} Position
 * @typedef {import("./roots.js").Root} Root
 *
 * @typedef {object} Critical a critical q
 * @property {number} number within 2⁻⁵⁰
 * @property {string} exact if it is rational, else empty
 * @property {number[]} polynomial of which it is the root, that of q⁰ first
 * @property {string[]} cell two fractions between which the polynomial has no other root; if it is rational, twice itself
 *
 * @typedef {{low: Critical, high: Critical, coefficients: number[]}} Piece coefficients of the value, that of q⁰ first
 * @typedef {object} Curve values along q
 * @property {Piece[]} value
 * @property {{actions: string[], pieces: Piece[]}[]} actions those with equal values at every q are one
 * @property {Critical[]} zeros where the value is 0, for 0 < q < 1; of an interval of zeros its ends
 * @property {{low: Critical, high: Critical, actions: string[]}[]} best the best actions of a player between the points where they change
 */

/** What the coefficients of functions count. */
const UNIT = 5;
/** Up to this ply the table has the positions, and from this one on the search is quick enough. */
const TABLED = 4;

/** @typedef {ReturnType<typeof known>} Known */
/** What is known of each game, whatever its q, by its other options. @type {Map<string, Known>} */
const games = new Map();

/** @param {import("./index.js").Sqt} game @returns {import("../solver.js").Solver<Position> & {curve: (p: Position) => Curve}} */
export function solver(game) {
  const { q, options } = game;
  const key = JSON.stringify({ ...options, q: "" });
  const { prepare, functionOf, following } = /** @type {Known} */ (games.get(key) ?? games.set(key, known(game)).get(key));
  const valueOf = kept((f) => at(f, q).times(new Fraction(UNIT)));

  return {
    prepare,
    value: (p) => valueOf(functionOf(p)),
    values: (p) => new Map(following(p).map(({ action, f }) => [action, valueOf(f)])),
    /** Rule: SQT-EQUAL-1 */
    probabilities(p) {
      if (!p.closed) return new Map();
      const [a, b] = following(p).map(({ f }) => valueOf(f));
      const ofA = a.compare(b) >= 0 ? ONE.minus(q) : q;
      return new Map([["selA", ofA], ["selB", ONE.minus(ofA)]]);
    },
    curve(p) {
      const value = functionOf(p);
      const moves = following(p);
      const groups = [...new Set(moves.map(({ f }) => f))].map((f) => ({ f, actions: moves.filter((each) => each.f === f).map(({ action }) => action) }));
      const best = p.closed || !moves.length ? [] : agreeing(value, moves.map(({ f }) => f));
      return {
        value: drawn(value),
        actions: groups.map(({ actions, f }) => ({ actions, pieces: drawn(f) })),
        zeros: zeros(value).map(critical),
        best: best.map(({ from, to, which }) => ({ low: critical(from), high: critical(to), actions: which.map((i) => moves[i].action) })),
      };
    },
  };
}

/** The functions of the positions of a game. @param {import("./index.js").Sqt} game */
function known(game) {
  const { options } = game;
  const searched = search(/** @type {{pair: string, last: string}} */ (options), worths(options).map((worth) => constant(worth / UNIT)));
  const deviating = Object.entries({ pair: "legal", last: "move", both: "narrow" }).filter(([name, value]) => options[name] !== value).map(([name]) => `${name}=${options[name]}`);
  /** The function of a settled position in the table, NONE for others. @type {(p: Position) => number} */
  let tabled = () => NONE;
  /** @type {Promise<void> | undefined} */
  let loading;
  /** @type {Map<string, number>} */
  const found = new Map();

  /** Whether neither table nor search has a position. @type {(p: Position) => boolean} */
  const isUnknown = (p) => p.plies < TABLED && game.actor(p) !== null && (p.closed ? SELECTIONS.some((each) => isUnknown(game.play(p, each))) : tabled(p) === NONE);

  /** @param {Position} p */
  async function prepare(p) {
    if (!deviating.length && p.plies <= TABLED) {
      loading ??= early(options).then((table) => { tabled = table; });
      await loading.catch((error) => {
        loading = undefined;
        if (p.plies < TABLED) throw error;
      });
    }
    if (isUnknown(p)) throw new NotSolved(`${deviating.length ? `With ${listed(deviating)} values` : "No game leads to this position. Values of such positions"} are known from ply ${TABLED} on.`);
  }

  /** The function of a position. @param {Position} p */
  function functionOf(p) {
    const key = `${p.definite} ${p.spooky} ${p.named}`;
    let f = found.get(key);
    if (f === undefined) found.set(key, (f = solved(p)));
    return f;
  }

  /** Rules: SQT-VALUE-1, SQT-DICE-1 @param {Position} p @returns {number} */
  function solved({ named, ...p }) {
    if (!game.actor(p)) return constant(game.score(p).valueOf() / UNIT);
    if (!p.closed && p.plies <= TABLED && tabled(p) !== NONE) return tabled(p);
    if (!p.closed && p.plies < 8) return searched(stateOf(p), p.plies);
    const after = following(p).map(({ f }) => f);
    if (!p.closed) return after.reduce(playerOf(p.plies + 1) === "X" ? larger : smaller);
    const [high, low] = [after.reduce(larger), after.reduce(smaller)];
    return named === "X" ? high : named === "O" ? low : mixed(high, low);
  }

  /** The functions after each action; of a closed cycle those after the selections. @param {Position} p */
  const following = (p) => (p.closed ? SELECTIONS : game.actions(p)).map((action) => ({ action, f: functionOf(game.play(p, action)) }));

  return { prepare, functionOf, following };
}

/** What the outcomes of `search.js` are worth. @param {Record<string, string>} options */
function worths(options) {
  const { draw, narrow, complete, double } = gains(options);
  const [first, other] = { narrow: [narrow, -narrow], draw: [draw, draw], first: [complete, -complete] }[options.both] ?? [];
  return [-complete, other, draw, first, complete, options["double-win"] === "yes" ? double : complete];
}

/**
 * The table of a game: the function of a settled position of plies 0 to 4, NONE if no game reaches it.
 * @param {Record<string, string>} options
 * @returns {Promise<(p: Position) => number>}
 */
async function early({ scoring, "double-win": double }) {
  const { arrays } = await table(`sqt-${scoring}-${double}`);
  const { polynomials, lengths, pieces, passed } = arrays;
  const starts = [0];
  for (const length of lengths) starts.push(starts[starts.length - 1] + length);
  const place = places();
  const functionAt = kept((/** @type {number} */ number) => {
    const here = [starts[number], starts[number + 1]];
    return joined([...pieces.slice(...here)].map((each) => [...polynomials.slice(5 * each, 5 * each + 5)]), [...passed.slice(...here)]);
  });
  return (p) => {
    const entry = arrays[`ply-${p.plies}`][place(p)] ?? 0;
    return entry ? functionAt(entry - 1) : NONE;
  };
}

/** @param {Root} root @returns {Critical} */
const critical = (root) => ({ number: numberOf(root), exact: root.exact ? `${root.exact}` : "", polynomial: root.polynomial.map(Number), cell: cellOf(root).map(String) });

/** @param {number} f @returns {Piece[]} */
const drawn = (f) => piecesOf(f).map(({ start, end, coefficients }) => ({ low: critical(start), high: critical(end), coefficients: coefficients.map((each) => UNIT * each) }));
