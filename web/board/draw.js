/** What the views of all games draw with: squares 120 units wide on a board of 400 by 400, and marks. */

import { s } from "./dom.js";

export const CELL = 120;
const EDGE = 20;
export const SIDE = 400;
export const SQUARES = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** @param {number} square @returns {[number, number]} the upper left corner */
export function corner(square) {
  return [EDGE + CELL * ((square - 1) % 3), EDGE + CELL * Math.floor((square - 1) / 3)];
}

/** @param {number} square @returns {[number, number]} */
export function middle(square) {
  const [left, top] = corner(square);
  return [left + CELL / 2, top + CELL / 2 + 4];
}

/**
 * A mark of a player: a cross or a ring.
 * @param {string} player
 * @param {number} x
 * @param {number} y
 * @param {number} half half its width
 * @param {number} [width] of its lines
 * @returns {SVGElement}
 */
export function mark(player, x, y, half, width = half / 3.4) {
  const shape =
    player === "X"
      ? s("path", { d: `M ${x - half} ${y - half} l ${2 * half} ${2 * half} m 0 ${-2 * half} l ${-2 * half} ${2 * half}` })
      : s("circle", { cx: x, cy: y, r: half * 1.06 });
  shape.setAttribute("class", `mark ${player}`);
  shape.setAttribute("stroke-width", String(width));
  return shape;
}

/** @param {string | number} words @param {number} x @param {number} y @param {Record<string, string | number>} [attributes] @returns {SVGElement} */
export function label(words, x, y, attributes = {}) {
  return s("text", { x, y, "text-anchor": "middle", ...attributes }, String(words));
}

/** @param {number} x @param {number} y @param {number} r */
export const disc = (x, y, r) => ({ x, y, r });

/** Where a square has its number, and what it is worth: a range is wide. @param {number} square @param {number} from where the worth begins */
export function labelled(square, from) {
  const [x, y] = corner(square);
  return [11, ...[38, 49, 60, 71, 82, 93, 104].filter((far) => far >= from)].map((far) => disc(x + far, y + 14, 9));
}

/** The line through three squares that has won. @param {number[]} squares @returns {SVGElement} */
export function struck(squares) {
  const [x1, y1] = middle(squares[0]);
  const [x2, y2] = middle(squares[2]);
  const long = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [((x2 - x1) / long) * 46, ((y2 - y1) / long) * 46];
  return s("path", { class: "struck", d: `M ${x1 - dx} ${y1 - dy} L ${x2 + dx} ${y2 + dy}` });
}

/** A grid of three by three squares, as lines. @returns {SVGElement} */
export function grid() {
  const ends = [EDGE + CELL, EDGE + 2 * CELL];
  const lines = ends.map((x) => `M ${x} ${EDGE + 4} V ${SIDE - EDGE - 4} M ${EDGE + 4} ${x} H ${SIDE - EDGE - 4}`);
  return s("path", { class: "grid", d: lines.join(" ") });
}
