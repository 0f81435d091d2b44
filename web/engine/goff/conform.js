/** What a test of conformance may ask about Goff's game. */

import { SQUARES } from "../game.js";
import { create, info } from "./index.js";
import { SELECTIONS, components, initial, markOf, plyOf } from "./rules.js";

export const { ruleset } = info;

export const declared = {
  options: ["collapse", "double_win", "double_win_score", "switches"],
  forms: ["marks", "position"],
  perft: 3,
};

/** The game of the options of a vector. @param {any} options */
export const setup = ({ double_win_score, switches, ...given }) => create({ ...given, ...switches });

/** The fields that the stochastic game has, too. */
export const entangled = {
  collapse: (_, p) => (p.closed ? SELECTIONS : null),
  definite: (_, p) => Object.fromEntries(SQUARES.filter((x) => p.definite[x - 1]).map((x) => [x, markOf(p.definite[x - 1])])),
  spooky: (_, p) => p.spooky.map(([ply, a, b]) => `${markOf(ply)}.${a}-${b}`),
  components: (_, p) => components(p),
  player_ply: (_, p) => ({ X: plyOf(p, "X"), O: plyOf(p, "O") }),
};

export const fields = {
  ...entangled,
  score_table_2: (game, p, { options }) => {
    const ending = game.ending(p);
    return ending && matchScores(ending, options.double_win_score ?? "2");
  },
};

/** The scores of X and of O. Rule: GOFF-SCORE-1 */
function matchScores({ winner, how }, double) {
  const scores = { draw: ["0", "0"], narrow: ["1", "1/2"], complete: ["1", "0"], double: [double, "0"] }[how];
  return winner === "O" ? scores.reverse() : scores;
}

export const forms = {
  /** A board of definite marks, which need not come from a game (CONFORM-ASK-1). */
  marks: (_, { marks }) => {
    const definite = SQUARES.map((x) => Number(marks[x]?.slice(1) ?? 0));
    return { ...initial, definite, plies: Math.max(...definite) };
  },
};
