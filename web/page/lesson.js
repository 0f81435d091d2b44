/** A lesson, which plays itself on the board. */

import { at, fill, h } from "./dom.js";
import { lessonOf } from "./games.js";
import { Tree } from "../engine/tree.js";

/** @import {Step} from "./types.js" */
/** @import {Page} from "./page.js" */

/** Milliseconds that a step stays, and more for each of its letters. */
const STAYS = 800;
const LETTER = 32;

export class Lesson {
  /** @param {Page} page @param {() => void} play what follows the last step */
  constructor(page, play) {
    this.page = page;
    this.play = play;
    /** @type {Step[]} */
    this.steps = [];
    this.at = -1;
    this.timer = 0;
    this.runs = true;
    this.playing = false;
    this.values = true;
    page.on("position", () => this.steps.length && !this.playing && this.end());
  }

  async begin() {
    const { page } = this;
    const steps = await lessonOf(page.place.game);
    this.playing = true;
    this.values = page.settings.values;
    page.set({ X: "person", O: "person", nature: "choose", tab: "moves", values: false });
    await page.attempt({ game: page.place.game, options: {}, start: "", tree: new Tree() });
    this.playing = false;
    this.steps = steps;
    this.runs = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.go(0);
  }

  /** @param {number} to the step to show */
  go(to) {
    clearTimeout(this.timer);
    const { page, steps } = this;
    if (!steps[to]) return this.end();
    const tokens = steps[to].moves.split(" ").filter(Boolean);
    this.at = to;
    this.playing = true;
    page.tree.toStart();
    for (const token of tokens) page.tree.play(token);
    page.stepping = true;
    page.show(false);
    this.playing = false;
    this.render();
    at("lesson").hidden = false;
    document.body.classList.add("in-lesson");
    if (this.runs && steps[to + 1]) this.timer = window.setTimeout(() => this.go(to + 1), STAYS + LETTER * steps[to].words.length);
  }

  render() {
    const { steps, at: to } = this;
    const button = (/** @type {string} */ id, /** @type {string} */ words, /** @type {() => void} */ click, kind = "") => h("button", { type: "button", id, class: kind, "data-key": id, click }, words);
    const last = to === steps.length - 1;
    const halt = () => {
      this.runs = !this.runs;
      this.go(to);
    };
    fill(
      at("lesson"),
      h("p", { "aria-live": "polite" }, h("small", { class: "quiet" }, `${to + 1} of ${steps.length}  `), steps[to].words),
      h(
        "div",
        { class: "buttons" },
        to > 0 && button("lesson-back", "Back", () => this.stepped(to - 1)),
        !last && button("lesson-next", "Next", () => this.stepped(to + 1), "primary"),
        !last && button("lesson-halt", this.runs ? "Pause" : "Go on", halt),
        last && button("lesson-play", "Play now", this.play, "primary"),
        button("lesson-end", last ? "Look around" : "Skip", () => this.end()),
      ),
    );
  }

  /** @param {number} to a step to which the person goes */
  stepped(to) {
    this.runs = false;
    this.go(to);
  }

  end() {
    if (!this.steps.length) return;
    clearTimeout(this.timer);
    this.steps = [];
    this.page.set({ values: this.values });
    at("lesson").hidden = true;
    document.body.classList.remove("in-lesson");
  }
}
