// Puts a library of rules under test by `qttt conform`: copy this file beside your adapter, and call `serve`.
//
// It speaks the protocol of spec/protocol.md. A game comes as a list of legal actions (CONFORM-PLAYED-1) and is played
// from the start for each question, so the library may change its state.

// Answers until the runner is done. `begin(options)` makes a new game. `play(game, action)` plays an action, such as
// "1-9", and returns the game, or nothing if it is the same object. `fields` has a function of a game for each field
// that the library can answer. `options` has the values that it plays for each option: an empty list for all of them.
export async function serve({ name, ruleset, begin, play, fields, options = {} }) {
  const declared = { options, fields: Object.keys(fields), forms: ["played"] };
  const implementation = { name, language: "JavaScript" };
  const started = { version: 1, implementation, rulesets: { [ruleset]: declared } };

  const answers = (request) => {
    let game = begin(request.options);
    for (const action of request.played) game = play(game, action) ?? game;
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
