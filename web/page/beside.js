/** The values of a position under other rules, in the lines of the list. */

import { game as made } from "../engine/index.js";
import { h } from "../board/dom.js";
import { onPage } from "./games.js";
import { full } from "../board/numbers.js";

/** @import {Beside} from "./types.js" */
/** @import {Page} from "./page.js" */

/** Put a caption for each other rule above the list, and its values into the lines. @param {Page} page @param {HTMLElement} list */
export function beside(page, list) {
  const { game } = page;
  for (const gone of list.querySelectorAll(".beside")) gone.remove();
  const others = (onPage[game.name].beside ?? []).filter((each) => each.game !== game.name || Object.entries(each.options).some(([name, value]) => game.options[name] !== value));
  list.prepend(...others.map((other) => {
    const line = h("p", { class: "quiet beside" });
    void fillIn(page, list, other, line);
    return line;
  }));
}

/** @param {Page} page @param {HTMLElement} list @param {Beside} other @param {HTMLElement} line */
async function fillIn(page, list, other, line) {
  const say = (/** @type {string} */ words) => {
    line.textContent = line.title = `Where ${other.label}: ${words}`;
  };
  say("computing …");
  try {
    const bare = await made(other.game, other.options);
    const common = Object.entries(page.game.options).filter(([name]) => name in bare.options);
    const found = await page.ask("values", { position: page.shown.position }, undefined, { game: other.game, options: { ...bare.options, ...Object.fromEntries(common), ...other.options } });
    if (!line.isConnected) return;
    page.shown.actions.forEach(({ action }, i) => {
      const worth = found.actions[i];
      list.querySelector(`[data-action="${CSS.escape(action)}"] .row-worth`)?.append(h("small", { title: `where ${other.label}` }, ` ${page.short(worth.number)}`));
    });
    say(full(found.value));
  } catch (error) {
    if (line.isConnected) say(error instanceof Error ? error.message : "no values");
  }
}
