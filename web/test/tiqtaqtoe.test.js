/** TiqTaqToe: what the thesis shows, what is worked out by hand, and what is published of its values. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { NotSolved, Refused, best, game, line, read, readPosition, solver, write, writePosition } from "../engine/index.js";

/** The last position of a game, and the game. */
async function played(text, options = {}) {
  const rules = await game("tiqtaqtoe", options);
  return [rules, read(rules, text).positions.at(-1)];
}

/** A map or an object with texts for its values. */
const texts = (entries) => Object.fromEntries([...(entries instanceof Map ? entries : Object.entries(entries))].map(([key, each]) => [key, `${each}`]));

test("probabilities are those of the thesis's Figure 8", async () => {
  const [rules, p] = await played("X1.1-2 O2.2-6");
  const found = rules.probabilities(p);
  assert.deepEqual([1, 2, 6].map((a) => texts(found[a])), [{ ".": "1/2", X: "1/2" }, { ".": "1/4", O: "1/2", X: "1/4" }, { ".": "1/4", O: "1/2", X: "1/4" }]);
  assert.deepEqual(rules.groups(p), [[1, 2, 6]]);
  assert.match(rules.describe(p), /Square 1: X 50, empty 50 per cent\. .* Entangled: 1, 2 and 6\.$/);
});

test("a measurement is due when no square is certainly empty", async () => {
  const [rules, p] = await played("X1.1-2 O2.3-4 X3.5-6 O4.7-8 X5.9");
  assert.equal(rules.actor(p), "CHANCE");
  assert.equal(rules.actions(p).length, 16);
  assert.deepEqual(new Set(Object.values(texts(rules.chance(p)))), new Set(["1/16"]));
  const after = rules.play(p, "=X.O..X.OX");
  assert.equal(rules.actor(after), "O");
  assert.deepEqual(rules.told(p, "=X.O..X.OX", after), [{ words: "A measurement found one of 16 equally likely boards", rule: "TIQ-MEASURE-1" }]);
});

test("options that a level does not have are refused", async () => {
  await assert.rejects(game("tiqtaqtoe", { level: "higher" }), (error) => error instanceof Refused && error.rule === "TIQ-LEVEL-1");
  await assert.rejects(game("tiqtaqtoe", { level: "minimal", pair: "legal" }), (error) => error instanceof Refused && error.rule === "TIQ-SWITCH-1");
  assert.deepEqual((await game("tiqtaqtoe", { level: "minimal", pair: "illegal" })).options, { level: "minimal", lines: "every-move", both: "even" });
});

test("a rejected superposition says where it is legal", async () => {
  const rules = await game("tiqtaqtoe", { level: "moderate" });
  assert.throws(() => read(rules, "X1.1-2 O2.2-3"), /token 2 'O2\.2-3': TIQ-TARGET-1: .*; legal under level=high$/);
});

test("at the level full branches cancel", async () => {
  const [rules, p] = await played("X1.1-2 O2.3 X3.1-2 O4.4 X5.1-2", { level: "full" });
  assert.deepEqual(p.boards, ["X.OO....."]);
  assert.equal(rules.actor(p), "O");
  assert.deepEqual(write(rules, ["3-4"], p), ["O6.3-4"]);
});

test("probabilities with √2 are exact", async () => {
  const [rules, p] = await played("X1.2-3 O2.2-3 X3.1-3 O4.2-3 X5.4 O6.5 X7.6 O8.7 X9.8 O10.9", { level: "full" });
  const chances = [...rules.chance(p).values()];
  assert.equal(`${rules.chance(p).get("=X.XXOXOXO")}`, "3/16-1/8√2");
  assert.equal(`${chances.reduce((sum, each) => sum.plus(each))}`, "1");
  const [small, large] = [chances[3], chances[2]].sort((a, b) => a.compare(b));
  assert.ok(Number(small) < Number(large) && small.minus(large).compare(small) < 0);
  assert.equal(`${small.times(large)}`, "1/256"); // (3/16)² − 2 (1/8)²
});

test("written positions are read back", async () => {
  for (const [text, options] of [["X1.1-2 O2.2-6 X3.3", {}], ["X1.1-2 O2.1-3 X3.2-1", { level: "full", gate: "swap" }]]) {
    const [rules, p] = await played(text, options);
    const written = writePosition(rules, p);
    assert.equal(writePosition(rules, readPosition(rules, written)), written);
    assert.deepEqual(rules.actions(structuredClone(p)), rules.actions(p));
  }
});

// The values are certified: docs/results.md.
for (const [options, value, first] of [
  [{ level: "classic" }, "0", "1 2 3 4 5 6 7 8 9"],
  [{ level: "minimal" }, "1", "1-5 3-5 5-7 5-9"],
  [{ level: "moderate" }, "1/2", "1-5 3-5 5-7 5-9"],
  [{}, "5/32", "2 4 5 6 8 1-9 3-7"],
  [{ lines: "full-board", both: "O" }, "3/512", "1-9 3-7"],
  [{ pair: "legal", both: "last-mover" }, "1/32", "2-4 2-6 4-8 6-8"],
]) {
  test(`the value is ${value} with ${JSON.stringify(options)}`, async () => {
    const rules = await game("tiqtaqtoe", options);
    const truth = await solver(rules);
    await truth.prepare(rules.initial);
    assert.equal(`${truth.value(rules.initial)}`, value);
    assert.equal(best(rules, truth, rules.initial).join(" "), first);
    assert.ok(line(rules, truth, rules.initial).length > 4);
  });
}

test("the search finds the values of the table", async () => {
  for (const level of ["classic", "minimal", "moderate", "high"]) {
    const rules = await game("tiqtaqtoe", { level });
    const truth = await solver(rules);
    await truth.prepare(rules.initial);
    for (const [first, second] of [["5", "1"], ["2", "8"], ...(level === "classic" ? [] : [["1-5", "3-7"], ["2", "1-9"]])]) {
      const before = rules.play(rules.initial, first);
      const after = rules.play(before, second);
      assert.equal(`${truth.values(before).get(second)}`, `${truth.value(after)}`, `${level} ${first} ${second}`);
    }
  }
});

test("at the level full only the end has a value", async () => {
  const [rules, p] = await played("X1.1 O2.4 X3.2 O4.5 X5.3", { level: "full" });
  const truth = await solver(rules);
  await truth.prepare(p);
  assert.equal(`${truth.value(p)}`, "1");
  await assert.rejects(truth.prepare(rules.initial), NotSolved);
});

test("boards that no game leads to have no value", async () => {
  const rules = await game("tiqtaqtoe");
  const p = readPosition(rules, "tiqtaqtoe-1.1: XO....... | .OX...... | X.O......");
  await assert.rejects((await solver(rules)).prepare(p), NotSolved);
});
