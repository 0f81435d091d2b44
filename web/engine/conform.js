/**
 * The engine under test: speaks the protocol of `spec/protocol.md` on standard input and output.
 *
 *     qttt conform -- node web/engine/conform.js
 */

import { NotSolved, Refused, RuleBroken } from "./game.js";
import { games, solver } from "./index.js";
import { readGame, readPosition, tokens, writePosition } from "./notation.js";
import { optimal } from "./solver.js";

/**
 * What `conform.js` in a game's folder has.
 * @typedef {object} Tested
 * @property {string} ruleset
 * @property {object} declared see CONFORM-START-1, without `perfect` and `fields`
 * @property {(options: any) => any} setup the game that the options of a vector name; throws `Refused`
 * @property {Record<string, (game: any, position: any, request: any) => any>} fields those that are not in every game; undefined leaves a field out
 * @property {Record<string, (game: any, position: any, truth: any) => any>} [valued] those that need a solver
 * @property {Record<string, (game: any, request: any) => any>} [forms] the position of a request of another form
 * @property {(action: string) => boolean} [counts] whether an action counts in perft, if these are not the plies
 */

/** An object with the members of some, and none of every object's. */
const named = (...all) => Object.assign(Object.create(null), ...all);

const texts = (map) => Object.fromEntries([...map].map(([key, value]) => [key, `${value}`]));

/** The fields that mean the same in every game (CONFORM-FIELD-1). */
const SHARED = named({
  actor: (game, p) => game.actor(p),
  actions: (game, p) => game.actions(p),
  chance: (game, p) => texts(game.chance(p)),
  outcome: (game, p) => game.outcome(p)?.words ?? null,
  outcome_rule: (game, p) => game.outcome(p)?.rule ?? null,
  position: (game, p) => writePosition(game, p),
  printed: (game, p, { game: text }) => tokens(text).join(" "),
});
/** Those that need a solver. */
const VALUED = {
  value: (game, p, truth) => `${truth.value(p)}`,
  best: (game, p, truth) => optimal(game, truth, p),
  first_moves: (game, p, truth) => texts(truth.values(p)),
};

/** @type {Map<string, Tested>} */
const tested = new Map();
for (const name of games) {
  try {
    const found = await import(`./${name}/conform.js`);
    tested.set(found.ruleset, { ...found, fields: named(found.fields), valued: named(VALUED, found.valued) });
  } catch (error) {
    if (error?.code !== "ERR_MODULE_NOT_FOUND") throw error;
  }
}

/** @type {Map<string, Promise<any>>} */
const solvers = new Map();

/** The solver of a game, made once for each ruleset and options. */
function solverOf(game) {
  const key = JSON.stringify([game.ruleset, game.options]);
  if (!solvers.has(key)) solvers.set(key, solver(game));
  return solvers.get(key);
}

/** CONFORM-START-1 */
function started() {
  const rulesets = Object.fromEntries([...tested].map(([id, { declared, fields, valued }]) => [id, { perfect: true, ...declared, fields: Object.keys({ ...SHARED, ...fields, ...valued }) }]));
  return { version: 1, implementation: { name: "qttt", language: "JavaScript" }, rulesets };
}

/** CONFORM-ASK-2 */
async function answerTo({ cmd, ruleset, options, fields, depth, ...request }) {
  const found = tested.get(ruleset);
  if (!found) return { skipped: `no ruleset ${ruleset}` };
  if (cmd === "ask") fields.forEach((name) => expect(name in SHARED || name in found.fields || name in found.valued, `no field ${name}`));
  const game = found.setup(options ?? {});
  if (game === null) return { answers: await answers(found, null, null, fields, { ...request, options }) };
  const form = Object.keys(found.forms ?? {}).find((each) => each in request);
  const position = form ? found.forms[form](game, request) : "position" in request ? readPosition(game, request.position) : readGame(game, request.game).positions.at(-1);
  if (cmd === "perft") return { counts: Array.from({ length: depth }, (_, i) => counted(game, position, i + 1, found.counts ?? game.isPly)) };
  return { answers: await answers(found, game, position, fields, { ...request, options }) };
}

async function answers(found, game, position, fields, request) {
  const { valued } = found;
  const truth = fields.some((name) => name in valued) ? await truthOf(game, position) : null;
  const one = (name) => (found.fields[name] ? found.fields[name](game, position, request) : name in valued ? truth && valued[name](game, position, truth) : SHARED[name](game, position, request));
  return Object.fromEntries(fields.map((name) => [name, one(name)]).filter(([name, value]) => value !== undefined && !(name in valued && value === null)));
}

/** The solver, ready for a position; null if it does not know its values. */
async function truthOf(game, position) {
  try {
    const truth = await solverOf(game);
    await truth.prepare(position);
    return truth;
  } catch (error) {
    if (error instanceof NotSolved) return null;
    throw error;
  }
}

/** Rule: CONFORM-PERFT-1 */
function counted(game, position, depth, counts) {
  const left = game.actions(position);
  const settles = left.length > 0 && !counts(left[0]);
  if (depth === 0 && !settles) return 1;
  return left.reduce((sum, action) => sum + counted(game, game.after(position, action), settles ? depth : depth - 1, counts), 0);
}

/** @param {unknown} each */
const isObject = (each) => typeof each === "object" && each !== null && !Array.isArray(each);

/** @param {boolean} holds @param {string} what */
function expect(holds, what) {
  if (!holds) throw new TypeError(what);
}

/** Throws for a request of another form. Rules: CONFORM-ASK-1, CONFORM-PERFT-1 */
function check({ cmd, ruleset, options = {}, fields, depth, game, position }) {
  expect(cmd === "ask" || cmd === "perft", "cmd is start, ask, perft or stop");
  expect(typeof ruleset === "string", "ruleset is a text");
  expect(isObject(options), "options are an object");
  expect([game, position].every((each) => each === undefined || typeof each === "string"), "a game and a position are texts");
  if (cmd === "ask") expect(Array.isArray(fields) && fields.every((name) => typeof name === "string"), "fields are a list of names");
  else expect(Number.isInteger(depth) && depth >= 1, "depth is an integer from 1");
}

async function answer(line) {
  let seq = null;
  try {
    const request = JSON.parse(line);
    expect(isObject(request), "a request is an object");
    if (request.cmd === "start") return started();
    if (request.cmd === "stop") return null;
    expect(Number.isInteger(request.seq), "seq is an integer");
    seq = request.seq;
    check(request);
    return { seq, ...(await answerTo(request)) };
  } catch (error) {
    if (error instanceof Refused) return { seq, refused: error.rule };
    if (error instanceof RuleBroken) return { seq, illegal: { error: error.rule, token: error.number } };
    return { seq, errored: `${error}` };
  }
}

// Only a line feed ends a line (CONFORM-LINE-1), which node:readline does not offer.
async function serve() {
  let rest = "";
  for await (const text of process.stdin.setEncoding("utf8")) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const found = await answer(line);
      if (found === null) return;
      process.stdout.write(`${JSON.stringify(found)}\n`);
    }
  }
}

await serve();
process.exit();
