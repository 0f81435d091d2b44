/** How numbers are shown: exactly where that is short, otherwise rounded; with a real minus sign. */

/** @import {Worth, Action, Actor, Game} from "./types.js" */

const SHORT = 7;
/** Most characters of a number that is shown exactly. */
const LONG = 40;
/** Places of a decimal. */
const PLACES = 6;

/**
 * @param {{exact?: string, number?: number}} worth
 * @param {boolean} [signed] whether a plus is shown
 */
export function short(worth, signed = true) {
  const { exact = "", number = 0 } = worth;
  const text = exact.length <= SHORT ? exact : number.toFixed(4);
  return (signed && number > 0 ? "+" : "") + text.replace("-", "−");
}

/**
 * A number in full: exactly if that is not too long, and as a decimal.
 * @param {{exact?: string, number?: number}} worth
 */
export function full(worth) {
  const { exact = "", number = 0 } = worth;
  const rounded = String(Number(number.toFixed(PLACES))).replace("-", "−");
  if (isLong(worth)) return `≈ ${rounded}`;
  const sign = ends(exact) ? "=" : "≈";
  return exact.includes("/") ? `${exact.replace("-", "−")} ${sign} ${rounded}` : exact.replace("-", "−");
}

/**
 * Whether a number in full is rounded because it is too long to read.
 * @param {{exact?: string}} worth
 */
export const isLong = ({ exact = "" }) => exact.length > LONG;

/**
 * Whether a fraction is a decimal with as many places as are shown.
 * @param {string} exact
 */
function ends(exact) {
  const [, bottom = "1"] = exact.split("/");
  return 10n ** BigInt(PLACES) % BigInt(bottom) === 0n;
}

/**
 * A probability, exactly and in per cent.
 * @param {Worth} probability
 */
export function chance({ exact, number }) {
  const percent = Number((number * 100).toFixed(1));
  const shown = number > 0 && percent < 0.1 ? "<0.1%" : `${percent}%`;
  if (exact.length > 24) return `≈ ${shown}`;
  return `${exact} ${Math.abs(number * 100 - percent) < 1e-9 ? "=" : "≈"} ${shown}`;
}

/**
 * What each action loses for the player to act, against the best one; null without values.
 * @param {Action[]} actions
 * @param {Actor | null} actor
 * @returns {Map<Action, number> | null}
 */
export function losses(actions, actor) {
  const values = actions.map((action) => action.number);
  if (!values.length || values.some((value) => value === undefined)) return null;
  const numbers = /** @type {number[]} */ (values).map((value) => (actor === "O" ? -value : value));
  const most = Math.max(...numbers);
  return new Map(actions.map((action, i) => [action, most - numbers[i]]));
}

/** The shares of the range of all values up to which a loss is of the steps 4, 3, 2 and 1. */
const STEPS = [1 / 64, 1 / 16, 1 / 4, 1 / 2];

/**
 * The step of the heat map: 5 for no loss, down to 0 for more than half the range of all values.
 * @param {number} loss
 * @param {Game<any>["worth"]} worth
 */
export function heat(loss, { draw, most }) {
  if (loss <= 0) return 5;
  return STEPS.filter((step) => loss <= step * 2 * (most - draw) + 1e-9).length;
}
