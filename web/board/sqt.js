/** The stochastic game, drawn like Goff's. */

import goff from "./goff.js";

/** @type {import("./types.js").View<import("../engine/goff/rules.js").Position>} */
const view = { ...goff, chance: () => true, start: { q: "1/2" } };

export default view;
