/** The table of the positions of plies 0 to 4. `data/README.md` describes it. */

import { SQUARES, SYMMETRIES } from "../game.js";
import { table } from "../table.js";
import { NONE } from "./search.js";

/** Where the tables are. @type {Record<string, () => URL>} */
const TABLES = {
  "goff-forbidden-draw": () => new URL("../../data/goff-forbidden-draw.gz", import.meta.url),
  "goff-forbidden-draw-later": () => new URL("../../data/goff-forbidden-draw-later.gz", import.meta.url),
  "goff-forbidden-move": () => new URL("../../data/goff-forbidden-move.gz", import.meta.url),
  "goff-forbidden-move-later": () => new URL("../../data/goff-forbidden-move-later.gz", import.meta.url),
  "goff-legal-draw": () => new URL("../../data/goff-legal-draw.gz", import.meta.url),
  "goff-legal-draw-later": () => new URL("../../data/goff-legal-draw-later.gz", import.meta.url),
  "goff-legal-move": () => new URL("../../data/goff-legal-move.gz", import.meta.url),
  "goff-legal-move-later": () => new URL("../../data/goff-legal-move-later.gz", import.meta.url),
};

/** The number of a place. @param {number} a @param {number} b */
const place = (a, b) => (a < b ? (b * (b - 1)) / 2 + a : (a * (a - 1)) / 2 + b);
/** The squares of each place; place 0 is none. */
const ENDS = [[], ...SQUARES.flatMap((j) => SQUARES.slice(0, j).map((i) => [i, j]))];
/** The image of each place under each symmetry. */
const IMAGES = SYMMETRIES.map((to) => ENDS.map(([i, j]) => (i ? place(to[i - 1] + 1, to[j - 1] + 1) : 0)));

/** A set of at most two places as a number that has their order. @param {number} a @param {number} b */
const packed = (a, b) => (Math.max(a, b) << 6) | Math.min(a, b);
/** The image of a packed set. @param {number} set @param {number[]} image */
const turned = (set, image) => packed(image[set >> 6], image[set & 63]);

/** Whether a player's marks can be at two places: on a square with a definite mark is no other. @param {number} a @param {number} b */
const canOccur = (a, b) => [[a, b], [b, a]].every(([at, other]) => ENDS[at][0] !== ENDS[at][1] || !ENDS[other].includes(ENDS[at][0]));

/** For each packed set its number among those of its size, and its row if it is the first of its images. */
function numbered() {
  const [number, row] = [new Int16Array(1 << 12).fill(-1), new Int16Array(1 << 12).fill(-1)];
  const [counts, rows] = [[0, 0, 0], [0, 0, 0]];
  for (let a = 0; a < ENDS.length; a++) {
    for (let b = 0; b < Math.max(a, 1); b++) {
      if (b && !canOccur(a, b)) continue;
      const [set, size] = [packed(a, b), (a && 1) + (b && 1)];
      number[set] = counts[size]++;
      if (IMAGES.every((image) => turned(set, image) >= set)) row[set] = rows[size]++;
    }
  }
  return { number, row, counts };
}

/**
 * Where a table has a settled position of plies 0 to 4: row × (number of O's sets) + column; below 0 if it cannot occur.
 * @returns {(p: import("./rules.js").Position) => number}
 */
export function places() {
  const { number, row, counts } = numbered();
  return ({ plies, definite, spooky }) => {
    const marks = [...spooky, ...definite.map((ply, i) => [ply, i + 1, i + 1])];
    const [x, o] = [1, 0].map((odd) => {
      const [a = 0, b = 0] = marks.filter(([ply]) => ply && ply % 2 === odd).map(([, i, j]) => place(i, j));
      return packed(a, b);
    });
    const first = Math.min(...IMAGES.map((image) => turned(x, image)));
    const columns = IMAGES.filter((image) => turned(x, image) === first).map((image) => number[turned(o, image)]);
    const column = Math.min(...columns);
    return column < 0 ? -1 : row[first] * counts[plies >> 1] + column;
  };
}

/** Which of the two files of a table has a ply: the end of its name. @param {number} ply */
export const partOf = (ply) => (ply > 2 ? "-later" : "");

/**
 * The table of a reading: the outcome of a settled position, NONE if no game reaches it.
 * @param {Record<string, string>} options
 * @param {string} part of the table, as `partOf` names it
 * @returns {Promise<(p: import("./rules.js").Position) => number>}
 */
export async function early({ collapse, pair, last }, part) {
  const name = `goff-${pair}-${last}${part}`;
  const { arrays } = await table(name, TABLES[name]);
  const place = places();
  const shift = collapse === "self" ? 3 : 0;
  return (p) => {
    const byte = arrays[`ply-${p.plies}`][place(p)] ?? 0;
    return byte ? (byte >> shift) & 7 : NONE;
  };
}
