/** Games and positions in writing. The IDs are those of the rule page `notation.md`. */

import { RuleBroken, Wrong, playerOf } from "./game.js";

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

/**
 * What is wrong with a move of another player or ply than those that are due.
 * @param {string} rule
 * @param {string} mark the player and the ply that the token names
 * @param {string} move
 * @param {number} ply
 * @param {import("./game.js").Player} [player]
 */
export const untimely = (rule, mark, move, ply, player = playerOf(ply)) => (mark === `${player}${ply}` ? null : { rule, expected: `${player} at ply ${ply}, ${player}${ply}.${move}` });

/**
 * A game whose `broken` and `play` take any action: they check what the rules, `after` and the other `broken`, take for
 * granted.
 * @template {Omit<Game<object>, "play" | "meaning">} G
 * @param {G} rules
 * @returns {NoInfer<G> & {play: G["after"]}}
 */
export function checked(rules) {
  const { after, initial, plies, ruleset } = rules;
  /** @type {Game<object>["broken"]} */
  const broken = (p, action) => {
    if (!p || typeof p !== "object" || Object.keys(initial).some((name) => !(name in p))) throw new TypeError(`this is no position of ${ruleset}: make one with readPosition(game, text)`);
    if (typeof action !== "string") throw new TypeError(`an action of ${ruleset} is a text such as ${rules.actions(initial)[0]}: this is of the type ${typeof action}`);
    const ply = plies(p) + 1;
    const { rule, expected } = rules.misread(rules.token(action, ply), ply) ?? {};
    return rule ? { rule, expected: `${expected}`.replaceAll(rules.token("", ply), "") } : rules.broken(p, action);
  };
  return {
    ...rules,
    broken,
    play(p, action) {
      const breach = broken(p, action);
      if (breach) throw illegal(rules, breach, p, action);
      return after(p, action);
    },
  };
}

/**
 * @template P
 * @param {Pick<Game<P>, "writeState" | "brief">} game
 * @param {import("./game.js").Breach} breach
 * @param {P} p
 * @param {string} action
 * @param {{number?: number, token?: string}} [at]
 */
const illegal = ({ writeState, brief = (p) => writeState(p).join(" ") }, breach, p, action, at) => new RuleBroken(breach, { ...at, action, state: brief(p) });

/** The tokens of a state, taken one after another; throws `Wrong` for one that does not fit. @param {string[]} tokens */
export function taking(tokens) {
  let at = 0;
  return {
    /** Whether the next token has this form. @param {RegExp} form */
    sees: (form) => form.test(tokens[at] ?? ""),
    /** The next token, which must have this form. @param {RegExp} form @param {string} expected */
    take(form, expected) {
      const token = tokens[at++] ?? "";
      if (!form.test(token)) throw new Wrong(at, expected);
      return token;
    },
    /** What must hold of the last token taken. @param {boolean} holds @param {string} expected */
    check(holds, expected) {
      if (!holds) throw new Wrong(at, expected);
    },
    end(expected = "the end of the position") {
      if (at < tokens.length) throw new Wrong(at + 1, expected);
    },
  };
}

/** Whether a text is a written position; throws TypeError unless it is a text. @param {string} text */
export function isPosition(text) {
  if (typeof text !== "string") throw new TypeError(`a written game or position is a text: this is of the type ${typeof text}`);
  return text.includes(":");
}

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
 * @param {Pick<Game<P>, "initial" | "plies" | "misread" | "actionOf" | "isPly" | "broken" | "after" | "writeState" | "brief">} game
 * @param {string} text
 * @param {P} [start]
 * @param {number} [first] the number of the first token
 * @returns {Record<P>}
 */
export function readGame(game, text, start = game.initial, first = 1) {
  const all = tokens(text);
  let ply = game.plies(start) + 1;
  const actions = all.map((token, i) => {
    const breach = game.misread(token, ply);
    if (breach) throw new RuleBroken(breach, { number: first + i, token });
    const action = game.actionOf(token);
    if (game.isPly(action)) ply++;
    return action;
  });
  const positions = [start];
  actions.forEach((action, i) => {
    const breach = game.broken(positions[i], action);
    if (breach) throw illegal(game, breach, positions[i], action, { number: first + i, token: all[i] });
    positions.push(game.after(positions[i], action));
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

/** The written options of a position, `collapse=opponent`. @param {Pick<Game<unknown>, "options">} game */
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
  const colon = isPosition(text) ? text.indexOf(":") : -1;
  const header = tokens(colon < 0 ? text : text.slice(0, colon));
  const { means = (/** @type {string} */ name, /** @type {string} */ value) => game.options[name] === value } = game;
  /** @param {number} number @param {string} expected */
  const reject = (number, expected) => {
    throw new RuleBroken({ rule: "NOTATION-POSITION-1", expected }, { number, token: header[number - 1] ?? "" });
  };
  const lacking = game.earlier[header[0]] ?? {};
  const stands = header[0] === game.ruleset || (header[0] in game.earlier && Object.entries(lacking).every(([name, value]) => game.options[name] === value));
  if (!stands) reject(1, `${game.ruleset}, the ruleset of this game`);
  const named = new Set();
  header.slice(1).forEach((token, i) => {
    const [, name, value] = /^([a-z]+(?:-[a-z]+)*)=(.+)$/s.exec(token) ?? [];
    if (!name || !Object.hasOwn(game.options, name)) reject(i + 2, `an option of this game: ${settings(game).join(" ")}`);
    if (named.has(name)) reject(i + 2, `${name} only once`);
    if (!means(name, value)) reject(i + 2, `${name}=${game.options[name]}, the option of this game`);
    named.add(name);
  });
  if (colon < 0) reject(header.length + 1, "a colon");
  const state = tokens(text.slice(colon + 1));
  try {
    return game.readState(state);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    throw new RuleBroken({ rule: game.stateRule, expected: error.expected }, { number: header.length + error.number, token: state[error.number - 1] ?? "" });
  }
}
