/** Who is to act, how a game has ended, and what a position is worth, in words. */

import { sentence } from "./session.js";

/** @import {Session} from "./session.js" */

/** @param {string | null} actor */
export const isPlayer = (actor) => actor === "X" || actor === "O";

/** What a value means. @param {Session} session @param {{number?: number, means?: string}} worth */
export const meant = (session, { number, means }) => means || `X can expect ${session.short(number)}`;

/** The side of a person who plays against somebody else; empty otherwise. @param {Session} session */
export const ownSide = ({ settings: { X, O } }) => (X === "person" && O !== "person" ? "X" : O === "person" && X !== "person" ? "O" : "");

/** Whose turn it is, and what to do. @param {Session} session */
export const turn = (session) => session.game.next(session.shown.position).replace(/^[XO](?= )/, (player) => (player === ownSide(session) ? `You (${player})` : player));

/** How the game has ended. @param {Session} session */
export function ended(session) {
  const { words = "", winner } = session.shown.outcome ?? {};
  const own = ownSide(session);
  return own && winner ? `You ${winner === own ? "win" : "lose"}: ${words}` : sentence(words);
}
