/** Copying the game out of the page, and pasting one in. */

import { read } from "./address.js";
import { at, h } from "./dom.js";
import { SIDE } from "./draw.js";
import { Tree } from "./tree.js";

/** @import {Page} from "./page.js" */

const SCALE = 3;
/** The properties of the style sheet that a saved picture takes with it. */
const STYLED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "fill-opacity", "stroke-opacity", "font-size", "font-weight", "font-family", "text-anchor", "paint-order"];

/** @param {Page} page */
export function share(page) {
  const text = h("textarea", { id: "pasted", rows: 3, spellcheck: "false", placeholder: "X1.1-9 O2.1-3 …  or a written position" });
  const open = h("button", { type: "button", click: () => void paste(page, text.value) }, "Open");
  /** @type {[string, () => Promise<void>][]} */
  const copies = [
    ["Copy link", () => copy(location.href, "the link")],
    ["Copy game", () => copy(page.tree.path().join(" "), "the game")],
    ["Copy position", () => copy(page.answer?.position ?? "", "the position")],
    ["Copy vector", () => vector(page)],
    ["Save SVG", async () => save(new Blob([drawing()], { type: "image/svg+xml" }), "position.svg")],
    ["Save PNG", async () => save(await raster(), "position.png")],
  ];
  const buttons = copies.map(([title, act]) => h("button", { type: "button", click: () => void act() }, title));
  at("share").replaceChildren(
    h("div", { class: "buttons" }, ...buttons),
    h("label", { class: "paste" }, "Paste a game or a written position", text),
    open,
  );
}

/**
 * @param {string} text
 * @param {string} what
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    at("said").textContent = `Copied ${what}.`;
  } catch {
    const box = /** @type {HTMLTextAreaElement} */ (at("pasted"));
    box.value = text;
    box.select();
    at("said").textContent = `The browser does not let this page copy: ${what} is in the box, selected.`;
  }
}

/** @param {Page} page */
async function vector(page) {
  const found = await page.trying(() => page.ask("vector"));
  if (found) await copy(JSON.stringify(found, null, 1), "the vector");
}

/**
 * Open what was pasted: a position or a link goes to the game that it names.
 * @param {Page} page
 * @param {string} text
 */
async function paste(page, text) {
  const clean = text.trim();
  if (!clean) return page.fail("There is nothing to open: paste a game such as X1.1-9 O2.1-3, or a written position.");
  if (/^https?:/.test(clean) && URL.canParse(clean)) return void page.attempt(read(new URL(clean), page.index.games));
  const tree = new Tree();
  if (!clean.includes(":")) {
    for (const token of clean.split(/\s+/)) tree.play(token);
    return void page.attempt({ ...page.place, start: "", tree });
  }
  const [ruleset, ...named] = clean.split(":")[0].trim().split(/\s+/);
  const game = page.index.games.find((each) => [each.name, each.ruleset, ...each.earlier].includes(ruleset));
  const rulesets = page.index.games.map((each) => each.ruleset).join(", ");
  if (!ruleset) return page.fail(`This is neither a game nor a written position: a position begins with one of ${rulesets}`);
  if (!game) return page.fail(`${ruleset} is not a ruleset: expected ${rulesets}`);
  const options = Object.fromEntries(named.map((each) => each.split(/=(.*)/s).slice(0, 2)));
  await page.attempt({ game: game.name, options, start: clean, tree });
}

/** The picture of the board as a document of its own, with its colours. */
function drawing() {
  const shown = /** @type {SVGSVGElement} */ (document.querySelector("#board .picture"));
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
  for (const [name, value] of Object.entries({ width: SIDE, height: SIDE, rx: 16, fill: getComputedStyle(at("board")).backgroundColor })) ground.setAttribute(name, String(value));
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

/**
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  at("said").textContent = `Saved ${name}.`;
}
