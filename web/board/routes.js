/**
 * Lines between marks that cross neither a mark nor a number, and keep apart from each other.
 *
 * Every place on the board has a cost for a line to pass there. Of many curves the one that costs least is taken, first
 * for one line after the other, and then once more for each among all others.
 *
 * @typedef {[number, number]} Point
 * @typedef {{x: number, y: number, r: number}} Disc
 * @typedef {{from: Point, to: Point, gap: number, cost?: number}} Ends two points, how far from them the line begins and
 *   ends, and what these ends cost where a line may choose among several
 * @typedef {{d: string, points: Point[]}} Route
 */

import { SIDE } from "./draw.js";

const PASSES = 2;
const MARGIN = 6;
const APART = 8;
/** Costs of a unit of length: through a disc, more towards its middle, near another line, and off the board. */
const COST = { disc: 6, inside: 0.4, line: 0.7, outside: 12 };
const FINE = 2;
/** Units of the board for each place whose cost is kept. */
const PLACES = SIDE / FINE;
const ANGLES = [0, 15, 30, 50, 75, 100, 125].flatMap((angle) => (angle ? [angle, -angle] : [0]));
const REACHES = [0.33, 0.55, 0.8];

/** Curves, gentle ones first: the angles at which they leave both ends, how far they keep to them, and what they cost. */
const SHAPES = REACHES.flatMap((reach) =>
  ANGLES.flatMap((a) =>
    ANGLES.map((b) => {
      const cost = (Math.abs(a) + Math.abs(b)) / 25 + Math.abs(a - b) / 50 + 3 * (reach - REACHES[0]);
      return { first: turn(a, reach), second: turn(-b, reach), cost };
    }),
  ),
).sort((one, other) => one.cost - other.cost);

/** @param {number} degrees @param {number} reach @returns {Point} */
function turn(degrees, reach) {
  const angle = (degrees * Math.PI) / 180;
  return [reach * Math.cos(angle), reach * Math.sin(angle)];
}

/**
 * The paths of some lines.
 * @param {Ends[][]} lines for each line the ends that it may have, those that cost least first
 * @param {(line: number, found: (Route | undefined)[]) => Disc[]} obstacles what a line must not meet
 * @returns {Route[]}
 */
export function routes(lines, obstacles) {
  /** @type {(Route | undefined)[]} */
  const found = lines.map(() => undefined);
  for (let pass = 0; pass < PASSES; pass++) {
    lines.forEach((choices, i) => {
      const costs = new Float32Array(PLACES * PLACES);
      found.forEach((other, j) => {
        if (other && j !== i) for (const [x, y] of other.points) near(x, y, APART, (place) => (costs[place] = Math.max(costs[place], COST.line)));
      });
      for (const { x, y, r } of obstacles(i, found)) near(x, y, r, (place, far) => (costs[place] += COST.disc + COST.inside * (r - far)));
      found[i] = cheapest(choices, costs);
    });
  }
  return /** @type {Route[]} */ (found);
}

/**
 * Visit the places within a distance of a point.
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {(place: number, far: number) => void} visit
 */
function near(x, y, r, visit) {
  const first = (/** @type {number} */ at) => Math.max(0, Math.ceil((at - r) / FINE));
  const last = (/** @type {number} */ at) => Math.min(PLACES - 1, Math.floor((at + r) / FINE));
  for (let row = first(y); row <= last(y); row++) {
    for (let column = first(x); column <= last(x); column++) {
      const far = Math.sqrt((column * FINE - x) ** 2 + (row * FINE - y) ** 2);
      if (far < r) visit(row * PLACES + column, far);
    }
  }
}

/** @param {Ends[]} choices @param {Float32Array} costs @returns {Route | undefined} */
function cheapest(choices, costs) {
  /** @type {Point[] | undefined} */
  let best;
  let least = Infinity;
  let steps = 0;
  for (const { from, to, gap, cost = 0 } of choices) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const fine = 16 + Math.round(Math.hypot(dx, dy) / 6);
    for (const shape of SHAPES) {
      if (cost + shape.cost >= least) break;
      const [[a, b], [c, d]] = [shape.first, shape.second];
      const first = /** @type {Point} */ ([from[0] + a * dx - b * dy, from[1] + a * dy + b * dx]);
      const second = /** @type {Point} */ ([to[0] - c * dx + d * dy, to[1] - c * dy - d * dx]);
      const curve = [towards(from, first, gap), first, second, towards(to, second, gap)];
      const total = along(curve, fine, costs, cost + shape.cost, least);
      if (total < least) [best, least, steps] = [curve, total, fine];
    }
  }
  if (!best) return undefined;
  const curve = best;
  const [start, first, second, end] = curve;
  const points = Array.from({ length: steps + 1 }, (_, i) => cubic(curve, i / steps));
  return { d: `M ${write(start)} C ${write(first)} ${write(second)} ${write(end)}`, points };
}

/**
 * What a curve costs, as far as a limit.
 * @param {Point[]} curve
 * @param {number} steps
 * @param {Float32Array} costs
 * @param {number} total what it costs by itself
 * @param {number} limit
 */
function along(curve, steps, costs, total, limit) {
  let [u, v] = curve[0];
  for (let i = 0; i <= steps && total < limit; i++) {
    const [x, y] = cubic(curve, i / steps);
    const inside = x >= MARGIN && y >= MARGIN && x <= SIDE - MARGIN && y <= SIDE - MARGIN;
    const cost = inside ? costs[Math.round(y / FINE) * PLACES + Math.round(x / FINE)] : COST.outside;
    if (cost) total += cost * Math.max(1, Math.sqrt((x - u) ** 2 + (y - v) ** 2));
    [u, v] = [x, y];
  }
  return total;
}

/** @param {Point} from @param {Point} to @param {number} far @returns {Point} */
export function towards(from, to, far) {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [from[0] + ((to[0] - from[0]) * far) / long, from[1] + ((to[1] - from[1]) * far) / long];
}

/** @param {Point[]} curve start, end, and between them what the curve heads for @param {number} t @returns {Point} */
function cubic([a, b, c, d], t) {
  const u = 1 - t;
  const [e, f, g, h] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return [e * a[0] + f * b[0] + g * c[0] + h * d[0], e * a[1] + f * b[1] + g * c[1] + h * d[1]];
}

/** @param {Point} point */
const write = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
