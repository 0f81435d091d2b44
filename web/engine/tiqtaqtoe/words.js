/** TiqTaqToe in words. */

import { listed } from "../game.js";
import { mover } from "./boards.js";
import { squaresOf } from "./rules.js";

/** @typedef {import("./boards.js").Position} Position */

/** @param {Position} p */
const boards = ({ boards: { length }, amplitudes }) => (length === 1 ? "1 board" : `${length} ${amplitudes ? "possible" : "equally likely"} boards`);

/**
 * What a move or a measurement has done.
 * @param {boolean} isFull
 * @param {Position} before
 * @param {string} action
 * @returns {import("../game.js").Told}
 */
function done(isFull, before, action) {
  if (action[0] === "=") return { words: `A measurement found one of ${boards(before)}`, rule: "TIQ-MEASURE-1" };
  const player = mover(before);
  const [a, b] = squaresOf(action);
  if (!b) return { words: `${player} marked ${a}, which was ${isFull ? "free" : "certainly empty"}`, rule: "TIQ-MOVE-1" };
  if (isFull) return { words: `${player} flipped ${before.free.includes(b) ? b : a}, and the gate acted on ${a} and ${b}`, rule: "TIQ-SPLIT-1" };
  const [empty, second] = [b, a].filter((each) => before.free.includes(each));
  if (!empty) return { words: `${player} took, on each board, whichever of ${a} and ${b} the opponent's mark is not on`, rule: "TIQ-PAIR-1" };
  if (second) return { words: `${player} is on ${a} or on ${b}, each with probability 1/2`, rule: "TIQ-SUPER-1" };
  const held = before.contents[a + b - empty].length === 1 ? "a mark" : "a mark that may be there";
  return { words: `${player} marked ${empty} and swapped it with ${a + b - empty}, ${held}, with probability 1/2`, rule: "TIQ-SUPER-1" };
}

/**
 * @param {string} level
 * @param {import("./rules.js").Rules} rules
 * @returns {Pick<import("../game.js").Game<Position>, "next" | "describe" | "told" | "meaning">}
 */
export const words = (level, { actor, due, groups, isFull, outcome, probabilities }) => ({
  next(p) {
    if (due(p)) return `A measurement finds ${p.boards.length === 1 ? "the only board" : `one of ${boards(p)}`}`;
    return actor(p) ? `${actor(p)} to move: name a square${level === "classic" ? "" : ", or two for a superposition"}` : "";
  },

  describe(p) {
    const held = Object.entries(probabilities(p)).filter(([a]) => p.contents[Number(a)] !== ".").map(([a, chances]) => {
      const [certain, ...others] = Object.keys(chances);
      const each = ["X", "O", "."].filter((u) => u in chances).map((u) => `${u === "." ? "empty" : u} ${Math.round(1000 * Number(chances[u])) / 10}`);
      return `Square ${a}: ${others.length ? `${each.join(", ")} per cent` : certain}.`;
    });
    const entangled = groups(p).map((group) => listed(group)).join("; ");
    return [...(held.length ? held : ["The empty board."]), ...(entangled ? [`Entangled: ${entangled}.`] : [])].join(" ");
  },

  told(before, action, after) {
    const found = [done(isFull, before, action)];
    const group = action.includes("-") && !isFull ? groups(after).find((each) => each.includes(squaresOf(action)[0])) : undefined;
    if (group && group.length > 2) found.push({ words: `The squares ${listed(group)} are entangled`, rule: "TIQ-GROUP-1" });
    if (due(after)) found.push({ words: `No square is ${isFull ? "free" : "certainly empty"}: a measurement is due`, rule: "TIQ-MEASURE-1" });
    const end = outcome(after);
    return end ? [...found, { words: `The game is over: ${end.words}`, rule: end.rule }] : found;
  },

  meaning: (value) => ({ 1: "X is sure to win", "-1": "O is sure to win" })[`${value}`] ?? "",
});
