"""A name in an output folder belongs to one student: nothing that comes later takes it silently."""

import io
import json
import subprocess
import sys
import zipfile

import pytest
from parts_course import HALVE

from autograder.errors import UserError
from autograder.gradebook.book import Gradebook
from autograder.runs.grade import Options, grade

WRONG = "def halve(x):\n    return x\n"
CANVAS = {"ana": "ana_11_101_hw.py", "ben": "ben_12_102_hw.py"}


def zipped(members):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return data.getvalue()


@pytest.fixture
def graded(parts, tmp_path):
    """A class of two, graded: a function that grades more into the same folder and returns the scores."""
    folder = tmp_path / "class"
    folder.mkdir()
    for name in CANVAS.values():
        (folder / name).write_text(HALVE)

    def more(*paths, **options):
        chosen = Options(seed=3, quiet=True, jobs=1, only=["halve"], **options)
        summary = grade(parts.root, "01", list(paths), tmp_path / "out", chosen)
        return {r.submission: r.score for r in summary.results}

    assert more(folder) == {"ana": 1.0, "ben": 1.0}
    return more


def scores(tmp_path):
    with Gradebook(tmp_path / "out") as book:
        return {s.name: s.final for s in book.standings()}


def test_a_late_zip_that_looks_like_a_download_replaces_nobody(graded, tmp_path):
    late = tmp_path / "late.zip"
    late.write_bytes(zipped({f"{s}_9_{i}_hw.py": WRONG for i, s in enumerate(CANVAS)}))
    with pytest.raises(UserError, match="--bulk for a download of the class, --no-bulk for the hand-in of one"):
        graded(late)
    with pytest.raises(UserError, match=r"2 hand-ins have the same names as others .* add --replace"):
        graded(late, bulk=True)
    assert scores(tmp_path) == {"ana": 1.0, "ben": 1.0}
    assert graded(late, bulk=False) == {"ana": 1.0, "ben": 1.0, "late": 0.0}
    assert graded(late, bulk=True, replace=True) == {"ana": 0.0, "ben": 0.0, "late": 0.0}
    with Gradebook(tmp_path / "out") as book:
        assert [len(s.attempts) for s in book.standings()] == [
            2,
            2,
            1,
        ]  # what was graded before is still there


def test_the_command_says_so(parts, graded, tmp_path):
    late = tmp_path / "late.zip"
    late.write_bytes(zipped({f"{s}_9_{i}_hw.py": WRONG for i, s in enumerate(CANVAS)}))
    command = [
        sys.executable,
        "-m",
        "autograder",
        "grade",
        "01",
        str(late),
        "--out",
        str(tmp_path / "out"),
        "--course",
        str(parts.root),
        "--seed",
        "3",
        "--only",
        "halve",
        "--json",
    ]
    for flags, status, word in (([], 2, "--no-bulk"), (["--bulk"], 2, "--replace"), (["--no-bulk"], 0, "")):
        done = subprocess.run([*command, *flags], capture_output=True, text=True)
        assert done.returncode == status and word in done.stderr, done.stderr
    assert json.loads(done.stdout)["scores"] == {"ana": 1.0, "ben": 1.0, "late": 0.0}


def test_a_zip_in_a_folder_of_hand_ins_is_one_hand_in(graded, tmp_path):
    late = zipped({f"{s}_9_{i}_hw.py": WRONG for i, s in enumerate(CANVAS)})
    (tmp_path / "class" / "cleo_13_103_hw.zip").write_bytes(late)
    assert graded(tmp_path / "class") == {"ana": 1.0, "ben": 1.0, "cleo": 0.0}


def test_a_file_from_elsewhere_takes_no_name(graded, tmp_path):
    (tmp_path / "mail").mkdir()
    (tmp_path / "mail" / "ana.py").write_text(WRONG)
    with pytest.raises(UserError, match=r"1 hand-ins? .*ana"):
        graded(tmp_path / "mail" / "ana.py")
    assert graded(tmp_path / "mail" / "ana.py", replace=True) == {"ana": 0.0, "ben": 1.0}


def test_the_same_content_from_elsewhere_is_the_same_hand_in(graded, tmp_path):
    (tmp_path / "class").rename(tmp_path / "moved")
    assert graded(tmp_path / "moved") == {"ana": 1.0, "ben": 1.0}


def test_a_changed_file_in_its_place_is_a_new_attempt(graded, tmp_path):
    (tmp_path / "class" / CANVAS["ana"]).write_text(WRONG)
    assert graded(tmp_path / "class") == {"ana": 0.0, "ben": 1.0}


def test_handed_in_again_on_the_platform_is_a_new_attempt(graded, tmp_path):
    """Canvas gives the new file another number: the student's own number stays."""
    (tmp_path / "class" / CANVAS["ana"]).unlink()
    (tmp_path / "class" / "ana_LATE_11_777_hw-1.py").write_text(WRONG)
    assert graded(tmp_path / "class") == {"ana": 0.0, "ben": 1.0}


@pytest.mark.parametrize("first_goes", [False, True])
def test_a_namesake_takes_no_name(graded, tmp_path, first_goes):
    """Whether the first one's file is still there or not."""
    if first_goes:
        (tmp_path / "class" / CANVAS["ana"]).unlink()
    (tmp_path / "class" / "ana_10_100_hw.py").write_text(WRONG)
    assert graded(tmp_path / "class") == {"ana": 1.0, "ana-10": 0.0, "ben": 1.0}
    assert graded(tmp_path / "class") == {"ana": 1.0, "ana-10": 0.0, "ben": 1.0}
