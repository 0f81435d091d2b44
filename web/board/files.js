/** The files that scripts load: in folders beside them, or in a page of one file (`qttt explore --out page.html`) inside it. */

import { tablesFrom } from "../engine/table.js";

/** What a page of one file holds: tables in base64, and the worker's script. @type {Record<string, string> | undefined} */
export const inside = /** @type {any} */ (globalThis).qtttFiles;

if (inside) tablesFrom((name) => new URL(`data:;base64,${inside[name]}`));
