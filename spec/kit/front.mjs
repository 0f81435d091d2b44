// Puts a library of rules under test by `qttt conform`: copy this file beside your adapter, and call `serve`.
//
// It speaks the protocol of spec/protocol.md. A game comes as a list of legal actions (CONFORM-PLAYED-1) and is played
// from the start for each question, so the library may change its state. Import it first: what a library prints with
// `console` then goes to standard error.

globalThis.console = new console.Console(process.stderr);
const NAMES = ["name", "ruleset", "begin", "play", "fields", "options", "settles"];
const isMap = (given) => typeof given === "object" && given !== null && !Array.isArray(given);
const isFunction = (given) => typeof given === "function";

// Answers until the runner is done. All arguments have names: they are those of one object.
//
// `begin(options)` makes a new game. `play(game, action)` plays an action, such as "1-9", and returns the game, or
// nothing if it is the same object. `fields` has a function of a game for each field that the library can answer.
// `options` has the values that it plays for each option: an empty list for all of them. `settles: "itself"` states that
// the library settles closed cycles without a selection: one that its `actions` do not have is left out.
//
// Ends the program with a sentence and status 2 if an argument is wrong.
export async function serve(given, ...unnamed) {
  const { name, ruleset, begin, play, fields, options = {}, settles = "", ...unknown } = isMap(given) ? given : {};
  const checks = {
    [`its arguments by name: ${NAMES.join(", ")}`]: isMap(given) && !unnamed.length && !Object.keys(unknown).length,
    "name, a text": typeof name === "string" && name,
    "ruleset, such as 'goff-1.1'": typeof ruleset === "string" && ruleset.includes("-"),
    "begin, a function of the options": isFunction(begin),
    "play, a function of a game and an action": isFunction(play),
    "fields, a function of a game for each": isMap(fields) && Object.values(fields).every(isFunction),
    "options, a list of values for each": isMap(options) && Object.values(options).every(Array.isArray),
    "settles, 'itself' or nothing": ["", "itself"].includes(settles),
  };
  for (const [needed, isRight] of Object.entries(checks)) {
    if (isRight) continue;
    process.stderr.write(`serve needs ${needed}\n`);
    process.exit(2);
  }
  const declared = { options, fields: Object.keys(fields), forms: ["played"] };
  const implementation = { name, language: "JavaScript" };
  const started = { version: 1, implementation, rulesets: { [ruleset]: declared } };

  const answers = (request) => {
    let game = begin(request.options);
    for (const action of request.played) {
      if (settles && action.startsWith("sel") && !fields.actions?.(game).includes(action)) continue;
      game = play(game, action) ?? game;
    }
    return Object.fromEntries(request.fields.map((field) => [field, fields[field](game)]));
  };

  const answer = (request) => {
    if (request.cmd === "start") return started;
    try {
      return { seq: request.seq, answers: answers(request) };
    } catch (error) {
      return { seq: request.seq, errored: String(error) };
    }
  };

  let rest = "";
  for await (const text of process.stdin.setEncoding("utf8")) {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const request = JSON.parse(line);
      if (request.cmd === "stop") process.exit();
      process.stdout.write(`${JSON.stringify(answer(request))}\n`);
    }
  }
}
