/** Why a click on a square is no move. */

import { SQUARES } from "./draw.js";

/** @import {Session} from "./session.js" */

/** Say why a square cannot be clicked on. @param {Session} session @param {number} square @param {number[]} squares those clicked on, with it */
export function refused(session, square, squares) {
  const { rule, expected } = why(session, squares) ?? { rule: "", expected: "" };
  session.fail(`Square ${square} ${problem(session, square)}${expected && session.shown.actor ? `. Choose ${expected}` : ""}.`, rule);
}

/** What the rules say about squares that are no move. @param {Session} session @param {number[]} squares */
function why({ game, ordered, shown: { position, actions } }, [first, ...rest]) {
  const others = actions.flatMap(({ squares }) => squares);
  const partner = rest[0] ?? [...others, ...SQUARES].find((square) => square !== first);
  const [low, high] = ordered ? [first, partner] : [first, partner].sort();
  const ply = game.plies(position) + 1;
  for (const form of [...(rest.length ? [] : [`${first}`]), `${low}-${high}`, `${first}>${partner}`]) {
    if (game.misread(game.token(form, ply), ply)) continue;
    const breach = game.broken(position, form);
    if (breach) return breach;
  }
}

/** @param {Session} session @param {number} square */
function problem({ shown: { actor, actions } }, square) {
  if (!actor) return "cannot be chosen: the game is over";
  const named = actions.some(({ squares }) => squares.includes(square)) || actions.every(({ squares }) => !squares.length);
  return named ? "cannot be chosen now" : "is taken";
}
