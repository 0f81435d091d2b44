/** A match: moves, branches and events; and what is wrong changes nothing. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Match, RuleBroken, game, games, read, writePosition } from "../engine/index.js";
import { random } from "./random.js";

const BRANCHES = "X1.1-9 (X1.5-6 O2.5-6 selB) O2.1-3 (O2.1-9 selA (selB X3.2-3)) X3.1-3 selA";

/** A match, and what it has told. */
async function match(...loaded) {
  const found = new Match(await game("goff"), ...loaded);
  const told = [];
  for (const type of ["move", "undo", "load", "end"]) found.addEventListener(type, ({ detail }) => told.push([type, detail?.token ?? detail?.words].filter(Boolean).join(" ")));
  return [found, told];
}

test("moves are made and taken back, and another move is a branch", async () => {
  const [found, told] = await match();
  assert.deepEqual([found.move("1-9"), found.move("O2.1-3"), found.undo(), found.move("1-9")], ["X1.1-9", "O2.1-3", "O2.1-3", "O2.1-9"]);
  assert.deepEqual(found.history(), ["X1.1-9", "O2.1-9"]);
  assert.equal(found.text(), "X1.1-9 O2.1-3 (O2.1-9)");
  assert.deepEqual(found.moves(), ["selA", "selB"]);
  found.move("selB");
  assert.equal(found.position.plies, 2);
  assert.deepEqual([found.undo(), found.undo(), found.undo(), found.undo()], ["selB", "O2.1-9", "X1.1-9", null]);
  assert.deepEqual(told, ["move X1.1-9", "move O2.1-3", "undo O2.1-3", "move O2.1-9", "move selB", "undo selB", "undo O2.1-9", "undo X1.1-9"]);
});

test("moves of a square are those that name it", async () => {
  const [found] = await match("X1.1-9 O2.1-9 selA");
  assert.deepEqual(found.moves({ square: 4 }), ["2-4", "3-4", "4-5", "4-6", "4-7", "4-8"]);
  assert.deepEqual(found.moves({ square: 9 }), []);
  for (const square of [0, 10, 1.5, "4", null]) assert.throws(() => found.moves({ square }), RangeError);
  const q3t = new Match(await game("hybrid"), "X1.7 =X");
  assert.deepEqual(q3t.moves({ square: 5 }), ["5", "5>7"]);
});

test("a game with branches is read as it is written, and stands at the end of its first line", async () => {
  const [found, told] = await match(BRANCHES);
  assert.equal(found.text(), BRANCHES);
  assert.deepEqual(found.history(), ["X1.1-9", "O2.1-3", "X3.1-3", "selA"]);
  assert.equal(found.isOver(), false);
  const start = writePosition(found.game, found.position);
  found.load(start);
  assert.deepEqual([found.start, found.text(), found.moves().length], [start, "", 15]);
  found.move("O4.2-4");
  const other = new Match(found.game, found.text(), found.start);
  assert.deepEqual(other.position, found.position);
  assert.deepEqual(told, ["load", "move O4.2-4"]);
});

test("the end is told with its outcome", async () => {
  const [found, told] = await match();
  for (const token of "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8 X7.2-4 O8.2-4 selA".split(" ")) found.move(token);
  assert.deepEqual(told.slice(-2), ["move selA", "end narrow win of X"]);
  assert.deepEqual([found.isOver(), found.moves()], [true, []]);
  assert.throws(() => found.move("1-2"), { message: /GOFF-END-1: 1-2 is illegal in .*: expected no action, because the game is over$/ });
});

test("what is wrong is said, and changes nothing", async () => {
  const [found, told] = await match(BRANCHES);
  const wrong = {
    "X1.1-9 O2.1-1": "token 2 'O2.1-1': GOFF-MOVE-1: 1-1 is illegal in 'X1.1-9': expected two different squares",
    "X1.1-9 O2.1-3 (O2.2-1)": "token 2 'O2.2-1': NOTATION-MOVE-1: expected ascending squares, 1-2",
    "X1.1-9 (X1.2-3 X2.1-2) O2.1-3": "token 2 'X2.1-2': GOFF-TURN-1: expected O at ply 2, O2.1-2",
    "(X1.1-9)": "token 1 '(': NOTATION-MOVE-1: expected a move such as X1.1-9, or selA or selB",
    "X1.1-9 (X1.1-2": "token 2 ')': NOTATION-MOVE-1: expected a move such as O2.1-9, or selA or selB",
    "X1.1-9 )": "token 2 ')': NOTATION-MOVE-1: expected a move such as O2.1-9, or selA or selB",
    "X1.1-9\u00a0O2.1-3": "token 1 'X1.1-9\u00a0O2.1-3': NOTATION-MOVE-1: expected a move such as X1.1-9, or selA or selB",
    "goff-1.1: X1@1 O2@1": "token 3 'O2@1': NOTATION-STATE-1: expected a square without marks",
    "sqt-1.1: -": "token 1 'sqt-1.1': NOTATION-POSITION-1: expected goff-1.1, the ruleset of this game",
  };
  for (const [text, message] of Object.entries(wrong)) assert.throws(() => found.load(text), { message });
  for (const text of [5, null, {}]) assert.throws(() => found.load(text), { name: "TypeError", message: `a written game or position is a text: this is of the type ${typeof text}` });
  assert.throws(() => found.load("selA ".repeat(30_000)), RuleBroken);
  assert.throws(() => found.move("X4.1-2"), { message: "token 5 'X4.1-2': GOFF-TURN-1: expected O at ply 4, O4.1-2" });
  assert.throws(() => found.move("O4.2-4 X5.2-4"), RuleBroken);
  assert.throws(() => found.move("1-2"), { message: "GOFF-MOVE-2: 1-2 is illegal in 'X1@9 O2@3 X3@1': expected two of the squares 2, 4, 5, 6, 7, 8" });
  assert.throws(() => found.move(12), TypeError);
  assert.deepEqual([found.text(), found.history().length, told], [BRANCHES, 4, []]);
});

test("random games with branches come back from their texts, in all games", async () => {
  const draw = random(3);
  for (const name of games) {
    const rules = await game(name, name === "sqt" ? { q: "1/2" } : {});
    for (let i = 0; i < 10; i++) {
      const one = new Match(rules);
      for (let steps = 0; steps < 30; steps++) {
        const actions = one.moves();
        if (!actions.length || draw(4) === 0) one.undo();
        else one.move(actions[draw(actions.length)]);
      }
      const other = new Match(rules, one.text());
      assert.equal(other.text(), one.text());
      const line = one.history().join(" ");
      assert.deepEqual(one.position, read(rules, line).positions.at(-1));
    }
  }
});
