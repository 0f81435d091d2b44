/** What only probabilistic tic-tac-toe shows. */

import { Editor } from "./editor.js";
import { Loop } from "./loop.js";

/** @typedef {import("../../engine/probabilistic/rules.js").Probabilistic} Game */

const editor = new Editor();
const loop = new Loop();

/** @type {import("../types.js").Panel[]} */
export default [
  { id: "loop", title: "Why play can go round", place: "below", mount: (root, page) => loop.mount(root, page), update: (shown) => void loop.update(shown) },
  { id: "board", title: "Board", place: "tab", mount: (root, page) => editor.mount(root, page), update: ({ game }) => editor.update(/** @type {Game} */ (game)) },
];
