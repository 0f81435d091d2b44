/** TiqTaqToe on the board: certain marks large, others with their chances, squares of a group with the same letter. */

import { LINES } from "../engine/game.js";
import { s } from "./dom.js";
import { CELL, SQUARES, corner, label, mark, middle, struck } from "./draw.js";

/**
 * @typedef {import("../engine/tiqtaqtoe/index.js").TiqTaqToe} TiqTaqToe
 * @typedef {import("../engine/tiqtaqtoe/boards.js").Position} Position
 */

const LETTERS = "abcd";
const MARGIN = 11;
const WHOLE = CELL - 2 * MARGIN;

/** @param {TiqTaqToe} game @param {Position} position @returns {SVGElement[]} */
function draw(game, position) {
  const [chances, groups] = [game.probabilities(position), game.groups(position)];
  const { contents } = position;
  const lines = LINES.filter(([a, b, c]) => /^[XO]$/.test(contents[a]) && contents[a] === contents[b] && contents[a] === contents[c]);
  const marks = SQUARES.flatMap((square) => {
    const held = contents[square];
    if (held.length === 1) return held === "." ? [] : [mark(held, ...middle(square), 30)];
    return [...entangled(groups.findIndex((group) => group.includes(square)), square), ...uncertain(chances[square], square)];
  });
  return [...marks, ...lines.map(struck)];
}

/** @param {number} group @param {number} square */
function entangled(group, square) {
  const [left, top] = corner(square);
  return [
    s("rect", { class: `group group-${group}`, x: left + 4, y: top + 24, width: CELL - 8, height: CELL - 28, rx: 6 }),
    label(LETTERS[group], left + 14, top + 38, { class: `group-letter group-text-${group}` }),
  ];
}

/**
 * The marks that may be there, the fainter the less probable, each above its chance, and a bar of all.
 * @param {Record<string, import("../engine/game.js").Exact>} held
 * @param {number} square
 */
function uncertain(held, square) {
  const [left, top] = corner(square);
  const players = ["X", "O"].filter((player) => player in held);
  const marks = players.flatMap((player, i) => {
    const x = left + (CELL * (2 * i + 1)) / (2 * players.length);
    const chance = Number(held[player]);
    const drawn = mark(player, x, top + 56, 14);
    drawn.setAttribute("opacity", (0.3 + 0.7 * chance).toFixed(2));
    return [drawn, label(`${Number((100 * chance).toFixed(1))}%`, x, top + 92, { class: "per-cent" })];
  });
  let from = left + MARGIN;
  const bars = [...players, "."].filter((content) => content in held).map((content) => {
    const width = WHOLE * Number(held[content]);
    const bar = s("rect", { class: `bar ${content === "." ? "none" : content}`, x: from, y: top + 100, width, height: 7 });
    from += width;
    return bar;
  });
  return [...marks, ...bars];
}

/** @type {import("./types.js").View} */
const view = {
  draw: (game, position) => draw(/** @type {TiqTaqToe} */ (game), position),
  ordered: (game) => game.options.level === "full",
  chance: (game) => game.options.level !== "classic",
  twice: "click a square twice for a single mark",
};

export default view;
