/** Tasks on the board, one after another: the steps of a lesson, or puzzles. The learner makes each move. */

import { Fraction } from "../engine/index.js";
import { Tree } from "../engine/tree.js";
import { copy } from "./copy.js";
import { at, fill, h } from "../board/dom.js";
import { onPage } from "./games.js";
import { write } from "../board/place.js";
import { written } from "./sides.js";
import { meant } from "../board/words.js";

/** @import {Puzzle, Step} from "./types.js" */
/** @import {Page} from "./page.js" */

const SOLVED = "qttt-puzzles";

export class Lesson {
  /** @param {Page} page @param {() => void} play what follows the last task */
  constructor(page, play) {
    this.page = page;
    this.play = play;
    /** @type {Step[]} the tasks; none while nobody learns */
    this.tasks = [];
    this.at = -1;
    /** Where the task begins. */
    this.from = page.tree.root;
    /** The wrong action that was tried last, and whether the right one was shown. */
    this.tried = "";
    this.helped = false;
    this.values = true;
    this.moving = false;
    this.words = h("p", { "aria-live": "polite" });
    this.buttons = h("div", { class: "buttons" });
    at("lesson").replaceChildren(this.words, this.buttons);
    page.on("position", () => this.tasks.length && !this.moving && this.played());
    page.on("values", () => this.tried && this.render());
  }

  /** @param {"learn" | "puzzles"} kind */
  async begin(kind) {
    const { page } = this;
    const { game } = page.place;
    const { default: steps, puzzles } = await onPage[game].lesson();
    if (page.place.game !== game) return;
    if (!this.tasks.length) this.values = page.settings.values;
    this.tasks = [];
    page.set({ X: "person", O: "person", nature: "choose", tab: "moves", values: false });
    this.open("", true);
    this.tasks = kind === "learn" ? steps : puzzles.map((each) => asked(page, each));
    this.go(Math.max(0, this.tasks.findIndex((each) => !each.link || !solved().includes(each.link))));
    at("lesson").hidden = false;
    document.body.classList.add("in-lesson");
  }

  /** Show the position after some moves. @param {string} moves @param {boolean} pushed */
  open(moves, pushed) {
    const { page } = this;
    const tree = after(moves);
    this.moving = true;
    void page.attempt({ game: page.place.game, options: {}, start: "", tree }, pushed);
    this.moving = false;
    this.from = tree.current;
  }

  /** @param {number} to the task to show */
  go(to) {
    Object.assign(this, { at: to, tried: "", helped: false });
    this.open(this.tasks[to].moves, false);
    this.render();
  }

  /** The action that was played where the task begins; undefined if none was, null where the game has left the task. */
  get action() {
    const { tree, memory } = this.page;
    const way = [tree.root, ...tree.nodes()];
    const next = way[way.indexOf(this.from) + 1];
    return way.includes(this.from) ? next && memory.match.at(next).action : null;
  }

  /** Keep what is right, and take back what is not, once everybody has heard of it. */
  played() {
    const { action, from, page } = this;
    const { accepts, link } = this.tasks[this.at];
    if (action === null) return this.end();
    if (action === undefined || accepts.test(action)) {
      if (action && link && !this.helped) remember(link);
      return this.render();
    }
    this.tried = action;
    queueMicrotask(() => {
      from.children = [];
      page.go(from);
    });
  }

  render() {
    const { action, tasks, at: to, page, tried } = this;
    const { words, done, hint, accepts, link } = tasks[to];
    const other = page.shown.actions.find((each) => each.action === tried);
    const said = action ? done : [words, tried && (hint ?? (other?.exact ? `${tried} leads to: ${meant(page, other)}. Try again.` : `${tried} is not it. Try again.`))].filter(Boolean).join(" ");
    fill(this.words, h("small", { class: "quiet" }, `${link ? "Puzzle " : ""}${to + 1} of ${tasks.length}${link && solved().includes(link) ? " ✓" : ""}  `), said);
    const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ click, primary = false, off = false) => h("button", { type: "button", id, class: primary && "primary", "data-key": id, disabled: off, click }, text);
    const last = to === tasks.length - 1;
    const show = () => {
      this.helped = true;
      page.play(page.shown.actions.find((each) => accepts.test(each.action))?.action ?? "");
    };
    fill(
      this.buttons,
      button("lesson-back", "Back", () => this.go(to - 1), false, !to),
      last ? button("lesson-play", "Play now", this.play, Boolean(action)) : button("lesson-next", "Next", () => this.go(to + 1), Boolean(action)),
      button("lesson-show", "Show me", show, false, Boolean(action)),
      last && !link && button("lesson-puzzles", "Puzzles", () => void this.begin("puzzles")),
      link && button("lesson-link", "Copy link", () => void copy(`${new URL(link, location.href)}${written(page.settings)}`, "the link to this puzzle")),
      button("lesson-end", last || link ? "Look around" : "Skip", () => this.end()),
    );
  }

  end() {
    if (!this.tasks.length) return;
    this.tasks = [];
    this.tried = "";
    this.page.set({ values: this.values });
    at("lesson").hidden = true;
    document.body.classList.remove("in-lesson");
  }
}

/** @param {string} moves */
function after(moves) {
  const tree = Tree.read(moves);
  tree.toEnd();
  return tree;
}

/** A puzzle of the game that is shown as a task. @param {Page} page @param {Puzzle} puzzle @returns {Step} */
function asked(page, { moves, best, value }) {
  const exact = /** @type {Fraction} */ (Fraction.read(value));
  const means = meant(page, { number: Number(exact), means: page.game.meaning(exact) });
  const link = write({ ...page.place, tree: after(moves) });
  return { moves, words: `With best play: ${means}. Only one move keeps that: find it.`, accepts: new RegExp(`^${best}$`), done: `Only ${best} keeps that: ${means}.`, link };
}

/** The links of the puzzles that are solved. @returns {string[]} */
function solved() {
  try {
    return JSON.parse(localStorage.getItem(SOLVED) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} link */
function remember(link) {
  try {
    localStorage.setItem(SOLVED, JSON.stringify([...new Set([...solved(), link])]));
  } catch {
    // then it counts as not solved
  }
}
