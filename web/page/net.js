/** Nets that `qttt train` has written: see later. */
/** @typedef {{name: string, game: string}} Net */
/**
 * @param {Net} _
 * @param {any} game
 * @param {any} position
 * @returns {string}
 */
export function chosenBy(_, game, position) {
  return game.actions(position)[0];
}
/**
 * @param {string} name
 * @param {ArrayBuffer} _
 * @param {any} game
 * @returns {Net}
 */
export const read = (name, _, game) => ({ name, game: game.name });
