/** Goff's game and the stochastic game in words. */

import { listed } from "../game.js";
import { SELECTIONS, collapsing, component, cycle, isSelection, linesOf, markOf, plyOf, settlement, squaresOf } from "./rules.js";

/**
 * @typedef {import("../game.js").Told} Told
 * @typedef {import("./rules.js").Position} Position
 * @typedef {import("./rules.js").Ending} Ending
 *
 * @typedef {object} Selector how a game speaks of who selects
 * @property {(p: Position) => string} due `X to select`
 * @property {(p: Position) => Told} selecting who selects, and why
 * @property {(before: Position, action: string) => Told} selected who has selected
 */

/** `X₃` @param {number} ply */
export const named = (ply) => `${markOf(ply)[0]}${String.fromCharCode(0x2080 + ply)}`;
/** @param {number[]} plies */
const marks = (plies) => listed(plies.map(named));
/** @param {number[]} squares */
const squares = (squares) => listed(squares);

/** Where the last mark goes. @param {Position} p @param {string} selection */
export const goesTo = (p, selection) => settlement(p, selection)[0].square;

/**
 * What a game says of its positions, in the words that both games share.
 * @param {{actor: (p: Position) => string | null, actions: (p: Position) => string[], ending: (p: Position) => Ending | null}} game
 * @param {Selector} selector
 */
export const words = (game, selector) => ({
  /** @param {Position} p */
  next(p) {
    const actor = game.actor(p);
    if (!actor) return "";
    if (p.closed) return `${selector.due(p)}: ${named(p.plies)} settles on ${SELECTIONS.map((each) => `${goesTo(p, each)} (${each.slice(-1)})`).join(" or ")}`;
    return `${actor} to move: choose ${game.actions(p).length === 1 && p.plies === 8 && !p.spooky.length ? "the last square" : "two squares"}`;
  },

  describe,

  /** @param {Position} before @param {string} action @param {Position} after @returns {Told[]} */
  told(before, action, after) {
    const ended = over(after, game.ending(after));
    if (isSelection(action)) return [selector.selected(before, action), ...settled(before, action), ...ended];
    const [a, b] = squaresOf(action);
    const mark = named(after.plies);
    if (a === b) return [{ words: `${mark} is definite at once: ${a} was the only open square`, rule: "GOFF-FINAL-1" }, ...ended];
    const placed = { words: `${mark} is on ${a} and on ${b} until a cycle settles it`, rule: "GOFF-MOVE-1" };
    if (after.closed) {
      return [
        placed,
        { words: `${marks(cycle(after))} close a cycle: a path joined ${a} and ${b}`, rule: "GOFF-CYCLE-1" },
        { words: `All marks on the squares ${squares(collapsing(after))} will settle`, rule: "GOFF-COLLAPSE-2" },
        selector.selecting(after),
      ];
    }
    const joined = component(after, a);
    return joined.length > 2 ? [placed, { words: `The squares ${squares(joined)} are now entangled`, rule: "GOFF-GRAPH-2" }, ...ended] : [placed, ...ended];
  },
});

/** @param {Position} p */
function describe(p) {
  const pairs = p.spooky.map(([ply, a, b]) => ({ ply, words: `${named(ply)} ${a}-${b}` }));
  const definite = p.definite.flatMap((ply, i) => (ply ? [`${named(ply)} on ${i + 1}`] : []));
  const around = cycle(p);
  const [a, b] = p.closed ? SELECTIONS.map((each) => goesTo(p, each)) : [];
  const sentences = [
    definite.length ? `Definite: ${definite.join(", ")}.` : "",
    pairs.length ? `Entangled: ${pairs.map((each) => each.words).join(", ")}.` : "",
    p.closed ? `Closed cycle: ${pairs.filter(({ ply }) => around.includes(ply)).map((each) => each.words).join(", ")}; A puts ${named(p.plies)} on ${a}, B on ${b}.` : "",
  ];
  return sentences.filter((each) => each).join(" ") || "The empty board.";
}

/** Where each mark has gone, each because of the one before it. @param {Position} before @param {string} action @returns {Told[]} */
const settled = (before, action) =>
  settlement(before, action).slice(1).map(({ ply, square, by, from }) => ({
    words: `${named(ply)} went to ${square} because ${named(by)} settled on ${from}`,
    rule: "GOFF-COLLAPSE-3",
  }));

/** @param {Position} p @param {Ending | null} ending @returns {Told[]} */
function over(p, ending) {
  if (!ending) return [];
  const { winner, how, rule } = ending;
  return [{ words: `The game is over, ${winner ? `${how} win of ${winner}` : "draw"}: ${because(p, ending)}`, rule }];
}

/** Why a game is over as it is. @param {Position} p @param {Ending} ending */
function because(p, { winner, rule }) {
  const plies = `X's is of ply ${plyOf(p, "X")}, O's of ply ${plyOf(p, "O")}`;
  const held = winner ? linesOf(p, winner).map((line) => line.join("-")) : [];
  switch (rule) {
    case "GOFF-END-5": return "no line on a full board";
    case "GOFF-LAST-1": return "no line, and one square is left";
    case "GOFF-PAIR-2": return "no line, and no legal move";
    case "GOFF-BOTH-1": return "both have a line";
    case "GOFF-END-4":
    case "GOFF-BOTH-2": return `both have a line; ${plies}, and the earlier one wins`;
    default: return `${winner} has ${held.length > 1 ? "two lines" : "a line"}, ${listed(held)}`;
  }
}

/** What a value of Rule GOFF-SCORE-2 means. @param {{valueOf(): number}} value */
export function meaning(value) {
  const worth = value.valueOf();
  const how = /** @type {Record<number, string>} */ ({ 10: "narrow", 20: "complete", 40: "double" })[Math.abs(worth)];
  return worth === 0 ? "draw" : how ? `${how} win of ${worth > 0 ? "X" : "O"}` : "";
}
