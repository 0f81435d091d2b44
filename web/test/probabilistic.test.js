import assert from "node:assert/strict";
import { test } from "node:test";

import { QUESTIONS } from "../board/answers.js";
import { Fraction, best, choices, game, info, read, readPosition, solver, write, writePosition } from "../engine/index.js";
import { boardText, randomBoard, readBoard } from "../engine/probabilistic/boards.js";
import { readCsv, readJson } from "../engine/probabilistic/files.js";

const EVEN = "0.5,0.2,0.3";
const SOURCE = "0.65,0.05,0.3;0.65,0.2,0.15;0.55,0.3,0.15;0.3,0.2,0.5;0.3,0.15,0.55;0.35,0.05,0.6;0.3,0.05,0.65;0.35,0.2,0.45;0.45,0.1,0.45";
/** Nine squares: the ones given, then all like the last. */
const board = (...squares) => Array.from({ length: 9 }, (_, i) => squares[Math.min(i, squares.length - 1)]).join(";");
const at = (found, state) => readPosition(found, `probabilistic-1.1: ${state}`);

/** The value of a state on a board, as text. */
async function value(squares, state = "... ... ..., X to move", options = {}) {
  const found = await game("probabilistic", { board: squares, ...options });
  const truth = await solver(found);
  const position = at(found, state);
  await truth.prepare(position);
  return `${truth.value(position)}`;
}

test("the values of the page's examples are exact", async () => {
  const filled = "XOX OOX XX., "; // a mark of X on square 9 wins, one of O draws
  assert.equal(await value(board(EVEN), `${filled}X to move`), "19/24");
  assert.equal(await value(board(EVEN), `${filled}O to move`), "17/24");
  assert.equal(await value(board("0.01,0.98,0.01"), `${filled}O to move`), "3/4");
  assert.equal(await value(board("0,1,0"), `${filled}O to move`), "1/2");
});

test("the source's board has the value that its program prints", async () => {
  const found = await game("probabilistic", { board: SOURCE });
  const truth = await solver(found);
  await truth.prepare(found.initial);
  assert.equal(`${truth.value(found.initial)}`, "1844695176037405622819742649/3425383583703112510459588608");
  assert.deepEqual(best(found, truth, found.initial), ["3"]);
  assert.ok(Math.abs(Number(truth.value(found.initial)) - 0.5385368180873334) < 1e-9);
});

test("the values of boards with pass squares are those of the lemmas", async () => {
  const pass = "0,1,0";
  assert.equal(await value(board(pass)), "1/2");
  assert.equal(await value(board("0.5,0,0.5", "0.5,0,0.5", "1,0,0", pass)), "5/8");
  assert.equal(await value(board("1,0,0", "0.5,0,0.5", "1,0,0", pass)), "1/2");
  const [sure, lost] = ["1,0,0", "0,0,1"];
  assert.equal(await value(board(...Array(8).fill(lost), sure)), "1");
  assert.equal(await value(board(lost, sure, ...Array(6).fill(lost), sure)), "0");
  assert.equal(await value(board("0,0,1", "0,0.5,0.5", EVEN), "..X OXO OXX, X to move"), "1");
  assert.equal(await value(board("0,0,1", "0.5,0.5,0", EVEN), "..X OXO OXX, X to move"), "2/3");
});

test("best play takes a square that always passes only if all best squares do", async () => {
  const found = await game("probabilistic", { board: board("0,1,0", "0,1,0", "0.5,0.25,0.25", "0.5,0,0.5") });
  const truth = await solver(found);
  const position = at(found, "... XOX XOO, O to move");
  await truth.prepare(position);
  assert.deepEqual([best(found, truth, position), choices(found, truth, position)], [["3", "1", "2"], ["3"]]);
  const shown = await QUESTIONS.variation(found, async () => truth, { position }, async () => {});
  assert.match(`${shown}`, /^O[0-9]+\.3$/);
});

test("certain marks make classic tic-tac-toe", async () => {
  assert.equal(await value(board("1,0,0")), "1/2");
  assert.equal(await value(board("1,0,0"), "X.. .O. ..X, O to move"), "1/2");
  assert.equal(await value(board("1,0,0"), "XO. ... ..., X to move"), "1");
});

test("values and chances fit each other on boards of all sizes of numbers", async () => {
  const large = "31415926535897932384/98765432109876543211,2718281828459045/98765432109876543211,67346787292150151782/98765432109876543211";
  const boards = [{ seed: "7" }, { seed: "7", generator: "sun-2024", first: "O" }, { board: board(large, EVEN, "0,1,0", large) }, { board: board("1/3,1/3,1/3") }];
  for (const options of boards) {
    const found = await game("probabilistic", options);
    const truth = await solver(found);
    await truth.prepare(found.initial);
    let position = found.initial;
    for (let i = 0; i < 40 && found.actor(position); i++) {
      const values = [...truth.values(position)];
      const odds = truth.probabilities(position);
      const whole = odds.size
        ? values.reduce((sum, [action, each]) => sum.plus(odds.get(action).times(each)), new Fraction(0))
        : values.map(([, each]) => each).reduce((a, b) => ((a.compare(b) > 0) === (position.turn === "X") ? a : b));
      assert.equal(`${whole}`, `${truth.value(position)}`);
      const { X, draw, O } = truth.chances(position);
      assert.equal(`${X.plus(draw).plus(O)}`, "1");
      assert.equal(`${X.plus(draw.over(new Fraction(2)))}`, `${truth.value(position)}`);
      position = found.play(position, values[(5 * i + 1) % values.length][0]);
    }
  }
});

test("play that may go round for ever has no winner", async () => {
  const found = await game("probabilistic", { board: board("0,1,0") });
  const truth = await solver(found);
  await truth.prepare(found.initial);
  assert.deepEqual(Object.values(truth.chances(found.initial)).map(String), ["0", "1", "0"]);
});

test("a loop names what both players do", async () => {
  const found = await game("probabilistic", { board: board(EVEN) });
  const [truth, p] = [await solver(found), at(found, "XOX OOX XX., O named 9")];
  await truth.prepare(p);
  const [x, o] = truth.loop(p);
  assert.deepEqual([x.square, x.value.exact, o.square, o.value.exact], [9, "19/24", 9, "17/24"]);
  assert.deepEqual(o.results.map(({ outcome, probability, value }) => [outcome, probability.exact, value.exact]), [["success", "1/2", "1/2"], ["neutral", "1/5", "19/24"], ["failure", "3/10", "1"]]);
});

test("random boards are those of the page", () => {
  assert.equal(boardText(randomBoard("1234567", "0", "abraham-2024")).split(";")[0], "0.4,0.15,0.45");
  assert.equal(boardText(randomBoard("1234567", "0", "sun-2024")).split(";")[0], "0.35,0.15,0.5");
});

test("a game without options has the board of seed 1", async () => {
  const found = await game("probabilistic");
  assert.equal(found.options.board, (await game("probabilistic", { seed: "1" })).options.board);
  assert.equal(found.options.board, (await info("probabilistic")).options[0].default);
  assert.equal((await game("probabilistic", { generator: "sun-2024" })).options.board, (await game("probabilistic", { seed: "1", generator: "sun-2024" })).options.board);
});

test("wrong options say what is wrong", async () => {
  const refused = (options, message) => assert.rejects(game("probabilistic", options), { message });
  await refused({ board: "1,0,0" }, "a board must have 9 squares: found 1 (PROB-BOARD-1)");
  await refused({ board: board(EVEN, "0.5,0.2,0.35") }, "square 2: 0.5 + 0.2 + 0.35 is 1.05, 0.05 more than 1: the three must add up to exactly 1 (PROB-SQUARE-1)");
  await refused({ board: board(".5,0.2,0.3") }, "square 1: success: '.5' is not a probability: write it as 0.65, 65% or 13/20 (PROB-NUMBER-1)");
  await refused({ board: board("1.5,0,0") }, "square 1: success: 1.5 is more than 1: a probability is from 0 to 1; write 1.5 per cent as 1.5% (PROB-SQUARE-1)");
  await refused({ seed: "-1" }, "the seed -1 is out of range: expected 0 to 2^64 - 1 (PROB-RANDOM-1)");
  await refused({ seed: "1", generator: "mine" }, "unknown generator 'mine': expected abraham-2024 or sun-2024 (PROB-RANDOM-2)");
  await refused({ seed: "1", board: board(EVEN) }, "seed makes the board: leave out board (PROB-BOARD-1)");
  await refused({ end: "soon" }, "end cannot be 'soon': expected full or blocked (PROB-SWITCH-1)");
});

test("games and positions are written as they are read", async () => {
  const found = await game("probabilistic", { board: board(EVEN) });
  const { actions, positions } = read(found, "X1.5 success\tO2.3 neutral X3.3");
  assert.equal(write(found, actions).join(" "), "X1.5 success O2.3 neutral X3.3");
  const line = writePosition(found, positions.at(-1));
  assert.equal(line, `probabilistic-1.1 board=${board(EVEN)} end=full first=X: ... .X. ..., X named 3`);
  assert.equal(writePosition(found, readPosition(found, line)), line);
  assert.throws(() => read(found, "X1.5 success O2.5"), { message: "token 3 'O2.5': PROB-MOVE-1: 5 is illegal in '... .X. ..., O to move': expected an open square, 1, 2, 3, 4, 6, 7, 8 or 9" });
  assert.throws(() => readPosition(found, "probabilistic-1.1: X.. ... ..., O named 1"), { rule: "NOTATION-STATE-2", number: 7 });
  // Plies go on with the right player after a position, of which no ply is known.
  assert.deepEqual(write(found, ["9"], at(found, "X.. ... ..., X to move")), ["X3.9"]);
});

test("a position and what happened are told in words", async () => {
  const found = await game("probabilistic", { board: board(EVEN) });
  const { actions, positions } = read(found, "X1.5 failure");
  const told = actions.flatMap((action, i) => found.told(positions[i], action, positions[i + 1]));
  assert.deepEqual(told.map(({ rule }) => rule), ["PROB-MOVE-1", "PROB-OUTCOME-1", "PROB-TURN-1"]);
  assert.equal(told[1].words, "Chance says failure: square 5 gets the mark of O, the opponent");
  assert.equal(found.describe(positions[2]), "X has no square. O has square 5. O to move: name a square.");
});

test("files name the board, the square and the number that is wrong", () => {
  const nine = Array(9).fill(EVEN).join("\n");
  assert.equal(boardText(readCsv(`success,neutral,failure\n${nine}`)[0].board), boardText(readBoard(board(EVEN))));
  assert.equal(readCsv(nine.replace(/0\.3$/, "0.4"))[0].refused.message, "square 9 in line 9: 0.5 + 0.2 + 0.4 is 1.1, 0.1 more than 1: the three must add up to exactly 1 (PROB-SQUARE-1)");
  const square = '{"success": 0.5, "neutral": "20%", "failure": 3e-1}';
  const [first, second] = readJson(`{"boards": [{"name": "a \\"b", "squares": [${Array(9).fill("[0.5, 0.2, 0.3]")}]}, [${Array(9).fill(square)}]]}`);
  assert.deepEqual([first.name, boardText(first.board)], ['a "b', board(EVEN)]);
  assert.equal(second.refused.message, "square 1: failure: '3e-1' is not a probability: write it as 0.65, 65% or 13/20 (PROB-NUMBER-1)");
  assert.throws(() => readJson("[".repeat(100_000)), { message: "the file is not JSON: expected a board, or a list of boards (PROB-FILE-1)" });
});

/** Seconds of the processor, the least of three. */
function took(read, text) {
  const found = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    try {
      read(text);
    } catch (error) {
      assert.match(error.message, / \(PROB-[A-Z]+-[0-9]\)$/);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return Math.min(...found);
}

test("files are read in time proportional to their length", () => {
  const shapes = {
    blanks: (size) => `0.5,${" ".repeat(size)}x`,
    "an open string of quotes": (size) => `{"a":"${'\\"'.repeat(size / 2)}`,
    "open brackets": (size) => "[".repeat(size),
    "a long number": (size) => `[[[0.${"1".repeat(size)},0,0]]]`,
    lines: (size) => "\r\n".repeat(size / 2),
  };
  for (const read of [readCsv, readJson])
    for (const [name, shape] of Object.entries(shapes)) {
      const [less, more] = [1 << 11, 1 << 15].map((size) => took(read, shape(size)));
      assert.ok(more <= 64 * Math.max(less, 1e-3), `${read.name}, ${name}: ${less} s and ${more} s`);
    }
});
