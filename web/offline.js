/** Keeps the page's files, so that it works without a connection: those it may need after the first visit, and all tables on request. */

const CACHE = "qttt-2";
const HERE = new URL("./", location.href).href;
/** The first files, those that no other file names, and the tables of the first readings. */
const FILES = [
  ...["", "page/"], // the entry and the page
  ...["style.css", "icon.svg", "manifest.webmanifest"].map((file) => `page/${file}`),
  ...["dist/page.js", "unready.js"],
  ...["sqt", "probabilistic", "tiqtaqtoe", "hybrid"].map((game) => `page/${game}/view.css`),
  ...["goff", "sqt", "probabilistic", "tiqtaqtoe", "hybrid", "notation"].map((page) => `data/rules-${page}.gz`),
  ...["goff-legal-move", "goff-legal-move-later", "sqt-draws-even-no", "sqt-draws-even-no-later", "tiqtaqtoe-high", "hybrid", "hybrid-later"].map((table) => `data/${table}.gz`),
];
/** Another file, as a module names it. */
const NAMED = /"(\.{1,2}\/[^"\s]+\.(?:js|css|gz))"/g;

const worker = /** @type {any} */ (self);
addEventListener("install", (event) => {
  worker.skipWaiting();
  /** @type {any} */ (event).waitUntil(keep(false));
});
addEventListener("activate", (event) => /** @type {any} */ (event).waitUntil(forget()));
addEventListener("message", (event) => /** @type {any} */ (event).waitUntil(keep(true).then((found) => event.ports[0].postMessage(found))));
addEventListener("fetch", (event) => {
  const { request } = /** @type {any} */ (event);
  const file = keyOf(request.url).slice(HERE.length);
  if (request.method === "GET" && request.url.startsWith(HERE) && (!file || /^(?:(?:page|dist|data)\/|unready)/.test(file))) /** @type {any} */ (event).respondWith(answer(request));
});

/**
 * Keep every file that the page may need, from one module to the next.
 * @param {boolean} all whether every table, too
 * @returns {Promise<{bytes: number, missing: number}>} the size of what is kept, and how many files are not
 */
async function keep(all) {
  const cache = await caches.open(CACHE);
  const found = new Set(FILES.map((file) => HERE + file));
  let [bytes, missing] = [0, 0];
  for (const address of found) { // grows meanwhile
    await answer(new Request(address)).catch(() => {});
    const kept = await (await cache.match(address))?.blob();
    if (kept && address.endsWith(".js")) for (const [, file] of (await kept.text()).matchAll(NAMED)) if (all || !file.endsWith(".gz")) found.add(new URL(file.replace(/^.*\/data\//, `${HERE}data/`), address).href);
    bytes += kept?.size ?? 0;
    missing += kept ? 0 : 1;
  }
  return { bytes, missing };
}

/** Remove what other versions have kept, and serve the pages that are open already. */
async function forget() {
  for (const name of await caches.keys()) if (name.startsWith("qttt-") && name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** Under which address a file is kept: the question in one only says what the page shows. @param {string} address */
const keyOf = (address) => address.split(/[?#]/)[0].replace(/\/index\.html$/, "/");

/** From the network, else what was kept. A file that cannot be kept is shown all the same. @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const key = keyOf(request.url);
  try {
    const found = await fetch(request);
    if (found.ok) await cache.put(key, found.clone()).catch(() => {});
    return found;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}
