/** The moves of the game as a tree, each with a mark if it lost value. */

import { at, fill, h } from "../board/dom.js";

/** @import {Node} from "../engine/tree.js" */
/** @import {Page} from "./page.js" */

/** The marks of losses, as chess has them. */
export const GRADES = /** @type {Record<string, string>} */ ({ slip: "?!", mistake: "?", blunder: "??" });

/** @param {Page} page */
export function moves(page) {
  const list = at("moves");
  const render = () => {
    const parts = branch(page, page.tree.root);
    fill(list, ...(parts.length ? parts : [h("p", { class: "quiet" }, "No move yet. Click on the board.")]));
    const current = list.querySelector("[aria-current]");
    if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  };
  page.on(["tree", "settings"], render);
  render();
}

/** What follows a node: the main line in a row, each other branch as a list of its own. @param {Page} page @param {Node} from @returns {HTMLElement[]} */
function branch(page, from) {
  /** @type {HTMLElement[]} */
  const parts = [];
  for (let each = from; each.children.length; [each] = each.children) {
    const [main, ...others] = each.children;
    parts.push(step(page, main));
    for (const other of others) {
      const remove = () => {
        page.stepping = true;
        page.tree.remove(other);
        page.show(false);
      };
      const forget = h("button", { class: "forget", type: "button", title: "Forget this branch", "aria-label": `Forget the branch ${other.token}`, click: remove }, "×");
      parts.push(h("div", { class: "branch" }, step(page, other), ...branch(page, other), forget));
    }
  }
  return parts;
}

/** @param {Page} page @param {Node} node */
function step(page, node) {
  const { grade, cost } = node;
  const judged = (page.settings.values || page.shown.outcome) && grade ? h("small", { class: `grade ${grade}`, title: `${grade}: lost ${cost}` }, `${GRADES[grade]} −${cost}`) : null;
  const current = node === page.tree.current;
  return h("button", { class: "step", type: "button", "data-key": page.tree.path(node).join(" "), "aria-current": current && "step", click: () => page.go(node) }, node.token, judged);
}
