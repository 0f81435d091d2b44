/** Reads games from standard input, and prints the best actions, the choices and the line of each last position. */

import { best, choices, game, line, read, solver } from "../../web/engine/index.js";

const found = [];
for (const [name, options, text] of JSON.parse(await new Response(process.stdin).text())) {
  const rules = await game(name, options);
  const [truth, p] = [await solver(rules), read(rules, text).positions.at(-1)];
  await truth.prepare(p);
  found.push([best, choices, line].map((ask) => ask(rules, truth, p)));
}
console.log(JSON.stringify(found));
