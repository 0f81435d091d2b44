/** Probabilistic tic-tac-toe: marks and probabilities on the board, an editor of boards, and loops explained. */

import { h, s } from "/dom.js";
import { CELL, SQUARES, corner, label, mark, middle, struck } from "/draw.js";
import { chance, short } from "/numbers.js";

/** @import {Answer, PageForViews, Worth} from "/types.js" */

/**
 * @typedef {object} Picture
 * @property {Record<string, string>} marks
 * @property {number | null} named
 * @property {{exact: string[], number: number[]}[]} board
 * @property {number[][]} lines
 */

const OUTCOMES = ["success", "neutral", "failure"];
const SIGNS = ["✓", "·", "✗"];
const MARGIN = 11;
const WHOLE = CELL - 2 * MARGIN;

/**
 * @param {Picture} picture
 * @returns {SVGElement[]}
 */
function draw(picture) {
  return [
    ...SQUARES.filter((square) => !picture.marks[square]).flatMap((square) => chances(picture, square)),
    ...Object.entries(picture.marks).map(([square, player]) => mark(player, ...middle(Number(square)), 30)),
    ...(picture.lines ?? []).map(struck),
  ];
}

/**
 * A bar of three parts, and the three numbers in per cent.
 * @param {Picture} picture
 * @param {number} square
 * @returns {SVGElement[]}
 */
function chances(picture, square) {
  const [left, top] = corner(square);
  const numbers = picture.board[square - 1].number;
  const parts = numbers.map((number, i) => {
    const from = numbers.slice(0, i).reduce((sum, each) => sum + each, 0);
    return s("rect", { class: OUTCOMES[i], x: left + MARGIN + WHOLE * from, y: top + 84, width: WHOLE * number, height: 8 });
  });
  const texts = numbers.map((number, i) =>
    label(`${SIGNS[i]}${percent(number)}`, left + MARGIN + (WHOLE * i) / 2, top + 108, {
      class: `per-cent ${OUTCOMES[i]}`,
      "text-anchor": ["start", "middle", "end"][i],
    }),
  );
  const named = picture.named === square && s("rect", { class: "named", x: left + 5, y: top + 5, width: CELL - 10, height: CELL - 10, rx: 6 });
  return [...(named ? [named] : []), ...parts, ...texts];
}

/** @param {number} number */
function percent(number) {
  const shown = 100 * number;
  if (shown > 0 && shown < 0.5) return "<1";
  return shown < 100 && shown > 99.5 ? ">99" : String(Math.round(shown));
}

/**
 * @param {Picture} picture
 * @param {string} outcome
 * @returns {Picture | null}
 */
function result(picture, outcome) {
  if (!picture.named) return null;
  const others = { X: "O", O: "X" };
  const turn = /** @type {{turn: "X" | "O"}} */ (/** @type {any} */ (picture)).turn;
  const put = { success: turn, failure: others[turn], neutral: null }[outcome];
  const marks = put ? { ...picture.marks, [picture.named]: put } : picture.marks;
  return { ...picture, marks, named: null };
}

/* Exact numbers in the editor: a numerator and a denominator. */

/** @typedef {[bigint, bigint]} Exact */

/**
 * A probability as it is written: `0.65`, `65%`, `13/20`; null for anything else.
 * @param {string} text
 * @returns {Exact | null}
 */
export function exact(text) {
  const found = /^([0-9]{1,40})(?:\/(0*[1-9][0-9]{0,40})|\.([0-9]{1,40}))?(%?)$/.exec(text.trim());
  if (!found) return null;
  const [, whole, bottom, digits = "", percent] = found;
  const top = BigInt(whole + digits);
  return lowest(top, (bottom ? BigInt(bottom) : 10n ** BigInt(digits.length)) * (percent ? 100n : 1n));
}

/**
 * @param {bigint} top
 * @param {bigint} bottom
 * @returns {Exact}
 */
function lowest(top, bottom) {
  let [a, b] = [top < 0n ? -top : top, bottom];
  while (b) [a, b] = [b, a % b];
  return a ? [top / a, bottom / a] : [0n, 1n];
}

/**
 * 1 - a - b
 * @param {Exact} a
 * @param {Exact} b
 */
const rest = ([a, b], [c, d]) => lowest(b * d - a * d - c * b, b * d);

/**
 * A number as a decimal if it has a finite one, else as a fraction.
 * @param {Exact} number
 */
function plain([top, bottom]) {
  for (let digits = 0; digits <= 20; digits++) {
    const scaled = top * 10n ** BigInt(digits);
    if (scaled % bottom) continue;
    const text = String(scaled / bottom).padStart(digits + 1, "0");
    return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
  }
  return `${top}/${bottom}`;
}

/** @param {Exact} number */
const rounded = ([top, bottom]) => Number((top * 1_000_000n) / bottom) / 1_000_000;

/* The editor of the board. */

const STEPS = 20;
const PRESETS = /** @type {Record<string, string[]>} */ ({
  "A mark is sure": ["1,0,0"],
  "Fair coin: mine or yours": ["0.5,0,0.5"],
  "A third each": ["1/3,1/3,1/3"],
  "Mostly nothing": ["0.1,0.8,0.1"],
  "Always the opponent's mark": ["0,0,1"],
  "Only the centre is sure": ["0.4,0.2,0.4", "0.4,0.2,0.4", "0.4,0.2,0.4", "0.4,0.2,0.4", "1,0,0"],
  "Risky corners": ["0.8,0,0.2", "0.5,0.4,0.1"],
});
/** The triangle of a square, in its own units: failure at the left, success at the right, neutral at the top. */
const [WIDE, HIGH, PAD] = [100, 88, 9];

/**
 * Where three probabilities are in the triangle.
 * @param {number} success
 * @param {number} neutral
 * @returns {[number, number]}
 */
const spot = (success, neutral) => [PAD + (WIDE - 2 * PAD) * (success + neutral / 2), HIGH - PAD - (HIGH - 2 * PAD) * neutral];

class Editor {
  constructor() {
    /** @type {string[][]} what is written for each square: success, neutral, failure */
    this.squares = SQUARES.map(() => ["1", "0", "0"]);
    this.chosen = 1;
    this.board = "";
    /** @type {string | null} the board that is written here, while it is not shown yet */
    this.wanted = null;
    /** @type {HTMLButtonElement[]} */
    this.triangles = [];
    /** @type {HTMLInputElement[]} */
    this.inputs = [];
  }

  /**
   * @param {HTMLElement} root
   * @param {PageForViews} page
   */
  mount(root, page) {
    this.page = page;
    this.board = "";
    this.triangles = SQUARES.map((square) => this.triangle(square));
    this.inputs = OUTCOMES.map((name, i) => h("input", { id: `square-${name}`, spellcheck: "false", autocomplete: "off", inputmode: "decimal", "aria-describedby": "square-wrong", change: () => this.typed(i) }));
    this.title = h("h3", { id: "square-title" });
    this.wrong = h("p", { id: "square-wrong", class: "wrong", role: "status" });
    const presets = h("select", { id: "presets", change: () => this.preset(presets) }, h("option", { value: "" }, "choose …"), ...Object.keys(PRESETS).map((name) => h("option", { value: name }, name)));
    this.seed = h("input", { id: "seed", inputmode: "numeric", size: 8, value: "1", change: () => this.random(this.seed?.value.trim() ?? "") });
    this.csv = h("textarea", { id: "csv", rows: 4, spellcheck: "false", placeholder: "success,neutral,failure\n65%,5%,30%\n… nine lines, or one board in each line" });
    this.rows = h("div", { class: "buttons" });
    const file = h("input", { type: "file", id: "csv-file", accept: ".csv,text/csv", "aria-label": "Open a CSV file", change: () => void this.opened(file) });
    root.classList.add("board-editor");
    root.replaceChildren(
      h("p", { class: "quiet" }, "Each triangle stands for a square. Towards the right: your mark (✓); left: your opponent's (✗); top: nothing (·). Drag the point, or use the arrow keys."),
      h("div", { class: "triangles", role: "group", "aria-label": "The nine squares" }, ...this.triangles),
      this.title,
      h("div", { class: "three" }, ...OUTCOMES.map((name, i) => h("label", { for: `square-${name}` }, `${SIGNS[i]} ${name}`, this.inputs[i]))),
      this.wrong,
      h("div", { class: "buttons" }, h("button", { type: "button", id: "to-all", click: () => this.toAll() }, "Use for all squares")),
      h("label", { class: "field-row" }, "Preset", presets),
      h("div", { class: "field-row" }, h("label", { for: "seed" }, "Random board from seed"), this.seed, h("button", { type: "button", id: "random", click: () => this.random(String(crypto.getRandomValues(new Uint32Array(1))[0])) }, "New")),
      h("h3", {}, "CSV"),
      h("label", { class: "paste" }, "Paste boards", this.csv),
      h("div", { class: "buttons" }, h("button", { type: "button", id: "csv-read", click: () => void this.read(this.csv?.value ?? "") }, "Read"), h("button", { type: "button", id: "csv-copy", click: () => void page.copy(this.written(), "the board as CSV") }, "Copy CSV"), h("button", { type: "button", id: "csv-save", click: () => this.save() }, "Save CSV"), file),
      this.rows,
    );
  }

  /**
   * A square as a triangle with a point; a button, so that keys and readers find it.
   * @param {number} square
   */
  triangle(square) {
    const [left, right, top] = [spot(0, 0), spot(1, 0), spot(0, 1)];
    const drawn = s(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" },
      s("path", { class: "edge", d: `M${left} L${right} L${top} Z` }),
      s("circle", { class: "point", r: 6.5 }),
      s("text", { x: 12, y: 20 }, String(square)),
    );
    const button = h("button", { type: "button", class: "triangle", "data-triangle": square, click: () => this.choose(square), focus: () => this.choose(square), keydown: (/** @type {KeyboardEvent} */ event) => this.key(square, event) }, drawn);
    let held = false;
    const go = (/** @type {PointerEvent} */ event) => {
      const box = drawn.getBoundingClientRect();
      const up = (HIGH - PAD - ((event.clientY - box.top) / box.height) * HIGH) / (HIGH - 2 * PAD);
      const neutral = Math.min(STEPS, Math.max(0, Math.round(up * STEPS)));
      const along = (((event.clientX - box.left) / box.width) * WIDE - PAD) / (WIDE - 2 * PAD) - neutral / STEPS / 2;
      this.set(square, Math.min(STEPS - neutral, Math.max(0, Math.round(along * STEPS))), neutral);
    };
    drawn.addEventListener("pointerdown", (event) => {
      held = true;
      drawn.setPointerCapture(event.pointerId);
      this.choose(square);
      go(event);
    });
    drawn.addEventListener("pointermove", (event) => held && go(event));
    drawn.addEventListener("pointerup", () => {
      held = false;
      this.apply();
    });
    drawn.addEventListener("pointercancel", () => (held = false));
    return button;
  }

  /**
   * Set a square to multiples of 1 / STEPS.
   * @param {number} square
   * @param {number} success
   * @param {number} neutral
   */
  set(square, success, neutral) {
    this.squares[square - 1] = [success, neutral, STEPS - success - neutral].map((each) => plain(lowest(BigInt(each), BigInt(STEPS))));
    this.render();
  }

  /**
   * @param {number} square
   * @param {KeyboardEvent} event
   */
  key(square, event) {
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [success, neutral] = this.squares[square - 1].map((text) => Math.round(rounded(exact(text) ?? [0n, 1n]) * STEPS));
    const up = Math.min(STEPS, Math.max(0, neutral + step[1]));
    this.set(square, Math.min(STEPS - up, Math.max(0, success + step[0])), up);
    this.apply();
  }

  /** @param {number} square */
  choose(square) {
    this.chosen = square;
    this.render();
  }

  /**
   * A number was typed: what is left of 1 goes to failure, or to success if failure was typed.
   * @param {number} i
   */
  typed(i) {
    const texts = this.inputs.map((input) => input.value.trim());
    const other = i === 2 ? 0 : 2;
    const kept = exact(texts[1]);
    const mine = exact(texts[i === 1 ? 0 : i]);
    const bad = texts.find((text, at) => at !== other && !exact(text));
    if (!kept || !mine) return this.refuse(`“${bad}” is not a probability: write it as 0.65, 65% or 13/20.`);
    const left = rest(kept, mine);
    if (left[0] < 0n) return this.refuse(`${plain(mine)} and ${plain(kept)} are more than 1 together: the three must add up to exactly 1.`);
    const three = [plain(mine), plain(kept), plain(left)];
    this.squares[this.chosen - 1] = other === 2 ? three : [three[2], three[1], three[0]];
    this.render();
    this.apply();
  }

  /** @param {string} words */
  refuse(words) {
    if (this.wrong) this.wrong.textContent = words;
  }

  toAll() {
    this.squares = SQUARES.map(() => [...this.squares[this.chosen - 1]]);
    this.render();
    this.apply();
  }

  /** @param {HTMLSelectElement} select */
  preset(select) {
    const found = PRESETS[select.value];
    if (!found) return;
    const fill = (/** @type {number} */ i) => (found.length === 2 ? found[[0, 2, 6, 8].includes(i) ? 0 : 1] : (found[i] ?? found[0]));
    this.squares = SQUARES.map((_, i) => fill(i).split(","));
    this.render();
    this.apply();
  }

  /** @param {string} seed */
  async random(seed) {
    if (this.seed) this.seed.value = seed;
    await this.replace({ seed, number: "0" });
  }

  /**
   * Show another board than the one that is written here.
   * @param {Record<string, string>} options
   */
  async replace(options) {
    this.wanted = null;
    await this.page?.setOptions(options);
  }

  /** The board as CSV. */
  written() {
    return ["success,neutral,failure", ...this.squares.map((three) => three.join(","))].join("\n") + "\n";
  }

  save() {
    const address = URL.createObjectURL(new Blob([this.written()], { type: "text/csv" }));
    h("a", { href: address, download: "board.csv" }).click();
    URL.revokeObjectURL(address);
  }

  /** @param {HTMLInputElement} file */
  async opened(file) {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    const text = chosen.size > MOST ? "" : await chosen.text();
    if (!text) return this.page?.say(`${chosen.name} has ${chosen.size} bytes: expected a text of at most ${MOST}. Paste the boards you need.`, "bad");
    if (this.csv) this.csv.value = text;
    await this.read(text);
  }

  /**
   * Read boards; of several the person chooses one.
   * @param {string} text
   */
  async read(text) {
    try {
      const { boards } = /** @type {{boards: {number: number, board: string | null, wrong: string | null}[]}} */ (await this.page?.ask("boards", { csv: text }));
      this.page?.say("", "bad");
      const use = (/** @type {string | null} */ board) => board && this.replace({ board });
      if (boards.length === 1) await use(boards[0].board);
      const several = boards.length > 1 ? boards : [];
      this.rows?.replaceChildren(...several.map(({ number, board, wrong }) => h("button", { type: "button", disabled: !board, title: wrong ?? "", click: () => void use(board) }, `Row ${number}${wrong ? " is wrong" : ""}`)));
    } catch (error) {
      this.page?.say(`CSV: ${error instanceof Error ? error.message : error}`, "bad");
    }
  }

  /** Show the board that is written here. */
  async apply() {
    const board = this.squares.map((three) => three.join(",")).join(";");
    this.wanted = board;
    await this.page?.setOptions({ board });
    if (this.wanted === board) this.wanted = null;
  }

  /** @param {Answer} answer */
  update(answer) {
    const { board } = /** @type {Picture} */ (answer.picture);
    const shown = JSON.stringify(board);
    const seed = this.page?.options().seed;
    if (seed && this.seed) this.seed.value = seed;
    if (shown === this.board || this.wanted) return;
    this.board = shown;
    this.squares = board.map((square) => [...square.exact]);
    this.render();
  }

  render() {
    this.triangles.forEach((button, i) => {
      const three = this.squares[i];
      const [success, neutral] = three.map((text) => rounded(exact(text) ?? [0n, 1n]));
      const [x, y] = spot(success, neutral);
      const point = /** @type {SVGElement} */ (button.querySelector(".point"));
      point.setAttribute("cx", String(x));
      point.setAttribute("cy", String(y));
      button.setAttribute("aria-pressed", String(i + 1 === this.chosen));
      button.setAttribute("aria-label", `Square ${i + 1}: success ${three[0]}, neutral ${three[1]}, failure ${three[2]}. Arrow keys change it`);
    });
    if (this.title) this.title.textContent = `Square ${this.chosen}`;
    this.inputs.forEach((input, i) => (input.value = this.squares[this.chosen - 1][i]));
    this.refuse("");
  }
}

const MOST = 12_000;

/* Loops: why play can come back to where it was. */

/**
 * @typedef {{player: "X" | "O", square: number, neutral: Worth, value: Worth,
 *   marks: {outcome: string, probability: Worth, value: Worth}[]}} Side
 * @typedef {{open: boolean, sides: Side[], again: Worth | null, rounds: Worth | null}} Rounds
 */

class Loops {
  constructor() {
    this.key = "";
  }

  /**
   * @param {HTMLElement} root
   * @param {PageForViews} page
   */
  mount(root, page) {
    this.page = page;
    this.key = "";
    this.content = h("div", { class: "loops", "aria-live": "polite" });
    root.replaceChildren(h("h2", {}, "Why play can go round"), this.content);
  }

  /** @param {Answer} answer */
  async update(answer) {
    const shown = this.page?.values() ?? false;
    const key = JSON.stringify([answer.start, answer.moves, answer.options, shown]);
    if (key === this.key) return;
    this.key = key;
    if (!shown) return void this.content?.replaceChildren(h("p", { class: "quiet" }, "The equations are hidden with the values."));
    const found = /** @type {Rounds | null | undefined} */ (await this.page?.ask("loops").catch(() => null));
    if (key !== this.key || !found) return;
    this.content?.replaceChildren(...(found.open ? this.explained(found) : [h("p", { class: "quiet" }, "The game is over: nothing can go round.")]));
  }

  /** @param {Rounds} found */
  explained({ sides, again, rounds }) {
    const names = { X: "a", O: "b" };
    const other = { X: "b", O: "a" };
    const equations = sides.map(({ player, square, neutral, marks }) => {
      const parts = marks.map(({ outcome, probability, value }) => h("span", { class: "part" }, `${short(probability, false)} × ${short(value, false)} `, h("small", { class: "quiet" }, outcome)));
      const loop = neutral.number > 0 && h("span", { class: "part round" }, `${short(neutral, false)} × ${other[player]} `, h("small", {}, "neutral"));
      const all = loop ? [...parts, loop] : parts;
      return h("p", { class: "equation" }, h("b", {}, names[player]), ` = `, ...all.flatMap((part, i) => (i ? [" + ", part] : [part])), h("span", { class: "quiet" }, `  (${player} names ${square})`));
    });
    const back = again?.number ?? 0;
    const [a, b] = sides;
    return [
      this.drawn(sides),
      h("p", {}, "Neutral changes nothing but the turn. So the value with X to move, ", h("b", {}, "a"), ", depends on the value with O to move, ", h("b", {}, "b"), ", and that one on the first:"),
      ...equations,
      h("p", {}, "Solved together: ", h("b", {}, `a = ${short(a.value, false)}`), ", ", h("b", {}, `b = ${short(b.value, false)}`), ". ", rule(this.page, "PROB-LOOP-1")),
      h("p", { class: "again" }, ...this.returned(sides, back, again, rounds)),
    ];
  }

  /**
   * @param {Side[]} sides
   * @param {number} back
   * @param {Worth | null} again
   * @param {Worth | null} rounds
   */
  returned(sides, back, again, rounds) {
    const [a, b] = sides;
    if (!back) return ["One of the two squares is never neutral: play does not come back here."];
    if (!rounds) return ["Both squares are always neutral: play goes on for ever, which is worth a half. ", rule(this.page, "PROB-END-3")];
    return [
      `Both neutral: ${short(a.neutral, false)} × ${short(b.neutral, false)} = `,
      h("b", {}, chance(/** @type {Worth} */ (again))),
      ` that the same position comes back after two plies; on average it is there ${Number(rounds.number.toFixed(3))} times.`,
    ];
  }

  /**
   * Two positions, and the ways between them.
   * @param {Side[]} sides
   */
  drawn(sides) {
    const [a, b] = sides;
    const way = (/** @type {Side} */ { neutral }) => `neutral ${short(neutral, false)}`;
    const out = (/** @type {Side} */ { neutral }) => `a mark ${Number((1 - neutral.number).toFixed(4))}`;
    const node = (/** @type {Side} */ { player, value }, /** @type {number} */ x) => s("g", { class: `turn ${player}` }, s("circle", { cx: x, cy: 74, r: 43 }), s("text", { x, y: 70, class: "who" }, `${player} moves`), s("text", { x, y: 88 }, `${player === "X" ? "a" : "b"} = ${short(value, false)}`));
    const arrow = (/** @type {string} */ d, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ turn) => [s("path", { class: "way", d }), s("path", { class: "tip", d: "M-8 -5L0 0L-8 5Z", transform: `translate(${x} ${y}) rotate(${turn})` })];
    const words = `X to move is worth ${short(a.value, false)}, O to move ${short(b.value, false)}; neutral leads from one to the other with probability ${short(a.neutral, false)} and ${short(b.neutral, false)}`;
    return s(
      "svg",
      { class: "round-trip", viewBox: "0 0 460 148", role: "img", "aria-label": words },
      ...(a.neutral.number > 0 ? [...arrow("M184 49Q230 20 274 50", 276, 51, 36), s("text", { x: 230, y: 24 }, way(a))] : []),
      ...(b.neutral.number > 0 ? [...arrow("M276 98Q230 128 186 98", 184, 97, 216), s("text", { x: 230, y: 132 }, way(b))] : []),
      ...(a.neutral.number < 1 ? [...arrow("M104 74H62", 58, 74, 180), s("text", { x: 52, y: 100 }, out(a))] : []),
      ...(b.neutral.number < 1 ? [...arrow("M356 74H398", 402, 74, 0), s("text", { x: 408, y: 100 }, out(b))] : []),
      node(a, 148),
      node(b, 312),
    );
  }
}

/**
 * @param {PageForViews | undefined} page
 * @param {string} name
 */
const rule = (page, name) => h("button", { class: "rule-link", type: "button", click: () => page?.rule(name) }, name);

const editor = new Editor();
const loops = new Loops();

/** @type {import("/types.js").View} */
const view = {
  draw,
  result,
  options: ["board"],
  panels: [
    { id: "loops", title: "Why play can go round", place: "below", mount: (root, page) => loops.mount(root, page), update: (answer) => void loops.update(answer) },
    { id: "board", title: "Board", place: "tab", mount: (root, page) => editor.mount(root, page), update: (answer) => editor.update(answer) },
  ],
};

export default view;
