/**
 * What every game is, and what all boards share. A position is a plain object that nobody changes, an action the text
 * that the rules write for it without player and ply: `1-9`, `selA`, `5>7`, `=X`.
 *
 * @typedef {"X" | "O"} Player
 * @typedef {Player | "CHANCE" | "SYSTEM"} Actor
 * @typedef {{plus(other: any): any, minus(other: any): any, times(other: any): any, compare(other: any): number,
 *   toString(): string, valueOf(): number}} Exact
 *   an exact number: a `Fraction`, or in TiqTaqToe at the level full a number with √2
 * @typedef {{winner: Player | null, words: string, rule: string}} Outcome how a game ended, in the words of the vectors
 * @typedef {{words: string, rule: string}} Told a sentence about a position, and the rule behind it
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
 * @property {(p: P) => number} plies how many plies have been made
 * @property {(p: P) => Actor | null} actor
 * @property {(p: P) => string[]} actions the legal actions in the documented order
 * @property {(p: P, action: string) => string | null} broken the first rule that an action breaks
 * @property {(p: P, action: string) => string} expected what may stand there instead, in words
 * @property {(p: P, action: string) => P} play the position after a legal action
 * @property {(p: P) => Map<string, Exact>} chance the probability of each action where CHANCE is to act, else empty
 * @property {(p: P) => Outcome | null} outcome null while the game goes on
 * @property {(p: P) => Exact} score the value of an ended position for X
 * @property {(action: string) => boolean} isPly
 * @property {(token: string, ply: number) => string | null} misread the first rule that a token breaks in reading,
 *   where the ply of this number is due
 * @property {(token: string) => string} actionOf the action of a well-formed token
 * @property {(action: string, ply: number) => string} token of an action that makes this ply, or belongs to the one before
 * @property {string} stateRule the rule on states
 * @property {(p: P) => string[]} writeState the tokens of a state
 * @property {(tokens: string[]) => P} readState throws `Wrong(token)`, the number from 1 of the first wrong token
 * @property {(p: P) => string} next whose turn it is and what to do, in words; empty at the end
 * @property {(p: P) => string} describe the position in words, for who cannot see the board
 * @property {(before: P, action: string, after: P) => Told[]} told what an action has done
 * @property {(value: Exact) => string} meaning what a value means in words, `narrow win of X`; empty if it has no name
 * @property {{draw: number, win: number, most: number}} worth the values of a draw, of an ordinary win of X, and the largest
 */

/** Options that a rule forbids. */
export class Refused extends Error {
  /** @param {string} rule @param {string} words */
  constructor(rule, words) {
    super(`${rule}: ${words}`);
    this.rule = rule;
  }
}

/** A text that breaks a rule: which token, its number from 1, and the rule. */
export class RuleBroken extends Error {
  /**
   * @param {string} rule
   * @param {number} number
   * @param {string | undefined} token undefined at the end of the text
   * @param {string} expected
   */
  constructor(rule, number, token, expected) {
    super(`token ${number}${token === undefined ? "" : ` '${token}'`}: ${rule}: expected ${expected}`);
    Object.assign(this, { rule, number, token, expected });
    this.rule = rule;
    this.number = number;
    this.token = token;
    this.expected = expected;
  }
}

/** The token of a state, by its number from 1, that cannot stand there. */
export class Wrong extends Error {
  /** @param {number} number */
  constructor(number) {
    super(`token ${number} of the state`);
    this.number = number;
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

/**
 * The options of a game, each given or its default. Throws `Refused` by the rule of the option.
 * @param {Option[]} options
 * @param {Record<string, string>} given
 * @param {string} unknown the rule that an unknown name breaks
 * @returns {Record<string, string>}
 */
export function chosen(options, given, unknown) {
  const found = Object.fromEntries(options.map((option) => {
    const value = given[option.name] ?? option.default;
    if (value === null) throw new Refused(option.rule, `${option.name} is needed`);
    if (option.values.length && !option.values.includes(value)) throw new Refused(option.rule, `${option.name}=${value}: expected ${listed(option.values, "or")}`);
    return [option.name, value];
  }));
  const other = Object.keys(given).find((name) => !Object.hasOwn(found, name));
  if (other !== undefined) throw new Refused(unknown, `there is no option ${other}: expected ${listed(Object.keys(found))}`);
  return found;
}

/** Words in a row: `a, b and c`. @param {(string | number)[]} words @param {string} [joint] */
export function listed(words, joint = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${joint} ${words[words.length - 1]}`;
}
