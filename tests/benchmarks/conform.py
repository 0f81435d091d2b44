"""Conformance of an engine behind a pipe: seconds for vectors, random games, damaged texts and a planted error. Then,
not behind a pipe, what the values of random positions cost web/engine.

The engine is web/engine, and for the planted error the sample in C; node and a C compiler must be installed. A window
of one byte lets one request wait at a time: so asks a runner that does not send requests ahead of answers.
"""

import json
import subprocess
from collections.abc import Iterator
from tempfile import TemporaryDirectory

from measuring import DOCS, Row

from qttt.oracle import games
from qttt.verification.conform.levels import run
from qttt.verification.conform.protocol import WINDOW
from qttt.verification.conform.results import Chosen, Status
from qttt.verification.conform.session import Session

ROOT = DOCS.parent
GAMES, FEW = 10_000, 200
VECTORS, RANDOM = "all vectors that need no search, requests", f"{FEW} random games, requests"
CASES = (
    (f"{VECTORS} ahead of answers", ["notation", "rules"], 0, WINDOW),
    (f"{VECTORS} one at a time", ["notation", "rules"], 0, 1),
    (f"{GAMES:,} random games and {GAMES:,} damaged texts", ["notation", "games"], GAMES, WINDOW),
    (f"{RANDOM} ahead of answers", ["games"], FEW, WINDOW),
    (f"{RANDOM} one at a time", ["games"], FEW, 1),
)
"""What is asked, its levels, the number of games, and the window."""


def conform() -> Iterator[Row]:
    """A row for each case: seconds, the start of the engine included, and how many cases passed, of how many."""
    for what, levels, number, window in CASES:
        engine = Session(["node", str(ROOT / "web/engine/conform.js")], window=window)
        report = run(engine, Chosen(["goff"], levels, number=number))
        counts = [level.counts for level in report.games[0].levels]
        passed, asked = sum(each[Status.PASSED] for each in counts), sum(each.total() for each in counts)
        yield what, f"{report.seconds:.2f} s", f"{passed:,} of {asked:,} cases"
    with TemporaryDirectory() as folder:
        sample = f"{folder}/goff"
        subprocess.run(["cc", "-std=c11", "-O2", "-o", sample, str(ROOT / "tests/engines/goff.c")], check=True)
        report = run(Session([sample, "--error", "foreign-collapse"]), Chosen(["goff"], ["games"], number=FEW))
    shortest = min((d.question["game"] for d in report.games[0].levels[0].differences), key=len)
    yield "a collapse of foreign components, found and shrunk", f"{report.seconds:.1f} s", f"`{shortest}`"


POSITIONS = """
import { game, solver, write } from "./engine/index.js";

const [name, count] = process.argv.slice(1), { setTimeout } = globalThis;
let state = 1, asked = 0;
const below = (n) => Math.floor(((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32) * n);
// Work that goes on in the background ends with its question.
globalThis.setTimeout = (work, ...after) => ((mine) => setTimeout(() => mine === asked && work(), ...after))(asked);
const own = { sqt: () => ({ q: `${below(21) / 20}` }), probabilistic: () => ({ seed: `${below(2 ** 31)}` }) };
let most = { seconds: 0 }, sum = 0;
for (; asked < count; asked++) {
  const found = await game(name, own[name]?.());
  let actions, position, longest = 16;
  do {
    [actions, position] = [[], found.initial];
    for (let left = below(longest); left-- && found.actor(position); position = found.play(position, actions.at(-1)))
      actions.push(found.actions(position)[below(found.actions(position).length)]);
  } while (!found.actor(position));
  const began = process.cpuUsage();
  const truth = await solver(found);
  await truth.prepare(position, true);
  truth.values(position);
  const { user, system } = process.cpuUsage(began), seconds = (user + system) / 1e6;
  sum += seconds;
  if (seconds > most.seconds) most = { seconds, text: write(found, actions).join(" ") };
}
console.log(JSON.stringify({ ...most, mean: sum / count }));
process.exit();
"""
"""Plays to random positions and values all actions of each, with a new solver, as the page asks it to."""


def positions(number: str = "2000") -> Iterator[Row]:
    """A row for each game: the largest and the mean processor time of a position's values, and the dearest position."""
    for game in games():
        words = ["node", "--input-type=module", "--eval", POSITIONS, game, number]
        found = json.loads(subprocess.run(words, check=True, capture_output=True, cwd=ROOT / "web").stdout)
        yield game, f"{found['seconds']:.3f} s", f"{found['mean']:.4f} s", f"`{found['text']}`"
