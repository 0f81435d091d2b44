/** The solvers, away from the page: a question comes with an id, and its answer goes back with it. */

import { NotSolved, game as made, solver } from "../engine/index.js";
import { QUESTIONS } from "./answers.js";
import "./files.js";
import { unkept } from "./unkept.js";

/** @type {Map<string, Promise<any>>} */
const solvers = new Map();
/** How many games with their options are kept. */
const KEPT = 4;
/** Milliseconds between two reports of the same work. */
const OFTEN = 150;
/** The questions that are answered with what is known already, if a solver or a table goes on in the background. */
const SOON = ["values", "after", "variation", "chances", "own"];
/** @type {(progress: any) => void} */
let report = () => {};

/** The solver of a game, made once. @param {any} game @returns {Promise<any>} */
function solverOf(game) {
  const key = JSON.stringify([game.name, game.options]);
  const found = solvers.get(key) ?? solver(game, (progress) => report(progress));
  solvers.delete(key);
  solvers.set(key, found);
  if (solvers.size > KEPT) solvers.delete(/** @type {string} */ (solvers.keys().next().value));
  found.catch(() => solvers.delete(key));
  return found;
}

/** Milliseconds of work after which the worker looks whether the answer is still wanted. */
const BREATH = 40;
/** The last question whose answer is not; those before are answered. */
let stopped = 0;
/** The last question of all. */
let asked = 0;

/**
 * While nobody asks: find the values that the next action will show, so that these are there at once.
 * @param {number} id the question after which it starts
 * @param {any} game
 * @param {any} truth
 * @param {any} position
 */
async function ahead(id, game, truth, position) {
  for (const action of game.actions(position)) {
    const next = game.after(position, action);
    for (const then of game.actions(next)) {
      await new Promise((done) => setTimeout(done));
      if (asked !== id) return;
      truth.value(game.after(next, then));
    }
  }
}

addEventListener("message", async ({ data: { id, what, game: name, options, given, stop } }) => {
  if (stop) return void (stopped = stop);
  if (!what) return postMessage({}); // a sign of life
  asked = id;
  let last = performance.now();
  report = (progress) => {
    if (performance.now() - last < OFTEN) return;
    last = performance.now();
    postMessage({ id, progress });
  };
  try {
    const game = await made(name, options);
    const solved = async (/** @type {any[]} */ ...positions) => {
      const truth = await solverOf(game);
      for (const position of positions) await truth.prepare(position, SOON.includes(what));
      return truth;
    };
    let since = performance.now();
    const breathe = async () => {
      if (performance.now() - since < BREATH) return;
      await new Promise((done) => setTimeout(done));
      if (id <= stopped) throw new NotSolved("The position was left.");
      since = performance.now();
    };
    postMessage({ id, found: await QUESTIONS[what](game, solved, given, breathe) });
    if (given.position) ahead(id, game, await solverOf(game), given.position).catch(() => {}); // who asks for a value learns why there is none
  } catch (error) {
    if (error instanceof NotSolved) postMessage({ id, unsolved: error.message });
    else postMessage({ id, failed: unkept(error) || `The solver has failed (${error instanceof Error ? error.message : error}). Load the page again: the address keeps your game.` });
  }
});
