/**
 * Functions of q on [0, 1] that are polynomials piece by piece, exactly (LEMMA pieces). Functions and polynomials are known by
 * their numbers: equal ones have the same number, and what is made of two is made once.
 */

import { Fraction } from "../fraction.js";
import { ONE, ZERO, against, between, compare, roots, scaledAt, signAt, trimmed } from "./roots.js";

/** @typedef {import("./roots.js").Root} Root */
/** @typedef {{starts: Root[], pieces: number[]}} Piecewise where each piece starts, and the number of its polynomial */

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

/** The value of a function at q. @param {number} f @param {Fraction} q */
export function at(f, q) {
  const { starts, pieces } = functions.all[f];
  const coefficients = polynomials.all[pieces[starts.findLastIndex((start) => against(start, q) <= 0)]];
  return new Fraction(scaledAt(coefficients.map(BigInt), q.n, q.d), q.d ** BigInt(Math.max(0, coefficients.length - 1)));
}

/** Where a function is zero between 0 and 1; of an interval of zeros the ends. @param {number} f */
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
