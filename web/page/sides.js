/** Who plays, and whether values are hidden, in a link. */

import { PLAYERS } from "../board/players.js";

/** @import {Settings} from "./settings.js" */

/** @param {string} name */
const isKnown = (name) => name === "person" || Object.hasOwn(PLAYERS, name);

/** What the query of a link says of who plays, and of values that are hidden. @param {URLSearchParams} query @returns {Partial<Settings>} */
export function sides(query) {
  const [X, O, nature] = ["X", "O", "nature"].map((key) => query.get(key) ?? "");
  if (!isKnown(X) || !isKnown(O)) return {};
  return { X, O, nature: nature === "draw" ? nature : "choose", values: query.get("values") !== "hidden" };
}

/** The same in writing, if it is not the usual. @param {Settings} settings */
export function written({ X, O, nature, values }) {
  const query = { X, O, nature, ...(values ? {} : { values: "hidden" }) };
  return X + O + nature + values === "personpersonchoosetrue" ? "" : `&${new URLSearchParams(query)}`;
}
