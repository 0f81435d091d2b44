/** How the game is drawn. */

import { label } from "../draw.js";

/** @type {import("../types.js").View} */
const view = { draw: (game, position) => [label(game.writeState(position).join(" "), 200, 392, { class: "quiet", "font-size": 12 })], start: { q: "1/2" } };

export default view;
