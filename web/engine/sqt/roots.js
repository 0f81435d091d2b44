/** Roots of integer polynomials between 0 and 1, exactly. Equal roots are one object. */

import { Fraction, gcd } from "../fraction.js";

/**
 * A critical q: the root of `polynomial`, which has no other in [m, m + 1] / 2⁵⁰. `exact` if it is rational. Different roots
 * have different m: if some had not, an error would say so.
 * @typedef {{polynomial: bigint[], m: number, exact: Fraction | null}} Root
 */

const BITS = 50n;
const UNIT = 1n << BITS;

// A polynomial is its coefficients, that of q⁰ first, without zeros at the end.

/** Without a common divisor. @param {bigint[]} p */
function primitive(p) {
  const divisor = p.reduce((a, b) => gcd(a, b), 0n);
  return divisor > 1n ? p.map((each) => each / divisor) : p;
}

/** With a positive highest coefficient. @param {bigint[]} p */
const upright = (p) => (p[p.length - 1] < 0n ? p.map((each) => -each) : p);

/**
 * @template {number | bigint} T
 * @param {T[]} p
 */
export function trimmed(p) {
  const length = p.findLastIndex((each) => each != 0) + 1;
  return length < p.length ? p.slice(0, length) : p;
}

/** A positive multiple of the remainder of a by b, and of the quotient. @param {bigint[]} a @param {bigint[]} b */
function divided(a, b) {
  const top = b[b.length - 1];
  const [scale, sign] = top < 0n ? [-top, -1n] : [top, 1n];
  let [rest, quotient] = [a, /** @type {bigint[]} */ ([])];
  while (rest.length >= b.length) {
    const [factor, by] = [rest[rest.length - 1] * sign, rest.length - b.length];
    quotient = quotient.map((each) => each * scale);
    quotient[by] = factor;
    rest = trimmed(rest.map((each, i) => each * scale - factor * (b[i - by] ?? 0n)));
  }
  return { quotient: Array.from(quotient, (each) => each ?? 0n), rest };
}

/** Sturm's chain of the polynomial that has the same roots, each once. @param {bigint[]} p */
function chain(p) {
  const found = [p, p.slice(1).map((each, i) => each * BigInt(i + 1))];
  while (found[found.length - 1].length) {
    const [a, b] = found.slice(-2);
    found.push(primitive(divided(a, b).rest.map((each) => -each)));
  }
  const common = found[found.length - 2];
  return found.slice(0, -1).map((each) => primitive(divided(each, common).quotient));
}

/** The value of a polynomial at n / d, times d to the power of its degree. @param {bigint[]} p @param {bigint} n @param {bigint} d */
export function scaledAt(p, n, d) {
  let [sum, scale] = [0n, 1n];
  for (let i = p.length - 1; i >= 0; i--, scale *= d) sum = sum * n + p[i] * scale;
  return sum;
}

/** The sign of a polynomial at n / d. @param {bigint[]} p @param {bigint} n @param {bigint} d */
export function signAt(p, n, d) {
  const value = scaledAt(p, n, d);
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

/** @param {bigint[][]} sturm @param {bigint} n @param {bigint} d */
function variations(sturm, n, d) {
  const signs = sturm.map((each) => signAt(each, n, d)).filter((each) => each);
  return signs.filter((each, i) => i && each !== signs[i - 1]).length;
}

/** ⌊2⁵⁰ · root⌋ of the only root in (low, high] / 2⁵⁰. @param {bigint[]} p @param {bigint} low @param {bigint} high */
function refined(p, low, high) {
  const above = signAt(p, high, UNIT);
  if (!above) return high;
  const guess = BigInt(guessed(p.map(Number), above, Number(low), Number(high)));
  const [a, b] = [guess - 4n, guess + 4n];
  if (a > low && b < high && signAt(p, a, UNIT) === -above && signAt(p, b, UNIT) === above) [low, high] = [a, b];
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    const sign = signAt(p, middle, UNIT);
    if (!sign) return middle;
    if (sign === above) high = middle;
    else low = middle;
  }
  return low;
}

/** The same by doubles, perhaps a few off. @param {number[]} p @param {number} above @param {number} low @param {number} high */
function guessed(p, above, low, high) {
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    const q = middle / 2 ** 50;
    if (p.reduceRight((sum, each) => sum * q + each, 0) * above > 0) high = middle;
    else low = middle;
  }
  return Math.floor(low);
}

/** @type {Map<number, Root>} by m */
const known = new Map();

/** @param {bigint[]} polynomial @param {bigint} m @returns {Root} */
function rootOf(polynomial, m) {
  const top = polynomial[polynomial.length - 1];
  const near = ((2n * m + 1n) * top + UNIT) >> (BITS + 1n); // top · root, if it is an integer, as it is if the root is rational
  const isExact = (near << BITS) / top === m && !signAt(polynomial, near, top);
  const exact = isExact ? new Fraction(near, top) : null;
  const found = { polynomial: exact ? [-exact.n, exact.d] : polynomial, m: Number(m), exact };
  const other = known.get(found.m);
  if (other ? !isSame(found, other) : !isExact && !signAt(polynomial, m, UNIT)) throw tooClose(found.m);
  if (!other) known.set(found.m, found);
  return other ?? found;
}

/** Whether roots with the same m are one. @param {Root} one @param {Root} other */
function isSame(one, other) {
  if (one.exact && other.exact) return !one.exact.compare(other.exact);
  let [a, b] = [one.polynomial, other.polynomial];
  while (b.length) [a, b] = [b, primitive(divided(a, b).rest)];
  return !one.exact && !other.exact && signAt(a, BigInt(one.m), UNIT) !== signAt(a, BigInt(one.m + 1), UNIT);
}

/** @param {number} m */
const tooClose = (m) => new RangeError(`two critical q near ${m / 2 ** 50} are too close to tell apart`);

export const ZERO = rootOf([0n, 1n], 0n);
export const ONE = rootOf([-1n, 1n], UNIT);

/** Negative, 0 or positive, as a is less than, equal to, or greater than b. @param {Root} a @param {Root} b */
export const compare = (a, b) => a.m - b.m;

/** The same for a root and a fraction. @param {Root} root @param {Fraction} q */
export function against({ polynomial, m, exact }, q) {
  if (exact) return exact.compare(q);
  const cell = Number((q.n << BITS) / q.d);
  if (cell !== m) return m - cell;
  return signAt(polynomial, q.n, q.d) === signAt(polynomial, BigInt(m + 1), UNIT) ? -1 : 1;
}

/** The number within 2⁻⁵⁰. @param {Root} root */
export const numberOf = ({ m, exact }) => (exact ? exact.valueOf() : (m + 0.5) / 2 ** 50);

/** Two fractions between which the polynomial has no other root; of a rational one twice itself. @param {Root} root */
export const cellOf = ({ m, exact }) => (exact ? [exact, exact] : [m, m + 1].map((each) => new Fraction(each, UNIT)));

/** A number between two roots, as numerator and denominator. @param {Root} a @param {Root} b */
export function between(a, b) {
  if (b.m - a.m < 2) throw tooClose(a.m);
  return /** @type {const} */ ([BigInt(a.m + b.m + 1), 2n * UNIT]);
}

/** @type {Map<string, Root[]>} */
const solved = new Map();

/** The roots of a polynomial between 0 and 1, ascending. @param {bigint[]} p not 0 @returns {Root[]} */
export function roots(p) {
  const reduced = upright(primitive(p));
  const key = reduced.join();
  let found = solved.get(key);
  if (!found) {
    const sturm = chain(reduced);
    const simple = upright(sturm[0]).slice(reduced[0] ? 0 : 1); // 0 is none of the roots
    /** @param {bigint} low @param {bigint} high @param {bigint} unit @returns {Root[]} */
    const within = (low, high, unit) => {
      const [before, after] = [low, high].map((each) => variations(sturm, each, unit));
      if (before === after) return [];
      if (before - after === 1) return [rootOf(simple, refined(simple, low * (UNIT / unit), high * (UNIT / unit)))];
      return [...within(2n * low, low + high, 2n * unit), ...within(low + high, 2n * high, 2n * unit)];
    };
    found = within(0n, 1n, 1n).filter((root) => root !== ONE);
    solved.set(key, found);
  }
  return found;
}
