/** The probabilities of the nine squares: in writing, and drawn at random. */

import { Fraction, ONE } from "../fraction.js";
import { Refused, listed } from "../game.js";

/**
 * @typedef {Fraction[][]} Board of each square, in order, the probabilities of success, neutral and failure
 */

export const OUTCOMES = ["success", "neutral", "failure"];

/**
 * A number as it is printed: as a decimal if it has one with at most 20 digits after the point. Rule: NOTATION-POSITION-1
 * @param {Fraction} number not negative
 */
export function numberText({ n, d }) {
  if (d === 1n) return `${n}`;
  for (let digits = 1n; digits <= 20n; digits++) {
    const scaled = n * 10n ** digits;
    if (scaled % d === 0n) return `${n / d}.${`${(scaled / d) % 10n ** digits}`.padStart(Number(digits), "0")}`;
  }
  return `${n}/${d}`;
}

/** @param {Board} board */
export const boardText = (board) => board.map((three) => three.map(numberText).join(",")).join(";");

/** Rule: PROB-NUMBER-1 @param {string} text @param {string} where what the number belongs to, for a message; may be empty */
export function readNumber(text, where) {
  const percent = text.endsWith("%");
  const found = text.length > 199 ? null : Fraction.read(percent ? text.slice(0, -1) : text);
  const number = percent ? found?.over(new Fraction(100n)) : found;
  if (!number || text.startsWith("-") || (text.length > 100 && (number.n > number.d || text !== numberText(number)))) {
    const isLong = text.length > 100;
    const remedy = isLong ? "write it with at most 100 characters" : /^-[0-9]/.test(text) ? "it is negative; write a number from 0 to 1" : "write it as 0.65, 65% or 13/20";
    throw new Refused("PROB-NUMBER-1", `${where}: '${isLong ? `${text.slice(0, 20)}…` : text}' is not a probability: ${remedy}`);
  }
  if (number.n > number.d) throw new Refused("PROB-SQUARE-1", `${where}: ${text} is more than 1: a probability is from 0 to 1${percent ? "" : `; write ${text} per cent as ${text}%`}`);
  return number;
}

/** Rule: PROB-SQUARE-1 @param {string[]} texts @param {string} where */
export function readSquare(texts, where) {
  if (texts.length !== 3) throw new Refused("PROB-SQUARE-1", `${where}: a square must have three probabilities, ${listed(OUTCOMES)}: found ${texts.length}`);
  const three = texts.map((text, i) => readNumber(text, `${where}: ${OUTCOMES[i]}`));
  const total = three[0].plus(three[1]).plus(three[2]);
  const off = total.compare(ONE);
  if (off) throw new Refused("PROB-SQUARE-1", `${where}: ${three.map(numberText).join(" + ")} is ${numberText(total)}, ${off < 0 ? `${numberText(ONE.minus(total))} less` : `${numberText(total.minus(ONE))} more`} than 1: the three must add up to exactly 1`);
  return three;
}

/** Rule: PROB-BOARD-1 @param {string[][]} squares @returns {Board} */
export function readSquares(squares) {
  if (squares.length !== 9) throw new Refused("PROB-BOARD-1", `a board must have 9 squares: found ${squares.length}`);
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
  if (!/^[0-9]{1,20}$/.test(seed) || BigInt(seed) >= 2n ** 64n) throw new Refused("PROB-RANDOM-1", `the seed ${seed} is out of range: expected 0 to 2^64 - 1`);
  if (!/^[0-9]{1,20}$/.test(number)) throw new Refused("PROB-RANDOM-1", `the board number ${number} is out of range: expected an integer from 0`);
  if (!Object.hasOwn(GENERATORS, generator)) throw new Refused("PROB-RANDOM-2", `unknown generator '${generator}': expected ${listed(Object.keys(GENERATORS), "or")}`);
  /** @param {bigint} k @param {number} possibilities */
  const draw = (k, possibilities) => Number(((output(BigInt(seed), k) >> 32n) * BigInt(possibilities)) >> 32n);
  return Array.from({ length: 9 }, (_, i) => {
    const k = 18n * BigInt(number) + 2n * BigInt(i);
    const neutral = 1 + draw(k, 6);
    const success = 6 + draw(k + 1n, 15 - neutral - GENERATORS[generator]);
    return [success, neutral, 20 - success - neutral].map((twentieths) => new Fraction(twentieths, 20));
  });
}
