import { game, read, solver } from "qttt";

async function value() {
  const rules = await game("goff");
  const { positions } = read(rules, "X1.1-9 O2.1-3");
  const truth = await solver(rules);
  await truth.prepare(positions[2]);
  return `${truth.value(positions[2])}`;
}
value().then(console.log, console.log);
