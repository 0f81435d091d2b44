/** The table of the positions of plies 0 to 4. `data/README.md` describes it. */

import { SQUARES } from "../game.js";
import { table } from "../table.js";

/** Where each symmetry of the board takes the squares 1 to 9. */
const SYMMETRIES = [0, 1, 2, 3, 4, 5, 6, 7].map((g) =>
  SQUARES.map((x) => {
    let [row, column] = [Math.floor((x - 1) / 3), (x - 1) % 3];
    if (g & 4) [row, column] = [column, row];
    if (g & 2) row = 2 - row;
    if (g & 1) column = 2 - column;
    return 3 * row + column + 1;
  }),
);

/** The number of a place. @param {number} a @param {number} b */
const place = (a, b) => (a < b ? (b * (b - 1)) / 2 + a : (a * (a - 1)) / 2 + b);
/** The squares of each place. */
const ENDS = SQUARES.flatMap((j) => SQUARES.slice(0, j).map((i) => [i, j]));
/** The image of each place under each symmetry; place 0 is none. */
const IMAGES = SYMMETRIES.map((to) => [0, ...ENDS.map(([i, j]) => place(to[i - 1], to[j - 1]))]);

/** A set of at most three places as a number that has their order. @param {number} a @param {number} b @param {number} c */
function packed(a, b, c) {
  if (a < b) [a, b] = [b, a];
  if (b < c) [b, c] = [c, b];
  if (a < b) [a, b] = [b, a];
  return (a << 12) | (b << 6) | c;
}

/** The image of a packed set. @param {number} set @param {number[]} image */
const turned = (set, image) => packed(image[set >> 12], image[(set >> 6) & 63], image[set & 63]);

/** Whether a player's marks can be at these places. @param {number[]} places */
function canOccur(places) {
  const ends = places.map((each) => ENDS[each - 1]);
  const spooky = ends.filter(([i, j]) => i < j);
  const apart = ends.every(([i, j], k) => i < j || ends.every((other, l) => k === l || !other.includes(i)));
  return apart && !(spooky.length === 3 && new Set(spooky.flat()).size === 3);
}

/** For each packed set its number among those of its size, and its row if it is the first of its images. */
function numbered() {
  const number = new Int32Array(1 << 18).fill(-1);
  const row = new Int32Array(1 << 18).fill(-1);
  const counts = [0, 0, 0, 0];
  const rows = [0, 0, 0, 0];
  for (let a = 0; a <= 45; a++) {
    for (let b = 0; b < Math.max(a, 1); b++) {
      for (let c = 0; c < Math.max(b, 1); c++) {
        const places = [a, b, c].filter((each) => each);
        const set = packed(a, b, c);
        if (!canOccur(places)) continue;
        number[set] = counts[places.length]++;
        if (IMAGES.every((image) => turned(set, image) >= set)) row[set] = rows[places.length]++;
      }
    }
  }
  return { number, row, counts };
}

/**
 * Where a table has a settled position of plies 0 to 6: row × (number of O's sets) + column; below 0 if it cannot occur.
 * @returns {(p: import("./rules.js").Position) => number}
 */
export function places() {
  const { number, row, counts } = numbered();
  return ({ plies, definite, spooky }) => {
    const marks = [...spooky, ...definite.map((ply, i) => [ply, i + 1, i + 1])];
    const [x, o] = [1, 0].map((odd) => {
      const [a = 0, b = 0, c = 0] = marks.filter(([ply]) => ply && ply % 2 === odd).map(([, i, j]) => place(i, j));
      return packed(a, b, c);
    });
    const first = Math.min(...IMAGES.map((image) => turned(x, image)));
    const columns = IMAGES.filter((image) => turned(x, image) === first).map((image) => number[turned(o, image)]);
    const column = Math.min(...columns);
    return column < 0 ? -1 : row[first] * counts[plies >> 1] + column;
  };
}

/**
 * The table of a reading: the byte of a settled position, 0 if no game reaches it.
 * @param {{pair: string, last: string}} options
 * @returns {Promise<(p: import("./rules.js").Position) => number>}
 */
export async function early({ pair, last }) {
  const { arrays } = await table(`goff-${pair}-${last}`);
  const at = places();
  return (p) => arrays[`ply-${p.plies}`][at(p)] ?? 0;
}
