/** The tutor: what the last action did and by which rule, what it cost, what a move would do and threaten, and hints. */

import { at, fill, h } from "../board/dom.js";
import * as numbers from "../board/numbers.js";
import { isPlayer } from "../board/words.js";
import { link } from "./rules.js";

/** @import {Action, Told, Worth} from "../board/types.js" */
/** @import {Page} from "./page.js" */

/**
 * @typedef {{actor: string, of: number, hold: string[], kept: Worth, lost: Worth}} Replies
 * @typedef {{cost: Worth | null, replies: Replies | null, results: Action[] | null, likeliest: {token: string, replies: Replies | null} | null}} After
 */

const MOST = 6;

/** @param {Page} page */
export function tutor(page) {
  const [happened, ahead] = [at("happened"), at("ahead")];
  page.on(["position", "settings", "tree"], () => told(page, happened));
  page.on(["position", "hand", "settings"], () => void preview(page, ahead));
  page.on("position", () => ahead.style.removeProperty("min-height"));
  told(page, happened);
  void preview(page, ahead);
  let asked = false;
  at("hint").addEventListener("click", () => {
    asked = page.shown.solved.state === "working";
    hint(page);
  });
  page.on("position", () => (asked = false));
  page.on("values", () => {
    if (!asked || page.shown.solved.state === "working") return;
    asked = false;
    hint(page);
  });
}

/** @param {Told} told */
const item = ({ words, rule }) => h("li", {}, words, ". ", link(rule));

/** What the last action has done and cost. @param {Page} page @param {HTMLElement} root */
function told({ shown, tree, info, settings }, root) {
  const { token, grade, cost } = tree.current;
  if (!token) return fill(root, h("p", { class: "about" }, info.about));
  const judged = settings.tutor && settings.values && cost !== undefined && h("li", { class: grade ? `cost ${grade}` : "cost" }, `${token} lost ${grade ? cost : "nothing"}.`);
  fill(root, h("h2", {}, "What happened"), h("h3", {}, token), h("ul", {}, ...shown.told.map(item), judged));
}

/** What the action at which the person points would do. @param {Page} page @param {HTMLElement} root */
async function preview(page, root) {
  const { pointed, shown, settings, armed, hand } = page;
  const action = shown.actions.find((each) => each.action === pointed);
  root.classList.toggle("armed", armed !== null);
  if (!action) return fill(root, !shown.outcome && h("p", { class: "quiet" }, hand.length ? `${listed(hand)} chosen: choose the other square, or the same again to let go.` : settings.tutor ? idle(page) : ""));
  const again = armed === pointed && h("button", { class: "primary", type: "button", "data-key": "again", click: () => page.play(action.action) }, `Play ${action.action}`);
  const known = settings.tutor ? page.game.told(shown.position, action.action, page.previewed()) : [];
  grow(root, h("h3", {}, action.token, " ", again), h("ul", {}, ...known.map(item)));
  if (!settings.tutor || !settings.values || !isPlayer(shown.actor) || shown.solved.state !== "ready") return;
  const after = /** @type {After | null} */ (await page.once("after", { position: shown.position, action: action.action }));
  if (!after || page.shown !== shown || page.pointed !== pointed) return;
  const more = [
    after.cost && (after.cost.number > 0 ? `It loses ${numbers.full(after.cost)}.` : "It keeps the value."),
    after.replies && threat(after.replies),
    after.results && left(after.results),
    after.likeliest?.replies && after.results && after.results.length > 1 && `After ${after.likeliest.token}: ${threat(after.likeliest.replies)}`,
  ];
  grow(root, h("h3", {}, action.token, " ", again), h("ul", {}, ...more.flatMap((words) => (words ? [h("li", {}, words)] : [])), ...known.map(item)));
}

/** Fill an element that does not become smaller, so that nothing moves away under the pointer. @param {HTMLElement} root @param {...HTMLElement} children */
function grow(root, ...children) {
  fill(root, ...children);
  root.style.minHeight = `${Math.ceil(root.getBoundingClientRect().height)}px`;
}

/** @param {number[]} hand */
const listed = (hand) => (hand.length === 1 ? `Square ${hand[0]} is` : `Squares ${hand.join(" and ")} are`);

/** @param {Page} page */
function idle({ shown, view }) {
  const { actions } = shown;
  const has = (/** @type {number} */ count) => actions.some(({ squares }) => squares.length === count);
  const verb = matchMedia("(pointer: coarse)").matches ? "Touch" : "Point at";
  if (actions.some((action) => action.result)) return `${verb} a card to see on the board what it does.`;
  return `${verb} a move to see what it would do and threaten${view.twice && has(1) && has(2) ? `; ${view.twice}` : ""}.`;
}

/** What each result of chance, or each selection of the System, leaves. @param {Action[]} results */
function left(results) {
  const each = results.slice(0, MOST).map(({ action, probability, ...value }) => `${action} (${probability ? numbers.percent(probability.number) : ""}) leaves ${numbers.decimal(value.number ?? 0)}`);
  return `${each.join("; ")}${results.length > MOST ? `; … (${results.length} results)` : ""}.`;
}

/** What the opponent has to answer. @param {Replies} replies */
function threat({ actor, of, hold, kept, lost }) {
  const tokens = hold.slice(0, MOST).join(", ") + (hold.length > MOST ? ", …" : "");
  const all = of === 1 ? `the only reply of ${actor} is` : `${of === 2 ? "both replies" : `all ${of} replies`} of ${actor} are`;
  if (hold.length === of) return `It threatens nothing: ${all} worth ${numbers.full(kept)}.`;
  const those = hold.length === 1 ? `only ${tokens} holds` : `only ${hold.length} of ${of} replies hold (${tokens})`;
  return `${actor} must be careful: ${those} ${numbers.full(kept)}; the worst reply gives ${numbers.full(lost)}${lost.means ? `, ${lost.means}` : ""}.`;
}

/** Mark the best moves on the board, or say why there are none to name. @param {Page} page */
function hint(page) {
  const { actor, actions, solved, outcome } = page.shown;
  const best = actions.filter((action) => action.best).map(({ action }) => action);
  const words = outcome
    ? "The game is over."
    : actor === "CHANCE"
      ? "Chance decides here."
      : actor === "SYSTEM"
        ? "The System selects here."
        : solved.state === "working"
          ? "The values are still being computed."
          : solved.state === "unsolved"
            ? (solved.words ?? "")
            : `Best: ${best.slice(0, 6).join(", ")}${best.length > 6 ? ` and ${best.length - 6} more` : ""}.`;
  page.say(words);
  page.hinted = best.length > 0;
  page.tell("hand", "values");
}
