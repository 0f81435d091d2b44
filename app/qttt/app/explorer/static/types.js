/**
 * The shapes that the modules of the page share. Nothing here runs.
 *
 * @typedef {{exact: string, number: number, means?: string}} Worth
 *   A number: exactly, as text, and within one rounding; `means` says it in words.
 *
 * @typedef {object} Action
 * @property {string} action the action as the rules write it, such as `1-9`
 * @property {string} token the same in a game, such as `X1.1-9`
 * @property {number[]} squares what to click on; empty for an action that is not on the board
 * @property {string} [exact]
 * @property {number} [number]
 * @property {string} [means]
 * @property {boolean} [best]
 * @property {Worth} [probability] where chance or the System acts
 *
 * @typedef {{words: string, rule: string, title: string}} Told
 * @typedef {"X" | "O" | "CHANCE" | "SYSTEM"} Actor
 * @typedef {{state: "ready" | "working" | "failed" | "unsolved", words?: string, task?: string, ply?: number,
 *   done?: number, of?: number, seconds?: number}} Solved
 * @typedef {{words: string, winner: "X" | "O" | null, rule: string}} Outcome
 * @typedef {any} Picture what the view of a game draws; only that view knows its fields
 *
 * @typedef {object} Answer
 * @property {string} game
 * @property {string} ruleset
 * @property {Record<string, string>} options
 * @property {string | null} start
 * @property {string} moves
 * @property {string} position
 * @property {Actor | null} actor
 * @property {Outcome | null} outcome
 * @property {string} next
 * @property {string} words
 * @property {Picture} picture
 * @property {Told[]} told
 * @property {Solved} solved
 * @property {Worth | null} value
 * @property {Action[]} actions
 *
 * @typedef {{name: string, note: string, rule: string, values: string[], default: string | null}} Option
 * @typedef {{label: string, game: string, options: Record<string, string>}} Beside
 *
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} ruleset
 * @property {string[]} earlier the rulesets of earlier versions
 * @property {string} short
 * @property {string} title
 * @property {string} about
 * @property {Record<string, string>} start
 * @property {boolean} ordered
 * @property {string} view
 * @property {{draw: number, win: number, most: number}} worth
 * @property {Option[]} options
 * @property {Beside[]} beside
 *
 * @typedef {{version: number, games: GameInfo[], players: {name: string, words: string}[]}} Index
 *
 * @typedef {object} Panel something that only one game shows, beside or below the board
 * @property {string} id
 * @property {string} title
 * @property {"below" | "tab"} place
 * @property {(root: HTMLElement, page: PageForViews) => void} mount called once, when the game is opened
 * @property {(answer: Answer) => void} update called with every position that is shown, and when a setting changes
 *
 * @typedef {object} View how a game is drawn; everything but `draw` may be left out
 * @property {(picture: Picture) => SVGElement[]} draw the marks of a position, in the units of `draw.js`
 * @property {(picture: Picture, action: string) => Picture | null} [result] the picture after an action that is not on
 *   the board, drawn small beside it
 * @property {string} [twice] what two clicks on one square do where most moves name two
 * @property {string[]} [options] options that a panel of the view sets, which the shared list leaves out
 * @property {Panel[]} [panels]
 *
 * @typedef {object} PageForViews what a view may do with the page
 * @property {() => GameInfo} info the game that is shown
 * @property {() => boolean} values whether values are shown
 * @property {() => Readonly<Record<string, string>>} options the options that the person wants, as the address has them
 * @property {(options: Record<string, string>, pushed?: boolean) => Promise<boolean>} setOptions open the same moves under
 *   other options; `pushed` says whether the browser's history gets an entry
 * @property {(token: string) => void} play
 * @property {(what: string, own?: Record<string, string>) => Promise<any>} ask a question about the position now
 * @property {(rule: string) => void} rule open the text of a rule
 * @property {(text: string, tone?: "calm" | "bad") => void} say
 * @property {(text: string, what: string) => Promise<void>} copy
 */
export {};
