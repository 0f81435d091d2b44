/** What a board shows: a place in a game, its position and values, and what the person has begun to do. */

import { Match, NotSolved, Refused, RuleBroken, write } from "../engine/index.js";
import { squaresOf } from "../engine/match.js";
import { Tree } from "../engine/tree.js";
import { Left, Questions } from "./ask.js";
import { released } from "./dom.js";
import { kits, load } from "./games.js";
import { decimal } from "./numbers.js";
import { unkept } from "./unkept.js";

/** @import {Action, Game, Info, Place, Sides, Shown, View, Worth} from "./types.js" */
/** @import {Node} from "../engine/tree.js" */

/** Milliseconds for which a board waits for values before it shows a position without them. */
const PATIENCE = 80;
/** Milliseconds for which a position is shown before more is asked than its values, so that quick clicks never wait. */
const REST = 120;

/** @typedef {"game" | "position" | "values" | "hand" | "settings" | "tree" | "problem" | "said" | "move"} What
 *   "position" comes with every position at once, "values" when its values have come, or do not come soon, "move" when somebody
 *   has played, which is not so when the game is stepped through */

/** What is known of the positions of a game with its options, as long as it is shown. */
class Memory {
  /** @param {Match} match what was played */
  constructor(match) {
    this.match = match;
    /** @type {WeakMap<any, any>} the values */
    this.known = new WeakMap();
    /** @type {WeakMap<any, Map<string, Promise<any>>>} further answers */
    this.answers = new WeakMap();
    /** @type {WeakMap<any, SVGElement[]>} the marks */
    this.drawn = new WeakMap();
    /** @type {WeakMap<any, Map<string, any>>} the positions after each action */
    this.after = new WeakMap();
  }
}

export class Session {
  /** @param {Questions} questions */
  constructor(questions) {
    this.questions = questions;
    /** @type {Place} */
    this.place = { game: "", options: {}, start: "", tree: new Tree() };
    this.game = /** @type {Game<any>} */ (/** @type {unknown} */ (null));
    this.info = /** @type {Info} */ (/** @type {unknown} */ (null));
    /** @type {View} */
    this.view = { draw: () => [] };
    this.shown = /** @type {Shown} */ (/** @type {unknown} */ (null));
    /** @type {number[]} the squares that the person has clicked on */
    this.hand = [];
    /** @type {string | null} the action at which the person points */
    this.pointed = null;
    /** @type {string | null} the action that another touch plays */
    this.armed = null;
    /** Whether the list of values waits, since they will come at once. */
    this.patient = false;
    /** Whether values are asked for. */
    this.valued = true;
    /** Whether the best moves are marked though values are hidden. */
    this.hinted = false;
    /** @type {Sides} */
    this.settings = { values: true, X: "person", O: "person", nature: "choose" };
    /** @type {Map<What, Set<() => void>>} */
    this.listeners = new Map();
    /** @type {{words: string, rule: string}} what is wrong; no words if nothing is */
    this.problem = { words: "", rule: "" };
    /** What is said in passing. */
    this.said = "";
    this.opening = 0;
    /** @type {Promise<void>} */
    this.rested = Promise.resolve();
    this.timer = 0;
    /** Whether the person steps through the game, so that nobody else moves. */
    this.stepping = false;
    this.memory = new Memory(/** @type {any} */ (null));
  }

  get tree() {
    return this.place.tree;
  }

  /** @param {What | What[]} what @param {() => void} listener */
  on(what, listener) {
    for (const each of [what].flat()) this.listeners.set(each, (this.listeners.get(each) ?? new Set()).add(listener));
  }

  /** @param {...What} what */
  tell(...what) {
    for (const listener of new Set(what.flatMap((each) => [...(this.listeners.get(each) ?? [])]))) listener();
  }

  /** Show a place, or the nearest one and what is wrong. @param {Place} place @param {boolean} [pushed] as in `attempt` @returns {Promise<boolean>} whether it is that place */
  async open(place, pushed = true) {
    const opening = this.opening + 1;
    if (await this.attempt(place, pushed)) return true;
    if (opening !== this.opening) return false;
    const { words, rule } = this.problem;
    const shown = await this.attempt({ game: place.game, options: {}, start: "", tree: place.start ? new Tree() : place.tree }, pushed);
    if (shown) this.fail(`${words} ${place.start ? "A new game is" : "The usual options are"} shown instead.`, rule);
    return false;
  }

  /**
   * Show a place if its game, its options and its start are right, else say what is wrong and keep what is shown. Moves that
   * are wrong are left out. Of a game that is loaded this is done at once, before the promise is returned.
   * @param {Place} place
   * @param {boolean | null} [pushed] whether the browser's history gets an entry; null leaves the address as it is
   * @param {boolean} [strict] whether a wrong move keeps what is shown
   * @returns {Promise<boolean>} whether the place is shown
   */
  async attempt(place, pushed = true, strict = false) {
    const opening = ++this.opening;
    try {
      const { info, create, view } = kits.get(place.game) ?? (await load(place.game));
      if (opening !== this.opening) return false;
      const options = Object.keys(place.options).length ? place.options : { ...view.start };
      const game = create(options);
      const match = new Match(game, "", place.start);
      match.tree = place.tree;
      const fresh = this.place.game !== place.game || !this.shown;
      const before = { place: this.place, game: this.game, memory: this.memory };
      Object.assign(this, { place: { ...place, options }, game, memory: new Memory(match) });
      this.fail("");
      const wrong = this.wrong();
      if (wrong && strict) {
        if (place.tree === before.place.tree) this.fail(`${wrong.token} cannot be played under these rules, so the rules stay as they were. Take it back, or start a new game, and change them again.`, this.problem.rule);
        Object.assign(this, before);
        return false;
      }
      const first = !this.shown;
      Object.assign(this, { view, info });
      if (fresh) {
        this.shown = this.look(this.tree.root);
        this.tell("game");
      }
      this.show(first ? false : pushed);
      return true;
    } catch (error) {
      if (opening === this.opening) this.explain(error);
      return false;
    }
  }

  /** The first move on the way to the current one that is wrong, which is said. */
  wrong() {
    return this.tree.nodes().find((node) => {
      try {
        return !this.memory.match.at(node);
      } catch (error) {
        this.explain(error);
        return true;
      }
    });
  }

  /** Show where the tree is now. @param {boolean | null} [pushed] as in `attempt` */
  show(pushed = true) {
    const wrong = this.wrong();
    if (wrong) {
      this.tree.remove(wrong);
      this.fail(`${this.problem.words} The moves before it are shown.`, this.problem.rule);
    }
    this.placed(pushed);
    const shown = this.look();
    const known = this.memory.known.get(shown.position);
    if (known) valued(shown, known);
    clearTimeout(this.timer);
    this.rest();
    Object.assign(this, { hand: [], pointed: null, armed: null, hinted: false, shown, said: "", patient: !known });
    this.tell("position", "tree", "said");
    if (known) this.tell("values");
    else if (this.valued) void this.evaluate();
    else this.patient = false;
  }

  /** Hear that another place is about to be shown. @param {boolean | null} _pushed as in `attempt` */
  placed(_pushed) {}

  /** What the rules say about the position after a node. @param {Node} [to] @returns {Shown} */
  look(to = this.tree.current) {
    const { game, tree } = this;
    const nodes = [tree.root, ...tree.nodes(to)].map((node) => this.memory.match.at(node));
    const positions = nodes.map(({ position }) => position);
    const position = positions[positions.length - 1];
    const record = { actions: nodes.slice(1).map(({ action }) => action), positions };
    const actor = game.actor(position);
    const chances = actor === "CHANCE" ? game.chance(position) : new Map();
    const actions = game.actions(position).map((action) => this.described(position, action, chances.get(action)));
    const last = record.actions.length - 1;
    const told = last < 0 ? [] : game.told(positions[last], record.actions[last], position);
    return { game, position, record, start: this.place.start, actor, outcome: game.outcome(position), actions, told, solved: { state: "working" }, value: null, chances: null };
  }

  /** @param {any} position @param {string} action @param {any} [probability] @returns {Action} */
  described(position, action, probability) {
    const { game, view } = this;
    const squares = view.squares?.(game, position, action) ?? squaresOf(action);
    const found = { action, token: write(game, [action], position)[0], squares, result: !game.isPly(action) };
    return probability ? { ...found, probability: { exact: `${probability}`, number: Number(probability) } } : found;
  }

  rest() {
    this.rested = new Promise((done) => setTimeout(done, REST));
  }

  /** Add what the solver knows of the position. */
  async evaluate() {
    const { shown } = this;
    const tell = () => {
      if (this.shown !== shown) return;
      clearTimeout(this.timer);
      this.patient = false;
      this.rest();
      this.tell("values");
    };
    this.timer = window.setTimeout(() => void released().then(tell), PATIENCE);
    try {
      const found = await this.ask("values", { position: shown.position }, (progress) => {
        shown.solved = { state: "working", ...progress };
        tell();
      });
      this.memory.known.set(shown.position, found);
      valued(shown, found);
    } catch (error) {
      if (error instanceof Left) return;
      shown.solved = { state: "unsolved", words: error instanceof Error ? error.message : String(error) };
    }
    tell();
  }

  /**
   * Ask the worker about the game that is shown. Rejected with `Left` once another position is shown.
   * @param {string} what
   * @param {any} given
   * @param {(progress: any) => void} [report]
   * @param {{game: string, options: Record<string, string>}} [of] another game, with the same positions
   */
  ask(what, given, report, { game, options } = { game: this.game.name, options: this.game.options }) {
    const { shown } = this;
    return this.questions.ask({ what, game, options, given }, () => this.shown === shown, report);
  }

  /** The same, asked once for each position, a moment after its values; undefined if there is no answer yet. @param {string} what @param {any} given @returns {Promise<any>} */
  async once(what, given) {
    const { shown } = this;
    const { position } = shown;
    const answers = this.memory.answers.get(position) ?? new Map();
    this.memory.answers.set(position, answers);
    const key = `${what} ${given.action ?? ""}`;
    if (!answers.has(key)) {
      const asked = this.rested.then(() => {
        if (this.shown !== shown) throw new Left();
        return this.ask(what, given);
      });
      answers.set(key, asked.catch(() => {
        answers.delete(key);
      }));
    }
    return answers.get(key);
  }

  /** @param {string} words what is wrong; empty if nothing is @param {string} [rule] the rule that says so */
  fail(words, rule = "") {
    this.problem = { words, rule };
    this.tell("problem");
  }

  /** @param {string} words something that is said in passing */
  say(words) {
    this.said = words;
    this.tell("said");
  }

  /** Say in words what has gone wrong. @param {unknown} error */
  explain(error) {
    if (error instanceof Refused) return this.fail(`${sentence(error.words)}.`, error.rule);
    if (error instanceof RuleBroken) return this.fail(`Token ${error.number}${error.token ? `, ${error.token}` : ""}: expected ${error.expected}.`, error.rule);
    if (error instanceof NotSolved) return this.fail(error.message);
    if (unkept(error)) return this.fail(unkept(error));
    throw error;
  }

  /** Play an action of the position that is shown. @param {string} action */
  play(action) {
    const found = this.shown.actions.find((each) => each.action === action);
    if (!found) return;
    const position = this.next(action);
    this.stepping = false;
    this.fail("");
    const node = this.tree.play(found.token);
    const { played } = this.memory.match;
    if (!played.has(node)) played.set(node, { position, action });
    this.show(false);
    this.tell("move");
  }

  /** Play several tokens and stay there. @param {string[]} tokens */
  follow(tokens) {
    this.stepping = true;
    for (const token of tokens) this.tree.play(token);
    this.show(false);
  }

  /** Let chance or the System do what it does. */
  async decide() {
    const { shown } = this;
    try {
      const action = await this.ask("reply", { position: shown.position, player: "" });
      if (this.shown === shown) this.play(action);
    } catch (error) {
      if (!(error instanceof Left)) this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** Begin again, with a tree of its own. */
  restart() {
    this.stepping = false;
    this.fail("");
    return this.attempt({ ...this.place, tree: new Tree() });
  }

  /** @param {Node} node */
  go(node) {
    this.stepping = true;
    this.tree.current = node;
    this.show(false);
  }

  /** Step through the game; back to a turn of the person, if there is one. @param {"back" | "forward" | "toStart" | "toEnd" | "up" | "down"} way */
  step(way) {
    if (!this.tree.can(way)) return;
    do this.tree[way]();
    while (way === "back" && !this.mine && this.tree.can(way));
    this.stepping = way !== "back" || this.mine;
    this.show(false);
  }

  /** Whether nobody moves against a person where the tree is now. */
  get mine() {
    const { X, O, nature } = this.settings;
    const actor = this.game.actor(this.memory.match.at(this.tree.current).position);
    const who = actor === "X" ? X : actor === "O" ? O : nature;
    return !actor || who === "person" || who === "choose" || (X !== "person" && O !== "person");
  }

  /** Whether it matters which of two squares is clicked first. */
  get ordered() {
    const { ordered = false } = this.view;
    return typeof ordered === "function" ? ordered(this.game) : ordered;
  }

  /** The actions that go on from the squares clicked on so far. @param {number[]} [hand] @returns {Action[]} */
  continuing(hand = this.hand) {
    const { ordered } = this;
    return this.shown.actions.filter(({ squares }) => (ordered ? hand.every((square, i) => squares[i] === square) : hand.every((square) => squares.includes(square))));
  }

  /** The actions to which a click on a square leads. @param {number} square @returns {Action[]} */
  through(square) {
    const { hand } = this;
    return this.continuing().filter(({ squares }) => {
      if (hand.includes(square)) return squares.length === 1;
      return this.ordered ? squares[hand.length] === square : squares.includes(square);
    });
  }

  /** The position that the board draws: after the action at which the person points, or the one that is shown. */
  previewed() {
    return this.pointed === null ? this.shown.position : this.next(this.pointed);
  }

  /** The position after an action. @param {string} action */
  next(action) {
    const { position } = this.shown;
    const known = this.memory.after.get(position) ?? new Map();
    this.memory.after.set(position, known);
    if (!known.has(action)) known.set(action, this.game.play(position, action));
    return known.get(action);
  }

  /** The marks of a position, drawn once. @param {any} position */
  marks(position) {
    const known = this.memory.drawn.get(position) ?? this.view.draw(this.game, position);
    this.memory.drawn.set(position, known);
    return known.map((each) => each.cloneNode(true));
  }

  /** @param {number[]} hand */
  setHand(hand) {
    Object.assign(this, { hand, armed: null, pointed: null });
    this.tell("hand");
  }

  /** Show what an action would do, which the next touch plays. @param {string} action */
  arm(action) {
    if (!this.shown.actions.some((each) => each.action === action)) return;
    Object.assign(this, { armed: action, pointed: action });
    this.tell("hand");
  }

  /** Point at an action; at one of the position before, whose list is still there, or at null: at none. @param {string | null} named */
  point(named) {
    const action = this.shown.actions.some((each) => each.action === named) ? named : null;
    if (action === this.pointed) return;
    this.pointed = action;
    this.tell("hand");
  }

  /** A value as a short decimal, with a plus where a draw is worth nothing. @param {number | undefined} value */
  short(value = 0) {
    return decimal(value, this.game.worth.draw === 0);
  }

  /** @param {Partial<Sides>} changed */
  set(changed) {
    Object.assign(this.settings, changed);
    this.tell("settings");
  }
}

/** @param {Shown} shown @param {{value: Worth, actions: Partial<Action>[]}} found */
function valued(shown, found) {
  shown.value = found.value;
  shown.actions.forEach((action, i) => Object.assign(action, found.actions[i]));
  shown.solved = { state: "ready" };
}

/** @param {string} words */
export const sentence = (words) => (/^[a-z]+\b(?![-=])/.test(words) ? words[0].toUpperCase() + words.slice(1) : words);
