/** Files of boards, in JSON and CSV. */

import { Refused, listed } from "../game.js";
import { OUTCOMES, readSquare, readSquares } from "./boards.js";

/**
 * A board of a file: its number in the file, its name, and the board or what is wrong with it.
 * @typedef {{number: number, name?: string, board?: import("./boards.js").Board, refused?: Refused}} Entry
 */

const COLUMNS = Array.from({ length: 9 }, (_, i) => OUTCOMES.map((name) => `${name}_${i + 1}`)).flat();

/** @param {string} text */
const unmarked = (text) => text.replace(/^\ufeff/, "");

/** @param {number} number @param {() => {name?: string, board: import("./boards.js").Board}} read @returns {Entry} */
function entry(number, read) {
  try {
    return { number, ...read() };
  } catch (error) {
    if (error instanceof Refused) return { number, refused: error };
    throw error;
  }
}

/**
 * The boards of a CSV text. Throws `Refused` if the file is wrong as a whole. Rule: PROB-FILE-2
 * @param {string} text
 * @returns {Entry[]}
 */
export function readCsv(text) {
  const all = unmarked(text).split(/\r\n|\r|\n/).map((line, i) => ({ line, number: i + 1 }));
  const lines = all.filter(({ line }) => /[^ \t]/.test(line)).map(({ line, number }) => ({ number, cells: line.split(",").map(bare) }));
  const isNine = lines[0]?.cells.length === 3;
  const columns = isNine ? OUTCOMES : COLUMNS;
  const hasHeader = lines[0]?.cells.every((cell) => /^[A-Za-z_]/.test(cell));
  if (hasHeader && lines[0].cells.join() !== columns.join()) throw new Refused("PROB-FILE-2", `line ${lines[0].number} has other names than expected: ${isNine ? columns.join() : "success_1,neutral_1,failure_1,success_2,…,failure_9"}`);
  const rows = lines.slice(hasHeader ? 1 : 0);
  if (!rows.length) throw new Refused("PROB-FILE-2", "the file has no board: expected lines of 27 probabilities, or nine lines of three");
  /** @param {typeof rows} some */
  const read = (some) => {
    const squares = some.flatMap(({ number, cells }, i) => {
      if (cells.length !== columns.length) throw new Refused("PROB-FILE-2", `line ${number} has ${cells.length} cells: expected ${columns.length}`);
      const threes = Array.from({ length: cells.length / 3 }, (_, k) => cells.slice(3 * k, 3 * k + 3));
      threes.forEach((three, k) => readSquare(three, `square ${i + k + 1} in line ${number}`));
      return threes;
    });
    return { board: readSquares(squares) };
  };
  return (isNine ? [rows] : rows.map((row) => [row])).map((some) => entry(some[0].number, () => read(some)));
}

/** @param {string} char */
const isBlank = (char) => char === " " || char === "\t";

/** @param {string} cell */
function bare(cell) {
  let [first, end] = [0, cell.length];
  while (first < end && isBlank(cell[first])) first++;
  while (first < end && isBlank(cell[end - 1])) end--;
  const found = cell.slice(first, end);
  return found.startsWith('"') && found.endsWith('"') ? found.slice(1, -1) : found;
}

/**
 * The boards of a JSON text. Throws `Refused` if the file is wrong as a whole. Rule: PROB-FILE-1
 * @param {string} text
 * @returns {Entry[]}
 */
export function readJson(text) {
  const json = parsed(unmarked(text));
  const found = isBoard(json) ? [json] : Array.isArray(json) ? json : members(json, ["boards"])?.boards;
  if (!Array.isArray(found) || !found.length) throw new Refused("PROB-FILE-1", "the file has no board: expected a board, a list of boards, or an object with boards");
  return found.map((each, i) => entry(i + 1, () => boardOf(each, `board ${i + 1}`)));
}

/**
 * JSON with what `JSON.parse` loses: a text is "t" and the text, a number "n" and its digits, and the names of members
 * are numbered, so that none is lost that is repeated. NaN and Infinity are read as numbers, and so break PROB-NUMBER-1.
 * @param {string} text
 * @returns {unknown}
 */
function parsed(text) {
  const marked = text.replace(/"([^"\\]*(?:\\.[^"\\]*)*"?)([ \t\r\n]*:)?|[-+.\w]+/gs, (token, string, colon, at) => {
    if (string) return colon ? `"${at} ${string}${colon}` : `"t${string}`;
    return /^(-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?|NaN|-?Infinity)$/.test(token) ? `"n${token}"` : token;
  });
  try {
    return JSON.parse(marked);
  } catch {
    throw new Refused("PROB-FILE-1", "the file is not JSON: expected a board, or a list of boards");
  }
}

/** @param {unknown} json @returns {[string, any][]} */
const named = (json) => (json && typeof json === "object" && !Array.isArray(json) ? Object.entries(json).map(([name, value]) => [name.slice(name.indexOf(" ") + 1), value]) : []);

/** @param {unknown} json @param {string} name */
const has = (json, name) => named(json).some(([each]) => each === name);

/**
 * The members of an object that has all that are needed, none twice, and no others than those and the free ones.
 * @param {unknown} json
 * @param {string[]} needed
 * @param {string[]} [free]
 * @returns {Record<string, any> | undefined}
 */
function members(json, needed, free = []) {
  const names = named(json).map(([name]) => name);
  const isWhole = needed.every((name) => names.includes(name)) && new Set(names).size === names.length;
  return isWhole && names.every((name) => needed.includes(name) || free.includes(name)) ? Object.fromEntries(named(json)) : undefined;
}

/** @param {unknown} json */
function isBoard(json) {
  if (!Array.isArray(json)) return json !== null && typeof json === "object" && !has(json, "boards");
  return json.length > 0 && !json.some((each) => has(each, "squares") || (Array.isArray(each) && each.some((inner) => inner && typeof inner === "object")));
}

/** @param {unknown} json @param {string} where */
function boardOf(json, where) {
  const { squares, name } = Array.isArray(json) ? { squares: json, name: undefined } : members(json, ["squares"], ["name"]) ?? {};
  if (!Array.isArray(squares) || (name !== undefined && name?.[0] !== "t")) throw new Refused("PROB-FILE-1", `${where} is not a board: expected a list of nine squares, or an object with squares and perhaps a name`);
  const texts = squares.map((square, i) => {
    const three = members(square, OUTCOMES);
    const numbers = three ? OUTCOMES.map((outcome) => three[outcome]) : square;
    if (!Array.isArray(numbers)) throw new Refused("PROB-FILE-1", `square ${i + 1} of ${where} is not a square: expected ${listed(OUTCOMES)}`);
    return numbers.map((number, k) => {
      if (k < 3 && typeof number !== "string") throw new Refused("PROB-FILE-1", `${OUTCOMES[k]} of square ${i + 1} of ${where} is not a probability: expected a number or a text`);
      return typeof number === "string" ? number.slice(1) : "";
    });
  });
  return { ...(name === undefined ? {} : { name: name.slice(1) }), board: readSquares(texts) };
}
