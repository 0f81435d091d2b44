/**
 * The shapes that only the page has. Nothing here runs.
 *
 * @typedef {import("../board/types.js").Info} Info
 */
/**
 * @template P
 * @typedef {import("../board/types.js").Shown<P>} Shown
 */
/**
 * @typedef {{label: string, game: import("../engine/index.js").Name, options: Record<string, string>}} Beside another game whose values may stand
 *   beside those of a game: the same notation under another rule
 *
 * @typedef {{moves: string, words: string, accepts: RegExp, done: string, hint?: string, link?: string}} Step of a lesson: a game
 *   from its start, what to do then, and the actions that do it; what is said when one is played, and, where not every action
 *   does it, when another one is. A puzzle has the link to its position
 * @typedef {{moves: string, best: string, value: string}} Puzzle a game from its start, the only best action then, and the value
 */
/**
 * @typedef {object} OnPage what the page has of a game beside its board
 * @property {string} rules how the IDs of its rules begin
 * @property {string} short its name
 * @property {() => Promise<{default: Step[], puzzles: Puzzle[]}>} lesson
 * @property {string[]} [options] options that a panel sets, which the shared list leaves out
 * @property {Beside[]} [beside]
 * @property {boolean} [styled] whether `view.css` stands in the folder of the game
 * @property {() => Promise<{default: Panel[]}>} [panels] in a module of their own, since a first board needs none
 */
/**
 * @template [P=any]
 * @typedef {object} Panel something that only one game shows, beside or below the board
 * @property {string} id
 * @property {string} title
 * @property {"below" | "tab"} place
 * @property {(root: HTMLElement, page: PageForViews) => void} mount called once, when the game is opened
 * @property {(shown: Shown<P>) => void} update called with every position that is shown, again when its values have come,
 *   and when a setting changes
 */
/**
 * @typedef {object} PageForViews what a view may do with the page
 * @property {() => Info} info the game that is shown
 * @property {() => boolean} values whether values are shown
 * @property {() => Readonly<Record<string, string>>} options the options that the person wants, as the address has them
 * @property {(options: Record<string, string>, kept?: boolean) => Promise<boolean>} setOptions open the same moves under
 *   other options; whether they were accepted. `kept` says whether the address and the browser's history have them, too
 * @property {(action: string) => void} play
 * @property {(what: string, ...own: any[]) => Promise<any>} ask what only this game's solver answers about the position now:
 *   `solver[what](position, ...own)` in the worker, as far as a structured clone carries it; rejected if the position is left
 * @property {(rule: string) => HTMLElement} rule a link that opens the text of a rule
 * @property {(text: string, tone?: "calm" | "bad") => void} say
 * @property {(text: string, what: string) => Promise<void>} copy
 */
export {};
