/** Level and switches, below the board: the same moves under other rules, as far as they are legal there. */

import { h } from "/dom.js";
import { link } from "/rules.js";

/** @import {Answer, Option, Panel, PageForViews} from "/types.js" */

/** What a superposition may combine with a certainly empty square. Rule: TIQ-LEVEL-1 */
const LEVELS = /** @type {Record<string, string>} */ ({
  classic: "No superpositions: the classical game.",
  minimal: "A superposition takes two certainly empty squares.",
  moderate: "A superposition takes an empty square and another, or a certain mark of the opponent.",
  high: "A superposition may also take a square where the opponent's mark may be.",
  full: "Any two squares, in either order: marks interfere, and may vanish.",
});
const LEVEL = "level";
/** The switches that only one level has. Rule: TIQ-SWITCH-1 */
const ONLY = { high: ["target", "pair"], full: ["gate"] };

/** @returns {Panel} */
function made() {
  /** @type {PageForViews} */
  let page;
  /** @type {HTMLElement} */
  let root;
  /** @type {Answer} */
  let answer;
  let shown = "";

  /**
   * The options as they are, and one changed. A level keeps only the switches that it has.
   * @param {Option} option
   * @param {string} value
   */
  async function change(option, value) {
    const gone = option.name === LEVEL ? Object.entries(ONLY).flatMap(([level, names]) => (level === value ? [] : names)) : [];
    const left = Object.entries({ ...page.options(), [option.name]: value }).filter(([name]) => !gone.includes(name));
    if (!(await page.setOptions(Object.fromEntries(left)))) render();
  }

  /** @param {string} name */
  const wanted = (name) => page.options()[name] ?? answer.options[name];

  function render() {
    const options = page.info().options;
    const level = wanted(LEVEL);
    const [first] = options.filter(({ name }) => name === LEVEL);
    const levels = first.values.map((value) =>
      h("label", {}, h("input", { type: "radio", name: LEVEL, value, checked: value === level, change: () => void change(first, value) }), h("span", {}, value)),
    );
    const open = root.querySelector("details")?.open ?? false;
    const focused = document.activeElement instanceof HTMLInputElement && root.contains(document.activeElement);
    root.replaceChildren(
      h("fieldset", { class: "levels" }, h("legend", {}, "Level ", link(first.rule)), h("div", { class: "segments" }, ...levels)),
      h("p", { class: "level-words quiet" }, LEVELS[level]),
      h("details", { open }, h("summary", {}, "Switches"), ...options.filter(({ name }) => name !== LEVEL && name in answer.options).map(row)),
    );
    if (focused) /** @type {HTMLElement | null} */ (root.querySelector("input:checked"))?.focus();
  }

  /** @param {Option} option */
  function row(option) {
    const value = wanted(option.name);
    const choices = option.values.map((each) => h("option", { value: each, selected: each === value }, each));
    const select = h("select", { id: `switch-${option.name}`, change: () => void change(option, select.value) }, ...choices);
    return h("div", { class: "option" }, h("label", { class: "field-row" }, h("span", {}, option.name), select), h("p", { class: "quiet" }, `${option.note} `, link(option.rule)));
  }

  return {
    id: "levels",
    title: "Level and switches",
    place: "below",
    mount(into, given) {
      [root, page, shown] = [into, given, ""];
      into.classList.add("levels-panel");
    },
    update(given) {
      answer = given;
      const key = JSON.stringify(answer.options);
      if (key === shown) return;
      shown = key;
      render();
    },
  };
}

export const levels = made();
