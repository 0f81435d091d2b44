/** The engine under test answers whatever a line says: an answer, or what is wrong in one line. It plays the specified versions. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { info } from "../engine/index.js";

const ENGINE = fileURLToPath(new URL("../engine/conform.js", import.meta.url));
const ASK = { cmd: "ask", seq: 1, ruleset: "goff-1.1", game: "", fields: ["actor"] };
const PERFT = { cmd: "perft", seq: 1, ruleset: "goff-1.1", game: "", depth: 1 };

/** What the engine answers to lines, each an object or a text. */
function answers(lines) {
  const input = [...lines, { cmd: "stop" }].map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  const { stdout, stderr, status } = spawnSync("node", [ENGINE], { input: `${input.join("\n")}\n`, encoding: "utf8", timeout: 60_000 });
  assert.deepEqual([stderr, status], ["", 0]);
  return stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
}

const NO_REQUEST = ["", " ", "{", "}", "[", "]", "[]", "{}", "null", "true", "0", '"ask"', "ask", "{'cmd': 'ask'}", '{"cmd"}', "[".repeat(10_000), "\u0000", "\ufeff{}", "NaN", "undefined"];

const WRONG = [
  ...[undefined, null, "x", {}, [], 1.5, true].map((seq) => ({ ...ASK, seq })),
  ...[undefined, null, "", "start ", "__proto__", "constructor", 1, [], {}].map((cmd) => ({ ...ASK, cmd })),
  ...[undefined, null, 1, [], {}].map((ruleset) => ({ ...ASK, ruleset })),
  ...[null, 1, "x", []].map((options) => ({ ...ASK, options })),
  ...[undefined, null, "actor", {}, [1], [null], [["actor"]], ["constructor"], ["toString"], ["hasOwnProperty"], ["__proto__"], ["valueOf"], ["no such field"]].map((fields) => ({ ...ASK, fields })),
  ...[undefined, null, "9", "1", 0, -1, 1.5, [1], {}, true].map((depth) => ({ ...PERFT, depth })),
  ...[null, 1, [], {}].flatMap((text) => [{ ...ASK, game: text }, { ...ASK, game: undefined, position: text }]),
];

test("a line that is no request is told in a line, and the next one is answered", () => {
  const found = answers([...NO_REQUEST, ...WRONG, ASK]);
  assert.equal(found.length, NO_REQUEST.length + WRONG.length + 1);
  assert.deepEqual(found.pop(), { seq: 1, answers: { actor: "X" } });
  found.forEach(({ seq, errored, ...rest }, at) => {
    const asked = [...NO_REQUEST, ...WRONG][at];
    assert.deepEqual(rest, {}, JSON.stringify(asked));
    assert.equal(seq, Number.isInteger(asked?.seq) ? asked.seq : null, JSON.stringify(asked));
    assert.match(errored, /^\w+: [^\n]+$/, JSON.stringify(asked));
    assert.doesNotMatch(errored, /file:|\.js|\//, JSON.stringify(asked));
  });
});

test("options have either spelling", () => {
  const options = [{ double_win: true }, { "double-win": true }, { switches: { double_win: "yes" } }, {}];
  const found = answers(options.map((each) => ({ ...ASK, fields: ["position"], options: each })));
  assert.deepEqual(found.map(({ answers: { position } }) => /double-win=(\w+)/.exec(position)?.[1]), ["yes", "yes", "yes", "no"]);
});

test("names of members of every object name nothing", () => {
  const options = [{ switches: { constructor: "x" } }, { collapse: "constructor" }, { double_win: "constructor" }];
  const found = answers([{ ...ASK, ruleset: "constructor" }, { ...ASK, ruleset: "__proto__" }, ...options.map((each) => ({ ...ASK, options: each }))]);
  assert.deepEqual(found.map((each) => Object.keys(each)[1]), ["skipped", "skipped", "refused", "refused", "refused"]);
});

test("rulesets, options and their values are those of the specification", async () => {
  const stated = JSON.parse(readFileSync(new URL("../../spec/qttt/spec/rulesets.json", import.meta.url), "utf8"));
  for (const { name, id, options } of stated) {
    const here = await info(name);
    const said = here.options.map((option) => [option.name, option.values]);
    assert.deepEqual([here.ruleset, said], [id, options.map((option) => [option.name.replace("_", "-"), option.values ?? []])]);
  }
});
