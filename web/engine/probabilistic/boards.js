/** The probabilities of the nine squares: in writing, and drawn at random. */

import { Fraction, ONE } from "../fraction.js";
import { Refused, listed } from "../game.js";

/**
 * @typedef {Fraction[][]} Board of each square, in order, the probabilities of success, neutral and failure
 */

export const OUTCOMES = ["success", "neutral", "failure"];

/**
 * A number as it is printed: as a decimal if it has one with at most 20 digits after the point. Rule: NOTATION-POSITION-1
 * @param {Fraction} number from 0 to 1
 */
export function numberText({ n, d }) {
  if (d === 1n) return `${n}`;
  for (let digits = 1n; digits <= 20n; digits++) {
    const scaled = n * 10n ** digits;
    if (scaled % d === 0n) return `0.${`${scaled / d}`.padStart(Number(digits), "0")}`;
  }
  return `${n}/${d}`;
}

/** @param {Board} board */
export const boardText = (board) => board.map((three) => three.map(numberText).join(",")).join(";");

/** Rule: PROB-NUMBER-1 @param {string} text @param {string} where what the number belongs to, for a message */
export function readNumber(text, where) {
  const percent = text.endsWith("%");
  const found = text.length > 199 ? null : Fraction.read(percent ? text.slice(0, -1) : text);
  const number = percent ? found?.over(new Fraction(100n)) : found;
  if (!number || text.startsWith("-") || (text.length > 100 && (number.n > number.d || text !== numberText(number)))) {
    const shown = text.length > 40 ? `${text.slice(0, 40)}… with ${text.length} characters` : `'${text}'`;
    throw new Refused("PROB-NUMBER-1", `${where} is ${shown}: expected a number such as 0.65, 65% or 13/20, of at most 100 characters`);
  }
  if (number.n > number.d) throw new Refused("PROB-SQUARE-1", `${where} is ${text}: expected a probability from 0 to 1`);
  return number;
}

/** Rule: PROB-SQUARE-1 @param {string[]} texts @param {string} where */
export function readSquare(texts, where) {
  if (texts.length !== 3) throw new Refused("PROB-SQUARE-1", `${where} has ${texts.length} probabilities: expected ${listed(OUTCOMES)}`);
  const three = texts.map((text, i) => readNumber(text, `${OUTCOMES[i]} of ${where}`));
  const excess = three[0].plus(three[1]).plus(three[2]).minus(ONE);
  if (excess.n) throw new Refused("PROB-SQUARE-1", `the probabilities of ${where} add up to ${excess.plus(ONE)}, which is ${excess.n < 0n ? new Fraction(-excess.n, excess.d) : excess} too ${excess.n < 0n ? "little" : "much"}: expected 1`);
  return three;
}

/** Rule: PROB-BOARD-1 @param {string[][]} squares @returns {Board} */
export function readSquares(squares) {
  if (squares.length !== 9) throw new Refused("PROB-BOARD-1", `the board has ${squares.length} ${squares.length === 1 ? "square" : "squares"}: expected nine, with semicolons between them`);
  return squares.map((texts, i) => readSquare(texts, `square ${i + 1}`));
}

/** A board as an option writes it. Rule: NOTATION-STATE-2 @param {string} text */
export const readBoard = (text) => readSquares(text.split(";").map((three) => three.split(",")));

/** The generators, and the least failure in twentieths. Rules: PROB-RANDOM-1, PROB-RANDOM-2 */
export const GENERATORS = /** @type {Record<string, number>} */ ({ "abraham-2024": 0, "sun-2024": 1 });

/** Output k of SplitMix64. @param {bigint} seed @param {bigint} k */
function output(seed, k) {
  let z = BigInt.asUintN(64, seed + (k + 1n) * 0x9e3779b97f4a7c15n);
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

/**
 * Board `number`, from 0, of a seed. Rules: PROB-RANDOM-1, PROB-RANDOM-2
 * @param {string} seed
 * @param {string} number
 * @param {string} generator
 * @returns {Board}
 */
export function randomBoard(seed, number, generator) {
  if (!/^[0-9]{1,20}$/.test(seed) || BigInt(seed) >= 2n ** 64n) throw new Refused("PROB-RANDOM-1", `the seed is '${seed}': expected an integer from 0 to 2^64 - 1`);
  if (!/^[0-9]{1,20}$/.test(number)) throw new Refused("PROB-RANDOM-1", `the number of the board is '${number}': expected an integer from 0`);
  if (!Object.hasOwn(GENERATORS, generator)) throw new Refused("PROB-RANDOM-2", `there is no generator '${generator}': expected ${listed(Object.keys(GENERATORS), "or")}`);
  /** @param {bigint} k @param {number} possibilities */
  const draw = (k, possibilities) => Number(((output(BigInt(seed), k) >> 32n) * BigInt(possibilities)) >> 32n);
  return Array.from({ length: 9 }, (_, i) => {
    const k = 18n * BigInt(number) + 2n * BigInt(i);
    const neutral = 1 + draw(k, 6);
    const success = 6 + draw(k + 1n, 15 - neutral - GENERATORS[generator]);
    return [success, neutral, 20 - success - neutral].map((twentieths) => new Fraction(twentieths, 20));
  });
}
