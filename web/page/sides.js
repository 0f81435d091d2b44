/** Who plays, and whether values are hidden, in a link. */

/** @import {Settings} from "./settings.js" */

const PLAYERS = /^(person|easy|normal|perfect|random|monte-carlo:(1|3|10|30|100))$/;

/** What the query of a link says of who plays, and of values that are hidden. @param {URLSearchParams} query @returns {Partial<Settings>} */
export function sides(query) {
  const [X, O, nature] = ["X", "O", "nature"].map((key) => query.get(key) ?? "");
  if (!PLAYERS.test(X) || !PLAYERS.test(O)) return {};
  return { X, O, nature: nature === "draw" ? nature : "choose", values: query.get("values") !== "hidden" };
}

/** The same in writing, if it is not the usual. @param {Settings} settings */
export function written({ X, O, nature, values }) {
  const query = { X, O, nature, ...(values ? {} : { values: "hidden" }) };
  return X + O + nature + values === "personpersonchoosetrue" ? "" : `&${new URLSearchParams(query)}`;
}
