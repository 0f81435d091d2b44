/** Probabilistic tic-tac-toe: marks, and the probabilities of the open squares. */

import { LINES } from "../engine/game.js";
import { OUTCOMES } from "../engine/probabilistic/boards.js";
import { s } from "./dom.js";
import { CELL, SQUARES, corner, label, mark, middle, struck } from "./draw.js";
import { SIGNS } from "./signs.js";

/** @typedef {import("../engine/probabilistic/rules.js").Probabilistic} Game */
/** @typedef {import("../engine/probabilistic/rules.js").Position} Position */

const MARGIN = 11;
const WHOLE = CELL - 2 * MARGIN;

/** @param {Game} game @param {Position} position @returns {SVGElement[]} */
function draw(game, { marks, named }) {
  const won = LINES.filter(([a, b, c]) => marks[a - 1] !== "." && marks[a - 1] === marks[b - 1] && marks[b - 1] === marks[c - 1]);
  return [
    ...SQUARES.flatMap((square) => (marks[square - 1] === "." ? chances(game, square, square === named) : [mark(marks[square - 1], ...middle(square), 30)])),
    ...won.map(struck),
  ];
}

/**
 * A bar of three parts, and the three numbers in per cent.
 * @param {Game} game
 * @param {number} square
 * @param {boolean} named
 * @returns {SVGElement[]}
 */
function chances(game, square, named) {
  const [left, top] = corner(square);
  const numbers = game.board[square - 1].map(Number);
  const parts = numbers.map((number, i) => {
    const from = numbers.slice(0, i).reduce((sum, each) => sum + each, 0);
    return s("rect", { class: OUTCOMES[i], x: left + MARGIN + WHOLE * from, y: top + 84, width: WHOLE * number, height: 8 });
  });
  const texts = numbers.map((number, i) => label(`${SIGNS[i]}${percent(number)}`, left + MARGIN + (WHOLE * i) / 2, top + 108, { class: `per-cent ${OUTCOMES[i]}`, "text-anchor": ["start", "middle", "end"][i] }));
  return [...(named ? [s("rect", { class: "named", x: left + 5, y: top + 5, width: CELL - 10, height: CELL - 10, rx: 6 })] : []), ...parts, ...texts];
}

/** @param {number} number */
function percent(number) {
  const shown = 100 * number;
  if (shown > 0 && shown < 0.5) return "<1";
  return shown < 100 && shown > 99.5 ? ">99" : `${Math.round(shown)}`;
}

/** @type {import("./types.js").View<Position>} */
const view = {
  draw: (game, position) => draw(/** @type {Game} */ (game), position),
};

export default view;
