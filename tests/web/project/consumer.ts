import { best, game, Match, read, solver } from "qttt";
import type { Action, Exact, Game, Name, Outcome, Position, Solver } from "qttt";
import { QtttBoard } from "qttt/board";
import { create } from "qttt/goff";

const rules: Game<Position<"goff">> = create({ collapse: "self" });
const start: Position<"goff"> = read(rules, "").positions[0];
const truth: Solver<Position<"goff">> = await solver(rules);
const actions: Action[] = best(rules, truth, start);
const hybrid = await game("hybrid");
const sqt = await game("sqt", { q: "1/2" });
const some: Game = rules;
const named: Game = await game("goff" as Name);
const sum: Exact = truth.value(start).plus(truth.value(start)).times(truth.value(start));
// @ts-expect-error there is no such game
await game("chess");
// @ts-expect-error a position is not a text
truth.value("X1.1-9");
// @ts-expect-error neither is one of some game
some.actions("X1.1-9");
// @ts-expect-error nor of the solver of one
(await solver(named)).value("X1.1-9");
// @ts-expect-error a position of another game
rules.actions(hybrid.initial);
// @ts-expect-error nor one that looks the same
rules.actor(sqt.initial);
// @ts-expect-error whose solver knows other values
best(rules, await solver(sqt), start);
// @ts-expect-error a game of another name
const other: Game<Position<"goff">> = hybrid;
// @ts-expect-error a solver of another game
best(rules, await solver(hybrid), start);
// @ts-expect-error an action is not a number
rules.play(start, 5);
// @ts-expect-error there may be no outcome
rules.outcome(start).words;
// @ts-expect-error an action is a text
actions[0].plies;
// @ts-expect-error an exact number is no double
const double: number = sum;
// @ts-expect-error nor has it one
sum.plus(1);
// @ts-expect-error its sums are exact numbers
sum.minus(sum).nearest;

const match: Match = new Match(rules);
const target: EventTarget = match;
const moved = ({ detail }: CustomEvent<{ token: string }>) => detail.token;
match.addEventListener("move", moved, { once: true });
match.removeEventListener("move", moved);
match.addEventListener("undo", { handleEvent: ({ detail }) => console.log(detail.token.length) });
match.addEventListener("load", ({ detail }) => console.log(detail === null));
match.addEventListener("end", ({ detail: { winner, words, rule } }) => ({ winner, words, rule }) satisfies Outcome);
// @ts-expect-error there is no such event
match.addEventListener("mvoe", moved);
// @ts-expect-error the end has an outcome
match.addEventListener("end", moved);
// @ts-expect-error a move has a token only
match.addEventListener("move", ({ detail }) => detail.action);

const board: QtttBoard | null = document.querySelector("qttt-board");
const element: HTMLElement = document.createElement("qttt-board");
const failed = ({ detail }: CustomEvent<{ message: string; rule: string }>) => `${detail.message} (${detail.rule})`;
if (board) {
  document.body.append(board);
  board.undo();
  board.restart();
  board.moves = board.position;
  if (board.play("1-9")) console.log(board.actions.map(({ action, value }) => `${action} ${value?.length}`));
  board.addEventListener("move", ({ detail }) => detail.action + detail.token + detail.moves);
  board.addEventListener("end", ({ detail }) => detail satisfies Outcome);
  board.addEventListener("error", failed);
  board.removeEventListener("error", failed);
  board.addEventListener("keydown", ({ key }) => key);
  // @ts-expect-error an error is a detail of its event
  board.addEventListener("error", (event) => event.message);
  // @ts-expect-error nor is it an event of a script
  board.addEventListener("error", (event: ErrorEvent) => event.message);
  // @ts-expect-error moves are a text
  board.moves = [];
  // @ts-expect-error the position only says what is shown
  board.position = "";
}
