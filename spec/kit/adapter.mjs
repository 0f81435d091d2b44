// The library under test: `qttt conform -- node adapter.mjs`.

import { serve } from "./front.mjs";
import { collapse, completed, isOver, legalMoves, move, newGame } from "./library.mjs";

// An action of the notation: "1-9" is a move, selA and selB choose a square of the last one.
function play(game, action) {
  if (action.startsWith("sel")) return collapse(game, game.moves.at(-1)["AB".indexOf(action.at(-1))]);
  const [a, b] = action.split("-").map((square) => square - 1);
  return move(game, a, b);
}

const actor = (game) => (isOver(game) ? null : "XO"[game.moves.length % 2]);
const actions = (game) => (game.cycle ? ["selA", "selB"] : legalMoves(game).map(([a, b]) => `${a + 1}-${b + 1}`));

function outcome(game) {
  const [x, o] = [completed(game, 0), completed(game, 1)];
  if (!isOver(game)) return null;
  if (x === o) return "draw";
  return `${Math.max(x, o) < Infinity ? "narrow" : "complete"} win of ${x < o ? "X" : "O"}`;
}

await serve({
  name: "library.mjs",
  ruleset: "goff-1.1",
  begin: newGame,
  play,
  fields: { actor, actions, outcome },
  options: { collapse: ["opponent"], double_win: [false], pair: ["legal"], last: ["move"], both: ["narrow"] },
});
