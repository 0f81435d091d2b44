/** Playing: who plays X and O, what chance does, hints, and the moves that come from the server. */

import { at, h } from "./dom.js";

/** @import {Answer} from "./types.js" */
/** @import {Page} from "./page.js" */
/** @import {Node} from "./tree.js" */

const PAUSE = 350;

/** @param {Page} page */
export function play(page) {
  const root = at("play");
  let timer = 0;
  page.on(["game", "settings"], () => render(page, root));
  page.on(["position", "settings"], () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void act(page), PAUSE);
  });
  /** @type {Node | null} */
  let ended = null;
  page.on("position", () => {
    const { answer, settings, at: node } = page;
    if (node === ended || !node?.parent || !answer || answer.actor || settings.X + settings.O === "personperson") return;
    ended = node;
    page.set({ tab: "analysis" });
  });
  at("hint").addEventListener("click", () => {
    if (page.answer) at("said").textContent = hint(page.answer);
  });
  at("new-game").addEventListener("click", () => void page.begin());
}

/**
 * @param {Page} page
 * @param {HTMLElement} root
 */
function render(page, root) {
  const people = [{ name: "person", words: "a person" }, ...page.index.players];
  const nature = [
    { name: "choose", words: "is chosen by you" },
    { name: "draw", words: "is drawn at once" },
  ];
  root.replaceChildren(
    ...["X", "O"].map((side) => choice(page, side, `${side} is played by`, people)),
    choice(page, "nature", "What chance decides", nature),
    h("p", { class: "quiet" }, "While somebody else plays, the values are hidden until you show them; a hint shows the best moves. At the end the analysis says where the result was lost."),
  );
}

/**
 * @param {Page} page
 * @param {string} key
 * @param {string} title
 * @param {{name: string, words: string}[]} values
 */
function choice(page, key, title, values) {
  const settings = /** @type {Record<string, any>} */ (page.settings);
  const options = values.map(({ name, words }) => h("option", { value: name, selected: settings[key] === name }, words));
  const select = h("select", { "data-plays": key, change: () => chosen(page, key, select.value) }, ...options);
  return h("label", { class: "field-row" }, h("span", {}, title), select);
}

/**
 * @param {Page} page
 * @param {string} key
 * @param {string} name
 */
function chosen(page, key, name) {
  const other = key === "nature" ? {} : name === "person" ? {} : { values: false, nature: "draw" };
  page.stepping = false;
  page.set({ [key]: name, ...other });
}

/**
 * Let a player who is not a person move, and chance if it is drawn at once.
 * @param {Page} page
 */
async function act(page) {
  const { answer, settings } = page;
  const actor = answer?.actor;
  const from = page.tree.current;
  if (!answer || !actor || !page.arrived || page.stepping) return;
  const player = actor === "X" || actor === "O" ? settings[actor] : settings.nature;
  if (player === "person" || player === "choose") return;
  const waiting = player === "perfect" ? "Perfect play waits" : actor === "SYSTEM" ? "The System waits" : "";
  if (waiting && answer.solved.state === "working") {
    if (!at("said").textContent) at("said").textContent = `${waiting} until the values are computed.`;
    return;
  }
  const asked = actor === "X" || actor === "O" ? { player } : /** @type {Record<string, string>} */ ({});
  const reply = await page.trying(() => page.ask("reply", asked));
  if (reply && page.tree.current === from && !page.stepping) await page.play(reply.token);
}

/**
 * The best moves, or why there are none to name.
 * @param {Answer} answer
 */
function hint({ actor, actions, solved }) {
  if (!actor) return "The game is over.";
  if (actor === "CHANCE") return "Chance decides here.";
  if (actor === "SYSTEM") return "The System selects here.";
  if (solved.state === "working") return "The values are still being computed.";
  if (solved.state !== "ready") return `No values: ${solved.words}`;
  const best = actions.filter((action) => action.best);
  const few = best.slice(0, 6).map((action) => action.action).join(", ");
  const more = best.length > 6 ? ` and ${best.length - 6} more` : "";
  return `Best: ${few}${more}.`;
}
