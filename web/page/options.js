/** The options of the game, from its rules; those that a panel sets are left to it. */

import { at, fill, h } from "../board/dom.js";
import { onPage } from "./games.js";
import { link } from "./rules.js";

/** @import {Option} from "../board/types.js" */
/** @import {Page} from "./page.js" */

/** @param {Page} page */
export function options(page) {
  const root = at("options");
  const render = () => {
    const own = onPage[page.place.game].options ?? [];
    const shown = page.info.options.filter(({ name }) => !own.includes(name) && name in page.game.options);
    const key = JSON.stringify([page.info.name, page.game.options]);
    if (root.dataset.shown === key) return;
    root.dataset.shown = key;
    fill(root, h("h3", {}, page.info.title), h("p", { class: "about" }, page.info.about), ...shown.map((option) => row(page, option)));
  };
  page.on(["game", "position"], render);
  render();
}

/** @param {Page} page @param {Option} option */
function row(page, option) {
  const { name, values, rule, note } = option;
  const value = page.game.options[name];
  const control = values.length
    ? h("select", { "data-key": name, change: () => void change() }, ...values.map((each) => h("option", { value: each, selected: each === value }, each)))
    : h("input", { "data-key": name, value, spellcheck: "false", change: () => void change() });
  const change = async () => {
    const changed = { ...page.place.options, [name]: control.value };
    if (control.value === option.default) delete changed[name];
    if (!(await page.setOptions(changed))) control.value = value;
  };
  return h("div", { class: "option" }, h("label", { class: "field-row" }, h("span", {}, name), control), h("p", { class: "quiet" }, `${note} `, link(rule)));
}
