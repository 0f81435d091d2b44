/** The value along q: a slider, the curve of each move, and the points where something changes. */

import { fill, h, s } from "../../board/dom.js";
import * as numbers from "../../board/numbers.js";

/**
 * @typedef {import("../../engine/sqt/solve.js").Curve} Curve
 * @typedef {import("../../engine/sqt/solve.js").Critical} Critical
 * @typedef {import("../../engine/sqt/solve.js").Piece} Piece
 * @typedef {import("../types.js").PageForViews} PageForViews
 * @typedef {import("../../board/types.js").Shown} Shown
 * @typedef {{number: number, actions: string[], pieces: Piece[], value: number}} Line the curve of some moves, and its value at q
 */

const STEPS = 20;
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [600, 320, 40, 14, 16, 34];
const SAMPLES = 12;
/** So many moves are named where many have the same curve. */
const NAMED = 3;
/** Two doubles that stand for the same number. */
const NEAR = 1e-9;

/** @param {number} q */
const across = (q) => LEFT + (WIDTH - LEFT - RIGHT) * q;

/** @param {Piece} piece @param {number} q */
const valueOf = ({ coefficients }, q) => coefficients.reduceRight((sum, each) => sum * q + each, 0);

/** @param {Piece[]} pieces @param {number} q */
const pieceAt = (pieces, q) => pieces.find(({ high }) => q <= high.number) ?? pieces[pieces.length - 1];

/** A polynomial in words: `20 − 40q + 5q²`. @param {number[]} coefficients that of q⁰ first @param {boolean} [falling] the highest power first */
function formula(coefficients, falling = false) {
  const terms = coefficients.flatMap((each, power) => (each ? [{ sign: each < 0 ? "−" : "+", text: `${power && Math.abs(each) === 1 ? "" : Math.abs(each)}${["", "q", "q²", "q³", "q⁴"][power]}` }] : []));
  const [first, ...rest] = falling ? terms.reverse() : terms;
  return first ? [`${first.sign === "−" ? "−" : ""}${first.text}`, ...rest.map(({ sign, text }) => `${sign} ${text}`)].join(" ") : "0";
}

/** A multiple of 1 / STEPS in lowest terms. @param {number} j */
function fraction(j) {
  const divisor = [20, 10, 5, 4, 2, 1].find((each) => j % each === 0) ?? 1;
  return divisor === STEPS ? `${j / STEPS}` : `${j / divisor}/${STEPS / divisor}`;
}

/** @param {string} text a fraction or a decimal */
function numberOf(text) {
  const [top, bottom = "1"] = text.split("/");
  return Number(top) / Number(bottom);
}

/** @param {number} number */
const decimal = (number) => `${Number(number.toFixed(4))}`.replace("-", "−");

/** @param {string[]} actions */
const named = (actions) => `${actions.slice(0, NAMED).join(", ")}${actions.length > NAMED ? ` and ${actions.length - NAMED} more` : ""} ${actions.length > 1 ? "are" : "is"}`;

/** Where the value has a new formula, is zero, or other moves are best than before: what is said of each. @param {Curve} curve */
function changes({ value, zeros, best }) {
  /** @type {Map<number, {at: Critical, kinds: string[], words: string[]}>} */
  const found = new Map();
  const add = (/** @type {Critical} */ at, /** @type {string} */ kind, /** @type {string} */ words) => {
    const known = found.get(at.number) ?? { at, kinds: [], words: [] };
    known.kinds.push(kind);
    known.words.push(words);
    found.set(at.number, known);
  };
  for (const at of zeros) add(at, "zero", "◆ the value is zero");
  best.slice(1).forEach(({ low, actions }, i) => {
    const [more, less] = [actions.filter((each) => !best[i].actions.includes(each)), best[i].actions.filter((each) => !actions.includes(each))];
    add(low, "best", `▲ ${[...(more.length ? [`from here on ${named(more)} best`] : []), ...(less.length ? [`up to here ${named(less)} best`] : [])].join(", ")}`);
  });
  for (const { low } of value.slice(1)) add(low, "formula", "○ the value has a new formula");
  return [...found.values()].sort((a, b) => a.at.number - b.at.number);
}

/** The mark of a critical point: a diamond, a triangle or a ring. @param {string} kind @param {number} x @param {number} y */
function marked(kind, x, y) {
  const d = { zero: `M${x} ${y - 6.5}l6.5 6.5l-6.5 6.5l-6.5 -6.5z`, best: `M${x} ${y - 6.5}l6 11h-12z` }[kind] ?? `M${x - 4.5} ${y}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z`;
  return s("path", { class: "critical", d });
}

export class Along {
  /** @type {PageForViews | undefined} */
  page;
  /** @type {HTMLElement | undefined} */
  root;
  key = "";
  /** The q that is shown, and stays while a person types another. */
  text = "";
  /** @type {Curve | null} */
  curve = null;
  /** Why there is no curve. */
  words = "";
  /** @type {string | null} the q that the person wants and the page does not have yet */
  wanted = null;
  /** @type {number | null} the curve that is held up */
  held = null;

  /** @param {HTMLElement} root @param {PageForViews} page */
  mount(root, page) {
    Object.assign(this, { page, root, key: "", text: "", curve: null, wanted: null, held: null });
    const slider = h("input", { type: "range", id: "sqt-slider", min: 0, max: STEPS, step: 1, "aria-label": "q, in steps of 1/20", input: () => void this.want(fraction(Number(slider.value))), change: () => void this.want(fraction(Number(slider.value)), true) });
    const typed = h("input", { id: "sqt-q", spellcheck: "false", autocomplete: "off", size: 7, "aria-label": "q, as a fraction or a decimal", change: () => void this.want(typed.value.trim(), true) });
    const chart = s("svg", { class: "q-chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    const [reading, words, legend, points] = [h("p", { class: "q-reading", "aria-live": "polite" }), h("p", { class: "q-formula quiet" }), h("div", { class: "q-legend", role: "group", "aria-label": "Curves of the moves" }), h("div", {})];
    this.parts = { slider, typed, chart, reading, words, legend, points };
    this.drag(chart);
    root.classList.add("q-panel");
    root.replaceChildren(
      h("h2", {}, "The value along q"),
      h("p", { class: "quiet" }, "With probability q the System selects what is better for O, else what is better for X. ", page.rule("SQT-SELECT-1")),
      h("div", { class: "q-row" }, h("label", { for: "sqt-q" }, "q ="), typed, h("span", { class: "quiet" }, "0"), slider, h("span", { class: "quiet" }, "1")),
      reading,
      chart,
      words,
      legend,
      h("details", { class: "q-critical" }, h("summary", {}, "Critical points"), points),
    );
  }

  /** @param {Shown} shown */
  async update(shown) {
    this.shown = shown;
    const { q, ...others } = shown.game.options;
    const key = JSON.stringify([others, shown.position]);
    if (key !== this.key) Object.assign(this, { key, curve: null, held: null, words: "" });
    if (this.wanted === null && q !== this.text) this.show(q);
    this.render();
    if (this.curve || !this.page?.values() || shown.solved.state === "working") return;
    if (shown.solved.state === "unsolved") this.words = `No curves: ${shown.solved.words}`;
    else this.curve = await this.page.ask("curve").then((/** @type {Curve} */ curve) => (key === this.key ? curve : this.curve), () => this.curve);
    if (key === this.key) this.render();
  }

  /** Show a q at once, and the values of the board as soon as they are there. @param {string} q @param {boolean} [kept] whether the browser's history gets an entry */
  async want(q, kept = false) {
    this.wanted = q;
    if (!kept) this.show(q);
    this.render();
    await this.page?.setOptions({ ...this.page.options(), q }, kept);
    if (this.wanted !== q) return;
    this.wanted = null;
    this.show(this.shown?.game.options.q ?? q);
    this.render();
  }

  /** @param {string} q */
  show(q) {
    if (!this.parts) return;
    const { slider, typed } = this.parts;
    this.q = numberOf(q);
    this.text = q;
    slider.value = `${Math.round(this.q * STEPS)}`;
    slider.setAttribute("aria-valuetext", `q = ${q}`);
    if (document.activeElement !== typed || this.wanted === null) typed.value = q;
  }

  /** @param {SVGSVGElement} chart */
  drag(chart) {
    let held = false;
    const go = (/** @type {PointerEvent} */ event, kept = false) => {
      const box = chart.getBoundingClientRect();
      const q = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
      const near = fraction(Math.round(Math.min(1, Math.max(0, q)) * STEPS));
      if (kept || near !== (this.wanted ?? this.shown?.game.options.q)) void this.want(near, kept);
    };
    chart.addEventListener("pointerdown", (event) => {
      held = true;
      chart.setPointerCapture(event.pointerId);
      go(event);
    });
    chart.addEventListener("pointermove", (event) => held && go(event));
    chart.addEventListener("pointerup", (event) => held && go(event, true));
    chart.addEventListener("pointercancel", () => held && void this.want(this.text, true));
    for (const end of ["pointerup", "pointercancel"]) chart.addEventListener(end, () => (held = false));
  }

  render() {
    const { parts, shown, page, root, q = 0 } = this;
    if (!parts || !shown || !page || !root) return;
    root.hidden = Boolean(shown.outcome); // then q matters no more
    for (const each of [parts.chart, parts.words, parts.legend, parts.points.parentElement]) each?.toggleAttribute("hidden", !page.values());
    const curve = page.values() ? this.curve : null;
    const words = page.values() ? this.words || "Computing the function of q …" : "The function of q is hidden with the values.";
    const sign = shown.actor === "O" ? -1 : 1;
    const lines = (curve?.actions ?? []).map((each, number) => ({ ...each, number, value: valueOf(pieceAt(each.pieces, q), q) })).sort((a, b) => sign * (b.value - a.value) || a.number - b.number);
    const points = curve ? changes(curve) : [];
    const piece = curve && pieceAt(curve.value, q);
    fill(parts.reading, ...(piece ? this.read(piece) : [words]));
    parts.words.textContent = piece ? `V(q) = ${formula(piece.coefficients)} for q from ${decimal(piece.low.number)} to ${decimal(piece.high.number)}` : "";
    parts.chart.setAttribute("aria-label", curve ? `The value along q: ${decimal(valueOf(curve.value[0], 0))} at q = 0, ${decimal(valueOf(curve.value[curve.value.length - 1], 1))} at q = 1, ${curve.value.length} formulas` : words);
    this.plot(parts.chart, lines, curve, points);
    fill(parts.legend, ...lines.map((line) => this.chip(line, lines[0].value)));
    const list = h("ul", {}, ...points.map(({ at, words: said }) => h("li", {}, this.step(at), ` ${said.join("; ")}`)));
    fill(parts.points, curve ? (points.length ? list : h("p", { class: "quiet" }, "The value has one formula for every q, and is never zero in between.")) : h("p", { class: "quiet" }, words));
  }

  /** The value at this q. @param {Piece} piece */
  read(piece) {
    const { shown, wanted, q = 0 } = this;
    const exact = wanted === null ? shown?.value : null;
    const value = exact ? numbers.full(exact) : `≈ ${decimal(valueOf(piece, q))}`;
    return [h("strong", {}, `V(${wanted ?? shown?.game.options.q}) ${exact && !value.startsWith("≈") ? `= ${value}` : value}`)];
  }

  /** A critical q, to go there. @param {Critical} at */
  step({ exact, number, polynomial }) {
    const near = exact || number.toFixed(6);
    const button = h("button", { class: "step", type: "button", "data-q": near, "data-key": `q ${near}`, click: () => void this.want(near, true) }, exact ? `q = ${exact}` : `q ≈ ${near}`);
    return h("span", {}, button, exact ? "" : ` (${`${number}`.slice(0, 12)}…, a root of ${formula(polynomial, true)})`);
  }

  /** @param {SVGSVGElement} chart @param {Line[]} lines @param {Curve | null} curve @param {ReturnType<typeof changes>} points */
  plot(chart, lines, curve, points) {
    const { q = 0 } = this;
    const all = [...(curve ? [curve.value] : []), ...lines.map(({ pieces }) => pieces)];
    const most = all.some(([first]) => valueOf(first, 0) > 20) ? 40 : 20; // no curve rises
    const y = (/** @type {number} */ each) => TOP + ((most - each) / (most + 20)) * (HEIGHT - TOP - BOTTOM);
    const point = (/** @type {Piece} */ piece, /** @type {number} */ at) => `${across(at).toFixed(1)} ${y(valueOf(piece, at)).toFixed(1)}`;
    const sampled = (/** @type {Piece} */ piece) => Array.from({ length: SAMPLES + 1 }, (_, i) => point(piece, piece.low.number + ((piece.high.number - piece.low.number) * i) / SAMPLES));
    const path = (/** @type {Piece[]} */ pieces) => `M${pieces.flatMap(sampled).join("L")}`;
    const ticks = Array.from({ length: (most + 20) / 10 + 1 }, (_, i) => 10 * i - 20);
    const held = lines.find(({ number }) => number === this.held);
    const value = curve?.value;
    chart.replaceChildren(
      ...ticks.flatMap((each) => [
        s("path", { class: each ? "rule-line" : "rule-line zero", d: `M${LEFT} ${y(each)}H${WIDTH - RIGHT}` }),
        s("text", { x: LEFT - 7, y: y(each) + 4, "text-anchor": "end" }, decimal(each)),
      ]),
      ...[0, 5, 10, 15, 20].map((j) => s("text", { x: across(j / STEPS), y: HEIGHT - 12, "text-anchor": "middle" }, fraction(j))),
      s("text", { x: WIDTH - RIGHT, y: TOP - 4, "text-anchor": "end" }, "value to X, along q"),
      ...lines.map(({ pieces, number }) => s("path", { class: styleOf(number), d: path(pieces) })),
      ...(value ? [s("path", { class: "value-curve", d: path(value) })] : []),
      ...(held ? [s("path", { class: "held-curve", d: path(held.pieces) })] : []),
      ...(value ? points.map(({ at, kinds: [kind] }) => marked(kind, across(at.number), y(valueOf(pieceAt(value, at.number), at.number)))) : []),
      s("path", { class: "q-line", d: `M${across(q)} ${TOP}V${HEIGHT - BOTTOM + 4}` }),
      ...(value ? [s("circle", { class: "q-dot", cx: across(q), cy: y(valueOf(pieceAt(value, q), q)), r: 6 })] : []),
    );
  }

  /** A curve by its moves, with its value at this q. @param {Line} line @param {number} most */
  chip({ actions, number, value }, most) {
    const { shown } = this;
    const known = this.wanted === null ? shown?.actions.find(({ action }) => action === actions[0]) : undefined;
    const isBest = Math.abs(value - most) < NEAR && (shown?.actor === "X" || shown?.actor === "O");
    const isHeld = this.held === number;
    const hold = () => {
      this.held = isHeld ? null : number;
      this.render();
    };
    return h(
      "button",
      { class: "chip curve-chip", type: "button", "data-key": `curve ${number}`, title: actions.join(" "), "aria-pressed": `${isHeld}`, click: hold },
      s("svg", { class: "swatch", viewBox: "0 0 26 8", "aria-hidden": "true" }, s("path", { class: styleOf(number), d: "M1 4H25" })),
      `${isBest ? "★ " : ""}${actions.slice(0, NAMED).join(" ")}${actions.length > NAMED ? ` +${actions.length - NAMED}` : ""} `,
      h("small", {}, known?.exact !== undefined && known.exact.length < 12 ? known.exact.replace("-", "−") : `≈ ${decimal(value)}`),
    );
  }
}

/** The style of a curve: one of 16. @param {number} number */
const styleOf = (number) => `move-curve hue-${number % 4} dash-${(number >> 2) % 4}`;
