/** The state of the page: the place that is shown, its answer, and what the person has begun to do. */

import * as address from "./address.js";
import * as api from "./api.js";
import { Tree } from "./tree.js";

/** @import {Answer, Action, GameInfo, Index, View} from "./types.js" */
/** @import {Place} from "./address.js" */
/** @import {Node} from "./tree.js" */

const AGAIN = 350;
/** Milliseconds after which the page asks again while values are computed, and while the server is gone. */
const GONE = 2000;
const LOST = "The server does not answer. Your game is kept here: start qttt explore again with the same --port.";
const REMEMBERED = "qttt-explorer";

/** @typedef {"game" | "position" | "hand" | "settings" | "tree" | "problem"} What */

export class Page {
  /** @param {Index} index */
  constructor(index) {
    this.index = index;
    /** @type {Place} */
    this.place = address.read(location, index.games);
    /** @type {View} */
    this.view = { draw: () => [] };
    /** @type {Answer | null} */
    this.answer = null;
    /** @type {number[]} the squares that the person has clicked on */
    this.hand = [];
    /** @type {Node | null} the node that the answer is about */
    this.at = null;
    /** @type {string | null} the token that the person points at */
    this.pointed = null;
    this.settings = remembered(index);
    /** @type {Map<What, Set<() => void>>} */
    this.listeners = new Map();
    /** @type {string} what is wrong; empty if nothing is */
    this.problem = "";
    /** @type {string} the rule that says so, or empty */
    this.rule = "";
    this.asked = 0;
    this.opening = 0;
    /** @type {{place: Place, pushed: boolean} | null} the place that the person wants, while the server has not accepted it */
    this.wanted = null;
    /** @type {Promise<boolean> | null} fulfilled when nothing is wanted any more; whether the last place was accepted */
    this.changing = null;
    /** @type {Promise<void>} fulfilled when the last question about a position has its answer */
    this.answered = Promise.resolve();
    this.failures = 0;
    this.timer = 0;
    /** Whether the person steps through the game, so that nobody else moves. */
    this.stepping = false;
    addEventListener("popstate", () => {
      this.stepping = true;
      void this.open(address.read(location, index.games), false);
    });
  }

  /** @returns {GameInfo} */
  get info() {
    return /** @type {GameInfo} */ (this.index.games.find((each) => each.name === this.place.game));
  }

  get tree() {
    return this.place.tree;
  }

  /** Where the person wants to be: the place that is shown, or one that the server has not accepted yet. */
  get goal() {
    return this.wanted?.place ?? this.place;
  }

  /** Whether the answer is about the position that the person wants; else the page is on its way there. */
  get arrived() {
    return !this.changing && this.at === this.tree.current;
  }

  /** Wait until the page has arrived; whether it has, as it cannot without a server. */
  async arrival() {
    for (let answered; this.changing || answered !== this.answered; ) {
      await this.changing;
      answered = this.answered;
      await answered;
    }
    return this.arrived;
  }

  /**
   * @param {What | What[]} what
   * @param {() => void} listener
   */
  on(what, listener) {
    for (const each of [what].flat()) {
      const listeners = this.listeners.get(each) ?? new Set();
      this.listeners.set(each, listeners.add(listener));
    }
  }

  /** @param {...What} what */
  tell(...what) {
    const listeners = new Set(what.flatMap((each) => [...(this.listeners.get(each) ?? [])]));
    for (const listener of listeners) listener();
  }

  /**
   * Show another place, and forget which one was wanted before; one with the same game keeps its view.
   * @param {Place} place
   * @param {boolean} [pushed] whether the browser's history gets an entry
   */
  async open(place, pushed = true) {
    this.wanted = null;
    await this.opened(place, pushed);
  }

  /**
   * @param {Place} place
   * @param {boolean} pushed
   */
  async opened(place, pushed) {
    const opening = ++this.opening;
    if (place.game !== this.place.game || !this.answer) {
      const view = await this.viewOf(place.game);
      if (opening !== this.opening) return;
      if (!view) {
        this.fail(LOST);
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => void this.opened(place, pushed), GONE);
        return;
      }
      this.answer = null;
      this.view = view;
      this.place = place;
      this.tell("game");
    }
    this.place = place;
    await this.show(pushed);
  }

  /**
   * How a game is drawn; null if the server is gone. A browser may remember a failure under its address.
   * @param {string} game
   * @returns {Promise<View | null>}
   */
  async viewOf(game) {
    const { view } = /** @type {GameInfo} */ (this.index.games.find((each) => each.name === game));
    try {
      const module = await import(this.failures ? `${view}?${this.failures}` : view);
      return { draw: () => [], ...module.default };
    } catch {
      this.failures++;
      return null;
    }
  }

  /**
   * Ask about the current position and show the answer. An answer that comes too late is dropped.
   * @param {boolean} [pushed]
   */
  async show(pushed = true) {
    this.fail("");
    await this.shown(pushed);
  }

  /** @param {boolean} pushed */
  async shown(pushed) {
    clearTimeout(this.timer);
    this.opening++;
    const asked = ++this.asked;
    this.hand = [];
    this.pointed = null;
    const link = address.write(this.place);
    if (link !== location.pathname + location.search) {
      if (pushed) history.pushState(null, "", link);
      else history.replaceState(null, "", link);
    }
    this.answered = this.refresh(asked);
    await this.answered;
  }

  /** @param {number} asked */
  async refresh(asked) {
    try {
      const answer = await api.position(this.place.game, address.parameters(this.place));
      if (asked !== this.asked) return;
      this.answer = answer;
      this.at = this.tree.current;
      if (this.problem === LOST) this.fail("");
      if (answer.solved.state === "working") this.later(asked, AGAIN);
      this.tell("position", "tree");
    } catch (error) {
      if (asked !== this.asked) return;
      if (!(error instanceof api.Problem)) throw error;
      if (error.gone || error.status === 503) {
        this.fail(LOST);
        this.later(asked, GONE);
      } else {
        await this.insteadOf(error);
      }
    }
  }

  /**
   * Say why a place is rejected, and show the nearest one: the moves before a wrong token, or the start of the game.
   * @param {api.Problem} error
   */
  async insteadOf(error) {
    const said = this.sentence(error);
    const fail = (/** @type {string} */ words) => this.problem || this.fail(words, error.rule);
    if (this.at === this.tree.current) return void fail(said);
    const wrong = this.tree.nodes()[(error.number ?? 0) - 1];
    const { game, options, start } = this.place;
    const usual = JSON.stringify(options) === JSON.stringify(this.info.start);
    if (wrong) {
      this.tree.remove(wrong);
      fail(`${said}. The moves before it are shown.`);
    } else if (!usual || start || this.tree.root.children.length) {
      this.place = { game, options: { ...this.info.start }, start: "", tree: start || usual ? new Tree() : this.tree };
      fail(`${said}. A new game with the usual options is shown instead.`);
    } else return void fail(said);
    await this.shown(false);
  }

  /**
   * @param {number} asked
   * @param {number} wait
   */
  later(asked, wait) {
    this.timer = window.setTimeout(() => void this.refresh(asked), wait);
  }

  /**
   * @param {string} words what is wrong; empty if nothing is
   * @param {string | null} [rule] the rule that says so
   */
  fail(words, rule) {
    if (words === this.problem) return;
    this.problem = words;
    this.rule = rule ?? "";
    this.tell("problem");
  }

  /**
   * What somebody asks the server for; undefined, with a message, if there is no answer.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T | undefined>}
   */
  async trying(work) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof api.Problem)) throw error;
      this.fail(this.sentence(error), error.rule);
    }
  }

  /**
   * What is wrong in a sentence; names of rulesets and options stay as they are written.
   * @param {api.Problem} problem
   */
  sentence(problem) {
    if (problem.gone) return LOST;
    if (problem.token) return `Token ${problem.number}, ${problem.token}: ${problem.message}`;
    const [first] = problem.message.split(" ");
    const names = ["moves", "position", ...this.index.games.flatMap(({ options }) => options.map(({ name }) => name))];
    const isName = /\d/.test(first) || names.includes(first);
    return isName ? problem.message : first[0].toUpperCase() + problem.message.slice(1);
  }

  /**
   * Play a token of the answer that is shown; nothing if the page is on its way to another position.
   * @param {string} token
   */
  async play(token) {
    if (!this.arrived) return;
    this.stepping = false;
    this.tree.play(token);
    await this.show();
  }

  /** Begin again, with a tree of its own. */
  begin() {
    this.stepping = false;
    return this.open({ ...this.goal, tree: new Tree() });
  }

  /** @param {Node} node */
  go(node) {
    this.stepping = true;
    this.tree.current = node;
    return this.show();
  }

  /** @param {"back" | "forward" | "toStart" | "toEnd"} way */
  step(way) {
    if (this.tree[way]() === false) return;
    this.stepping = true;
    return this.show();
  }

  /**
   * The same moves under other options.
   * @param {Record<string, string>} options
   * @param {boolean} [pushed] whether the browser's history gets an entry
   */
  setOptions(options, pushed = true) {
    return this.attempt({ ...this.goal, options }, pushed);
  }

  /**
   * Show a place if the server accepts it, else keep what there is. While one is asked about, only the last one waits.
   * @param {Place} place
   * @param {boolean} [pushed]
   * @returns {Promise<boolean>} whether the last one was accepted
   */
  attempt(place, pushed = true) {
    this.wanted = { place, pushed };
    this.changing ??= this.change();
    return this.changing;
  }

  async change() {
    try {
      let accepted = false;
      for (let tried; this.wanted && tried !== this.wanted; ) {
        tried = this.wanted;
        const { place, pushed } = tried;
        accepted = !!(await this.trying(() => api.position(place.game, address.parameters(place))));
        if (!this.wanted) return false;
        if (accepted) await this.opened(place, pushed);
      }
      return accepted;
    } finally {
      this.wanted = this.changing = null;
    }
  }

  /**
   * @param {string} what
   * @param {Record<string, string>} [own]
   */
  ask(what, own = {}) {
    const query = address.parameters(this.place);
    for (const [name, value] of Object.entries(own)) query.set(name, value);
    return api.ask(this.place.game, query, what);
  }

  /**
   * The same for a question without parameters of its own, which the server is asked once per position.
   * @param {string} what
   */
  once(what) {
    return api.once(this.place.game, address.parameters(this.place), what);
  }

  /**
   * The actions that go on from the squares clicked on so far.
   * @param {number[]} [hand]
   * @returns {Action[]}
   */
  continuing(hand = this.hand) {
    const actions = this.answer?.actions ?? [];
    return actions.filter(({ squares }) =>
      this.info.ordered ? hand.every((square, i) => squares[i] === square) : hand.every((square) => squares.includes(square)),
    );
  }

  /**
   * The actions to which a click on a square leads.
   * @param {number} square
   * @returns {Action[]}
   */
  through(square) {
    const { hand } = this;
    return this.continuing().filter(({ squares }) => {
      if (hand.includes(square)) return squares.length === 1;
      return this.info.ordered ? squares[hand.length] === square : squares.includes(square);
    });
  }

  /** @param {number[]} hand */
  setHand(hand) {
    this.hand = hand;
    this.tell("hand");
  }

  /** @param {string | null} token */
  point(token) {
    if (token === this.pointed || !this.arrived) return;
    this.pointed = token;
    this.tell("hand");
  }

  /** @param {Partial<typeof DEFAULTS>} changed */
  set(changed) {
    Object.assign(this.settings, changed);
    try {
      localStorage.setItem(REMEMBERED, JSON.stringify({ ...this.settings, ...OF_THIS_GAME }));
      const own = Object.keys(OF_THIS_GAME).map((name) => [name, this.settings[/** @type {keyof typeof OF_THIS_GAME} */ (name)]]);
      sessionStorage.setItem(REMEMBERED, JSON.stringify(Object.fromEntries(own)));
    } catch {
      // a browser that keeps nothing still shows everything
    }
    this.tell("settings");
  }
}

const DEFAULTS = {
  values: true,
  beside: false,
  tutor: true,
  theme: "auto",
  tab: "moves",
  X: "person",
  O: "person",
  nature: "choose",
};

/** What is remembered as long as the browser's tab is open. */
const OF_THIS_GAME = { values: true, X: "person", O: "person", nature: "choose" };

/**
 * @param {Index} index
 * @returns {typeof DEFAULTS}
 */
function remembered({ players }) {
  try {
    const [known, own] = [localStorage, sessionStorage].map((each) => JSON.parse(each.getItem(REMEMBERED) ?? "{}"));
    const found = { ...DEFAULTS, ...known, ...OF_THIS_GAME, ...own };
    const isPlayer = (/** @type {string} */ name) => players.some((each) => each.name === name);
    return { ...found, X: isPlayer(found.X) ? found.X : "person", O: isPlayer(found.O) ? found.O : "person" };
  } catch {
    return { ...DEFAULTS };
  }
}
