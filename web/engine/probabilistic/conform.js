/** The engine under test: see `Tested` in `../conform.js`. */

import { boardText, readSquares } from "./boards.js";
import { readCsv, readJson } from "./files.js";
import { create, info } from "./index.js";

export const ruleset = info.ruleset;
export const declared = { options: ["board", "seed", "number", "generator", "json", "csv", "switches"], forms: ["position"], perft: 5 };
const texts = (board) => board.map((three) => three.map(String));
const fileOf = ({ json, csv }) => (json !== undefined ? readJson(json) : csv !== undefined ? readCsv(csv) : null);

/** The game of the options; null for a file of boards. */
export function setup(options) {
  if (fileOf(options)) return null;
  const { board, switches, ...given } = options;
  return create({ ...given, ...switches, ...(board && { board: boardText(readSquares(board)) }) });
}

export const fields = {
  board: (game) => texts(game.board),
  marks: (_, p) => Object.fromEntries([...p.marks].map((mark, i) => [i + 1, mark]).filter(([, mark]) => mark !== ".")),
  boards: (_game, _p, { options }) =>
    fileOf(options).map(({ number, name, board, refused }) => (refused ? { number, refused: refused.rule } : { number, ...(name === undefined ? {} : { name }), board: texts(board) })),
};

/** The naming of a square counts, and so does its outcome (CONFORM-PERFT-1). */
export const counts = () => true;
