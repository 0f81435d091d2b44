/** Q3T on the board: marks of measured boxes, and links as arrows from control to target with the letter of their owner. */

import { isMeasured, linesOf } from "../engine/hybrid/rules.js";
import { s } from "./dom.js";
import { CELL, SQUARES, corner, disc, label, labelled, mark, middle, struck } from "./draw.js";
import { routes, towards } from "./routes.js";

/**
 * @typedef {import("../engine/hybrid/rules.js").Position} Position
 * @typedef {import("../engine/hybrid/rules.js").Link} Link
 * @typedef {import("./routes.js").Point} Point
 */

const HEAD = 13;
const BADGE = 8.5;
/** How far from the middles of its boxes an arrow begins and ends. */
const LEAVES = 29;
const ARRIVES = 46;
/** Degrees by which an arrow may turn aside where it leaves its control, and where it arrives at its target. */
const LEAVING = [0, 25, -25, 50, -50, 80, -80];
const ARRIVING = [0, 22, -22, 45, -45];
const TURNED = 22;

/** @param {Position} position @returns {SVGElement[]} */
const draw = (position) => [
  ...SQUARES.flatMap((square) => (isMeasured(position, square) ? [mark(position.marks[square - 1], ...middle(square), 28)] : unmeasured(position, square))),
  ...arrows(position),
  .../** @type {const} */ (["X", "O"]).flatMap((player) => linesOf(position, player).map(struck)),
];

/** @param {Position} position @param {number} square */
function unmeasured({ measuring }, square) {
  const [left, top] = corner(square);
  const [x, y] = middle(square);
  const due = measuring === square ? [s("rect", { class: "named", x: left + 5, y: top + 5, width: CELL - 10, height: CELL - 10, rx: 6 })] : [];
  return [...due, label("?", x, y + 9, { class: "unknown", "font-size": 26 })];
}

/** The links, which cross neither marks nor numbers, each with ends of its own. @param {Position} position @returns {SVGElement[]} */
function arrows(position) {
  const { links } = position;
  const numbers = SQUARES.flatMap((square) => labelled(square, isMeasured(position, square) ? 71 : 0));
  const boxes = SQUARES.map((square) => disc(...middle(square), isMeasured(position, square) ? 41 : 17));
  const found = routes(links.map(ends), (line, drawn) => {
    const others = drawn.filter((_, i) => i !== line).flatMap((route) => (route ? [route.points] : []));
    return [...numbers, ...boxes, ...others.flatMap((points) => [disc(...points[0], 2 * BADGE + 2), disc(...points[points.length - 1], HEAD)])];
  });
  return found.map(({ points }, i) => arrow(points, links[i]));
}

/** The ends that an arrow may have, straight ones first. @param {Link} link */
function ends({ control, target }) {
  const [[x, y], [u, v]] = [middle(control), middle(target)];
  const straight = (Math.atan2(v - y, u - x) * 180) / Math.PI;
  const all = LEAVING.flatMap((leaving) =>
    ARRIVING.map((arriving) => ({
      from: around(control, straight + leaving, LEAVES),
      to: around(target, straight + 180 + arriving, ARRIVES),
      gap: 0,
      cost: (Math.abs(leaving) + Math.abs(arriving)) / TURNED,
    })),
  );
  return all.sort((one, other) => one.cost - other.cost);
}

/** @param {number} square @param {number} degrees @param {number} far @returns {Point} */
function around(square, degrees, far) {
  const [x, y] = middle(square);
  const angle = (degrees * Math.PI) / 180;
  return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
}

/** An arrow along a line, which begins with the letter of its owner: what must be found for the link to act. @param {Point[]} points @param {Link} link */
function arrow(points, link) {
  const [tail, tip] = [points[0], points[points.length - 1]];
  const before = points.findLast(([x, y]) => Math.hypot(x - tip[0], y - tip[1]) > HEAD) ?? tail;
  const neck = towards(tip, before, HEAD);
  const [dx, dy] = [(tip[0] - neck[0]) / 2, (tip[1] - neck[1]) / 2];
  const kept = points.filter(([x, y]) => Math.hypot(x - tip[0], y - tip[1]) > HEAD);
  const shaft = [...kept, neck].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(" L ");
  const head = `M ${tip[0]} ${tip[1]} L ${neck[0] - dy} ${neck[1] + dx} L ${neck[0] + dy} ${neck[1] - dx} z`;
  const name = `${link.control}>${link.target}`;
  return s(
    "g",
    { class: `arrow ${link.owner}`, "data-link": name },
    s("path", { class: "link", d: `M ${shaft}`, "data-line": `${name} ${link.owner}` }),
    s("path", { class: "head", d: head }),
    s("circle", { class: "badge", cx: tail[0], cy: tail[1], r: BADGE }),
    label(link.owner, tail[0], tail[1] + 4.2, { class: "badge-letter", "font-size": 11.5 }),
  );
}

/** @type {import("./types.js").View<Position>} */
const view = {
  draw: (_, position) => draw(position),
  ordered: true,
  twice: "click a box twice to measure it",
};

export default view;
