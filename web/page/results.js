/** What settles a ply, directly under the board: the two settlements of a cycle, or what chance may do. */

import { at, fill, h, s } from "../board/dom.js";
import { SIDE, grid } from "../board/draw.js";
import * as numbers from "../board/numbers.js";
import { isPlayer } from "../board/words.js";
import { pointed } from "./values.js";

/** @import {Action} from "../board/types.js" */
/** @import {Page} from "./page.js" */

/** Most cards under the board; the list beside it has all. */
const MOST = 6;
/** Most letters of an action, and of what its value means, on a card. */
const [LONG, LONG_WORDS] = [8, 24];

/** @param {Page} page */
export function results(page) {
  const root = at("results");
  const render = () => {
    const { shown } = page;
    const all = shown.actions.filter((action) => action.result);
    root.dataset.kind = all.length ? (shown.actor ?? "") : "";
    const drawn = all.length > 0 && !isPlayer(shown.actor) && h("button", { class: "primary", type: "button", id: "decide", "data-key": "decide", click: () => void page.decide() }, shown.actor === "SYSTEM" ? "Let the System select" : "Let chance decide");
    const more = all.length > MOST && h("p", { class: "quiet" }, `${all.length - MOST} more are in the list.`);
    fill(root, drawn, all.length > 0 && h("div", { class: "cards" }, ...all.slice(0, MOST).map((action, i) => card(page, action, i))), more);
  };
  page.on(["position", "values", "settings"], render);
  render();
  page.on("hand", () => {
    for (const each of root.querySelectorAll("[data-action]")) if (each instanceof HTMLElement) each.classList.toggle("pointed", each.dataset.action === page.pointed);
  });
}

/** @param {Page} page @param {Action} action @param {number} place */
function card(page, action, place) {
  const valued = page.settings.values && action.number !== undefined;
  const marks = s("g", { class: "marks" });
  const small = s("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, class: "picture small", "aria-hidden": "true" }, grid(), marks);
  const after = page.next(action.action);
  const draw = () => marks.replaceChildren(...page.marks(after));
  if (page.memory.drawn.has(after)) draw();
  else setTimeout(() => marks.isConnected && draw()); // the board first
  const letter = String.fromCharCode(65 + place);
  const words = action.squares.length ? `to square ${action.squares}` : action.action;
  const star = action.best && (valued || page.hinted) ? "★ " : "";
  return h(
    "button",
    { class: `card${star ? " best" : ""}`, type: "button", "data-action": action.action, "data-key": `card ${letter}`, "aria-keyshortcuts": letter, "aria-label": action.action.length > LONG && `${letter} ${words}`, ...pointed(page, action) },
    small,
    h(
      "span",
      { class: "card-words" },
      h("b", {}, h("kbd", {}, letter), ` ${star}${action.action.length > LONG ? "" : words}`),
      action.probability && h("span", { title: action.probability.exact }, numbers.percent(action.probability.number)),
      valued && h("span", { class: "quiet", title: action.exact }, action.means && action.means.length <= LONG_WORDS ? action.means : `value ${page.short(action.number)}`),
    ),
  );
}
