/** Level and switches, below the board: the same moves under other rules, as far as they are legal there. */

import { fill, h } from "../../board/dom.js";

/** @import {Option} from "../../board/types.js" */
/** @import {PageForViews, Panel} from "../types.js" */

/** What a superposition may combine with a certainly empty square. Rule: TIQ-LEVEL-1 */
const LEVELS = /** @type {Record<string, string>} */ ({
  classic: "No superpositions: the classical game.",
  minimal: "A superposition takes two certainly empty squares.",
  moderate: "A superposition takes an empty square and another, or a certain mark of the opponent.",
  high: "A superposition may also take a square where the opponent's mark may be.",
  full: "Any two squares, in either order: marks interfere, and may vanish. Games need not end, so positions have no values.",
});
/** The switches that only one level has. Rule: TIQ-SWITCH-1 */
const ONLY = { high: ["target", "pair"], full: ["gate"] };

/** @returns {Panel} */
function made() {
  /** @type {PageForViews} */
  let page;
  /** @type {HTMLElement} */
  let root;
  /** @type {Readonly<Record<string, string>>} */
  let options = {};

  /** The options as they are, and one changed. A level keeps only the switches that it has. @param {string} name @param {string} value */
  async function change(name, value) {
    const gone = name === "level" ? Object.entries(ONLY).flatMap(([level, names]) => (level === value ? [] : names)) : [];
    const left = Object.entries({ ...page.options(), [name]: value }).filter(([each]) => !gone.includes(each));
    if (!(await page.setOptions(Object.fromEntries(left)))) render();
  }

  function render() {
    const [level, ...switches] = page.info().options;
    const open = root.querySelector("details")?.open ?? false;
    const levels = level.values.map((value) => {
      const choice = h("input", { type: "radio", name: "level", value, "data-key": `level ${value}`, checked: value === options.level, change: () => void change("level", value) });
      return h("label", {}, choice, h("span", {}, value));
    });
    fill(
      root,
      h("fieldset", { class: "levels" }, h("legend", {}, "Level ", page.rule(level.rule)), h("div", { class: "segments" }, ...levels)),
      h("p", { class: "level-words quiet" }, LEVELS[options.level]),
      h("details", { open }, h("summary", {}, "Switches"), ...switches.filter(({ name }) => name in options).map(row)),
    );
  }

  /** @param {Option} option */
  function row({ name, values, note, rule }) {
    const choices = values.map((each) => h("option", { value: each, selected: each === options[name] }, each));
    const select = h("select", { "data-key": name, change: () => void change(name, select.value) }, ...choices);
    return h("div", { class: "option" }, h("label", { class: "field-row" }, h("span", {}, name), select), h("p", { class: "quiet" }, `${note} `, page.rule(rule)));
  }

  return {
    id: "levels",
    title: "Level and switches",
    place: "below",
    mount(into, given) {
      [root, page, options] = [into, given, {}];
      into.classList.add("levels-panel");
    },
    update({ game }) {
      if (game.options === options) return;
      options = game.options;
      render();
    },
  };
}

export const levels = made();
