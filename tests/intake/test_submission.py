"""Reading hand-ins: every kind of notebook, file, zip and folder, and none that hurts."""

from __future__ import annotations

import io
import json
import os
import stat
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autograder.intake.submission import IntakeError, Limits, read_submission


def notebook(*sources, **top) -> bytes:
    cells = [{"cell_type": "code", "source": s, "metadata": {}, "outputs": []} for s in sources]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **top}).encode()


def write(path: Path, content: bytes | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def zipped(files: dict[str, bytes | str], **options) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def refuse(path: Path, *words: str, **options) -> str:
    with pytest.raises(IntakeError) as caught:
        read_submission(path, **options)
    message = str(caught.value)
    assert "\n" not in message and all(w in message for w in words), message
    return message


# -- notebooks -------------------------------------------------------------------------------------------


def test_notebook(tmp_path):
    cells = [
        {"cell_type": "markdown", "source": "# text"},
        {
            "cell_type": "code",
            "source": ["x = 1\n", "y = 2"],
            "metadata": {"tags": ["a", "exercise:relu"]},
            "id": "same",
        },
        {"cell_type": "code", "source": "z = 3", "id": "same", "outputs": [{"text": "x" * 100_000}]},
        {"cell_type": "raw", "source": "raw"},
    ]
    got = read_submission(write(tmp_path / "a.ipynb", json.dumps({"cells": cells})))
    assert [(c.label, c.source, c.exercise) for c in got.cells] == [
        ("cell 1", "x = 1\ny = 2", "relu"),
        ("cell 2", "z = 3", None),
    ]
    assert got.is_notebook and got.notes == () and got.siblings == {}


def test_notebook_of_format_3(tmp_path):
    sheet = {
        "cells": [
            {"cell_type": "code", "input": ["x = 1"], "language": "python"},
            {"cell_type": "heading", "source": "h"},
        ]
    }
    got = read_submission(write(tmp_path / "a.ipynb", json.dumps({"nbformat": 3, "worksheets": [sheet]})))
    assert [c.source for c in got.cells] == ["x = 1"]


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + notebook("x = 1"),
        notebook("x = 1").decode().encode("utf-16"),
        notebook("x = 1", author="Zoé").decode().replace("\\u00e9", "é").encode("latin-1"),
        notebook("x = 1", extra=float("nan")),
        notebook(["x ", "= 1"]).replace(b'"x ", "= 1"', b'"x = 1"'),
        notebook("x = 1").replace(b'"metadata": {}', b'"metadata": null'),
        notebook("x = 1").replace(b'"metadata": {}', b'"metadata": {"tags": 3, "kernelspec": []}'),
        notebook("x = 1").replace(b"[{", b'[7, null, {"cell_type": "markdown"}, {'),
    ],
)
def test_odd_notebooks_are_read(tmp_path, content):
    got = read_submission(write(tmp_path / "a.ipynb", content))
    assert [c.source for c in got.cells] == ["x = 1"]


def test_source_lines_without_newlines(tmp_path):
    got = read_submission(write(tmp_path / "a.ipynb", notebook(["def f():", "    return 1"])))
    assert got.cells[0].source == "def f():\n    return 1"


@pytest.mark.parametrize(
    "content, word",
    [
        (b"", "empty"),
        (b"<!DOCTYPE html><html>login</html>", "web page"),
        (b"version https://git-lfs.github.com/spec/v1", "git-lfs"),
        (b"PK\x03\x04abc", "zip"),
        (b"def f(): return 1", "line 1 is not JSON"),
        (b"[1, 2]", "not an object"),
        (b'{"a": 1}', "no cells"),
        (b'{"cells": 3}', "no cells"),
        (b'{"cells": [\n}', "line 2 is not JSON"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"cells": [], "n": ' + b"9" * 10_000 + b"}", "not JSON"),
        (b'{"cells": ["\xff\x00"]}', "not utf-8"),
        (b'{"cells": [' + b"[]," * 3_000_000 + b"0]}", "is too large"),
    ],
)
def test_no_notebook_gets_one_clear_line(tmp_path, content, word):
    refuse(write(tmp_path / "mine.ipynb", content), "mine.ipynb", word)


def test_size_limits(tmp_path):
    big = write(tmp_path / "big.ipynb", notebook("x = 1", pad="p" * 5000))
    refuse(big, "larger than", limits=Limits(max_bytes=4000))
    refuse(write(tmp_path / "long.ipynb", notebook("x = 1\n" * 400)), "of code", limits=Limits(max_source=2000))
    refuse(write(tmp_path / "many.ipynb", notebook(*["x"] * 30)), "30 cells", limits=Limits(max_cells=20))
    refuse(write(tmp_path / "long.py", "x = 1\n" * 400), "of code", limits=Limits(max_source=2000))


def test_digest_is_of_the_code(tmp_path):
    one = read_submission(write(tmp_path / "a.ipynb", notebook("x = 1")))
    two = read_submission(write(tmp_path / "b.ipynb", notebook("x = 1", metadata={"kernel": "other"})))
    other = read_submission(write(tmp_path / "c.ipynb", notebook("x = 2")))
    assert one.digest == two.digest != other.digest


# -- .py files -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content, text",
    [
        ("é = 1".encode(), "é = 1"),
        (b"\xef\xbb\xbf" + "é = 1".encode(), "é = 1"),
        ("é = 1".encode("utf-16"), "é = 1"),
        ("# -*- coding: latin-1 -*-\né = 1".encode("latin-1"), "é = 1"),
        ("#!/usr/bin/python\n# coding=cp1252\né = 1".encode("cp1252"), "é = 1"),
        ("# été\né = 1".encode("latin-1"), "é = 1"),
        ("# coding: utf-8, says the editor\né = 1".encode("latin-1"), "é = 1"),
        ("# “so” – 5 €\ns = 1".encode("cp1252"), "# “so” – 5 €\ns = 1"),
        ("é = '\x81'".encode("latin-1"), "é = '\x81'"),
    ],
)
def test_encodings(tmp_path, content, text):
    got = read_submission(write(tmp_path / "a.py", content))
    assert got.cells[0].source.endswith(text) and got.cells[0].label == "line" and not got.is_notebook


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00",
        b"# coding: punycode\n",
        b"# coding: no-such\nx",
        b"# coding: hex\n",
        b"  \n",
    ],
)
def test_unreadable_text(tmp_path, content):
    refuse(write(tmp_path / "a.py", content), "a.py")


def test_a_marimo_notebook_is_called_that(tmp_path):
    """Its cells are functions: every exercise would be "not defined"."""
    cell = "@app.cell\ndef _():\n    def f(x):\n        return x\n    return (f,)\n"
    for head in ("import marimo\n\napp = marimo.App()\n\n", "from marimo import App\napp = App()\n\n"):
        refuse(write(tmp_path / "hw.py", (head + cell).encode()), "hw.py is a marimo notebook", "marimo export ipynb")
    assert read_submission(write(tmp_path / "a.py", b"import marimo as mo\nx = 1\n")).cells


def test_other_kinds(tmp_path):
    refuse(write(tmp_path / "a.pdf", b"%PDF"), "a.pdf", ".ipynb")
    refuse(tmp_path / "gone.ipynb", "gone.ipynb")
    fifo = tmp_path / "fifo.zip"
    os.mkfifo(fifo)
    refuse(fifo, "not a")


# -- zips and folders ------------------------------------------------------------------------------------

FILES: dict[str, bytes | str] = {
    "hw/main.ipynb": notebook("import helpers"),
    "hw/helpers.py": "K = 1",
    "hw/pkg/__init__.py": "",
    "hw/pkg/deep/tool.py": "T = 1",
    "top.py": "U = 1",
    "helpers.py": "K = 2",
    "hw/not-a-name.py": "x",
    "hw/.ipynb_checkpoints/main-checkpoint.ipynb": notebook("old"),
    "__MACOSX/hw/._main.ipynb": b"\0\1",
    "hw/.OTTER_LOG": b"pickle",
    "hw/results.pkl": b"pickle",
    "hw/inner.zip": b"PK",
    "hw/data.csv": "1,2",
}


def laid_out(tmp_path: Path, how: str, files: dict[str, bytes | str]) -> Path:
    if how == "zip":
        return write(tmp_path / "jane.zip", zipped(files))
    for name, content in files.items():
        write(tmp_path / "jane" / name, content)
    return tmp_path / "jane"


@pytest.mark.parametrize("how", ["zip", "folder"])
def test_one_notebook_and_its_siblings(tmp_path, how):
    got = read_submission(laid_out(tmp_path, how, FILES))
    assert got.cells[0].source == "import helpers"
    assert got.siblings == {"helpers": "K = 1", "pkg": "", "pkg.deep.tool": "T = 1", "top": "U = 1"}
    notes = "\n".join(got.notes)
    for ignored in ("hw/not-a-name.py", "helpers.py ignored", ".OTTER_LOG", "results.pkl", "inner.zip"):
        assert ignored in notes
    assert "data.csv" not in notes and "checkpoint" not in notes


@pytest.mark.parametrize("how", ["zip", "folder"])
def test_which_notebook(tmp_path, how):
    files = {
        "04_reg.ipynb": notebook("right"),
        "scratch.ipynb": notebook("wrong"),
        "old/04_reg.ipynb": notebook("old"),
    }
    path = laid_out(tmp_path, how, files)
    assert read_submission(path, prefer="04_reg").cells[0].source == "right"
    refuse(path, "several notebooks", "04_reg.ipynb", "scratch.ipynb")
    refuse(path, "several notebooks", prefer="05_other")


def test_preferred_name_may_be_decorated(tmp_path):
    path = laid_out(tmp_path, "zip", {"jane_04_reg (1).ipynb": notebook("right"), "x.ipynb": notebook("wrong")})
    assert read_submission(path, prefer="04_reg").cells[0].source == "right"


def test_python_files(tmp_path):
    assert not read_submission(laid_out(tmp_path, "zip", {"a/sol.py": "x = 1", "a/__init__.py": ""})).is_notebook
    path = write(tmp_path / "two.zip", zipped({"a.py": "x = 1", "b.py": "x = 2"}))
    refuse(path, "several .py files", "a.py, b.py")
    got = read_submission(path, prefer="b")
    assert got.cells[0].source == "x = 2" and got.siblings == {"a": "x = 1"}


HALVE, QUARTER, EIGHTH = (f"def {name}(x):\n    return x\n" for name in ("halve", "quarter", "eighth"))


@pytest.mark.parametrize(
    "files",
    [
        {"main.py": "from parts import *\n" + QUARTER, "parts.py": HALVE},
        {"main.py": "from parts import halve\n" + QUARTER, "parts.py": HALVE + EIGHTH},
        {"main.py": "import a\nimport b\nhalve, quarter = a.halve, b.quarter\n", "a.py": HALVE, "b.py": QUARTER},
        {"main.py": "from .a import quarter\n" + EIGHTH, "a.py": "from b import halve\n" + QUARTER, "b.py": HALVE},
        {"main.py": "from parts import halve, quarter\n", "parts.py": HALVE + QUARTER},
    ],
    ids=["one_each", "most_in_the_helper", "only_imports", "a_chain", "all_in_the_helper"],
)
def test_a_file_that_imports_the_others_is_the_one_to_grade(tmp_path, files):
    path = write(tmp_path / "parts.zip", zipped(files))
    got = read_submission(path, asked=["halve", "quarter", "eighth"])
    assert got.cells[0].source.strip() == files["main.py"].strip()
    assert set(got.siblings) == {name.removesuffix(".py") for name in files} - {"main"}


def test_files_that_import_each_other_are_not_told_apart(tmp_path):
    path = write(tmp_path / "two.zip", zipped({"a.py": "import b\n" + HALVE, "b.py": "import a\n" + QUARTER}))
    refuse(path, "several .py files", "a.py, b.py", asked=["halve", "quarter"])


def test_zip_with_nothing_to_grade(tmp_path):
    refuse(write(tmp_path / "a.zip", zipped({"a.pdf": "x"})), "holds no notebook")
    inner = zipped({"a.zip": zipped({"a.py": "x = 1"})})
    assert read_submission(write(tmp_path / "b.zip", inner)).cells[0].source == "x = 1"
    refuse(write(tmp_path / "d.zip", zipped({"b.zip": inner})), "inside a zip is not opened")
    refuse(write(tmp_path / "c.zip", zipped({})), "holds no notebook")


def test_folder_with_one_zip_is_opened(tmp_path):
    write(tmp_path / "jane" / "up.zip", zipped({"a.py": "x = 1"}))
    assert read_submission(tmp_path / "jane").cells[0].source == "x = 1"


def test_names_that_lead_out_are_ignored(tmp_path):
    files = {"a.py": "x = 1", "../../evil.py": "e", "/abs.py": "e", "C:/win.py": "e", "..\\back.py": "e"}
    got = read_submission(write(tmp_path / "a.zip", zipped(files)))
    assert got.siblings == {} and sum("leads out" in n for n in got.notes) == 4
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["a.zip"]


def test_links_in_a_zip_are_ignored(tmp_path):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        link = zipfile.ZipInfo("link.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("a.py", "x = 1")
    got = read_submission(write(tmp_path / "a.zip", data.getvalue()))
    assert got.siblings == {} and "link.py ignored: it is a link" in got.notes


def test_links_in_a_folder_are_not_followed(tmp_path):
    secret = write(tmp_path / "secret.py", "S = 1")
    write(tmp_path / "jane" / "a.py", "x = 1")
    (tmp_path / "jane" / "leak.py").symlink_to(secret)
    (tmp_path / "jane" / "up").symlink_to(tmp_path)
    got = read_submission(tmp_path / "jane")
    assert got.siblings == {} and len(got.notes) == 2


def test_zip_bomb(tmp_path):
    bomb = write(tmp_path / "bomb.zip", zipped({"a.py": b"#" * 80_000_000}))
    assert bomb.stat().st_size < 200_000
    refuse(bomb, "too large")
    spread = {f"m{i}.py": b"#" * 30_000 for i in range(10)}
    refuse(
        write(tmp_path / "b.zip", zipped({"a.ipynb": notebook("x"), **spread})),
        limits=Limits(max_bytes=100_000),
    )


def test_bomb_that_is_no_code_is_never_unpacked(tmp_path):
    got = read_submission(write(tmp_path / "a.zip", zipped({"a.py": "x = 1", "data.bin": b"\0" * 80_000_000})))
    assert got.cells[0].source == "x = 1"


def test_lying_size_in_the_header(tmp_path):
    data = zipped({"a.py": b"#" * 1_000_000})
    lying = data.replace((1_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert lying != data
    refuse(write(tmp_path / "a.zip", lying), "a.zip")


def test_too_many_files(tmp_path):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for i in range(3000):
            archive.writestr(f"{i}.txt", "")
    refuse(write(tmp_path / "a.zip", data.getvalue()), "too many files")
    # The count in the end record lies: the size of the table gives it away.
    end = data.getvalue().rfind(b"PK\x05\x06")
    lying = bytearray(data.getvalue())
    lying[end + 8 : end + 12] = b"\1\0\1\0"
    refuse(write(tmp_path / "b.zip", bytes(lying)), "files")
    for i in range(40):
        write(tmp_path / "jane" / f"{i}.txt", "")
    refuse(tmp_path / "jane", "more than 30 files", limits=Limits(max_files=30))


def test_encrypted_and_damaged_zips(tmp_path):
    data = bytearray(zipped({"a.py": "x = 1"}))
    central = data.rfind(b"PK\x01\x02")
    data[6] |= 1
    data[central + 8] |= 1
    refuse(write(tmp_path / "a.zip", bytes(data)), "encrypted")
    whole = zipped({"a.py": os.urandom(4000).hex()})
    refuse(write(tmp_path / "b.zip", whole[: len(whole) // 2]), "not a readable zip")
    wrong = bytearray(whole)
    wrong[200] ^= 0xFF
    refuse(write(tmp_path / "c.zip", bytes(wrong)), "damaged")
    refuse(write(tmp_path / "d.zip", b"nothing"), "not a readable zip")


def test_unusual_compression(tmp_path):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.py", "x = 1")
    refuse(write(tmp_path / "a.zip", data.getvalue()), "unusual")


# -- whatever else ---------------------------------------------------------------------------------------

BASES = {
    ".ipynb": notebook("x = 1", ["y\n", "z"]),
    ".zip": zipped({"a.ipynb": notebook("x"), "b.py": "y = 1", "c/d.py": "z"}),
    ".py": "# coding: utf-8\nx = 'é'".encode(),
}


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(kind=st.sampled_from(sorted(BASES)), data=st.data())
def test_only_intake_errors(tmp_path, kind, data):
    mutated = bytearray(BASES[kind])
    if data.draw(st.booleans()):
        mutated = bytearray(data.draw(st.binary(max_size=300)))
    for _ in range(data.draw(st.integers(0, 6))):
        at = data.draw(st.integers(0, max(len(mutated) - 1, 0)))
        mutated[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=4))
    path = write(tmp_path / f"fuzz{kind}", bytes(mutated))
    try:
        got = read_submission(path)
    except IntakeError as error:
        assert "\n" not in str(error)
    else:
        assert got.digest and got.sources() is not None


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "cells",
                        "worksheets",
                        "cell_type",
                        "source",
                        "input",
                        "metadata",
                        "tags",
                        "kernelspec",
                        "language",
                    ]
                ),
                inner,
                max_size=5,
            )
        ),
        max_leaves=15,
    )
)
def test_json_of_any_shape(tmp_path, value):
    for content in (
        value,
        {"cells": value},
        {"cells": [{"cell_type": "code", "source": value, "metadata": value}], "metadata": value},
    ):
        try:
            read_submission(write(tmp_path / "a.ipynb", json.dumps(content)))
        except IntakeError as error:
            assert "a.ipynb" in str(error)
