/** The element `<qttt-board>`. */

import { writePosition } from "../engine/index.js";
import { Tree } from "../engine/tree.js";
import { Questions } from "./ask.js";
import { board, keys } from "./board.js";
import { fill, h } from "./dom.js";
import { isGame, names } from "./games.js";
import { opponents } from "./opponents.js";
import { PLAYERS } from "./players.js";
import { named, write } from "./place.js";
import { Session, sentence } from "./session.js";
import { BOARD } from "./style.js";
import { ended, isPlayer, meant, turn } from "./words.js";

/** What some attributes may be. @type {Record<string, string[]>} */
const MAY_BE = { play: Object.keys(PLAYERS), side: ["X", "O"], chance: ["choose", "draw"], theme: ["light", "dark", "auto"] };
const PLACE = ["game", "options", "position", "moves"];

/** The solvers of all boards of a page. @type {Questions | undefined} */
let questions;
/** @type {CSSStyleSheet | undefined} */
let sheet;

/**
 * What the events of a board have as their `detail`.
 * @typedef {{move: {action: string, token: string, moves: string}, end: import("../engine/game.js").Outcome, error: {message: string, rule: string}}} Details
 */
/** @typedef {Omit<HTMLElementEventMap, keyof Details> & {[T in keyof Details]: CustomEvent<Details[T]>}} Events */
/** @typedef {import("../engine/game.js").Listening<Events> & Omit<HTMLElement, "addEventListener" | "removeEventListener">} Target */

/**
 * `<qttt-board>`: a board of any of the games, to look at and to play on.
 *
 *     <qttt-board game="goff" moves="X1.1-9 O2.1-3" values play="perfect"></qttt-board>
 *
 * Attributes: `game`, its `options` such as `collapse=self`, a written `position`, `moves`; `values` shows what each move is
 * worth; `play` names who plays against the person (one of `players.js`), who has the `side` X or O, or else the side that is to
 * act; with `chance="choose"` a person chooses what chance does; `theme` is `light`, `dark` or `auto`, or else what the page's
 * `color-scheme` says; `explorer` is the address of an explorer, to which a link then leads. An attribute that is changed takes
 * effect at once. Nothing is thrown: what is wrong is said below the board, and as an `error`.
 *
 * Events: `move` with `{action, token, moves}` in its `detail`, whoever has played; `end` with the `Outcome`; `error` with
 * `{message, rule}`. None of them bubbles.
 *
 * For style: the parts `board`, `picture`, `square`, `status`, `controls` and `moves`, and a variable for each colour of `style.js`, such
 * as `--qttt-x`.
 */
export class QtttBoard extends /** @type {new () => Target} */ (globalThis.HTMLElement ?? Object) { // to import it is no error where there is no page
  static observedAttributes = [...PLACE, ...Object.keys(MAY_BE), "values", "explorer"];

  /** @type {Session | undefined} */
  #session;
  /** The attributes that have changed and have not taken effect. @type {Set<string>} */
  #changed = new Set();
  /** The side of the person where no attribute says it. */
  #side = "X";

  connectedCallback() {
    if (!this.#session) this.#change("game");
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (before !== now) this.#change(name);
  }

  /** A session that is shown instead of one of its own: whoever has it shows everything but the board. @internal @param {Session} session */
  set session(session) {
    this.#session = session;
    this.#draw(session);
  }

  /** The moves that are shown; those that are set begin a game anew. @returns {string} */
  get moves() {
    return this.#session?.tree.path().join(" ") ?? "";
  }

  set moves(moves) {
    this.setAttribute("moves", moves);
    this.restart();
  }

  /** The position that is shown, as the rules write it; empty until there is one. */
  get position() {
    return this.#session?.shown ? writePosition(this.#session.game, this.#session.shown.position) : "";
  }

  /** The legal actions, each with its exact value for X where values are shown and known. @returns {{action: string, value?: string}[]} */
  get actions() {
    return this.#session?.shown?.actions.map(({ action, exact }) => ({ action, ...(exact === undefined ? {} : { value: exact }) })) ?? [];
  }

  /** Play a legal action, such as `1-9`; whether it was legal. @param {string} action */
  play(action) {
    const legal = this.actions.some((each) => each.action === action);
    if (legal) this.#session?.play(action);
    return legal;
  }

  /** Go back before the last move; against another player, to the person's own turn. */
  undo() {
    this.#session?.fail("");
    this.#session?.step("back");
  }

  /** Begin again where the attributes say. */
  restart() {
    this.#change("moves");
  }

  /** @param {string} name of an attribute */
  #change(name) {
    if (!this.#changed.size) queueMicrotask(() => this.isConnected && void this.#update());
    this.#changed.add(name);
  }

  /** Let the attributes take effect. */
  async #update() {
    const changed = this.#changed;
    this.#changed = new Set();
    const session = (this.#session ??= this.#own());
    const given = (/** @type {string} */ name) => this.getAttribute(name) ?? "";
    const [game, position] = ["game", "position"].map(given);
    if (!isGame(game)) return session.fail(`The attribute game is ${game || "missing"}: expected ${names.join(", ")}.`);
    session.valued = this.hasAttribute("values");
    const isPlaced = PLACE.some((name) => changed.has(name));
    if (isPlaced) {
      const tree = Tree.read(given("moves"));
      tree.toEnd();
      await session.open({ game, options: { ...named(position), ...named(`${game} ${given("options")}`) }, start: position, tree });
      this.#side = session.shown?.actor === "O" ? "O" : "X";
    }
    if (!session.shown) return;
    if (!isPlaced && changed.has("values")) session.show();
    const chosen = (/** @type {string} */ name) => (MAY_BE[name].includes(given(name)) ? given(name) : "");
    const [side, play] = [chosen("side") || this.#side, chosen("play") || "person"];
    session.stepping = false;
    session.set({ values: this.hasAttribute("values"), X: side === "O" ? play : "person", O: side === "O" ? "person" : play, nature: chosen("chance") || "draw" });
    const wrong = Object.keys(MAY_BE).find((name) => this.hasAttribute(name) && !chosen(name));
    if (wrong) session.fail(`The attribute ${wrong} is ${given(wrong) || "empty"}: expected ${MAY_BE[wrong].join(", ")}.`);
  }

  /** A session for this element alone. */
  #own() {
    questions ??= new Questions(() => {}); // a worker that is started again does not concern one board
    const session = new Session(questions);
    const [status, controls] = [h("p", { class: "status", part: "status", role: "status" }), h("div", { class: "controls", part: "controls" })];
    this.#draw(session).append(status, controls);
    keys(session, this);
    session.on(["position", "values", "settings", "problem"], () => {
      const { words } = session.problem;
      status.classList.toggle("wrong", Boolean(words));
      status.textContent = words || (session.shown ? said(session) : "");
    });
    session.on(["position", "settings", "tree"], () => fill(controls, ...this.#controls(session)));
    let [waits, told] = [false, session.problem];
    session.on("problem", () => {
      if (!waits) queueMicrotask(() => {
        waits = false;
        const { words, rule } = session.problem;
        if (words && words !== told.words) this.#fire("error", { message: words, rule });
        told = session.problem;
      });
      waits = true;
    });
    session.on("move", () => {
      const { record, outcome } = session.shown;
      this.#fire("move", { action: record.actions[record.actions.length - 1], token: session.tree.current.token, moves: this.moves });
      if (outcome) this.#fire("end", outcome);
    });
    opponents(session);
    return session;
  }

  /** @param {Session} session */
  #draw(session) {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(BOARD);
    root.adoptedStyleSheets = [sheet];
    const box = h("div", { class: "board", part: "board" });
    root.replaceChildren(box);
    board(session, box, this);
    return root;
  }

  /** What may be done besides a move on the board. @param {Session} session */
  #controls(session) {
    const { tree, shown: { actor, actions } } = session;
    const line = tree.nodes();
    for (let node = tree.current; node.children.length;) line.push(([node] = node.children)[0]);
    const choices = actions.filter(({ squares, result }) => !squares.length || (result && !isPlayer(actor)));
    const button = (/** @type {string} */ words, /** @type {() => void} */ click, disabled = false) => h("button", { type: "button", "data-key": words, disabled, click }, words);
    const explorer = this.getAttribute("explorer");
    return [
      line.length > 0 && h("p", { class: "moves", part: "moves" }, ...line.map((node) => h("button", { type: "button", "data-key": tree.path(node).join(" "), "aria-current": node === tree.current && "step", click: () => (session.fail(""), session.go(node)) }, node.token))),
      ...(isPlayer(actor) || session.settings.nature === "choose" ? choices.map(({ action }) => button(action, () => session.play(action))) : []),
      button("Take back", () => this.undo(), !session.tree.can("back")),
      button("Start again", () => this.restart()),
      explorer !== null && h("a", { href: `${explorer}${write(session.place)}` }, "Explore"),
    ];
  }

  /** @template {keyof Details} T @param {T} type @param {Details[T]} detail */
  #fire(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** Who is to act, and what the position is worth. @param {Session} session */
function said(session) {
  const { outcome, value, solved } = session.shown;
  if (outcome) return `${ended(session)}.`;
  const first = `${turn(session)}.`;
  if (!session.settings.values) return first;
  if (solved.state === "ready" && value) return `${first} With best play: ${meant(session, value)}.`;
  return `${first} ${solved.state === "unsolved" ? solved.words : `${sentence(solved.words ?? "Computing values")} …`}`;
}

if (!globalThis.customElements?.get("qttt-board")) globalThis.customElements?.define("qttt-board", QtttBoard); // two scripts are no error
