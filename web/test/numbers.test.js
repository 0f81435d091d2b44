/** Exact numbers: fractions of any signs, and roots that doubles cannot tell apart. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Fraction } from "../engine/index.js";
import { cellOf, roots } from "../engine/sqt/roots.js";
import { Root } from "../engine/tiqtaqtoe/full.js";

test("a fraction has a positive denominator, whatever signs it is made of", () => {
  const third = new Fraction(1, 3);
  for (const [found, text] of [
    [new Fraction(2, -4), "-1/2"],
    [new Fraction(-2, -4), "1/2"],
    [new Fraction(0, -3), "0"],
    [third.over(new Fraction(-2, 3)), "-1/2"],
    [new Fraction(-2, -4).minus(third), "1/6"],
  ]) {
    assert.equal(`${found}`, text);
    assert.ok(found.d > 0n);
    const expected = /** @type {Fraction} */ (Fraction.read(text));
    assert.equal(found.valueOf(), expected.valueOf());
    assert.equal(found.compare(third), expected.compare(third));
  }
  assert.throws(() => new Fraction(1, 0), RangeError);
});

test("JSON has an exact number as its text", () => {
  const value = new Fraction(-17, 512);
  assert.equal(JSON.stringify({ value, root: new Root(value, new Fraction(1, 8)) }), '{"value":"-17/512","root":"-17/512+1/8√2"}');
});

test("roots are exact where doubles mislead the first guess", () => {
  for (const apart of [10n ** 7n, 3n * 10n ** 7n + 1n, 10197975n]) {
    const found = [apart / 3n, apart / 3n + 1n];
    // (apart · q - a) (apart · q - b)
    const polynomial = [found[0] * found[1], -apart * (found[0] + found[1]), apart * apart];
    assert.deepEqual(roots(polynomial).map((root) => `${cellOf(root)[0]}`), found.map((n) => `${new Fraction(n, apart)}`));
  }
});
