/** The rules of the stochastic game that are not those of Goff's game, by the IDs of `spec/rules/sqt.md`. */

import { Fraction, ONE } from "../fraction.js";
import { gains as withEvenDraws } from "../goff/rules.js";

/** The number that a text writes as a probability, null for any other text. Rule: SQT-PROBABILITY-1 @param {string} text */
export function probability(text) {
  const found = /^[0-9]/.test(text) && text.length < 200 ? Fraction.read(text) : null;
  return found && found.compare(ONE) <= 0 && (text.length <= 100 || text === `${found}`) ? found : null;
}

/**
 * What an ending gains for its winner, and a draw for X. Rules: SQT-SCORE-1, SQT-SCORE-2, SQT-DOUBLE-1
 * @param {Record<string, string>} options
 */
export const gains = ({ scoring }) => ({ ...withEvenDraws, draw: scoring === "draws-second" ? -5 : 0 });
