/** The board: a picture, and above it nine buttons. Two clicks, a drag, or keys make a move; a click on a lit square settles a cycle. */

import { h, s } from "./dom.js";
import { CELL, SIDE, SQUARES, corner, grid, label, labelled, middle } from "./draw.js";
import * as numbers from "./numbers.js";

/** @import {Action} from "./types.js" */
/** @import {Session} from "./session.js" */

/** Most arcs on the board: more best moves than that are no advice. */
const MOST_ARCS = 6;
/**
 * Put a board into a root. Its host says in its data which moves are shown, and whether their values are there.
 * @param {Session} session
 * @param {HTMLElement} root
 * @param {HTMLElement} host
 */
export function board(session, root, host) {
  const layer = (/** @type {string} */ name) => s("g", { class: name });
  const [tints, marks, arcs, corners] = [layer("tints"), layer("marks"), layer("arcs"), layer("corners")];
  const picture = s("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, class: "picture", part: "picture", "aria-hidden": "true" }, tints, grid(), arcs, marks, corners);
  const squares = SQUARES.map((square) => h("button", { class: "square", part: "square", type: "button", "data-square": square }));
  const field = h("div", { class: "field", role: "group", "aria-label": "Board", inert: true }, ...squares);
  const words = h("p", { class: "described" });
  root.replaceChildren(picture, field, words);
  /** @type {any} */
  let drawn = null;
  const render = () => {
    if (!session.shown) return;
    field.inert = false;
    const position = session.previewed();
    if (position !== drawn) {
      drawn = position;
      marks.replaceChildren(...session.marks(position));
    }
    picture.classList.toggle("previewing", position !== session.shown.position);
    const known = session.settings.values ? truths(session) : new Map();
    tints.replaceChildren(...SQUARES.flatMap((square) => tint(session, square, known.get(square))));
    arcs.replaceChildren(...stars(session, known));
    corners.replaceChildren(...SQUARES.flatMap((square) => cornersOf(session, square, known.get(square))));
    words.textContent = session.game.describe(session.shown.position);
    for (const square of SQUARES) dress(session, squares[square - 1], square, known.get(square));
    Object.assign(host.dataset, { moves: session.tree.path().join(" "), state: session.shown.solved.state });
  };
  session.on(["position", "values", "hand", "settings"], render);
  session.on("game", () => (drawn = null));
  pointing(session, field, squares);
  arrows(field, squares);
}

/** @typedef {{least: number, most: number, best: boolean, low: number, high: number}} Truth what the actions through a square lose and
 *   are worth, from the best to the worst, and whether all of them are best */

/** What a click on each square leaves open. @param {Session} session @returns {Map<number, Truth>} */
function truths(session) {
  const onBoard = session.shown.actions.filter((action) => action.squares.length);
  const losses = numbers.losses(onBoard, session.shown.actor);
  /** @type {Map<number, Truth>} */
  const found = new Map();
  if (!losses) return found;
  for (const square of SQUARES) {
    const through = session.through(square);
    if (!through.length) continue;
    const [lost, values] = [through.map((action) => losses.get(action) ?? 0), through.map((action) => action.number ?? 0)];
    found.set(square, { least: Math.min(...lost), most: Math.max(...lost), best: through.every((action) => action.best), low: Math.min(...values), high: Math.max(...values) });
  }
  return found;
}

/**
 * The ground of a square: the colour of the best that a click there can lead to, and in a corner that of the worst.
 * @param {Session} session
 * @param {number} square
 * @param {Truth | undefined} truth
 */
function tint(session, square, truth) {
  const [x, y] = [corner(square)[0] + 2, corner(square)[1] + 2];
  const size = CELL - 4;
  const pointed = session.shown.actions.find((action) => action.action === session.pointed)?.squares ?? [];
  const states = `${session.hand.includes(square) ? " held" : ""}${pointed.includes(square) ? " pointed" : ""}`;
  const [best, worst] = truth ? [truth.least, truth.most].map((loss) => numbers.heat(loss, session.game.worth)) : [];
  const ground = truth ? ` heat-${best}` : session.through(square).length ? " open" : "";
  return [
    s("rect", { class: `tint${ground}${states}`, x, y, width: size, height: size, rx: 7 }),
    truth && worst !== best && s("path", { class: `tint heat-${worst}`, d: `M ${x + size - 46} ${y + size} L ${x + size} ${y + size - 46} v 39 a 7 7 0 0 1 -7 7 Z` }),
  ].filter((each) => each instanceof Element);
}

/** The best moves before the first click: an arc for each pair of squares, a ring for each single one. @param {Session} session @param {Map<number, Truth>} known @returns {SVGElement[]} */
function stars(session, known) {
  if (session.hand.length || session.pointed || !(session.settings.values || session.hinted)) return [];
  const best = session.shown.actions.filter((action) => action.best && action.squares.length);
  const pairs = best.filter((action) => action.squares.length === 2);
  const rings = best.filter(({ squares: [square, second] }) => !second && (session.hinted || session.through(square).length > 1)).map(({ squares: [square] }) => ring(square));
  const shown = pairs.length <= MOST_ARCS || session.hinted ? pairs.slice(0, MOST_ARCS) : [];
  const labels = shown.length ? SQUARES.flatMap((square) => labelled(square, CELL - 12 - LETTER * worthOf(session, known.get(square)).length)) : [];
  return [...rings, ...shown.map((action) => arc(action, session.ordered, labels))];
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

/** What the moves at a square are worth: one number, or from the least to the most. @param {Session} session @param {Truth | undefined} truth */
function worthOf(session, truth) {
  if (!truth) return "";
  const [low, high] = [truth.low, truth.high].map((each) => session.short(each));
  return low === high ? `${truth.best ? "★ " : ""}${high}` : `${low}…${high}`.replace(/(?<=[+−])0(?=\.)/g, "");
}

/** The number of a square, and what the moves there are worth. @param {Session} session @param {number} square @param {Truth | undefined} truth */
function cornersOf(session, square, truth) {
  const [x, y] = corner(square);
  const number = label(square, x + 11, y + 18, { class: "number" });
  if (!truth) return [number];
  const worth = label("", x + CELL - 8, y + 18, { class: "worth", "text-anchor": "end" });
  const parts = worthOf(session, truth).split(session.shown.actor === "O" ? /(….*)$/ : /^(.*…)/);
  worth.append(...parts.map((part, i) => s("tspan", { class: i === 1 && "worse" }, part)));
  return [number, worth];
}

/** @param {Session} session @param {HTMLButtonElement} button @param {number} square @param {Truth | undefined} truth */
function dress(session, button, square, truth) {
  const leads = session.through(square);
  button.classList.toggle("open", leads.length > 0);
  button.setAttribute("aria-pressed", String(session.hand.includes(square)));
  const range = truth && (truth.low === truth.high ? `, ${numbers.decimal(truth.high)}` : `, from ${numbers.decimal(truth.low)} to ${numbers.decimal(truth.high)}`);
  const settles = leads.length === 1 && leads[0].result ? `, ${leads[0].action}` : "";
  button.setAttribute("aria-label", `Square ${square}${leads.length ? `${settles}${range ?? ""}${truth?.best ? ", best" : ""}` : ", no move"}`);
}

/**
 * A click on a square: the first or the second of a move, or the settlement of a cycle.
 * @param {Session} session
 * @param {number} square
 * @param {boolean} [touched] whether a finger did: then the first touch shows what the move does, and the second plays it
 */
function pick(session, square, touched = false) {
  const { hand, armed, shown } = session;
  if (touched && armed && session.shown.actions.find(({ action }) => action === armed)?.squares.at(-1) === square) return session.play(armed);
  const leads = session.through(square);
  const whole = [...new Set([...hand, square])];
  const done = leads.filter((action) => action.squares.length === whole.length);
  if (done.length === 1 && (hand.length > 0 || leads.length === 1)) return touched ? session.arm(done[0].action) : session.play(done[0].action);
  if (hand.includes(square) || leads.length) {
    session.fail("");
    return session.setHand(hand.includes(square) ? [] : whole);
  }
  if (touched && hand.length && session.shown.actions.some(({ squares }) => squares[0] === square || squares.includes(square))) return session.setHand([square]);
  void import("./refused.js").then(({ refused }) => session.shown === shown && refused(session, square, whole));
}

/**
 * What the pointer does: a click, a preview where one click would do, and with a mouse or a pen a move drawn from one square to
 * the other.
 * @param {Session} session
 * @param {HTMLElement} field
 * @param {HTMLButtonElement[]} squares
 */
function pointing(session, field, squares) {
  let from = 0;
  let touched = false;
  const shown = (/** @type {number} */ square) => () => {
    if (touched) return;
    const leads = session.through(square);
    const one = leads.length === 1 && (session.hand.length > 0 || leads[0].squares.length === 1) && !session.hand.includes(square);
    session.point(one ? leads[0].action : null);
  };
  const left = () => touched || session.point(null);
  for (const square of SQUARES) {
    const button = squares[square - 1];
    button.addEventListener("click", (event) => pick(session, square, touched && event.detail > 0));
    button.addEventListener("pointerenter", shown(square));
    button.addEventListener("pointerleave", left);
    button.addEventListener("focus", shown(square));
    button.addEventListener("blur", left);
  }
  const under = (/** @type {PointerEvent} */ event) => {
    const found = /** @type {Document | ShadowRoot} */ (field.getRootNode()).elementFromPoint(event.clientX, event.clientY);
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
    if (!session.hand.includes(first)) {
      session.setHand([]);
      pick(session, first);
    }
    if (session.hand.includes(first)) pick(session, second);
  });
}

/** How the arrow keys go from a square to the next. */
const ARROWS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 });
const WAYS = /** @type {Record<string, "back" | "forward" | "toStart" | "toEnd" | "up" | "down">} */ ({ ArrowLeft: "back", ArrowRight: "forward", Home: "toStart", End: "toEnd", ArrowUp: "up", ArrowDown: "down" });

/** Arrows move among the squares. @param {HTMLElement} field @param {HTMLButtonElement[]} buttons */
function arrows(field, buttons) {
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
}

/**
 * Digits are squares, letters settle a cycle or choose what chance does, arrows move through the game, Escape lets go,
 * Backspace lets go or takes back.
 * @param {Session} session
 * @param {EventTarget} target whose keys these are
 */
export function keys(session, target) {
  target.addEventListener("keydown", (given) => {
    const event = /** @type {KeyboardEvent} */ (given);
    if (!session.shown || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || isText(event.target)) return;
    const way = WAYS[event.key];
    const letter = /^[a-f]$/i.test(event.key) ? event.key.toLowerCase().charCodeAt(0) - 97 : -1;
    const result = session.shown.actions.filter((action) => action.result)[letter];
    if (/^[1-9]$/.test(event.key)) pick(session, Number(event.key));
    else if (result) session.play(result.action);
    else if (event.key === "Escape" && session.hand.length) session.setHand([]);
    else if (event.key === "Backspace") session.hand.length ? session.setHand([]) : session.step("back");
    else if (way && session.tree.can(way) && !scrolls(event)) session.step(way);
    else return;
    event.preventDefault();
  });
}

/** @param {EventTarget | null} target */
const isText = (target) => target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

/** Whether a key belongs to a list that it scrolls. @param {KeyboardEvent} event */
const scrolls = ({ key, target }) => !/^Arrow(Left|Right)$/.test(key) && target instanceof Element && target.matches("[tabindex='0']:not(button)");
