/** Who can play on the page. They know the rules of the engine, and the perfect player its values. */

import { choices } from "../engine/index.js";

/** @import {Game} from "./types.js" */
/** @import {Solved} from "./answers.js" */
/** @import {Net} from "./net.js" */

/** Who plays besides persons and nets. */
export const PLAYERS = {
  easy: "easy",
  normal: "normal",
  perfect: "perfect play",
  random: "random moves",
  "monte-carlo:1": "Monte Carlo, 1 playout",
  "monte-carlo:3": "Monte Carlo, 3 playouts",
  "monte-carlo:10": "Monte Carlo, 10 playouts",
  "monte-carlo:30": "Monte Carlo, 30 playouts",
  "monte-carlo:100": "Monte Carlo, 100 playouts",
};
/** How likely the easy player moves at random. */
const CARELESS = 0.5;
/** Most actions of a random game. */
const LONG = 300;
/** Milliseconds that a search may take. */
const PATIENCE = 400;

/** Playouts of the players with a name of their own. */
const PLAYOUTS = /** @type {Record<string, number>} */ ({ easy: 3, normal: 30 });

/**
 * What a player does, or what happens where chance or the System acts.
 * @param {Game<any>} game
 * @param {Solved} solved
 * @param {{position: any, player: string, net?: Net}} given
 * @returns {Promise<string>}
 */
export async function reply(game, solved, { position, player, net }) {
  const actor = game.actor(position);
  if (actor === "CHANCE") return drawn(game.chance(position));
  if (actor === "SYSTEM") return drawn((await solved(position)).probabilities(position));
  if (player === "perfect") return any(choices(game, await solved(position), position));
  if (net) return (await import("./net.js")).chosenBy(net, game, position);
  if (player === "random" || (player === "easy" && Math.random() < CARELESS)) return any(game.actions(position));
  return monteCarlo(game, position, PLAYOUTS[player] ?? Number(player.split(":")[1]));
}

/**
 * @template T
 * @param {T[]} all
 * @returns {T}
 */
const any = (all) => all[Math.floor(Math.random() * all.length)];

/** @param {Map<string, import("../engine/game.js").Exact>} odds @returns {string} */
function drawn(odds) {
  let left = Math.random();
  for (const [action, chance] of odds) if ((left -= Number(chance)) < 0) return action;
  return [...odds.keys()][odds.size - 1];
}

/**
 * Flat Monte Carlo: the action after which the mover wins most random games; of equal ones the first.
 * @param {Game<any>} game
 * @param {any} position
 * @param {number} playouts after each action, or as many as there is time for
 */
function monteCarlo(game, position, playouts) {
  const mover = game.actor(position);
  const children = game.actions(position).map((action) => ({ action, after: game.after(position, action), won: 0 }));
  const until = performance.now() + PATIENCE;
  for (let i = 0; i < playouts && (i === 0 || performance.now() < until); i++) {
    for (const child of children) child.won += Number(winnerAtRandom(game, child.after) === mover);
  }
  return children.reduce((most, child) => (child.won > most.won ? child : most)).action;
}

/** The winner of a random game; nobody's if it goes on for long. The System selects at random here. @param {Game<any>} game @param {any} position */
function winnerAtRandom(game, position) {
  let p = position;
  for (let i = 0; i < LONG; i++) {
    const ended = game.outcome(p);
    if (ended) return ended.winner;
    p = game.after(p, game.actor(p) === "CHANCE" ? drawn(game.chance(p)) : any(game.actions(p)));
  }
  return null;
}
