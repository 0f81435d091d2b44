/** A place in a game as the query of a link: game, options, moves, branches. */

import { written } from "../engine/game.js";
import { isGame, names } from "./games.js";
import { Tree } from "../engine/tree.js";

const OWN = ["game", "moves", "position", "tree", "X", "O", "nature", "values"];

/** @import {Place} from "./types.js" */

/**
 * The place that an address names. The explorer of earlier versions named the game in the path: `/goff?moves=…`.
 * @param {Location | URL} location
 * @returns {{place: Place, unknown: string, query: URLSearchParams}} `unknown`: the name of a game that is not one, instead of which the first stands
 */
export function read(location) {
  const query = new URLSearchParams(location.search);
  const last = location.pathname.split("/").pop() ?? "";
  const name = query.get("game") ?? (isGame(last) ? last : names[0]);
  const tree = Tree.read(query.get("tree") ?? "");
  let moves = query.get("moves") ?? "";
  let start = query.get("position") ?? "";
  if (moves.includes(":")) [start, moves] = [moves, ""];
  for (const token of moves.split(/\s+/).filter(Boolean)) tree.play(token);
  const options = Object.fromEntries([...query].filter(([key]) => !OWN.includes(key)).map(([key, value]) => [written(key), value]));
  return { place: { game: isGame(name) ? name : names[0], options: { ...named(start), ...options }, start, tree }, unknown: isGame(name) ? "" : name, query };
}

/** The options that a written position names. @param {string} start @returns {Record<string, string>} */
export const named = (start) => Object.fromEntries(start.split(":")[0].trim().split(/\s+/).slice(1).map((each) => /([^=]*)=?(.*)/s.exec(each)?.slice(1) ?? []));

/** The query that names a place. @param {Place} place */
export function write({ game, options, start, tree }) {
  const query = new URLSearchParams({ game, ...options });
  const tokens = tree.path();
  if (start) query.set("position", start);
  if (tokens.length) query.set("moves", tokens.join(" "));
  if (tree.hasMore) query.set("tree", tree.write());
  return `?${query.toString().replace(/%3E/g, ">").replace(/%3D/g, "=").replace(/%2F/g, "/")}`;
}
