/** Copying the game out of the page, and pasting one in. */

import { write, writePosition } from "../engine/index.js";
import { Tree } from "../engine/tree.js";
import { copy } from "./copy.js";
import { at, h } from "../board/dom.js";
import { SIDE } from "../board/draw.js";
import { inside } from "../board/files.js";
import { isGame, names } from "../board/games.js";
import { named, read } from "../board/place.js";
import { written } from "./sides.js";

/** @import {Game} from "../board/types.js" */
/** @import {Page} from "./page.js" */

const SCALE = 3;
/** The properties of the style sheet that a saved picture takes with it. */
const STYLED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "fill-opacity", "stroke-opacity", "font-size", "font-weight", "font-family", "text-anchor", "paint-order"];

/** @param {Page} page */
export function share(page) {
  const text = h("textarea", { id: "pasted", rows: 3, spellcheck: "false", placeholder: "X1.1-9 O2.1-3 …, a link, or a written position" });
  const open = h("button", { type: "button", id: "open-pasted", click: () => void paste(page, text.value) }, "Open");
  const kept = h("p", { id: "kept", class: "quiet", role: "status" });
  /** @type {[string, () => Promise<void>][]} */
  const copies = [
    ["Copy link", () => copy(`${location.href}${written(page.settings)}`, "the link")],
    ["Copy game", () => copy(page.tree.path().join(" "), "the game")],
    ["Copy position", () => copy(writePosition(page.game, page.shown.position), "the position")],
    ["Copy vector", () => copy(JSON.stringify(vector(page), null, 1), "the vector")],
    ["Save SVG", async () => save(new Blob([drawing()], { type: "image/svg+xml" }), "position.svg")],
    ["Save PNG", async () => save(await raster(), "position.png")],
  ];
  if (!inside) copies.push(["Keep for offline", () => keep((words) => (kept.textContent = words))]);
  const buttons = copies.map(([title, act]) => h("button", { type: "button", click: () => void act() }, title));
  at("share").replaceChildren(h("div", { class: "buttons" }, ...buttons), kept, h("label", { class: "paste" }, "Paste a game, a link or a written position", text), open);
}

/** The position as a conformance vector: what every engine must say about it. @param {Page} page */
function vector({ game, info, shown, tree }) {
  const { start, actor, outcome, actions, position, told } = shown;
  const given = Object.entries(game.options).filter(([name, value]) => info.options.find((each) => each.name === name)?.default !== value);
  const rules = [...new Set([...told.map(({ rule }) => rule), ...(outcome ? [outcome.rule] : [])])];
  return {
    id: `${game.name}-explorer-0001`,
    rules: rules.length ? rules : ["NOTATION-POSITION-1"],
    flags: [],
    source: "generated",
    comment: "Copied from the explorer.",
    ...(given.length ? { options: Object.fromEntries(given) } : {}),
    ...(start ? { given_position: writePosition(game, position) } : { given: tree.path().join(" ") }),
    when: null,
    then: {
      ...(start ? { legal: true } : {}),
      actor,
      position: writePosition(game, position),
      ...(actions.length ? { actions: actions.map(({ action }) => action) } : {}),
      ...(actor === "CHANCE" ? { chance: Object.fromEntries(actions.map(({ action, probability }) => [action, probability?.exact])) } : {}),
      ...(outcome ? { outcome: outcome.words, outcome_rule: outcome.rule } : {}),
    },
  };
}

/** Keep every file, all tables included, and say how many bytes that are. @param {(words: string) => void} say */
async function keep(say) {
  const { serviceWorker } = navigator; // none over http
  if (!(await serviceWorker?.getRegistration())) return say("This browser keeps no files of this page: it needs an https address, and perhaps a window that is not private.");
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data: { bytes, missing } }) => say(missing ? `Files that could not be kept: ${missing}. Try again when you are connected.` : `All games are kept for offline: ${bytes.toLocaleString("en")} bytes.`);
  say("Keeping all games for offline …");
  (await serviceWorker.ready).active?.postMessage("keep", [port2]);
}

/** Open what was pasted: a position or a link goes to the game that it names. @param {Page} page @param {string} text */
async function paste(page, text) {
  const clean = text.trim();
  if (!clean) return page.fail("There is nothing to open: paste a game such as X1.1-9 O2.1-3, or a written position.");
  if (/^(?:https?|file):/.test(clean) && URL.canParse(clean)) return void page.attempt(read(new URL(clean)).place, true, true);
  if (!clean.includes(":")) return void page.attempt({ ...page.place, start: "", tree: game(page.game, clean) }, true, true);
  const ruleset = clean.split(/[\s:]/)[0];
  const name = ruleset.replace(/-[0-9.]+$/, "");
  if (!isGame(name)) return page.fail(`${ruleset ? `${ruleset} is not a ruleset` : "This is neither a game nor a written position"}: a position begins with one of ${names.map((each) => `${each}-1.0`).join(", ")}, in its version.`);
  await page.attempt({ game: name, options: named(clean), start: clean, tree: new Tree() });
}

/**
 * A game as people write it: numbers of moves, players and plies may be left out, letters may be small. A token that is none
 * stays as it is, so that the page can say what is wrong with it.
 * @param {Game<any>} game
 * @param {string} text
 */
function game(game, text) {
  const tree = new Tree();
  let position = game.initial;
  for (const raw of text.split(/[\s,;]+/)) {
    const bare = raw.replace(/^[xo]?[0-9]*\.+/i, "").replace(/^[xo](?=[0-9])/i, "");
    if (!bare) continue;
    const forms = [bare, bare.split("-").reverse().join("-")].map((each) => each.toLowerCase());
    const strict = /^[XO][0-9]+\./.test(raw);
    const action = game.actions(position).find((each) => (strict ? write(game, [each], position)[0] === raw : forms.includes(each.toLowerCase())));
    tree.play(action && !strict ? write(game, [action], position)[0] : raw);
    if (action) position = game.play(position, action);
  }
  return tree;
}

/** The picture of the board as a document of its own, with its colours. */
function drawing() {
  const shown = /** @type {SVGSVGElement} */ (at("board").shadowRoot?.querySelector(".picture"));
  const made = /** @type {SVGSVGElement} */ (shown.cloneNode(true));
  const [from, to] = [shown.querySelectorAll("*"), made.querySelectorAll("*")];
  from.forEach((each, i) => {
    const style = getComputedStyle(each);
    for (const name of STYLED) {
      const value = style.getPropertyValue(name);
      if (value) to[i].setAttribute(name, value);
    }
    to[i].removeAttribute("class");
  });
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ width: SIDE, height: SIDE, rx: 16, fill: getComputedStyle(/** @type {Element} */ (shown.parentElement)).backgroundColor })) ground.setAttribute(name, String(value));
  made.prepend(ground);
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width: SIDE, height: SIDE })) made.setAttribute(name, String(value));
  made.removeAttribute("class");
  made.removeAttribute("aria-hidden");
  return new XMLSerializer().serializeToString(made);
}

/** The same as a PNG, three times as large. */
async function raster() {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing())}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE * SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return /** @type {Promise<Blob>} */ (new Promise((done) => canvas.toBlob((blob) => done(/** @type {Blob} */ (blob)), "image/png")));
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  at("said").textContent = `Saved ${name}.`;
}
