from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from autograder.errors import UserError
from autograder.intake.find import find_submissions
from autograder.intake.naming import safe_name, unique_names


def nb(source: str = "x = 1") -> bytes:
    return json.dumps({"cells": [{"cell_type": "code", "source": source}]}).encode()


def make(root: Path, files: dict[str, bytes | str]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def zip_of(files: dict[str, bytes | str]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def names(*paths: Path) -> list[str]:
    return [f.name for f in find_submissions(list(paths))]


def test_files_zips_and_sub_folders_of_a_class(tmp_path):
    root = make(
        tmp_path / "class",
        {
            "ann.ipynb": nb(),
            "bob.py": "x = 1",
            "cy.zip": zip_of({"a.py": "x"}),
            "dee/hw/a.ipynb": nb(),
            ".hidden/a.py": "x",
            "__MACOSX/a.py": "x",
            "readme.txt": "x",
            "eve/essay.pdf": "x",
        },
    )
    assert names(root) == ["ann", "bob", "cy", "dee", "eve", "readme"]
    assert all(f.read().cells for f in find_submissions([root]) if f.name not in ("eve", "readme"))


def test_single_paths(tmp_path):
    make(tmp_path, {"a.ipynb": nb(), "b.py": "x = 1", "c.zip": zip_of({"x.ipynb": nb(), "y.ipynb": nb()})})
    assert names(tmp_path / "a.ipynb", tmp_path / "b.py", tmp_path / "c.zip", tmp_path / "a.ipynb") == [
        "a",
        "b",
        "c",
    ]


def test_a_sub_folder_with_helpers_is_one_submission(tmp_path):
    """A folder that is named is always a class: no notebook in it can claim its neighbours by importing them."""
    make(
        tmp_path / "class",
        {
            "jane/hw.ipynb": nb("from helpers import f"),
            "jane/helpers.py": "f = 1",
            "eve.ipynb": nb("import bob"),
            "bob.py": "x = 1",
        },
    )
    assert names(tmp_path / "class") == ["bob", "eve", "jane"]
    jane = find_submissions([tmp_path / "class"])[-1]
    assert jane.read().siblings == {"helpers": "f = 1"}


def test_canvas(tmp_path):
    root = make(
        tmp_path / "c",
        {
            "smithjane_111_222_hw.ipynb": nb("import helpers"),
            "smithjane_111_223_helpers.py": "K = 1",
            "doejohn_LATE_112_224_hw-1.ipynb": nb(),
            "leeann_113_225_hw.pdf": "x",
            "smithjane_999_226_hw.ipynb": nb("other"),
        },
    )
    found = {f.name: f for f in find_submissions([root])}
    assert sorted(found) == ["doejohn", "leeann", "smithjane-111", "smithjane-999"]
    assert found["smithjane-111"].read().siblings == {"helpers": "K = 1"}
    with pytest.raises(UserError, match=r"^hw\.pdf cannot be graded: it is a PDF"):
        found["leeann"].read()


MOODLE = {
    "Jane Smith_12345_assignsubmission_file_/hw.ipynb": nb(),
    "Jane Smith_12345_assignsubmission_onlinetext_/onlinetext.html": "hi",
    "Zoë Łukasz_12346_assignsubmission_file_/hw.zip": zip_of({"a.py": "x = 1"}),
}
GRADESCOPE = {
    "submission_metadata.yml": "---\nsubmission_11:\n  :submitters:\n  - :name: Jane Smith\n    :sid: '1'\n"
    "submission_12:\n  :submitters:\n  - :name: 'Bo Li'\n  - :name: Al\n",
    "submission_11/hw.ipynb": nb(),
    "submission_12/hw.py": "x = 1",
    "submission_13/hw.py": "x = 1",
}


@pytest.mark.parametrize("how", ["folder", "zip", "wrapped zip"])
@pytest.mark.parametrize(
    "files, expected",
    [(MOODLE, ["Jane_Smith", "Zoë_Łukasz"]), (GRADESCOPE, ["Bo_Li+Al", "Jane_Smith", "submission_13"])],
)
def test_moodle_and_gradescope(tmp_path, how, files, expected):
    if how == "folder":
        path = make(tmp_path / "bulk", files)
    else:
        top = "export/" if how == "wrapped zip" else ""
        path = make(tmp_path, {"bulk.zip": zip_of({top + k: v for k, v in files.items()})}) / "bulk.zip"
    found = find_submissions([path])
    assert [f.name for f in found] == expected
    assert all(f.read().cells for f in found)


def test_bulk_zip_of_zips_and_of_folders(tmp_path):
    inner = zip_of({"a.py": "x = 1"})
    make(
        tmp_path,
        {
            "zips.zip": zip_of({"ann.zip": inner, "bob.zip": inner, "cy.ipynb": nb()}),
            "folders.zip": zip_of({f"{n}/hw.ipynb": nb(n) for n in ("ann", "bob", "cy")}),
        },
    )
    assert names(tmp_path / "zips.zip") == ["ann", "bob", "cy"]
    assert [f.read().cells[0].source for f in find_submissions([tmp_path / "folders.zip"])] == [
        "ann",
        "bob",
        "cy",
    ]
    assert [f.read().cells[0].source for f in find_submissions([tmp_path / "zips.zip"])] == ["x = 1"] * 3


def test_clashes_are_resolved_the_same_way_each_time(tmp_path):
    make(tmp_path, {"a/hw.ipynb": nb(), "b/hw.ipynb": nb(), "b/HW.py": "x = 1"})
    paths = [tmp_path / "a" / "hw.ipynb", tmp_path / "b" / "hw.ipynb", tmp_path / "b" / "HW.py"]
    first = {f.name: f.path for f in find_submissions(paths)}
    assert first == {f.name: f.path for f in find_submissions(paths[::-1])}
    assert len({n.casefold() for n in first}) == 3


def test_links_out_of_a_class_folder_are_skipped(tmp_path):
    make(tmp_path, {"secret.py": "S = 1", "class/ann.py": "x = 1"})
    (tmp_path / "class" / "leak.py").symlink_to(tmp_path / "secret.py")
    (tmp_path / "class" / "up").symlink_to(tmp_path)
    assert names(tmp_path / "class") == ["ann"]


def test_bad_paths(tmp_path):
    make(tmp_path, {"empty/__MACOSX/readme.txt": "x"})
    for path, word in [
        ("gone", "does not exist"),
        ("empty", r"contains no submission: 1 ignored: __MACOSX \(1\)"),
    ]:
        with pytest.raises(UserError, match=word):
            find_submissions([tmp_path / path])


@pytest.mark.parametrize(
    "odd",
    [
        "../../etc",
        "a/b\\c",
        ".hidden",
        "",
        "...",
        "x" * 500,
        "é" * 300,
        "con",
        "NUL.txt",
        "a\0b\n",
        "Ünal Öz",
        "<script>",
    ],
)
def test_names_are_safe(odd):
    name = safe_name(odd)
    assert name and name[0] != "." and len(name.encode()) < 220
    assert not set(name) & set('/\\\0\n<>:"|?* ')
    assert name.casefold() not in ("con", "nul", "..", ".")


def test_names_never_collide():
    wanted = [
        ("a", ""),
        ("a", ""),
        ("A", ""),
        ("a-2", ""),
        ("a", "7"),
        ("a", "7"),
        ("a-7", ""),
        ("?", ""),
        ("!", ""),
    ]
    got = unique_names(wanted)
    assert len({n.casefold() for n in got}) == len(wanted)
