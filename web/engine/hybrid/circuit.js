/** A game of Q3T as a quantum circuit, in which any result may be left open. */

import { playerOf } from "../game.js";
import { readGame } from "../notation.js";
import { boxesOf, initial, isPly, token } from "./rules.js";

/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("./rules.js").Link} Link */
/** @typedef {import("../game.js").Player} Player */
/** @typedef {import("../game.js").Game<Position> & {options: import("./rules.js").Switches}} Game */
/**
 * @typedef {object} Operation
 * @property {"HADAMARD" | "RESET" | "NOT" | "MEASUREMENT" | "CONTROLLED NOT" | "ANTI-CONTROLLED NOT"} name
 * @property {number[]} qubits the control first
 * @property {[number, 0 | 1]} [condition] a bit, and the value that it must have
 */
/** @typedef {{token: string, player: Player, result: string | null, operations: Operation[]}} Turn a move and what it adds */

/**
 * The positions to which a text leads, and its actions; any result may be left out. An ended way counts, too. Throws
 * `RuleBroken`. Rule: HYB-CIRCUIT-2
 * @param {Game} game
 * @param {string} text
 */
export function readOpen(game, text) {
  /** @param {Position} p @param {string} action */
  const ways = (p, action) => (p.measuring !== null && isPly(action) ? game.actions(p).map((result) => game.after(p, result)) : [p]);
  /** @param {Position[]} all @param {string} action */
  const goes = (all, action) => all.flatMap((p) => ways(p, action));
  /** @param {Position[]} all */
  const going = (all) => all.find((p) => game.actor(p) !== null) ?? all[0];
  const several = {
    ...game,
    initial: [game.initial],
    plies: () => 0,
    brief: undefined,
    /** @param {Position[]} all @param {string} action */
    broken: (all, action) => game.broken(going(goes(all, action)), action),
    /** @param {Position[]} all */
    writeState: (all) => game.writeState(going(all)),
    /** @param {Position[]} all @param {string} action */
    after: (all, action) => goes(all, action).map((p) => (game.actor(p) === null ? p : game.after(p, action))),
  };
  const { actions, positions } = readGame(several, text);
  // A measurement at the end whose result is left out is open, too.
  return { actions, ways: goes(positions[positions.length - 1], "end") };
}

/**
 * What each move of a game adds to the circuit, after the Hadamard gates. Rule: HYB-CIRCUIT-1
 * @param {Game} game
 * @param {string[]} actions any result may be left out
 * @returns {Turn[]}
 */
export function turns({ options }, actions) {
  /** @type {Link[]} in the order in which they were made */
  const links = [];
  const moves = actions.flatMap((action, i) => (isPly(action) ? [{ action, next: actions[i + 1] }] : []));
  return moves.map(({ action, next }, i) => {
    const player = playerOf(i + 1);
    const [box, target] = boxesOf(action);
    const result = target === undefined && next?.startsWith("=") ? next[1] : null;
    const turn = { token: token(action, i + 1), player, result };
    if (target !== undefined) {
      links.push({ control: box, target, owner: player });
      return { ...turn, operations: [] };
    }
    const leading = links.filter(({ control }) => control === box);
    const own = result ? fixed(box, result) : [];
    return { ...turn, operations: [...own, measurement(box), ...leading.flatMap((link) => acting(options.effect, link))] };
  });
}

/** @param {number} box @returns {Operation} */
const measurement = (box) => ({ name: "MEASUREMENT", qubits: [box - 1] });

/** @param {number} box @param {string} mark @returns {Operation[]} */
const fixed = (box, mark) => (mark === "X" ? /** @type {const} */ (["RESET", "NOT"]) : /** @type {const} */ (["RESET"])).map((name) => ({ name, qubits: [box - 1] }));

/** @param {"reverse" | "take"} effect @param {Link} link @returns {Operation[]} */
function acting(effect, { control, target, owner }) {
  const bit = owner === "X" ? 1 : 0;
  if (effect === "take") return [...fixed(target, owner).map((each) => ({ ...each, condition: /** @type {[number, 0 | 1]} */ ([control - 1, bit]) })), measurement(target)];
  return [{ name: bit ? "CONTROLLED NOT" : "ANTI-CONTROLLED NOT", qubits: [control - 1, target - 1] }, measurement(target)];
}

/** @type {Operation[]} */
export const SUPERPOSED = [...initial.marks].map((_, qubit) => ({ name: "HADAMARD", qubits: [qubit] }));

/** An operation in the words of the vectors: `RESET 4 if 1 is 0`. @param {Operation} operation */
export const inWords = ({ name, qubits, condition }) => `${name} ${qubits.join(" ")}${condition ? ` if ${condition[0]} is ${condition[1]}` : ""}`;

const GATES = { HADAMARD: "h", RESET: "reset", NOT: "x", MEASUREMENT: "measure", "CONTROLLED NOT": "cx", "ANTI-CONTROLLED NOT": "cx_o0" };
const ANTI = `gate cx_o0 _gate_q_0, _gate_q_1 {
  x _gate_q_0;
  cx _gate_q_0, _gate_q_1;
  x _gate_q_0;
}
`;

/** The circuit in OpenQASM 3, as Qiskit writes it, with the name of each move. @param {Game} game @param {Turn[]} moves */
export function openQasm(game, moves) {
  const boxes = SUPERPOSED.map(({ qubits: [qubit] }) => `boxes[${qubit}]`).join(", ");
  const gates = moves.flatMap(({ token, operations }) => [`// ${token}`, `barrier ${boxes};`, ...operations.map(inQasm)]);
  const text = ["bit[9] marks;", "qubit[9] boxes;", ...SUPERPOSED.map(inQasm), ...gates].join("\n");
  return `OPENQASM 3.0;
include "stdgates.inc";
// A game of ${game.ruleset}. Box b is boxes[b - 1], and its bit is marks[b - 1]: 1 is X, 0 is O.
// The gates of a move follow its name. The bit of an unmeasured box has no meaning.
${text.includes("cx_o0") ? ANTI : ""}${text}
`;
}

/** @param {Operation} operation */
function inQasm({ name, qubits, condition }) {
  const gate = `${GATES[name]} ${qubits.map((qubit) => `boxes[${qubit}]`).join(", ")};`;
  const does = name === "MEASUREMENT" ? `marks[${qubits[0]}] = ${gate}` : gate;
  return condition ? `if (${condition[1] ? "" : "!"}marks[${condition[0]}]) {\n  ${does}\n}` : does;
}
