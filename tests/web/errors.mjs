/** Reads cases of text from standard input, and prints what the engine says to each: its error, or null. */

import { game, read, readPosition } from "../../web/engine/index.js";

const said = async (ask) => { try { await ask(); return null; } catch (error) { return error.message; } };
const cases = JSON.parse(await new Response(process.stdin).text());
const found = [];
for (const [name, options, how, text, action] of cases) {
  found.push(await said(async () => {
    const rules = await game(name, options);
    if (how === "options") return;
    if (how === "play") rules.play(read(rules, text).positions.at(-1), action);
    else (how === "position" ? readPosition : read)(rules, text);
  }));
}
console.log(JSON.stringify(found));
