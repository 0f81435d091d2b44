/** What each action is worth: the list beside the board, results of chance, and the principal variation. */

import * as address from "./address.js";
import { at, h, s } from "./dom.js";
import { SIDE, grid } from "./draw.js";
import * as api from "./api.js";
import * as numbers from "./numbers.js";
import { link } from "./rules.js";
import { copy } from "./share.js";

/** @import {Action, Answer, Beside} from "./types.js" */
/** @import {Page} from "./page.js" */

const MOST_PICTURES = 24;
/** Milliseconds after which values beside are asked for again. */
const AGAIN = 500;
/** What the solver does, in the words of a reader. */
const TASKS = /** @type {Record<string, string>} */ ({ enumerate: "finding positions", value: "computing values" });

/** @param {Page} page */
export function values(page) {
  const head = at("worth");
  const list = at("actions");
  const line = at("variation");
  page.on(["position", "settings"], () => {
    headline(page, head);
    render(page, list);
  });
  page.on("hand", () => mark(page, list));
  page.on(["position", "settings"], () => void variation(page, line));
}

/**
 * Who is to act, and what the position is worth.
 * @param {Page} page
 * @param {HTMLElement} head
 */
function headline(page, head) {
  const { answer } = page;
  if (!answer) return;
  const { outcome, value, solved } = answer;
  const twice = page.view.twice && answer.actions.some(({ squares }) => squares.length === 1) && answer.actions.some(({ squares }) => squares.length > 1);
  const first = h("strong", {}, outcome ? capital(outcome.words) : answer.next);
  const parts = [first];
  if (!outcome && value && page.settings.values) {
    const means = value.means ? `, ${value.means}` : "";
    parts.push(h("span", { class: "value" }, "value ", exactly(value), means));
  } else if (solved.state === "working") parts.push(working(answer));
  else if (solved.state !== "ready") parts.push(h("span", { class: "value quiet" }, `No values: ${solved.words}`));
  else parts.push(h("span", { class: "value quiet" }, outcome ? link(outcome.rule) : "values are hidden"));
  if (twice) parts[1].append(h("small", { class: "quiet" }, ` (${page.view.twice})`));
  head.replaceChildren(...parts);
}

/** @param {Answer} answer */
function working(answer) {
  const { task, ply, done = 0, of = 0, seconds } = answer.solved;
  const what = task ? `Solving the game: ${TASKS[task] ?? task}, ply ${ply}` : "Preparing the solver";
  const bar = of ? h("progress", { max: of, value: done, "aria-label": "Progress of the solve" }) : h("progress", { "aria-label": "Progress of the solve" });
  return h("span", { class: "value working" }, bar, ` ${what} (${Math.round(seconds ?? 0)} s)`);
}

/**
 * A number in full; one that is too long to read exactly is a button that copies it.
 * @param {{exact?: string, number?: number}} worth
 */
function exactly(worth) {
  const { exact = "" } = worth;
  if (!numbers.isLong(worth)) return numbers.full(worth);
  return h("button", { class: "rule-link exact", type: "button", title: `Copy the exact value ${exact}`, click: () => void copy(exact, "the exact value") }, numbers.full(worth));
}

/** @param {string} words */
const capital = (words) => (words ? words[0].toUpperCase() + words.slice(1) : words);

/**
 * @param {Page} page
 * @param {HTMLElement} list
 */
function render(page, list) {
  const { answer } = page;
  if (!answer) return;
  const onBoard = answer.actions.filter((action) => action.squares.length);
  const others = answer.actions.filter((action) => !action.squares.length);
  list.replaceChildren(...(onBoard.length ? groups(page, onBoard) : []), ...(others.length ? [results(page, others)] : []));
  if (!answer.actions.length) list.append(h("p", { class: "quiet" }, "The game is over. Take back a move, or start again."));
  mark(page, list);
  if (page.settings.beside && page.settings.values) beside(page, list);
}

/**
 * The actions on the board, those of one value in one row, the best first.
 * @param {Page} page
 * @param {Action[]} actions
 */
function groups(page, actions) {
  const losses = page.settings.values ? numbers.losses(actions, page.answer?.actor ?? null) : null;
  if (!losses) return [h("div", { class: "chips" }, ...actions.map((action) => chip(page, action)))];
  /** @type {Map<string, Action[]>} */
  const rows = new Map();
  for (const action of [...actions].sort((a, b) => (losses.get(a) ?? 0) - (losses.get(b) ?? 0))) {
    const key = action.exact ?? "";
    rows.set(key, [...(rows.get(key) ?? []), action]);
  }
  return [...rows.values()].map((same) => {
    const [first] = same;
    const title = h("div", { class: "of" }, h("b", {}, first.best ? "★ " : "", exactly(first)), h("span", { class: "quiet" }, first.means ?? ""));
    return h(
      "section",
      { class: `row heat-${numbers.heat(losses.get(first) ?? 0, page.info.worth)}` },
      title,
      h("div", { class: "chips" }, ...same.map((action) => chip(page, action))),
    );
  });
}

/**
 * @param {Page} page
 * @param {Action} action
 */
function chip(page, action) {
  return h(
    "button",
    {
      class: "chip",
      type: "button",
      "data-token": action.token,
      click: () => void page.play(action.token),
      pointerenter: () => page.point(action.token),
      pointerleave: () => page.point(null),
      focus: () => page.point(action.token),
      blur: () => page.point(null),
    },
    action.action,
  );
}

/**
 * What is not on the board: results of chance, and the settlements of a cycle, each with a picture if the view draws one.
 * @param {Page} page
 * @param {Action[]} actions
 */
function results(page, actions) {
  const byChance = actions.some((action) => action.probability);
  const cards = actions.map((action, i) => card(page, action, i < MOST_PICTURES));
  const drawn = byChance && h("button", { class: "wide", type: "button", click: () => void draw(page) }, "Let chance decide");
  return h("div", { class: "results" }, drawn, h("div", { class: "cards" }, ...cards));
}

/** @param {Page} page */
export async function draw(page) {
  const from = page.tree.current;
  const reply = await page.trying(() => page.ask("reply"));
  if (reply && page.tree.current === from) await page.play(reply.token);
}

/**
 * @param {Page} page
 * @param {Action} action
 * @param {boolean} pictured
 */
function card(page, action, pictured) {
  const picture = pictured ? page.view.result?.(page.answer?.picture, action.action) : null;
  const worth = page.settings.values && action.exact !== undefined;
  const small =
    picture &&
    s("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, class: "picture small", "aria-hidden": "true" }, grid(), s("g", { class: "marks" }, ...page.view.draw(picture)));
  return h(
    "button",
    { class: `card${action.best && worth ? " best" : ""}`, type: "button", "data-token": action.token, click: () => void page.play(action.token) },
    small,
    h("b", {}, `${action.best && worth ? "★ " : ""}${action.action}`),
    action.probability && h("span", {}, `probability ${numbers.chance(action.probability)}`),
    worth && h("span", { class: "quiet", title: numbers.isLong(action) && action.exact }, `value ${numbers.full(action)}${action.means ? `, ${action.means}` : ""}`),
  );
}

/**
 * Show which chips go on from the squares clicked on.
 * @param {Page} page
 * @param {HTMLElement} list
 */
function mark(page, list) {
  const open = new Set(page.continuing().map((action) => action.token));
  for (const each of list.querySelectorAll(".chip")) {
    if (!(each instanceof HTMLElement)) continue;
    each.classList.toggle("faded", page.hand.length > 0 && !open.has(each.dataset.token ?? ""));
    each.classList.toggle("pointed", each.dataset.token === page.pointed);
  }
}

/**
 * The values under the other rules of selection, on the same chips. Their lines are there at once, so that nothing moves.
 * @param {Page} page
 * @param {HTMLElement} list
 */
function beside(page, list) {
  const others = page.info.beside.filter((each) => each.game !== page.place.game || differs(each.options, page.answer?.options ?? {}));
  const lines = others.map((other) => {
    const line = h("p", { class: "quiet beside" });
    void fill(page, list, other, line);
    return line;
  });
  list.prepend(...lines);
}

/**
 * Ask about the same moves under other rules until their values are there, as long as the line is shown.
 * @param {Page} page
 * @param {HTMLElement} list
 * @param {Beside} other
 * @param {HTMLElement} line
 */
async function fill(page, list, other, line) {
  const say = (/** @type {string} */ words) => {
    line.textContent = line.title = `Small: where ${other.label}. ${words}`;
  };
  if (page.place.start) return say("No values: a written position names its own rules");
  say("This position: computing …");
  const query = besideQuery(page, other);
  try {
    let found = await api.position(other.game, query);
    while (found.solved.state === "working") {
      await new Promise((done) => setTimeout(done, AGAIN));
      if (!line.isConnected) return;
      found = await api.position(other.game, query);
    }
    if (!line.isConnected) return;
    if (!found.value) return say(`No values: ${found.solved.words}`);
    for (const action of found.actions) {
      const chip = list.querySelector(`[data-token="${CSS.escape(action.token)}"]`);
      chip?.append(h("small", { title: `where ${other.label}` }, ` ${numbers.short(action)}`));
    }
    say(`This position: ${numbers.full(found.value)}`);
  } catch (error) {
    if (!(error instanceof api.Problem)) throw error;
    say(`No values: ${page.sentence(error)}`);
  }
}

/**
 * The moves in the other game, with the options that both games have.
 * @param {Page} page
 * @param {Beside} other
 */
function besideQuery(page, other) {
  const names = page.index.games.find((each) => each.name === other.game)?.options.map(({ name }) => name) ?? [];
  const common = Object.entries(page.place.options).filter(([name]) => names.includes(name));
  return address.parameters({ game: other.game, options: { ...Object.fromEntries(common), ...other.options }, start: "", tree: page.tree });
}

/**
 * @param {Record<string, string>} some
 * @param {Record<string, string>} others
 */
const differs = (some, others) => Object.entries(some).some(([name, value]) => others[name] !== value);

/**
 * The principal variation, asked for after the values are there.
 * @param {Page} page
 * @param {HTMLElement} line
 */
async function variation(page, line) {
  const { answer } = page;
  line.replaceChildren();
  if (!answer || !page.settings.values || answer.solved.state !== "ready" || !answer.actions.some((each) => each.best)) return;
  const found = await page.once("variation").catch(() => null);
  if (answer !== page.answer || !found?.tokens.length) return;
  const tokens = /** @type {string[]} */ (found.tokens);
  const steps = tokens.map((token, i) =>
    h("button", { class: "step", type: "button", click: () => void follow(page, tokens.slice(0, i + 1)) }, token),
  );
  line.replaceChildren(h("span", { class: "quiet" }, "Best play "), ...steps);
}

/**
 * @param {Page} page
 * @param {string[]} tokens
 */
function follow(page, tokens) {
  if (!page.arrived) return;
  page.stepping = true;
  for (const token of tokens) page.tree.play(token);
  return page.show();
}
