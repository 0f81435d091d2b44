/** The lesson of the game. */

/** @type {import("../types.js").Step[]} */
export default [];
