/** The small part of Markdown that rule pages use, as elements; a link to a rule opens that rule. */

import { h } from "../board/dom.js";

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)|\b([A-Z]+-[A-Z]+-[1-9][0-9]*)\b/g;

/** @param {string} text @param {(rule: string) => void} open @returns {HTMLElement[]} */
export function markdown(text, open) {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trimEnd())
    .filter((block) => block.trim())
    .map((block) => element(block, open));
}

/** @param {string} block @param {(rule: string) => void} open @returns {HTMLElement} */
function element(block, open) {
  const lines = block.split("\n");
  if (lines.every((line) => line.startsWith("    "))) return h("pre", { tabindex: 0 }, lines.map((line) => line.slice(4)).join("\n"));
  if (block.startsWith("```")) return h("pre", { tabindex: 0 }, lines.slice(1, -1).join("\n"));
  if (lines.every((line) => line.startsWith("|"))) return table(lines, open);
  if (/^[-*] /.test(block)) return h("ul", {}, ...block.split(/\n(?=[-*] )/).map((item) => h("li", {}, ...inline(item.slice(2), open))));
  return h("p", {}, ...inline(lines.join(" "), open));
}

/** @param {string[]} lines @param {(rule: string) => void} open */
function table(lines, open) {
  const rows = lines.filter((line) => !/^\|[\s:|-]+\|$/.test(line)).map((line) => line.slice(1, -1).split("|"));
  const [head, ...body] = rows;
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, ...head.map((cell) => h("th", {}, ...inline(cell.trim(), open))))),
    h("tbody", {}, ...body.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, ...inline(cell.trim(), open)))))),
  );
}

/** @param {string} text @param {(rule: string) => void} open @returns {(Node | string)[]} */
function inline(text, open) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, emphasis, words, target, rule] = match;
    parts.push(text.slice(from, match.index));
    from = match.index + whole.length;
    if (code) parts.push(h("code", {}, code));
    else if (strong) parts.push(h("strong", {}, strong));
    else if (emphasis) parts.push(h("em", {}, ...inline(emphasis, open)));
    else if (rule) parts.push(ruled(rule, rule, open));
    else {
      const named = /#([a-z]+-[a-z]+-[0-9]+)$/.exec(target);
      parts.push(named ? ruled(words, named[1].toUpperCase(), open) : words);
    }
  }
  parts.push(text.slice(from));
  return parts;
}

/** @param {string} words @param {string} rule @param {(rule: string) => void} open */
function ruled(words, rule, open) {
  return h("button", { class: "rule-link", type: "button", click: () => open(rule) }, words);
}
