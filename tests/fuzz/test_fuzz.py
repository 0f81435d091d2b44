"""Every reader takes whatever bytes come: what is written right is read, and anything else is one documented error.

Inputs are mutations of what the program itself writes, made by Hypothesis, the same in every run, and shrunk if one
fails. The tests take 500 for each reader, the slow layer 20,000."""

import gzip
import hashlib
import io
import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, suppress
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from qttt.app import random_boards
from qttt.app.errors import BadInput
from qttt.fast import container
from qttt.oracle import game, games
from qttt.reference.game import RuleBroken
from qttt.reference.notation import NotationError, StateError
from qttt.reference.probabilistic import file
from qttt.reference.probabilistic.board import BoardError
from qttt.spec import disk, subset, text, vectors
from qttt.spec.vocabulary import WORDS
from qttt.verification.certificate import load
from qttt.verification.certificate.container import CertificateError
from qttt.verification.conform import protocol, server
from qttt.verification.conform.protocol import ProtocolError

ROOT = Path(__file__).parents[2]
CERTIFICATES = ROOT / "tests" / "verification" / "certificates"
OPTIONS: dict[str, dict[str, object]] = {"sqt": {"q": "3/4"}, "probabilistic": {"seed": 1}}
FORM = "fuzz-1"
MEMORY = 1 << 30
"""Bytes of addresses that the readers of a round may take: a text of a few kilobytes needs none."""

TOKENS = (
    *b'" \\ [ ] { } , : null true NaN -Infinity 1e999 -0 0.5 1/0'.split(),
    *(b"\x00", b"\xff", b"\xef\xbb\xbf", b"\n", b"\r", b"\t", b" ", b"\\u0000", b"\\ud800"),
    *("½²¹".encode(), "\u202e".encode()),
    *(b"X", b"O", b".", b"-", b"=", b">", b"@", b"/", b"%", b"X1.1-9 ", b"selA ", b"success", b"9" * 5000, b"[" * 200),
)
"""What is put into a text."""


@st.composite
def mutated(draw: st.DrawFn, seeds: Sequence[bytes]) -> bytes:
    """A text with up to four pieces taken out, repeated, reversed, or replaced by a token, by other bytes or by a piece
    of another text."""
    content = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(content)))
        end = min(len(content), at + draw(st.sampled_from([0, 1, 8, 64, 4096])))
        other = draw(st.sampled_from(seeds))
        start = draw(st.integers(0, len(other)))
        pieces = [b"", content[at:end] * 2, other[start : start + end - at], bytes(reversed(content[at:end]))]
        piece = draw(st.one_of(st.sampled_from(pieces), st.sampled_from(TOKENS), st.binary(max_size=4)))
        content = content[:at] + piece + content[end:]
    return content


class Reader(NamedTuple):
    """What it reads, how, and the errors that its documentation names."""

    seeds: Sequence[bytes]
    read: Callable[[bytes], object]
    errors: tuple[type[Exception], ...]


def as_texts(*contents: object) -> list[bytes]:
    return [content.encode() if isinstance(content, str) else json.dumps(content).encode() for content in contents]


def requests() -> list[bytes]:
    """A request about each vector of a game."""
    asked: list[dict[str, object]] = [{"cmd": "start"}, {"cmd": "stop"}]
    for at, vector in enumerate(vectors("goff")[:40]):
        about = {"seq": at, "ruleset": "goff-1.1", "options": vector.options, "game": ""}
        asked += [{"cmd": "ask", **about, "fields": ["outcome"]}, {"cmd": "perft", **about, "depth": 2}]
    return as_texts(*asked)


def read_request(line: bytes) -> None:
    """Read a request as an engine does."""
    any_server: Any = SimpleNamespace(_games={"goff-1.1": "goff"})
    server.Server._request(any_server, line)


def sealed(form: str, body: bytes) -> bytes:
    """The file of a certificate with these lines and the right checksum, or the body itself."""
    if form == "packed":
        return body
    end = json.dumps({"sha256": hashlib.sha256(body).hexdigest()}).encode()
    return gzip.compress(body + end + b"\n", 1, mtime=0)


def read_certificate(folder: Path, form: str, body: bytes) -> None:
    """Read a certificate, from its lines or from the whole file."""
    path = folder / "certificate"
    path.write_bytes(sealed(form, body))
    load(path)


def read_part(folder: Path, content: bytes) -> None:
    """Look for the parts of a study, of which one has this content, and is listed."""
    sample = random_boards.Sample(4, 1, 4)
    parts = random_boards.Folder(folder, sample)
    listed = {"question": sample.question, "sha256": {"part-00000.parquet": hashlib.sha256(content).hexdigest()}}
    parts._manifest(0).write_text(json.dumps(listed))
    parts._file(0).write_bytes(content)
    with redirect_stderr(io.StringIO()):
        parts.missing()


def sections() -> list[bytes]:
    """The sections of the rule pages."""
    return [
        part.encode() for page in sorted(text.PAGES.glob("*.md")) for part in page.read_text("utf-8").split("\n## ")
    ]


def read_page(folder: Path, content: bytes) -> None:
    """Read a rule page: its rules, its lemmas, and each block of its formal text."""
    (folder / "page.md").write_text(content.decode("utf-8", "replace"), encoding="utf-8", newline="")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "PAGES", folder)
        with suppress(ValueError):
            _ = [*text.read_rules(), *text.read_lemmas()]
        for block in text.fenced("page", "python"):
            with suppress(subset.SubsetError):
                subset.check([block], WORDS, ())


def read_game(made: Any, content: bytes) -> None:
    """Read a text as a game or a written position, and as a state."""
    given = content.decode("utf-8", "replace")
    with suppress(StateError):
        made.read_state(given)
    made.position(given)


def is_game(made: Any, given: str) -> bool:
    """Whether a text is a game under the options of `made`; a vector has options of its own."""
    try:
        return bool(made.read(given))
    except (NotationError, RuleBroken):
        return False


def arrays() -> bytes:
    """A file of arrays."""
    parts = container.parts({"format": FORM}, {"a": np.arange(6), "b": np.zeros((2, 0, 3), np.uint8)})
    return b"".join(bytes(part) for part in parts)


@cache
def readers(folder: Path) -> Mapping[str, Reader]:
    """Every reader by its name; files are made in the folder."""
    boards = [path.read_bytes() for path in sorted((ROOT / "spec/qttt/spec/vectors/probabilistic").glob("0*.json"))]
    csv = as_texts("\n".join(["0.5,0.2,0.3"] * 9), "success,neutral,failure\n" + "1/2,30%,0.2\n" * 9, "0.5," * 26 + "0")
    listed = as_texts([[[0.5, 0.2, 0.3]] * 9], {"boards": [{"name": "a", "squares": [["1/2", "1/4", "25%"]] * 9}]})
    packed = [path.read_bytes() for path in sorted(CERTIFICATES.glob("*.certificate")) if path.stat().st_size < 20_000]
    lines = [gzip.decompress(each).rstrip(b"\n").rpartition(b"\n")[0] + b"\n" for each in packed]
    grammar = "\n".join(block.text for block in text.fenced("notation", "ebnf"))
    part = random_boards.make_part(random_boards.Sample(4, 1, 4), 0, "cpu")
    made = {
        "JSON": Reader(boards[:9], lambda content: disk.read_json(content.decode()), (ValueError,)),
        "answers": Reader(as_texts({"seq": 1, "answers": {"actor": "X"}}), protocol.parsed, (ValueError,)),
        "requests": Reader(requests(), read_request, (ProtocolError,)),
        "arrays": Reader([arrays()], partial(container.unpack, form=FORM), (container.NotRead,)),
        "certificates": Reader(lines, partial(read_certificate, folder, "lines"), (CertificateError,)),
        "packed certificates": Reader(packed, partial(read_certificate, folder, "packed"), (CertificateError,)),
        "parts of a study": Reader([part], partial(read_part, folder / "study"), (BadInput,)),
        "boards in CSV": Reader(csv, lambda content: file.read_csv(content.decode("utf-8", "replace")), (BoardError,)),
        "boards in JSON": Reader(
            listed, lambda content: file.read_json(content.decode("utf-8", "replace")), (BoardError,)
        ),
        "rule pages": Reader(sections(), partial(read_page, folder), ()),
        "grammars": Reader(
            as_texts(grammar),
            lambda content: text.Grammar(content.decode("utf-8", "replace"), text.GIVEN),
            (text.GrammarError,),
        ),
    }
    for name in games():
        rules: Any = game(name, **OPTIONS.get(name, {}))
        start = rules.write_position(rules.initial())
        given = [vector.given for vector in vectors(name) if vector.given and is_game(rules, vector.given)]
        seeds = as_texts(start, *given[:60])
        made[f"games of {name}"] = Reader(seeds, partial(read_game, rules), (NotationError, RuleBroken))
    return made


NAMES = (
    *("JSON", "answers", "requests", "arrays", "certificates", "packed certificates", "parts of a study"),
    *("boards in CSV", "boards in JSON", "rule pages", "grammars", *(f"games of {name}" for name in games())),
)


def prepared(reader: Reader, examples: int, number: int = 0) -> Any:
    """A test of Hypothesis that reads as many mutated texts, drawn with this seed. Raises what the documentation does
    not name."""
    patient = settings(max_examples=examples, database=None, deadline=None, suppress_health_check=[*HealthCheck])

    @seed(number)
    @patient
    @given(mutated(reader.seeds))
    def read(content: bytes) -> None:
        with suppress(*reader.errors):
            reader.read(content)

    return read


def fuzz(reader: Reader, examples: int, number: int = 0) -> None:
    """Read as many mutated texts, on Linux in bounded memory."""
    if sys.platform != "linux":
        return prepared(reader, examples, number)()
    import resource

    limits = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, limits[1]))
    try:
        prepared(reader, examples, number)()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limits)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("fuzz")
    (found / "study").mkdir()
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_reader_takes_any_bytes(name: str, folder: Path) -> None:
    fuzz(readers(folder)[name], 500)


def test_what_is_written_right_is_read(folder: Path) -> None:
    for name, reader in readers(folder).items():
        assert name in NAMES
        for each in reader.seeds:
            reader.read(each)


@pytest.mark.parametrize(
    "examples", [pytest.param(500, marks=pytest.mark.engines), pytest.param(20_000, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(("name", "seeds"), [("readCsv", "boards in CSV"), ("readJson", "boards in JSON")])
def test_reader_of_the_web_takes_any_text(name: str, seeds: str, examples: int, folder: Path) -> None:
    command = ["node", str(Path(__file__).with_name("readers.mjs"))]
    with subprocess.Popen(command, stdin=-1, stdout=-1, text=True, encoding="utf-8") as node:
        assert node.stdin
        assert node.stdout
        into, out = node.stdin, node.stdout

        def read(content: bytes) -> None:
            print(json.dumps([name, content.decode("utf-8", "replace")]), file=into, flush=True)
            assert out.readline() in ("read\n", "refused\n")

        fuzz(Reader(readers(folder)[seeds].seeds, read, ()), examples)
        into.close()
