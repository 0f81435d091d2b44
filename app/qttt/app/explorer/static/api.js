/** Questions to the server. */

/** @import {Answer, Index} from "./types.js" */

const BASE = "/api/v1";

/** A question without an answer: what the server says is wrong, or that it is gone. */
export class Problem extends Error {
  /**
   * @param {string} words
   * @param {{status?: number, rule?: string | null, token?: string | null, number?: number | null}} [more]
   */
  constructor(words, more = {}) {
    super(words);
    this.status = more.status ?? 0;
    this.rule = more.rule ?? null;
    this.token = more.token ?? null;
    this.number = more.number ?? null;
  }

  /** Whether the server did not answer at all. */
  get gone() {
    return this.status === 0;
  }
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function get(path, signal) {
  let response;
  try {
    response = await fetch(path, { signal, headers: { accept: "application/json" } });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem("The server does not answer.");
  }
  const body = await response.json().catch(() => null);
  if (response.ok && body !== null) return body;
  throw new Problem(body?.error?.words ?? `The server answers with ${response.status}.`, {
    status: response.status,
    ...body?.error,
  });
}

/** @returns {Promise<Index>} */
export const index = () => get(BASE);

/**
 * @param {string} rule
 * @returns {Promise<{rule: string, title: string, section: string, page: string, text: string}>}
 */
export const ruleText = (rule) => get(`${BASE}/rules/${encodeURIComponent(rule)}`);

/**
 * A question about a position; without `what` the position itself.
 * @param {string} game
 * @param {URLSearchParams} parameters
 * @param {string} [what]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function ask(game, parameters, what = "", signal = undefined) {
  const path = `${BASE}/${encodeURIComponent(game)}${what && `/${what}`}`;
  const query = parameters.toString();
  return get(query ? `${path}?${query}` : path, signal);
}

const KEPT = 400;
/** @type {Map<string, Promise<any>>} */
const known = new Map();

/**
 * The answer about a position, from memory if it is known with its values.
 * @param {string} game
 * @param {URLSearchParams} parameters
 * @returns {Promise<Answer>}
 */
export const position = (game, parameters) => once(game, parameters);

/**
 * An answer that depends on the values, such as the analysis, from memory if it is known with them.
 * @param {string} game
 * @param {URLSearchParams} parameters
 * @param {string} [what]
 * @returns {Promise<any>}
 */
export function once(game, parameters, what = "") {
  const key = `${game}/${what}?${parameters}`;
  const found = known.get(key);
  if (found) return found;
  const asked = ask(game, parameters, what);
  known.set(key, asked);
  if (known.size > KEPT) known.delete(/** @type {string} */ (known.keys().next().value));
  asked.then(
    (answer) => answer.solved.state !== "ready" && known.delete(key),
    () => known.delete(key),
  );
  return asked;
}
