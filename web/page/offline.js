/** Keeps the page's files, so that it works without a connection after the first visit. */

const CACHE = "qttt-1";
const HERE = new URL("./", location.href);
/** The first files, those that no other file names, and the tables of the first readings. */
const FILES = [
  "./", "style.css", "icon.svg", "unready.js", "main.js",
  ...["sqt", "probabilistic", "tiqtaqtoe", "hybrid"].map((game) => `${game}/view.css`),
  ...["goff", "sqt", "probabilistic", "tiqtaqtoe", "hybrid", "notation"].map((page) => `../data/rules-${page}.gz`),
  "../data/goff-legal-move.gz", "../data/sqt-draws-even-no.gz", "../data/tiqtaqtoe-high.gz", "../data/hybrid.gz",
];
/** Another file, as a module names it. */
const NAMED = /"(\.{1,2}\/[^"\s]+\.(?:js|css))"/g;

const worker = /** @type {any} */ (self);
addEventListener("install", (event) => {
  worker.skipWaiting();
  /** @type {any} */ (event).waitUntil(keepAll());
});
addEventListener("activate", (event) => /** @type {any} */ (event).waitUntil(forget()));
addEventListener("fetch", (event) => {
  const { request } = /** @type {any} */ (event);
  if (request.method === "GET" && new URL(request.url).origin === location.origin) /** @type {any} */ (event).respondWith(answer(request));
});

/** Keep every file that the page may need, from one module to the next. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  const found = new Set(FILES.map((file) => new URL(file, HERE).href));
  for (const address of found) { // grows meanwhile
    const response = await fetch(address).catch(() => null);
    if (!response?.ok) continue;
    await cache.put(address, response.clone());
    if (address.endsWith(".js")) for (const [, file] of (await response.text()).matchAll(NAMED)) found.add(new URL(file, address).href);
  }
}

/** Remove what other versions have kept, and serve the pages that are open already. */
async function forget() {
  for (const name of await caches.keys()) if (name.startsWith("qttt-") && name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** From the network, else what was kept. The question in an address only says what the page shows. @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const key = request.url.split(/[?#]/)[0].replace(/\/index\.html$/, "/");
  try {
    const found = await fetch(request);
    if (found.ok) await cache.put(key, found.clone());
    return found;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}
