/** Q3T under test: see `Tested` in `engine/conform.js`. */

import { tokens } from "../notation.js";
import { SUPERPOSED, inWords, readOpen, turns } from "./circuit.js";
import { create, info } from "./index.js";
import { actionOf, linkInWriting } from "./rules.js";

/** @type {import("../conform.js").Tested} */
const tested = {
  ruleset: info.ruleset,
  declared: { options: ["switches"], forms: ["game", "position", "open"], perft: 4 },
  setup: ({ switches, ...given }) => create({ ...given, ...switches }),
  fields: {
    marks: (_, { marks }) => Object.fromEntries([...marks].map((mark, i) => [i + 1, mark]).filter(([, mark]) => mark !== ".")),
    links: (_, { links }) => links.map(linkInWriting),
    circuit: (game, _, { game: text, open = text }) => [...SUPERPOSED, ...turns(game, tokens(open).map(actionOf)).flatMap(({ operations }) => operations)].map(inWords),
  },
  forms: { open: (game, { open }) => readOpen(game, open).ways[0] },
};

export const { ruleset, declared, setup, fields, forms } = tested;
