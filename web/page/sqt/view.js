/** The stochastic game, drawn like Goff's; below the board q, the probability with which the System favours O. */

import goff from "../goff/view.js";
import { Along } from "./along.js";

const along = new Along();

/** @type {import("../types.js").View<import("../../engine/goff/rules.js").Position>} */
const view = {
  ...goff,
  start: { q: "1/2" },
  options: ["q"],
  styled: true,
  panels: [{ id: "q", title: "The value along q", place: "below", mount: (root, page) => along.mount(root, page), update: (shown) => void along.update(shown) }],
};

export default view;
