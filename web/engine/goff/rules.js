/**
 * The rules that Goff's game shares with the stochastic game: all but who selects and what an ending is worth. The rule
 * IDs are those of `spec/rules/goff.md` and `notation.md`.
 */

import { LINES, SQUARES, choices, legalUnder, playerOf } from "../game.js";
import { inTokens, taking, untimely } from "../notation.js";

/**
 * A mark is known by its ply. Rule: GOFF-STATE-1
 * @typedef {[ply: number, a: number, b: number]} Spooky a mark on the squares a and b, a < b
 * @typedef {object} Position
 * @property {number} plies
 * @property {number[]} definite the ply of the mark on each of the nine squares, or 0
 * @property {Spooky[]} spooky in the order of plies
 * @property {boolean} closed whether a closed cycle waits to be settled; the last mark has closed it
 * @property {import("../game.js").Player} [named] who selects, if dice have decided (SQT-DICE-1)
 *
 * @typedef {Omit<import("../game.js").Game<Position>, "name" | "ruleset" | "earlier" | "options" | "actor" | "play" | "score" | "next" | "describe" | "told" | "meaning" | "worth"> & {
 *   ending: (p: Position) => Ending | null}} Rules
 * @typedef {{pair: string, last: string, both: string, "double-win": string}} Switches
 * @typedef {{winner: import("../game.js").Player | null, how: "draw" | "narrow" | "complete" | "double", rule: string}} Ending
 * @typedef {{ply: number, square: number, by: number, from: number}} Settled a mark goes to a square, since the mark `by`
 *   has settled on the square `from`, its other one; both are 0 of the mark that settles first
 */

/** The options that the stochastic game has, too. @type {import("../game.js").Option[]} */
export const switches = [
  { name: "pair", values: ["legal", "forbidden"], default: "legal", rule: "GOFF-SWITCH-1", note: "May a move name both squares of a spooky mark again?" },
  { name: "last", values: ["move", "draw"], default: "move", rule: "GOFF-SWITCH-1", note: "One open square: X must take it, or the game is drawn." },
  { name: "both", values: ["narrow", "draw", "first"], default: "narrow", rule: "GOFF-SWITCH-1", note: "Lines of both players: a narrow win of the earlier one, a draw, or a complete win of the earlier one." },
];

/** What an ending gains for its winner. Rule: GOFF-SCORE-2 @type {Record<Ending["how"], number>} */
export const gains = { draw: 0, narrow: 10, complete: 20, double: 40 };

/** @type {Position} */
export const initial = { plies: 0, definite: [0, 0, 0, 0, 0, 0, 0, 0, 0], spooky: [], closed: false };

export const SELECTIONS = ["selA", "selB"]; // GOFF-COLLAPSE-1
/** @param {string} action */
export const isSelection = (action) => SELECTIONS.includes(action);
/** @param {string} move */
export const squaresOf = (move) => move.split("-").map(Number);
/** @param {number} ply */
export const markOf = (ply) => `${playerOf(ply)}${ply}`;

/** The squares without a definite mark. Rule: GOFF-MOVE-2 @param {Position} p */
export const free = (p) => SQUARES.filter((x) => !p.definite[x - 1]);

/** The squares that are entangled with a square, itself included. Rule: GOFF-GRAPH-2 @param {Position} p @param {number} square */
export function component(p, square) {
  const found = new Set([square]);
  for (const x of found) { // grows meanwhile
    for (const [, a, b] of p.spooky) if (a === x || b === x) found.add(a).add(b);
  }
  return [...found].sort();
}

/** The squares of every component that has a spooky mark. @param {Position} p */
export const components = (p) => SQUARES.map((x) => component(p, x)).filter((all, i) => all.length > 1 && all[0] === i + 1);

/** The squares that will settle. Rule: GOFF-COLLAPSE-2 @param {Position} p */
export const collapsing = (p) => (p.closed ? component(p, p.spooky[p.spooky.length - 1][1]) : []);

/**
 * Where a selection leads each mark: a mark that settles drives all others from its square. Rule: GOFF-COLLAPSE-3
 * @param {Position} p
 * @param {string} selection
 * @returns {Settled[]}
 */
export function settlement(p, selection) {
  let left = p.spooky.slice();
  const [ply, ...pair] = /** @type {Spooky} */ (left.pop());
  const found = [{ ply, square: pair[SELECTIONS.indexOf(selection)], by: 0, from: 0 }];
  for (const { ply: by, square: from } of found) { // grows meanwhile
    for (const [each, a, b] of left) if (a === from || b === from) found.push({ ply: each, square: a === from ? b : a, by, from });
    left = left.filter(([, a, b]) => a !== from && b !== from);
  }
  return found;
}

/** The plies of the closed cycle, or none: of the marks that the selections settle differently. Rule: GOFF-CYCLE-1 @param {Position} p */
export function cycle(p) {
  const [a, b] = p.closed ? SELECTIONS.map((each) => new Map(settlement(p, each).map(({ ply, square }) => [ply, square]))) : [];
  return p.spooky.map(([ply]) => ply).filter((ply) => a && a.get(ply) !== b.get(ply));
}

/** The lines that a player holds. Rule: GOFF-END-1 @param {Position} p @param {string} player */
export const linesOf = (p, player) => LINES.filter((line) => line.every((x) => p.definite[x - 1] && playerOf(p.definite[x - 1]) === player));

/** The ply of a player, null without a line. Rule: GOFF-END-3 @param {Position} p @param {string} player */
export function plyOf(p, player) {
  const plies = linesOf(p, player).map((line) => Math.max(...line.map((x) => p.definite[x - 1])));
  return plies.length ? Math.min(...plies) : null;
}

/** What a game needs of the rules, for given switches. @param {Switches} switches @returns {Rules} */
export function rules({ pair, last, both, "double-win": double }) {
  /** Rule: GOFF-PAIR-1 @param {Position} p @param {number} a @param {number} b */
  const forbids = (p, a, b) => pair === "forbidden" && p.spooky.some(([, c, d]) => a === c && b === d);

  /** Rules: GOFF-MOVE-1, GOFF-ORDER-1, GOFF-FINAL-1 @param {Position} p */
  function moves(p) {
    const open = free(p);
    if (open.length === 1) return [`${open}-${open}`];
    return open.flatMap((a) => open.filter((b) => a < b && !forbids(p, a, b)).map((b) => `${a}-${b}`));
  }

  /** How an ended game has ended, null while it goes on. Rule: GOFF-END-1 @param {Position} p @returns {Ending | null} */
  function ending(p) {
    if (p.closed) return null;
    const [x, o] = [plyOf(p, "X"), plyOf(p, "O")];
    const open = free(p).length;
    if (x === null && o === null) {
      if (open === 0) return { winner: null, how: "draw", rule: "GOFF-END-5" };
      if (open === 1 && last === "draw") return { winner: null, how: "draw", rule: "GOFF-LAST-1" };
      return moves(p).length ? null : { winner: null, how: "draw", rule: "GOFF-PAIR-2" };
    }
    const winner = o === null || (x !== null && x < o) ? "X" : "O";
    if (x !== null && o !== null) {
      if (both === "draw") return { winner: null, how: "draw", rule: "GOFF-BOTH-1" };
      return both === "first" ? { winner, how: "complete", rule: "GOFF-BOTH-2" } : { winner, how: "narrow", rule: "GOFF-END-4" };
    }
    const isDouble = double === "yes" && linesOf(p, winner).length > 1;
    return isDouble ? { winner, how: "double", rule: "GOFF-END-6" } : { winner, how: "complete", rule: "GOFF-END-2" };
  }

  return {
    initial,
    ending,
    stateRule: "NOTATION-STATE-1",
    plies: (/** @type {Position} */ p) => p.plies,
    actions: (/** @type {Position} */ p) => (ending(p) ? [] : p.closed ? SELECTIONS : moves(p)),
    chance: () => new Map(),

    /** Rule: GOFF-ERROR-1 @param {Position} p @param {string} action */
    broken(p, action) {
      const [a, b] = squaresOf(action);
      const open = free(p);
      const final = open.length === 1 && `${open}-${open}`;
      /** @type {(rule: string, expected: string) => import("../game.js").Breach} */
      const breach = (rule, expected) => {
        const others = choices(switches.slice(0, 2));
        return { rule, expected: expected + legalUnder({ pair, last }, others, (other) => rules({ ...other, both, "double-win": double }).actions(p).includes(action)) };
      };
      if (ending(p)) return breach("GOFF-END-1", "no action, because the game is over");
      if (isSelection(action)) return p.closed ? null : breach("GOFF-COLLAPSE-1", "a move, because no cycle is closed");
      if (p.closed) return breach("GOFF-COLLAPSE-1", "selA or selB, because a cycle is closed");
      if (a < b && final) return breach("GOFF-FINAL-1", `${final}, the only move left`);
      if (a === b && !final) return breach("GOFF-MOVE-1", "two different squares");
      if (!open.includes(a) || !open.includes(b)) return breach("GOFF-MOVE-2", final || `two of the squares ${open.join(", ")}`);
      return forbids(p, a, b) ? breach("GOFF-PAIR-1", "a pair of squares that carries no mark") : null;
    },

    /** @param {Position} p @param {string} action @returns {Position} */
    after(p, action) {
      const definite = p.definite.slice();
      if (isSelection(action)) {
        const settled = settlement(p, action);
        for (const { ply, square } of settled) definite[square - 1] = ply;
        const spooky = p.spooky.filter(([ply]) => settled.every((each) => each.ply !== ply));
        return { ...p, definite, spooky, closed: false };
      }
      const [a, b] = squaresOf(action);
      const ply = p.plies + 1;
      if (a < b) return { ...p, plies: ply, spooky: [...p.spooky, [ply, a, b]], closed: component(p, a).includes(b) };
      definite[a - 1] = ply; // GOFF-FINAL-1
      return { ...p, plies: ply, definite };
    },

    /** @param {Position} p @returns {import("../game.js").Outcome | null} */
    outcome(p) {
      const found = ending(p);
      return found && { winner: found.winner, words: found.winner ? `${found.how} win of ${found.winner}` : "draw", rule: found.rule };
    },

    ...notation,
  };
}

const notation = {
  ...inTokens((action) => !isSelection(action)),

  /** Rules: NOTATION-SELECT-1, NOTATION-MOVE-1, GOFF-TURN-1 @param {string} token @param {number} ply */
  misread(token, ply) {
    if (isSelection(token)) return null;
    if (/^sel/i.test(token)) return { rule: "NOTATION-SELECT-1", expected: "selA or selB" };
    const [, mark, a, b] = /^([XO][1-9][0-9]*)\.([1-9])-([1-9])$/.exec(token) ?? [];
    if (!mark) return { rule: "NOTATION-MOVE-1", expected: `a move such as ${markOf(ply)}.1-9, or selA or selB` };
    if (a > b) return { rule: "NOTATION-MOVE-1", expected: `ascending squares, ${b}-${a}` };
    return untimely("GOFF-TURN-1", mark, `${a}-${b}`, ply);
  },

  /** Rule: NOTATION-STATE-1 @param {Position} p */
  writeState(p) {
    const written = [...p.spooky.map(([ply, a, b]) => ({ ply, where: `.${a}-${b}` })), ...p.definite.map((ply, i) => ({ ply, where: `@${i + 1}` }))];
    const marks = written.filter(({ ply }) => ply).sort((a, b) => a.ply - b.ply);
    return marks.length ? marks.map(({ ply, where }) => `${markOf(ply)}${where}`) : ["-"];
  },

  /** Rule: NOTATION-STATE-1 @param {string[]} tokens @returns {Position} */
  readState(tokens) {
    const { take, check, sees, end } = taking(tokens);
    if (sees(/^-$/) && take(/-/, "-")) {
      end();
      return initial;
    }
    return (tokens.length ? tokens : [""]).reduce((p, _, i) => {
      if (p.closed || i === 9) end(`the end: ${p.closed ? "a cycle is closed" : "nine plies have been made"}`);
      const plies = i + 1;
      const mark = markOf(plies);
      const [at, b] = take(RegExp(`^${mark}(@[1-9]|\\.[1-9]-[1-9])$`), `a mark of ply ${plies}, such as ${mark}@5 or ${mark}.1-9${i ? "" : ", or - for the empty board"}`).slice(2).split("-");
      const a = Number(at.slice(1));
      if (b) check(at.slice(1) < b && !p.definite[a - 1] && !p.definite[Number(b) - 1], "two ascending squares without definite marks");
      else check(component(p, a).length === 1 && !p.definite[a - 1], "a square without marks");
      if (!b) return { ...p, plies, definite: p.definite.map((ply, j) => (j === a - 1 ? plies : ply)) };
      return { ...p, plies, spooky: [...p.spooky, [plies, a, Number(b)]], closed: component(p, a).includes(Number(b)) };
    }, initial);
  },
};
