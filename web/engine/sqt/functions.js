/**
 * Functions of q on [0, 1] that are polynomials piece by piece, exactly. Functions, polynomials and the points where pieces
 * meet are each kept once, so equal ones are the same number or object, and what is made of two functions is made once.
 *
 * Coefficients are integers below 2³⁰, degrees at most 4 (LEMMA pieces): a critical q is a root of an integer polynomial.
 */

import { Fraction } from "../fraction.js";

/**
 * A critical q: the root of `polynomial`, which has no other in [m, m + 1] / 2⁵⁰. `exact` if it is rational. Different roots
 * have different m: if some had not, an error would say so.
 * @typedef {{polynomial: bigint[], m: number, exact: Fraction | null}} Root
 */
/** @typedef {{starts: Root[], pieces: number[]}} Piecewise where each piece starts, and the number of its polynomial */

const BITS = 50n;
const UNIT = 1n << BITS;

// ---- Integer polynomials: arrays of coefficients, that of q⁰ first, without zeros at the end -----------------------------

/** @param {bigint} a @param {bigint} b @returns {bigint} */
const gcd = (a, b) => (b ? gcd(b, a % b) : a < 0n ? -a : a);

/** Without a common divisor. @param {bigint[]} p */
function primitive(p) {
  const divisor = p.reduce(gcd, 0n);
  return divisor > 1n ? p.map((each) => each / divisor) : p;
}

/** With a positive highest coefficient. @param {bigint[]} p */
const upright = (p) => (p[p.length - 1] < 0n ? p.map((each) => -each) : p);

/**
 * @template {number | bigint} T
 * @param {T[]} p
 */
function trimmed(p) {
  const length = p.findLastIndex((each) => each != 0) + 1;
  return length < p.length ? p.slice(0, length) : p;
}

/**
 * A positive multiple of the remainder of a by b, and of the quotient.
 * @param {bigint[]} a @param {bigint[]} b
 */
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

/**
 * Sturm's chain of the polynomial that has the same roots, each once.
 * @param {bigint[]} p
 */
function chain(p) {
  const found = [p, p.slice(1).map((each, i) => each * BigInt(i + 1))];
  while (found[found.length - 1].length) {
    const [a, b] = found.slice(-2);
    found.push(primitive(divided(a, b).rest.map((each) => -each)));
  }
  const common = found[found.length - 2];
  return found.slice(0, -1).map((each) => primitive(divided(each, common).quotient));
}

/**
 * The sign of a polynomial at n / d.
 * @param {bigint[]} p @param {bigint} n @param {bigint} d
 */
function signAt(p, n, d) {
  let [sum, scale] = [0n, 1n];
  for (let i = p.length - 1; i >= 0; i--, scale *= d) sum = sum * n + p[i] * scale;
  return sum > 0n ? 1 : sum < 0n ? -1 : 0;
}

/** @param {bigint[][]} sturm @param {bigint} n @param {bigint} d */
function variations(sturm, n, d) {
  const signs = sturm.map((each) => signAt(each, n, d)).filter((each) => each);
  return signs.filter((each, i) => i && each !== signs[i - 1]).length;
}

/**
 * ⌊2⁵⁰ · root⌋ of the only root in (low, high] / 2⁵⁰.
 * @param {bigint[]} p @param {bigint} low @param {bigint} high
 */
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

/**
 * The same by doubles, perhaps a few off.
 * @param {number[]} p @param {number} above @param {number} low @param {number} high
 */
function guessed(p, above, low, high) {
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    const q = middle / 2 ** 50;
    if (p.reduceRight((sum, each) => sum * q + each, 0) * above > 0) high = middle;
    else low = middle;
  }
  return Math.floor(low);
}

// ---- Roots --------------------------------------------------------------------------------------------------------------

/** @type {Map<number, Root>} by m */
const known = new Map();

/** @param {bigint[]} polynomial @param {bigint} m @returns {Root} */
function rootOf(polynomial, m) {
  const top = polynomial[polynomial.length - 1];
  const near = ((2n * m + 1n) * top + UNIT) >> (BITS + 1n); // top · root, if it is an integer, as it is if the root is rational
  const isExact = (near << BITS) / top === m && !signAt(polynomial, near, top);
  const found = isExact ? { polynomial: [-near, top], m: Number(m), exact: new Fraction(near, top) } : { polynomial, m: Number(m), exact: null };
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
const compare = (a, b) => a.m - b.m;

/**
 * The same for a root and a fraction.
 * @param {Root} root @param {Fraction} q
 */
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
function between(a, b) {
  if (b.m - a.m < 2) throw tooClose(a.m);
  return /** @type {const} */ ([BigInt(a.m + b.m + 1), 2n * UNIT]);
}

/** @type {Map<string, Root[]>} */
const solved = new Map();

/**
 * The roots of a polynomial between 0 and 1, ascending.
 * @param {bigint[]} p not 0
 * @returns {Root[]}
 */
function roots(p) {
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

// ---- Polynomials and functions by their numbers -------------------------------------------------------------------------

/** Things by their numbers. @template T */
class Numbered {
  constructor() {
    /** @type {T[]} */
    this.all = [];
    /** @type {Map<string, number>} */
    this.numbers = new Map();
  }

  /** @param {string} key @param {T} thing */
  of(key, thing) {
    let found = this.numbers.get(key);
    if (found === undefined) this.numbers.set(key, (found = this.all.push(thing) - 1));
    return found;
  }
}

/** @type {Numbered<number[]>} */
const polynomials = new Numbered();
/** @type {Numbered<Piecewise>} */
const functions = new Numbered();

/** The number of a polynomial. @param {number[]} p */
function polynomial(p) {
  const short = trimmed(p);
  return polynomials.of(short.join(), short);
}

/**
 * What a function of one or two numbers returns, kept.
 * @template T
 * @param {(a: number, b: number) => T} made
 */
export function kept(made) {
  /** @type {Map<number, T>} */
  const all = new Map();
  return (/** @type {number} */ a, b = 0) => {
    const key = a * 2 ** 26 + b;
    let found = all.get(key);
    if (found === undefined) all.set(key, (found = made(a, b)));
    return found;
  };
}

/** @param {number} a @param {number} b */
function difference(a, b) {
  const [p, q] = [polynomials.all[a], polynomials.all[b]];
  return Array.from({ length: Math.max(p.length, q.length) }, (_, i) => BigInt(p[i] ?? 0) - BigInt(q[i] ?? 0));
}

/** Where two polynomials are equal, and the sign of a - b before, between and after. */
const order = kept((a, b) => {
  const p = trimmed(difference(a, b));
  const at = roots(p);
  return { at, signs: [...at, ONE].map((root, i) => signAt(p, ...between(at[i - 1] ?? ZERO, root))) };
});

const mixture = kept((a, b) => {
  const [p, q] = [polynomials.all[a], polynomials.all[b]];
  return polynomial(Array.from({ length: Math.max(p.length, q.length) + 1 }, (_, i) => (p[i] ?? 0) - (p[i - 1] ?? 0) + (q[i - 1] ?? 0)));
});

/**
 * A function made of two: `piece` is called for each interval with the pieces there, and adds what stands there.
 * @param {number} f @param {number} g
 * @param {(add: (start: Root, piece: number) => void, from: Root, to: Root, a: number, b: number) => void} piece
 */
function made(f, g, piece) {
  const [one, other] = [functions.all[f], functions.all[g]];
  /** @type {Piecewise} */
  const found = { starts: [], pieces: [] };
  const add = (/** @type {Root} */ start, /** @type {number} */ each) => {
    if (each === found.pieces[found.pieces.length - 1]) return;
    found.starts.push(start);
    found.pieces.push(each);
  };
  for (let i = 0, j = 0, from = ZERO; from !== ONE; ) {
    const [a, b] = [one.starts[i + 1] ?? ONE, other.starts[j + 1] ?? ONE];
    const which = compare(a, b);
    const to = which < 0 ? a : b;
    piece(add, from, to, one.pieces[i], other.pieces[j]);
    if (which <= 0) i++;
    if (which >= 0) j++;
    from = to;
  }
  return numbered(found);
}

/** The number of a function. @param {Piecewise} found */
const numbered = (found) => functions.of(found.pieces.map((piece, i) => `${found.starts[i].m} ${piece}`).join(), found);

/** @param {number} sign */
const chosen = (sign) => kept((f, g) => made(f, g, (add, from, to, a, b) => {
  if (a === b) return add(from, a);
  const { at, signs } = order(a, b);
  signs.forEach((each, i) => {
    if (i < at.length && compare(at[i], from) <= 0) return;
    const start = i && compare(at[i - 1], from) > 0 ? at[i - 1] : from;
    if (compare(start, to) < 0) add(start, each === sign ? a : b);
  });
}));
const [max, min] = [chosen(1), chosen(-1)];

/** The larger, and the smaller, of two functions at each q. @param {number} f @param {number} g */
export const larger = (f, g) => (f === g ? f : f < g ? max(f, g) : max(g, f));
/** @param {number} f @param {number} g */
export const smaller = (f, g) => (f === g ? f : f < g ? min(f, g) : min(g, f));
/** (1 - q) · f + q · g. */
export const mixed = kept((f, g) => (f === g ? f : made(f, g, (add, from, _, a, b) => add(from, mixture(a, b)))));

/** The function that is c for every q. @param {number} c */
export const constant = (c) => numbered({ starts: [ZERO], pieces: [polynomial([c])] });

/**
 * The function of pieces: each after the first starts at a zero of its difference from the one before, that of this number
 * among those after the start of the one before.
 * @param {number[][]} pieces @param {number[]} passed
 */
export function joined(pieces, passed) {
  const all = pieces.map(polynomial);
  const starts = [ZERO];
  for (let i = 1; i < all.length; i++) starts.push(roots(trimmed(difference(all[i - 1], all[i]))).filter((root) => compare(root, starts[i - 1]) > 0)[passed[i]]);
  return numbered({ starts, pieces: all });
}

/** A function by its number: where each piece starts, and its coefficients. @param {number} f */
export const piecesOf = (f) => functions.all[f].starts.map((start, i, all) => ({ start, end: all[i + 1] ?? ONE, coefficients: polynomials.all[functions.all[f].pieces[i]] }));

/**
 * The value of a function at q.
 * @param {number} f @param {Fraction} q
 */
export function at(f, q) {
  const { starts, pieces } = functions.all[f];
  const coefficients = polynomials.all[pieces[starts.findLastIndex((start) => against(start, q) <= 0)]];
  let [sum, scale] = [0n, 1n];
  for (let i = coefficients.length - 1; i >= 0; i--, scale *= q.d) sum = sum * q.n + BigInt(coefficients[i]) * scale;
  return new Fraction(sum, coefficients.length > 1 ? scale / q.d : 1n);
}

/**
 * Where a function is zero between 0 and 1; of an interval of zeros the ends.
 * @param {number} f
 */
export function zeros(f) {
  const found = piecesOf(f).flatMap(({ start, end, coefficients }) =>
    coefficients.length ? roots(coefficients.map(BigInt)).filter((root) => compare(root, start) >= 0 && compare(root, end) <= 0) : [start, end],
  );
  return [...new Set(found)].filter((root) => root !== ZERO && root !== ONE);
}

/**
 * The longest intervals throughout which the same ones of some functions are equal to f, by their places.
 * @param {number} f @param {number[]} others
 */
export function agreeing(f, others) {
  const all = [f, ...others].map((each) => functions.all[each]);
  const cuts = [...new Set(all.flatMap(({ starts }) => starts))].sort(compare);
  /** @type {{from: Root, to: Root, which: number[]}[]} */
  const found = [];
  cuts.forEach((from, i) => {
    const to = cuts[i + 1] ?? ONE;
    const [value, ...pieces] = all.map(({ starts, pieces }) => pieces[starts.findLastIndex((start) => compare(start, from) <= 0)]);
    const which = pieces.flatMap((piece, j) => (piece === value ? [j] : []));
    const before = found[found.length - 1];
    if (before && `${before.which}` === `${which}`) before.to = to;
    else found.push({ from, to, which });
  });
  return found;
}
