/** Games and positions in writing. The IDs are those of the rule page `notation.md`. */

import { RuleBroken, Wrong, listed, playerOf } from "./game.js";

/**
 * @template P
 * @typedef {import("./game.js").Game<P>} Game
 */
/**
 * A game as it was played: its actions, and the positions before, between and after them.
 * @template P
 * @typedef {{actions: string[], positions: P[]}} Record
 */

/** Rule: NOTATION-GAME-1 @param {string} text */
export const tokens = (text) => text.split(/[ \t\n\r]+/).filter((token) => token !== "");

/**
 * The tokens of actions: those that make a ply behind player and ply, `X1.1-9`, the others as they are.
 * @param {(action: string) => boolean} isPly
 * @param {(ply: number) => string} [mover]
 */
export const inTokens = (isPly, mover = playerOf) => ({
  isPly,
  /** @param {string} token */
  actionOf: (token) => token.replace(/^[XO][0-9]+\./, ""),
  /** @param {string} action @param {number} ply */
  token: (action, ply) => (isPly(action) ? `${mover(ply)}${ply}.${action}` : action),
});

/** The tokens of a state, taken one after another; throws `Wrong` for one that does not fit. @param {string[]} tokens */
export function taking(tokens) {
  let at = 0;
  return {
    /** Whether the next token has this form. @param {RegExp} form */
    sees: (form) => form.test(tokens[at] ?? ""),
    /** The next token, of this form, for which something holds. @param {RegExp} form @param {(token: string) => boolean} [holds] */
    take(form, holds = () => true) {
      const token = tokens[at++] ?? "";
      if (!form.test(token) || !holds(token)) throw new Wrong(at);
      return token;
    },
    end() {
      if (at < tokens.length) throw new Wrong(at + 1);
    },
  };
}

/** @param {string} text */
const isPosition = (text) => text.includes(":");

/**
 * A written game, played from a position, or a written position.
 * @template P
 * @param {Game<P>} game
 * @param {string} text
 * @param {P} [start]
 * @returns {Record<P>}
 */
export const read = (game, text, start) => (isPosition(text) ? { actions: [], positions: [readPosition(game, text)] } : readGame(game, text, start));

/**
 * A written game, played from a position. Rule: NOTATION-ERROR-1
 * @template P
 * @param {Pick<Game<P>, "initial" | "plies" | "misread" | "actionOf" | "isPly" | "broken" | "expected" | "play">} game
 * @param {string} text
 * @param {P} [start]
 * @returns {Record<P>}
 */
export function readGame(game, text, start = game.initial) {
  const all = tokens(text);
  let ply = game.plies(start) + 1;
  const actions = all.map((token, i) => {
    const rule = game.misread(token, ply);
    if (rule) throw new RuleBroken(rule, i + 1, token, "a token of this game's notation");
    const action = game.actionOf(token);
    if (game.isPly(action)) ply++;
    return action;
  });
  const positions = [start];
  actions.forEach((action, i) => {
    const rule = game.broken(positions[i], action);
    if (rule) throw new RuleBroken(rule, i + 1, all[i], game.expected(positions[i], action));
    positions.push(game.play(positions[i], action));
  });
  return { actions, positions };
}

/**
 * The tokens of some actions, played from a position.
 * @template P
 * @param {Game<P>} game
 * @param {string[]} actions
 * @param {P} [start]
 */
export function write(game, actions, start = game.initial) {
  let plies = game.plies(start);
  return actions.map((action) => game.token(action, game.isPly(action) ? ++plies : plies));
}

/** The written options of a position, `collapse=opponent`. @param {Game<any>} game */
const settings = (game) => Object.entries(game.options).map(([name, value]) => `${name}=${value}`);

/**
 * A position as one line. Rule: NOTATION-POSITION-1
 * @template P
 * @param {Game<P>} game
 * @param {P} position
 */
export const writePosition = (game, position) => `${[game.ruleset, ...settings(game)].join(" ")}: ${game.writeState(position).join(" ")}`;

/**
 * Rule: NOTATION-POSITION-1
 * @template P
 * @param {Game<P>} game
 * @param {string} text
 * @returns {P}
 */
export function readPosition(game, text) {
  const colon = text.indexOf(":");
  const header = tokens(colon < 0 ? text : text.slice(0, colon));
  const { means = (/** @type {string} */ name, /** @type {string} */ value) => game.options[name] === value } = game;
  /** @param {number} number @param {string} expected */
  const reject = (number, expected) => {
    throw new RuleBroken("NOTATION-POSITION-1", number, header[number - 1], expected);
  };
  const lacking = game.earlier[header[0]] ?? {};
  const stands = header[0] === game.ruleset || (header[0] in game.earlier && Object.entries(lacking).every(([name, value]) => game.options[name] === value));
  if (header.length && !stands) reject(1, game.ruleset);
  const named = new Set();
  header.slice(1).forEach((token, i) => {
    const [, name, value] = /^([a-z]+(?:-[a-z]+)*)=(.+)$/s.exec(token) ?? [];
    if (!name || !Object.hasOwn(game.options, name) || named.has(name) || !means(name, value)) reject(i + 2, listed(settings(game), "or"));
    named.add(name);
  });
  if (!header.length || colon < 0) reject(header.length + 1, header.length ? "a colon" : game.ruleset);
  const state = tokens(text.slice(colon + 1));
  try {
    return game.readState(state);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    throw new RuleBroken(game.stateRule, header.length + error.number, state[error.number - 1], "a state of this game");
  }
}
