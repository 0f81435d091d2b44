/**
 * Exact values of the stochastic game. What is solved is each position's function of q, so another q costs nothing: those
 * of plies 0 to 4 come from a table, the others from a search.
 */

import { Fraction, ONE } from "../fraction.js";
import { listed } from "../game.js";
import { gains, switches } from "../goff/rules.js";
import { NONE } from "../goff/search.js";
import { outcomeGains, positions } from "../goff/solve.js";
import { places } from "../goff/table.js";
import { table } from "../table.js";
import { agreeing, at, constant, joined, kept, larger, mixed, piecesOf, smaller, zeros } from "./functions.js";
import { cellOf, numberOf } from "./roots.js";

/**
 * @typedef {import("../goff/rules.js").Position} Position
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

/** Where the tables are. @type {Record<string, () => URL>} */
const TABLES = {
  "sqt-draws-even-no": () => new URL("../../data/sqt-draws-even-no.gz", import.meta.url),
  "sqt-draws-even-no-later": () => new URL("../../data/sqt-draws-even-no-later.gz", import.meta.url),
  "sqt-draws-even-yes": () => new URL("../../data/sqt-draws-even-yes.gz", import.meta.url),
  "sqt-draws-even-yes-later": () => new URL("../../data/sqt-draws-even-yes-later.gz", import.meta.url),
  "sqt-draws-second-no": () => new URL("../../data/sqt-draws-second-no.gz", import.meta.url),
  "sqt-draws-second-no-later": () => new URL("../../data/sqt-draws-second-no-later.gz", import.meta.url),
  "sqt-draws-second-yes": () => new URL("../../data/sqt-draws-second-yes.gz", import.meta.url),
  "sqt-draws-second-yes-later": () => new URL("../../data/sqt-draws-second-yes-later.gz", import.meta.url),
};
/** What the coefficients of functions count. */
const UNIT = 5;
/** @typedef {ReturnType<typeof known>} Known */
/** What is known of each game, whatever its q, by its other options. @type {Map<string, Known>} */
const games = new Map();

/** @param {import("./index.js").Sqt} game @returns {import("../solver.js").Solver<Position> & {curve: (p: Position) => Curve}} */
export function solver(game) {
  const { q, options } = game;
  const key = JSON.stringify({ ...options, q: "" });
  const { prepare, worth, following } = /** @type {Known} */ (games.get(key) ?? games.set(key, known(game)).get(key));
  const valueOf = kept((f) => at(f, q).times(new Fraction(UNIT)));

  return {
    prepare,
    value: (p) => valueOf(worth(p)),
    values: (p) => new Map(following(p).map(([action, f]) => [action, valueOf(f)])),
    /** Rule: SQT-EQUAL-1 */
    probabilities(p) {
      if (!p.closed) return new Map();
      const [a, b] = following(p).map(([, f]) => valueOf(f));
      const ofA = a.compare(b) >= 0 ? ONE.minus(q) : q;
      return new Map([["selA", ofA], ["selB", ONE.minus(ofA)]]);
    },
    curve(p) {
      const value = worth(p);
      const moves = following(p).map(([action, f]) => ({ action, f }));
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
  const deviating = switches.filter(({ name, values }) => options[name] !== values[0]).map(({ name }) => `${name}=${options[name]}`);
  const ended = (/** @type {number} */ score) => constant(score / UNIT);
  return positions(game, {
    ends: outcomeGains(options, { ...gains, draw: game.worth.draw }).map(ended),
    ended,
    larger,
    smaller,
    selected: (a, b) => mixed(larger(a, b), smaller(a, b)), // SQT-SELECT-1
  }, deviating.length ? `With ${listed(deviating)} values` : (part) => early(options, part));
}

/**
 * The table of a game: the function of a settled position, NONE if no game reaches it.
 * @param {Record<string, string>} options
 * @param {string} part of the table, as `partOf` names it
 * @returns {Promise<(p: Position) => number>}
 */
export async function early({ scoring, "double-win": double }, part) {
  const name = `sqt-${scoring}-${double}${part}`;
  const { arrays } = await table(name, TABLES[name]);
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
