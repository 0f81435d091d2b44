"""What is tied to a rule, as HTML below the rule on its page."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from qttt.app.rules import cite, vectors
from qttt.app.rules.sources import Source
from qttt.app.rules.tied import KnownError, Tied
from qttt.app.site.boards import Board
from qttt.app.site.tree import relative
from qttt.spec import Vector, rules
from qttt.verification.in_words import assumed, established_by, mutant_in_words
from qttt.verification.registry import Claim

Boards = Callable[[Vector], Board | None]


def section(tied: Tied, boards: Boards, api: Callable[[str], str | None]) -> str:
    """Everything tied to a rule: a list of parts that open on a click.

    `boards` has the board of a vector, and `api` the place of a definition in the API reference, if it has one. Links
    are relative to the Markdown of the page, as Zensical expects them in HTML too.
    """
    page = f"rules/{tied.rule.page}"
    own, others = tied.own_vectors, [vector for vector in tied.vectors if vector.rules[0] != tied.rule.id]
    parts = [
        _part("Reference", _names(tied.reference), (_source(each, page, api) for each in tied.reference)),
        _part("Kernels", _names(tied.kernels), (_source(each, page, api) for each in tied.kernels)),
        _part("Vectors", _count(own, "board"), (vector(each, boards(each), page) for each in own)),
        _part(
            "Vectors of other rules that test this one", f"{len(others)}", [_list(_link(each, page) for each in others)]
        )
        if others
        else "",
        _part("Claims", f"{len(tied.claims)}", [_list(_claim(each, page) for each in tied.claims)]),
        _part("Known errors that break it", f"{len(tied.errors)}", [_list(_error(each, page) for each in tied.errors)])
        if tied.errors
        else "",
        _part("Cite", tied.rule.id, _citation(tied)),
    ]
    return f'<div class="tied">\n{"".join(part for part in parts if part)}</div>\n'


def _part(title: str, note: str, content: Iterable[str]) -> str:
    body = "\n".join(content)
    return f"<details><summary>{title}: {note}</summary>\n{body}\n</details>\n" if body else ""


def _names(sources: Sequence[Source]) -> str:
    """The names of definitions, each with its module below the piece."""
    return ", ".join(f"<code>{escape(source.address.split('.', 2)[2])}</code>" for source in sources)


def _count(things: Sequence[object], noun: str) -> str:
    return f"{len(things)} {noun}{'' if len(things) == 1 else 's'}"


def _list(items: Iterable[str]) -> str:
    return "<ul>\n" + "\n".join(f"<li>{item}</li>" for item in items) + "\n</ul>"


def _source(source: Source, page: str, api: Callable[[str], str | None]) -> str:
    there = api(source.address)
    name = f"<code>{escape(source.address)}</code>"
    linked = f'<a href="{relative(there, page)}">{name}</a>' if there else name
    code = highlight(source.text, PythonLexer(), HtmlFormatter(nowrap=True)).rstrip()
    where = f"<p>{linked}, <code>{escape(source.file)}</code>, line {source.line}</p>"
    return f'{where}\n<div class="highlight"><pre><code>{code}</code></pre></div>'


def vector(shown: Vector, board: Board | None, page: str) -> str:
    """A vector with its board, for a page of the site by the path of its Markdown."""
    told = [f'<code class="id">{shown.id}</code> {_text(shown.comment)}']
    if settings := vectors.options(shown):
        told.append(f"Options: <code>{escape(settings)}</code>")
    if board is None or len(board.tokens) != len(vectors.given(shown).split()):
        told.append(f"Given: <code>{escape(vectors.given(shown))}</code>")
    told.append(f"Expected: {_text(vectors.expected(shown))}")
    if errors := [flag for flag in shown.flags if flag.startswith("known-error:")]:
        told.append(
            "Known error that fails it: " + ", ".join(error.partition(":")[2].replace("-", " ") for error in errors)
        )
    words = "".join(f"<p>{each}</p>" for each in told)
    picture = _playable(shown, board, page) if board else ""
    return f'<div class="vector" id="{shown.id}">\n{picture}<div class="told">{words}</div>\n</div>'


def _playable(shown: Vector, board: Board, page: str) -> str:
    source = relative(f"boards/{shown.id}.svg", page)
    after = " ".join(board.tokens) or "the start"
    steps = escape(json.dumps(list(board.tokens)), quote=True)
    image = f'<img src="{source}" alt="The board after {escape(after)}" width="400" height="400" loading="lazy">'
    return f'<div class="board" data-steps="{steps}">{image}</div>\n'


def _link(shown: Vector, page: str) -> str:
    where = relative(f"rules/{rules()[shown.rules[0]].page}#{shown.id}", page)
    return f'<a href="{where}"><code>{shown.id}</code></a> {_text(shown.comment)}'


def _claim(claim: Claim, page: str) -> str:
    there = relative(f"claims/{claim.game}.md#{claim.id}", page)
    mutants = "; ".join(map(mutant_in_words, claim.mutants))
    state = "" if claim.established else " <em>Not yet established.</em>"
    head = f'<a href="{there}"><code>{claim.id}</code></a>: {_text(claim.statement)}'
    return (
        f"{head} <em>{established_by(claim)}</em>.{state} Bound: {_text(claim.bound)}. "
        f"Assumed: {_text(assumed(claim))}. Errors that the check catches: {escape(mutants)}."
    )


def _error(error: KnownError, page: str) -> str:
    ids = ", ".join(f"<code>{id}</code>" for id in error.vectors)
    return f"<strong>{escape(error.name)}</strong>: {_text(error.note)} Vectors: {ids}."


def _citation(tied: Tied) -> Iterator[str]:
    citation = cite.of_rule(tied.rule)
    history = "; ".join(f"{version}: {escape(change)}" for version, change in tied.history)
    yield f"<p>{escape(citation.line)}</p>"
    yield f'<div class="highlight"><pre><code>{escape(citation.bibtex)}</code></pre></div>'
    yield f"<p>History: {history}.</p>"


def _text(words: str) -> str:
    """Words of Markdown with code in backticks, as HTML."""
    pieces = words.split("`")
    return "".join(f"<code>{escape(piece)}</code>" if at % 2 else escape(piece) for at, piece in enumerate(pieces))
