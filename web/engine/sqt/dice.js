/** The dice version of the stochastic game: dice name the player who selects. Rule: SQT-DICE-1 */

import { Fraction, ONE } from "../fraction.js";
import { checked } from "../notation.js";

/** @typedef {import("./index.js").Sqt} Sqt */
/** @typedef {import("../goff/rules.js").Position} Position */

const THROWS = ["diceX", "diceO"];
/** @param {string} action */
const isThrow = (action) => THROWS.includes(action);
/** @param {Position} p */
const isDue = (p) => p.closed && !p.named;

/** @param {Sqt} game @returns {Sqt} */
export const dice = (game) => checked({
  ...game,
  actor: (/** @type {Position} */ p) => (isDue(p) ? "CHANCE" : p.named ?? game.actor(p)),
  actions: (/** @type {Position} */ p) => (isDue(p) ? THROWS : game.actions(p)),
  chance: (/** @type {Position} */ p) => new Map(isDue(p) ? [["diceX", ONE.minus(game.q)], ["diceO", game.q]] : []),
  isPly: (action) => !isThrow(action) && game.isPly(action),
  /** @param {Position} p @param {string} action */
  broken(p, action) {
    if (game.outcome(p)) return { rule: "GOFF-END-1", expected: "no action, because the game is over" };
    if (isThrow(action) !== isDue(p)) return { rule: "SQT-DICE-1", expected: isDue(p) ? "diceX or diceO, a throw of the dice" : "no throw of the dice" };
    return isThrow(action) ? null : game.broken(p, action);
  },
  /** @param {Position} p @param {string} action @returns {Position} */
  after({ named, ...p }, action) {
    return isThrow(action) ? { ...p, named: action === "diceX" ? "X" : "O" } : game.after(p, action);
  },
  misread: (token, ply) => (isThrow(token) ? null : /^dice/i.test(token) ? { rule: "NOTATION-THROW-1", expected: "diceX or diceO" } : game.misread(token, ply)),
  token: (action, ply) => (isThrow(action) ? action : game.token(action, ply)),
});

/** The number of dice, and of the results on which O selects; null if two dice are too few. @param {Fraction} q */
export function thrown(q) {
  const number = [0, 1, 2].find((each) => 6n ** BigInt(each) % q.d === 0n);
  return number === undefined ? null : [number, Number((q.n * 6n ** BigInt(number)) / q.d)];
}
