/** The editor of the board: nine triangles, numbers, presets, random boards, and files of boards. */

import { Fraction, ONE } from "../../engine/fraction.js";
import { Refused } from "../../engine/game.js";
import { GENERATORS, OUTCOMES, numberText, readNumber } from "../../engine/probabilistic/boards.js";
import { h, s } from "../../board/dom.js";
import { SQUARES } from "../../board/draw.js";
import { SIGNS } from "../../board/signs.js";

/** @typedef {import("../types.js").PageForViews} PageForViews */

/** How an outcome is drawn. */
const STEPS = 20;
/** The squares of a board in order, the last one again and again; of two the first is for the corners. */
const PRESETS = /** @type {Record<string, string[]>} */ ({
  "A mark is sure": ["1,0,0"],
  "Fair coin: mine or yours": ["0.5,0,0.5"],
  "A third each": ["1/3,1/3,1/3"],
  "Mostly nothing": ["0.1,0.8,0.1"],
  "Always the opponent's mark": ["0,0,1"],
  "Only the centre is sure": [...Array(4).fill("0.4,0.2,0.4"), "1,0,0", "0.4,0.2,0.4"],
  "Risky corners": ["0.8,0,0.2", "0.5,0.4,0.1"],
});
const CORNERS = [1, 3, 7, 9];
/** Most characters of a file, and most of its boards that are shown. */
const LONG = 1_000_000;
const MOST = 60;
/** The triangle of a square, in its own units: failure at the left, success at the right, neutral at the top. */
const [WIDE, HIGH, PAD] = [100, 88, 9];

/** Where two probabilities are in the triangle. @param {number} success @param {number} neutral @returns {[number, number]} */
const spot = (success, neutral) => [PAD + (WIDE - 2 * PAD) * (success + neutral / 2), HIGH - PAD - (HIGH - 2 * PAD) * neutral];

/** @param {number} number @param {number} most */
const within = (number, most) => Math.min(most, Math.max(0, Math.round(number)));

export class Editor {
  /** @type {string[][]} what is written for each square: success, neutral, failure */
  squares = SQUARES.map(() => ["1", "0", "0"]);
  chosen = 1;
  /** The board that the page shows. */
  shown = "";

  /** @param {HTMLElement} root @param {PageForViews} page */
  mount(root, page) {
    const button = (/** @type {string} */ id, /** @type {string} */ words, /** @type {() => void} */ click) => h("button", { type: "button", id, click }, words);
    const choice = (/** @type {string} */ id, /** @type {string[]} */ names, /** @type {() => void} */ change) => h("select", { id, change }, ...names.map((name) => h("option", {}, name)));
    this.page = page;
    this.shown = "";
    this.triangles = SQUARES.map((square) => this.triangle(square));
    this.inputs = OUTCOMES.map((name, i) => h("input", { id: `square-${name}`, spellcheck: "false", autocomplete: "off", inputmode: "decimal", "aria-describedby": "square-wrong", change: () => this.typed(i) }));
    this.title = h("h3", {});
    this.wrong = h("p", { id: "square-wrong", class: "wrong", role: "status" });
    const presets = choice("presets", ["choose …", ...Object.keys(PRESETS)], () => {
      this.preset(PRESETS[presets.value]);
      presets.selectedIndex = 0;
    });
    this.seed = h("input", { id: "seed", inputmode: "numeric", size: 8, change: () => this.random() });
    this.generator = choice("generator", Object.keys(GENERATORS), () => this.random());
    this.text = h("textarea", { id: "boards", rows: 4, spellcheck: "false", placeholder: "success,neutral,failure\n65%,5%,30%\n… nine lines, or one board in each line, or JSON" });
    this.found = h("div", { class: "buttons" });
    const file = h("input", { type: "file", id: "boards-file", accept: ".csv,.json,text/csv,application/json", "aria-label": "Open a file of boards", change: () => void this.opened(file) });
    root.classList.add("board-editor");
    root.replaceChildren(
      h("p", { class: "quiet" }, "Each triangle stands for a square. Towards the right: your mark (✓); left: your opponent's (✗); top: nothing (·). Drag the point, or use the arrow keys."),
      h("div", { class: "triangles", role: "group", "aria-label": "The nine squares" }, ...this.triangles.map(({ button }) => button)),
      this.title,
      h("div", { class: "three" }, ...OUTCOMES.map((name, i) => h("label", {}, `${SIGNS[i]} ${name}`, /** @type {HTMLInputElement[]} */ (this.inputs)[i]))),
      this.wrong,
      h("div", { class: "buttons" }, button("to-all", "Use for all squares", () => this.use(SQUARES.map(() => this.squares[this.chosen - 1])))),
      h("label", { class: "field-row" }, "Preset", presets),
      h("label", { class: "field-row" }, "Random board from seed", this.seed),
      h("label", { class: "field-row" }, "drawn as in", this.generator),
      h("div", { class: "buttons" }, button("random", "New random board", () => this.random(`${crypto.getRandomValues(new Uint32Array(1))[0]}`))),
      h("h3", {}, "Files of boards"),
      h("label", { class: "paste" }, "Paste CSV or JSON", this.text),
      h("div", { class: "buttons" }, button("boards-read", "Read", () => void this.read(this.text?.value ?? "")), button("csv-copy", "Copy CSV", () => void page.copy(this.csv(), "the board as CSV")), button("csv-save", "Save CSV", () => this.save()), file),
      this.found,
    );
  }

  /** A square as a triangle with a point; a button, so that keys and readers find it. @param {number} square */
  triangle(square) {
    const point = s("circle", { class: "point", r: 6.5 });
    const picture = s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" }, s("path", { class: "edge", d: `M${spot(0, 0)} L${spot(1, 0)} L${spot(0, 1)} Z` }), point, s("text", { x: 12, y: 20 }, `${square}`));
    const choose = () => this.render((this.chosen = square));
    const button = h("button", { type: "button", class: "triangle", "data-triangle": square, click: choose, focus: choose, keydown: (/** @type {KeyboardEvent} */ event) => this.key(square, event) }, picture);
    let held = false;
    const go = (/** @type {PointerEvent} */ event) => {
      const box = picture.getBoundingClientRect();
      const neutral = within((STEPS * (HIGH - PAD - ((event.clientY - box.top) / box.height) * HIGH)) / (HIGH - 2 * PAD), STEPS);
      const along = (((event.clientX - box.left) / box.width) * WIDE - PAD) / (WIDE - 2 * PAD);
      this.set(square, within(STEPS * along - neutral / 2, STEPS - neutral), neutral);
    };
    picture.addEventListener("pointerdown", (event) => {
      held = true;
      picture.setPointerCapture(event.pointerId);
      choose();
      go(event);
    });
    picture.addEventListener("pointermove", (event) => held && go(event));
    picture.addEventListener("pointerup", () => {
      held = false;
      void this.apply();
    });
    picture.addEventListener("pointercancel", () => (held = false));
    return { button, point };
  }

  /** Set a square to multiples of 1 / STEPS. @param {number} square @param {number} success @param {number} neutral */
  set(square, success, neutral) {
    this.squares[square - 1] = [success, neutral, STEPS - success - neutral].map((each) => numberText(new Fraction(each, STEPS)));
    this.render();
  }

  /** @param {number} square @param {KeyboardEvent} event */
  key(square, event) {
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [success, neutral] = this.squares[square - 1].map((text) => Number(readNumber(text, "")) * STEPS);
    const up = within(neutral + step[1], STEPS);
    this.set(square, within(success + step[0], STEPS - up), up);
    void this.apply();
  }

  /** A number was typed: what is left of 1 goes to failure, or to success if failure was typed. @param {number} i */
  typed(i) {
    const rest = i === 2 ? 0 : 2;
    try {
      const three = this.inputs?.map((input, at) => (at === rest ? ONE : readNumber(input.value.trim(), OUTCOMES[at]))) ?? [];
      const left = three.filter((_, at) => at !== rest).reduce((sum, each) => sum.minus(each), ONE);
      if (left.n < 0n) throw new Refused("PROB-SQUARE-1", "the three must add up to exactly 1, and these two are more");
      three[rest] = left;
      this.squares[this.chosen - 1] = three.map(numberText);
      void this.apply();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.wrong) this.wrong.textContent = error.words;
    }
  }

  /** @param {string[][]} squares */
  use(squares) {
    this.squares = squares.map((three) => [...three]);
    void this.apply();
  }

  /** @param {string[] | undefined} found */
  preset(found) {
    if (found) this.use(SQUARES.map((square, i) => (found.length === 2 ? found[CORNERS.includes(square) ? 0 : 1] : (found[i] ?? found[found.length - 1])).split(",")));
  }

  /** @param {string} [seed] else the one that is written */
  random(seed = this.seed?.value.trim() ?? "") {
    const [usual] = Object.keys(GENERATORS);
    const generator = this.generator?.value ?? usual;
    return this.show({ seed, ...(generator === usual ? {} : { generator }) });
  }

  /** Show the board that is written here. */
  apply() {
    this.render();
    return this.show({ board: this.squares.map((three) => three.join(",")).join(";") });
  }

  /** Show another board; if the moves so far cannot be made on it, the old one stays. @param {Record<string, string>} which */
  async show(which) {
    const { board, seed, number, generator, ...others } = this.page?.options() ?? {};
    if (await this.page?.setOptions({ ...others, ...which })) return;
    this.page?.say("The board is as before. Is it in the way that this game cannot go like that on the other one? Begin a new game first.");
    this.shown = "";
    if (this.last) this.update(this.last);
  }

  /** The board as CSV. */
  csv() {
    return `${[OUTCOMES, ...this.squares].map((three) => three.join(",")).join("\n")}\n`;
  }

  save() {
    const address = URL.createObjectURL(new Blob([this.csv()], { type: "text/csv" }));
    h("a", { href: address, download: "board.csv" }).click();
    URL.revokeObjectURL(address);
  }

  /** @param {HTMLInputElement} file */
  async opened(file) {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    if (chosen.size > LONG) return this.page?.say(`${chosen.name} has ${chosen.size} bytes: expected at most ${LONG}. Paste the boards you need.`, "bad");
    await this.read(await chosen.text());
  }

  /** Read boards; of several the person chooses one. @param {string} text */
  async read(text) {
    const { readCsv, readJson } = await import("../../engine/probabilistic/files.js");
    try {
      const boards = /^\ufeff?\s*[[{]/.test(text) ? readJson(text) : readCsv(text);
      const right = boards.find(({ board }) => board);
      if (!right) throw boards[0].refused;
      const use = (/** @type {Fraction[][]} */ board) => this.use(board.map((three) => three.map(numberText)));
      const buttons = boards.slice(0, MOST).map(({ number, name, board, refused }) => h("button", { type: "button", disabled: !board, title: refused?.message ?? "", click: () => board && use(board) }, `${name ?? `Board ${number}`}${board ? "" : " is wrong"}`));
      this.found?.replaceChildren(...(boards.length > 1 ? buttons : []), boards.length > MOST ? `and ${boards.length - MOST} more` : "");
      if (boards.length === 1 && right.board) use(right.board);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.page?.say(`These boards cannot be read: ${error.message}.`, "bad");
    }
  }

  /** @param {import("../../engine/probabilistic/rules.js").Probabilistic} game */
  update(game) {
    this.last = game;
    const { board, seed = board ? "" : "1", generator } = this.page?.options() ?? {};
    if (game.options.board === this.shown) return; // a seed that is being typed stays
    if (this.seed) this.seed.value = seed;
    if (generator && this.generator) this.generator.value = generator;
    this.shown = game.options.board;
    this.squares = game.board.map((three) => three.map(numberText));
    this.render();
  }

  /** @param {number} [_] */
  render(_) {
    this.triangles?.forEach(({ button, point }, i) => {
      const three = this.squares[i];
      const [success, neutral] = three.map((text) => Number(readNumber(text, "")));
      const [x, y] = spot(success, neutral);
      point.setAttribute("cx", `${x}`);
      point.setAttribute("cy", `${y}`);
      button.setAttribute("aria-pressed", `${i + 1 === this.chosen}`);
      button.setAttribute("aria-label", `Square ${i + 1}: ${three.map((text, k) => `${OUTCOMES[k]} ${text}`).join(", ")}. Arrow keys change it`);
    });
    if (this.title) this.title.textContent = `Square ${this.chosen}`;
    this.inputs?.forEach((input, i) => (input.value = this.squares[this.chosen - 1][i]));
    if (this.wrong) this.wrong.textContent = "";
  }
}
