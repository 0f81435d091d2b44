"""Where the tablebases of all games are kept: in a named file, or in the user's own folder."""

from collections.abc import Callable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from qttt.app.errors import BadInput, reason, tell
from qttt.app.files import check_file, check_table, check_unprotected
from qttt.fast.store import ABOUT, check_target, description_of
from qttt.oracle import Oracle
from qttt.oracle import store as stores
from qttt.oracle.oracle import consult
from qttt.oracle.perfect import A, P
from qttt.oracle.progress import progress
from qttt.oracle.registry import entry_of
from qttt.reference.game import Game
from qttt.spec.disk import fields, written_whole

if TYPE_CHECKING:
    from qttt.app.games import Query
    from qttt.fast.progress import Report, Solution

T = TypeVar("T")
S = TypeVar("S", bound="Solution[Any]")


def perfect(game: Game[P, A], path: Path | None = None) -> Oracle[P, A]:
    """Perfect play of a game, by what ships and by the tablebase that `tablebase` finds. Raises what it raises."""
    return consult(game, path, "auto", progress, tell)


def truth(game: Game[P, A], path: Path | None, players: Mapping[str, object]) -> Callable[[], Oracle[P, A]]:
    """A function that returns perfect play of a game, found by `perfect` on the first call.

    If a file is named or a player is perfect, it is found at once. Raises what `tablebase` raises, and `NotSolvable`.
    """
    remembered = cache(lambda: perfect(game, path))
    if path or any(players.values()):
        remembered().value(game.initial())
    return remembered


def tablebase(game: Game[P, A], path: Path | None = None) -> Any:
    """The tablebase in a file; if None, the user's, solved and stored first if there is none or it is damaged.

    Raises StoreError for a named file that holds something else or is damaged. Standard error says if the user's is
    damaged, or cannot be written.
    """
    return stores.find_tablebase(game, path, "auto", progress, tell)


def target(query: "Query", json_object: Mapping[str, object]) -> Path | None:
    """The file in which to store a solve: the named one, otherwise the user's; None if nothing is to be stored.

    Raises StoreError for a named file that holds anything but a tablebase of this game: its description must agree with
    `json_object`. A table, named .parquet, replaces any file; BadInput if it cannot be written, if the game has none,
    and for a name that ends in .csv.
    """
    game, out = query.game, query.out
    if out is None:
        return stores.file_of(game) if query.store and entry_of(game).stored else None
    if out.suffix.lower() == ".csv":
        raise BadInput(f"{out}: a table of all values is written as Parquet; name it {out.with_suffix('.parquet')}")
    if not is_table(out):
        check_target(out, json_object)
        check_unprotected(out)
    elif not entry_of(game).stored:
        raise BadInput(f"{out}: {entry_of(game).name} has no tablebase whose values could be written; leave out --out")
    else:
        check_file(out)
        check_table(out)
    return out


def is_table(path: Path | None) -> bool:
    """Whether a named file is to hold a table of values instead of a tablebase."""
    return path is not None and path.suffix.lower() == ".parquet"


def open_kept(game: Game[P, A], kind: type[S]) -> S | None:
    """The user's own solve of a game; None if there is none, or if it is damaged."""
    own = stores.file_of(game)
    try:
        found = fields((description_of(own) or {}).get(ABOUT), {"date": str, **kind.numbers()})
        stored = date.fromisoformat(found.pop("date")).isoformat()
        return kind(entry_of(game).open(game, own), **found, stored=stored)
    except ValueError:
        return None


def about(solution: "Solution[T]") -> dict[str, object]:
    """What is stored about a solve of today, from which `open_kept` makes it again."""
    return {"date": date.today().isoformat(), **{name: getattr(solution, name) for name in solution.numbers()}}


def keep(
    query: "Query",
    tablebase: object,
    path: Path | None,
    report: "Report",
    about: Mapping[str, object] | None = None,
) -> None:
    """Store a tablebase, with what is known about its solve, in the file of `target`, or its values as a table.

    Raises StoreError if a named file holds something else; if it cannot be written, or cannot hold the values,
    `query.unwritten` says so. For the user's file standard error says so, and nothing is stored.
    """
    if query.out is None and path is not None:
        stores.keep_own(tablebase, path, tell, about)
    elif path is not None:
        try:
            if is_table(path):
                write_table(Oracle(query.game, tablebase), path, report)
            else:
                stores.keep(tablebase, path, about)
        except OSError as error:
            query.unwritten.append(f"{path}: cannot be written: {reason(error)}")
        except OverflowError as error:
            instead = path.with_suffix(".tablebase")
            told = f"{error}, which the columns of the table cannot hold; store the tablebase instead: --out {instead}"
            query.unwritten.append(f"{path}: {told}")


def write_table(oracle: Oracle[P, A], path: Path, report: "Report") -> None:
    """Write the values of a game to a Parquet file, a piece at a time. Raises OSError, and OverflowError for a value
    that no column holds."""
    from pyarrow.parquet import ParquetWriter

    from qttt.oracle.many import pieces, schema

    with written_whole(path) as file, ParquetWriter(file, schema(oracle.game), compression="zstd") as writer:
        for piece in pieces(oracle, report):
            writer.write_batch(piece)
