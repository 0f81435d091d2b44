"""The results as a page, as CSV and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from qttt.app.rules import cite
from qttt.app.studies.results.evidence import certificates, claim, strength
from qttt.app.studies.results.values import Result, starts
from qttt.app.tables import Column, fraction_columns, markdown, table_bytes
from qttt.reference.picture import decimal
from qttt.spec import rulesets

PLACES = 6
LISTS = ("value", "options", "best", "certificates")
"""Fields that the CSV file writes in a form of its own."""
LONG = 24
"""Characters of a fraction on the page; a longer one stands in the files alone."""
HEAD = """# Results

Every value of a game that this project established: exact, from X's side, under perfect play of both players. {rows:,}
values of {games} games and settings, and of their first moves; the page lists the games, and the files also list the
first moves.

- [results.csv](results.csv): a row for each value
- [results.json](results.json): the same as a list of objects
- [results.bib](results.bib): a BibTeX entry for each game and setting

*Options* are those that are not at their defaults. *Best first moves* names one of each class of moves that are
equivalent by symmetry. *Strength* is that of the claim in the next column: [Claims](claims.md) explains the words. Each
row has an ID, by which a value is cited: `ruleset:options:first move`.

Strategies of both players prove a value that is *certified*. The field `certificates` of the CSV and JSON files holds
the commands that write these strategies, such as the two below. [Certificates](certificates.md) says how to check them.

```sh
{commands}
```

This command writes the page and the files:

```sh
uv run qttt results --out docs
```

Other values: the [functions of q](figures/README.md) behind the stochastic game, [ten million boards](study.md) of
probabilistic tic-tac-toe, the [first moves of TiqTaqToe](tiqtaqtoe.md) and [of Q3T](hybrid.md), and
[counts of games](perft.md).
"""
NOTES = {
    "goff": "A complete win of X is worth 20, a narrow win 10, a draw 0.",
    "sqt": "The same scale; a double win that counts is worth 40. q is the probability that the System favours O.",
    "probabilistic": "The value is the probability that X wins, plus half of that of a draw, on the source's board. "
    "Every other board has its own value, and `qttt solve` finds it.",
    "tiqtaqtoe": "The value is the chance that only X has a line at the end, minus that of O.",
    "hybrid": "The value is X's chance of winning, minus that of O.",
}


def page(found: Sequence[Result]) -> str:
    """The page about all values."""
    return "".join([_head(found), *_sections(found)])


def _head(found: Sequence[Result]) -> str:
    example = next(result for result in starts(found) if len(result.setting) > 1 and len(certificates(result)) > 1)
    commands = "\n".join(f"uv run {command}" for command in certificates(example))
    return HEAD.format(rows=len(found), games=len(starts(found)), commands=commands)


def _sections(found: Sequence[Result]) -> Iterator[str]:
    for name in dict.fromkeys(result.name for result in found):
        ruleset = rulesets()[name]
        rows = [_row(result) for result in starts(found) if result.name == name]
        yield f"\n## {ruleset.title}\n\nRuleset [`{ruleset.id}`](../spec/rules/{name}.md). {NOTES[name]}\n\n"
        yield markdown(["ID", "options", "value", "decimal", "best first moves", "strength", "claim"], rows)


def _row(result: Result) -> list[str]:
    exact = str(result.value)
    shown = exact if len(exact) <= LONG else "see the files"
    options = ", ".join(f"{name} {value}" for name, value in result.setting.items()) or "none"
    link = f"[`{claim(result).id}`](claims/{result.name}.md#{claim(result).id})"
    best = ", ".join(result.best)
    anchored = f'<a id="{result.id}"></a>`{result.id}`'
    proved = f"[{strength(result)}](certificates.md)" if certificates(result) else strength(result)
    return [anchored, options, shown, decimal(result.value, PLACES), best, proved, link]


def csv(found: Sequence[Result]) -> bytes:
    """The values as CSV, a row for each."""
    rows = json_list(found)
    numbers = fraction_columns("value", [result.value for result in found])
    plain = [Column(name, [row[name] for row in rows]) for name in rows[0] if name not in LISTS]
    options = Column("options", [_joined(result.setting.items(), "=") for result in found])
    best = Column("best", [" ".join(result.best) for result in found])
    commands = Column("certificates", [" && ".join(certificates(result)) for result in found])
    return table_bytes([*plain[:2], options, plain[2], *numbers, *plain[3:], commands, best], ".csv")


def bibtex(found: Sequence[Result]) -> str:
    """An entry for BibTeX for each game in each setting."""
    return "\n\n".join(cite.of_page(_title(result), f"results/#{result.id}").bibtex for result in starts(found)) + "\n"


def _title(result: Result) -> str:
    options = ", ".join(f"{name} {value}" for name, value in result.setting.items())
    exact = str(result.value)
    value = exact if len(exact) <= LONG else decimal(result.value, PLACES)
    return f"The value of {result.ruleset}{f' with {options}' if options else ''}: {value}, {strength(result)}"


def _joined(pairs: Any, between: str) -> str:
    return " ".join(between.join(pair) for pair in pairs)


def json_list(found: Sequence[Result]) -> list[dict[str, Any]]:
    """The values as a list for JSON."""
    return [
        {
            "id": result.id,
            "ruleset": result.ruleset,
            "options": dict(result.setting),
            "first_move": result.first_move,
            "value": str(result.value),
            "decimal": decimal(result.value, 12),
            "best": list(result.best),
            "equivalent": result.equivalent,
            "strength": strength(result),
            "claim": claim(result).id,
            "certificates": certificates(result),
        }
        for result in found
    ]


def json_text(found: Sequence[Result]) -> str:
    """The values as the text of a JSON file, one on each line."""
    lines = (json.dumps(row, ensure_ascii=False) for row in json_list(found))
    return "[\n" + ",\n".join(f"  {line}" for line in lines) + "\n]\n"
