/** What the rules of Q3T say about a position, in words. */

import { SQUARES } from "../game.js";
import { actor, boxesOf, isMeasured, outcome } from "./rules.js";

/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("./rules.js").Link} Link */
/** @typedef {import("../game.js").Told} Told */

/** @param {Position} p @param {string[]} actions */
export function next(p, actions) {
  if (actor(p) === null) return "";
  if (p.measuring !== null) return `${p.turn} measures ${p.measuring}: X or O, with equal chances`;
  const links = actions.some((action) => action.includes(">"));
  return `${p.turn} to move: measure a box${links ? ", or link one to a measured box" : ""}`;
}

/** @param {Position} p */
export function describe(p) {
  const measured = SQUARES.filter((box) => isMeasured(p, box));
  if (!measured.length) return "No box is measured.";
  return [
    ...measured.map((box) => `Box ${box}: ${p.marks[box - 1]}.`),
    ...(measured.length < 9 ? ["The other boxes are unmeasured."] : []),
    ...p.links.map(({ control, target, owner }) => `A link of ${owner} from ${control} to ${target}.`),
  ].join(" ");
}

/** @param {Position} before @param {string} action @param {Position} after @returns {Told[]} */
export function told(before, action, after) {
  const [box, target] = boxesOf(action);
  if (target) {
    const words = `${before.turn} linked ${box} to ${target}: if ${box} is found ${before.turn}, the link acts on ${target}`;
    return [{ words, rule: "HYB-LINK-1" }];
  }
  if (box) return [{ words: `${before.turn} measures ${box}: X or O, each with probability 1/2`, rule: "HYB-MEASURE-1" }];
  const acting = before.links.filter(({ control }) => control === before.measuring);
  const ending = outcome(after);
  return [
    { words: `Measured: ${before.measuring} is ${action[1]}`, rule: "HYB-RESULT-1" },
    ...acting.filter((link, i) => !i || !same(link, acting[i - 1])).map((link) => acted(link, acting, before, action[1], after)),
    ...(ending ? [{ words: `The game is over, ${ending.words}`, rule: ending.rule }] : []),
  ];
}

/** @param {Link} one @param {Link} other */
const same = (one, other) => one.target === other.target && one.owner === other.owner;

/**
 * What has become of a link, or of two equal ones, whose control was measured. Rule: HYB-TRIGGER-1
 * @param {Link} link
 * @param {Link[]} acting all links of the control
 * @param {Position} before
 * @param {string} result
 * @param {Position} after
 * @returns {Told}
 */
function acted(link, acting, before, result, after) {
  const two = acting.filter((other) => same(link, other)).length > 1;
  const [is, was] = [after, before].map(({ marks }) => marks[link.target - 1]);
  const triggered = `${two ? "are" : "is"}${link.owner === result ? "" : " not"} triggered`;
  const turns = is === was || link.owner !== result ? `stays ${was}` : `turns from ${was} to ${is}`;
  return { words: `${link.owner}'s ${two ? "two links" : "link"} to ${link.target} ${triggered}: ${link.target} ${turns}, and ${two ? "the links are" : "the link is"} gone`, rule: "HYB-TRIGGER-1" };
}

/** @param {import("../game.js").Exact} value */
export function meaning(value) {
  const text = `${value}`;
  return text === "1" ? "X wins for certain" : text === "-1" ? "O wins for certain" : text === "0" ? "even chances" : "";
}
