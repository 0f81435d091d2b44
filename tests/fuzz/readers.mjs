/** Reads lines from standard input, each a reader of the engine and a text, and prints whether the reader takes it. */

import { createInterface } from "node:readline";
import * as readers from "../../web/engine/probabilistic/files.js";

for await (const line of createInterface({ input: process.stdin })) {
  const [name, text] = JSON.parse(line);
  try {
    readers[name](text);
    console.log("read");
  } catch (error) {
    console.log(error?.constructor?.name === "Refused" ? "refused" : JSON.stringify(`${error?.stack ?? error}`));
  }
}
