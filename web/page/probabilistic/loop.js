/** Why play can come back to where it was: the two equations of a position (PROB-LOOP-1). */

import { h, s } from "../../board/dom.js";
import * as numbers from "../../board/numbers.js";

/** @typedef {import("../../engine/probabilistic/solve.js").Side} Side */
/** @typedef {import("../types.js").PageForViews} PageForViews */

const NAMES = { X: "a", O: "b" };

/** @param {{exact: string, number: number}} worth */
const short = ({ exact, number }) => (exact.length <= 7 ? exact : number.toFixed(4));

/** The probability of neutral. @param {Side} side */
const neutral = ({ results }) => results.find(({ outcome }) => outcome === "neutral")?.probability ?? { exact: "0", number: 0 };

export class Loop {
  /** What is explained. */
  key = "";
  /** @type {PageForViews | undefined} */
  page;
  /** @type {HTMLElement | undefined} */
  root;

  /** @param {HTMLElement} root @param {PageForViews} page */
  mount(root, page) {
    Object.assign(this, { page, root });
    this.key = "";
    this.content = h("div", { class: "loop", "aria-live": "polite" });
    root.replaceChildren(h("h2", {}, "Why play can go round"), this.content);
  }

  /** @param {import("../../board/types.js").Shown} shown */
  async update({ game, position, outcome, solved }) {
    const { page, root } = this;
    if (!page || !root) return;
    root.hidden = Boolean(outcome) || !page.values();
    const key = JSON.stringify([game.options, position.marks]);
    if (root.hidden || key === this.key || solved.state !== "ready") return;
    this.key = key;
    const sides = /** @type {Side[] | null} */ (await page.ask("loop").catch(() => null));
    if (key !== this.key) return;
    if (sides) this.content?.replaceChildren(...this.explained(sides));
    else this.key = "";
  }

  /** @param {Side[]} sides */
  explained(sides) {
    const [a, b] = sides;
    const link = (/** @type {string} */ rule) => this.page?.rule(rule) ?? rule;
    return [
      drawn(sides),
      h("p", {}, "Neutral changes nothing but the turn. So the value with X to move, ", h("b", {}, "a"), ", depends on the value with O to move, ", h("b", {}, "b"), ", and the other way round:"),
      ...sides.map(equation),
      h("p", {}, "Solved together: ", h("b", {}, `a = ${short(a.value)}`), ", ", h("b", {}, `b = ${short(b.value)}`), ". ", link("PROB-LOOP-1")),
      h("p", {}, ...returned(neutral(a), neutral(b), link)),
    ];
  }
}

/** @param {Side} side */
function equation({ player, square, results }) {
  const parts = results.map(({ outcome, probability, value }) => {
    const isRound = outcome === "neutral";
    return h("span", { class: isRound ? "round" : "" }, `${short(probability)} × ${isRound ? NAMES[player === "X" ? "O" : "X"] : short(value)} `, h("small", { class: "quiet" }, outcome));
  });
  return h("p", { class: "equation" }, h("b", {}, NAMES[player]), " = ", ...parts.flatMap((part, i) => (i ? [" + ", part] : [part])), h("span", { class: "quiet" }, `  (${player} names ${square})`));
}

/** How often the position comes back. @param {{exact: string, number: number}} a @param {{exact: string, number: number}} b @param {(rule: string) => Node | string} link */
function returned(a, b, link) {
  const again = a.number * b.number;
  if (!again) return ["One of the two squares is never neutral: play does not come back here."];
  if (a.exact === "1" && b.exact === "1") return ["Both squares are always neutral: play goes on for ever, which is a draw. ", link("PROB-END-3")];
  return [`With probability ${short(a)} × ${short(b)}, about ${numbers.percent(again)}, both are neutral and the same position comes back; on average it is there ${Number((1 / (1 - again)).toFixed(3))} times.`];
}

/** The two positions, and the ways between them. @param {Side[]} sides */
function drawn(sides) {
  const [a, b] = sides.map(neutral);
  const way = (/** @type {string} */ d, /** @type {string} */ tip) => [s("path", { class: "way", d }), s("path", { class: "tip", d: "M-8 -5L0 0L-8 5Z", transform: tip })];
  const text = (/** @type {string} */ words, /** @type {number} */ x, /** @type {number} */ y) => s("text", { x, y }, words);
  const out = (/** @type {number} */ number) => `a mark ${Number((1 - number).toFixed(4))}`;
  const nodes = sides.map(({ player, value }, i) => s("g", { class: `turn ${player}` }, s("circle", { cx: 148 + 164 * i, cy: 74, r: 48 }), text(`${player} moves`, 148 + 164 * i, 70), text(`${NAMES[player]} = ${short(value)}`, 148 + 164 * i, 88)));
  const words = `X to move is worth ${short(sides[0].value)}, O to move ${short(sides[1].value)}; neutral leads from one to the other with probability ${short(a)} and ${short(b)}`;
  return s(
    "svg",
    { class: "round-trip", viewBox: "0 0 460 148", role: "img", "aria-label": words },
    ...(a.number > 0 ? [...way("M187 45Q230 18 271 46", "translate(273 47) rotate(36)"), text(`neutral ${short(a)}`, 230, 20)] : []),
    ...(b.number > 0 ? [...way("M273 102Q230 130 189 102", "translate(187 101) rotate(216)"), text(`neutral ${short(b)}`, 230, 138)] : []),
    ...(a.exact !== "1" ? [...way("M99 74H62", "translate(58 74) rotate(180)"), text(out(a.number), 52, 100)] : []),
    ...(b.exact !== "1" ? [...way("M361 74H398", "translate(402 74)"), text(out(b.number), 408, 100)] : []),
    ...nodes,
  );
}
