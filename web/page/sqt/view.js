/** The stochastic game, drawn like Goff's; below the board q, the probability with which the System favours O. */

import goff from "../goff/view.js";

/** @type {import("../types.js").View<import("../../engine/goff/rules.js").Position>} */
const view = {
  ...goff,
  start: { q: "1/2" },
  options: ["q"],
  styled: true,
  panels: () => import("./panels.js"),
};

export default view;
