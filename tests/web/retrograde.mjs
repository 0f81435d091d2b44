/**
 * Derives every early value that ships for Goff's game and the stochastic game by the rules in JavaScript, and compares it
 * with the tables: at plies 0 to 3 from the shipped values of the next ply, at ply 4, the last one, by the search, which
 * reads no table. Every position that a game reaches and in which nobody has to select is compared, once up to symmetry, as
 * the tables store it. A table that has another number of positions is wrong, too.
 *
 *     node tests/web/retrograde.mjs [--tables FOLDER] [--plies 01234] [--every N] [NAME…]
 *
 * NAME is `goff-PAIR-LAST`, or `sqt` for its four tables. With `--every N` only every N-th position of ply 4 is searched: a
 * sample. Prints what is wrong, and at the end how much was compared at each ply, with the seconds of all threads together;
 * exits with 1 if something is wrong or was left out. Prints on standard error every 30 seconds how far it is.
 *
 * Nothing is rounded. The six outcomes of Goff's game are told apart; the values of `both` and `double-win` only make some of
 * them equal. A search finds whether X gets at least a given outcome, which prunes best. Another one finds the functions of q
 * of all four stochastic games at once, as a tuple; equal functions have the same number.
 */

import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

import { choices, kept } from "../../web/engine/game.js";
import { gains } from "../../web/engine/goff/rules.js";
import { NONE, search, stateOf } from "../../web/engine/goff/search.js";
import { outcomeGains } from "../../web/engine/goff/solve.js";
import { early as earlyOutcome, partOf, places } from "../../web/engine/goff/table.js";
import { game, writePosition } from "../../web/engine/index.js";
import { constant, kept as keptPair, larger, mixed, piecesOf, smaller } from "../../web/engine/sqt/functions.js";
import { early as earlyFunction } from "../../web/engine/sqt/solve.js";
import { table, tablesFrom } from "../../web/engine/table.js";

/** @typedef {import("../../web/engine/goff/rules.js").Position} Position */
/**
 * @typedef {(a: number, b: number) => number} Join
 * @typedef {object} Reading a game that has one shipped value for each position
 * @property {string} name of the table
 * @property {import("../../web/engine/game.js").Game<Position>} rules
 * @property {(p: Position) => number} shipped
 * @property {Record<string, Join>} joins which of two values X, O or SYSTEM chooses
 *
 * @typedef {object} Group readings of the same positions
 * @property {Reading[]} readings
 * @property {() => (p: Position) => number[]} searching a new search, for the values of all readings
 *
 * @typedef {{name: string, ply: number, part: number}} Job a ply of a group, at the last ply a part of it
 */

const LAST = 4;
/** The last ply is so many jobs. */
const PARTS = 98;
const OUTCOMES = [0, 1, 2, 3, 4, 5];
const GOFF = new Map(choices([{ name: "pair", values: ["legal", "forbidden"] }, { name: "last", values: ["move", "draw"] }]).map((each) => [`goff-${each.pair}-${each.last}`, each]));
const SQT = choices([{ name: "scoring", values: ["draws-even", "draws-second"] }, { name: "double-win", values: ["no", "yes"] }]);
const NAMES = [...GOFF.keys(), "sqt"];
const place = places();

/** @type {Join} */
const most = (a, b) => Math.max(a, b);
/** @type {Join} */
const least = (a, b) => Math.min(a, b);
/** @type {Join} */
const mixture = (a, b) => mixed(larger(a, b), smaller(a, b));

/** @type {(name: string) => Promise<Group>} */
const group = kept(async (name) => {
  if (name === "sqt") {
    const readings = await Promise.all(SQT.map(async (options) =>
      reading(`sqt-${Object.values(options).join("-")}`, await game("sqt", { q: "1/2", ...options }), await whole(earlyFunction, options), { X: larger, O: smaller, SYSTEM: mixture })));
    return { readings, searching: () => functionsOf(readings.map(({ rules }) => rules)) };
  }
  const all = ["opponent", "self"].map((collapse) => ({ ...GOFF.get(name), collapse }));
  const readings = await Promise.all(all.map(async (options) => reading(name, await game("goff", options), await whole(earlyOutcome, options), { X: most, O: least })));
  return { readings, searching: () => {
    const each = all.map(outcomeOf);
    return (/** @type {Position} */ p) => each.map((outcome) => outcome(p));
  } };
});

/** A table of both parts. @param {typeof earlyOutcome} early @param {Record<string, string>} options @returns {Promise<(p: Position) => number>} */
async function whole(early, options) {
  const [first, later] = await Promise.all([0, LAST].map((ply) => early(options, partOf(ply))));
  return (p) => (partOf(p.plies) ? later : first)(p);
}

/** @param {string} name @param {Reading["rules"]} rules @param {(p: Position) => number} early @param {Reading["joins"]} joins @returns {Reading} */
function reading(name, rules, early, joins) {
  const shipped = (/** @type {Position} */ p) => {
    const found = early(p);
    if (found === NONE) throw new Error(`${name} has no value of ${writePosition(rules, p)}`);
    return found;
  };
  return { name, rules, shipped, joins };
}

/** A search for the outcome of Goff's game. @param {any} options @returns {(p: Position) => number} */
function outcomeOf({ collapse, ...switches }) {
  const selected = (/** @type {number} */ a, /** @type {number} */ b, /** @type {string} */ closer) => ((closer === "X") === (collapse === "self") ? most : least)(a, b);
  const atLeast = OUTCOMES.map((limit) => search(switches, { ends: OUTCOMES.map((each) => Number(each >= limit)), larger: most, smaller: least, selected }));
  return (p) => {
    let found = 0;
    while (atLeast[found + 1]?.(stateOf(p), LAST)) found++;
    return found;
  };
}

/** A search for the functions of stochastic games. @param {Reading["rules"][]} games @returns {(p: Position) => number[]} */
function functionsOf(games) {
  /** @type {number[][]} */
  const tuples = [];
  const numbered = kept((key) => tuples.push(key.split(" ").map(Number)) - 1);
  /** @param {Join} join @returns {Join} */
  const lifted = (join) => {
    const found = keptPair((a, b) => numbered(tuples[a].map((one, i) => join(one, tuples[b][i])).join(" ")));
    return (a, b) => (a < b ? found(a, b) : found(b, a));
  };
  const ends = games.map(({ options, worth }) => outcomeGains(options, { ...gains, draw: worth.draw }).map((gain) => constant(gain / 5)));
  const searched = search({ pair: "legal", last: "move" }, {
    ends: OUTCOMES.map((outcome) => numbered(ends.map((each) => each[outcome]).join(" "))),
    larger: lifted(larger),
    smaller: lifted(smaller),
    selected: lifted(mixture),
  });
  return (p) => tuples[searched(stateOf(p), LAST)];
}

/** @type {Map<string, Position[]>} */
const levels = new Map();

/** The positions of a ply in which nobody has to select, each once up to symmetry. @param {Reading["rules"]} rules @param {number} ply */
function level(rules, ply) {
  const key = `${rules.options.pair} ${ply}`; // no other option matters so early
  if (!levels.has(key)) {
    /** @type {(p: Position) => Position[]} */
    const after = (p) => rules.actions(p).map((action) => rules.after(p, action)).flatMap((q) => (q.closed ? after(q) : [q]));
    const all = ply ? level(rules, ply - 1).flatMap(after) : [rules.initial];
    const found = new Map();
    for (const p of all) if (!found.has(place(p))) found.set(place(p), p);
    levels.set(key, [...found.values()]);
  }
  return /** @type {Position[]} */ (levels.get(key));
}

/** The value by the rules, from the shipped values of the next ply. @param {Reading} reading @param {Position} p @returns {number} */
function derived(reading, p) {
  const { rules, shipped, joins } = reading;
  const join = joins[/** @type {string} */ (rules.actor(p))];
  return rules.actions(p).map((action) => rules.after(p, action)).map((q) => (q.closed ? derived(reading, q) : shipped(q))).reduce((a, b) => join(a, b));
}

/** Does a job, and posts what was compared. @param {Job} job @param {number} every */
async function work({ name, ply, part }, every) {
  const { readings, searching } = await group(name);
  const all = level(readings[0].rules, ply);
  /** @type {string[]} */
  const wrong = [];
  if (!part) {
    for (const each of new Set(readings.map((reading) => reading.name))) {
      const { arrays } = await table(each + partOf(ply), () => new URL("missing:"));
      const count = arrays[`ply-${ply}`].filter(Boolean).length;
      if (count !== all.length) wrong.push(`${each} has ${count} positions of ply ${ply}: games reach ${all.length}`);
    }
  }
  const values = ply < LAST ? (/** @type {Position} */ p) => readings.map((each) => derived(each, p)) : searching();
  const chosen = ply < LAST ? all : all.filter((_, i) => i % (every * PARTS) === every * part);
  for (const p of chosen) {
    values(p).forEach((value, i) => {
      const { name: from, rules, shipped } = readings[i];
      if (shipped(p) !== value) wrong.push(`${from}: ${writePosition(rules, p)} is worth ${words(name, value)}, not ${words(name, shipped(p))}`);
    });
  }
  parentPort?.postMessage({ compared: chosen.length, total: all.length, values: readings.length, wrong });
}

/** @param {string} name @param {number} value */
const words = (name, value) => (name === "sqt" ? piecesOf(value).map(({ coefficients }) => `[${coefficients}]`).join(" ") : `outcome ${value}`);

/** Gives the jobs to a thread per core. @param {string[]} names @param {string} plies @param {{tables: string, every: number}} workerData */
function main(names, plies, workerData) {
  /** @type {Job[]} */
  const jobs = [...plies].flatMap((ply) => names.flatMap((name) => Array.from({ length: Number(ply) < LAST ? 1 : PARTS }, (_, part) => ({ name, ply: Number(ply), part }))));
  const found = new Map();
  let left = jobs.length;
  let wrong = 0;
  const report = (/** @type {string} */ text) => {
    console.log(text);
    wrong++;
  };
  const now = () => Math.round(performance.now() / 1000);
  const lines = (/** @type {any[]} */ all) => all.map(([key, { compared, total, values, seconds }]) => `${key}: ${compared} of ${total} positions, ${values * compared} values, ${Math.round(seconds)} s`);
  const clock = setInterval(() => console.error([`${now()} s`, ...lines([...found].filter(([, { compared, total }]) => compared < total))].join("; ")), 30_000);
  let running = Math.min(availableParallelism(), jobs.length);
  for (let i = running; i; i--) {
    const worker = new Worker(new URL(import.meta.url), { workerData });
    /** @type {Job | undefined} */
    let job;
    let began = 0;
    const next = () => {
      began = performance.now();
      job = jobs.shift();
      if (job) worker.postMessage(job);
      else worker.terminate();
    };
    worker.on("message", (/** @type {any} */ done) => {
      const key = `${job?.name} ply ${job?.ply}`;
      const { compared, seconds } = found.get(key) ?? { compared: 0, seconds: 0 };
      found.set(key, { ...done, compared: compared + done.compared, seconds: seconds + (performance.now() - began) / 1000 });
      done.wrong.forEach(report);
      left--;
      next();
    });
    worker.on("error", (/** @type {Error} */ error) => report(error.message));
    worker.on("exit", () => {
      if (--running) return;
      clearInterval(clock);
      const { user, system } = process.cpuUsage();
      console.log([...lines([...found]), `${now()} s, ${Math.round((user + system) / 1e6)} s of processor time`].join("\n"));
      process.exitCode = Number(wrong + left > 0);
    });
    next();
  }
}

if (isMainThread) {
  const { values: { tables, plies, every }, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { tables: { type: "string" }, plies: { type: "string", default: "01234" }, every: { type: "string", default: "1" } },
  });
  if (names.some((each) => !NAMES.includes(each)) || !/^[0-4]+$/.test(plies) || !/^[1-9][0-9]*$/.test(every)) {
    console.error(`retrograde.mjs: expected [--tables FOLDER] [--plies 01234] [--every N] and names out of ${NAMES.join(", ")}`);
    process.exit(2);
  }
  const folder = tables === undefined ? new URL("../../web/data", import.meta.url) : pathToFileURL(tables);
  main(names.length ? names : NAMES, plies, { tables: folder.href, every: Number(every) });
} else {
  tablesFrom(workerData.tables);
  parentPort?.on("message", (/** @type {Job} */ job) => work(job, workerData.every));
}
