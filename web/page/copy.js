/** Copying a text out of the page. */

import { at } from "../board/dom.js";

/** @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    at("said").textContent = `Copied ${what}.`;
  } catch {
    at("said").textContent = `The browser does not let this page copy. Here is ${what}: ${text}`;
  }
}
