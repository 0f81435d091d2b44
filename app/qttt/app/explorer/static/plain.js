/** The board of a game that has no view of its own: its position in writing. */

import { label } from "./draw.js";

/** @type {import("./types.js").View} */
const view = { draw: (picture) => [label(picture.text ?? "", 200, 392, { class: "quiet", "font-size": 12 })] };

export default view;
