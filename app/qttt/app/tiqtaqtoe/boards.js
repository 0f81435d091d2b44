/** The boards that a measurement could find: all of them with their chances, and what the groups may hold. */

import { h, s } from "/dom.js";
import { SIDE, SQUARES, corner, grid, mark, middle, struck } from "/draw.js";

/** @import {Answer, Panel, PageForViews} from "/types.js" */

const LETTERS = "abcd";
const MOST = 48;
const LINES = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7]];

/**
 * The lines that a player holds on a board.
 * @param {string} board
 * @returns {number[][]}
 */
const held = (board) => LINES.filter(([a, b, c]) => board[a - 1] !== "." && board[a - 1] === board[b - 1] && board[a - 1] === board[c - 1]);

/**
 * A board drawn small; of the squares that are not shown only the outline.
 * @param {string} board
 * @param {number[]} [shown]
 */
function small(board, shown = SQUARES) {
  const marks = shown.filter((square) => board[square - 1] !== ".").map((square) => mark(board[square - 1], ...middle(square), 32, 14));
  const dots = shown.length < 9 ? shown.map((square) => s("rect", { class: "chosen", x: corner(square)[0] + 5, y: corner(square)[1] + 5, width: 110, height: 110, rx: 10 })) : [];
  const lines = shown.length < 9 ? [] : held(board).map(struck);
  return s("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, class: "picture tiny", "aria-hidden": "true" }, ...dots, grid(), ...marks, ...lines);
}

/**
 * What squares hold, in words.
 * @param {string} board
 * @param {number[]} [squares]
 */
function words(board, squares = SQUARES) {
  const of = (/** @type {string} */ player) => squares.filter((square) => board[square - 1] === player).join(" and ");
  const said = ["X", "O"].flatMap((player) => (of(player) ? [`${player} on ${of(player)}`] : []));
  return said.join(", ") || "no mark";
}

/**
 * A share as a fraction in lowest terms.
 * @param {number} some
 * @param {number} all
 */
export function share(some, all) {
  let [divisor, rest] = [some, all];
  while (rest) [divisor, rest] = [rest, divisor % rest];
  return all === divisor ? `${some / divisor}` : `${some / divisor}/${all / divisor}`;
}

/** @returns {Panel} */
function made() {
  /** @type {PageForViews} */
  let page;
  /** @type {Answer} */
  let answer;
  /** @type {Map<string, string>} for each group that a person supposes something of, its squares, and what they hold */
  let supposed = new Map();
  let [position, all] = ["", false];
  const head = h("p", { class: "ends", role: "status" });
  const groups = h("div", { class: "group-list" });
  const list = h("ul", { class: "boards" });
  const more = h("button", { type: "button", click: () => ((all = true), render()) });

  /** @param {string} board */
  const fits = (board) => [...supposed].every(([squares, content]) => content === [...squares].map((square) => board[Number(square) - 1]).join(""));

  function render() {
    const picture = answer.picture;
    const boards = /** @type {string[]} */ (picture.boards);
    const kept = boards.filter(fits);
    head.textContent = summary(kept, boards.length);
    groups.replaceChildren(...picture.groups.map((/** @type {number[]} */ squares, /** @type {number} */ i) => group(squares, i, boards)));
    const due = new Map(answer.actor === "CHANCE" ? answer.actions.map((action) => [action.action, action.token]) : []);
    const shown = all ? kept : kept.slice(0, MOST);
    list.replaceChildren(...shown.map((board) => h("li", {}, item(board, due.get(`=${board}`), share(1, kept.length)))));
    more.textContent = `Show all ${kept.length} boards`;
    more.hidden = shown.length === kept.length;
  }

  /**
   * @param {string} board
   * @param {string | undefined} token the measurement that finds it, if one is due
   * @param {string} chance
   */
  function item(board, token, chance) {
    const said = `${words(board)}: probability ${chance}`;
    const inside = [small(board), h("span", {}, chance)];
    if (token) return h("button", { class: "board-item", type: "button", "data-board": board, "aria-label": `Measure ${said}`, click: () => page.play(token) }, ...inside);
    return h("div", { class: "board-item", role: "img", "data-board": board, "aria-label": said }, ...inside);
  }

  /**
   * What a group may hold, to suppose one of it.
   * @param {number[]} squares
   * @param {number} i
   * @param {string[]} boards
   */
  function group(squares, i, boards) {
    const name = squares.join("");
    /** @type {Map<string, string[]>} */
    const contents = new Map();
    for (const board of boards) {
      const content = squares.map((square) => board[square - 1]).join("");
      contents.set(content, [...(contents.get(content) ?? []), board]);
    }
    const choices = [...contents].map(([content, same]) => {
      const pressed = supposed.get(name) === content;
      const chance = share(same.length, boards.length);
      const choose = () => {
        supposed = new Map(supposed);
        if (pressed) supposed.delete(name);
        else supposed.set(name, content);
        render();
        const again = groups.querySelector(`[data-supposed="${name} ${content}"]`);
        if (again instanceof HTMLElement) again.focus();
      };
      const label = `Suppose ${words(same[0], squares)}: probability ${chance}`;
      return h("button", { class: "suppose", type: "button", "data-supposed": `${name} ${content}`, "aria-pressed": String(pressed), "aria-label": label, click: choose }, small(same[0], squares), h("span", {}, chance));
    });
    return h("section", { "aria-label": `Group ${LETTERS[i]}` }, h("h3", { class: `group-name group-text-${i}` }, `Group ${LETTERS[i]}: squares ${squares.join(", ")}`), h("div", { class: "supposes" }, ...choices));
  }

  return {
    id: "boards",
    title: "Boards",
    place: "tab",
    mount(into, given) {
      [page, position] = [given, ""];
      into.classList.add("boards-panel");
      const note = h("p", { class: "quiet" }, "Squares of a group are entangled; groups do not depend on each other. Press what a group may hold to see the boards that are left.");
      into.replaceChildren(head, note, groups, list, more);
    },
    update(given) {
      answer = given;
      if (given.position !== position) [position, all, supposed] = [given.position, false, new Map()];
      render();
    },
  };
}

/**
 * How many boards there are, and what a measurement would decide.
 * @param {string[]} boards those that are left
 * @param {number} all
 */
function summary(boards, all) {
  const number = boards.length;
  const count = number === all ? `${number}` : `${number} of ${all}`;
  const begin = number === 1 ? `${all === 1 ? "One board: everything is certain." : `1 of ${all} boards.`}` : `${count} boards, each with probability ${share(1, number)}.`;
  const lines = boards.map((board) => new Set(held(board).map(([square]) => board[square - 1])));
  const with_ = (/** @type {string} */ player) => lines.filter((players) => players.has(player)).length;
  if (!with_("X") && !with_("O")) return `${begin} No board has a line.`;
  return `${begin} X has a line with probability ${share(with_("X"), number)}, O with ${share(with_("O"), number)}.`;
}

export const boards = made();
