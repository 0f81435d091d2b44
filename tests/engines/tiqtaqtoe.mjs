// TiqTaqToe, ruleset tiqtaqtoe-1.0, as an engine that speaks the protocol qttt-conform/1.
//
//     node tiqtaqtoe.mjs [--error NAME]
//
// Node 18 or newer is enough; there is nothing to install. A rule ID stands at the code that implements the rule, and
// leads to spec/rules/tiqtaqtoe.md, spec/rules/notation.md or spec/protocol.md. `--error` plants an error that a
// conformance test must find.
//
// A board is a text of nine characters, "X", "O" or "." for each square, and a position is the list of the boards that
// are possible, all equally likely. An action is its text: "5" is a classical move, "1-2" a superposition (or the
// filling of a pair), "=XO.X..O.." a measurement that finds this board.

const RULESET = "tiqtaqtoe-1.0";
const ERRORS = ["independent-measurements", "superposed-line", "superposed-square-is-free", "own-mark-as-target"];

const [flag, plantedError, ...rest] = process.argv.slice(2);
if (flag !== undefined && (flag !== "--error" || !ERRORS.includes(plantedError) || rest.length > 0)) {
  console.error(`tiqtaqtoe.mjs takes no argument, or --error and one of ${ERRORS.join(", ")}.`);
  process.exit(2);
}
const isPlanted = (name) => name === plantedError;

// ---- Fractions ------------------------------------------------------------------------------------------------------

function fraction(numerator, denominator = 1) {
  const [n, d] = [BigInt(numerator), BigInt(denominator)];
  let [divisor, rest] = [n < 0n ? -n : n, d];
  while (rest) [divisor, rest] = [rest, divisor % rest];
  return { n: n / divisor, d: d / divisor };
}

const sum = (a, b) => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
const product = (a, b) => fraction(a.n * b.n, a.d * b.d);
const fractionText = ({ n, d }) => (d === 1n ? `${n}` : `${n}/${d}`);

// ---- Options --------------------------------------------------------------------------------------------------------

const LEVELS = ["classic", "minimal", "moderate", "high"]; // TIQ-LEVEL-1

// TIQ-SWITCH-1: the values that each switch can have at a level, the default first.
const switchValues = (level) => ({
  target: level === "high" ? ["entangled", "unentangled"] : ["entangled"],
  pair: level === "high" ? ["illegal", "legal"] : ["illegal"],
  lines: ["every-move", "full-board"],
  both: ["even", "X", "O", "last-mover", "other"],
});

// TIQ-LEVEL-1, TIQ-SWITCH-1: what is thrown, here and below, is the answer to the question.
function readOptions({ level = "high", switches = {} } = {}) {
  if (!LEVELS.includes(level)) throw { refused: "TIQ-LEVEL-1" };
  const allowed = new Map(Object.entries(switchValues(level)));
  const isAllowed = ([name, value]) => allowed.get(name)?.includes(value);
  if (!Object.entries(switches).every(isAllowed)) throw { refused: "TIQ-SWITCH-1" };
  const defaults = Object.fromEntries([...allowed].map(([name, values]) => [name, values[0]]));
  return { level, ...defaults, ...switches };
}

// TIQ-SWITCH-1: the options as a written position states them. A switch without a choice is not written.
function settings(options) {
  const switches = Object.entries(switchValues(options.level)).filter(([, values]) => values.length > 1);
  return ["level", ...switches.map(([name]) => name)].map((name) => `${name}=${options[name]}`);
}

// ---- Positions ------------------------------------------------------------------------------------------------------

const SQUARES = [1, 2, 3, 4, 5, 6, 7, 8, 9]; // TIQ-BOARD-1
const LINES = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7]]; // TIQ-BOARD-1
const MOVES = [...SQUARES.map(String), ...SQUARES.flatMap((a) => SQUARES.slice(a).map((b) => `${a}-${b}`))];

const OPPONENT = { X: "O", O: "X" };
const playerOfPly = (ply) => (ply % 2 === 1 ? "X" : "O"); // TIQ-TURN-1
const mover = (p) => playerOfPly(p.plies + 1); // TIQ-TURN-1

const content = (board, square) => board[square - 1];
const withContent = (board, square, mark) => board.slice(0, square - 1) + mark + board.slice(square);
const squaresOf = (move) => move.split("-").map(Number);

// TIQ-STATE-1: `measured` says whether a measurement has just found a line that did not count before, `contents` what
// each square may hold, as a sorted text ("." if it is empty, ".X" if an X may be there), `holders` who has a line.
function positionWith(options, someBoards, plies, measured = false) {
  const boards = [...new Set(someBoards)].sort();
  const contentsOf = (a) => [...new Set(boards.map((board) => content(board, a)))].sort().join("");
  const contents = ["", ...SQUARES.map(contentsOf)];
  return { options, boards, plies, measured, contents, holders: holders(contents) };
}

// TIQ-END-1: the players with a line of certain marks.
function holders(contents) {
  const holds = (player, held) => (isPlanted("superposed-line") ? held.includes(player) : held === player);
  return ["X", "O"].filter((player) => LINES.some((line) => line.every((a) => holds(player, contents[a]))));
}

const boardsWith = (p, square, mark) => p.boards.filter((board) => content(board, square) === mark);
const probability = (p, square, mark) => fraction(boardsWith(p, square, mark).length, p.boards.length); // TIQ-STATE-1
const isUncertain = (p, square) => p.contents[square].length > 1; // TIQ-GROUP-1

// TIQ-GROUP-1: two squares are entangled if what one of them holds tells something about the other.
function areEntangled(p, a, b) {
  const number = (u, v) => boardsWith(p, a, u).filter((board) => content(board, b) === v).length;
  return [...p.contents[a]].some((u) => [...p.contents[b]].some((v) =>
    number(u, v) * p.boards.length !== boardsWith(p, a, u).length * boardsWith(p, b, v).length));
}

// TIQ-GROUP-1: the squares that a chain of entangled squares joins to this one.
function groupOf(p, square) {
  const group = [square];
  for (const a of group) { // the group grows during the loop
    group.push(...SQUARES.filter((b) => !group.includes(b) && isUncertain(p, b) && areEntangled(p, a, b)));
  }
  return group.sort();
}

// TIQ-GROUP-1
const groups = (p) => SQUARES.filter((a) => isUncertain(p, a) && groupOf(p, a)[0] === a).map((a) => groupOf(p, a));

// ---- The end --------------------------------------------------------------------------------------------------------

const isComplete = (p) => p.boards.length === 1 && !p.boards[0].includes("."); // TIQ-END-3
const isEnded = (p) => isComplete(p) || winners(p).length > 0; // TIQ-END-3

// TIQ-END-2: the players whose lines count now.
const winners = (p) => (p.options.lines === "every-move" || p.measured || isComplete(p) ? p.holders : []);

// How an ended game was decided, and by which rule.
function outcome(p) {
  const players = winners(p);
  if (players.length === 0) return { text: "no line", rule: "TIQ-END-3" };
  if (players.length === 2) return { text: "lines of both", rule: "TIQ-END-2" };
  return { text: `win of ${players[0]}`, rule: p.options.lines === "every-move" ? "TIQ-END-1" : "TIQ-END-2" };
}

// TIQ-SCORE-1: the score of an ended position for X.
function score(p) {
  const last = playerOfPly(p.plies);
  const ofBoth = { even: null, X: "X", O: "O", "last-mover": last, other: OPPONENT[last] };
  const winner = winners(p).length === 2 ? ofBoth[p.options.both] : winners(p)[0];
  return { X: 1, O: -1 }[winner] ?? 0;
}

// ---- Moves ----------------------------------------------------------------------------------------------------------

// TIQ-MOVE-1
const isEmpty = (p, square) =>
  isPlanted("superposed-square-is-free") ? p.contents[square].includes(".") : p.contents[square] === ".";

const isDue = (p) => !isEnded(p) && p.boards.length > 1 && !SQUARES.some((a) => isEmpty(p, a)); // TIQ-MEASURE-1
const actor = (p) => (isEnded(p) ? null : isDue(p) ? "CHANCE" : mover(p)); // TIQ-TURN-1

// TIQ-MEASURE-1: each measurement that is possible now, with its probability.
function measurements(p) {
  if (!isDue(p)) return new Map();
  if (isPlanted("independent-measurements")) return independentMeasurements(p);
  return new Map(p.boards.map((board) => [`=${board}`, fraction(1, p.boards.length)]));
}

function independentMeasurements(p) {
  const ways = ([found, chance], a) =>
    [...p.contents[a]].map((mark) => [found + mark, product(chance, probability(p, a, mark))]);
  return new Map(SQUARES.reduce((all, a) => all.flatMap((each) => ways(each, a)), [["=", fraction(1)]]));
}

// TIQ-TARGET-1: whether a superposition may name this square; "?" stands for the opponent's mark.
function mayBeTarget(p, square) {
  const allowed = { minimal: ["."], moderate: [".", "?"], high: [".", "?", ".?"] }[p.options.level];
  const marks = isPlanted("own-mark-as-target") ? ["X", "O"] : [OPPONENT[mover(p)]];
  return marks.some((mark) => allowed.includes(p.contents[square].replace(mark, "?")));
}

// TIQ-TARGET-2: whether a square is entangled with more than the other square of its mark.
const isEntangledTwice = (p, square) => isUncertain(p, square) && groupOf(p, square).length !== 2;

// TIQ-PAIR-1: whether one mark of the opponent is on one of these squares, and the other square is empty then.
function isPair(p, [a, b]) {
  const held = new Set(p.boards.map((board) => content(board, a) + content(board, b)));
  const opponent = OPPONENT[mover(p)];
  return held.size === 2 && held.has(`.${opponent}`) && held.has(`${opponent}.`);
}

// TIQ-MOVE-1: the first rule that an action breaks, or null. A square off the board is not written.
function ruleBroken(p, action) {
  if (isEnded(p)) return "TIQ-END-1";
  if (isDue(p)) return measurements(p).has(action) ? null : "TIQ-MEASURE-1";
  if (action.startsWith("=")) return "TIQ-MEASURE-1";
  const { level, target, pair } = p.options;
  const squares = squaresOf(action);
  const occupied = squares.filter((a) => !isEmpty(p, a)).length;
  if (squares.length === 1) return occupied ? "TIQ-MOVE-1" : null;
  if (level === "classic") return "TIQ-LEVEL-1";
  if (occupied === 2 && pair === "illegal") return "TIQ-SUPER-1";
  if (occupied === 2 && !isPair(p, squares)) return "TIQ-PAIR-1";
  if (!squares.every((a) => mayBeTarget(p, a))) return "TIQ-TARGET-1";
  if (target === "unentangled" && squares.some((a) => isEntangledTwice(p, a))) return "TIQ-TARGET-2";
  return null;
}

// TIQ-MOVE-1
const actions = (p) => (isDue(p) ? [...measurements(p).keys()] : MOVES.filter((move) => !ruleBroken(p, move)));

// TIQ-MOVE-1
function play(p, action) {
  if (action.startsWith("=")) return measure(p, action.slice(1));
  const [a, b] = squaresOf(action);
  const boards = b === undefined ? place(p, a)
    : isEmpty(p, b) ? superpose(p, a, b)
    : isEmpty(p, a) ? superpose(p, b, a)
    : fillPair(p, a, b);
  return positionWith(p.options, boards, p.plies + 1);
}

const place = (p, square) => p.boards.map((board) => withContent(board, square, mover(p))); // TIQ-MOVE-1

// TIQ-SUPER-1: the mark goes to the empty square, or to the other one, and what is there moves to the empty one.
function superpose(p, other, empty) {
  const moved = p.boards.map((board) => withContent(board, empty, content(board, other)));
  return [...place(p, empty), ...moved.map((board) => withContent(board, other, mover(p)))];
}

// TIQ-PAIR-1: the mark goes to the square that the opponent's mark is not on.
const fillPair = (p, a, b) => p.boards.map((board) => withContent(board, content(board, a) === "." ? a : b, mover(p)));

// TIQ-MEASURE-1
function measure(p, board) {
  const found = positionWith(p.options, [board], p.plies);
  return { ...found, measured: p.options.lines === "full-board" && found.holders.length > 0 };
}

// ---- The value ------------------------------------------------------------------------------------------------------

// With two of the planted errors marks can vanish, so that a game becomes very long or never ends.
const canSearch = !isPlanted("independent-measurements") && !isPlanted("superposed-square-is-free");

// Whether a search ends soon. Earlier values are left out.
const isSearched = (p) => isEnded(p) || (canSearch && p.plies >= 6);

function value(p, known = new Map()) {
  const key = `${p.boards}${p.measured}`;
  if (!known.has(key)) known.set(key, search(p, known));
  return known.get(key);
}

// TIQ-VALUE-1
function search(p, known) {
  if (isEnded(p)) return fraction(score(p));
  const after = actions(p).map((action) => value(play(p, action), known));
  if (isDue(p)) return [...measurements(p).values()].map((chance, i) => product(chance, after[i])).reduce(sum);
  return after.reduce((a, b) => ((a.n * b.d < b.n * a.d) === (mover(p) === "X") ? b : a));
}

// TIQ-VALUE-1: each legal move with the value of the position after it.
function movesWithValues(p, known = new Map()) {
  return isDue(p) ? [] : actions(p).map((action) => [action, value(play(p, action), known)]);
}

// TIQ-VALUE-1: the moves that no other one is better than.
function best(p) {
  const known = new Map();
  const target = fractionText(value(p, known));
  return movesWithValues(p, known).filter(([, each]) => fractionText(each) === target).map(([move]) => move);
}

// ---- Games and positions in writing ---------------------------------------------------------------------------------

const tokensOf = (text) => text.split(/[ \t\n\r]+/).filter((token) => token !== ""); // NOTATION-GAME-1
const count = (mark, board) => board.split(mark).length - 1;
const isBoard = (text) => /^[XO.]{9}$/.test(text);
const isMeasurement = (token) => token.startsWith("=") && isBoard(token.slice(1));
const actionOf = (token) => (isMeasurement(token) ? token : token.slice(token.indexOf(".") + 1));

// NOTATION-MEASURE-1, NOTATION-MOVE-1, NOTATION-SQUARE-1, TIQ-TURN-1: the rule that a token breaks when it is read.
function ruleBrokenInReading(token, before) {
  if (token.startsWith("=")) return isMeasurement(token) ? null : "NOTATION-MEASURE-1";
  const [, mark, first, second] = /^([XO][1-9][0-9]*)\.([1-9])(?:-([1-9]))?$/.exec(token) ?? [];
  if (!mark || second <= first) return token.includes("-") ? "NOTATION-MOVE-1" : "NOTATION-SQUARE-1";
  const ply = before.filter((each) => !isMeasurement(each)).length + 1;
  return mark === `${playerOfPly(ply)}${ply}` ? null : "TIQ-TURN-1";
}

function rejectIf(isWrong, error, token) {
  if (isWrong) throw { illegal: { error, token } };
}

// NOTATION-ERROR-1: the whole game is read before anything is played.
function playGame(options, text) {
  const tokens = tokensOf(text);
  const rejectBreaking = (rule, i) => rejectIf(rule, rule, i + 1);
  tokens.map((token, i) => ruleBrokenInReading(token, tokens.slice(0, i))).forEach(rejectBreaking);
  return tokens.map(actionOf).reduce((p, action, i) => {
    rejectBreaking(ruleBroken(p, action), i);
    return play(p, action);
  }, positionWith(options, ["........."], 0));
}

// NOTATION-STATE-3: the position that these boards and perhaps the word "measured" state.
const positionOf = (options, words) =>
  positionWith(options, words.filter(isBoard), 9 - count(".", words[0]), words.includes("measured"));

// NOTATION-STATE-3: whether a word may follow those before it.
function mayFollow(options, before, word) {
  if (before.includes("measured")) return false;
  if (before.length % 2 === 0) {
    return isBoard(word) && [0, 1].includes(count("X", word) - count("O", word))
      && before.every((other) => other === "|" || (other !== word && count(".", other) === count(".", word)));
  }
  if (word !== "measured") return word === "|";
  return options.lines === "full-board" && before.length === 1 && positionOf(options, before).holders.length > 0;
}

// NOTATION-POSITION-1, NOTATION-STATE-3
function readPosition(options, text) {
  const [beforeColon, afterColon] = text.split(/:(.*)/s);
  const header = tokensOf(beforeColon);
  const isOption = (word, i) => settings(options).includes(word) && header.indexOf(word) === i;
  header.forEach((word, i) => rejectIf(i === 0 ? word !== RULESET : !isOption(word, i), "NOTATION-POSITION-1", i + 1));
  rejectIf(header.length === 0 || afterColon === undefined, "NOTATION-POSITION-1", header.length + 1);
  const words = tokensOf(afterColon);
  const follows = (word, i) => mayFollow(options, words.slice(0, i), word);
  words.forEach((word, i) => rejectIf(!follows(word, i), "NOTATION-STATE-3", header.length + i + 1));
  rejectIf([undefined, "|"].includes(words.at(-1)), "NOTATION-STATE-3", header.length + words.length + 1);
  return positionOf(options, words);
}

// NOTATION-POSITION-1, NOTATION-STATE-3
const writePosition = (p) =>
  `${[RULESET, ...settings(p.options)].join(" ")}: ${p.boards.join(" | ")}${p.measured ? " measured" : ""}`;

// ---- Answers --------------------------------------------------------------------------------------------------------

const asTexts = (entries) => Object.fromEntries([...entries].map(([key, each]) => [key, fractionText(each)]));
const chancesOf = (p, square) => asTexts([...p.contents[square]].map((mark) => [mark, probability(p, square, mark)]));

// CONFORM-FIELD-1: a field that is undefined is left out.
const FIELDS = {
  actor,
  actions,
  chance: (p) => asTexts(measurements(p)),
  possible: (p) => p.boards,
  probabilities: (p) => Object.fromEntries(SQUARES.map((a) => [a, chancesOf(p, a)])),
  groups,
  outcome: (p) => (isEnded(p) ? outcome(p).text : null),
  outcome_rule: (p) => (isEnded(p) ? outcome(p).rule : null),
  value: (p) => (isSearched(p) ? fractionText(value(p)) : undefined),
  best: (p) => (isSearched(p) ? best(p) : undefined),
  first_moves: (p) => (isSearched(p) ? asTexts(movesWithValues(p)) : undefined),
  position: writePosition,
  printed: (p, { game }) => game && tokensOf(game).join(" "),
};

// CONFORM-PERFT-1: a measurement belongs to the ply before it.
function countGames(p, depth) {
  if (depth === 0 && !isDue(p)) return 1;
  const counts = actions(p).map((action) => countGames(play(p, action), isDue(p) ? depth : depth - 1));
  return counts.reduce((a, b) => a + b, 0);
}

// CONFORM-START-1
const DECLARED = { options: ["level", "switches"], fields: Object.keys(FIELDS), forms: ["position"], perft: 3 };
const IMPLEMENTATION = { name: "tiqtaqtoe.mjs", language: "JavaScript", version: "1.0" };
const START = { version: 1, implementation: IMPLEMENTATION, rulesets: { [RULESET]: DECLARED } };

// CONFORM-ASK-1, CONFORM-ASK-2, CONFORM-PERFT-1
function answerTo({ cmd, ruleset, options, fields, depth, ...request }) {
  if (ruleset !== RULESET) return { skipped: `no ruleset ${ruleset}` };
  const chosen = readOptions(options);
  const p = "game" in request ? playGame(chosen, request.game) : readPosition(chosen, request.position);
  if (cmd === "perft") return { counts: Array.from({ length: depth }, (_, i) => countGames(p, i + 1)) };
  return { answers: Object.fromEntries(fields.map((name) => [name, FIELDS[name]?.(p, request)])) };
}

// ---- Protocol -------------------------------------------------------------------------------------------------------

// CONFORM-ASK-2: whatever happens, a request has one answer. Only `stop` has none.
function answerToLine(line) {
  let seq = null;
  try {
    const request = JSON.parse(line);
    if (request.cmd === "start") return START;
    if (request.cmd === "stop") return null;
    seq = request.seq;
    return { seq, ...answerTo(request) };
  } catch (thrown) {
    return { seq, ...(thrown instanceof Error ? { errored: thrown.message } : thrown) };
  }
}

// CONFORM-LINE-1: only a line feed ends a line, unlike in node:readline.
async function* linesIn(stream) {
  let rest = "";
  for await (const text of stream.setEncoding("utf8")) {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    yield* lines;
  }
}

// CONFORM-LINE-2, CONFORM-STOP-1
for await (const line of linesIn(process.stdin)) {
  const answer = answerToLine(line);
  if (answer === null) break;
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
