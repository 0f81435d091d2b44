"""Parts of jobs in folders: locked, checked, split into shards and gathered."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from qttt.app.commands.asked import Answer
from qttt.app.errors import BadInput
from qttt.app.jobs import job as jobs
from qttt.app.jobs.folder import Folder, differing, locked
from qttt.app.jobs.job import Job, JsonObject, Ran, Report, Shard, unreported
from qttt.app.jobs.run import Spread, gathered, run

PARTS = 5


class Words(Job):
    """Writes a word again and again."""

    kind, grows = "words", ("times",)

    def __init__(self, word: str, times: int = PARTS) -> None:
        self.word, self.times = word, times
        self.solved: list[int] = []

    @classmethod
    def of(cls, asked: JsonObject) -> "Words":
        return cls(**asked)

    @property
    def asked(self) -> JsonObject:
        return {"word": self.word, "times": self.times}

    @property
    def count(self) -> int:
        return self.times

    def identity(self, number: int) -> JsonObject:
        return {"word": self.word, "part": number}

    def solve(self, number: int, device: str, report: Report = unreported) -> bytes:
        self.solved.append(number)
        return f"{self.word} {number}\n".encode()

    def check(self, out: Path | None, plot: Path | None) -> None:
        pass

    def finish(self, parts: Iterator[bytes], ran: Ran, out: Path | None, plot: Path | None) -> Answer:
        text = b"".join(parts)
        if out:
            out.write_bytes(text)
        return Answer(lambda: {"text": text.decode(), "found": ran.found}, lambda: None)


@pytest.fixture(autouse=True)
def kind(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules[__name__]
    monkeypatch.setitem(jobs.KINDS, "words", __name__)
    monkeypatch.setattr(module, "JOB", Words, raising=False)
    monkeypatch.setitem(sys.modules, __name__, module)


TEXT = "".join(f"ha {number}\n" for number in range(PARTS))


def shards(tmp_path: Path, of: int) -> list[Path]:
    """The folders of all shards of a job."""
    folders = [tmp_path / f"shard-{number}" for number in range(1, of + 1)]
    for number, folder in enumerate(folders, start=1):
        run(Words("ha"), Spread(Shard(number, of), None, folder), "cpu")
    return folders


def test_whole_job_leaves_no_folder(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    assert run(Words("ha"), Spread(), "cpu", out).json_object() == {"text": TEXT, "found": 0}
    assert (out.read_text(), [*tmp_path.iterdir()]) == (TEXT, [out])


@pytest.mark.parametrize("of", [1, 2, 3, 5, 7])
def test_gathered_shards_equal_the_whole(tmp_path: Path, of: int) -> None:
    folders = shards(tmp_path, of)
    assert gathered(folders, None, None).json_object()["text"] == TEXT
    assert gathered(folders[::-1], None, None).json_object()["text"] == TEXT


def test_shard_says_what_it_has(tmp_path: Path) -> None:
    said = run(Words("ha"), Spread(Shard(2, 2), None, tmp_path / "a"), "cpu").json_object()
    assert said == {"job": "words", "shard": "2/2", "parts": 2, "of": 5, "folder": str(tmp_path / "a")}


def test_shard_without_a_folder_is_rejected() -> None:
    with pytest.raises(BadInput, match="--shard needs --parts"):
        run(Words("ha"), Spread(Shard(1, 2)), "cpu")


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2", ""])
def test_impossible_shard_is_rejected(text: str) -> None:
    with pytest.raises(BadInput, match="expected K/N"):
        Shard.read(text)


def test_missing_part_is_rejected(tmp_path: Path) -> None:
    folders = shards(tmp_path, 3)
    with pytest.raises(BadInput, match="1 part of 5 missing, the first is part 2"):
        gathered(folders[:2], None, None)


def test_repeated_part_is_rejected(tmp_path: Path) -> None:
    folders = shards(tmp_path, 2)
    with pytest.raises(BadInput, match=r"part 0 is in .* and in"):
        gathered([*folders, shutil.copytree(folders[0], tmp_path / "copy")], None, None)


def test_folder_named_twice_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = shards(tmp_path, 2)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=r"^shard-1 is named twice; leave one out"):
        gathered([*folders, Path("shard-1")], None, None)


def test_folder_without_a_description_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"is not a folder with the parts of a job: it has no job\.json"):
        gathered([tmp_path], None, None)


def test_file_is_not_a_folder_for_parts(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="file: is a file; name a folder"):
        run(Words("ha"), Spread(Shard(1, 2), None, tmp_path / "file"), "cpu")
    with pytest.raises(BadInput, match=r"s9: the folder .*no does not exist; create it first"):
        run(Words("ha"), Spread(Shard(1, 2), None, tmp_path / "no" / "s9"), "cpu")


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ({"word": "ho", "times": 9}, "with --word ho, not ha"),
        ({"word": "ho" * 99}, f"with --word {'ho' * 30}…, not ha"),
        ({"word": ["a", "b"], "version": "qttt 0"}, "with the version qttt 0, not qttt "),
        ({"options": {"double_win": True}}, "with --double-win True, not left out and --word left out, not ha"),
    ],
)
def test_another_job_is_told_by_its_options(found: dict[str, object], told: str) -> None:
    own = Words("ha").description
    assert differing(Words("ha"), {"job": own["job"], "version": own["version"], **found}).startswith(told)


def test_foreign_folder_is_rejected(tmp_path: Path) -> None:
    [folder, _] = shards(tmp_path, 2)
    other = tmp_path / "other"
    run(Words("ho"), Spread(Shard(2, 2), None, other), "cpu")
    with pytest.raises(BadInput, match="parts of another job"):
        gathered([folder, other], None, None)


def test_foreign_part_is_rejected(tmp_path: Path) -> None:
    [folder] = shards(tmp_path, 1)
    other = tmp_path / "other"
    run(Words("ho"), Spread(Shard(1, 1), None, other), "cpu")
    (folder / "3.part").write_bytes((other / "3.part").read_bytes())
    with pytest.raises(BadInput, match=r"3\.part: is a part of another job"):
        gathered([folder], None, None)


def test_renamed_part_is_rejected(tmp_path: Path) -> None:
    [folder] = shards(tmp_path, 1)
    (folder / "3.part").write_bytes((folder / "2.part").read_bytes())
    with pytest.raises(BadInput, match=r"3\.part: is not part 3"):
        gathered([folder], None, None)


@pytest.mark.parametrize("damage", [lambda b: b[:-1], lambda b: b[:-1] + b"?", lambda b: b"", lambda b: b + b"!"])
def test_damaged_part_is_rejected_and_solved_again(tmp_path: Path, damage: object) -> None:
    [folder] = shards(tmp_path, 1)
    part = folder / "3.part"
    part.write_bytes(damage(part.read_bytes()))  # type: ignore[operator]
    with pytest.raises(BadInput, match=r"3\.part: is damaged"):
        gathered([folder], None, None)
    again = Words("ha")
    run(again, Spread(Shard(1, 1), None, folder), "cpu")
    assert again.solved == [3]


def test_part_beyond_the_job_is_rejected(tmp_path: Path) -> None:
    [folder] = shards(tmp_path, 1)
    (folder / "9.part").touch()
    with pytest.raises(BadInput, match="has part 9, and the job has only parts 0 to 4"):
        gathered([folder], None, None)


def test_other_version_is_rejected(tmp_path: Path) -> None:
    [folder] = shards(tmp_path, 1)
    description = json.loads((folder / "job.json").read_text())
    (folder / "job.json").write_text(json.dumps(description | {"version": "qttt 0.0.1"}))
    with pytest.raises(BadInput, match=r"belongs to qttt 0\.0\.1, and this is qttt "):
        gathered([folder], None, None)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"job": "other"}'])
def test_folder_without_a_job_is_rejected(tmp_path: Path, text: str) -> None:
    (tmp_path / "job.json").write_text(text)
    with pytest.raises(BadInput, match="cannot be gathered"):
        gathered([tmp_path], None, None)


def test_larger_job_resumes_a_smaller_one(tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    run(Words("ha", 3), Spread(Shard(1, 1), None, folder), "cpu")
    larger = Words("ha", 5)
    assert run(larger, Spread(None, None, folder), "cpu").json_object() == {"text": TEXT, "found": 3}
    assert larger.solved == [3, 4]


def test_folder_of_another_job_is_rejected_and_kept(tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    run(Words("ho"), Spread(Shard(1, 1), None, folder), "cpu")
    with pytest.raises(BadInput, match="holds parts of another job, with --word ho, not ha; finish that job"):
        run(Words("ha"), Spread(None, None, folder), "cpu")
    assert len([*folder.glob("*.part")]) == PARTS


@pytest.mark.parametrize("text", ["{}", '{"job": "mine"}', "[]"])
def test_unrelated_description_is_kept(tmp_path: Path, text: str) -> None:
    (tmp_path / "job.json").write_text(text)
    with pytest.raises(BadInput, match="holds parts of another job"):
        run(Words("ha"), Spread(Shard(1, 2), None, tmp_path), "cpu")
    assert (tmp_path / "job.json").read_text() == text


def test_folder_in_use_says_by_whom(tmp_path: Path) -> None:
    holding = (
        "import sys, pathlib; from qttt.app.jobs.folder import locked\n"
        "with locked(pathlib.Path(sys.argv[1])): print('locked', flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", holding, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "locked\n"
    with pytest.raises(BadInput, match=f"is in use by process {process.pid} "), locked(tmp_path):
        pass
    process.kill()
    process.wait()
    with locked(tmp_path):
        pass


def test_lock_is_not_a_program(tmp_path: Path) -> None:
    with locked(tmp_path):
        assert not (tmp_path / "lock").stat().st_mode & 0o133


def test_folder_is_locked_while_a_job_runs(tmp_path: Path) -> None:
    with Folder.begun(tmp_path, Words("ha")), pytest.raises(BadInput, match="is in use by process"):
        run(Words("ha"), Spread(None, None, tmp_path), "cpu")
