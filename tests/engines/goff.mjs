// Goff's quantum tic-tac-toe, ruleset goff-1.1, as an engine that speaks the protocol qttt-conform/1.
//
//     node goff.mjs [--error NAME]
//
// Node 18 or newer is enough; there is nothing to install. A rule ID stands at the code that implements the rule, and
// leads to spec/rules/goff.md, spec/rules/notation.md or spec/protocol.md. `--error` plants an error that a conformance
// test must find.

const RULESET = "goff-1.1";
const EARLIER = "goff-1.0"; // the readings in which every switch has its default
const ERRORS = ["foreign-collapse", "no-final-move", "eight-squares-end", "largest-ply-of-all-marks", "line-of-x-first"];

const [flag, plantedError, ...rest] = process.argv.slice(2);
if (flag !== undefined && (flag !== "--error" || !ERRORS.includes(plantedError) || rest.length > 0)) {
  console.error(`goff.mjs takes no argument, or --error and one of ${ERRORS.join(", ")}.`);
  process.exit(2);
}
const isPlanted = (name) => name === plantedError;

// ---- Positions ------------------------------------------------------------------------------------------------------

const SQUARES = [1, 2, 3, 4, 5, 6, 7, 8, 9]; // GOFF-BOARD-1
const LINES = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7]]; // GOFF-BOARD-2

// GOFF-STATE-1: a mark is known by its ply. `definite` maps squares to plies, `spooky` plies to pairs of squares.
const initial = (options) => ({ options, plies: 0, definite: new Map(), spooky: new Map(), hasCycle: false });

const player = (ply) => (ply % 2 === 1 ? "X" : "O"); // GOFF-TURN-1
const markOf = (ply) => `${player(ply)}${ply}`;
const freeSquares = (p) => SQUARES.filter((x) => !p.definite.has(x)); // GOFF-MOVE-2

// GOFF-GRAPH-2: the squares that are joined to a square, itself included, in ascending order.
function component(p, square) {
  const joined = new Set([square]);
  for (const x of joined) { // `joined` grows during the loop
    for (const pair of p.spooky.values()) if (pair.includes(x)) pair.forEach((y) => joined.add(y));
  }
  return [...joined].sort();
}

// ---- The end --------------------------------------------------------------------------------------------------------

function linesOf(p, who) { // GOFF-END-1
  const has = (square) => p.definite.has(square) && player(p.definite.get(square)) === who;
  return LINES.filter((line) => line.every(has));
}

// GOFF-LAST-1
const isOneSquareLeft = (p) => p.options.last === "draw" && freeSquares(p).length === 1;

function isEnded(p) { // GOFF-END-1, GOFF-LAST-1, GOFF-PAIR-2
  if (p.hasCycle) return false;
  const isFull = freeSquares(p).length <= (isPlanted("eight-squares-end") ? 1 : 0) || isOneSquareLeft(p);
  return isFull || linesOf(p, "X").length > 0 || linesOf(p, "O").length > 0 || moves(p).length === 0;
}

// GOFF-END-3: the ply of a player, or null for a player without a line.
function plyOfPlayer(p, who) {
  const lines = isPlanted("largest-ply-of-all-marks") && linesOf(p, who).length > 0
    ? [[...p.definite.keys()].filter((square) => player(p.definite.get(square)) === who)]
    : linesOf(p, who);
  const plies = lines.map((line) => Math.max(...line.map((square) => p.definite.get(square))));
  return plies.length > 0 ? Math.min(...plies) : null;
}

// How an ended game was decided, by which rule, and who has won it.
function outcome(p) {
  const [plyOfX, plyOfO] = [plyOfPlayer(p, "X"), plyOfPlayer(p, "O")];
  if (plyOfX === null && plyOfO === null) {
    const isStuck = freeSquares(p).length > 1;
    return { how: "draw", rule: isOneSquareLeft(p) ? "GOFF-LAST-1" : isStuck ? "GOFF-PAIR-2" : "GOFF-END-5" };
  }
  if (plyOfX !== null && plyOfO !== null) {
    if (p.options.both === "draw") return { how: "draw", rule: "GOFF-BOTH-1" };
    const winner = plyOfX < plyOfO || isPlanted("line-of-x-first") ? "X" : "O";
    const isFirst = p.options.both === "first";
    return isFirst ? { how: "complete", rule: "GOFF-BOTH-2", winner } : { how: "narrow", rule: "GOFF-END-4", winner };
  }
  const winner = plyOfX !== null ? "X" : "O";
  const isDouble = p.options.double_win && linesOf(p, winner).length > 1;
  return isDouble ? { how: "double", rule: "GOFF-END-6", winner } : { how: "complete", rule: "GOFF-END-2", winner };
}

// GOFF-SCORE-1: the scores of X and O.
function matchScores(p) {
  const { how, winner } = outcome(p);
  const double = [p.options.double_win_score, "0"];
  const scores = { draw: ["0", "0"], narrow: ["1", "1/2"], complete: ["1", "0"], double }[how];
  return winner === "O" ? scores.reverse() : scores;
}

// GOFF-SCORE-2: the value of an ended game.
function score(p) {
  const { how, winner } = outcome(p);
  const gain = { draw: 0, narrow: 10, complete: 20, double: 40 }[how];
  return winner === "O" ? -gain : gain;
}

// ---- Actions: the texts "1-9", "5-5", "selA" ------------------------------------------------------------------------

const SELECTIONS = ["selA", "selB"]; // GOFF-COLLAPSE-1
const isSelection = (action) => SELECTIONS.includes(action);
const squaresOf = (move) => move.split("-").map(Number);
const isFinalMoveDue = (p) => freeSquares(p).length === 1 && !isPlanted("no-final-move"); // GOFF-FINAL-1

// GOFF-SELECT-1, GOFF-SELECT-2, GOFF-TURN-2
const actor = (p) => (isEnded(p) ? null : player(p.hasCycle && p.options.collapse === "self" ? p.plies : p.plies + 1));

// GOFF-PAIR-1
function isForbidden(p, x, y) {
  return p.options.pair === "forbidden" && [...p.spooky.values()].some(([v, w]) => v === x && w === y);
}

// GOFF-MOVE-1, GOFF-MOVE-3: the moves that are legal where the game has not ended.
function moves(p) {
  const free = freeSquares(p);
  if (isFinalMoveDue(p)) return [`${free}-${free}`];
  return free.flatMap((x) => free.filter((y) => x < y && !isForbidden(p, x, y)).map((y) => `${x}-${y}`));
}

const actions = (p) => (isEnded(p) ? [] : p.hasCycle ? SELECTIONS : moves(p));

// GOFF-MOVE-3: the first rule that an action breaks. Squares off the board and pairs in descending order are no tokens.
function ruleBroken(p, action) {
  if (isEnded(p)) return "GOFF-END-1";
  if (isSelection(action) !== p.hasCycle) return "GOFF-COLLAPSE-1";
  if (p.hasCycle) return null;
  const [x, y] = squaresOf(action);
  if (x < y && isFinalMoveDue(p)) return "GOFF-FINAL-1";
  if (x === y && !isFinalMoveDue(p)) return "GOFF-MOVE-1";
  if (p.definite.has(x) || p.definite.has(y)) return "GOFF-MOVE-2";
  return isForbidden(p, x, y) ? "GOFF-PAIR-1" : null;
}

function play(p, action) {
  if (isSelection(action)) return settled(p, SELECTIONS.indexOf(action));
  const [x, y] = squaresOf(action);
  return x === y ? withDefiniteMark(p, x) : withSpookyMark(p, x, y);
}

// GOFF-FINAL-1
const withDefiniteMark = (p, x) => ({ ...p, plies: p.plies + 1, definite: new Map(p.definite).set(x, p.plies + 1) });

// GOFF-MOVE-1, GOFF-CYCLE-1
function withSpookyMark(p, x, y) {
  const spooky = new Map(p.spooky).set(p.plies + 1, [x, y]);
  return { ...p, plies: p.plies + 1, spooky, hasCycle: component(p, x).includes(y) };
}

// GOFF-COLLAPSE-2, GOFF-COLLAPSE-3: a mark that settles drives all others from its square to their other squares.
function settled(p, selection) {
  const [definite, spooky] = [new Map(p.definite), new Map(p.spooky)];
  const settle = (ply, square) => {
    definite.set(square, ply);
    spooky.delete(ply);
    for (const [other, [x, y]] of spooky) if (x === square || y === square) settle(other, x === square ? y : x);
  };
  settle(p.plies, p.spooky.get(p.plies)[selection]);
  if (isPlanted("foreign-collapse")) for (const [ply, [x]] of spooky) settle(ply, x);
  return { ...p, definite, spooky, hasCycle: false };
}

// CONFORM-PERFT-1: a selection belongs to the ply before it.
function countGames(p, depth) {
  if (depth === 0 && !p.hasCycle) return 1;
  const counts = actions(p).map((action) => countGames(play(p, action), isSelection(action) ? depth : depth - 1));
  return counts.reduce((a, b) => a + b, 0);
}

// ---- Games and positions in writing ---------------------------------------------------------------------------------

const tokensOf = (text) => text.split(/[ \t\n\r]+/).filter((token) => token !== ""); // NOTATION-GAME-1

// What is thrown, here and below, is the answer to the question.
function rejectIf(isWrong, error, token) {
  if (isWrong) throw { illegal: { error, token } };
}

// NOTATION-MOVE-1, NOTATION-SELECT-1, NOTATION-FINAL-1, GOFF-TURN-1: the rule that a token breaks where a ply is due.
function ruleBrokenInReading(token, ply) {
  if (isSelection(token)) return null;
  if (/^sel/i.test(token)) return "NOTATION-SELECT-1";
  const [, mark, x, y] = /^([XO][1-9]\d*)\.([1-9])-([1-9])$/.exec(token) ?? [];
  if (mark === undefined || x > y) return "NOTATION-MOVE-1";
  return mark === markOf(ply) ? null : "GOFF-TURN-1";
}

// NOTATION-ERROR-1: the whole text is read before anything is played.
function playGame(options, text) {
  let ply = 1;
  const game = tokensOf(text).map((token, i) => {
    const rule = ruleBrokenInReading(token, ply);
    rejectIf(rule, rule, i + 1);
    ply += isSelection(token) ? 0 : 1;
    return token.slice(token.indexOf(".") + 1);
  });
  return game.reduce((p, action, i) => {
    const rule = ruleBroken(p, action);
    rejectIf(rule, rule, i + 1);
    return play(p, action);
  }, initial(options));
}

// NOTATION-POSITION-1: the options as a written position states them.
function settings({ collapse, double_win, pair, last, both }) {
  const chosen = { collapse, "double-win": double_win ? "yes" : "no", pair, last, both };
  return Object.entries(chosen).map(([name, value]) => `${name}=${value}`);
}

// NOTATION-POSITION-1, NOTATION-STATE-1
function writePosition(p) {
  const definite = [...p.definite].map(([square, ply]) => [ply, `@${square}`]);
  const spooky = [...p.spooky].map(([ply, pair]) => [ply, `.${pair.join("-")}`]);
  const marks = [...definite, ...spooky].sort(([a], [b]) => a - b).map(([ply, place]) => `${markOf(ply)}${place}`);
  return `${RULESET} ${settings(p.options).join(" ")}: ${marks.join(" ") || "-"}`;
}

// NOTATION-POSITION-1
function readPosition(options, text) {
  const [beforeColon, afterColon] = text.split(/:(.*)/s);
  const header = tokensOf(beforeColon);
  const isOption = (word, i) => settings(options).includes(word) && header.indexOf(word) === i;
  const hasDefaults = Object.entries(SWITCHES).every(([name, values]) => options[name] === values[0]);
  const isRuleset = (word) => word === RULESET || (word === EARLIER && hasDefaults);
  header.forEach((word, i) => rejectIf(!(i === 0 ? isRuleset(word) : isOption(word, i)), "NOTATION-POSITION-1", i + 1));
  rejectIf(header.length === 0 || afterColon === undefined, "NOTATION-POSITION-1", header.length + 1);
  return readState(options, tokensOf(afterColon), header.length);
}

// NOTATION-STATE-1: the position that these tokens state, which follow those of the header.
function readState(options, tokens, before) {
  rejectIf(tokens.length === 0, "NOTATION-STATE-1", before + 1);
  rejectIf(tokens[0] === "-" && tokens.length > 1, "NOTATION-STATE-1", before + 2);
  if (tokens[0] === "-") return initial(options);
  return tokens.reduce((p, token, i) => {
    const [, mark, at, x, y] = /^([XO][1-9])(?:@([1-9])|\.([1-9])-([1-9]))$/.exec(token) ?? [];
    const isFree = (square) => !p.definite.has(Number(square));
    const isPossible = at ? isFree(at) && component(p, Number(at)).length === 1 : x < y && isFree(x) && isFree(y);
    rejectIf(p.hasCycle || mark !== markOf(p.plies + 1) || !isPossible, "NOTATION-STATE-1", before + i + 1);
    return at ? withDefiniteMark(p, Number(at)) : withSpookyMark(p, Number(x), Number(y));
  }, initial(options));
}

// CONFORM-ASK-1: a board of definite marks need not come from a game.
function readMarks(options, marks) {
  const definite = new Map(Object.entries(marks).map(([square, mark]) => [Number(square), Number(mark.slice(1))]));
  return { ...initial(options), definite, plies: Math.max(0, ...definite.values()) };
}

// ---- Answers --------------------------------------------------------------------------------------------------------

// CONFORM-FIELD-1: a field that is undefined is left out. Only the values of ended games are known, without a search.
const FIELDS = {
  actor,
  actions,
  collapse: (p) => (p.hasCycle ? SELECTIONS : null),
  definite: (p) => Object.fromEntries([...p.definite].map(([square, ply]) => [square, markOf(ply)])),
  spooky: (p) => [...p.spooky].map(([ply, pair]) => `${markOf(ply)}.${pair.join("-")}`),
  components: (p) => SQUARES.map((x) => component(p, x)).filter((all, i) => all.length > 1 && all[0] === SQUARES[i]),
  player_ply: (p) => ({ X: plyOfPlayer(p, "X"), O: plyOfPlayer(p, "O") }),
  outcome: (p) => {
    if (!isEnded(p)) return null;
    const { how, winner } = outcome(p);
    return winner ? `${how} win of ${winner}` : how;
  },
  outcome_rule: (p) => (isEnded(p) ? outcome(p).rule : null),
  score_table_2: (p) => (isEnded(p) ? matchScores(p) : null),
  value: (p) => (isEnded(p) ? `${score(p)}` : undefined),
  position: writePosition,
  printed: (p, { game }) => game && tokensOf(game).join(" "),
};

// GOFF-SWITCH-1: the values of each switch, the default first.
const SWITCHES = { pair: ["legal", "forbidden"], last: ["move", "draw"], both: ["narrow", "draw", "first"] };

// GOFF-SELECT-1, GOFF-END-6, GOFF-SWITCH-1
function readOptions({ collapse = "opponent", double_win = false, double_win_score = "2", switches = {} }) {
  if (!["opponent", "self"].includes(collapse)) throw { refused: "GOFF-SELECT-1" };
  if (![false, true].includes(double_win)) throw { refused: "GOFF-END-6" };
  const isKnown = ([name, value]) => Object.hasOwn(SWITCHES, name) && SWITCHES[name].includes(value);
  if (!Object.entries(switches).every(isKnown)) throw { refused: "GOFF-SWITCH-1" };
  const defaults = Object.fromEntries(Object.entries(SWITCHES).map(([name, values]) => [name, values[0]]));
  return { collapse, double_win, double_win_score, ...defaults, ...switches };
}

// CONFORM-START-1
const DECLARED = {
  options: ["collapse", "double_win", "double_win_score", "switches"],
  fields: Object.keys(FIELDS),
  forms: ["marks", "position"],
  perft: 3,
};
const IMPLEMENTATION = { name: "goff.mjs", language: "JavaScript", version: "1.0" };
const START = { version: 1, implementation: IMPLEMENTATION, rulesets: { [RULESET]: DECLARED } };

// CONFORM-ASK-1, CONFORM-ASK-2, CONFORM-PERFT-1
function answerTo({ cmd, ruleset, options, fields, depth, ...request }) {
  if (ruleset !== RULESET) return { skipped: `no ruleset ${ruleset}` };
  const chosen = readOptions(options);
  const p = "game" in request ? playGame(chosen, request.game)
    : "position" in request ? readPosition(chosen, request.position)
    : readMarks(chosen, request.marks);
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
