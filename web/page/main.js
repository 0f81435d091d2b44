/** Starts the page. */

import { analysis } from "./analysis.js";
import { Questions } from "./ask.js";
import { board } from "./board.js";
import { at } from "./dom.js";
import { learn } from "./learn.js";
import { moves } from "./moves.js";
import { options } from "./options.js";
import { Page } from "./page.js";
import { panels } from "./panels.js";
import { play } from "./play.js";
import { results } from "./results.js";
import { rules } from "./rules.js";
import { tutor } from "./tutor.js";
import { values } from "./values.js";

try {
  const page = new Page(new Questions((words) => page.fail(words)));
  for (const part of [panels, board, results, values, moves, tutor, play, analysis, options, learn]) part(page);
  rules();
  page.on("settings", () => {
    if (page.settings.tab === "share" && !at("share").hasChildNodes()) void import("./share.js").then(({ share }) => share(page));
  });
  document.documentElement.dataset.theme = page.settings.theme;
  await page.begin(location, false);
  document.body.classList.add("ready");
} catch (error) {
  at("problem").hidden = false;
  at("problem-words").textContent = `The page cannot start (${error instanceof Error ? error.message : error}). Load it again.`;
  throw error;
}
if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register(new URL("./offline.js", import.meta.url)).catch(() => {});
