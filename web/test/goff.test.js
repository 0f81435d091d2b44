/** Goff's game: what the source reports, what is worked out by hand, and a table that is missing or damaged. */

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";

import { components, cycle, plyOf } from "../engine/goff/rules.js";
import { positions } from "../engine/goff/solve.js";
import { NotSolved, Refused, RuleBroken, best, game, line, read, readPosition, solver, write, writePosition } from "../engine/index.js";
import { random } from "./random.js";

const FIGURE_2 = "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8 X7.2-4 O8.2-4 selA";
/** Two squares are open, and O8 is on both. */
const STUCK = "X1@1 O2@2 X3@3 O4@4 X5@6 O6@5 X7@7 O8.8-9";

/** A game, and its position after a written game or in a state. */
async function at(text, options = {}) {
  const rules = await game("goff", options);
  return [rules, /@|^-$/.test(text) ? readPosition(rules, `goff-1.1: ${text}`) : read(rules, text).positions.at(-1)];
}

/** A solver that is ready for a position. */
async function prepared(rules, p, make = solver) {
  const truth = await make(rules);
  await truth.prepare(p);
  return truth;
}

const WEB = new URL("..", import.meta.url);

/** A folder with a copy of the engine, and of more. */
async function copied(context, ...more) {
  const folder = await mkdtemp(join(tmpdir(), "qttt-"));
  context.after(() => rm(folder, { recursive: true }));
  for (const each of ["engine", "package.json", ...more]) await cp(new URL(each, WEB), join(folder, each), { recursive: true });
  return folder;
}

/** The positions of a random game. */
function randomGame(rules, next) {
  const positions = [rules.initial];
  for (let p = rules.initial; rules.actor(p); positions.push(p)) {
    const actions = rules.actions(p);
    p = rules.play(p, actions[next(actions.length)]);
  }
  return positions;
}

test("both settlements of the source's Figures 3 and 4", async () => {
  const [rules, p] = await at("X1.1-9 O2.1-3 X3.1-3");
  assert.equal(rules.actor(p), "O");
  assert.deepEqual(rules.actions(p), ["selA", "selB"]);
  assert.deepEqual(cycle(p), [2, 3]);
  assert.deepEqual(rules.writeState(rules.play(p, "selA")), ["X1@9", "O2@3", "X3@1"]);
  assert.deepEqual(rules.writeState(rules.play(p, "selB")), ["X1@9", "O2@1", "X3@3"]);
});

test("the source's Figure 2 is best play, and ends in a narrow win", async () => {
  const rules = await game("goff");
  const { actions, positions } = read(rules, FIGURE_2);
  const end = positions.at(-1);
  const truth = await prepared(rules, rules.initial);
  actions.forEach((action, i) => assert.ok(best(rules, truth, positions[i]).includes(action), action));
  assert.deepEqual(rules.outcome(end), { winner: "X", words: "narrow win of X", rule: "GOFF-END-4" });
  assert.deepEqual([plyOf(end, "X"), plyOf(end, "O")], [7, 8]);
  assert.equal(write(rules, actions).join(" "), FIGURE_2);
});

test("the start is worth what the source reports, by 1-9 and its image alone", async () => {
  for (const [collapse, value] of [["opponent", "10"], ["self", "20"]]) {
    const [rules, p] = await at("", { collapse });
    const truth = await prepared(rules, p);
    assert.equal(`${truth.value(p)}`, value);
    if (collapse === "opponent") assert.deepEqual(best(rules, truth, p), ["1-9", "3-7"]);
    const end = line(rules, truth, p).reduce((q, action) => rules.play(q, action), p);
    assert.equal(`${rules.score(end)}`, value);
  }
});

test("a cycle is told from its branches and from other components", async () => {
  const [, p] = await at("X1.1-2 O2.2-3 X3.3-4 O4.5-6 X5.1-3");
  assert.deepEqual(cycle(p), [1, 2, 5]);
  assert.deepEqual(components(p), [[1, 2, 3, 4], [5, 6]]);
});

test("what an action has done is told with the rule behind it", async () => {
  const [rules, p] = await at("X1.1-9 O2.1-3");
  const closed = rules.play(p, "1-3");
  assert.deepEqual(rules.told(p, "1-3", closed).map(({ rule }) => rule), ["GOFF-MOVE-1", "GOFF-CYCLE-1", "GOFF-COLLAPSE-2", "GOFF-SELECT-1"]);
  assert.deepEqual(rules.told(closed, "selA", rules.play(closed, "selA")).map(({ words }) => words), [
    "O selected selA: X₃ settles on 1",
    "X₁ went to 9 because X₃ settled on 1",
    "O₂ went to 3 because X₃ settled on 1",
  ]);
  assert.equal(rules.next(closed), "O to select: X₃ settles on 1 (A) or 3 (B)");
  const { actions, positions } = read(rules, FIGURE_2);
  assert.deepEqual(rules.told(positions.at(-2), actions.at(-1), positions.at(-1)).at(-1), {
    words: "The game is over, narrow win of X: both have a line; X's is of ply 7, O's of ply 8, and the earlier one wins",
    rule: "GOFF-END-4",
  });
});

test("without a legal move the game is drawn, in the reading that forbids the pair", async () => {
  const [forbidden, stuck] = await at(STUCK, { pair: "forbidden" });
  assert.deepEqual(forbidden.outcome(stuck), { winner: null, words: "draw", rule: "GOFF-PAIR-2" });
  // X9 closes the cycle: on 8 nobody has a line, on 9 both have one, and that of O is older.
  for (const [collapse, value] of [["opponent", "-10"], ["self", "0"]]) {
    const [rules, p] = await at(STUCK, { collapse });
    assert.deepEqual(rules.actions(p), ["8-9"]);
    assert.equal(`${(await prepared(rules, p)).value(p)}`, value);
  }
});

test("an error names the token, the rule, and a reading in which the move is legal", async () => {
  const rules = await game("goff", { pair: "forbidden" });
  assert.throws(() => read(rules, "X1.1-2 O2.1-2"), (error) => {
    assert.ok(error instanceof RuleBroken);
    assert.deepEqual([error.rule, error.number], ["GOFF-PAIR-1", 2]);
    assert.match(error.message, /^token 2 'O2\.1-2': GOFF-PAIR-1: 1-2 is illegal in 'X1\.1-2': expected .*; legal under pair=legal$/);
    return true;
  });
  await assert.rejects(game("goff", { last: "none" }), (error) => error instanceof Refused && error.rule === "GOFF-SWITCH-1");
});

test("positions stay as they are, and come back from their text", async () => {
  const frozen = (p) => Object.freeze({ ...p, definite: Object.freeze([...p.definite]), spooky: Object.freeze(p.spooky.map(Object.freeze)) });
  const next = random(1);
  const rules = await game("goff");
  for (const p of Array.from({ length: 50 }, () => randomGame(rules, next)).flat()) {
    assert.deepEqual(readPosition(rules, writePosition(rules, p)), p);
    for (const action of rules.actions(frozen(p))) rules.play(frozen(p), action);
    assert.deepEqual(structuredClone(p), p);
  }
});

test("search finds the values of the table", async () => {
  const next = random(2);
  for (const pair of ["legal", "forbidden"]) {
    for (const last of ["move", "draw"]) {
      for (const collapse of ["opponent", "self"]) {
        const rules = await game("goff", { collapse, pair, last, "double-win": "yes" });
        const truth = await prepared(rules, rules.initial);
        const self = collapse === "self";
        const searched = positions(rules, {
          ends: [-20, -10, 0, 10, 20, 40],
          ended: (score) => score,
          larger: Math.max,
          smaller: Math.min,
          selected: (a, b, closer) => ((closer === "X") === self ? Math.max(a, b) : Math.min(a, b)),
        }, "Without a table values");
        const late = Array.from({ length: 5 }, () => randomGame(rules, next)).flat().filter((p) => p.plies === 4 && !p.closed);
        for (const p of late) assert.equal(Number(truth.value(p)), searched.worth(p), writePosition(rules, p));
      }
    }
  }
});

test("an early position that no game leads to is named, and a later one has a value", async () => {
  const [rules, p] = await at("X1@5 O2.1-3", { collapse: "self" });
  await assert.rejects(prepared(rules, p), (error) => error instanceof NotSolved && /^No game leads to this position/.test(error.message));
  const truth = await prepared(rules, rules.initial);
  assert.throws(() => truth.value(p), NotSolved);
  const [, later] = await at("X1@5 O2.1-3 X3.2-4 O4@6", { collapse: "self" });
  assert.equal((await prepared(rules, later)).values(later).size, rules.actions(later).length);
});

test("tables are loaded from a folder or an address that is named", async (context) => {
  const folder = await copied(context);
  const other = await import(join(folder, "engine/index.js"));
  const { tablesFrom } = await import(join(folder, "engine/table.js"));
  const rules = await other.game("goff");
  await assert.rejects(prepared(rules, rules.initial, other.solver), other.NotSolved);
  assert.throws(() => tablesFrom("data"), TypeError);
  tablesFrom(new URL("data", WEB));
  const truth = await prepared(rules, rules.initial, other.solver);
  assert.equal(`${truth.value(rules.initial)}`, "10");
  const names = ["goff-legal-draw", "goff-legal-draw-later"];
  const packed = new Map(await Promise.all(names.map(async (name) => /** @type {const} */ ([name, await readFile(new URL(`data/${name}.gz`, WEB), "base64")]))));
  tablesFrom((name) => new URL(`data:;base64,${packed.get(name)}`));
  const drawn = await other.game("goff", { last: "draw" });
  assert.equal((await prepared(drawn, drawn.initial, other.solver)).values(drawn.initial).size, 36);
});

test("a damaged table is named, and later positions are searched without it", async (context) => {
  const folder = await copied(context, "data");
  const files = ["", "-later"].map((part) => join(folder, `data/goff-legal-move${part}.gz`));
  const packed = await Promise.all(files.map((file) => readFile(file)));
  const other = await import(join(folder, "engine/index.js"));
  const rules = await other.game("goff");
  const flipped = Buffer.from(packed[0]);
  flipped[flipped.length >> 1] ^= 1;
  const late = read(rules, "X1.1-9 O2.1-3 X3.4-5 O4.6-7").positions.at(-1);
  for (const damaged of [packed[0].subarray(0, -9), flipped, Buffer.from("{}")]) {
    for (const file of files) await writeFile(file, damaged);
    const truth = await other.solver(rules);
    await assert.rejects(truth.prepare(rules.initial), (error) => error instanceof other.NotSolved && /table goff-legal-move cannot be read/.test(error.message));
    await truth.prepare(late);
    assert.equal(`${truth.value(late)}`, `${(await prepared(rules, late)).value(late)}`);
  }
  for (const [i, file] of files.entries()) await writeFile(file, packed[i]);
  const truth = await prepared(rules, rules.initial, other.solver);
  assert.equal(`${truth.value(rules.initial)}`, "10");
});

test("first values come without the later part of a table, and values of its plies once it is there", async (context) => {
  const folder = await copied(context, "data");
  const other = await import(join(folder, "engine/index.js"));
  for (const [name, options, table] of [["goff", {}, "goff-legal-move"], ["sqt", { q: "1/2" }, "sqt-draws-even-no"]]) {
    const file = join(folder, `data/${table}-later.gz`);
    await rename(file, `${file}.kept`);
    const rules = await other.game(name, options);
    const truth = await other.solver(rules);
    const [start, , second, third] = read(rules, "X1.1-9 O2.1-3 X3.4-5").positions;
    const whole = await prepared(await game(name, options), start);
    await truth.prepare(start, true);
    assert.deepEqual([...truth.values(start), truth.value(second)].join(), [...whole.values(start), whole.value(second)].join());
    assert.throws(() => truth.value(third), (error) => error instanceof other.NotSolved && /^call await solver.prepare/.test(error.message));
    for (const [p, soon] of [[start, false], [second, true]]) await assert.rejects(truth.prepare(p, soon), (error) => error instanceof other.NotSolved && error.message.includes(`${table}-later`));
    await rename(`${file}.kept`, file);
    await truth.prepare(start, true);
    const found = () => {
      try {
        return line(rules, truth, start);
      } catch {
        return [];
      }
    };
    for (let i = 0; i < 60_000 && !found().length; i++) await wait(1); // the table is loaded meanwhile
    assert.ok(found().length > 3);
  }
});
