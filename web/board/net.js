/** Nets that `qttt train` has written for Goff's game: what is in the file, what a net sees, and the move that it finds most likely. */

/** @import {Game} from "./types.js" */

/** @typedef {{name: string, game: string, sizes: number[], weights: Float32Array}} Net */
/** @typedef {import("../engine/goff/rules.js").Position} Position */

/** The eight symmetries of the board: the image of each square from 1 to 9. */
const QUARTER = [3, 6, 9, 2, 5, 8, 1, 4, 7];
const MIRROR = [3, 2, 1, 6, 5, 4, 9, 8, 7];
const TURNS = [0, 1, 2, 3].map((times) => (/** @type {number} */ square) => Array.from({ length: times }).reduce((/** @type {number} */ at) => QUARTER[at - 1], square));
const SYMMETRIES = TURNS.flatMap((turn) => [turn, (/** @type {number} */ square) => turn(MIRROR[square - 1])]);

/** Where each part of what a net sees begins: definite marks of X and O, X7, O8, both while they are spooky; the square of each
 * player for each root; the plies; whether a selection is due. */
const [X7_AT, X7_SPOOKY, ROOTED, MADE, WAITS, INPUTS] = [18, 36, 54, 216, 226, 227];
const [MOVES, OUTPUTS] = [45, 48];

/** The number of a mark on two squares, or of one on the square a = b. @param {number} a @param {number} b */
const place = (a, b) => (Math.max(a, b) * (Math.max(a, b) - 1)) / 2 + Math.min(a, b);
/** The number of a move among all moves, by its first square, then by its second. @param {number} a @param {number} b @returns {number} */
const numbered = (a, b) => (a > b ? numbered(b, a) : (a - 1) * 9 - ((a - 1) * (a - 2)) / 2 + b - a);

/**
 * Whether and what a file holds. Throws an error that says what is wrong, to follow the name of the file.
 * @param {string} name
 * @param {ArrayBuffer} content
 * @param {Game<any>} game
 * @returns {Net}
 */
export function read(name, content, game) {
  let [header, found, begin] = [/** @type {any} */ (null), /** @type {any} */ (null), 0];
  try {
    begin = 8 + Number(new DataView(content).getBigUint64(0, true));
    header = JSON.parse(new TextDecoder().decode(content.slice(8, begin)));
    found = JSON.parse(header.__metadata__.qttt);
  } catch {
    throw new Error("is not a file that qttt train has written");
  }
  if (found.format !== "qttt-net-1" || found.kind !== "net" || game.name !== "goff") throw new Error(`is not a net for ${game.name}: nets play Goff's game`);
  const options = { ...game.earlier[found.ruleset], ...found.options };
  if (![game.ruleset, ...Object.keys(game.earlier)].includes(found.ruleset)) throw new Error(`plays ${found.ruleset}, not ${game.ruleset}`);
  const wrong = Object.entries(game.options).find(([option, value]) => options[option] !== value);
  if (wrong) throw new Error(`plays with ${wrong[0]}=${options[wrong[0]]}, not ${wrong[1]}: choose these rules first`);
  const { features, sizes } = found.architecture;
  const [from, to] = header.weights?.data_offsets ?? [0, 0];
  const weights = new Float32Array(content.slice(begin + from, begin + to));
  const wanted = sizes.reduce((/** @type {number} */ sum, /** @type {number} */ size, /** @type {number} */ i) => sum + (i ? (sizes[i - 1] + 1) * size : 0), 0);
  if (features !== "collapses" || sizes[0] !== INPUTS || sizes.at(-1) !== OUTPUTS || weights.length !== wanted || !weights.every(Number.isFinite)) {
    throw new Error("is damaged, or has another architecture than this page knows");
  }
  return { name, game: game.name, sizes, weights };
}

/** The legal action that a net finds most likely. @param {Net} net @param {Game<Position>} game @param {Position} position */
export function chosenBy(net, game, position) {
  const images = SYMMETRIES.map((turn) => ({ turn, image: turned(position, turn), key: "" }));
  for (const each of images) each.key = keyOf(each.image);
  const { turn, image } = images.reduce((a, b) => (b.key < a.key ? b : a));
  const outputs = forward(net, seen(image));
  const swapped = position.closed && turn(lastOf(position)[1]) > turn(lastOf(position)[2]);
  /** @param {string} action */
  const likely = (action) => {
    if (action.startsWith("sel")) return outputs[MOVES + Number((action === "selB") !== swapped)];
    const [a, b] = action.split("-").map((square) => turn(Number(square)));
    return outputs[numbered(a, b)];
  };
  return game.actions(position).reduce((a, b) => (likely(b) > likely(a) ? b : a));
}

/** @param {Position} p */
const lastOf = (p) => p.spooky[p.spooky.length - 1];

/** @param {Position} p @param {(square: number) => number} turn @returns {Position} */
function turned(p, turn) {
  const definite = Array(9).fill(0);
  p.definite.forEach((ply, i) => (definite[turn(i + 1) - 1] = ply));
  return { ...p, definite, spooky: p.spooky.map(([ply, a, b]) => [ply, ...(/** @type {[number, number]} */ ([turn(a), turn(b)].sort()))]) };
}

/**
 * The order of the images of a position: the places of X's plies 1, 3, 5, the largest first, of O's 2, 4, 6, of 7, 8 and 9, and
 * of a move that waits for its selection.
 * @param {Position} p
 */
function keyOf(p) {
  const at = Array(10).fill(0);
  p.definite.forEach((ply, i) => (at[ply] = ply ? place(i + 1, i + 1) : 0));
  for (const [ply, a, b] of p.spooky) at[ply] = place(a, b);
  const waits = p.closed ? at[p.plies] : 0;
  if (p.closed) at[p.plies] = 0;
  const early = (/** @type {number[]} */ plies) => plies.map((ply) => at[ply]).sort((a, b) => b - a);
  return [...early([1, 3, 5]), ...early([2, 4, 6]), at[7], at[8], at[9], waits].map((each) => String(each).padStart(2, "0")).join("");
}

/** What a net sees of a position. @param {Position} p */
function seen(p) {
  const found = new Uint8Array(INPUTS);
  p.definite.forEach((ply, i) => {
    if (ply) found[9 * ((ply + 1) % 2) + i] = 1;
    if (ply === 7 || ply === 8) found[X7_AT + 9 * (ply - 7) + i] = 1;
  });
  const links = p.closed ? p.spooky.slice(0, -1) : p.spooky;
  const roots = p.closed ? lastOf(p).slice(1) : [1, 2, 3, 4, 5, 6, 7, 8, 9];
  for (const root of roots) {
    const reached = [root];
    for (const from of reached) {
      for (const [ply, a, b] of links) {
        const to = a === from ? b : b === from ? a : 0;
        if (!to || reached.includes(to)) continue;
        reached.push(to);
        found[ROOTED + 81 * ((ply + 1) % 2) + 9 * (root - 1) + to - 1] = 1;
      }
    }
    if (p.closed) found[ROOTED + 81 * ((p.plies + 1) % 2) + 10 * (root - 1)] = 1;
  }
  for (const [ply, a, b] of links) if (ply === 7 || ply === 8) for (const square of [a, b]) found[X7_SPOOKY + 9 * (ply - 7) + square - 1] = 1;
  found[MADE + p.plies] = 1;
  found[WAITS] = Number(p.closed);
  return found;
}

/** The outputs of a net: layer by layer a matrix [input, output] and biases; hidden numbers are not negative. @param {Net} net @param {ArrayLike<number>} inputs */
function forward({ sizes, weights }, inputs) {
  let [numbers, at] = [Float32Array.from(inputs), 0];
  sizes.slice(1).forEach((size, layer) => {
    const next = weights.slice(at + numbers.length * size, at + (numbers.length + 1) * size);
    numbers.forEach((x, k) => {
      if (x > 0) for (let j = 0; j < size; j++) next[j] += x * weights[at + k * size + j];
    });
    at += (numbers.length + 1) * size;
    numbers = layer < sizes.length - 2 ? next.map((x) => Math.max(x, 0)) : next;
  });
  return numbers;
}
