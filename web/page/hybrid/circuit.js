/** The circuit of a game beside the board: nine wires from top to bottom, and the gates of each move below those before. */

import { openQasm, readOpen, turns } from "../../engine/hybrid/circuit.js";
import { isPly } from "../../engine/hybrid/rules.js";
import { write } from "../../engine/notation.js";
import { fill, h, s } from "../../board/dom.js";

/** @import {Shown} from "../../board/types.js" */
/** @import {PageForViews, Panel} from "../types.js" */

/**
 * @typedef {import("../../engine/hybrid/circuit.js").Game} Game
 * @typedef {import("../../engine/hybrid/circuit.js").Operation} Operation
 * @typedef {import("../../engine/hybrid/circuit.js").Turn} Turn
 * @typedef {import("../../engine/hybrid/rules.js").Link} Link
 * @typedef {import("../../engine/hybrid/rules.js").Position} Position
 * @typedef {{kind: string, box: number, control: number | null, owner: string | null, words: string}} Gate
 * @typedef {{moves: (Turn & {gates: Gate[]})[], waiting: Link[], marks: string | null, ways: number, qasm: string}} Circuit
 */

const BOXES = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const GUTTER = 66;
const APART = 33;
const WIDTH = GUTTER + APART * 9;
const STEP = 27;
/** Room above and below the gates of a move. */
const ROOM = 7;
const TOP = 62;
const HALF = 10;
const LINK = /^[XO]\d+\.(\d)>(\d)$/;

/** @param {number} box */
const wire = (box) => GUTTER + APART * (box - 0.5);

/** @param {Circuit} circuit @returns {SVGElement} */
function drawn(circuit) {
  const below = /** @type {SVGElement[]} */ ([]);
  const above = /** @type {SVGElement[]} */ ([]);
  let y = TOP + STEP / 2 + ROOM;
  circuit.moves.forEach((turn, i) => {
    const rows = Math.max(1, turn.gates.length);
    const high = rows * STEP + 2 * ROOM;
    const last = i === circuit.moves.length - 1;
    below.push(s("rect", { class: `band${last ? " last" : ""}`, x: 0, y, width: WIDTH, height: high, rx: 5 }));
    below.push(s("path", { class: "barrier", d: `M ${GUTTER - 4} ${y} H ${WIDTH}` }));
    above.push(text(turn.token, 6, y + ROOM + STEP / 2 + 4, `turn ${turn.player}`));
    if (turn.result) above.push(text(`=${turn.result}`, 6, y + ROOM + STEP * 1.5 + 2, `turn ${turn.result}`));
    turn.gates.forEach((gate, k) => above.push(shape(gate, y + ROOM + STEP * (k + 0.5))));
    if (!turn.gates.length) above.push(...waiting(turn, circuit.waiting, y + ROOM + STEP / 2));
    y += high;
  });
  const end = y + 12;
  const wires = BOXES.map((box) => s("path", { class: "wire", d: `M ${wire(box)} 24 V ${end}` }));
  const names = BOXES.map((box) => text(box, wire(box), 16, "box"));
  const begun = BOXES.map((box) => lettered("H", wire(box), TOP - STEP / 2, "superposed"));
  const ends = BOXES.map((box) => found(circuit.marks?.[box - 1] ?? "?", wire(box), end + 15));
  const words = `Circuit with ${circuit.moves.length} moves; the text below has its gates in words`;
  return s("svg", { class: "circuit", viewBox: `0 0 ${WIDTH} ${end + 32}`, role: "img", "aria-label": words }, ...below, ...wires, ...names, text("box", 6, 16, "quiet-text"), ...begun, ...above, ...ends);
}

/** @param {string | number} words @param {number} x @param {number} y @param {string} kind */
const text = (words, x, y, kind) => s("text", { class: kind, x, y }, String(words));

/** A gate, with its words for whoever points at it. @param {Gate} gate @param {number} y */
function shape(gate, y) {
  const x = wire(gate.box);
  const title = s("title", {}, gate.words);
  const made = s("g", { class: `gate ${gate.owner ?? ""}`, "data-gate": gate.kind }, title);
  if (gate.kind === "MEASUREMENT") made.append(meter(x, y));
  else if (gate.kind === "RESET") made.append(lettered("0", x, y, "reset"));
  else {
    if (gate.control) made.append(...controlled(gate, x, y));
    made.append(gate.kind === "TAKE" ? lettered(`=${gate.owner}`, x, y, "take") : plus(x, y));
  }
  return made;
}

/** The line from a control, filled if it acts on X, hollow if it acts on O; twice where the bit decides. @param {Gate} gate @param {number} x @param {number} y */
function controlled(gate, x, y) {
  const from = wire(gate.control ?? 0);
  const lines = gate.kind === "TAKE" ? [y - 1.6, y + 1.6] : [y];
  return [...lines.map((at) => s("path", { class: "across", d: `M ${from} ${at} H ${x}` })), s("circle", { class: `control ${gate.owner === "X" ? "full" : "hollow"}`, cx: from, cy: y, r: 5 })];
}

/** A link has no gate yet: its control and its target, dashed; pale when its box has been measured and it is gone. @param {Turn} turn @param {Link[]} links @param {number} y */
function waiting(turn, links, y) {
  const [control, target] = (LINK.exec(turn.token) ?? []).slice(1).map(Number);
  const still = links.some((each) => each.control === control && each.target === target && each.owner === turn.player);
  const words = still ? `waits: its gate comes when ${control} is measured` : `its gate came when ${control} was measured`;
  const [from, to] = [wire(control), wire(target)];
  const dot = s("circle", { class: `control ${turn.player === "X" ? "full" : "hollow"}`, cx: from, cy: y, r: 5 });
  return [s("g", { class: `gate ghost ${turn.player}${still ? "" : " gone"}`, "data-gate": "LINK" }, s("title", {}, `${turn.token} ${words}`), s("path", { class: "across", d: `M ${from} ${y} H ${to}` }), dot, plus(to, y))];
}

/** @param {number} x @param {number} y */
const plus = (x, y) =>
  s("g", { class: "plus" }, s("circle", { cx: x, cy: y, r: HALF - 1 }), s("path", { d: `M ${x - HALF + 1} ${y} h ${2 * HALF - 2} M ${x} ${y - HALF + 1} v ${2 * HALF - 2}` }));

/** @param {number} x @param {number} y */
const meter = (x, y) =>
  s("g", { class: "meter" }, s("rect", { x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF, rx: 3 }), s("path", { d: `M ${x - 6.5} ${y + 5} A 6.5 6.5 0 0 1 ${x + 6.5} ${y + 5} M ${x} ${y + 5} L ${x + 5} ${y - 5}` }));

/** @param {string} letter @param {number} x @param {number} y @param {string} kind */
const lettered = (letter, x, y, kind) =>
  s("g", { class: `lettered ${kind}` }, s("rect", { x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF, rx: 3 }), s("text", { x, y: y + 4.5 }, letter));

/** @param {string} mark @param {number} x @param {number} y */
const found = (mark, x, y) => s("text", { class: `found ${mark === "." ? "?" : mark}`, x, y }, mark === "." ? "?" : mark);

/** @type {[string, string][]} the signs of the drawing, and what they mean */
const SIGNS = [
  ["H", "puts a box into superposition"],
  ["0", "resets a box to O"],
  ["⊕", "turns O to X and X to O"],
  ["● ○", "⊕ acts if this box is X (●) or O (○): a link of X or of O"],
  ["dashed", "a link: its gate waits until its box is measured"],
];

const WORDS = /** @type {Record<string, string>} */ ({ RESET: "reset {} to O", NOT: "NOT turns {} to X", MEASUREMENT: "measure {}" });

/** A gate with its words; of a link also with the link's control and owner. @param {Operation} operation @returns {Gate} */
function gate({ name, qubits, condition }) {
  const [box, from] = [...qubits].reverse().map((qubit) => qubit + 1);
  if (condition) {
    const [control, owner] = [condition[0] + 1, "OX"[condition[1]]];
    return { kind: "TAKE", box, control, owner, words: `if ${control} is ${owner}, make ${box} ${owner}` };
  }
  if (!from) return { kind: name, box, control: null, owner: null, words: WORDS[name].replace("{}", `${box}`) };
  const anti = name.startsWith("ANTI");
  return { kind: "CONTROLLED NOT", box, control: from, owner: anti ? "O" : "X", words: `${anti ? "anti-" : ""}controlled NOT from ${from} to ${box}` };
}

/**
 * The circuit of a game. A NOT on a condition is a part of the gate before it, which takes a mark.
 * @param {Shown<Position>} shown
 * @param {boolean} open whether the results are left open
 * @returns {Circuit}
 */
function circuitOf({ game: any, record, position }, open) {
  const game = /** @type {Game} */ (any);
  const actions = record.actions.filter((action) => !open || isPly(action));
  const added = turns(game, actions);
  return {
    moves: added.map((turn) => ({ ...turn, gates: turn.operations.filter(({ name, condition }) => name !== "NOT" || !condition).map(gate) })),
    waiting: position.links.filter(({ control }) => control !== position.measuring),
    marks: open ? null : position.marks,
    ways: readOpen(game, write(game, actions).join(" ")).ways.length,
    qasm: openQasm(game, added),
  };
}

/** @param {Circuit} circuit */
function inWords({ moves }) {
  const rows = moves.map(({ token, result, gates }) => {
    const words = gates.length ? gates.map((gate) => gate.words).join("; ") : "nothing yet: the gate of a link waits";
    return h("li", {}, h("b", {}, `${token}${result ? ` =${result}` : ""}`), ` ${words}`);
  });
  return h("ol", { class: "gates" }, h("li", {}, h("b", {}, "Start"), " a Hadamard gate on each of the nine boxes"), ...rows);
}

/** @returns {Panel<Position>} */
function made() {
  /** @type {PageForViews} */
  let page;
  /** @type {HTMLElement} */
  let root;
  /** @type {Shown<Position> | null} what is to be drawn as soon as it is in view */
  let wanted = null;
  let qasm = "";
  const said = h("p", { class: "quiet" });
  const board = h("div", { class: "drawn" });
  const words = h("div", {});
  const code = h("pre", { class: "qasm", tabindex: 0 });
  const open = h("input", { type: "checkbox", id: "circuit-open", change: () => shown && update(shown) });
  const copy = h("button", { type: "button", id: "copy-qasm", click: () => void page.copy(qasm, "the OpenQASM 3 text") }, "Copy OpenQASM 3");
  /** @type {Shown<Position> | null} */
  let shown = null;

  /** @param {Shown<Position>} given */
  function update(given) {
    [shown, wanted] = [given, given];
    refresh();
  }

  function refresh() {
    if (!wanted || root.closest("[hidden]")) return;
    const [drawing, whole] = [wanted, !wanted.start];
    wanted = null;
    copy.disabled = !whole;
    if (!whole) {
      said.textContent = "A circuit belongs to a whole game, and this one begins at a written position.";
      for (const each of [board, words, code]) each.replaceChildren();
      return;
    }
    const circuit = circuitOf(drawing, open.checked);
    qasm = circuit.qasm;
    code.textContent = qasm;
    const ways = circuit.ways > 1 ? `The circuit finds the results that are left open: the game can go ${circuit.ways} ways. ` : "The circuit of this game, which grows downwards. ";
    fill(said, ways, page.rule("HYB-CIRCUIT-1"));
    board.replaceChildren(drawn(circuit));
    words.replaceChildren(inWords(circuit));
    const sheet = root.closest("[role=tabpanel]");
    const last = board.querySelector(".band.last");
    if (sheet && last) sheet.scrollTop += Math.max(0, last.getBoundingClientRect().bottom + 48 - sheet.getBoundingClientRect().bottom);
  }

  return {
    id: "circuit",
    title: "Circuit",
    place: "tab",
    mount(into, given) {
      [root, page, wanted, shown] = [into, given, null, null];
      const legend = h("dl", { class: "signs" }, ...SIGNS.flatMap(([sign, meaning]) => [h("dt", {}, sign), h("dd", {}, meaning)]));
      root.classList.add("circuit-panel");
      root.replaceChildren(
        h("div", { class: "buttons" }, copy, h("label", { class: "switch" }, open, "Leave results open")),
        said,
        board,
        h("details", {}, h("summary", {}, "What the signs mean"), legend),
        h("details", {}, h("summary", {}, "Gates in words"), words),
        h("details", {}, h("summary", {}, "OpenQASM 3"), code),
      );
      new IntersectionObserver(refresh).observe(root);
    },
    update(given) {
      if (given.position !== shown?.position || given.start !== shown.start) update(given);
    },
  };
}

export default [made()];
