/**
 * What every game is, and what all boards share. A position is a plain object that nobody changes, an action the text
 * that the rules write for it without player and ply: `1-9`, `selA`, `5>7`, `=X`.
 *
 * @typedef {"X" | "O"} Player
 * @typedef {Player | "CHANCE" | "SYSTEM"} Actor
 * @typedef {{plus(other: Exact): Exact, minus(other: Exact): Exact, times(other: Exact): Exact, compare(other: Exact): number,
 *   toString(): string, toJSON(): string, valueOf(): number}} Exact
 *   an exact number: a `Fraction`, or in TiqTaqToe at the level full a number with √2
 * @typedef {{winner: Player | null, words: string, rule: string}} Outcome how a game ended, in the words of the vectors
 * @typedef {{words: string, rule: string}} Told a sentence about a position, and the rule behind it
 * @typedef {{rule: string, expected: string}} Breach the first rule that is broken, and what may stand there instead
 * @typedef {{name: string, values: string[], default: string | null, rule: string, note: string}} Option
 *   `name` as a written position has it (`double-win`); no `values` where any text of a form may stand
 *
 * @typedef {object} Info what is known of a game before its options
 * @property {string} name `goff`
 * @property {string} ruleset `goff-1.1`
 * @property {string[]} earlier the rulesets of earlier versions
 * @property {string} short
 * @property {string} title
 * @property {string} about two or three sentences for somebody who has never heard of it
 * @property {Option[]} options
 */

/**
 * A function as a method: TypeScript then lets a game of one name stand where a game of any name may.
 * @template {(...given: never[]) => unknown} F
 * @typedef {{of(...given: Parameters<F>): ReturnType<F>}["of"]} Method
 */
/**
 * A target of events that have these names and types.
 * @template M
 * @typedef {{
 *   addEventListener<T extends keyof M>(type: T, listener: Listener<M[T]> | null, options?: boolean | AddEventListenerOptions): void,
 *   removeEventListener<T extends keyof M>(type: T, listener: Listener<M[T]> | null, options?: boolean | EventListenerOptions): void,
 * }} Listening
 */
/**
 * @template E
 * @typedef {((event: E) => void) | {handleEvent(event: E): void}} Listener
 */
/**
 * A game with its options.
 * @template P
 * @typedef {object} Game
 * @property {string} name
 * @property {string} ruleset
 * @property {Record<string, Record<string, string>>} earlier for each earlier ruleset the options that it lacked, with
 *   the value that stands for it
 * @property {Record<string, string>} options every option by its written name, in the order of the page
 * @property {(option: string, text: string) => boolean} [means] whether a text writes the value that an option has,
 *   where it need not be the same text
 * @property {P} initial
 * @property {Method<(p: P) => number>} plies how many plies have been made
 * @property {Method<(p: P) => Actor | null>} actor
 * @property {Method<(p: P) => string[]>} actions the legal actions in the documented order
 * @property {Method<(p: P, action: string) => Breach | null>} broken what is wrong with an action; throws TypeError if one of the
 *   two is not a position, or not a text
 * @property {Method<(p: P, action: string) => P>} play the position after an action; throws `RuleBroken`, and what `broken` throws
 * @property {Method<(p: P, action: string) => P>} after the same without a check: only for legal actions
 * @property {Method<(p: P) => Map<string, Exact>>} chance the probability of each action where CHANCE is to act, else empty
 * @property {Method<(p: P) => Outcome | null>} outcome null while the game goes on
 * @property {Method<(p: P) => Exact>} score the value of an ended position for X
 * @property {(action: string) => boolean} isPly
 * @property {(token: string, ply: number) => Breach | null} misread what is wrong with a token in reading, where the ply
 *   of this number is due
 * @property {(token: string) => string} actionOf the action of a well-formed token
 * @property {(action: string, ply: number) => string} token of an action that makes this ply, or belongs to the one before
 * @property {string} stateRule the rule on states
 * @property {Method<(p: P) => string[]>} writeState the tokens of a state
 * @property {Method<(p: P) => string>} [brief] the state in an error, where its text can be long
 * @property {(tokens: string[]) => P} readState throws `Wrong` at the first wrong token
 * @property {Method<(p: P) => string>} next whose turn it is and what to do, in words; empty at the end
 * @property {Method<(p: P) => string>} describe the position in words, for who cannot see the board
 * @property {Method<(before: P, action: string, after: P) => Told[]>} told what an action has done
 * @property {(value: Exact) => string} meaning what a value means in words, `narrow win of X`; empty if it has no name
 * @property {{draw: number, win: number, most: number}} worth the values of a draw, of an ordinary win of X, and the largest
 */

/** Options that a rule forbids. */
export class Refused extends Error {
  /** @param {string} rule @param {string} words */
  constructor(rule, words) {
    super(`${words} (${rule})`);
    this.rule = rule;
    this.words = words;
  }
}

/** An action, or a token of a text, that breaks a rule. */
export class RuleBroken extends Error {
  /**
   * @param {Breach} breach
   * @param {{number?: number, token?: string, action?: string, state?: string}} at the number of the token in its text,
   *   from 1, and the token, empty at the end of the text; an action that can be read, and the state in which it is illegal
   */
  constructor({ rule, expected }, { number, token, action, state }) {
    const where = number === undefined ? "" : `token ${number} '${token}': `;
    super(`${where}${rule}: ${state === undefined ? "" : `${action} is illegal in '${state}': `}expected ${expected}`);
    this.rule = rule;
    this.expected = expected;
    this.number = number;
    this.token = token;
  }
}

/** The token of a state, by its number from 1, that cannot stand there. */
export class Wrong extends Error {
  /** @param {number} number @param {string} expected */
  constructor(number, expected) {
    super(`token ${number} of the state: expected ${expected}`);
    this.number = number;
    this.expected = expected;
  }
}

/** A position whose values this program does not know, and why. */
export class NotSolved extends Error {}

export const SQUARES = [1, 2, 3, 4, 5, 6, 7, 8, 9];
export const LINES = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7]];

/** How many lines a set of squares has, where square x is bit x - 1. @type {Uint8Array} */
export const LINES_IN = Uint8Array.from({ length: 512 }, (_, set) => LINES.filter((line) => line.every((x) => (set >> (x - 1)) & 1)).length);

/** Where each symmetry of the board takes its squares, both from 0. */
export const SYMMETRIES = [0, 1, 2, 3, 4, 5, 6, 7].map((g) =>
  [0, 1, 2, 3, 4, 5, 6, 7, 8].map((square) => {
    const [row, column] = g & 4 ? [square % 3, Math.floor(square / 3)] : [Math.floor(square / 3), square % 3];
    return 3 * (g & 2 ? 2 - row : row) + (g & 1 ? 2 - column : column);
  }),
);

/** The lines that a player holds on a board of nine characters. @param {string} board @param {string} player */
export const linesHeld = (board, player) => LINES.filter((line) => line.every((x) => board[x - 1] === player));

/** A board with another content of a square. @param {string} board @param {number} square @param {string} content */
export const put = (board, square, content) => board.slice(0, square - 1) + content + board.slice(square);

/**
 * A function that keeps what it has found.
 * @template K
 * @template T
 * @param {(key: K) => T} find
 * @param {{get(key: K): T | undefined, set(key: K, found: T): unknown}} [known]
 */
export function kept(find, known = new Map()) {
  return (/** @type {K} */ key) => {
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = find(key)));
    return found;
  };
}

/** The player of a ply where X makes the odd ones. @param {number} ply @returns {Player} */
export const playerOf = (ply) => (ply % 2 ? "X" : "O");

/** @param {Player} player @returns {Player} */
export const opponent = (player) => (player === "X" ? "O" : "X");

/** An option by the name that a written position has: `double_win` is `double-win`. @param {string} name */
export const written = (name) => name.replaceAll("_", "-");

/**
 * The options of a game, each given or its default; true and false are yes and no. Throws `Refused` by the rule of the option.
 * @param {Pick<Info, "ruleset" | "options">} info
 * @param {Record<string, unknown>} given
 * @param {string} unknown the rule that an unknown name breaks
 * @returns {Record<string, string>}
 */
export function chosen({ ruleset, options }, given, unknown) {
  const named = new Map(Object.keys(given).map((name) => [written(name), name]));
  const wrong = Object.keys(given).find((name) => named.get(written(name)) !== name || options.every((option) => option.name !== written(name)));
  if (wrong !== undefined) throw new Refused(unknown, named.get(written(wrong)) === wrong ? `${ruleset} has no option '${wrong}': its options are ${options.map(({ name }) => name).join(", ")}` : `${written(wrong)} is given twice`);
  return Object.fromEntries(options.map(({ name, values, default: usual, rule }) => {
    const as = named.get(name) ?? name;
    const value = given[as] === undefined ? usual : given[as];
    const text = typeof value === "boolean" && values.join() === "no,yes" ? values[Number(value)] : `${value}`;
    if (values.length && !values.includes(text)) throw new Refused(rule, `${as} cannot be '${text}': expected ${listed(values, "or")}`);
    return [name, text];
  }));
}

/**
 * The fewest changes of options with which something is legal, in words; empty without any.
 * @template {Record<string, string>} O
 * @param {O} options
 * @param {Record<string, string>[]} others of the same names
 * @param {(other: O) => boolean} isLegal
 */
export function legalUnder(options, others, isLegal) {
  const changes = /** @type {O[]} */ (others).filter(isLegal).map((other) => Object.entries(other).filter(([name, value]) => options[name] !== value));
  const fewest = changes.sort((a, b) => a.length - b.length)[0] ?? [];
  return fewest.length ? `; legal under ${fewest.map(([name, value]) => `${name}=${value}`).join(", ")}` : "";
}

/** All choices of some options, the last one changing first. @param {Pick<Option, "name" | "values">[]} options @returns {Record<string, string>[]} */
export const choices = (options) => options.reduce((all, { name, values }) => all.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))), [{}]);

/** Words in a row: `a, b and c`. @param {(string | number)[]} words @param {string} [joint] */
export function listed(words, joint = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${joint} ${words[words.length - 1]}`;
}
