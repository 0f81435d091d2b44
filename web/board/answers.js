/** What the worker answers about positions: values, best play, what a move threatens, where a game turned. */

import { NotSolved, best, choices, write, writePosition } from "../engine/index.js";
import { ONE, ZERO } from "../engine/fraction.js";

/** @import {Game, Worth} from "./types.js" */

/**
 * @typedef {import("../engine/solver.js").Solver<any>} Solver
 * @typedef {import("../engine/game.js").Exact} Exact
 * @typedef {(...positions: any[]) => Promise<Solver>} Solved the solver, ready for these positions
 * @typedef {() => Promise<void>} Breathe now and then called in long work, which ends if the answer is no longer wanted
 * @typedef {{token: string, actor: string | null, before: Worth | null, after: Worth | null, loss?: Worth, luck?: Worth,
 *   grade?: string, best?: string[]}} Judged an action of a game, with what it lost, or what luck brought
 */

/** How bad a loss is, with the largest share of the range of all values. */
const GRADES = /** @type {[string, number][]} */ ([["slip", 1 / 16], ["mistake", 1 / 4], ["blunder", Infinity]]);
const SIGNS = /** @type {Record<string, number>} */ ({ X: 1, O: -1 });
/** Most positions for which the chances of an ending are followed. */
const FOLLOWED = 3000;

/** What first values do not need is loaded when it is asked for. @type {Record<string, (game: Game<any>, solved: Solved, given: any, breathe: Breathe) => any>} */
export const QUESTIONS = { values, variation, chances, after, analysis, own, reply: async (game, solved, given) => (await import("./players.js")).reply(game, solved, given) };

/** @param {Exact} value @param {Game<any>} [game] says what it means @returns {Worth} */
function worth(value, game) {
  const found = { exact: `${value}`, number: Number(value) };
  return game ? { ...found, means: game.meaning(value) } : found;
}

/** @param {Game<any>} game @param {any} position */
const sign = (game, position) => SIGNS[game.actor(position) ?? ""] ?? 0;

/** The value of a position, and of every action in it, in order. @param {Game<any>} game @param {Solved} solved @param {{position: any}} given */
async function values(game, solved, { position }) {
  const truth = await solved(position);
  const value = truth.value(position);
  const player = sign(game, position) !== 0;
  const odds = truth.probabilities(position);
  /** @type {Map<string, Worth>} */
  const described = new Map();
  const actions = [...truth.values(position)].map(([action, each]) => {
    const exact = `${each}`;
    if (!described.has(exact)) described.set(exact, worth(each, game));
    const probability = odds.get(action);
    return { ...described.get(exact), best: player && each.compare(value) === 0, ...(probability ? { probability: worth(probability) } : {}) };
  });
  return { value: worth(value, game), actions };
}

/**
 * The first action of `best` where a player acts. The values are found one by one first, so that the work can be broken off.
 * @param {Game<any>} game
 * @param {Solver} truth
 * @param {any} position
 * @param {Breathe} breathe
 */
async function firstBest(game, truth, position, breathe) {
  for (const action of sign(game, position) ? game.actions(position) : []) {
    truth.value(game.after(position, action));
    await breathe();
  }
  return choices(game, truth, position)[0];
}

/**
 * The principal variation as tokens: the first action of `best` each time, as long as only the players act.
 * @param {Game<any>} game
 * @param {Solved} solved
 * @param {{position: any}} given
 * @param {Breathe} breathe
 */
async function variation(game, solved, { position }, breathe) {
  const truth = await solved(position);
  const found = [];
  for (let p = position; ; ) {
    const action = await firstBest(game, truth, p, breathe);
    if (action === undefined) return write(game, found, position);
    found.push(action);
    p = game.after(p, action);
  }
}

/**
 * How the game ends, and how often, if each player always makes the first move of `best`; null where that takes too long or
 * play can go round, unless the solver tells it.
 * @param {Game<any>} game
 * @param {Solved} solved
 * @param {{position: any}} given
 * @param {Breathe} breathe
 */
async function chances(game, solved, { position }, breathe) {
  const truth = await solved(position);
  const told = truth.chances?.(position);
  if (told) return { X: worth(told.X), draw: worth(told.draw), O: worth(told.O) };
  /** @type {Map<string, Map<string, Exact | null> | null>} for each position how likely each ending is; null: certain */
  const known = new Map();
  /** @param {any} p @returns {Promise<Map<string, Exact | null>>} */
  const follow = async (p) => {
    const ended = game.outcome(p);
    if (ended) return new Map([[ended.winner ?? "draw", null]]);
    const key = writePosition(game, p);
    const found = known.get(key);
    if (found) return found;
    if (found === null || known.size > FOLLOWED) throw new Endless();
    known.set(key, null);
    const first = await firstBest(game, truth, p, breathe);
    const odds = first === undefined ? truth.probabilities(p) : new Map([[first, null]]);
    /** @type {Map<string, Exact | null>} */
    const sums = new Map();
    for (const [action, chance] of odds) {
      for (const [ending, share] of await follow(game.after(p, action))) {
        const part = chance && share ? chance.times(share) : (chance ?? share);
        const before = sums.get(ending);
        sums.set(ending, before && part ? before.plus(part) : part);
      }
    }
    known.set(key, sums);
    return sums;
  };
  try {
    const sums = await follow(position);
    const part = (/** @type {string} */ ending) => (sums.has(ending) ? worth(sums.get(ending) ?? ONE) : worth(ZERO));
    return { X: part("X"), draw: part("draw"), O: part("O") };
  } catch (error) {
    if (error instanceof Endless) return null;
    throw error;
  }
}

class Endless extends Error {}

/**
 * What an action would cost and leave: the replies of the player who is next, or the results of chance or the System, and the
 * replies after the likeliest.
 * @param {Game<any>} game
 * @param {Solved} solved
 * @param {{position: any, action: string}} given
 */
async function after(game, solved, { position, action }) {
  const next = game.play(position, action);
  const truth = await solved(position, next);
  const side = sign(game, position);
  const [before, now] = [truth.value(position), truth.value(next)];
  const odds = [...truth.probabilities(next)];
  const cost = side ? worth(side > 0 ? before.minus(now) : now.minus(before)) : null;
  if (!odds.length) return { cost, replies: replies(game, truth, next), results: null, likeliest: null };
  const [likeliest] = odds.reduce((most, each) => (each[1].compare(most[1]) > 0 ? each : most));
  const { actions } = await values(game, solved, { position: next });
  const results = odds.map(([result], i) => ({ action: result, ...actions[i] }));
  return { cost, replies: null, results, likeliest: { token: likeliest, replies: replies(game, truth, game.after(next, likeliest)) } };
}

/** The replies that keep the value, and what the worst one gives away; null if no player is to reply. @param {Game<any>} game @param {Solver} truth @param {any} position */
function replies(game, truth, position) {
  const side = sign(game, position);
  if (!side) return null;
  const found = [...truth.values(position)];
  const worst = found.reduce((a, b) => (side * b[1].compare(a[1]) < 0 ? b : a))[1];
  const hold = write1(game, best(game, truth, position), position);
  return { actor: game.actor(position), of: found.length, hold, kept: worth(truth.value(position), game), lost: worth(worst, game) };
}

/** The tokens of actions, each played in one position. @param {Game<any>} game @param {string[]} actions @param {any} position */
const write1 = (game, actions, position) => actions.map((action) => write(game, [action], position)[0]);

/**
 * Every action of a game with the values before and after, its loss (or luck, where chance acted) and what would have held the
 * value; and a verdict in words.
 * @param {Game<any>} game
 * @param {Solved} solved
 * @param {{positions: any[], actions: string[]}} given
 * @param {Breathe} breathe
 */
async function analysis(game, solved, { positions, actions }, breathe) {
  /** @type {(Exact | null)[]} */
  const found = [];
  for (const position of positions) {
    await breathe();
    try {
      found.push((await solved(position)).value(position));
    } catch (error) {
      if (!(error instanceof NotSolved)) throw error;
      found.push(null);
    }
  }
  const truth = await solved();
  const tokens = write(game, actions, positions[0]);
  const rows = tokens.map((token, at) => {
    const [position, before, after] = [positions[at], found[at], found[at + 1]];
    const side = sign(game, position);
    /** @type {Judged} */
    const row = { token, actor: game.actor(position), before: before && worth(before, game), after: after && worth(after, game) };
    if (!before || !after) return row;
    if (!side) return { ...row, luck: worth(after.minus(before)) };
    const loss = side > 0 ? before.minus(after) : after.minus(before);
    const held = Number(loss) ? write1(game, best(game, truth, position), position) : [];
    return { ...row, loss: worth(loss), grade: grade(game, Number(loss)), best: held };
  });
  const { verdict } = await import("./verdict.js");
  return { rows, ...verdict(rows, game.worth.draw) };
}

/** How bad a loss is: empty, `slip`, `mistake` or `blunder`, by its share of the range of all values. @param {Game<any>} game @param {number} loss */
function grade({ worth: { most, draw } }, loss) {
  if (!loss) return "";
  return GRADES.find(([, share]) => loss <= share * 2 * (most - draw) + 1e-12)?.[0] ?? "";
}

/** What only this game's solver answers. @param {Game<any>} _ @param {Solved} solved @param {{position: any, asked: string, own: any[]}} given */
async function own(_, solved, { position, asked, own: more }) {
  const truth = /** @type {any} */ (await solved(position));
  return truth[asked](position, ...more);
}
