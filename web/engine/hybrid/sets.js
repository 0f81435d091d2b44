/**
 * Exact values of Q3T, set by set. A layer has all positions in which one set of boxes is measured, as the player to move
 * sees them: `mine` and `theirs` instead of X and O. A place in a layer is an index for what the unmeasured boxes carry,
 * and in its lowest bits the marks. A link leads to another index of the layer, a measurement to a layer of one box more.
 */

import { LINES_IN, SYMMETRIES } from "../game.js";

/** @typedef {import("./rules.js").Switches} Switches */
/**
 * What an unmeasured box carries, as far as it matters: a bit for each box whose mark changes if the result is mine, and
 * if it is theirs, and the number of links.
 * @typedef {{mine: number, theirs: number, n: number}} Load
 */
/** @typedef {Map<number, Load>} Loads of unmeasured boxes; nothing on the others */
/**
 * @typedef {object} Layer
 * @property {number} set the measured boxes, bit b for box b + 1
 * @property {number[]} measured
 * @property {number[]} open
 * @property {Map<number, number>[]} places the number of each load of an unmeasured box, by its key
 * @property {Int32Array[]} weights what a load adds to the index, by its number
 * @property {number} half where the places with O to move begin; 0 if they are the same by LEMMA colours
 * @property {Int8Array | Int16Array} values for the player to move, in units of 2^-(number of unmeasured boxes)
 */

/** @type {Load} */
export const NOTHING = { mine: 0, theirs: 0, n: 0 };
const BOXES = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const GOES_ON = 2;

/** @param {number} set */
export const boxesIn = (set) => BOXES.filter((box) => (set >> box) & 1);

/** @param {number} set @param {number[]} symmetry */
export const moved = (set, symmetry) => BOXES.reduce((found, box) => found | (((set >> box) & 1) << symmetry[box]), 0);

/** @param {Load} load @param {number[]} symmetry */
export const movedLoad = ({ mine, theirs, n }, symmetry) => ({ mine: moved(mine, symmetry), theirs: moved(theirs, symmetry), n });

/** The symmetries that take a set to the smallest of its images (LEMMA symmetry). @param {number} set */
export function straight(set) {
  const least = Math.min(...SYMMETRIES.map((each) => moved(set, each)));
  return SYMMETRIES.filter((each) => moved(set, each) === least);
}

/** As the other player sees it. @param {Load} load @returns {Load} */
export const turned = ({ mine, theirs, n }) => ({ mine: theirs, theirs: mine, n });

/** @param {Load} load */
export const keyOf = ({ mine, theirs, n }) => mine | (theirs << 9) | (n << 18);

/**
 * A load with one link more. Rule: HYB-TRIGGER-1
 * @param {Switches} options
 * @param {Load} load
 * @param {"mine" | "theirs"} owner
 * @param {number} box the target
 * @returns {Load}
 */
export const linked = ({ effect }, load, owner, box) => ({ ...load, [owner]: effect === "take" ? load[owner] | (1 << box) : load[owner] ^ (1 << box), n: load.n + 1 });

/**
 * A load, the same as the other player sees it, and all that they can become, by the number of links. Rule: HYB-CONTROL-1
 * @param {Switches} options
 * @param {Load} start
 * @param {number[]} measured
 */
function becoming(options, start, measured) {
  const found = new Map([start, turned(start)].map((load) => [keyOf(load), load]));
  for (const load of found.values()) {
    if (load.n >= (options.links === "two" ? 2 : 1)) continue;
    for (const box of measured) {
      if (options.targets === "one" && ((load.mine | load.theirs) >> box) & 1) continue;
      for (const owner of /** @type {const} */ (["mine", "theirs"])) {
        const more = linked(options, load, owner, box);
        found.set(keyOf(more), more);
      }
    }
  }
  return [...found.values()].sort((one, other) => one.n - other.n);
}

/**
 * How many places a layer has if a target may receive any number of links.
 * @param {Switches} options
 * @param {number} set
 * @param {Loads} loads
 */
export function size(options, set, loads) {
  const measured = boxesIn(set);
  return boxesIn(~set).reduce((all, box) => all * becoming(options, loads.get(box) ?? NOTHING, measured).length, (options.both === "X" ? 2 : 1) << measured.length);
}

/**
 * The layer of a set, in which the unmeasured boxes carry these loads, or more.
 * @param {Switches} options
 * @param {number} set
 * @param {Loads} loads
 * @param {(box: number) => {layer: Layer, symmetry: number[]}} after the layer after a measurement, turned by a symmetry
 * @returns {Layer}
 */
export function layer(options, set, loads, after) {
  const [measured, open] = [boxesIn(set), boxesIn(~set)];
  const marks = 1 << measured.length;
  const disjoint = options.targets === "one";
  /** @param {number} mask */
  const packed = (mask) => measured.reduce((bits, box, i) => bits | (((mask >> box) & 1) << i), 0);

  const domains = open.map((box) => becoming(options, loads.get(box) ?? NOTHING, measured));
  const places = domains.map((domain) => new Map(domain.map((load, i) => [keyOf(load), i])));
  const { weights, count } = weighted(domains, measured, disjoint);
  const half = options.both === "X" ? count * marks : 0;
  // Where two boxes are measured no win is certain, so that units of 1/128 fit; where fewer are, a byte may be too small.
  const values = new (measured.length < 2 ? Int16Array : Int8Array)(half + count * marks);
  /** @param {number} j @param {Load} load */
  const weightTurned = (j, load) => weights[j][Number(places[j].get(keyOf(turned(load))))];

  const nexts = open.map((box, j) => {
    const { layer: next, symmetry } = after(box);
    /** @param {number} m @param {number} found */
    const place = (m, found) => measured.reduce((bits, each, i) => bits | (((m >> i) & 1) << next.measured.indexOf(symmetry[each])), found << next.measured.indexOf(symmetry[box]));
    const [mine, theirs] = [1, 0].map((found) => Int32Array.from({ length: marks }, (_, m) => (2 * marks - 1) ^ place(m, found)));
    const take = options.effect === "take";
    return {
      values: next.values,
      half: next.half,
      // For each load and each of our marks: where it leads if the result is mine, and theirs.
      ifMine: Int32Array.from(domains[j].flatMap((load) => Array.from(mine, (_, m) => mine[take ? m | packed(load.mine) : m ^ packed(load.mine)]))),
      ifTheirs: Int32Array.from(domains[j].flatMap((load) => Array.from(mine, (_, m) => theirs[take ? m & ~packed(load.theirs) : m ^ packed(load.theirs)]))),
      // For each load of each box: what it adds to the index.
      adds: domains.map((domain, i) => {
        const at = next.open.indexOf(symmetry[open[i]]);
        return Int32Array.from(domain, (load) => (i === j ? 0 : next.weights[at][Number(next.places[at].get(keyOf(movedLoad(turned(load), symmetry))))]));
      }),
    };
  });
  // For each load: what a link to each target adds to the index as the other player sees it, or 0 if there is no such link.
  const links = domains.map((domain, j) =>
    Int32Array.from(domain.flatMap((load) => measured.map((box) => {
      const more = linked(options, load, "mine", box);
      const taken = disjoint && ((load.mine | load.theirs) >> box) & 1;
      return places[j].has(keyOf(more)) && !taken ? weightTurned(j, more) - weightTurned(j, load) : 0;
    }))),
  );
  const turnedWeights = domains.map((domain, j) => Int32Array.from(domain, (load) => weightTurned(j, load)));
  const counts = domains.map((domain) => Int32Array.from(domain, ({ n }) => n));
  const touched = domains.map((domain) => Int32Array.from(domain, ({ mine, theirs }) => packed(mine | theirs)));
  // The values of marks that end the game; elsewhere 0, and all bits of `goesOn`.
  const ends = [0, 1].map((turn) => Int16Array.from({ length: marks }, (_, m) => score(options.both, turn, m, marks - 1 - m, measured)));
  const goesOn = ends[0].map((each) => (each === GOES_ON ? -1 : 0));
  const ended = ends.map((scores) => scores.map((each) => (each === GOES_ON ? 0 : each << open.length)));

  const digits = new Int32Array(open.length);
  const afters = Array.from({ length: open.length + 1 }, () => new Int32Array(open.length));
  const least = new Int16Array(marks);

  /**
   * All loads of the boxes from the j-th on with so many links.
   * @param {number} j
   * @param {number} left
   * @param {number} index
   * @param {number} opposite the index as the other player sees it
   * @param {number} used the targets of links, where they receive one
   */
  function each(j, left, index, opposite, used) {
    if (j === open.length) return left || fill(index, opposite, used, afters[j]);
    const [from, into] = [afters[j], afters[j + 1]];
    for (let d = 0; d < counts[j].length; d++) {
      const n = counts[j][d];
      if (n > left || left - n > 2 * (open.length - j - 1)) continue;
      if (disjoint && used & touched[j][d]) continue;
      digits[j] = d;
      for (let i = 0; i < open.length; i++) into[i] = from[i] + nexts[i].adds[j][d];
      each(j + 1, left - n, index + weights[j][d], opposite + turnedWeights[j][d], used | touched[j][d]);
    }
  }

  /** The values of one index. @param {number} index @param {number} opposite @param {number} used @param {Int32Array} after */
  function fill(index, opposite, used, after) {
    for (let from = 0, turn = 0; turn < (half ? 2 : 1); from = half, turn++) {
      least.fill(1000);
      for (let j = 0; j < open.length; j++) {
        const { values, half, ifMine, ifTheirs } = nexts[j];
        measure(least, values, (from ? 0 : half) + after[j] * marks * 2, ifMine, ifTheirs, digits[j] * marks);
      }
      if (options.links !== "single" || opposite === index) {
        for (let j = 0; j < open.length; j++) {
          const more = links[j];
          const first = digits[j] * measured.length;
          for (let i = 0; i < measured.length; i++) {
            const add = more[first + i];
            if (add && !(disjoint && (used >> i) & 1)) link(least, values, (from ? 0 : half) + (opposite + add + 1) * marks - 1);
          }
        }
      }
      const base = from + index * marks;
      const fixed = ended[turn];
      for (let m = 0; m < marks; m++) values[base + m] = fixed[m] - (least[m] & goesOn[m]);
    }
  }

  // A link leads to a place with more links: these come first.
  for (let n = options.links === "single" ? 1 : 2 * open.length; n >= 0; n--) each(0, n, 0, 0, 0);
  return { set, measured, open, places, weights, half, values };
}

/**
 * Lower the values to those after a measurement.
 * @param {Int16Array} least
 * @param {Int8Array | Int16Array} values
 * @param {number} base
 * @param {Int32Array} ifMine
 * @param {Int32Array} ifTheirs
 * @param {number} from
 */
function measure(least, values, base, ifMine, ifTheirs, from) {
  for (let m = 0; m < least.length; m++) {
    const less = values[base + ifMine[from + m]] + values[base + ifTheirs[from + m]] - least[m];
    least[m] += less & (less >> 31); // without a branch, which would cost more
  }
}

/**
 * Lower the values to those after a link, which the other player sees with all marks exchanged.
 * @param {Int16Array} least
 * @param {Int8Array | Int16Array} values
 * @param {number} last
 */
function link(least, values, last) {
  for (let m = 0; m < least.length; m++) {
    const less = values[last - m] - least[m];
    least[m] += less & (less >> 31);
  }
}

/**
 * What each load adds to the index, and how many indices there are. A digit of the index is the load of a box; or, where
 * that takes less room, the link that a target receives.
 * @param {Load[][]} domains
 * @param {number[]} measured
 * @param {boolean} disjoint
 */
function weighted(domains, measured, disjoint) {
  const base = 1 + 2 * domains.length;
  const [byTarget, byBox] = [base ** measured.length, domains.reduce((all, domain) => all * domain.length, 1)];
  if (disjoint && byTarget < byBox) {
    /** @param {number} mask @param {number} digit */
    const sum = (mask, digit) => measured.reduce((all, box, i) => all + ((mask >> box) & 1) * digit * base ** i, 0);
    return { count: byTarget, weights: domains.map((domain, j) => Int32Array.from(domain, ({ mine, theirs }) => sum(mine, 2 * j + 1) + sum(theirs, 2 * j + 2))) };
  }
  let weight = byBox;
  return { count: byBox, weights: domains.map((domain) => ((weight /= domain.length), Int32Array.from(domain, (_, i) => i * weight))) };
}

/**
 * The score for the player to move if the game has ended, else GOES_ON. Rules: HYB-END-1, HYB-END-2, HYB-END-3, HYB-SCORE-1
 * @param {Switches["both"]} both
 * @param {number} turn 1 if O is to move
 * @param {number} mine
 * @param {number} theirs
 * @param {number[]} measured
 */
function score(both, turn, mine, theirs, measured) {
  const [I, they] = [mine, theirs].map((bits) => LINES_IN[measured.reduce((found, box, i) => found | (((bits >> i) & 1) << box), 0)] > 0);
  if (I && they) return { draw: 0, X: turn ? -1 : 1, measurer: -1, other: 1 }[both];
  if (I || they) return I ? 1 : -1;
  return measured.length === 9 ? 0 : GOES_ON;
}
