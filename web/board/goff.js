/** Goff's game on the board: definite marks large, spooky marks small with their plies, links, and the closed cycle. */

import { collapsing, cycle, linesOf, settlement } from "../engine/goff/rules.js";
import { playerOf } from "../engine/game.js";
import { s } from "./dom.js";
import { CELL, SQUARES, corner, disc, label, labelled, mark, middle, struck } from "./draw.js";
import { routes } from "./routes.js";

/** @import {Position, Spooky} from "../engine/goff/rules.js" */
/** @typedef {[number, number]} Point */
/** @typedef {(ply: number, square: number) => Point} Places */

const APART = 31.5;
const RADIUS = 13.5;
/** The nine places of a square, from its middle. */
const PLACES = SQUARES.map((at) => /** @type {Point} */ ([APART * (((at - 1) % 3) - 1), APART * (Math.floor((at - 1) / 3) - 1)]));
/** How many units farther away a place may be that a line leaves easily. */
const AVOIDED = 30;

/**
 * Where each spooky mark stands: in the order of plies, each takes the free place of its square that is nearest to its
 * other square. So a mark stays where it is while others are added.
 * @param {Spooky[]} spooky
 * @returns {Places}
 */
function places(spooky) {
  /** @type {Map<string, Point>} */
  const found = new Map();
  const free = SQUARES.map(() => PLACES);
  for (const [ply, ...squares] of spooky) {
    squares.forEach((square, i) => {
      const [[x, y], [u, v]] = [centre(square), centre(squares[1 - i])];
      const cost = (/** @type {Point} */ [dx, dy]) => Math.hypot(x + dx - u, y + dy - v) + (isHemmed(dx, dy, v < y) ? AVOIDED : 0);
      const best = free[square - 1].reduce((a, b) => (cost(b) < cost(a) ? b : a));
      free[square - 1] = free[square - 1].filter((place) => place !== best);
      found.set(`${ply} ${square}`, [x + best[0], y + best[1]]);
    });
  }
  return (ply, square) => /** @type {Point} */ (found.get(`${ply} ${square}`));
}

/** Whether a line leaves a place badly: from the middle, and upwards past the number or the worth of the square. @param {number} dx @param {number} dy @param {boolean} upwards */
const isHemmed = (dx, dy, upwards) => (dx ? upwards && dy < 0 : !dy);

/** The middle of the part of a square that holds marks; its number and its worth are above. @param {number} square @returns {Point} */
function centre(square) {
  const [left, top] = corner(square);
  return [left + CELL / 2, top + 68];
}

/** The links, which cross neither marks nor numbers. @param {Position} p @param {Places} place */
function links({ spooky, definite, closed }, place) {
  const ends = spooky.map(([ply, a, b]) => [{ from: place(ply, a), to: place(ply, b), gap: RADIUS }]);
  const texts = SQUARES.flatMap((square) => {
    const isDefinite = definite[square - 1];
    const texts = labelled(square, isDefinite || closed ? CELL : 0);
    return isDefinite ? [...texts, disc(...middle(square), 47), disc(...plyAt(square), 11)] : texts;
  });
  const marks = spooky.map(([ply, ...squares]) => squares.map((square) => disc(...place(ply, square), RADIUS + 3)));
  return routes(ends, (line) => [...texts, ...marks.filter((_, i) => i !== line).flat()]).map(({ d }) => d);
}

/** Where a square shows the ply of its definite mark: the middle of the number. @param {number} square @returns {Point} */
function plyAt(square) {
  const [left, top] = corner(square);
  return [left + CELL - 14, top + CELL - 14];
}

/** @param {number} square */
function around(square) {
  const [x, y] = corner(square);
  return s("rect", { class: "collapsing", x: x + 4, y: y + 4, width: CELL - 8, height: CELL - 8, rx: 6 });
}

/** @param {number} ply @param {Point} place */
function small(ply, [x, y]) {
  const text = s("text", { x, y: y + 5, "text-anchor": "middle" }, s("tspan", { "font-size": 15 }, playerOf(ply)), s("tspan", { "font-size": 10, dy: 3 }, String(ply)));
  return s("g", { class: `spooky ${playerOf(ply)}` }, s("circle", { cx: x, cy: y, r: RADIUS, "data-disc": ply }), text);
}

/** @param {number} ply @param {number} square */
function large(ply, square) {
  const [[x, y], [left, under]] = [middle(square), plyAt(square)];
  const shape = mark(playerOf(ply), x, y, 30);
  shape.setAttribute("data-disc", "definite");
  return s("g", { class: `definite ${playerOf(ply)}` }, shape, label(ply, left, under + 5, { "font-size": 15 }));
}

/** @type {import("./types.js").View<Position>} */
const view = {
  draw: (_, p) => {
    const place = places(p.spooky);
    const paths = links(p, place);
    const closed = cycle(p);
    return [
      ...collapsing(p).map(around),
      ...p.spooky.flatMap(([ply], i) => (closed.includes(ply) ? [s("path", { class: "cycle", d: paths[i] })] : [])),
      ...p.spooky.map(([ply], i) => s("path", { class: `link ${playerOf(ply)}`, d: paths[i], "data-ply": ply, "data-line": ply })),
      ...p.spooky.flatMap(([ply, ...squares]) => squares.map((square) => small(ply, place(ply, square)))),
      ...p.definite.flatMap((ply, i) => (ply ? [large(ply, i + 1)] : [])),
      ...["X", "O"].flatMap((player) => linesOf(p, player).map(struck)),
    ];
  },
  squares: (game, p, action) => (game.isPly(action) ? [...new Set(action.split("-").map(Number))] : [settlement(p, action)[0].square]),
  chance: () => false,
};

export default view;
