/**
 * The shapes that the modules of the page share. Nothing here runs.
 *
 * @typedef {import("../engine/game.js").Actor} Actor
 * @typedef {import("../engine/game.js").Outcome} Outcome
 * @typedef {import("../engine/game.js").Option} Option
 * @typedef {import("../engine/game.js").Info} Info
 * @typedef {import("../engine/game.js").Told} Told
 */
/**
 * @template P
 * @typedef {import("../engine/game.js").Game<P>} Game
 */
/**
 * @typedef {{exact: string, number: number, means?: string}} Worth
 *   A number: exactly, as text, and within one rounding; `means` says it in words.
 *
 * @typedef {object} Action
 * @property {string} action the action as the rules write it, such as `1-9`
 * @property {string} token the same in a game, such as `X1.1-9`
 * @property {number[]} squares what to click on, in this order if the view is `ordered`; empty if nothing on the board
 * @property {boolean} result whether it ends a ply instead of making one: a settlement, a result of chance
 * @property {string} [exact]
 * @property {number} [number]
 * @property {string} [means]
 * @property {boolean} [best]
 * @property {Worth} [probability] where chance or the System acts
 *
 * @typedef {{state: "ready" | "working" | "unsolved", words?: string, done?: number, of?: number}} Solved
 *   `words`: why a position is unsolved, or what the solver does, in words for a reader
 * @typedef {{X: Worth, draw: Worth, O: Worth}} Chances of winning and drawing, if both players make a first best move each time
 */
/**
 * @template [P=any]
 * @typedef {object} Shown a position that is shown: what the rules say about it at once, and what the solver adds later
 * @property {Game<P>} game with its options
 * @property {P} position
 * @property {{actions: string[], positions: P[]}} record from the start to here
 * @property {string} start the written position at which it starts; empty for the start of the game
 * @property {Actor | null} actor
 * @property {Outcome | null} outcome
 * @property {Action[]} actions
 * @property {Told[]} told what the last action has done
 * @property {Solved} solved
 * @property {Worth | null} value
 * @property {Chances | null} chances
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
 * @template [P=any]
 * @typedef {object} View how a game is drawn. Everything but `draw` may be left out
 * @property {(game: Game<P>, position: P) => SVGElement[]} draw the marks of a position, in the units of `draw.js`
 * @property {(game: Game<P>, position: P, action: string) => number[]} [squares] the squares to click on for an action whose text
 *   is not made of them: for a settlement the square on which the last mark would settle
 * @property {boolean | ((game: Game<P>) => boolean)} [ordered] whether it matters which of two squares is clicked first
 * @property {string} [twice] what two clicks on one square do where most moves name two
 * @property {Record<string, string>} [start] the options with which the page begins, where that is not the default of each
 * @property {string[]} [options] options that a panel of the view sets, which the shared list leaves out
 * @property {Beside[]} [beside]
 * @property {boolean} [styled] whether `view.css` stands beside the view
 * @property {() => Promise<{default: Panel<P>[]}>} [panels] in a module of their own, since a first board needs none
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
