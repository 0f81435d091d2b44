/** The puzzles of the page, by the values of this engine. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { best, game, games, read, solver } from "../engine/index.js";

for (const name of games) {
  test(`each of ten puzzles of ${name} has one best action among five or more`, async () => {
    const rules = await game(name, name === "sqt" ? { q: "1/2" } : {});
    const truth = await solver(rules);
    const { default: puzzles } = await import(`../page/${name}/puzzles.js`);
    assert.equal(puzzles.length, 10);
    for (const { moves, best: only, value } of puzzles) {
      const position = read(rules, moves).positions.at(-1);
      await truth.prepare(position);
      assert.deepEqual([best(rules, truth, position), `${truth.value(position)}`], [[only], value], moves);
      assert(rules.actions(position).length >= 5);
    }
  });
}
