/** The text of a rule, beside the board. */

import * as api from "./api.js";
import { at, h } from "./dom.js";
import { markdown } from "./markdown.js";

/** @type {HTMLElement | null} */
let before = null;
let asked = 0;

/** Make the pane ready: it closes with its button and with Escape. */
export function rules() {
  at("rule-close").addEventListener("click", close);
  at("rule").addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
}

/**
 * A button that opens the text of a rule.
 * @param {string} rule
 * @param {string} [title]
 */
export function link(rule, title = "") {
  return h("button", { class: "rule-link", type: "button", title: `Read ${rule}`, click: () => void open(rule) }, rule, title && h("span", {}, ` ${title}`));
}

/** @param {string} rule */
export async function open(rule) {
  const asking = ++asked;
  const pane = at("rule");
  if (pane.hidden) before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  try {
    const found = await api.ruleText(rule);
    if (asking !== asked) return;
    at("rule-title").textContent = `${found.rule} ${found.title}`;
    at("rule-text").replaceChildren(h("p", { class: "quiet" }, `${found.page}, ${found.section}`), ...markdown(found.text, open));
  } catch (error) {
    if (!(error instanceof api.Problem)) throw error;
    if (asking !== asked) return;
    at("rule-title").textContent = rule;
    at("rule-text").replaceChildren(h("p", {}, error.message));
  }
  pane.hidden = false;
  document.body.classList.add("with-rule");
  at("rule-close").focus();
}

function close() {
  at("rule").hidden = true;
  document.body.classList.remove("with-rule");
  before?.focus();
}
