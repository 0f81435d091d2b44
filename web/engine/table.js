/** The tables that ship, in `data/` beside the engine; `data/README.md` says what they hold. */

import { NotSolved } from "./game.js";

/**
 * A table: its description, and its arrays by their names.
 * @typedef {{about: unknown, arrays: Record<string, Uint8Array | Uint16Array | Int16Array | Uint32Array | Int32Array>}} Table
 */

const KINDS = { uint8: Uint8Array, uint16: Uint16Array, int16: Int16Array, uint32: Uint32Array, int32: Int32Array };
/** @type {Map<string, Promise<Table>>} */
const loaded = new Map();
/** What is thrown if no host answers. */
const UNREACHED = new Error("no answer");
/** Where each table is, if not in `data/`. @type {((name: string) => URL) | undefined} */
let placed;

/**
 * Load all tables from a copy of `data/`, for a bundler that does not copy them itself. Call it before the first
 * `prepare`, in a worker, too. Throws TypeError if the address is not one.
 * @param {string | URL | ((name: string) => URL)} address absolute; on a page, it may be relative to the page; or the
 *   address of each table, which may be a `data:` URL
 */
export function tablesFrom(address) {
  if (typeof address === "function") return void (placed = address);
  const folder = new URL(`${address}`.replace(/\/?$/, "/"), globalThis.location?.href);
  placed = (name) => new URL(`${name}.gz`, folder);
}

/**
 * A table by its name, loaded once. Throws `NotSolved` if it cannot be loaded or is damaged; then it can be tried again.
 * @param {string} name
 * @param {() => URL} address where it is; bundlers copy the file if its path stands there as one text
 * @returns {Promise<Table>}
 */
export function table(name, address) {
  let found = loaded.get(name);
  if (!found) {
    found = load(name, address);
    loaded.set(name, found);
    found.catch(() => loaded.delete(name));
  }
  return found;
}

/** @param {string} name @param {() => URL} address @returns {Promise<Table>} */
async function load(name, address) {
  try {
    return unpacked(new Uint8Array(await inflated(await packed(placed?.(name) ?? address()))));
  } catch (error) {
    if (error === UNREACHED) throw new NotSolved(`The table ${name} cannot be loaded, and is not kept offline. Try again when you are connected.`);
    throw new NotSolved(`The table ${name} cannot be read (${error instanceof Error ? error.message : error}). Load the page again.`);
  }
}

/** @param {URL} address @returns {Promise<Uint8Array>} */
async function packed(address) {
  if (address.protocol === "file:") {
    const fs = "node:fs/promises"; // in a variable, so that no bundler looks for it
    return (await import(/* webpackIgnore: true */ /* @vite-ignore */ fs)).readFile(address);
  }
  const response = await fetch(address).catch(() => {
    throw UNREACHED;
  });
  if (!response.ok) throw new Error(`the host answers with ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The content of a gzip file. A host that has already unpacked it is no error. A wrong checksum is. @param {Uint8Array} bytes */
function inflated(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.slice().buffer;
  return new Response(new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/**
 * The first line is JSON: `{"arrays": [["name", "uint16", length], …], …}`; the arrays follow one another, little-endian.
 * @param {Uint8Array} bytes
 * @returns {Table}
 */
function unpacked(bytes) {
  const end = bytes.indexOf(10);
  const about = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  let at = end + 1;
  /** @type {Table["arrays"]} */
  const arrays = {};
  for (const [name, kind, length] of about.arrays) {
    const Kind = KINDS[/** @type {keyof typeof KINDS} */ (kind)];
    const size = length * Kind.BYTES_PER_ELEMENT;
    if (at + size > bytes.length) throw new Error("it ends early");
    arrays[name] = new Kind(bytes.slice(at, at + size).buffer);
    at += size;
  }
  if (at !== bytes.length) throw new Error("it has bytes too many");
  return { about, arrays };
}
