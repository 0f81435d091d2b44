/** Stochastic quantum tic-tac-toe: Goff's game, in which the System selects. */

import { Fraction, ONE } from "../fraction.js";
import { Refused, chosen, playerOf } from "../game.js";
import { switches } from "../goff/index.js";
import { rules } from "../goff/rules.js";
import { goesTo, named, words } from "../goff/words.js";

/**
 * @typedef {import("../goff/rules.js").Position} Position
 * @typedef {import("../goff/rules.js").Ending} Ending
 * @typedef {import("../game.js").Game<Position> & {q: Fraction}} Sqt
 */

/** @type {import("../game.js").Info} */
export const info = {
  name: "sqt",
  ruleset: "sqt-1.1",
  earlier: ["sqt-1.0"],
  short: "Stochastic",
  title: "Stochastic quantum tic-tac-toe",
  about:
    "Goff's game, but neither player decides how a cycle collapses. A System does: with probability q it selects what is better for O, otherwise " +
    "what is better for X. The value of a position is what X can expect to gain.",
  options: [
    { name: "q", values: [], default: null, rule: "SQT-PROBABILITY-1", note: "The probability with which the System favours O: a number from 0 to 1, such as 3/4 or 0.7353." },
    { name: "scoring", values: ["draws-even", "draws-second"], default: "draws-even", rule: "SQT-SCORE-1", note: "A draw is worth nothing, or 5 to O." },
    { name: "double-win", values: ["no", "yes"], default: "no", rule: "SQT-DOUBLE-1", note: "Two lines of X at once count twice." },
    ...switches,
  ],
};

/** The number that a text writes as a probability, null for any other text. Rule: SQT-PROBABILITY-1 @param {string} text */
export function probability(text) {
  const found = /^[0-9]/.test(text) && text.length < 200 ? Fraction.read(text) : null;
  return found && found.compare(ONE) <= 0 && (text.length <= 100 || text === `${found}`) ? found : null;
}

/**
 * What an ending gains for its winner, and a draw for X. Rules: SQT-SCORE-1, SQT-SCORE-2, SQT-DOUBLE-1
 * @param {Record<string, string>} options
 * @returns {Record<Ending["how"], number>}
 */
export const gains = ({ scoring }) => ({ draw: scoring === "draws-second" ? -5 : 0, narrow: 10, complete: 20, double: 40 });

/** @param {Record<string, string>} given @returns {Sqt} */
export function create(given) {
  const q = probability(given.q ?? "");
  if (!q) throw new Refused("SQT-PROBABILITY-1", given.q === undefined ? "q is needed" : `q=${given.q}: expected a number from 0 to 1, such as 3/4 or 0.75`);
  const options = chosen(info.options, { ...given, q: `${q}` }, "GOFF-SWITCH-1");
  const shared = rules(/** @type {any} */ (options));
  const gain = gains(options);

  /** Rules: SQT-SELECT-1, GOFF-TURN-2 @param {Position} p @returns {import("../game.js").Actor | null} */
  const actor = (p) => (shared.ending(p) ? null : p.closed ? "SYSTEM" : playerOf(p.plies + 1));

  return {
    name: info.name,
    ruleset: info.ruleset,
    earlier: { "sqt-1.0": { pair: "legal", last: "move", both: "narrow" } },
    options,
    q,
    ...shared,
    means: (option, text) => (option === "q" ? probability(text)?.compare(q) === 0 : options[option] === text),
    actor,
    score: (p) => {
      const { winner, how } = /** @type {Ending} */ (shared.ending(p));
      return new Fraction(winner === "O" ? -gain[how] : gain[how]);
    },
    ...words({ ...shared, actor }, {
      due: () => "The System is to select",
      selecting: () => ({ words: `The System selects: what is better for O with probability ${q}, else what is better for X`, rule: "SQT-SELECT-1" }),
      selected: (before, action) => ({ words: `The System selected ${action}: ${named(before.plies)} settles on ${goesTo(before, action)}`, rule: "SQT-SELECT-1" }),
    }),
    meaning: () => "",
    worth: { draw: gain.draw, win: 20, most: options["double-win"] === "yes" ? 40 : 20 },
  };
}

export const solving = () => import("./solve.js");
