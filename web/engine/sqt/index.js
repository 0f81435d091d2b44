/** Stochastic quantum tic-tac-toe: Goff's game, in which the System selects. */

import { Fraction, ONE } from "../fraction.js";
import { Refused, chosen } from "../game.js";
import { entangled } from "../goff/index.js";
import { gains, switches } from "../goff/rules.js";
import { goesTo, named } from "../goff/words.js";

/**
 * @typedef {import("../goff/rules.js").Position & {game?: "sqt"}} Position `game` is for TypeScript only: no position has it
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

/** What is wrong with a text that is no probability. @param {string} text */
const unlikely = (text) => (text.length > 100 ? `'${text.slice(0, 20)}…' is not a probability: write it with at most 100 characters` : `'${text}' is not a probability: expected a number from 0 to 1 such as 3/4, 0.75 or 1`);

/** @param {Record<string, string>} [given] @returns {Sqt} */
export function create(given = {}) {
  const q = probability(given.q ?? "");
  if (!q) throw new Refused("SQT-PROBABILITY-1", given.q === undefined ? "sqt-1.1 needs q: the probability that the System favours O, such as 3/4" : unlikely(`${given.q}`));
  const options = chosen(info, { ...given, q: `${q}` }, "GOFF-SWITCH-1");
  return {
    ...entangled(info, options, { ...gains, draw: options.scoring === "draws-second" ? -5 : 0 }, () => "SYSTEM", { // SQT-SCORE-1, SQT-SCORE-2, SQT-SELECT-1
      due: () => "The System is to select",
      selecting: () => ({ words: `The System selects: what is better for O with probability ${q}, else what is better for X`, rule: "SQT-SELECT-1" }),
      selected: (before, action) => ({ words: `The System selected ${action}: ${named(before.plies)} settles on ${goesTo(before, action)}`, rule: "SQT-SELECT-1" }),
    }),
    q,
    means: (option, text) => (option === "q" ? probability(text)?.compare(q) === 0 : options[option] === text),
    meaning: () => "",
  };
}

export const solving = () => import("./solve.js");
