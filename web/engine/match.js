/** A game that is being played, in the manner of chess.js. */

import { RuleBroken, SQUARES } from "./game.js";
import { isPosition, readGame, readPosition } from "./notation.js";
import { Tree } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */
/**
 * What the events of a match have as their `detail`.
 * @typedef {{load: null, move: {token: string}, undo: {token: string}, end: import("./game.js").Outcome}} Details
 */
/** @typedef {import("./game.js").Listening<{[T in keyof Details]: CustomEvent<Details[T]>}> & Omit<EventTarget, "addEventListener" | "removeEventListener">} Target */
/**
 * @template P
 * @typedef {import("./game.js").Game<P>} Game
 */

const NAMED = /^([1-9])(?:[->]([1-9]))?$/;
const TOKEN = /^[XO][0-9]+\./;

/** The squares that the text of an action names; none for a selection or what chance does. @param {string} action */
export const squaresOf = (action) => [...new Set((NAMED.exec(action) ?? []).slice(1).filter(Boolean).map(Number))];

/**
 * The moves of a game with their branches, and where in them it stands. Its events are `move` and `undo`, whose `detail` has
 * the `token`, `load`, and `end` with the `Outcome` when a move ends the game.
 * @template [P=import("./index.js").Position]
 */
export class Match extends /** @type {new () => Target} */ (EventTarget) {
  /** The moves, through which one may go without events. */
  tree = new Tree();
  /** The written position from which they are played; empty for the start of the game. */
  start = "";
  /** What has been played of them. @type {WeakMap<Node, {position: P, action: string}>} */
  played = new WeakMap();

  /** @param {Game<P>} game @param {string} [text] @param {string} [start] as `load` takes them */
  constructor(game, text = "", start = "") {
    super();
    this.game = game;
    this.initial = game.initial;
    this.load(text, start);
  }

  /**
   * Begin with a written game, whose branches stand in parentheses after the token that each replaces, played from a written
   * position, if there is one; a written position may also be the text. The game stands at the end of its first line. Throws
   * `RuleBroken`, with the number of a token on its line, and then changes nothing.
   * @param {string} text
   * @param {string} [start]
   */
  load(text, start = "") {
    const [from, moves] = isPosition(text) ? [text, ""] : [start, text];
    const initial = from ? readPosition(this.game, from) : this.game.initial;
    const [tree, played] = [Tree.read(moves), new WeakMap()];
    const all = [tree.root];
    for (const node of all) { // grows meanwhile
      all.push(...node.children);
      if (node.children.length) continue;
      const { actions, positions } = readGame(this.game, tree.path(node).join(" "), initial);
      tree.nodes(node).forEach((each, i) => played.set(each, { position: positions[i + 1], action: actions[i] }));
    }
    tree.toEnd();
    Object.assign(this, { initial, tree, played, start: from });
    this.#tell("load", null);
  }

  /** The position after a node of the tree, and the action that led there. Throws `RuleBroken`. @param {Node} [node] @returns {{position: P, action: string}} */
  at(node = this.tree.current) {
    if (!node.parent) return { position: this.initial, action: "" };
    const known = this.played.get(node);
    if (known) return known;
    const { position } = this.at(node.parent);
    const { actions, positions } = readGame(this.game, node.token, position, this.tree.nodes(node).length);
    const found = { position: positions[1], action: actions[0] };
    this.played.set(node, found);
    return found;
  }

  get position() {
    return this.at().position;
  }

  /** Play an action, `1-9`, or its token, `X1.1-9`, which is returned. Throws what `play` of the game throws. @param {string} action */
  move(action) {
    const { game, position } = this;
    const ply = game.plies(position) + 1;
    const isToken = typeof action === "string" && TOKEN.test(action);
    const breach = isToken && game.misread(action, ply);
    if (breach) throw new RuleBroken(breach, { number: this.history().length + 1, token: action });
    const bare = isToken ? game.actionOf(action) : action;
    const after = game.play(position, bare);
    const token = game.token(bare, game.isPly(bare) ? ply : ply - 1);
    this.played.set(this.tree.play(token), { position: after, action: bare });
    this.#tell("move", { token });
    if (this.isOver()) this.#tell("end", /** @type {import("./game.js").Outcome} */ (game.outcome(after)));
    return token;
  }

  /** Go back before the last move, whose token is returned, null at the start. It stays in the text: another move there is a branch. */
  undo() {
    if (!this.tree.can("back")) return null;
    const { token } = this.tree.current;
    this.tree.back();
    this.#tell("undo", { token });
    return token;
  }

  /** The tokens that have led here. */
  history() {
    return this.tree.path();
  }

  /** The legal actions; with a square those that name it. @param {{square?: number}} [of] */
  moves({ square } = {}) {
    if (square !== undefined && !SQUARES.includes(square)) throw new RangeError(`the square is ${square}: expected a number from 1 to 9`);
    return this.game.actions(this.position).filter((action) => square === undefined || squaresOf(action).includes(square));
  }

  isOver() {
    return this.game.actor(this.position) === null;
  }

  /** The whole game with its branches, as `load` reads it. */
  text() {
    return this.tree.write();
  }

  /** @template {keyof Details} T @param {T} type @param {Details[T]} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
