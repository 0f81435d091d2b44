/** The stochastic game on the board, drawn like Goff's; below it q, the probability with which the System favours O. */

import { h, s } from "/dom.js";
import { full, short } from "/numbers.js";
import goff from "/views/goff.js";

/** @import {Answer, PageForViews} from "/types.js" */

/**
 * @typedef {{low: number, high: number, coefficients: number[], words: string}} Piece
 * @typedef {{number: number, near: string, of: string}} Root
 * @typedef {{moves: string[], pieces?: Piece[], points?: [number, number][]}} Curve
 * @typedef {{state: string, start: boolean, moves: Curve[], best: {low: Root, high: Root, moves: string[]}[]}} Curves
 * @typedef {{state: string, actor: string | null, pieces: Piece[], critical: (Root & {notes: string[]})[]}} Whole
 * @typedef {[number, number]} Point
 */

const STEPS = 20;
const [WIDTH, HEIGHT] = [600, 320];
const [LEFT, RIGHT, TOP, BOTTOM] = [40, 14, 16, 34];
const SAMPLES = 12;
/** Milliseconds for which a position must stay, so that quick clicks do not wait for functions of q. */
const REST = 250;
const HIDDEN = "The function of q is hidden with the values.";
/** How each kind of critical point is marked and named. */
const KINDS = /** @type {Record<string, [string, string]>} */ ({
  zero: ["◆", "the value is zero"],
  best: ["▲", "other first moves become best"],
  formula: ["○", "the value has a new formula"],
});

/** @param {number} q */
const across = (q) => LEFT + (WIDTH - LEFT - RIGHT) * q;

/** @param {Piece[]} pieces */
function sampled(pieces) {
  return pieces.flatMap(({ low, high, coefficients }) =>
    Array.from({ length: SAMPLES + 1 }, (_, i) => {
      const q = low + ((high - low) * i) / SAMPLES;
      return /** @type {Point} */ ([q, coefficients.reduceRight((sum, each) => sum * q + each, 0)]);
    }),
  );
}

/**
 * The value of a curve between its points.
 * @param {Point[]} points
 * @param {number} q
 */
function valueAt(points, q) {
  const after = points.findIndex(([each]) => each >= q);
  if (after <= 0) return points[Math.max(after, 0)][1];
  const [[a, low], [b, high]] = [points[after - 1], points[after]];
  return b === a ? high : low + ((high - low) * (q - a)) / (b - a);
}

/** @param {string} text a fraction or a decimal */
function numberOf(text) {
  const [top, bottom = "1"] = text.split("/");
  return Number(top) / Number(bottom);
}

/**
 * A multiple of 1 / STEPS as a fraction in lowest terms.
 * @param {number} j
 */
function fraction(j) {
  const divisor = [20, 10, 5, 4, 2, 1].find((each) => j % each === 0) ?? 1;
  return divisor === STEPS ? String(j / STEPS) : `${j / divisor}/${STEPS / divisor}`;
}

/** @param {number} number */
const decimal = (number) => String(Number(number.toFixed(4))).replace("-", "−");

/** The panel with the slider and the curves. */
class Along {
  constructor() {
    /** @type {Answer | null} */
    this.answer = null;
    this.key = "";
    /** @type {Curves | null} */
    this.curves = null;
    /** @type {Whole | null} */
    this.whole = null;
    /** @type {string | null} the q that the person wants to see */
    this.wanted = null;
    /** @type {number | null} the curve that is held up */
    this.held = null;
  }

  /**
   * @param {HTMLElement} root
   * @param {PageForViews} page
   */
  mount(root, page) {
    this.page = page;
    this.slider = h("input", { type: "range", id: "sqt-slider", min: 0, max: STEPS, step: 1, "aria-label": "q, in steps of 1/20", input: () => this.want(fraction(Number(this.slider?.value))) });
    this.typed = h("input", { id: "sqt-q", spellcheck: "false", autocomplete: "off", size: 7, "aria-label": "q, as a fraction or a decimal", change: () => this.want((this.typed?.value ?? "").trim(), true) });
    this.reading = h("p", { class: "q-reading", "aria-live": "polite" });
    this.formula = h("p", { class: "q-formula quiet" });
    this.chart = s("svg", { class: "q-chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    this.legend = h("div", { class: "q-legend", role: "group", "aria-label": "Curves of the moves" });
    this.points = h("div", { class: "q-points" });
    this.drag(this.chart);
    root.classList.add("q-panel");
    root.replaceChildren(
      h("h2", {}, "The value along q"),
      h("p", { class: "quiet" }, "With probability q the System selects what is better for O, else what is better for X. ", h("button", { class: "rule-link", type: "button", click: () => page.rule("SQT-SELECT-1") }, "SQT-SELECT-1")),
      h("div", { class: "q-row" }, h("label", { for: "sqt-q" }, "q ="), this.typed, h("span", { class: "quiet" }, "0"), this.slider, h("span", { class: "quiet" }, "1")),
      this.reading,
      this.chart,
      this.formula,
      this.legend,
      h("details", { class: "q-critical" }, h("summary", {}, "Critical points"), this.points),
    );
  }

  /** @param {Answer} answer */
  update(answer) {
    this.answer = answer;
    const { q, ...others } = answer.options;
    const key = JSON.stringify([answer.start, answer.moves, others]);
    if (key !== this.key) {
      this.key = key;
      this.curves = this.whole = this.held = null;
    }
    if (!this.wanted) this.show(q);
    this.render();
    if (this.page?.values()) void this.find(key);
  }

  /**
   * Ask for what is not known yet, of a position that stays for a moment: first the curves of the moves, which are
   * quick, then the exact function.
   * @param {string} key
   */
  async find(key) {
    await new Promise((done) => setTimeout(done, REST));
    for (const what of /** @type {const} */ (["curves", "whole"])) {
      if (key !== this.key) return;
      if (this[what]?.state === "ready") continue;
      const found = await this.page?.ask(what === "whole" ? "function" : what).catch(() => null);
      if (key !== this.key || !found) return;
      this[what] = found;
      this.render();
    }
  }

  /**
   * Show a q at once, and its values as soon as the server has them.
   * @param {string} q
   * @param {boolean} [kept] whether the browser's history gets an entry
   */
  async want(q, kept = false) {
    this.wanted = q;
    if (!kept) this.show(q);
    this.render();
    await this.page?.setOptions({ ...this.page.options(), q }, kept);
    if (this.wanted !== q) return;
    this.wanted = null;
    this.show(this.answer?.options.q ?? q);
    this.render();
  }

  /** @param {string} q */
  show(q) {
    if (!this.slider || !this.typed) return;
    this.q = numberOf(q);
    this.slider.value = String(Math.round(this.q * STEPS));
    this.slider.setAttribute("aria-valuetext", `q = ${q}`);
    if (document.activeElement !== this.typed || this.wanted === null) this.typed.value = q;
  }

  /** @param {SVGSVGElement} chart */
  drag(chart) {
    let held = false;
    const go = (/** @type {PointerEvent} */ event) => {
      const box = chart.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * WIDTH;
      const q = Math.min(1, Math.max(0, (x - LEFT) / (WIDTH - LEFT - RIGHT)));
      const near = fraction(Math.round(q * STEPS));
      if (near !== (this.wanted ?? this.answer?.options.q)) void this.want(near);
    };
    chart.addEventListener("pointerdown", (event) => {
      held = true;
      chart.setPointerCapture(event.pointerId);
      go(event);
    });
    chart.addEventListener("pointermove", (event) => held && go(event));
    for (const end of ["pointerup", "pointercancel"]) chart.addEventListener(end, () => (held = false));
  }

  /** The curves with their points, the best at this q first. */
  lines() {
    const sign = this.answer?.actor === "O" ? -1 : 1;
    const lines = (this.curves?.moves ?? []).map((curve, number) => {
      const points = curve.points ?? sampled(curve.pieces ?? []);
      const known = this.answer?.actions.find((action) => curve.moves.includes(action.action));
      const sure = this.wanted === null && known?.exact !== undefined;
      return { number, curve, points, value: sure && known?.number !== undefined ? known.number : valueAt(points, this.q ?? 0), exact: sure ? known : null };
    });
    return lines.sort((a, b) => sign * (b.value - a.value) || a.number - b.number);
  }

  render() {
    const { reading, formula, chart, legend, points, answer } = this;
    if (!reading || !formula || !chart || !legend || !points || !answer) return;
    if (!this.page?.values()) {
      reading.replaceChildren(HIDDEN);
      formula.textContent = "";
      this.plot(chart, [], null, null);
      legend.replaceChildren();
      points.replaceChildren(h("p", { class: "quiet" }, HIDDEN));
      return;
    }
    const q = this.q ?? 0;
    const whole = this.whole?.state === "ready" ? this.whole : null;
    const lines = this.lines();
    const value = whole ? sampled(whole.pieces) : null;
    reading.replaceChildren(...this.read(whole, value));
    const piece = whole?.pieces.find(({ low, high }) => low <= q && q <= high);
    formula.textContent = piece ? `V(q) = ${piece.words} for q from ${decimal(piece.low)} to ${decimal(piece.high)}.${this.curves?.start ? "" : " Curves of moves pass through their exact values at q = 0, 1/20, … 1."}` : waiting(this);
    this.plot(chart, lines, value, whole);
    legend.replaceChildren(...lines.map((line) => this.chip(line, lines)));
    points.replaceChildren(...this.listed(whole));
  }

  /**
   * @param {Whole | null} whole
   * @param {Point[] | null} value
   */
  read(whole, value) {
    const { answer } = this;
    const sure = this.wanted === null && answer?.value;
    if (sure && answer.value) return [h("strong", {}, `V(${answer.options.q}) = ${full(answer.value)}`), answer.actor === null ? " The game is over: q matters no more." : ""];
    if (value) return [h("strong", {}, `V(${this.wanted ?? answer?.options.q}) ≈ ${decimal(valueAt(value, this.q ?? 0))}`), " computing the values of the board …"];
    return [whole ? "" : waiting(this)];
  }

  /**
   * @param {SVGSVGElement} chart
   * @param {ReturnType<Along["lines"]>} lines
   * @param {Point[] | null} value
   * @param {Whole | null} whole
   */
  plot(chart, lines, value, whole) {
    const most = Math.max(20, ...[value ?? [], ...lines.map(({ points }) => points)].flat().map(([, each]) => each)) > 20 ? 40 : 20;
    const y = (/** @type {number} */ each) => TOP + ((most - each) / (most + 20)) * (HEIGHT - TOP - BOTTOM);
    const path = (/** @type {Point[]} */ points) => points.map(([q, each], i) => `${i ? "L" : "M"}${across(q).toFixed(1)} ${y(each).toFixed(1)}`).join("");
    const q = this.q ?? 0;
    const ticks = Array.from({ length: (most + 20) / 10 + 1 }, (_, i) => 10 * i - 20);
    const held = lines.find(({ number }) => number === this.held);
    chart.setAttribute("aria-label", this.described(value, whole));
    chart.replaceChildren(
      ...ticks.flatMap((each) => [
        s("path", { class: each ? "rule-line" : "rule-line zero", d: `M${LEFT} ${y(each)}H${WIDTH - RIGHT}` }),
        s("text", { x: LEFT - 7, y: y(each) + 4, "text-anchor": "end" }, String(each).replace("-", "−")),
      ]),
      ...[0, 5, 10, 15, 20].map((j) => s("text", { x: across(j / STEPS), y: HEIGHT - 12, "text-anchor": "middle" }, fraction(j))),
      s("text", { x: WIDTH - RIGHT, y: TOP - 4, "text-anchor": "end", class: "axis-name" }, "value to X, along q"),
      ...lines.map(({ points, number }) => s("path", { class: `move-curve curve-${number % 8}`, d: path(points) })),
      ...(value ? [s("path", { class: "value-curve", d: path(value) })] : []),
      ...(held ? [s("path", { class: "held-curve", d: path(held.points) })] : []),
      ...(value && whole ? whole.critical.map((each) => marked(each, across(each.number), y(valueAt(value, each.number)))) : []),
      s("path", { class: "q-line", d: `M${across(q)} ${TOP}V${HEIGHT - BOTTOM + 4}` }),
      ...(value ? [s("circle", { class: "q-dot", cx: across(q), cy: y(valueAt(value, q)), r: 6 })] : []),
    );
  }

  /**
   * The chart in words.
   * @param {Point[] | null} value
   * @param {Whole | null} whole
   */
  described(value, whole) {
    if (!this.page?.values()) return HIDDEN;
    if (!value || !whole) return "The value along q is being computed";
    return `The value along q: ${decimal(value[0][1])} at q = 0, ${decimal(value[value.length - 1][1])} at q = 1, ${whole.pieces.length} formulas`;
  }

  /**
   * A curve by its moves, with its value at this q.
   * @param {ReturnType<Along["lines"]>[number]} line
   * @param {ReturnType<Along["lines"]>} lines
   */
  chip({ curve, number, value, exact }, lines) {
    const best = Math.abs(value - lines[0].value) < 1e-9 && (this.answer?.actor === "X" || this.answer?.actor === "O");
    const more = curve.moves.length > 3 ? ` +${curve.moves.length - 3}` : "";
    const hold = (/** @type {number | null} */ held) => () => {
      if (this.held === held) return;
      this.held = held;
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.curve : undefined;
      this.render();
      if (focused) /** @type {HTMLElement | null} */ (this.legend?.querySelector(`[data-curve="${focused}"]`))?.focus();
    };
    return h(
      "button",
      { class: "chip curve-chip", type: "button", "data-curve": number, title: curve.moves.join(" "), "aria-pressed": String(this.held === number), click: hold(this.held === number ? null : number) },
      s("svg", { class: "swatch", viewBox: "0 0 26 8", "aria-hidden": "true" }, s("path", { class: `move-curve curve-${number % 8}`, d: "M1 4H25" })),
      `${best ? "★ " : ""}${curve.moves.slice(0, 3).join(" ")}${more} `,
      h("small", {}, exact ? short(exact) : `≈ ${decimal(value)}`),
    );
  }

  /** @param {Whole | null} whole */
  listed(whole) {
    if (!whole) return [h("p", { class: "quiet" }, waiting(this))];
    if (!whole.critical.length) return [h("p", { class: "quiet" }, "The value has one formula for every q, and is never zero in between.")];
    const rows = whole.critical.map((each) =>
      h(
        "li",
        {},
        h("button", { class: "step", type: "button", "data-q": each.near, click: () => void this.want(each.near, true) }, each.of ? `≈ ${each.near}` : each.near),
        ` ${each.of ? `q = ${each.number.toFixed(6)}…, a root of ${each.of}: ` : ""}${each.notes.map((note) => `${KINDS[note][0]} ${note === "best" ? this.changed(each) : KINDS[note][1]}`).join("; ")}`,
      ),
    );
    return [h("ul", {}, ...rows)];
  }

  /**
   * Which first moves are best before and after a critical point.
   * @param {Root} point
   */
  changed(point) {
    const parts = this.curves?.best ?? [];
    const before = parts.find(({ low, high }) => low.number < high.number && Math.abs(high.number - point.number) < 1e-12);
    const after = parts.find(({ low, high }) => low.number < high.number && Math.abs(low.number - point.number) < 1e-12);
    return before && after ? `best first moves ${before.moves.join(", ")} below, ${after.moves.join(", ")} above` : KINDS.best[1];
  }
}

/** @param {Along} panel */
function waiting(panel) {
  if (panel.answer?.solved.state === "failed") return `No values: ${panel.answer.solved.words}`;
  if (panel.whole?.state === "working") return "The values for every q are being computed in one pass: once for each scoring, then they are stored.";
  if (panel.whole?.state === "unsolved") return "Functions of q are known for the first value of each switch only.";
  return "Computing the exact function of q for this position …";
}

/**
 * The mark of a critical point: a diamond, a triangle or a ring.
 * @param {{notes: string[]}} point
 * @param {number} x
 * @param {number} y
 */
function marked({ notes }, x, y) {
  const d = notes.includes("zero")
    ? `M${x} ${y - 6.5}l6.5 6.5l-6.5 6.5l-6.5 -6.5z`
    : notes.includes("best")
      ? `M${x} ${y - 6.5}l6 11h-12z`
      : `M${x - 4.5} ${y}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z`;
  return s("path", { class: "critical", d });
}

const along = new Along();

/** @type {import("/types.js").View} */
const view = {
  ...goff,
  options: ["q"],
  panels: [
    {
      id: "q",
      title: "The value along q",
      place: "below",
      mount: (root, page) => along.mount(root, page),
      update: (answer) => along.update(answer),
    },
  ],
};

export default view;
