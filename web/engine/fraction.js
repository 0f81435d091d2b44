/** Exact fractions. */

/** The greatest common divisor, not negative. @param {bigint} a @param {bigint} b */
export function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

/** A fraction in lowest terms, with a positive denominator. Immutable. */
export class Fraction {
  /** @param {bigint | number} n a number must be a safe integer @param {bigint | number} [d] not 0 */
  constructor(n, d = 1n) {
    const [a, b] = [BigInt(n), BigInt(d)];
    if (!b) throw new RangeError("a fraction has no denominator 0");
    const divisor = b < 0n ? -gcd(a, b) : gcd(a, b);
    this.n = a / divisor;
    this.d = b / divisor;
  }

  /** The fraction that a text writes: `3`, `-3/4` or `0.75`; null for any other text. @param {string} text */
  static read(text) {
    const found = /^(-?)([0-9]+)(?:\/([0-9]+)|\.([0-9]+))?$/.exec(text);
    if (!found) return null;
    const [, sign, whole, below, digits = ""] = found;
    if (below && !BigInt(below)) return null;
    return new Fraction(BigInt(sign + whole + digits), below ? BigInt(below) : 10n ** BigInt(digits.length));
  }

  /** @param {Fraction} other */
  plus({ n, d }) {
    return new Fraction(this.n * d + n * this.d, this.d * d);
  }

  /** @param {Fraction} other */
  minus({ n, d }) {
    return new Fraction(this.n * d - n * this.d, this.d * d);
  }

  /** @param {Fraction} other */
  times({ n, d }) {
    return new Fraction(this.n * n, this.d * d);
  }

  /** @param {Fraction} other not 0 */
  over({ n, d }) {
    return new Fraction(this.n * d, this.d * n);
  }

  /** Negative, 0 or positive, as this fraction is less than, equal to, or greater than the other. @param {Fraction} other */
  compare({ n, d }) {
    const difference = this.n * d - n * this.d;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  /** As the rules write it: `-17/512`, or `10`. */
  toString() {
    return this.d === 1n ? `${this.n}` : `${this.n}/${this.d}`;
  }

  /** The same text, which `Fraction.read` reads. */
  toJSON() {
    return `${this}`;
  }

  /** The nearest double if numerator and denominator are below 2⁵³, else one within two units in the last place. */
  valueOf() {
    const [n, d] = [this.n < 0n ? -this.n : this.n, this.d];
    const large = Math.max(n.toString(2).length, d.toString(2).length) - 53;
    if (large <= 0) return Number(this.n) / Number(d);
    const scale = BigInt(Math.max(0, d.toString(2).length - n.toString(2).length + 64));
    const found = Number((n << scale) / d) * 2 ** -Number(scale);
    return this.n < 0n ? -found : found;
  }
}

export const ZERO = new Fraction(0n);
export const ONE = new Fraction(1n);
