/** Exact values of Goff's game. */

import { NotSolved } from "../game.js";

/** @returns {import("../solver.js").Solver<import("./rules.js").Position>} */
export function solver() {
  throw new NotSolved("Values of Goff's game are not known yet.");
}
