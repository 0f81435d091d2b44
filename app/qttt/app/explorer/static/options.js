/** The options of the game, from its rules; those that a view sets itself are left to it. */

import { at, h } from "./dom.js";
import { link } from "./rules.js";

/** @import {Option} from "./types.js" */
/** @import {Page} from "./page.js" */

/** @param {Page} page */
export function options(page) {
  const root = at("options");
  page.on(["game", "position"], () => {
    const answer = page.answer;
    const own = page.view.options ?? [];
    const shown = page.info.options.filter((option) => !own.includes(option.name) && (!answer || option.name in answer.options));
    const key = JSON.stringify([page.info.name, answer?.options ?? {}]);
    if (root.dataset.shown === key) return;
    root.dataset.shown = key;
    root.replaceChildren(h("h3", {}, page.info.title), h("p", { class: "about" }, page.info.about), ...shown.map((option) => row(page, option)));
  });
}

/**
 * @param {Page} page
 * @param {Option} option
 */
function row(page, option) {
  const value = page.answer?.options[option.name] ?? option.default ?? "";
  const control = option.values.length
    ? h("select", { change: () => void change() }, ...option.values.map((each) => h("option", { value: each, selected: each === value }, each)))
    : h("input", { value, spellcheck: "false", change: () => void change() });
  const change = async () => {
    const changed = { ...page.goal.options, [option.name]: control.value };
    if (control.value === option.default) delete changed[option.name];
    if (!(await page.setOptions(changed))) control.value = value;
  };
  return h("div", { class: "option" }, h("label", { class: "field-row" }, h("span", {}, option.name), control), h("p", { class: "quiet" }, `${option.note} `, link(option.rule)));
}
