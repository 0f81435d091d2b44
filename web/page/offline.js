/** Keeps what the page has loaded, so that it works without a connection after the first visit. */

const CACHE = "qttt-1";

addEventListener("install", () => /** @type {any} */ (self).skipWaiting());
addEventListener("activate", (event) => /** @type {any} */ (event).waitUntil(forget()));
addEventListener("fetch", (event) => {
  const { request } = /** @type {any} */ (event);
  if (request.method === "GET" && new URL(request.url).origin === location.origin) /** @type {any} */ (event).respondWith(answer(request));
});

/** Remove what other versions have kept, and serve the pages that are open already. */
async function forget() {
  for (const name of await caches.keys()) if (name.startsWith("qttt-") && name !== CACHE) await caches.delete(name);
  await /** @type {any} */ (self).clients.claim();
}

/**
 * From the network, else what was kept; an address's question only says what the page shows.
 * @param {Request} request
 */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const key = request.url.split(/[?#]/)[0];
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
