"""Intake, fed with mutated notebooks and zips: a submission or an IntakeError, soon, in little memory."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

from hostile import LEAVES, at_most, mutated
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.intake.find import find_submissions
from autograder.intake.limits import IntakeError
from autograder.intake.slicing import analyse
from autograder.intake.submission import Submission, read_submission

bounded = settings.get_profile("bounded")
SOURCE = "import numpy as np\n\ndef add_one(x):\n    return x + 1\n"
NOTEBOOK = json.dumps(
    {"cells": [{"cell_type": "code", "source": SOURCE, "metadata": {"tags": ["exercise:a"]}}], "metadata": {}}
).encode()


def zip_of(members: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return data.getvalue()


ZIP = zip_of({"hw.ipynb": NOTEBOOK, "helper.py": b"x = 1\n", "a/b.txt": b"text"})
EDITS = st.lists(st.tuples(st.integers(0, 100_000), st.integers(0, 255)), max_size=6)


def read(folder: Path, name: str, data: bytes) -> Submission | None:
    path = folder / name
    path.write_bytes(data)
    with at_most(15):
        try:
            found = find_submissions([path])
            assert len({f.name for f in found}) == len(found)
            return read_submission(path)
        except IntakeError as error:
            str(error).encode()
            assert "\n" not in str(error) and len(str(error)) < 2000
            return None


def test_good_files_are_read(tmp_path: Path) -> None:
    assert read(tmp_path, "hw.ipynb", NOTEBOOK) and read(tmp_path, "hw.zip", ZIP)


@settings(bounded)
@given(EDITS)
def test_mutated_notebooks(tmp_path_factory: Any, edits: list[tuple[int, int]]) -> None:
    read(tmp_path_factory.getbasetemp(), "fuzzed.ipynb", mutated(NOTEBOOK, edits))


@settings(bounded, max_examples=400)
@given(EDITS)
def test_mutated_zips(tmp_path_factory: Any, edits: list[tuple[int, int]]) -> None:
    read(tmp_path_factory.getbasetemp(), "fuzzed.zip", mutated(ZIP, edits))


@settings(bounded)
@given(
    st.recursive(
        LEAVES,
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "cells",
                        "cell_type",
                        "source",
                        "metadata",
                        "tags",
                        "worksheets",
                        "input",
                        "language_info",
                        "name",
                    ]
                ),
                inner,
                max_size=4,
            )
        ),
    )
)
def test_invented_notebooks(tmp_path_factory: Any, content: Any) -> None:
    whole = {"cells": content} if isinstance(content, list) else content
    read(tmp_path_factory.getbasetemp(), "invented.ipynb", json.dumps(whole).encode())


@settings(bounded)
@given(st.dictionaries(st.text(min_size=1, max_size=12), st.binary(max_size=40), max_size=6))
def test_invented_zips(tmp_path_factory: Any, members: dict[str, bytes]) -> None:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            data = zip_of(members)
        except (ValueError, IndexError):  # zipfile itself cannot write such a name
            return
    read(tmp_path_factory.getbasetemp(), "invented.zip", data)


@settings(bounded)
@given(
    st.text(max_size=200)
    | st.lists(
        st.sampled_from(
            [
                SOURCE,
                "def add_one(",
                "%%bash\n",
                "!ls",
                "x = ",
                "\\\n",
                '"""',
                "@a\n",
                "\t",
                "(",
                "exec('')\n",
                "from a import *\n",
            ]
        ),
        max_size=12,
    ).map("".join)
)
def test_invented_source(text: str) -> None:
    """Slicing runs in a jailed worker; it must still not fall over what a student types."""
    with at_most(15):
        piece = analyse([("cell 1", text)], {"a": text}, {}).slice(["add_one"])
        json.dumps(piece.to_json())
