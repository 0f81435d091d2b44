import assert from "node:assert/strict";
import { test } from "node:test";

import { NotSolved, RuleBroken, best, game, line, read, readPosition, solver, write, writePosition } from "../engine/index.js";
import { openQasm, readOpen, turns } from "../engine/hybrid/circuit.js";

const FIGURE_3 = "X1.7 =X O2.5>7 X3.3 =X O4.9>3 X5.5 =O O6.9 =O";
const at = (found, state) => readPosition(found, `hybrid-1.0: ${state}`);
const last = (found, text) => read(found, text).positions.at(-1);

/** The value of a state as text. */
async function value(state, options = {}) {
  const found = await game("hybrid", options);
  const truth = await solver(found);
  const position = at(found, state);
  await truth.prepare(position);
  return `${truth.value(position)}`;
}

/** How many places of layers some work makes: what it costs, on any machine. */
async function places(work) {
  const { Int8Array } = globalThis;
  let made = 0;
  globalThis.Int8Array = function (length) {
    made += length;
    return new Int8Array(length);
  };
  await work().finally(() => Object.assign(globalThis, { Int8Array }));
  return made;
}

test("the source's game is won by a mark that a link has reversed", async () => {
  const found = await game("hybrid");
  const { actions, positions } = read(found, FIGURE_3);
  assert.deepEqual(positions.at(-1), { plies: 6, marks: "..O.O.O.O", links: [], turn: "X", measuring: null });
  assert.deepEqual(found.outcome(positions.at(-1)), { winner: "O", words: "win of O", rule: "HYB-END-1" });
  assert.equal(write(found, actions).join(" "), FIGURE_3);
  assert.deepEqual(positions.map((p) => found.actor(p)), ["X", "CHANCE", "O", "X", "CHANCE", "O", "X", "CHANCE", "O", "CHANCE", null]);
});

test("an error names the rule, what was expected, and the switch that allows the move", async () => {
  const found = await game("hybrid");
  const wrong = (text, rule, words) => assert.throws(() => read(found, text), (error) => error instanceof RuleBroken && error.rule === rule && words.test(error.message));
  wrong("X1.1 =X O2.1", "HYB-MEASURE-1", /an unmeasured box, 2, 3, 4, 5, 6, 7, 8 or 9$/);
  wrong("X1.1 O2.2", "HYB-RESULT-1", /the result of measuring 1, =X or =O$/);
  wrong("X1.1 =X =O", "HYB-RESULT-1", /a move, because nothing is being measured$/);
  wrong("X1.1 =X O2.3>2", "HYB-LINK-1", /a measured box as the target, 1$/);
  wrong("X1.1>2", "HYB-LINK-1", /but no box is measured yet$/);
  wrong("X1.1 =X O2.2>1 X3.2>1", "HYB-CONTROL-1", /legal under links=two$/);
  wrong("X1.1 =Y", "NOTATION-RESULT-1", /./);
  wrong("X1.12", "NOTATION-SQUARE-1", /./);
  wrong("X1.1>", "NOTATION-LINK-1", /./);
  wrong("O1.1", "HYB-TURN-1", /./);
  wrong(`${FIGURE_3} X7.1`, "HYB-END-1", /no action, because the game is over$/);
});

test("positions that need not be reachable are read and printed", async () => {
  const found = await game("hybrid");
  const state = "..X...X.., 5>7 O, 5>7 X, X measures 5";
  assert.match(writePosition(found, at(found, "..X...X.., 5>7 X, 5>7 O, X measures 5")), new RegExp(`: ${state}$`));
  assert.equal(at(found, state).plies, 5);
  for (const wrong of ["..X...X.., 7>5 O, X to move", "..X...X.., X measures 3", "..X...X.. X to move", "..X...X.., X to move now", ""])
    assert.throws(() => at(found, wrong), (error) => error.rule === "NOTATION-STATE-4", wrong);
});

test("the words say what links have done", async () => {
  const found = await game("hybrid", { links: "two" });
  const { positions, actions } = read(found, "X1.1 =X O2.2>1 X3.2>1 O4.2 =X");
  assert.deepEqual(found.told(positions.at(-2), actions.at(-1), positions.at(-1)), [
    { words: "Measured: 2 is X", rule: "HYB-RESULT-1" },
    { words: "O's link to 1 is not triggered: 1 stays X, and the link is gone", rule: "HYB-TRIGGER-1" },
    { words: "X's link to 1 is triggered: 1 turns from X to O, and the link is gone", rule: "HYB-TRIGGER-1" },
  ]);
  const twice = read(found, "X1.1 =X O2.2>1 X3.3>1 O4.2>1 X5.2 =O");
  assert.match(found.told(twice.positions.at(-2), "=O", twice.positions.at(-1))[1].words, /^O's two links to 1 are triggered: 1 stays X/);
  assert.equal(found.describe(positions[3]), "Box 1: X. The other boxes are unmeasured. A link of O from 2 to 1.");
});

test("an open result has two ways, and a move is legal if it is so on one", async () => {
  const found = await game("hybrid");
  assert.equal(readOpen(found, "X1.5 =X O2.2>5 X3.2").ways.length, 2);
  assert.throws(() => readOpen(found, "X1.1 O2.1"), (error) => error.rule === "HYB-MEASURE-1" && error.number === 2);
  // Three boxes in a row, X or O: two of eight ways end, six go on.
  assert.equal(readOpen(found, "X1.1 O2.2 X3.3 O4.4").ways.length, 2 + 6 * 2);
});

test("Figure 2 of the source is this text of OpenQASM 3", async () => {
  const found = await game("hybrid");
  const text = openQasm(found, turns(found, readOpen(found, "X1.5 =X O2.2>5 X3.2").actions));
  assert.match(text, /^OPENQASM 3.0;\ninclude "stdgates.inc";\n/);
  assert.ok(text.endsWith(`// X3.2
barrier boxes[0], boxes[1], boxes[2], boxes[3], boxes[4], boxes[5], boxes[6], boxes[7], boxes[8];
marks[1] = measure boxes[1];
cx_o0 boxes[1], boxes[4];
marks[4] = measure boxes[4];
`));
});

test("the canonical game has the published value from the first moment on", async () => {
  const found = await game("hybrid");
  const truth = await solver(found);
  const edge = last(found, "X1.2 =O O2.7>2 X3.7 =X O4.5>2"); // the ply after it ships with the colours exchanged
  assert.equal(await places(() => truth.prepare(edge, true)), 0);
  assert.deepEqual([`${truth.value(edge)}`, truth.values(edge).size], ["13/128", 19]);
  await truth.prepare(found.initial, true);
  assert.equal(`${truth.value(found.initial)}`, "-17/512");
  assert.deepEqual(best(found, truth, found.initial), ["1", "2", "3", "4", "6", "7", "8", "9"]);
  await truth.prepare(found.initial);
  assert.equal(line(found, truth, found.initial).length, 1);
  const due = last(found, "X1.7 =X O2.5>7 X3.3 =X O4.9>3 X5.5");
  assert.deepEqual([...truth.values(due)].map(String), ["=X,1", "=O,-15/32"]);
});

test("a position is solved without the rest of the game", async () => {
  const found = await game("hybrid");
  for (const [text, most, worth] of [
    ["X1.5 =X O2.3 =X X3.8 =O O4.1 =O", 3.5e6, "3/8"],
    ["X1.5 =O O2.2 =O X3.4>2 O4.6>2", 6.5e6, "-39/128"],
  ]) {
    const truth = await solver(found);
    const position = last(found, text);
    const made = await places(() => truth.prepare(position));
    assert.ok(made < most, `${text}: ${made} places; the game has 52,600,000`);
    assert.equal(`${truth.value(position)}`, worth);
  }
});

test("values follow from the rules by hand where two boxes are left", async () => {
  // X wins with X in 9; with O there, O wins with O in 6, and else nobody does: 1/2 - 1/2 * 1/2.
  assert.equal(await value("XXOOO.XX., X to move"), "1/4");
  // Both lines at once are worth what the switch says.
  for (const [both, worth] of [["draw", "0"], ["X", "1"], ["measurer", "1"], ["other", "-1"]])
    assert.equal(await value("XXXOOO..., O to move", { both }), worth);
});

test("late positions of the largest games are solved, early ones published or refused in words", async () => {
  const found = await game("hybrid", { links: "two" });
  const truth = await solver(found);
  await truth.prepare(found.initial);
  assert.equal(`${truth.value(found.initial)}`, "-3/64");
  await truth.prepare(at(found, "XOXO.XO.., 5>1 X, 5>1 O, 8>2 O, O to move"));
  await assert.rejects(truth.prepare(last(found, "X1.1 =X O2.2 =O X3.3 =X")), NotSolved);
  await assert.rejects(truth.prepare(at(found, "X........, 2>1 X, 2>1 X, 2>1 X, X to move")), /No game reaches/);
});

test("a layer of the largest games has the values that the rules give, whatever way its set is turned", async () => {
  const found = await game("hybrid", { links: "two" });
  const truth = await solver(found);
  const known = new Map();
  /** The value by HYB-VALUE-1, as a double, which is exact here. */
  const byRules = (p) => {
    const text = writePosition(found, p);
    if (!known.has(text)) known.set(text, valued(p, found.actor(p)));
    return known.get(text);
  };
  const valued = (p, actor) => {
    if (actor === null) return Number(found.score(p));
    const values = found.actions(p).map((action) => byRules(found.play(p, action)));
    return actor === "CHANCE" ? (values[0] + values[1]) / 2 : (actor === "X" ? Math.max : Math.min)(...values);
  };
  for (const state of [
    "...O..XX., 1>4 X, 1>7 O, 2>4 O, 2>4 X, 3>7 O, 3>7 X, 5>4 X, 5>4 X, 6>4 O, 6>4 O, 9>4 O, 9>7 X, X to move",
    "XO.X.OO.., 3>1 O, 5>2 X, 5>1 O, 8>4 X, 8>6 X, 9>7 O, 9>7 X, O to move",
  ]) {
    const position = at(found, state);
    await truth.prepare(position);
    assert.equal(Number(truth.value(position)), byRules(position));
  }
});
