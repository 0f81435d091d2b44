/** The first card: *Learn, Puzzles, Analyse, Play*. */

import { at } from "../board/dom.js";

/** @import {Lesson} from "./lesson.js" */
/** @import {Page} from "./page.js" */

const WELCOMED = "qttt-welcomed";
const OTHERS = ["easy", "normal", "perfect", "person"];

/** @param {Page} page */
export function learn(page) {
  const card = at("welcome");
  let side = /** @type {"X" | "O"} */ ("X");
  /** @type {Lesson | null} */
  let lesson = null;
  const close = () => {
    card.hidden = true;
    remember();
  };
  const begin = (/** @type {string} */ other) => {
    close();
    lesson?.end();
    void page.restart();
    page.set({ X: side === "X" ? "person" : other, O: side === "O" ? "person" : other, values: false, nature: "draw", tab: "moves" });
    at("board").scrollIntoView({ block: "nearest" });
  };
  for (const each of /** @type {const} */ (["learn", "puzzles"])) at(each).addEventListener("click", () => {
    close();
    void import("./lesson.js").then(({ Lesson }) => (lesson ??= new Lesson(page, () => begin("easy"))).begin(each));
  });
  for (const each of OTHERS) at(`play-${each}`).addEventListener("click", () => begin(each));
  for (const each of /** @type {const} */ (["X", "O"])) at(`as-${each}`).addEventListener("change", () => (side = each));
  at("analyse").addEventListener("click", () => {
    close();
    lesson?.end();
    page.stepping = false;
    page.set({ X: "person", O: "person", nature: "choose", values: true });
  });
  at("start").addEventListener("click", () => {
    card.hidden = !card.hidden;
    if (!card.hidden) at("learn").focus();
  });
  page.on("game", () => lesson?.end());
  page.on("position", () => card.hidden || !page.tree.current.parent || close());
  card.hidden = welcomed() || new URLSearchParams(location.search).has("moves") || new URLSearchParams(location.search).has("position");
}

function welcomed() {
  try {
    return localStorage.getItem(WELCOMED) !== null;
  } catch {
    return false;
  }
}

function remember() {
  try {
    localStorage.setItem(WELCOMED, "yes");
  } catch {
    // then the card is there again
  }
}
