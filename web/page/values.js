/** What the position is worth, in words and as a bar; and the list beside the board: one line an action, best play. */

import { at, fill, h } from "../board/dom.js";
import * as numbers from "../board/numbers.js";
import { ended, isPlayer, ownSide, turn } from "../board/words.js";
import { sentence } from "../board/session.js";
import { link } from "./rules.js";

/** @import {Action, Chances} from "../board/types.js" */
/** @import {Page} from "./page.js" */

/** Milliseconds after which nobody waits for the solver any more. */
const LONGEST = 60_000;
/** Most characters of a value above the board. */
const SHORT = 16;

/** @param {Page} page */
export function values(page) {
  const [head, list, line] = [at("worth"), at("actions"), at("variation")];
  page.on(["position", "values", "settings"], () => {
    if (page.patient) return;
    headline(page, head);
    render(page, list);
  });
  page.on("hand", () => mark(page, list));
  page.on(["values", "settings"], () => void variation(page, line));
  page.on("position", () => (line.inert = true)); // it keeps its room
  page.on("values", () => void likely(page));
}

/** Who is to act, and what the position is worth. @param {Page} page @param {HTMLElement} head */
function headline(page, head) {
  const { shown, settings } = page;
  const { outcome, value, solved, chances } = shown;
  const first = h("strong", {}, outcome ? `${ended(page)}. ` : turn(page), outcome ? link(outcome.rule) : null);
  const second = h("span", { class: "value" });
  const bar = settings.values && chances && !outcome && isOpen(chances) ? balance(chances) : null;
  if (outcome) second.append(`The game is over.${ownSide(page) ? " The analysis says where the result was lost." : ""}`);
  else if (solved.state === "working") second.append(h("progress", { max: solved.of || null, value: solved.of ? solved.done ?? 0 : null, "aria-label": "Progress of the solver" }), ` ${sentence(solved.words ?? "Computing values")} …`);
  else if (solved.state === "unsolved") second.append(solved.words ?? "");
  else if (!settings.values) second.append("Values are hidden.");
  else if (value) {
    const words = bar && chances ? numbers.ending(chances) : named(value);
    second.append("With best play: ", ...(words ? [`${words} `, h("small", { class: "quiet" }, "(value ", exactly(value), ")")] : ["X can expect ", exactly(value)]));
  }
  fill(head, first, second, bar);
}

/** What a value means in words that do not say it again. @param {{means?: string}} worth */
const named = ({ means = "" }) => (/\d/.test(means) ? "" : means);

/** @param {Chances} chances */
const isOpen = ({ X, draw, O }) => [X, draw, O].filter(({ number }) => number > 0).length > 1;

/** The chances as a bar, in the order of the words above it. @param {Chances} chances */
function balance(chances) {
  const parts = /** @type {const} */ (["X", "draw", "O"]).filter((each) => chances[each].number > 0);
  const bar = h("span", { class: "balance", role: "img", "aria-label": `With best play: ${numbers.ending(chances)}` });
  for (const each of parts) {
    const part = h("span", { class: `part ${each}` });
    part.style.flexGrow = String(chances[each].number);
    bar.append(part);
  }
  return bar;
}

/** Ask, and again while the solver still works on it. @param {Page} page @param {string} what @returns {Promise<any>} */
async function asked(page, what) {
  const { shown } = page;
  for (let wait = 1000; page.shown === shown && wait < LONGEST; wait *= 2) {
    const found = await page.once(what, { position: shown.position });
    if (found !== undefined) return page.shown === shown && found;
    await new Promise((done) => setTimeout(done, wait));
  }
}

/** The chances of each ending. @param {Page} page */
async function likely(page) {
  const { shown } = page;
  if (shown.solved.state !== "ready" || shown.chances || shown.outcome || !page.settings.values) return;
  const found = await asked(page, "chances");
  if (!found) return;
  shown.chances = found;
  headline(page, at("worth"));
}

/** A number in full; one that is too long is a button that copies it. @param {{exact?: string, number?: number}} worth */
function exactly(worth) {
  const { exact = "" } = worth;
  if (!numbers.isLong(worth, SHORT)) return numbers.full(worth);
  return h("button", { class: "rule-link exact", type: "button", "data-key": "exact", title: `Copy the exact value ${exact}`, click: async () => (await import("./copy.js")).copy(exact, "the exact value") }, numbers.full(worth, SHORT));
}

/** @param {Page} page @param {HTMLElement} list */
function render(page, list) {
  const { shown, settings } = page;
  at("values").hidden = !shown.actions.length;
  const losses = settings.values ? numbers.losses(shown.actions, shown.actor) : null;
  const player = isPlayer(shown.actor);
  const order = losses && player ? [...shown.actions].sort((a, b) => (losses.get(a) ?? 0) - (losses.get(b) ?? 0)) : shown.actions;
  fill(list, ...order.map((action) => row(page, action, losses && player ? numbers.heat(losses.get(action) ?? 0, page.game.worth) : null)));
  mark(page, list);
  if (settings.beside && settings.values) void import("./beside.js").then(({ beside }) => page.shown === shown && beside(page, list));
}

/** An action in one line: what it is, how likely, and what it is worth. @param {Page} page @param {Action} action @param {number | null} heat */
function row(page, action, heat) {
  const valued = page.settings.values && action.number !== undefined;
  const star = action.best && (valued || page.hinted);
  return h(
    "button",
    { class: `row${heat === null ? "" : ` heat-${heat}`}`, type: "button", "data-action": action.action, "data-token": action.token, "data-key": action.action, ...pointed(page, action) },
    h("b", {}, star ? "★ " : "", action.action),
    h("span", { class: "row-worth" }, valued ? numbers.decimal(action.number ?? 0, page.game.worth.draw === 0, 4) : ""),
    h("span", { class: "row-exact", title: [action.probability && numbers.chance(action.probability), valued && numbers.full(action)].filter(Boolean).join(", ") }, ...[action.probability && numbers.percent(action.probability.number), valued && named(action)].filter(Boolean).join(", ")),
  );
}

/** Show which actions go on from the squares clicked on. @param {Page} page @param {HTMLElement} list */
function mark(page, list) {
  const open = new Set(page.continuing().map(({ action }) => action));
  for (const each of list.querySelectorAll(".row")) {
    if (!(each instanceof HTMLElement)) continue;
    each.classList.toggle("faded", page.hand.length > 0 && !open.has(each.dataset.action ?? ""));
    each.classList.toggle("pointed", each.dataset.action === page.pointed);
  }
}

/** The principal variation, asked for after the values are there. @param {Page} page @param {HTMLElement} line */
async function variation(page, line) {
  const { shown } = page;
  const wanted = page.settings.values && isPlayer(shown.actor) && shown.solved.state === "ready";
  const tokens = /** @type {string[] | null} */ (wanted ? await asked(page, "variation") : null);
  if (page.shown !== shown) return;
  line.inert = false;
  if (!tokens?.length || !page.settings.values) return fill(line);
  const steps = tokens.map((token, i) => h("button", { class: "step", type: "button", "data-key": `line ${i}`, click: () => page.follow(tokens.slice(0, i + 1)) }, token));
  fill(line, h("span", { class: "quiet" }, "Best play "), ...steps);
}

/** What a button of an action listens to: it shows the action on the board, and plays it; a finger's first touch only shows it. @param {Page} page @param {Action} action */
export function pointed(page, { action }) {
  let touched = false;
  return {
    pointerdown: (/** @type {PointerEvent} */ event) => (touched = event.pointerType === "touch"),
    click: (/** @type {MouseEvent} */ event) => (touched && event.detail > 0 && page.armed !== action ? page.arm(action) : page.play(action)),
    pointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === "touch" || page.point(action),
    pointerleave: (/** @type {PointerEvent} */ event) => event.pointerType === "touch" || page.point(null),
    focus: () => touched || page.point(action),
    blur: () => page.armed === action || page.point(null),
  };
}
