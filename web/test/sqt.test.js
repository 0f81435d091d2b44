import assert from "node:assert/strict";
import { test } from "node:test";
import { Fraction, NotSolved, Refused, best, game, read, readPosition, solver, writePosition } from "../engine/index.js";
import { dice, thrown } from "../engine/sqt/dice.js";
import * as functions from "../engine/sqt/functions.js";
import * as roots from "../engine/sqt/roots.js";
import { random } from "./random.js";

/** A game with its solver. */
async function solved(options) {
  const found = await game("sqt", { q: "1/2", ...options });
  return { found, truth: await solver(found) };
}

/** The value after a written game, or of a written position. */
async function valueOf(options, text) {
  const { found, truth } = await solved(options);
  const p = read(found, text).positions.at(-1);
  await truth.prepare(p);
  return `${truth.value(p)}`;
}

// ---- Functions of q -------------------------------------------------------------------------------------------------

const [HIGH, LOW, EVEN] = [4, -4, 0].map(functions.constant);

test("functions that are equal are one", () => {
  assert.equal(functions.constant(4), HIGH);
  assert.equal(functions.larger(HIGH, LOW), HIGH);
  assert.equal(functions.mixed(HIGH, HIGH), HIGH);
  assert.equal(functions.larger(functions.mixed(HIGH, LOW), EVEN), functions.larger(EVEN, functions.mixed(HIGH, LOW)));
});

test("pieces meet at the zeros of differences", () => {
  const line = functions.mixed(HIGH, LOW); // 4 - 8q
  const cut = functions.larger(line, EVEN);
  assert.deepEqual(functions.piecesOf(cut).map(({ start, coefficients }) => [`${start.exact}`, coefficients]), [["0", [4, -8]], ["1/2", []]]);
  const parabola = functions.mixed(line, functions.mixed(LOW, HIGH)); // (1 - q)(4 - 8q) + q(8q - 4) = 4 - 16q + 16q², which touches 0
  assert.deepEqual(functions.zeros(parabola).map(({ exact }) => `${exact}`), ["1/2"]);
  assert.equal(functions.larger(parabola, EVEN), parabola);
});

test("an irrational end is a polynomial and a cell", () => {
  const curve = functions.mixed(functions.mixed(HIGH, functions.constant(2)), functions.constant(-2)); // 4 - 8q + 2q²
  const [root] = functions.zeros(curve);
  assert.equal(root.exact, null);
  assert.deepEqual(root.polynomial, [2n, -4n, 1n]);
  assert.ok(Math.abs(roots.numberOf(root) - (2 - Math.SQRT2)) < 1e-15);
  const [low, high] = roots.cellOf(root);
  assert.ok(roots.against(root, low) > 0 && roots.against(root, high) < 0);
});

test("roots of different polynomials are one if they are equal", () => {
  // Both have the root 2 - √2: 2 - 4q + q², and its product with 1 - 2q.
  const one = functions.joined([[2, -4, 1], [0]], [0, 0]);
  const other = functions.joined([[2, -8, 9, -2], [0]], [0, 1]);
  assert.equal(functions.zeros(one)[0], functions.zeros(other).at(-1));
});

// ---- Rules ----------------------------------------------------------------------------------------------------------

test("options are rejected by the first rule that they break", async () => {
  for (const [options, rule] of [
    [{}, "SQT-PROBABILITY-1"],
    [{ q: "3/2" }, "SQT-PROBABILITY-1"],
    [{ q: "-1/2" }, "SQT-PROBABILITY-1"],
    [{ q: "1/0" }, "SQT-PROBABILITY-1"],
    [{ q: ".5", scoring: "even" }, "SQT-PROBABILITY-1"],
    [{ q: "1/2", scoring: "even" }, "SQT-SCORE-1"],
    [{ q: "1/2", "double-win": "perhaps" }, "SQT-DOUBLE-1"],
    [{ q: "1/2", last: "skip" }, "GOFF-SWITCH-1"],
    [{ q: "1/2", collapse: "self" }, "GOFF-SWITCH-1"],
  ]) await assert.rejects(game("sqt", options), (error) => error instanceof Refused && error.rule === rule);
});

test("q is written in lowest terms and read in any", async () => {
  const found = await game("sqt", { q: "0.750" });
  assert.equal(writePosition(found, found.initial), "sqt-1.1 q=3/4 scoring=draws-even double-win=no pair=legal last=move both=narrow: -");
  assert.equal(readPosition(found, "sqt-1.0 q=6/8: X1.1-2").plies, 1);
});

test("the System acts on a closed cycle", async () => {
  const { found, truth } = await solved({ q: "3/4" });
  const p = read(found, "X1.1-2 O2.1-2").positions.at(-1);
  await truth.prepare(p);
  assert.equal(found.actor(p), "SYSTEM");
  assert.deepEqual(best(found, truth, p), []);
  assert.equal(`${[...truth.probabilities(p).values()].reduce((a, b) => a.plus(b))}`, "1");
  assert.deepEqual(found.told(p, "selA", found.play(p, "selA"))[0], { words: "The System selected selA: O₂ settles on 1", rule: "SQT-SELECT-1" });
});

test("dice name who selects", async () => {
  const found = dice(await game("sqt", { q: "3/4" }));
  const { positions } = read(found, "X1.1-2 O2.1-2 diceO selA X3.3-4 O4.3-4");
  assert.deepEqual(positions.map(found.actor), ["X", "O", "CHANCE", "O", "X", "O", "CHANCE"]);
  assert.deepEqual([...found.chance(positions[2])].map(([action, chance]) => `${action} ${chance}`), ["diceX 1/4", "diceO 3/4"]);
  assert.deepEqual(["0", "1/2", "3/4", "1/5"].map((q) => thrown(Fraction.read(q))), [[0, 0], [1, 3], [2, 27], null]);
});

// ---- Values ---------------------------------------------------------------------------------------------------------

test("the source's values of the game", async () => {
  for (const [options, value] of [
    [{ q: "0" }, "20"],
    [{ q: "1" }, "0"],
    [{ q: "0", scoring: "draws-second" }, "20"],
    [{ q: "1", scoring: "draws-second" }, "-5"],
    [{ q: "1/2" }, "10"],
  ]) assert.equal(await valueOf(options, ""), value);
});

test("a coin between a complete and a narrow win", async () => {
  const closed = "X1.1-4 O2.1-4 selB X3.2-5 O4.2-5 selB X5.8-9 O6.8-9 selA X7.3-6 O8.6-7 X9.3-7"; // sqt-probability-0001
  assert.equal(await valueOf({ q: "1/3" }, closed), "50/3");
});

test("the advantage changes at the q of SQT-ADVANTAGE-1", async () => {
  const closed = "X1.2-4 O2.2-4 selA X3.1-3 O4.3-7 X5.1-6 O6.3-6";
  for (const [options, chance] of [[{ q: "2/5" }, "3/5"], [{ q: "3/5" }, "3/5"], [{ q: "3/5", scoring: "draws-second" }, "2/5"], [{ q: "2/3", scoring: "draws-second" }, "2/3"]]) {
    const { found, truth } = await solved(options);
    const p = read(found, closed).positions.at(-1);
    await truth.prepare(p);
    assert.equal(`${truth.probabilities(p).get("selA")}`, chance);
  }
});

test("the game is even at 0.7353… if a draw counts for O", async () => {
  const { found, truth } = await solved({ scoring: "draws-second" });
  await truth.prepare(found.initial);
  const { value, zeros, best: parts, actions } = truth.curve(found.initial);
  assert.equal(value.length, 10);
  assert.deepEqual(zeros.map(({ polynomial }) => polynomial), [[-4, 2, 1, 5]]);
  assert.ok(Math.abs(zeros[0].number - 0.7353841878) < 1e-10);
  assert.ok(parts.every((part) => part.actions.includes("1-3")));
  assert.equal(actions.length, 8);
  structuredClone(truth.curve(found.initial));
});

test("another q costs no search", async () => {
  const { truth } = await solved({});
  const { found, truth: other } = await solved({ q: "123456789012345678901/987654321098765432109" });
  const p = read(found, "X1.1-2 O2.2-3 X3.4-5 O4.5-6 X5.7-8").positions.at(-1);
  await truth.prepare(p);
  truth.values(p);
  await other.prepare(p);
  const start = performance.now();
  other.values(p);
  assert.ok(performance.now() - start < 1000);
});

/** A position's value by the rules alone. Rule: SQT-VALUE-1 */
function byRules(found, p) {
  if (!found.actor(p)) return found.score(p);
  const after = found.actions(p).map((action) => byRules(found, found.play(p, action))).sort((a, b) => a.compare(b));
  const [low, high] = [after[0], after.at(-1)];
  if (p.closed) return high.times(new Fraction(1).minus(found.q)).plus(low.times(found.q));
  return found.actor(p) === "X" ? high : low;
}

test("late positions have the value that the rules state, in every reading", async () => {
  const draw = random(29);
  for (const pair of ["legal", "forbidden"]) for (const last of ["move", "draw"]) for (const both of ["narrow", "draw", "first"]) {
    const { found, truth } = await solved({ q: "3/7", pair, last, both, scoring: draw(2) ? "draws-second" : "draws-even", "double-win": draw(2) ? "yes" : "no" });
    for (let i = 0; i < 6; ) {
      let p = found.initial;
      while (p.plies < 7 && found.actor(p)) p = found.play(p, found.actions(p)[draw(found.actions(p).length)]);
      if (!found.actor(p)) continue;
      await truth.prepare(p);
      assert.equal(`${truth.value(p)}`, `${byRules(found, p)}`);
      i++;
    }
  }
});

test("values follow from the next ply, of plies from the table as of those from the search", async () => {
  const draw = random(7);
  const { found, truth } = await solved({ q: "5/8" });
  for (let i = 0; i < 10; i++) {
    let p = found.initial;
    const plies = 2 + draw(5);
    while (p.plies < plies && found.actor(p)) p = found.play(p, found.actions(p)[draw(found.actions(p).length)]);
    if (!found.actor(p)) continue;
    await truth.prepare(p);
    const values = [...truth.values(p).values()].sort((a, b) => a.compare(b));
    const chances = [...truth.probabilities(p).entries()].map(([action, chance]) => chance.times(truth.values(p).get(action)));
    const expected = p.closed ? chances.reduce((a, b) => a.plus(b)) : found.actor(p) === "X" ? values.at(-1) : values[0];
    assert.equal(`${truth.value(p)}`, `${expected}`);
  }
});

test("what is not known says so", async () => {
  const other = await solved({ pair: "forbidden" });
  await assert.rejects(other.truth.prepare(other.found.initial), (error) => error instanceof NotSolved && /pair=forbidden/.test(error.message));
  const first = await solved({});
  const p = readPosition(first.found, "sqt-1.1: X1@1");
  await assert.rejects(first.truth.prepare(p), (error) => error instanceof NotSolved && /No game leads/.test(error.message));
});
