/** How numbers are shown: short ones as decimals, in full exactly; with a real minus sign. */

/** @import {Worth, Action, Actor, Chances, Game} from "./types.js" */

/** Most characters of a number that is shown exactly. */
const LONG = 40;
/** Places of a decimal in full. */
const PLACES = 6;

/** @param {string} text */
const minus = (text) => text.replaceAll("-", "−");

/** A number as a short decimal, with more places where it would be 0. @param {number} number @param {boolean} [signed] whether a plus is shown @param {number} [places] at most */
export function decimal(number, signed = false, places = 2) {
  const [few, four] = [Number(number.toFixed(places)), Number(number.toFixed(4))];
  const text = String(few || four || number === 0 ? few || four : Number(number.toPrecision(1)));
  return (signed && number > 0 ? "+" : "") + minus(text);
}

/** A number in full: exactly if that is not too long, and as a decimal. @param {{exact?: string, number?: number}} worth @param {number} [most] characters */
export function full(worth, most = LONG) {
  const { exact = "", number = 0 } = worth;
  const rounded = minus(String(Number(number.toFixed(PLACES))));
  if (isLong(worth, most)) return `≈ ${rounded}`;
  return /^-?[0-9]+$/.test(exact) ? minus(exact) : `${minus(exact)} ${ends(exact) ? "=" : "≈"} ${rounded}`;
}

/** Whether a number in full is rounded because it is too long to read. @param {{exact?: string}} worth @param {number} [most] characters */
export const isLong = ({ exact = "" }, most = LONG) => exact.length > most;

/** Whether a fraction is a decimal with as many places as are shown. @param {string} exact */
function ends(exact) {
  const [, bottom] = /^-?[0-9]+\/([0-9]+)$/.exec(exact) ?? [];
  return bottom !== undefined && 10n ** BigInt(PLACES) % BigInt(bottom) === 0n;
}

/** A share in per cent. @param {number} share */
export function percent(share) {
  const shown = Number((share * 100).toFixed(1));
  if (share > 0 && shown < 0.1) return "<0.1%";
  return share < 1 && shown === 100 ? ">99.9%" : `${shown}%`;
}

/** A probability, exactly and in per cent. @param {Worth} probability */
export function chance({ exact, number }) {
  if (exact.length > 24) return `≈ ${percent(number)}`;
  return `${exact} ${Math.abs(number * 1000 - Math.round(number * 1000)) < 1e-9 ? "=" : "≈"} ${percent(number)}`;
}

/** The chances of win, draw and loss in words. @param {Chances} chances */
export function ending({ X, draw, O }) {
  const parts = [X.number ? `X wins ${percent(X.number)}` : "", draw.number ? `draw ${percent(draw.number)}` : "", O.number ? `O wins ${percent(O.number)}` : ""];
  return parts.filter(Boolean).join(", ");
}

/** What each action loses for the player to act, against the best one; null without values. @param {Action[]} actions @param {Actor | null} actor @returns {Map<Action, number> | null} */
export function losses(actions, actor) {
  const values = actions.map((action) => action.number);
  if (!values.length || values.some((value) => value === undefined)) return null;
  const numbers = /** @type {number[]} */ (values).map((value) => (actor === "O" ? -value : value));
  const most = Math.max(...numbers);
  return new Map(actions.map((action, i) => [action, action.best ? 0 : most - numbers[i]]));
}

/** The shares of the range of all values up to which a loss is of the steps 4, 3, 2 and 1. */
const STEPS = [1 / 64, 1 / 16, 1 / 4, 1 / 2];

/** The step of the heat map: 5 for no loss, down to 0 for more than half the range of all values. @param {number} loss @param {Game<any>["worth"]} worth */
export function heat(loss, { draw, most }) {
  if (loss <= 0) return 5;
  return STEPS.filter((step) => loss <= step * 2 * (most - draw) + 1e-9).length;
}
