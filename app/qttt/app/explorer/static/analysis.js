/** The game judged: a curve of its value, every loss, and the move that decided it. */

import * as api from "./api.js";
import { at, h, s } from "./dom.js";
import { GRADES } from "./moves.js";
import * as numbers from "./numbers.js";

/** @import {Worth} from "./types.js" */
/** @import {Page} from "./page.js" */
/** @import {Node} from "./tree.js" */

/**
 * @typedef {{token: string, actor: string, before: Worth | null, after: Worth | null, loss?: Worth, luck?: Worth,
 *   grade?: string, best?: string[]}} Judged
 * @typedef {{solved: {state: string}, actions: Judged[], verdict: string}} Analysis
 */

const WIDTH = 320;
const HEIGHT = 90;

/** @param {Page} page */
export function analysis(page) {
  const root = at("analysis");
  page.on("position", () => void judge(page, root));
  page.on("settings", () => void judge(page, root));
}

/**
 * Ask about the game so far, mark its losses in the tree, and show the result.
 * @param {Page} page
 * @param {HTMLElement} root
 */
async function judge(page, root) {
  const { answer } = page;
  if (!answer || answer.solved.state !== "ready") return;
  const nodes = page.tree.nodes();
  if (!nodes.length) return void root.replaceChildren(h("p", { class: "quiet" }, "After the first moves, the analysis is here."));
  /** @type {Analysis | null} */
  const found = await page.once("analysis").catch((error) => {
    if (error instanceof api.Problem) return null;
    throw error;
  });
  if (!found || answer !== page.answer || found.actions.length !== nodes.length) return;
  let changed = false;
  nodes.forEach((node, i) => {
    const { grade, loss } = found.actions[i];
    const cost = loss ? numbers.short(loss, false) : undefined;
    changed ||= node.grade !== grade || node.cost !== cost;
    [node.grade, node.cost] = [grade, cost];
  });
  if (changed) page.tell("tree");
  root.replaceChildren(...shown(page, nodes, found));
}

/**
 * @param {Page} page
 * @param {Node[]} nodes what was played
 * @param {Analysis} found
 */
function shown(page, nodes, { actions, verdict }) {
  const over = page.answer?.actor === null;
  if (!page.settings.values && !over) return [h("p", { class: "quiet" }, "The analysis is hidden with the values until the game is over.")];
  const losses = actions.filter((each) => each.loss?.number);
  const rows = losses.map((each) =>
    h(
      "li",
      {},
      h("button", { class: "step", type: "button", click: () => void page.go(nodes[actions.indexOf(each)]) }, each.token, h("small", { class: `grade ${each.grade}` }, ` ${GRADES[each.grade ?? ""] ?? ""}`)),
      ` lost ${numbers.full(each.loss ?? {})}; ${either(each.best ?? [])} would have kept ${kept(each.before ?? {})}`,
    ),
  );
  return [curve(page, actions), h("p", { class: "verdict" }, verdict), h("ul", {}, ...rows)];
}

/** @param {string[]} tokens */
function either(tokens) {
  const few = tokens.slice(0, 5);
  return few.length > 2 ? `${few.slice(0, -1).join(", ")} or ${few[few.length - 1]}` : few.join(" or ");
}

/** @param {{means?: string, exact?: string, number?: number}} worth */
function kept(worth) {
  const { means = "" } = worth;
  if (/^X wins with/.test(means)) return means.replace("X wins with probability", "a probability of") + " for X";
  return means ? `a ${means.replace(/ of ([XO])$/, " for $1")}` : `the value ${numbers.full(worth)}`;
}

/**
 * The value after each action, as steps.
 * @param {Page} page
 * @param {Judged[]} actions
 */
function curve(page, actions) {
  const values = [actions[0].before, ...actions.map((each) => each.after)].map((each) => each?.number);
  const { draw, most } = page.info.worth;
  const low = 2 * draw - most;
  const y = (/** @type {number} */ value) => HEIGHT - 6 - ((value - low) / (most - low)) * (HEIGHT - 12);
  const wide = WIDTH / values.length;
  const path = values.map((value, i) => (value === undefined ? "" : `${i && values[i - 1] !== undefined ? "L" : "M"} ${i * wide} ${y(value)} h ${wide}`)).join(" ");
  const words = `The value after each action: ${values.map((value) => (value === undefined ? "not known" : Number(value.toFixed(3)))).join(", ")}`;
  return s(
    "svg",
    { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
    s("path", { class: "axis", d: `M 0 ${y(draw)} H ${WIDTH}` }),
    s("path", { class: "line", d: path }),
    s("text", { x: 3, y: 11 }, "X"),
    s("text", { x: 3, y: HEIGHT - 3 }, "O"),
  );
}
