/** Playing: who plays X and O, and what chance does. */

import { at, fill, h } from "../board/dom.js";
import { opponents } from "../board/opponents.js";
import { PLAYERS } from "../board/players.js";

/** @import {Node} from "../engine/tree.js" */
/** @import {Net} from "../board/net.js" */
/** @import {Page} from "./page.js" */

/** @type {Net | null} the net that the person has opened */
let net = null;

/** @param {Page} page */
export function play(page) {
  page.on(["game", "settings"], () => render(page));
  page.on("position", () => (choiceOf("nature").hidden = !hasChance(page))); // another level of the same game
  render(page);
  opponents(page, () => net);
  /** @type {Node | null} */
  let ended = null;
  page.on("position", () => {
    const { shown, settings, tree } = page;
    if (tree.current === ended || !tree.current.parent || shown.actor || settings.X + settings.O === "personperson") return;
    ended = tree.current;
    page.set({ tab: "analysis" });
  });
}

/** @param {Page} page */
function render(page) {
  const people = { person: "a person", ...PLAYERS, net: net ? `net ${net.name}` : "a net from a file …" };
  const nature = { choose: "is chosen by you", draw: "is drawn at once" };
  const file = h("input", { type: "file", id: "net-file", accept: ".net,.safetensors", "data-key": "net-file", change: () => void opened(page, file) });
  fill(
    at("play"),
    h("button", { type: "button", "data-key": "puzzles", click: () => at("puzzles").click() }, "Puzzles"),
    choice(page, "X", "X is played by", people),
    choice(page, "O", "O is played by", people),
    choice(page, "nature", "What chance decides", nature),
    h("label", { class: "paste" }, "A net of your own, from qttt train", file),
    h("p", { class: "quiet" }, "While somebody else plays, the values are hidden until you show them; a hint marks the best moves. At the end the analysis says where the result was lost."),
  );
  choiceOf("nature").hidden = !hasChance(page);
}

/** @param {Page} page */
const hasChance = ({ game, view }) => Boolean(game) && (view.chance?.(game) ?? true);

/** The line of a choice. @param {string} key @returns {HTMLElement} */
const choiceOf = (key) => /** @type {HTMLElement} */ (at("play").querySelector(`label:has([data-plays=${key}])`));

/** @param {Page} page @param {"X" | "O" | "nature"} key @param {string} title @param {Record<string, string>} values */
function choice(page, key, title, values) {
  const options = Object.entries(values).map(([name, words]) => h("option", { value: name, selected: page.settings[key] === name }, words));
  const select = h("select", { "data-plays": key, "data-key": key, change: () => chosen(page, key, select.value) }, ...options);
  return h("label", { class: "field-row" }, h("span", {}, title), select);
}

/** @param {Page} page @param {"X" | "O" | "nature"} key @param {string} name */
function chosen(page, key, name) {
  if (name === "net" && !net) {
    page.fail("There is no net yet: open a file of qttt train below, then choose it here.");
    return render(page);
  }
  page.stepping = false;
  page.set({ [key]: name, ...(key !== "nature" && name !== "person" ? { values: false, nature: "draw" } : {}) });
}

/** @param {Page} page @param {HTMLInputElement} input */
async function opened(page, input) {
  const [file] = input.files ?? [];
  if (!file) return;
  const { read } = await import("../board/net.js");
  try {
    net = read(file.name, await file.arrayBuffer(), page.game);
    page.fail("");
    page.say(`Opened ${file.name}: choose it as a player.`);
    render(page);
  } catch (error) {
    page.fail(`${file.name} ${error instanceof Error ? error.message : "cannot be read"}.`);
  }
}
