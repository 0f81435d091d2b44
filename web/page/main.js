/** Starts the page. */

import { Questions } from "../board/ask.js";
import { keys } from "../board/board.js";
import { at } from "../board/dom.js";
import { QtttBoard } from "../board/element.js";
import { inside } from "../board/files.js";
import { PICTURES } from "../board/style.js";
import { learn } from "./learn.js";
import { Page } from "./page.js";
import { panels } from "./panels.js";
import { rules } from "./rules.js";
import { unkept } from "../board/unkept.js";
import { values } from "./values.js";

try {
  const pictures = new CSSStyleSheet();
  pictures.replaceSync(PICTURES);
  document.adoptedStyleSheets.push(pictures);
  const page = new Page(new Questions((words) => page.fail(words)));
  addEventListener("unhandledrejection", ({ reason }) => unkept(reason) && page.explain(reason));
  panels(page);
  /** @type {QtttBoard} */ (at("board")).session = page;
  keys(page, document);
  for (const part of [values, learn]) part(page);
  rules();
  later(page);
  document.documentElement.dataset.theme = page.settings.theme;
  await page.begin(location, false);
  document.body.classList.add("ready");
} catch (error) {
  at("problem").hidden = false;
  at("problem-words").textContent = unkept(error) || `The page cannot start (${error instanceof Error ? error.message : error}). Load it again.`;
  throw error;
}
if (!inside && "serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register(new URL("../offline.js", import.meta.url)).catch(() => {});

/** What a first board does not need: the tutor comes with the first values, the list of moves, results and the analysis with the first one, players with a game against them, tabs when they are opened. @param {Page} page */
function later(page) {
  /** @type {Record<string, () => Promise<Record<string, any>>>} */
  const parts = { tutor: () => import("./tutor.js"), moves: () => import("./moves.js"), results: () => import("./results.js"), analysis: () => import("./analysis.js"), play: () => import("./play.js"), options: () => import("./options.js"), share: () => import("./share.js") };
  const load = (/** @type {string} */ name) => {
    const part = parts[name];
    delete parts[name];
    void part?.().then((module) => module[name](page), (error) => {
      parts[name] = part;
      throw error;
    });
  };
  page.on("settings", () => {
    const { tab, X, O, nature } = page.settings;
    load(tab);
    if (X + O + nature !== "personpersonchoose") load("play");
  });
  page.on("tree", () => (page.tree.root.children.length || page.place.start) && ["moves", "results", "analysis"].forEach(load));
  page.on("values", () => load("tutor"));
}
