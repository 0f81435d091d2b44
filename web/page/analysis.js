/** The game judged afterwards: its curve, its verdict, and each loss with what would have held. */

import { listed } from "../engine/game.js";
import { at, fill, h, s } from "../board/dom.js";
import { GRADES } from "./moves.js";
import * as numbers from "../board/numbers.js";

/** @import {Judged} from "../board/answers.js" */
/** @import {Page} from "./page.js" */
/** @import {Node} from "../engine/tree.js" */

const [WIDTH, HEIGHT] = [320, 96];
/** Most better moves that are named. */
const MOST = 5;

/** @param {Page} page */
export function analysis(page) {
  page.on(["values", "settings"], () => void judge(page, at("analysis")));
  void judge(page, at("analysis"));
}

/** Ask about the game so far, mark its losses in the tree, and show the result. @param {Page} page @param {HTMLElement} root */
async function judge(page, root) {
  const { shown } = page;
  const nodes = page.tree.nodes();
  if (!nodes.length) return fill(root, h("p", { class: "quiet" }, "After the first moves, the analysis is here."));
  if (shown.solved.state === "working") return;
  const found = await page.once("analysis", shown.record);
  if (!found || shown !== page.shown) return;
  const rows = /** @type {Judged[]} */ (found.rows);
  let changed = false;
  nodes.forEach((node, i) => {
    const { grade, loss } = rows[i];
    const cost = loss && numbers.decimal(loss.number);
    changed ||= node.grade !== grade || node.cost !== cost;
    [node.grade, node.cost] = [grade, cost];
  });
  if (changed) page.tell("tree");
  if (!page.settings.values && !shown.outcome) return fill(root, h("p", { class: "quiet" }, "The analysis is hidden with the values until the game is over."));
  fill(root, curve(page, nodes, rows), h("p", { class: "verdict" }, found.verdict), h("ul", { class: "losses" }, ...rows.flatMap((row, i) => (row.grade ? [lost(page, nodes[i], row)] : []))));
}

/** A loss: go there, or try again from before it. @param {Page} page @param {Node} node @param {Judged} row */
function lost(page, node, { token, grade = "", loss, before, best = [] }) {
  const go = h("button", { class: "step", type: "button", "data-key": `lost ${token}`, click: () => page.go(node) }, token, h("small", { class: `grade ${grade}` }, ` ${GRADES[grade]}`));
  const again = h("button", { class: "again", type: "button", "data-key": `again ${token}`, click: () => page.tryFrom(/** @type {Node} */ (node.parent)) }, "Try again from here");
  const held = `${listed(best.slice(0, MOST), "or")}${best.length > MOST ? ` (${best.length} moves)` : ""} would have kept ${kept(before ?? {})}. `;
  return h("li", {}, go, ` lost ${numbers.full(loss ?? {})}; ${held}`, again);
}

/** @param {{means?: string, exact?: string, number?: number}} worth */
const kept = (worth) => (worth.means ? `a ${worth.means}` : `the value ${numbers.full(worth)}`);

/** The value after each action, as steps: a click on one goes there. @param {Page} page @param {Node[]} nodes @param {Judged[]} rows */
function curve(page, nodes, rows) {
  const values = [rows[0].before, ...rows.map((each) => each.after)].map((each) => each?.number);
  const { draw, most } = page.game.worth;
  const low = 2 * draw - most;
  const y = (/** @type {number} */ value) => HEIGHT - 6 - ((value - low) / (most - low)) * (HEIGHT - 12);
  const wide = WIDTH / values.length;
  const path = values.map((value, i) => (value === undefined ? "" : `${i && values[i - 1] !== undefined ? "L" : "M"} ${i * wide} ${y(value)} h ${wide}`)).join(" ");
  const words = `The value after each action: ${values.map((value) => (value === undefined ? "not known" : numbers.decimal(value))).join(", ")}`;
  const steps = [page.tree.root, ...nodes].map((node, i) =>
    s("rect", { class: `curve-step${node === page.tree.current ? " current" : ""}`, x: i * wide, y: 0, width: wide, height: HEIGHT, click: () => page.go(node) }, s("title", {}, `${node.token || "start"}: ${values[i] === undefined ? "not known" : numbers.decimal(values[i] ?? 0)}`)),
  );
  const dots = rows.flatMap(({ grade, after }, i) => (grade && after ? [s("text", { class: `grade ${grade}`, x: (i + 1.5) * wide, y: Math.max(14, y(after.number) - 4), "text-anchor": "middle" }, GRADES[grade])] : []));
  return s(
    "svg",
    { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
    ...steps,
    s("path", { class: "axis", d: `M 0 ${y(draw)} H ${WIDTH}` }),
    s("path", { class: "line", d: path }),
    ...dots,
    s("text", { x: 3, y: 11 }, "X"),
    s("text", { x: 3, y: HEIGHT - 3 }, "O"),
  );
}
