/** TiqTaqToe on the board: certain marks large, others with their chances, squares of a group with the same letter. */

import { s } from "/dom.js";
import { CELL, SQUARES, corner, label, mark, middle, struck } from "/draw.js";
import { boards } from "/views/tiqtaqtoe/boards.js";
import { levels } from "/views/tiqtaqtoe/levels.js";

/**
 * @typedef {{exact: string, number: number}} Worth
 * @typedef {object} Picture
 * @property {Record<string, Record<string, Worth>>} squares
 * @property {number[][]} groups
 * @property {string[]} boards
 * @property {number[][]} lines
 */

const LETTERS = "abcd";
const MARGIN = 11;
const WHOLE = CELL - 2 * MARGIN;

/**
 * @param {Picture} picture
 * @returns {SVGElement[]}
 */
function draw(picture) {
  return [...SQUARES.flatMap((square) => drawn(picture, square)), ...(picture.lines ?? []).map(struck)];
}

/**
 * @param {Picture} picture
 * @param {number} square
 * @returns {SVGElement[]}
 */
function drawn(picture, square) {
  const held = picture.squares[square];
  const [certain] = Object.keys(held);
  if (Object.keys(held).length === 1) return certain === "." ? [] : [mark(certain, ...middle(square), 30)];
  const group = picture.groups.findIndex((each) => each.includes(square));
  return [...(group < 0 ? [] : entangled(group, square)), ...chances(held, square)];
}

/**
 * @param {number} group
 * @param {number} square
 */
function entangled(group, square) {
  const [left, top] = corner(square);
  return [
    s("rect", { class: `group group-${group}`, x: left + 4, y: top + 24, width: CELL - 8, height: CELL - 28, rx: 6 }),
    label(LETTERS[group], left + 27, top + 18.5, { class: `group-letter group-text-${group}` }),
  ];
}

/**
 * The marks that may be there, the fainter the less probable, each above its chance, and a bar of all.
 * @param {Record<string, Worth>} held
 * @param {number} square
 */
function chances(held, square) {
  const [left, top] = corner(square);
  const players = ["X", "O"].filter((player) => held[player]);
  const marks = players.flatMap((player, i) => {
    const x = left + (CELL * (2 * i + 1)) / (2 * players.length);
    const { number } = held[player];
    const drawn = mark(player, x, top + 56, 14);
    drawn.setAttribute("opacity", (0.3 + 0.7 * number).toFixed(2));
    return [drawn, label(`${Number((100 * number).toFixed(1))}%`, x, top + 92, { class: "per-cent" })];
  });
  let from = 0;
  const bars = ["X", "O", "."].filter((content) => held[content]).map((content) => {
    const width = WHOLE * held[content].number;
    const bar = s("rect", { class: `bar ${content === "." ? "none" : content}`, x: left + MARGIN + from, y: top + 100, width, height: 7 });
    from += width;
    return bar;
  });
  return [...marks, ...bars];
}

/**
 * The picture of one board.
 * @param {Picture} _
 * @param {string} action a measurement, such as `=XO.X..O..`
 * @returns {Picture}
 */
function result(_, action) {
  const contents = [...action.slice(1)];
  const squares = Object.fromEntries(SQUARES.map((square) => [square, { [contents[square - 1]]: { exact: "1", number: 1 } }]));
  return { squares, groups: [], boards: [], lines: [] };
}

/** @type {import("/types.js").View} */
const view = { draw, result, twice: "click a square twice for a single mark", options: ["level", "target", "pair", "lines", "both", "gate"], panels: [levels, boards] };

export default view;
