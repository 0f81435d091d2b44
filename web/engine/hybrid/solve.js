/** The values of Q3T: the early ones as they ship, the others by layers, each made when it is first needed. */

import { Fraction, ZERO } from "../fraction.js";
import { NotSolved, SYMMETRIES, opponent } from "../game.js";
import { unprepared } from "../solver.js";
import { table } from "../table.js";
import { NOTHING, boxesIn, keyOf, layer, linked, moved, movedLoad, size, straight, turned } from "./sets.js";

/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("./sets.js").Layer} Layer */
/** @typedef {import("./sets.js").Loads} Loads */
/** @typedef {import("../game.js").Game<Position> & {options: import("./rules.js").Switches}} Game */
/** @typedef {{set: number, loads: Loads, symmetry: number[], key: string}} Wanted a layer, turned by a symmetry so that its key is the smallest */

/** Where the tables are. @type {Record<string, () => URL>} */
const TABLES = {
  hybrid: () => new URL("../../data/hybrid.gz", import.meta.url),
  "hybrid-later": () => new URL("../../data/hybrid-later.gz", import.meta.url),
  "hybrid-largest": () => new URL("../../data/hybrid-largest.gz", import.meta.url),
};
/** The places that layers may take together, a byte each: in the largest games some twenty seconds. */
const MOST = 2.5e8;
/** Milliseconds after which other work comes first. */
const SLICE = 40;
const HALF = new Fraction(1, 2);
const UNREACHED = "No game reaches this position: its links break HYB-CONTROL-1 or HYB-TARGET-1.";
const TOO_MANY =
  "This reading has too many positions for a browser: only its first two plies and late positions have values here. The command qttt solve finds the others.";

/** @param {Game} game @param {import("../index.js").Report} report @returns {Promise<import("../solver.js").Solver<Position>>} */
export async function solver(game, report) {
  const { options } = game;
  const large = options.links === "two" && options.targets === "any";
  const canonical = Object.values(options).join() === "one,any,reverse,draw";
  const early = canonical ? [await canonicals("hybrid")] : large ? [await shipped("hybrid-largest", `values-${options.effect}-${options.effect === "take" ? "draw" : options.both}`, options.both === "X" ? ["X"] : ["X", "O"])] : [];
  /** @type {Map<string, Layer>} */
  const layers = new Map();
  let solving = Promise.resolve();
  /** @type {Promise<void> | null} all layers of the canonical game, made while nothing else is asked for */
  let whole = null;

  /** @param {Position} p @returns {Fraction} */
  function value(p) {
    if (p.measuring !== null) return game.actions(p).reduce((sum, result) => sum.plus(HALF.times(value(game.after(p, result)))), ZERO);
    const found = game.actor(p) === null ? game.score(p) : (inLayers(p) ?? early.map((known) => known(p)).find((each) => each));
    if (!found) throw large ? new NotSolved(TOO_MANY) : unprepared("value");
    return /** @type {Fraction} */ (found);
  }

  /** @param {Position} p */
  const values = (p) => new Map(game.actions(p).map((action) => [action, value(game.after(p, action))]));

  /** Whether what ships has what is asked of a position. @param {Position} p @returns {Promise<boolean>} */
  async function isKnown(p) {
    try {
      return [value(p), values(p)].length > 0;
    } catch (error) {
      if (!(error instanceof NotSolved)) throw error;
    }
    if (!canonical || early.length > 1) return false;
    early.push(await canonicals("hybrid-later"));
    return isKnown(p);
  }

  /** @param {Position} p */
  function inLayers(p) {
    const { set, loads } = seen(options, p);
    const turning = straight(set);
    for (const { set: other, open, measured, places, weights, half, values } of layers.values()) {
      if (other !== moved(set, turning[0])) continue;
      for (const symmetry of turning) {
        const index = boxesIn(~set).reduce((sum, box) => {
          const at = open.indexOf(symmetry[box]);
          const place = places[at].get(keyOf(movedLoad(loads.get(box) ?? NOTHING, symmetry)));
          return place === undefined ? NaN : sum + weights[at][place];
        }, 0);
        if (Number.isNaN(index)) continue;
        const mine = moved(marksOf(p, p.turn), symmetry);
        const marks = measured.reduce((bits, box, i) => bits | (((mine >> box) & 1) << i), 0);
        const worth = values[(p.turn === "O" ? half : 0) + (index << measured.length) + marks];
        return new Fraction(p.turn === "O" ? -worth : worth, 1 << open.length);
      }
    }
    return null;
  }

  /** Make the layers of a position and of those after it. @param {Position} p @param {typeof report} [told] @returns {Promise<void>} */
  async function solve(p, told = report) {
    const { set, loads } = seen(options, p);
    const wanted = from(set, loads).filter(({ key }) => !layers.has(key));
    const sizes = large ? wanted.reduce((sum, { set, loads }) => sum + size(options, set, loads), 0) : 0;
    if (sizes > MOST) throw new NotSolved(TOO_MANY);
    if (!whole && sizes + [...layers.values()].reduce((sum, { values }) => sum + values.length, 0) > MOST) {
      layers.clear();
      return solve(p);
    }
    let since = performance.now();
    for (const [done, { set, loads, key }] of wanted.entries()) {
      if (layers.has(key)) continue;
      const made = layer(options, set, loads, (box) => {
        const next = straightened(set | (1 << box), without(loads, box));
        return { layer: /** @type {Layer} */ (layers.get(next.key)), symmetry: next.symmetry };
      });
      layers.set(key, made);
      if (performance.now() - since < SLICE) continue;
      told({ words: "Solving the game", done: done + 1, of: wanted.length });
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
  }

  /** @param {Position} p @param {boolean} [soon] */
  async function prepare(p, soon = false) {
    if (game.actor(p) === null) return;
    const [start] = p.measuring === null ? [p] : game.actions(p).map((result) => game.after(p, result));
    if (!areAllowed(options, start)) throw new NotSolved(UNREACHED);
    if (!inLayers(start) && !((soon || large) && (await isKnown(p)))) {
      const made = solving.then(() => solve(start));
      solving = made.catch(() => {}); // who waits for it reports it
      await made.catch((error) => {
        throw error instanceof RangeError ? new NotSolved("There is not enough memory for the values of this game.") : error;
      });
    }
    if (canonical && soon) whole ??= new Promise((resolve) => setTimeout(resolve)).then(() => solve(game.initial, () => {})).catch(() => {});
  }

  return { prepare, value, values, probabilities: game.chance };
}

/** What ships of the canonical game. Without it the game is slower to begin, and no worse. @param {string} name */
const canonicals = (name) => shipped(name, "values", ["X", "O"]).catch(() => () => null);

/**
 * What ships of a game.
 * @param {string} name
 * @param {string} column
 * @param {import("../game.js").Player[]} players who may stand in the place of X (LEMMA colours)
 * @returns {Promise<(p: Position) => Fraction | null>}
 */
async function shipped(name, column, players) {
  const { x, o, turn, links, [column]: values } = (await table(name, TABLES[name])).arrays;
  const known = new Map(Array.from(values, (value, i) => [[x[i], o[i], turn[i], ...links.subarray(18 * i, 18 * i + 18)].join(), value]));
  return (p) => {
    for (const player of players) {
      const found = SYMMETRIES.map((symmetry) => known.get(image(p, symmetry, player))).find((each) => each !== undefined);
      if (found !== undefined) return new Fraction(player === "X" ? found : -found, 512);
    }
    return null;
  };
}

/** A position, turned, in the numbers of the tables that ship. @param {Position} p @param {number[]} symmetry @param {import("../game.js").Player} player in the place of X */
function image(p, symmetry, player) {
  const links = symmetry.map(() => [0, 0]);
  for (const { control, target, owner } of p.links) links[symmetry[control - 1]].push(2 * symmetry[target - 1] + (owner === player ? 1 : 2));
  const numbers = links.flatMap((each) => each.sort((a, b) => b - a).slice(0, 2));
  return [moved(marksOf(p, player), symmetry), moved(marksOf(p, opponent(player)), symmetry), p.turn === player ? 0 : 1, ...numbers].join();
}

/** The boxes with a mark. @param {Position} p @param {string} mark */
const marksOf = ({ marks }, mark) => [...marks].reduce((set, each, box) => set | (Number(each === mark) << box), 0);

/**
 * The measured boxes, and what the others carry, as the player to move sees it.
 * @param {Game["options"]} options
 * @param {Position} p
 */
function seen(options, p) {
  /** @type {Loads} */
  const loads = new Map();
  for (const { control, target, owner } of p.links) loads.set(control - 1, linked(options, loads.get(control - 1) ?? NOTHING, owner === p.turn ? "mine" : "theirs", target - 1));
  return { set: marksOf(p, "X") | marksOf(p, "O"), loads };
}

/**
 * Whether the links of a position are within the limits. Rules: HYB-CONTROL-1, HYB-TARGET-1
 * @param {Game["options"]} options
 * @param {Position} p
 */
function areAllowed({ links, targets }, p) {
  /** @param {(one: import("./rules.js").Link, other: import("./rules.js").Link) => boolean} same */
  const most = (same) => Math.max(0, ...p.links.map((one) => p.links.filter((other) => same(one, other)).length));
  const carried = most((one, other) => links === "single" || one.control === other.control);
  return carried <= (links === "two" ? 2 : 1) && (targets === "any" || most((one, other) => one.target === other.target) <= 1);
}

/** @param {Loads} loads @param {number} box */
const without = (loads, box) => new Map([...loads].filter(([other]) => other !== box));

/**
 * A layer, turned by a symmetry so that its set and then its key are the smallest. A load and the same load as the other
 * player sees it are in one layer.
 * @param {number} set
 * @param {Loads} loads
 * @returns {Wanted}
 */
function straightened(set, loads) {
  const images = straight(set).map((symmetry) => {
    const turning = [...loads].map(([box, load]) => /** @type {const} */ ([symmetry[box], [load, turned(load)].map((each) => movedLoad(each, symmetry)).sort((a, b) => keyOf(a) - keyOf(b))[0]]));
    turning.sort(([one], [other]) => one - other);
    return { set: moved(set, symmetry), loads: new Map(turning), symmetry, key: [moved(set, symmetry), ...turning.flatMap(([box, load]) => [box, keyOf(load)])].join() };
  });
  return images.reduce((best, each) => (each.key < best.key ? each : best));
}

/** The layers of a set and of all larger ones, these first. @param {number} set @param {Loads} loads */
function from(set, loads) {
  const start = straightened(set, loads);
  const found = new Map([[start.key, start]]);
  for (const { set, loads } of found.values()) {
    for (const box of boxesIn(~set)) {
      const next = straightened(set | (1 << box), without(loads, box));
      if (!found.has(next.key)) found.set(next.key, next);
    }
  }
  return [...found.values()].reverse();
}
