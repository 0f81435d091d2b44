/** The tutor: what the last action did and by which rule, what it cost, and what a move would threaten. */

import { at, h } from "./dom.js";
import * as numbers from "./numbers.js";
import { link } from "./rules.js";

/** @import {Action, Told, Worth} from "./types.js" */
/** @import {Page} from "./page.js" */

/**
 * @typedef {{actor: string, of: number, hold: string[], kept: Worth, lost: Worth}} Replies
 * @typedef {{told: Told[], cost: Worth | null, replies: Replies | null, results: Action[] | null,
 *   likeliest: {token: string, replies: Replies | null} | null}} After
 */

const MOST = 8;
/** @type {Map<string, Promise<After>>} */
const known = new Map();

/** @param {Page} page */
export function tutor(page) {
  const happened = at("happened");
  const ahead = at("ahead");
  page.on(["position", "settings", "tree"], () => told(page, happened));
  page.on(["position", "hand", "settings"], () => void preview(page, ahead));
}

/**
 * What the last action has done.
 * @param {Page} page
 * @param {HTMLElement} root
 */
function told(page, root) {
  const { answer } = page;
  if (!answer) return;
  const last = page.tree.current.token;
  const items = answer.told.map((each) => h("li", {}, each.words, ". ", link(each.rule)));
  const { grade, cost } = page.tree.current;
  if (page.settings.tutor && page.settings.values && last && cost !== undefined) {
    items.unshift(h("li", { class: grade ? `cost ${grade}` : "cost" }, grade ? `${last} lost ${cost}.` : `${last} lost nothing.`));
  }
  root.replaceChildren(
    ...(items.length
      ? [h("h3", {}, last), h("ul", {}, ...items)]
      : [h("p", { class: "about" }, page.info.about)]),
  );
}

/**
 * What the move that the person points at would do.
 * @param {Page} page
 * @param {HTMLElement} root
 */
async function preview(page, root) {
  const { pointed, answer } = page;
  if (!page.settings.tutor || !pointed || !answer) return void root.replaceChildren(hint(page));
  const moves = page.tree.path().join(" ");
  const key = `${page.place.game} ${JSON.stringify(page.place.options)} ${page.place.start} ${moves} ${pointed}`;
  if (!known.has(key)) {
    if (known.size > 300) known.clear();
    const asked = /** @type {Promise<After>} */ (page.ask("after", { token: pointed }));
    asked.then((after) => after.cost === null && known.delete(key), () => known.delete(key));
    known.set(key, asked);
  }
  const after = await /** @type {Promise<After>} */ (known.get(key)).catch(() => null);
  if (!after || page.pointed !== pointed || page.answer !== answer) return;
  const items = after.told.map((each) => h("li", {}, each.words, ". ", link(each.rule)));
  if (page.settings.values && after.cost) items.push(h("li", {}, after.cost.number ? `It loses ${numbers.full(after.cost)}.` : "It keeps the value."));
  if (page.settings.values && after.replies) items.push(h("li", {}, threat(after.replies)));
  if (page.settings.values && after.results) items.push(h("li", {}, left(after.results)));
  if (page.settings.values && after.likeliest?.replies) items.push(h("li", {}, `After ${after.likeliest.token}: ${threat(after.likeliest.replies)}`));
  root.replaceChildren(h("h3", {}, `After ${pointed}:`), h("ul", {}, ...items));
}

/** @param {Page} page */
function hint(page) {
  const words = page.settings.tutor ? "Point at a move to see what it would do and threaten." : "";
  return h("p", { class: "quiet" }, words);
}

/**
 * What each result of chance, or each selection of the System, leaves.
 * @param {Action[]} results
 */
function left(results) {
  const each = results.slice(0, MOST).map((result) => `${result.action} (${result.probability ? numbers.chance(result.probability) : ""}) leaves ${numbers.full(result)}`);
  return `${each.join("; ")}${results.length > MOST ? `; … (${results.length} results)` : ""}.`;
}

/**
 * What the opponent has to answer.
 * @param {Replies} replies
 */
function threat({ actor, of, hold, kept, lost }) {
  const tokens = hold.slice(0, MOST).join(", ") + (hold.length > MOST ? ", …" : "");
  const all = of === 1 ? `the only reply of ${actor} is` : `${of === 2 ? "both replies" : `all ${of} replies`} of ${actor} are`;
  if (hold.length === of) return `It threatens nothing: ${all} worth ${numbers.full(kept)}.`;
  const those = hold.length === 1 ? `only ${tokens} holds` : `only ${hold.length} of ${of} replies hold (${tokens})`;
  return `${actor} must be careful: ${those} ${numbers.full(kept)}; the worst reply gives ${numbers.full(lost)}${lost.means ? `, ${lost.means}` : ""}.`;
}
