/** The address of the page holds its whole state: game, options, moves, branches. */

import { Tree } from "./tree.js";

/** @import {GameInfo} from "./types.js" */

const OWN = ["moves", "position", "tree"];

/**
 * @typedef {object} Place
 * @property {string} game
 * @property {Record<string, string>} options
 * @property {string} start a written position, or empty
 * @property {Tree} tree
 */

/**
 * The place that an address names.
 * @param {Location | URL} location
 * @param {GameInfo[]} games
 * @returns {Place}
 */
export function read(location, games) {
  const name = decodeURIComponent(location.pathname.slice(1));
  const game = games.find((each) => each.name === name) ?? games[0];
  const query = new URLSearchParams(location.search);
  const tree = Tree.read(query.get("tree") ?? "");
  let moves = query.get("moves") ?? "";
  let start = query.get("position") ?? "";
  if (moves.includes(":")) [start, moves] = [moves, ""];
  for (const token of moves.split(/\s+/).filter(Boolean)) tree.play(token);
  const options = Object.fromEntries([...query].filter(([key]) => !OWN.includes(key)));
  const begun = Object.keys(options).length ? options : { ...game.start };
  return { game: game.name, options: begun, start, tree };
}

/**
 * What the server is asked about a place.
 * @param {Place} place
 * @param {string[]} [tokens]
 */
export function parameters(place, tokens = place.tree.path()) {
  const query = new URLSearchParams(place.options);
  if (place.start) query.set("position", place.start);
  if (tokens.length) query.set("moves", tokens.join(" "));
  return query;
}

/**
 * The address of a place.
 * @param {Place} place
 */
export function write(place) {
  const query = parameters(place);
  if (place.tree.hasMore) query.set("tree", place.tree.write());
  const text = query.toString().replace(/%3E/g, ">").replace(/%3D/g, "=").replace(/%2F/g, "/");
  return `/${place.game}${text && `?${text}`}`;
}
