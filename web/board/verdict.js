/** The verdict on a game in words: its turning point, and its largest losses. */

import { listed } from "../engine/game.js";
import { full } from "./numbers.js";

/** @import {Worth} from "./types.js" */
/** @import {Judged} from "./answers.js" */

const SIDES = /** @type {Record<string, number>} */ ({ X: 1, O: -1 });
const STANDINGS = ["behind", "level", "ahead"];
/** Most moves that a verdict names as better. */
const MOST_HELD = 3;
/** Losses that differ by less are equal. */
const EQUAL = 1e-9;

/**
 * @param {Judged[]} rows
 * @param {number} draw what a draw is worth
 * @returns {{turn: number, largest: number[], verdict: string}} the place of the turning point (−1: none), those of the largest
 *   losses, which are equal, and the verdict
 */
export function verdict(rows, draw) {
  const most = Math.max(0, ...rows.map((row) => row.loss?.number ?? 0));
  const largest = rows.flatMap((row, at) => (most && (row.loss?.number ?? 0) > most - EQUAL ? [at] : []));
  const turn = turningPoint(rows, draw);
  if (!largest.length) return { turn, largest, verdict: "Nobody has lost any value so far." };
  const first = turn < 0 ? "No move was a turning point." : turning(rows[turn], draw);
  return { turn, largest, verdict: `${first} ${losses(rows, largest, turn)}` };
}

/** @param {Judged[]} rows @param {number[]} largest @param {number} turn */
function losses(rows, largest, turn) {
  const tokens = largest.map((at) => rows[at].token);
  if (tokens.length > 1) return `The largest losses are equal: ${listed(tokens)} lost ${full(rows[largest[0]].loss ?? {})} each.`;
  const { before, after } = rows[largest[0]];
  const head = largest[0] === turn ? "It was also the largest loss" : `The largest loss was ${tokens[0]}`;
  return `${head}: from ${meaning(before)} to ${meaning(after)}.`;
}

/**
 * The place of the last move after which its player never again stood as well as before it: ahead, level or behind, as the
 * value is better for that player than a draw, equal to it, or worse. What chance and the System do is not a move.
 * @param {Judged[]} rows
 * @param {number} draw
 */
function turningPoint(rows, draw) {
  for (let at = rows.length - 1; at >= 0; at--) {
    const { actor, before, after } = rows[at];
    const side = SIDES[actor ?? ""];
    if (!side || !before || !after) continue;
    const later = rows.slice(at).flatMap((row) => (row.after ? [side * standing(row.after, draw)] : []));
    if (Math.max(...later) < side * standing(before, draw)) return at;
  }
  return -1;
}

/** @param {Judged} row @param {number} draw */
function turning({ token, actor, before, best = [] }, draw) {
  const stood = STANDINGS[1 + SIDES[actor ?? ""] * standing(/** @type {Worth} */ (before), draw)];
  return `${token} was the turning point: ${actor} was ${stood} before it and has not been since. ${listed(best.slice(0, MOST_HELD), "or")} would have held that.`;
}

/** Whether X is ahead (1), level (0) or behind (−1). @param {Worth} value @param {number} draw */
const standing = ({ number }, draw) => Math.sign(number - draw);

/** @param {Worth | null} value */
const meaning = (value) => value?.means || full(value ?? {});
