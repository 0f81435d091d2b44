/** Starts the page. */

import { analysis } from "./analysis.js";
import * as api from "./api.js";
import { board } from "./board.js";
import { at } from "./dom.js";
import { moves } from "./moves.js";
import { options } from "./options.js";
import { Page } from "./page.js";
import { panels } from "./panels.js";
import { play } from "./play.js";
import { rules } from "./rules.js";
import { share } from "./share.js";
import { tutor } from "./tutor.js";
import { values } from "./values.js";

try {
  const page = new Page(await api.index());
  for (const part of [panels, board, values, moves, tutor, play, analysis, options, share]) part(page);
  rules();
  page.tell("settings");
  await page.open(page.place, false);
  document.body.classList.add("ready");
} catch (error) {
  at("problem").hidden = false;
  at("problem-words").textContent = error instanceof Error ? `${error.message} Start qttt explore again, then reload this page.` : "The page cannot start.";
  throw error;
}
