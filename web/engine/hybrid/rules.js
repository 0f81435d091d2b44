/** The rules of Q3T. A function names the rules that it follows. */

import { Fraction } from "../fraction.js";
import { SQUARES, choices, legalUnder, linesHeld, listed, opponent, playerOf, put } from "../game.js";
import { inTokens, taking, untimely } from "../notation.js";

/** @typedef {import("../game.js").Player} Player */
/**
 * @typedef {object} Switches see HYB-SWITCH-1
 * @property {"one" | "single" | "two"} links
 * @property {"any" | "one"} targets
 * @property {"reverse" | "take"} effect
 * @property {"draw" | "X" | "measurer" | "other"} both
 */
/** @typedef {{control: number, target: number, owner: Player}} Link */
/**
 * Rule: HYB-STATE-1
 * @typedef {object} Position
 * @property {number} plies of a position that was read, the smallest number that fits
 * @property {string} marks of the nine boxes in order, a dot for an unmeasured one
 * @property {Link[]} links the pending ones, by control, target and owner
 * @property {Player} turn who is to move, or measures
 * @property {number | null} measuring the box that waits for its result
 */

/** @type {Position} */
export const initial = { plies: 0, marks: ".........", links: [], turn: "X", measuring: null };

const RESULTS = ["=X", "=O"];
const HALF = new Fraction(1, 2);

/** @param {string} name @param {string[]} values @param {string} note @returns {import("../game.js").Option} */
export const choice = (name, values, note) => ({ name, values, default: values[0], rule: "HYB-SWITCH-1", note });

/** Rule: HYB-SWITCH-1 @type {import("../game.js").Option[]} */
export const limits = [
  choice("links", ["one", "single", "two"], "Pending links that a box may carry: one, two, or a single one in the whole game (HYB-CONTROL-1)"),
  choice("targets", ["any", "one"], "Pending links that a measured box may receive: any number or one (HYB-TARGET-1)"),
];

/** @param {Position} p */
export const plies = (p) => p.plies;

export const { isPly, actionOf, token } = inTokens((action) => !action.startsWith("="));

/** @param {Position} p @param {number} box */
export const isMeasured = ({ marks }, box) => marks[box - 1] !== ".";

/** A legal action's boxes. @param {string} action `7` or `5>7` */
export const boxesOf = (action) => action.split(">").map(Number);

// Playing

/** Rule: HYB-END-1 @param {Position} p @param {Player} player */
export const linesOf = ({ marks }, player) => linesHeld(marks, player);

/** Rule: HYB-END-1 @param {Position} p */
const ended = (p) => p.measuring === null && (!p.marks.includes(".") || linesOf(p, "X").length + linesOf(p, "O").length > 0);

/** Rule: HYB-TURN-1 @param {Position} p */
export const actor = (p) => (ended(p) ? null : p.measuring === null ? p.turn : "CHANCE");

/** The links that a result triggers. Rule: HYB-TRIGGER-1 @param {Position} p @param {Player} result */
const triggered = ({ links, measuring }, result) => links.filter(({ control, owner }) => control === measuring && owner === result);

/** @param {Link} one @param {Link} other */
const inOrder = (one, other) => one.control - other.control || one.target - other.target || (one.owner < other.owner ? -1 : Number(one.owner > other.owner));

/** Rule: HYB-RESULT-1 @param {Position} p */
export const chance = (p) => new Map(p.measuring === null ? [] : RESULTS.map((result) => [result, HALF]));

/** Rules: HYB-END-1, HYB-END-2, HYB-END-3 @param {Position} p @returns {import("../game.js").Outcome | null} */
export function outcome(p) {
  if (!ended(p)) return null;
  const [x, o] = [linesOf(p, "X"), linesOf(p, "O")].map((lines) => lines.length > 0);
  if (x && o) return { winner: null, words: "lines of both", rule: "HYB-END-2" };
  if (!x && !o) return { winner: null, words: "draw", rule: "HYB-END-3" };
  return { winner: x ? "X" : "O", words: `win of ${x ? "X" : "O"}`, rule: "HYB-END-1" };
}

/**
 * What the switches decide.
 * @param {Switches} options
 */
export function rules({ links, targets, effect, both }) {
  /** Rule: HYB-CONTROL-1 @param {Position} p @param {number} box */
  function mayCarry(p, box) {
    const carried = p.links.filter(({ control }) => control === box).length;
    return links === "single" ? !p.links.length : carried < (links === "two" ? 2 : 1);
  }

  /** Rule: HYB-TARGET-1 @param {Position} p @param {number} box */
  const mayReceive = (p, box) => targets === "any" || p.links.every(({ target }) => target !== box);

  /** The position after a result. Rules: HYB-RESULT-1, HYB-TRIGGER-1 @param {Position} p @param {Player} result @returns {Position} */
  function found(p, result) {
    let marks = put(p.marks, Number(p.measuring), result);
    for (const { target } of triggered(p, result)) marks = put(marks, target, effect === "take" ? result : opponent(/** @type {Player} */ (marks[target - 1])));
    const links = p.links.filter(({ control }) => control !== p.measuring);
    return { ...p, marks, links, turn: opponent(p.turn), measuring: null };
  }

  return {
    /** Rule: HYB-ORDER-1 @param {Position} p */
    actions(p) {
      if (ended(p)) return [];
      if (p.measuring !== null) return RESULTS;
      const [open, measured] = [false, true].map((is) => SQUARES.filter((box) => isMeasured(p, box) === is));
      const receiving = measured.filter((target) => mayReceive(p, target));
      const carrying = open.filter((control) => mayCarry(p, control));
      return [...open.map(String), ...carrying.flatMap((control) => receiving.map((target) => `${control}>${target}`))];
    },

    /** Rules: HYB-ERROR-1, HYB-MEASURE-1, HYB-LINK-1 @param {Position} p @param {string} action @returns {import("../game.js").Breach | null} */
    broken(p, action) {
      if (ended(p)) return { rule: "HYB-END-1", expected: "no action, because the game is over" };
      const isDue = p.measuring !== null;
      if (RESULTS.includes(action)) return isDue ? null : { rule: "HYB-RESULT-1", expected: "a move, because nothing is being measured" };
      if (isDue) return { rule: "HYB-RESULT-1", expected: `the result of measuring ${p.measuring}, =X or =O` };
      const [open, measured] = [false, true].map((is) => listed(SQUARES.filter((box) => isMeasured(p, box) === is), "or"));
      const [box, target] = boxesOf(action);
      if (target === undefined) return isMeasured(p, box) ? { rule: "HYB-MEASURE-1", expected: `an unmeasured box, ${open}` } : null;
      if (isMeasured(p, box)) return { rule: "HYB-LINK-1", expected: `an unmeasured box as the control, ${open}` };
      if (!isMeasured(p, target)) return { rule: "HYB-LINK-1", expected: `a measured box as the target, ${measured || "but no box is measured yet"}` };
      /** @type {(rule: string, expected: string) => import("../game.js").Breach} */
      const breach = (rule, expected) => ({ rule, expected: expected + legalUnder({ links, targets }, choices(limits), (other) => rules({ ...other, effect, both }).actions(p).includes(action)) });
      if (!mayCarry(p, box)) {
        const expected = { one: "a control without a pending link", single: `no link while ${p.links.map(linkInWriting)[0]} is pending`, two: "a control with at most one pending link" };
        return breach("HYB-CONTROL-1", expected[links]);
      }
      return mayReceive(p, target) ? null : breach("HYB-TARGET-1", "a target that no pending link leads to");
    },

    /** @param {Position} p @param {string} action @returns {Position} */
    after(p, action) {
      if (!isPly(action)) return found(p, /** @type {Player} */ (action[1]));
      const [box, target] = boxesOf(action);
      if (target === undefined) return { ...p, plies: p.plies + 1, measuring: box };
      const links = [...p.links, { control: box, target, owner: p.turn }].sort(inOrder);
      return { ...p, plies: p.plies + 1, links, turn: opponent(p.turn) };
    },

    /** Rule: HYB-SCORE-1 @param {Position} p ended */
    score(p) {
      const { winner, rule } = /** @type {import("../game.js").Outcome} */ (outcome(p));
      const favoured = { draw: null, X: "X", measurer: opponent(p.turn), other: p.turn }[both];
      const whose = rule === "HYB-END-2" ? favoured : winner;
      return new Fraction(whose === null ? 0 : whose === "X" ? 1 : -1);
    },
  };
}

// In writing

/** Rules: NOTATION-RESULT-1, NOTATION-LINK-1, NOTATION-SQUARE-1, HYB-TURN-1 @param {string} token @param {number} ply */
export function misread(token, ply) {
  if (token.startsWith("=")) return RESULTS.includes(token) ? null : { rule: "NOTATION-RESULT-1", expected: "=X or =O" };
  const [, mark, move] = /^([XO][1-9][0-9]*)\.([1-9](?:>[1-9])?)$/.exec(token) ?? [];
  if (mark) return untimely("HYB-TURN-1", mark, move, ply);
  const turn = `${playerOf(ply)}${ply}`;
  return { rule: token.includes(">") ? "NOTATION-LINK-1" : "NOTATION-SQUARE-1", expected: `a move such as ${turn}.5 or ${turn}.5>7, or a result, =X or =O` };
}

export const stateRule = "NOTATION-STATE-4";

/** @param {Link} link */
export const linkInWriting = ({ control, target, owner }) => `${control}>${target} ${owner}`;

/** Rule: NOTATION-STATE-4 @param {Position} p */
export function writeState({ marks, links, turn, measuring }) {
  const does = measuring === null ? ["to", "move"] : ["measures", `${measuring}`];
  return `${[marks, ...links.map(linkInWriting)].join(", ")}, ${turn}`.split(" ").concat(does);
}

/** Rule: NOTATION-STATE-4 @param {string[]} tokens @returns {Position} */
export function readState(tokens) {
  const { take, check, sees, end } = taking(tokens);
  const marks = take(/^[XO.]{9},$/, "nine boxes, each X, O or a dot, and a comma").slice(0, 9);
  /** @param {string} box */
  const isOpen = (box) => marks[Number(box) - 1] === ".";
  /** @type {Link[]} */
  const links = [];
  while (sees(/^[1-9]>[1-9]$/)) {
    const [control, target] = take(/./, "").split(">");
    check(isOpen(control) && !isOpen(target), "a link from an unmeasured box to a measured one");
    links.push({ control: Number(control), target: Number(target), owner: /** @type {Player} */ (take(/^[XO],$/, "the owner of the link, X or O, and a comma")[0]) });
  }
  const turn = /** @type {Player} */ (take(/^[XO]$/, "a link such as 5>7, or the player, X or O"));
  const measures = take(/^(to|measures)$/, "to move, or measures and a box") === "measures";
  const last = measures ? take(/^[1-9]$/, "a box from 1 to 9") : take(/^move$/, "move");
  if (measures) check(isOpen(last), "an unmeasured box");
  end();
  const measured = [...marks].filter((mark) => mark !== ".").length;
  const least = measured + links.length + Number(measures);
  const fits = playerOf(measures ? least : least + 1) === turn;
  return { plies: fits ? least : least + 1, marks, links: links.sort(inOrder), turn, measuring: measures ? Number(last) : null };
}
