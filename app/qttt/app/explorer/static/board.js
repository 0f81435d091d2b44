/** The board: a picture, and above it nine buttons; two clicks, a drag, or keys make a move. */

import { at, h, s } from "./dom.js";
import { CELL, SIDE, SQUARES, corner, grid, label } from "./draw.js";
import * as numbers from "./numbers.js";

/** @import {Action} from "./types.js" */
/** @import {Page} from "./page.js" */

/** @param {Page} page */
export function board(page) {
  const picture = s("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, class: "picture", "aria-hidden": "true" });
  const squares = SQUARES.map((square) =>
    h("button", { class: "square", type: "button", "data-square": square, click: () => void pick(page, square) }),
  );
  const field = h("div", { class: "field", role: "group", "aria-label": "Board" }, ...squares);
  at("board").replaceChildren(picture, field);
  const render = () => draw(page, picture, squares);
  page.on(["position", "hand", "settings", "game"], render);
  for (const square of SQUARES) {
    squares[square - 1].addEventListener("pointerenter", () => hover(page, square));
    squares[square - 1].addEventListener("pointerleave", () => page.point(null));
  }
  drag(page, field);
  keys(page, field, squares);
}

/**
 * @param {Page} page
 * @param {SVGSVGElement} picture
 * @param {HTMLButtonElement[]} buttons
 */
function draw(page, picture, buttons) {
  const { answer } = page;
  if (!answer) return;
  const shown = page.settings.values;
  const worth = bests(page);
  const marks = page.view.draw(answer.picture);
  const tints = SQUARES.map((square) => tint(page, square, shown ? worth.get(square) : undefined));
  const texts = SQUARES.flatMap((square) => corners(page, square, shown ? worth.get(square) : undefined));
  picture.replaceChildren(
    s("g", { class: "tints" }, ...tints),
    grid(),
    s("g", { class: "marks" }, ...marks),
    s("g", { class: "corners" }, ...texts),
  );
  for (const square of SQUARES) dress(page, buttons[square - 1], square, worth.get(square));
  Object.assign(at("board").dataset, { moves: answer.moves, solved: answer.solved.state });
}

/** @typedef {{action: Action, loss: number, best: boolean}} Best */

/**
 * For each square the best action to which a click on it leads, and how good that is.
 * @param {Page} page
 * @returns {Map<number, Best>}
 */
function bests(page) {
  const answer = page.answer;
  const found = /** @type {Map<number, Best>} */ (new Map());
  if (!answer) return found;
  const onBoard = answer.actions.filter((action) => action.squares.length);
  const losses = numbers.losses(onBoard, answer.actor);
  if (!losses) return found;
  for (const square of SQUARES) {
    for (const action of page.through(square)) {
      const loss = losses.get(action) ?? 0;
      const known = found.get(square);
      if (!known || loss < known.loss) found.set(square, { action, loss, best: action.best ?? false });
    }
  }
  return found;
}

/**
 * @param {Page} page
 * @param {number} square
 * @param {Best | undefined} best
 */
function tint(page, square, best) {
  const [x, y] = corner(square);
  const held = page.hand.includes(square) ? " held" : "";
  const pointed = pointedSquares(page).includes(square) ? " pointed" : "";
  const open = page.through(square).length ? " open" : "";
  const heat = best ? ` heat-${numbers.heat(best.loss, page.info.worth)}` : open;
  return s("rect", { class: `tint${heat}${held}${pointed}`, x: x + 2, y: y + 2, width: CELL - 4, height: CELL - 4, rx: 7 });
}

/** @param {Page} page */
function pointedSquares(page) {
  return page.answer?.actions.find((action) => action.token === page.pointed)?.squares ?? [];
}

/**
 * The number of a square, and what the best move there is worth.
 * @param {Page} page
 * @param {number} square
 * @param {Best | undefined} best
 */
function corners(page, square, best) {
  const [x, y] = corner(square);
  const texts = [label(square, x + 11, y + 18, { class: "number" })];
  if (best) {
    const worth = numbers.short(best.action, page.info.worth.draw === 0);
    const star = best.best ? "★ " : "";
    texts.push(label(star + worth, x + CELL - 9, y + 18, { class: "worth", "text-anchor": "end" }));
  }
  return texts;
}

/**
 * @param {Page} page
 * @param {HTMLButtonElement} button
 * @param {number} square
 * @param {Best | undefined} best
 */
function dress(page, button, square, best) {
  const open = page.through(square).length > 0;
  button.classList.toggle("open", open);
  button.classList.toggle("held", page.hand.includes(square));
  button.setAttribute("aria-pressed", String(page.hand.includes(square)));
  const worth = best && page.settings.values ? `, best ${numbers.full(best.action)}${best.best ? ", a best move" : ""}` : "";
  button.setAttribute("aria-label", `Square ${square}${open ? worth : ", no move"}`);
}

/**
 * A click on a square: the first or the second of a move. One made on the way to a position waits for it.
 * @param {Page} page
 * @param {number} square
 */
export async function pick(page, square) {
  if (!(await page.arrival())) return;
  const { hand } = page;
  const leads = page.through(square);
  const whole = [...new Set([...hand, square])];
  const done = leads.filter((action) => action.squares.length === whole.length);
  if (done.length === 1 && (hand.length > 0 || leads.length === 1)) return void page.play(done[0].token);
  if (hand.includes(square) || leads.length) {
    page.fail("");
    return page.setHand(hand.includes(square) ? [] : whole);
  }
  const why = await page.trying(() => page.ask("why", { squares: whole.join("-") }));
  if (why?.rule) page.fail(`Square ${square} ${problem(page, square, why.words)}.`, why.rule);
}

/**
 * What is wrong with a square, and what to do instead.
 * @param {Page} page
 * @param {number} square
 * @param {string} words what the rules expect
 */
function problem(page, square, words) {
  const expected = words.replace(/^expected /, "");
  if (!page.answer?.actor) return "cannot be chosen: the game is over";
  const named = page.answer.actions.some(({ squares }) => squares.includes(square));
  const state = named || page.answer.actions.every(({ squares }) => !squares.length) ? "cannot be chosen now" : "is taken";
  return `${state}. Choose ${expected}`;
}

/**
 * @param {Page} page
 * @param {number} square
 */
function hover(page, square) {
  const leads = page.through(square);
  const only = leads.length === 1 && leads[0].squares.length === 1;
  if (!page.hand.length && !only) return;
  page.point(leads.length && !page.hand.includes(square) ? leads[0].token : null);
}

/**
 * With a mouse or a pen a move can be drawn from one square to the other.
 * @param {Page} page
 * @param {HTMLElement} field
 */
function drag(page, field) {
  let from = 0;
  /** @param {PointerEvent} event */
  const under = (event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    return Number(found instanceof HTMLElement ? found.dataset.square : 0) || 0;
  };
  field.addEventListener("pointerdown", (event) => {
    from = event.pointerType === "touch" ? 0 : under(event);
  });
  field.addEventListener("pointerup", async (event) => {
    const [first, second] = [from, under(event)];
    from = 0;
    if (!first || !second || first === second) return;
    if (!page.hand.includes(first)) {
      page.setHand([]);
      await pick(page, first);
    }
    if (page.hand.includes(first)) await pick(page, second);
  });
}

/** How the arrow keys go from a square to the next. */
const ARROWS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 });

/**
 * Digits are squares, arrows move among them, Escape lets go, Backspace lets go or takes back.
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
    if (event.altKey || event.ctrlKey || event.metaKey || isText(event.target)) return;
    if (/^[1-9]$/.test(event.key)) void pick(page, Number(event.key));
    else if (event.key === "Escape" && page.hand.length) page.setHand([]);
    else if (event.key === "Backspace") page.hand.length ? page.setHand([]) : void page.step("back");
    else if (event.key === "ArrowLeft") void page.step("back");
    else if (event.key === "ArrowRight") void page.step("forward");
    else return;
    event.preventDefault();
  });
}

/** @param {EventTarget | null} target */
function isText(target) {
  return target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
