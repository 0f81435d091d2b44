/** TiqTaqToe under test: see `Tested` in `engine/conform.js`. */

import { create, info } from "./index.js";

export const ruleset = info.ruleset;
export const declared = {
  options: ["level", "switches"],
  forms: ["game", "position"],
  perft: 3,
};
export const setup = ({ switches, ...given }) => create({ ...given, ...switches });
export const fields = {
  possible: (_, p) => p.boards,
  groups: (game, p) => game.groups(p),
  probabilities: (game, p) => {
    const texts = (held) => Object.fromEntries(Object.entries(held).map(([content, chance]) => [content, `${chance}`]));
    return Object.fromEntries(Object.entries(game.probabilities(p)).map(([square, held]) => [square, texts(held)]));
  },
};
