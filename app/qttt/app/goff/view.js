/** Goff's game on the board: definite marks large, spooky marks small with their plies, links, and the closed cycle. */

import { s } from "/dom.js";
import { CELL, SQUARES, corner, label, mark, middle, struck } from "/draw.js";
import { routes } from "/routes.js";

/**
 * @typedef {{player: string, ply: number}} Mark
 * @typedef {Mark & {squares: number[]}} Spooky
 * @typedef {object} Picture
 * @property {Record<string, Mark>} definite
 * @property {Spooky[]} spooky
 * @property {number[]} cycle plies
 * @property {number[]} collapsing squares
 * @property {number[][]} lines
 * @property {Record<string, Picture>} settlements
 */

/** @typedef {[number, number]} Point */
/** @typedef {(ply: number, square: number) => Point} Places */

const APART = 31.5;
const RADIUS = 13.5;
/** The nine places of a square. */
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
  /** @type {Record<number, Point[]>} */
  const free = Object.fromEntries(SQUARES.map((square) => [square, PLACES]));
  for (const { ply, squares } of spooky) {
    squares.forEach((square, i) => {
      const [u, v] = centre(squares[1 - i]);
      const [x, y] = centre(square);
      const cost = (/** @type {Point} */ [dx, dy]) => Math.hypot(x + dx - u, y + dy - v) + hemmed(dx, dy, v < y);
      const [best] = [...free[square]].sort((a, b) => cost(a) - cost(b));
      free[square] = free[square].filter((place) => place !== best);
      found.set(`${ply} ${square}`, [x + best[0], y + best[1]]);
    });
  }
  return (ply, square) => /** @type {Point} */ (found.get(`${ply} ${square}`));
}

/**
 * How much a place is avoided: in the middle, and below the number or the worth of its square for a line upwards.
 * @param {number} dx
 * @param {number} dy
 * @param {boolean} upwards
 */
function hemmed(dx, dy, upwards) {
  if (!dx && !dy) return AVOIDED;
  return upwards && dx && dy < 0 ? AVOIDED : 0;
}

/**
 * The middle of the part of a square that holds marks; its number and its worth are above.
 * @param {number} square
 * @returns {Point}
 */
function centre(square) {
  const [left, top] = corner(square);
  return [left + CELL / 2, top + 68];
}

/**
 * @param {Picture} picture
 * @returns {SVGElement[]}
 */
export function draw(picture) {
  const { spooky, cycle, definite } = picture;
  const place = places(spooky);
  const paths = links(picture, place);
  return [
    ...picture.collapsing.map((square) => around(square)),
    ...spooky.flatMap(({ ply }, i) => (cycle.includes(ply) ? [s("path", { class: "cycle", d: paths[i] })] : [])),
    ...spooky.map(({ player, ply }, i) => s("path", { class: `link ${player}`, d: paths[i], "data-ply": ply, "data-line": ply })),
    ...spooky.flatMap((each) => each.squares.map((square) => small(each, place(each.ply, square)))),
    ...Object.entries(definite).map(([square, each]) => large(each, Number(square))),
    ...picture.lines.map(struck),
  ];
}

/**
 * The links, which cross neither marks nor numbers.
 * @param {Picture} picture
 * @param {Places} place
 * @returns {string[]}
 */
function links({ spooky, definite, collapsing }, place) {
  const ends = spooky.map(({ ply, squares: [a, b] }) => [{ from: place(ply, a), to: place(ply, b), gap: RADIUS }]);
  const texts = SQUARES.flatMap((square) => {
    const [x, y] = corner(square);
    const number = disc(x + 11, y + 14, 9);
    if (definite[square]) return [number, disc(...middle(square), 47), disc(...plyAt(square), 11)];
    return collapsing.length ? [number] : [number, ...[70, 82, 94, 106].map((far) => disc(x + far, y + 14, 9))];
  });
  const marks = spooky.map(({ ply, squares }) => squares.map((square) => disc(...place(ply, square), RADIUS + 3)));
  return routes(ends, (line) => [...texts, ...marks.filter((_, i) => i !== line).flat()]).map(({ d }) => d);
}

/**
 * Where a square shows the ply of its definite mark: the middle of the number.
 * @param {number} square
 * @returns {Point}
 */
function plyAt(square) {
  const [left, top] = corner(square);
  return [left + CELL - 14, top + CELL - 14];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
const disc = (x, y, r) => ({ x, y, r });

/** @param {number} square */
function around(square) {
  const [x, y] = corner(square);
  return s("rect", { class: "collapsing", x: x + 4, y: y + 4, width: CELL - 8, height: CELL - 8, rx: 6 });
}

/**
 * @param {Spooky} spooky
 * @param {Point} place
 */
function small({ player, ply }, [x, y]) {
  const letter = s("tspan", { "font-size": 15 }, player);
  const number = s("tspan", { "font-size": 10, dy: 3 }, String(ply));
  const text = s("text", { x, y: y + 5, "text-anchor": "middle" }, letter, number);
  return s("g", { class: `spooky ${player}` }, s("circle", { cx: x, cy: y, r: RADIUS, "data-disc": ply }), text);
}

/**
 * @param {Mark} definite
 * @param {number} square
 */
function large({ player, ply }, square) {
  const [x, y] = middle(square);
  const [left, under] = plyAt(square);
  const shape = mark(player, x, y, 30);
  shape.setAttribute("data-disc", "definite");
  return s("g", { class: `definite ${player}` }, shape, label(ply, left, under + 5, { "font-size": 15 }));
}

/** @type {import("/types.js").View} */
const view = { draw, result: (picture, action) => picture.settlements?.[action] ?? null };

export default view;
