/** What is asked wrongly, in all games: no action that breaks a rule is played, and nothing is searched unprepared. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { NotSolved, Refused, RuleBroken, best, choices, game, games, line, optimal, solver } from "../engine/index.js";
import { read as placeOf, write as addressOf } from "../board/place.js";
import { random } from "./random.js";

const GAMES = { goff: [{}, { pair: "forbidden", last: "draw" }], sqt: [{ q: "1/2" }], probabilistic: [{}, { end: "blocked", first: "O" }], tiqtaqtoe: [{}, { level: "classic" }, { level: "full" }, { pair: "legal" }], hybrid: [{}, { links: "two", targets: "one" }] };
const SIGNS = [..."0123456789-->>=.XOxo ", "sel", "selA", "success", "é", "\0"];
const NO_TEXTS = [undefined, null, true, 5, 1.5, NaN, 10n, Symbol("1"), {}, [], ["1-9"], { action: "1" }, () => "1", new String("1-2"), Object.create(null)];

/** An action that is none, a text of any signs, or one that some position has. */
function any(draw, seen) {
  const kind = draw(4);
  if (kind === 0) return NO_TEXTS[draw(NO_TEXTS.length)];
  if (kind === 1) return Array.from({ length: draw(5) }, () => SIGNS[draw(SIGNS.length)]).join("");
  return kind === 2 ? `${draw(11)}${["", "-", ">"][draw(3)]}${draw(11)}` : seen[draw(seen.length)];
}

test("of 10,000 random actions those that are not legal throw, and say why in a line", async () => {
  const draw = random(45);
  const all = (await Promise.all(games.map((name) => Promise.all(GAMES[name].map((options) => game(name, options)))))).flat();
  const seen = all.flatMap((rules) => rules.actions(rules.initial)).concat("selA", "selB", "=X", "=O", "neutral", "=XO.......");
  const at = new Map(all.map((rules) => [rules, rules.initial]));
  let [legal, broken, others] = [0, 0, 0];
  for (let i = 0; i < 10_000; i++) {
    const rules = all[draw(all.length)];
    const position = at.get(rules);
    const [action, actions] = [any(draw, seen), rules.actions(position)];
    if (actions.includes(action)) {
      legal++;
      assert.deepEqual(rules.play(position, action), rules.after(position, action));
    } else {
      const isText = typeof action === "string";
      if (isText) broken++;
      else others++;
      assert.throws(() => rules.play(position, action), (error) => {
        assert.ok(isText ? error instanceof RuleBroken && error.rule && error.expected : error instanceof TypeError && error.message.includes(rules.ruleset), error.stack);
        return /^[^\n]+$/.test(error.message);
      });
    }
    at.set(rules, actions.length ? rules.play(position, actions[draw(actions.length)]) : rules.initial);
  }
  assert.ok(legal > 300 && broken > 5000 && others > 2000, `${legal} ${broken} ${others}`);
});

test("what is no position is named", async () => {
  for (const name of games) {
    const rules = await game(name, GAMES[name][0]);
    const action = rules.actions(rules.initial)[0];
    for (const position of [undefined, null, 5, "X1.1-9", {}, []]) assert.throws(() => rules.play(position, action), { name: "TypeError", message: `this is no position of ${rules.ruleset}: make one with readPosition(game, text)` });
  }
});

test("a solver that is not prepared says at once what to call", async () => {
  for (const name of games) {
    const rules = await game(name, GAMES[name][0]);
    const [truth, p] = [await solver(rules), rules.initial];
    const message = (ask) => `call await solver.prepare(position) first, then solver.${ask}(position)`;
    for (const ask of ["value", "values", "probabilities"]) assert.throws(() => truth[ask](p), (error) => error instanceof NotSolved && error.message === message(ask));
    for (const follow of [best, line]) assert.throws(() => follow(rules, truth, p), { message: message("values") });
    await truth.prepare(p);
    const [action] = rules.actions(p);
    assert.equal(`${truth.values(p).get(action)}`, `${truth.value(rules.play(p, action))}`);
  }
});

test("options have either spelling, in the package and in addresses, and once", async () => {
  for (const given of [{ double_win: true }, { "double-win": "yes" }, { double_win: "yes" }]) assert.equal((await game("goff", given)).options["double-win"], "yes");
  assert.equal((await game("sqt", { q: "1/2", double_win: false })).options["double-win"], "no");
  const { place } = placeOf(new URL("http://localhost/?game=goff&double_win=yes"));
  assert.equal(addressOf(place), "?game=goff&double-win=yes");
  await assert.rejects(game("goff", { double_win: "yes", "double-win": "no" }), (error) => error instanceof Refused && error.message === "double-win is given twice (GOFF-SWITCH-1)");
});

test("of several optimal actions those come first after which the game is over, whatever chance and the System do", async () => {
  let several = 0;
  for (const name of games.filter((each) => each !== "probabilistic")) { // two open squares never end that game for certain
    const rules = await game(name, { goff: {}, sqt: { q: "3/4" }, tiqtaqtoe: { level: "minimal" }, hybrid: {} }[name]);
    const [truth, draw] = [await solver(rules), random(4)];
    const over = (p) => !["X", "O"].includes(rules.actor(p)) && rules.actions(p).every((action) => over(rules.after(p, action)));
    await truth.prepare(rules.initial);
    for (let games = 0; games < 12; games++) {
      for (let [p, actions] = [rules.initial, rules.actions(rules.initial)]; actions.length; actions = rules.actions(p)) {
        const ending = ["X", "O"].includes(rules.actor(p)) ? actions.filter((action) => over(rules.after(p, action))) : [];
        if (ending.length) {
          const all = optimal(rules, truth, p);
          const [first, others] = [true, false].map((is) => all.filter((action) => ending.includes(action) === is));
          assert.deepEqual(best(rules, truth, p), [...first, ...others]);
          if (first.length) assert.equal(line(rules, truth, p)[0], first[0]);
          if (first.length) assert.deepEqual(choices(rules, truth, p), first);
          if (first.length && others.length) several++;
        }
        p = rules.after(p, actions[draw(actions.length)]);
      }
    }
  }
  assert.ok(several > 5, `${several}`);
});
