/** The text of a rule, beside the board. */

import { at, fill, h } from "../board/dom.js";
import { pageOf } from "./games.js";

/** @type {HTMLElement | null} */
let before = null;
/** What holds it, where it may be drawn again. @type {Element | null} */
let within = null;
let asked = 0;

/** Make the pane ready: it closes with its button and with Escape. */
export function rules() {
  at("rule-close").addEventListener("click", close);
  at("rule").addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
}

/** A button that opens the text of a rule. @param {string} rule */
export function link(rule) {
  return h("button", { class: "rule-link", type: "button", "data-key": rule, title: `Read ${rule}`, click: () => void open(rule) }, rule);
}

/** @param {string} rule */
async function open(rule) {
  const asking = ++asked;
  const pane = at("rule");
  if (pane.hidden) before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  if (pane.hidden) within = before?.closest("[id]") ?? null;
  let title = rule;
  /** @type {HTMLElement[]} */
  let text;
  try {
    const [{ table }, { markdown }] = await Promise.all([import("../engine/table.js"), import("./markdown.js")]);
    const name = `rules-${pageOf(rule)}`;
    const { about } = await table(name, () => new URL(`../data/${name}.gz`, import.meta.url));
    const found = /** @type {{rules: Record<string, {title: string, page: string, section: string, text: string}>}} */ (about).rules[rule];
    title = `${rule} ${found.title}`;
    text = [h("p", { class: "quiet" }, `${found.page}, ${found.section}`), ...markdown(found.text, open)];
  } catch {
    text = [h("p", {}, "The text of this rule cannot be loaded, and is not kept offline. When you are connected, open it again.")];
  }
  if (asking !== asked) return;
  at("rule-title").textContent = title;
  fill(at("rule-text"), ...text);
  pane.hidden = false;
  document.body.classList.add("with-rule");
  at("rule-close").focus();
}

function close() {
  at("rule").hidden = true;
  document.body.classList.remove("with-rule");
  const there = before?.isConnected ? before : within?.querySelector(`[data-key="${before?.dataset.key}"]`);
  if (there instanceof HTMLElement) there.focus();
}
