/** The board: a picture, and above it nine buttons. Two clicks, a drag, or keys make a move; a click on a lit square settles a cycle. */

import { at, h, s } from "./dom.js";
import { CELL, SIDE, SQUARES, corner, grid, label, labelled, middle } from "./draw.js";
import * as numbers from "./numbers.js";

/** @import {Action} from "./types.js" */
/** @import {Page} from "./page.js" */

/** Most arcs on the board: more best moves than that are no advice. */
const MOST_ARCS = 6;
/** @param {Page} page */
export function board(page) {
  const layer = (/** @type {string} */ name) => s("g", { class: name });
  const [tints, marks, arcs, corners] = [layer("tints"), layer("marks"), layer("arcs"), layer("corners")];
  const picture = s("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, class: "picture", "aria-hidden": "true" }, tints, grid(), arcs, marks, corners);
  const squares = SQUARES.map((square) => h("button", { class: "square", type: "button", "data-square": square }));
  const field = h("div", { class: "field", role: "group", "aria-label": "Board" }, ...squares);
  at("board").replaceChildren(picture, field);
  /** @type {any} */
  let drawn = null;
  const render = () => {
    if (!page.shown) return;
    const position = page.previewed();
    if (position !== drawn) {
      drawn = position;
      marks.replaceChildren(...page.marks(position));
    }
    picture.classList.toggle("previewing", position !== page.shown.position);
    const known = page.settings.values ? truths(page) : new Map();
    tints.replaceChildren(...SQUARES.flatMap((square) => tint(page, square, known.get(square))));
    arcs.replaceChildren(...stars(page, known));
    corners.replaceChildren(...SQUARES.flatMap((square) => cornersOf(page, square, known.get(square))));
    for (const square of SQUARES) dress(page, squares[square - 1], square, known.get(square));
    Object.assign(at("board").dataset, { moves: page.tree.path().join(" "), state: page.shown.solved.state });
  };
  page.on(["position", "values", "hand", "settings"], render);
  page.on("game", () => (drawn = null));
  pointing(page, field, squares);
  keys(page, field, squares);
}

/** @typedef {{least: number, most: number, best: boolean, low: number, high: number}} Truth what the actions through a square lose and
 *   are worth, from the best to the worst, and whether all of them are best */

/** What a click on each square leaves open. @param {Page} page @returns {Map<number, Truth>} */
function truths(page) {
  const onBoard = page.shown.actions.filter((action) => action.squares.length);
  const losses = numbers.losses(onBoard, page.shown.actor);
  /** @type {Map<number, Truth>} */
  const found = new Map();
  if (!losses) return found;
  for (const square of SQUARES) {
    const through = page.through(square);
    if (!through.length) continue;
    const [lost, values] = [through.map((action) => losses.get(action) ?? 0), through.map((action) => action.number ?? 0)];
    found.set(square, { least: Math.min(...lost), most: Math.max(...lost), best: through.every((action) => action.best), low: Math.min(...values), high: Math.max(...values) });
  }
  return found;
}

/**
 * The ground of a square: the colour of the best that a click there can lead to, and in a corner that of the worst.
 * @param {Page} page
 * @param {number} square
 * @param {Truth | undefined} truth
 */
function tint(page, square, truth) {
  const [x, y] = [corner(square)[0] + 2, corner(square)[1] + 2];
  const size = CELL - 4;
  const pointed = page.shown.actions.find((action) => action.action === page.pointed)?.squares ?? [];
  const states = `${page.hand.includes(square) ? " held" : ""}${pointed.includes(square) ? " pointed" : ""}`;
  const [best, worst] = truth ? [truth.least, truth.most].map((loss) => numbers.heat(loss, page.game.worth)) : [];
  const ground = truth ? ` heat-${best}` : page.through(square).length ? " open" : "";
  return [
    s("rect", { class: `tint${ground}${states}`, x, y, width: size, height: size, rx: 7 }),
    truth && worst !== best && s("path", { class: `tint heat-${worst}`, d: `M ${x + size - 46} ${y + size} L ${x + size} ${y + size - 46} v 39 a 7 7 0 0 1 -7 7 Z` }),
  ].filter((each) => each instanceof Element);
}

/** The best moves before the first click: an arc for each pair of squares, a ring for each single one. @param {Page} page @param {Map<number, Truth>} known @returns {SVGElement[]} */
function stars(page, known) {
  if (page.hand.length || page.pointed || !(page.settings.values || page.hinted)) return [];
  const best = page.shown.actions.filter((action) => action.best && action.squares.length);
  const pairs = best.filter((action) => action.squares.length === 2);
  const rings = best.filter(({ squares: [square, second] }) => !second && (page.hinted || page.through(square).length > 1)).map(({ squares: [square] }) => ring(square));
  const shown = pairs.length <= MOST_ARCS || page.hinted ? pairs.slice(0, MOST_ARCS) : [];
  const labels = shown.length ? SQUARES.flatMap((square) => labelled(square, CELL - 12 - LETTER * worthOf(page, known.get(square)).length)) : [];
  return [...rings, ...shown.map((action) => arc(action, page.ordered, labels))];
}

/** @param {number} square */
function ring(square) {
  const [x, y] = corner(square);
  return s("rect", { class: "ring", x: x + 4, y: y + 4, width: CELL - 8, height: CELL - 8, rx: 8 });
}

/** How far an arc may bow, as a share of its length, to either side. */
const BOWS = [0.2, 0.16, 0.24, 0.12, 0.3, 0.06, 0.4, 0, 0.5].flatMap((bow) => [bow, -bow]);
/** The width of a letter of a label. */
const LETTER = 8;

/** The one of several arcs that is least on labels and beside the board. @param {Action} action @param {boolean} ordered whether the arc has a head @param {ReturnType<typeof labelled>} labels */
function arc({ action, squares: [a, b] }, ordered, labels) {
  const [[x, y], [u, v]] = [middle(a), middle(b)];
  const bent = BOWS.map((bow) => {
    const [cx, cy] = [(x + u) / 2 + 2 * bow * (v - y), (y + v) / 2 - 2 * bow * (u - x)];
    const points = Array.from({ length: 33 }, (_, i) => [[x, cx, u], [y, cy, v]].map(([p, q, r]) => ((32 - i) ** 2 * p + 2 * i * (32 - i) * q + i ** 2 * r) / 1024));
    return { cx, cy, met: points.filter(([p, q]) => Math.abs(p - SIDE / 2) > 190 || Math.abs(q - SIDE / 2) > 190 || labels.some((each) => (each.x - p) ** 2 + (each.y - q) ** 2 < each.r ** 2)).length };
  });
  const { cx, cy } = bent.reduce((best, each) => (each.met < best.met ? each : best));
  const turn = (Math.atan2(v - cy, u - cx) * 180) / Math.PI;
  const end = ordered ? s("path", { class: "arc-end", d: "M 3 0 L -12 -7 L -12 7 Z", transform: `translate(${u} ${v}) rotate(${turn})` }) : s("circle", { class: "arc-end", cx: u, cy: v, r: 5.5 });
  return s("g", { class: "arc", "data-best": action }, s("path", { class: "arc-line", d: `M ${x} ${y} Q ${cx} ${cy} ${u} ${v}` }), s("circle", { class: "arc-end", cx: x, cy: y, r: 5.5 }), end);
}

/** What the moves at a square are worth: one number, or from the least to the most. @param {Page} page @param {Truth | undefined} truth */
function worthOf(page, truth) {
  if (!truth) return "";
  const [low, high] = [truth.low, truth.high].map((each) => page.short(each));
  return low === high ? `${truth.best ? "★ " : ""}${high}` : `${low}…${high}`.replace(/(?<=[+−])0(?=\.)/g, "");
}

/** The number of a square, and what the moves there are worth. @param {Page} page @param {number} square @param {Truth | undefined} truth */
function cornersOf(page, square, truth) {
  const [x, y] = corner(square);
  const number = label(square, x + 11, y + 18, { class: "number" });
  if (!truth) return [number];
  return [number, label(worthOf(page, truth), x + CELL - 8, y + 18, { class: "worth", "text-anchor": "end" })];
}

/** @param {Page} page @param {HTMLButtonElement} button @param {number} square @param {Truth | undefined} truth */
function dress(page, button, square, truth) {
  const leads = page.through(square);
  button.classList.toggle("open", leads.length > 0);
  button.setAttribute("aria-pressed", String(page.hand.includes(square)));
  const range = truth && (truth.low === truth.high ? `, ${numbers.decimal(truth.high)}` : `, from ${numbers.decimal(truth.low)} to ${numbers.decimal(truth.high)}`);
  const settles = leads.length === 1 && leads[0].result ? `, ${leads[0].action}` : "";
  button.setAttribute("aria-label", `Square ${square}${leads.length ? `${settles}${range ?? ""}${truth?.best ? ", best" : ""}` : ", no move"}`);
}

/**
 * A click on a square: the first or the second of a move, or the settlement of a cycle.
 * @param {Page} page
 * @param {number} square
 * @param {boolean} [touched] whether a finger did: then the first touch shows what the move does, and the second plays it
 */
function pick(page, square, touched = false) {
  const { hand, armed, shown } = page;
  if (touched && armed && page.shown.actions.find(({ action }) => action === armed)?.squares.at(-1) === square) return page.play(armed);
  const leads = page.through(square);
  const whole = [...new Set([...hand, square])];
  const done = leads.filter((action) => action.squares.length === whole.length);
  if (done.length === 1 && (hand.length > 0 || leads.length === 1)) return touched ? page.arm(done[0].action) : page.play(done[0].action);
  if (hand.includes(square) || leads.length) {
    page.fail("");
    return page.setHand(hand.includes(square) ? [] : whole);
  }
  if (touched && hand.length && page.shown.actions.some(({ squares }) => squares[0] === square || squares.includes(square))) return page.setHand([square]);
  void import("./refused.js").then(({ refused }) => page.shown === shown && refused(page, square, whole));
}

/**
 * What the pointer does: a click, a preview where one click would do, and with a mouse or a pen a move drawn from one square to
 * the other.
 * @param {Page} page
 * @param {HTMLElement} field
 * @param {HTMLButtonElement[]} squares
 */
function pointing(page, field, squares) {
  let from = 0;
  let touched = false;
  const shown = (/** @type {number} */ square) => () => {
    if (touched) return;
    const leads = page.through(square);
    const one = leads.length === 1 && (page.hand.length > 0 || leads[0].squares.length === 1) && !page.hand.includes(square);
    page.point(one ? leads[0].action : null);
  };
  const left = () => touched || page.point(null);
  for (const square of SQUARES) {
    const button = squares[square - 1];
    button.addEventListener("click", (event) => pick(page, square, touched && event.detail > 0));
    button.addEventListener("pointerenter", shown(square));
    button.addEventListener("pointerleave", left);
    button.addEventListener("focus", shown(square));
    button.addEventListener("blur", left);
  }
  const under = (/** @type {PointerEvent} */ event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    return Number(found instanceof HTMLElement ? found.dataset.square : 0) || 0;
  };
  field.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch";
    from = touched ? 0 : under(event);
  }, true);
  field.addEventListener("pointerup", (event) => {
    const [first, second] = [from, under(event)];
    from = 0;
    if (!first || !second || first === second) return;
    if (!page.hand.includes(first)) {
      page.setHand([]);
      pick(page, first);
    }
    if (page.hand.includes(first)) pick(page, second);
  });
  at("board").addEventListener("wheel", (event) => {
    if (event.ctrlKey || !event.deltaY || !page.tree.can(event.deltaY < 0 ? "back" : "forward")) return;
    event.preventDefault();
    page.step(event.deltaY < 0 ? "back" : "forward");
  }, { passive: false });
}

/** How the arrow keys go from a square to the next. */
const ARROWS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 });
const WAYS = /** @type {Record<string, "back" | "forward" | "toStart" | "toEnd" | "up" | "down">} */ ({ ArrowLeft: "back", ArrowRight: "forward", Home: "toStart", End: "toEnd", ArrowUp: "up", ArrowDown: "down" });

/**
 * Digits are squares, letters settle a cycle or choose what chance does, arrows move among the squares or through the game,
 * Escape lets go, Backspace lets go or takes back.
 * @param {Page} page
 * @param {HTMLElement} field
 * @param {HTMLButtonElement[]} buttons
 */
function keys(page, field, buttons) {
  field.addEventListener("keydown", (event) => {
    const square = Number(event.target instanceof HTMLElement ? event.target.dataset.square : 0);
    const step = ARROWS[event.key];
    if (!step || !square || event.altKey || event.ctrlKey || event.metaKey) return;
    const column = (square - 1) % 3;
    const next = square + step;
    if (next >= 1 && next <= 9 && (Math.abs(step) === 3 || Math.abs(((next - 1) % 3) - column) === 1)) buttons[next - 1].focus();
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || isText(event.target)) return;
    const way = WAYS[event.key];
    const letter = /^[a-f]$/i.test(event.key) ? event.key.toLowerCase().charCodeAt(0) - 97 : -1;
    const result = page.shown?.actions.filter((action) => action.result)[letter];
    if (/^[1-9]$/.test(event.key)) pick(page, Number(event.key));
    else if (result) page.play(result.action);
    else if (event.key === "Escape" && page.hand.length) page.setHand([]);
    else if (event.key === "Backspace") page.hand.length ? page.setHand([]) : page.step("back");
    else if (way && page.tree.can(way) && !scrolls(event)) page.step(way);
    else return;
    event.preventDefault();
  });
}

/** @param {EventTarget | null} target */
const isText = (target) => target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

/** Whether a key belongs to a list that it scrolls. @param {KeyboardEvent} event */
const scrolls = ({ key, target }) => !/^Arrow(Left|Right)$/.test(key) && target instanceof Element && target.matches("[tabindex='0']:not(button)");
