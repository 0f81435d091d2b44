/** TiqTaqToe in words. */

import { SQUARES, listed } from "../game.js";

/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("./rules.js").TiqTaqToe} TiqTaqToe */

/** @param {number} n */
const boards = (n) => `${n} ${n === 1 ? "board" : "boards"}`;

/**
 * @param {TiqTaqToe} game
 * @param {Position} p
 */
export function next(game, p) {
  const actor = game.actor(p);
  if (!actor) return "";
  if (actor === "CHANCE") return p.boards.length === 1 ? "A measurement finds the only board" : `A measurement finds one of ${boards(p.boards.length)}`;
  return `${actor} to move: name a square${game.options.level === "classic" ? "" : ", or two for a superposition"}`;
}

/**
 * @param {TiqTaqToe} game
 * @param {Position} p
 */
export function describe(game, p) {
  const chances = game.probabilities(p);
  const percent = (/** @type {number} */ a, /** @type {string} */ u) => `${u === "." ? "empty" : u} ${Math.round(Number(chances[a][u]) * 1000) / 10}`;
  const squares = SQUARES.filter((a) => p.contents[a] !== ".").map((a) => {
    const held = p.contents[a];
    return `Square ${a}: ${held.length === 1 ? held : `${["X", "O", "."].filter((u) => held.includes(u)).map((u) => percent(a, u)).join(", ")} per cent`}.`;
  });
  const groups = game.groups(p).map((group) => listed(group.map(String)));
  return [...(squares.length ? squares : ["The empty board."]), ...(groups.length ? [`Entangled: ${groups.join("; ")}.`] : [])].join(" ");
}

/**
 * @param {TiqTaqToe} game
 * @param {Position} before
 * @param {string} action
 * @param {Position} after
 * @returns {import("../game.js").Told[]}
 */
export function told(game, before, action, after) {
  const found = [moved(game, before, action)];
  const group = action.includes("-") && !game.isFull && game.groups(after).find((each) => each.includes(game.squares(action)[0]));
  if (group && group.length > 2) found.push({ words: `The squares ${listed(group.map(String))} are entangled`, rule: "TIQ-GROUP-1" });
  if (game.due(after)) found.push({ words: `No square is ${game.isFull ? "free" : "certainly empty"}: a measurement is due`, rule: "TIQ-MEASURE-1" });
  const outcome = game.outcome(after);
  if (outcome) found.push({ words: `The game is over: ${outcome.words}`, rule: outcome.rule });
  return found;
}

/**
 * @param {TiqTaqToe} game
 * @param {Position} before
 * @param {string} action
 * @returns {import("../game.js").Told}
 */
function moved(game, before, action) {
  if (action[0] === "=") return { words: `A measurement found one of ${before.amplitudes ? "" : "the equally likely "}${boards(before.boards.length)}`, rule: "TIQ-MEASURE-1" };
  const mover = game.mover(before);
  const [a, b] = game.squares(action);
  if (!b) return { words: `${mover} marked ${a}, which was ${game.isFull ? "free" : "certainly empty"}`, rule: "TIQ-MOVE-1" };
  if (game.isFull) return { words: `${mover} flipped ${before.free.includes(b) ? b : a}, and the gate acted on ${a} and ${b}`, rule: "TIQ-SPLIT-1" };
  const [empty, second] = [b, a].filter((each) => before.free.includes(each));
  if (!empty) return { words: `${mover} took, on each board, whichever of ${a} and ${b} the opponent's mark is not on`, rule: "TIQ-PAIR-1" };
  if (second) return { words: `${mover} is on ${a} or on ${b}, each with probability 1/2`, rule: "TIQ-SUPER-1" };
  const other = a + b - empty;
  const held = before.contents[other].length === 1 ? "a mark" : "a mark that may be there";
  return { words: `${mover} marked ${empty} and swapped it with ${other}, ${held}, with probability 1/2`, rule: "TIQ-SUPER-1" };
}

/** @param {import("../game.js").Exact} value */
export const meaning = (value) => ({ 1: "X is sure to win", "-1": "O is sure to win" })[`${value}`] ?? "";
