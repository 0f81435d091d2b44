/** Nets that `qttt train` has written: see later. */
/** @typedef {{game: string}} Net */
/**
 * @param {Net} _
 * @param {any} game
 * @param {any} position
 * @returns {string}
 */
export function chosenBy(_, game, position) {
  return game.actions(position)[0];
}
