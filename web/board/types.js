/**
 * The shapes that the modules of the board share. Nothing here runs.
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
 * @typedef {{X: Worth, draw: Worth, O: Worth}} Chances of winning and drawing, if both players always make the first move of `best`
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
 * @typedef {object} Place a place in a game
 * @property {string} game
 * @property {Record<string, string>} options those that are named; the others have their defaults
 * @property {string} start a written position, or empty
 * @property {import("../engine/tree.js").Tree} tree
 *
 * @typedef {object} Sides
 * @property {boolean} values whether values are shown
 * @property {string} X who plays X: `person`, `net`, or one of `players.js`
 * @property {string} O
 * @property {string} nature what happens where chance or the System acts: `choose` by the person, or `draw` at once
 */
/**
 * @template [P=any]
 * @typedef {object} View how a game is drawn. Everything but `draw` may be left out
 * @property {(game: Game<P>, position: P) => SVGElement[]} draw the marks of a position, in the units of `draw.js`
 * @property {(game: Game<P>, position: P, action: string) => number[]} [squares] the squares to click on for an action whose text
 *   is not made of them: for a settlement the square on which the last mark would settle
 * @property {boolean | ((game: Game<P>) => boolean)} [ordered] whether it matters which of two squares is clicked first
 * @property {(game: Game<P>) => boolean} [chance] whether chance or the System ever acts; if left out, they do
 * @property {string} [twice] what two clicks on one square do where most moves name two
 * @property {Record<string, string>} [start] the options with which a board begins, where that is not the default of each
 */
export {};
