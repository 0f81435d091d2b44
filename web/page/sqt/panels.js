/** What only the stochastic game shows. */

import { Along } from "./along.js";

const along = new Along();

/** @type {import("../types.js").Panel[]} */
export default [{ id: "q", title: "The value along q", place: "below", mount: (root, page) => along.mount(root, page), update: (shown) => void along.update(shown) }];
