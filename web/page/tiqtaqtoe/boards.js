/** The boards that a measurement could find: all of them with their chances, and what the groups may hold. */

import { LINES } from "../../engine/game.js";
import { fill, h, s } from "../../board/dom.js";
import { SIDE, SQUARES, corner, grid, mark, middle, struck } from "../../board/draw.js";

/** @import {Shown} from "../../board/types.js" */
/** @import {PageForViews, Panel} from "../types.js" */

const LETTERS = "abcd";
/** How many boards are shown at first. */
const MOST = 48;

/** The lines that a player holds on a board. @param {string} board */
const held = (board) => LINES.filter(([a, b, c]) => board[a - 1] !== "." && board[a - 1] === board[b - 1] && board[a - 1] === board[c - 1]);

/** A board drawn small; of a group only its squares, marked. @param {string} board @param {number[]} [group] */
function small(board, group) {
  const marks = (group ?? SQUARES).filter((square) => board[square - 1] !== ".").map((square) => mark(board[square - 1], ...middle(square), 32, 14));
  const chosen = (group ?? []).map((square) => s("rect", { class: "chosen", x: corner(square)[0] + 5, y: corner(square)[1] + 5, width: 110, height: 110, rx: 10 }));
  const lines = group ? [] : held(board).map(struck);
  return s("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, class: "picture tiny", "aria-hidden": "true" }, ...chosen, grid(), ...marks, ...lines);
}

/** What squares hold, in words. @param {string} board @param {number[]} [squares] */
function words(board, squares = SQUARES) {
  const of = (/** @type {string} */ player) => squares.filter((square) => board[square - 1] === player).join(" and ");
  return ["X", "O"].flatMap((player) => (of(player) ? [`${player} on ${of(player)}`] : [])).join(", ") || "no mark";
}

/** @returns {Panel<import("../../engine/tiqtaqtoe/boards.js").Position>} */
function made() {
  /** @type {PageForViews} */
  let page;
  /** @type {HTMLElement} */
  let root;
  /** @type {Shown<import("../../engine/tiqtaqtoe/boards.js").Position> & {game: import("../../engine/tiqtaqtoe/index.js").TiqTaqToe}} */
  let shown;
  /** For each group of which a person supposes something, its squares and what they hold. @type {Map<string, string>} */
  let supposed = new Map();
  let all = false;

  /** @param {string[]} some @param {string[]} of */
  const share = (some, of) => (some.length ? `${shown.game.share(shown.position, some, of)}` : "0");

  function render() {
    const { game, position } = shown;
    const groups = game.groups(position);
    const kept = position.boards.filter((board) => [...supposed].every(([squares, content]) => content === holding(squares, board)));
    const few = all ? kept : kept.slice(0, MOST);
    const more = h("button", { type: "button", click: () => ((all = true), render()) }, `Show all ${kept.length} boards`);
    fill(
      root,
      h("p", { class: "ends", role: "status" }, summary(kept)),
      groups.length > 0 && h("p", { class: "quiet" }, "Squares of a group are entangled; groups do not depend on each other. Press what a group may hold to see the boards that are left."),
      h("div", { class: "group-list" }, ...groups.map(group)),
      h("ul", { class: "boards" }, ...few.map((board) => h("li", {}, item(board, share([board], kept))))),
      few.length < kept.length && more,
    );
  }

  /** @param {string} squares @param {string} board */
  const holding = (squares, board) => [...squares].map((square) => board[Number(square) - 1]).join("");

  /** How many boards there are, and what a measurement would decide. @param {string[]} kept */
  function summary(kept) {
    const { boards, amplitudes } = shown.position;
    if (boards.length === 1) return "One board: everything is certain.";
    const each = amplitudes || kept.length === 1 ? "" : `, each with probability ${share(kept.slice(0, 1), kept)}`;
    const [x, o] = ["X", "O"].map((player) => kept.filter((board) => held(board).some(([square]) => board[square - 1] === player)));
    const lines = x.length || o.length ? `X has a line with probability ${share(x, kept)}, O with ${share(o, kept)}.` : "No board has a line.";
    return `${kept.length === boards.length ? "" : `${kept.length} of `}${boards.length} boards${each}. ${lines}`;
  }

  /** @param {string} board @param {string} chance */
  function item(board, chance) {
    const said = `${words(board)}: probability ${chance}`;
    const inside = [small(board), h("span", {}, chance)];
    if (shown.actor === "CHANCE") return h("button", { class: "board-item", type: "button", "data-key": board, "data-board": board, "aria-label": `Measure ${said}`, click: () => page.play(`=${board}`) }, ...inside);
    return h("div", { class: "board-item", role: "img", "data-board": board, "aria-label": said }, ...inside);
  }

  /** What a group may hold, to suppose one of it. @param {number[]} squares @param {number} i */
  function group(squares, i) {
    const { boards } = shown.position;
    const name = squares.join("");
    const choices = [...new Set(boards.map((board) => holding(name, board)))].map((content) => {
      const same = boards.filter((board) => holding(name, board) === content);
      const pressed = supposed.get(name) === content;
      const choose = () => {
        supposed = new Map(supposed);
        if (pressed) supposed.delete(name);
        else supposed.set(name, content);
        render();
      };
      const chance = share(same, boards);
      const attributes = { class: "suppose", type: "button", "data-key": `${name} ${content}`, "aria-pressed": `${pressed}`, "aria-label": `Suppose ${words(same[0], squares)}: probability ${chance}`, click: choose };
      return h("button", attributes, small(same[0], squares), h("span", {}, chance));
    });
    return h("section", { "aria-label": `Group ${LETTERS[i]}` }, h("h3", { class: `group-name group-text-${i}` }, `Group ${LETTERS[i]}: squares ${squares.join(", ")}`), h("div", { class: "supposes" }, ...choices));
  }

  return {
    id: "boards",
    title: "Boards",
    place: "tab",
    mount(into, given) {
      [root, page, shown] = [into, given, /** @type {any} */ (null)];
      into.classList.add("boards-panel");
    },
    update(given) {
      if (given.position === shown?.position) return;
      [all, supposed, shown] = [false, new Map(), /** @type {typeof shown} */ (given)];
      render();
    },
  };
}

export const boards = made();
