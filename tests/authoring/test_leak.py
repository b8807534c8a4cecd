"""Planted leaks of every kind are found; a clean release, and ordinary code, are not suspected."""

from __future__ import annotations

import io
import json
import shutil
import tarfile
import zipfile
from textwrap import dedent

import pytest

from autograder.authoring.leak import find_leaks
from autograder.authoring.release import make_release
from autograder.course.load import Course
from autograder.course.secret import course_secret
from autograder.errors import LeakError

SOLUTION = dedent("""
    mean = x.mean(axis=0)
    spread = np.sqrt(((x - mean) ** 2).mean(axis=0) + eps)
    out = (x - mean) / spread
""").strip()
RENAMED = dedent("""
    import numpy as xp

    def standard(batch, tiny):
        m = batch.mean(axis=0)
        s = xp.sqrt(((batch - m) ** 2).mean(axis=0) + tiny)
        return (batch - m) / s
""")
HINT = "Note: the batch statistics of this layer\nuse N, since they describe the *batch* itself."


@pytest.fixture
def released(finished_course, tmp_path):
    """A release of its own for every test, to plant something in."""
    shutil.copytree(finished_course, tmp_path / "course")
    course = Course(tmp_path / "course")
    return course.root / "dist" / "02_layers", course, course.assignment("02").select()


def kinds(released):
    folder, course, selection = released
    return [(leak.file, leak.kind) for leak in find_leaks(folder, course, selection)]


def add_cell(path, cell_type, source):
    notebook = json.loads(path.read_text())
    cell = {
        "cell_type": cell_type,
        "id": "planted",
        "metadata": {},
        "source": source.splitlines(keepends=True),
    }
    if cell_type == "code":
        cell |= {"outputs": [], "execution_count": None}
    notebook["cells"].insert(4, cell)
    path.write_text(json.dumps(notebook))


def zipped(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def test_clean_releases_are_clean(released):
    assert kinds(released) == []
    folder, course, _ = released
    for selection in (
        course.assignment("02").select(set_name="short"),
        course.assignment("02").select(only=["gate"]),
    ):
        assert find_leaks(folder, course, selection) == []


def test_ordinary_code_is_not_suspected(released):
    (released[0] / "given" / "more.py").write_text(
        dedent("""
            import numpy as np

            def describe(x, eps=1e-5):
                mean = x.mean(axis=0)
                x = np.asarray(x, dtype=np.float64)
                values = [float(v) for v in x]
                if x.ndim != 2:
                    raise ValueError(f"x must be (N, D), got {x.shape}")
                return mean, 0.9999950, 1024, 1e-5
        """)
    )
    assert kinds(released) == []


def test_solution_in_a_markdown_cell(released):
    add_cell(released[0] / "02_layers.ipynb", "markdown", f"Look:\n\n    {SOLUTION}\n")
    leak = find_leaks(*released)[0]
    assert leak.kind == "solution" and leak.place == "cell 5" and leak.line == 3
    assert leak.source == "reference/layers/scale.py: scale_forward"


@pytest.mark.parametrize("mark", ["# ", "// ", "> "])
def test_solution_in_comments(released, mark):
    text = "\n".join(mark + line for line in SOLUTION.splitlines())
    (released[0] / "given" / "tools.py").write_text(text if mark == "# " else f'"""\n{text}\n"""')
    assert ("given/tools.py", "solution") in kinds(released)


def test_solution_with_comments_between_its_lines(released):
    text = "# remark, word by word\n" + SOLUTION.replace("\n", "  # a remark\n# and more\n")
    add_cell(released[0] / "02_layers.ipynb", "code", text)
    assert ("02_layers.ipynb", "solution") in kinds(released)


def test_renamed_solution_in_given(released):
    (released[0] / "given" / "tools.py").write_text(RENAMED)
    assert ("given/tools.py", "solution, perhaps renamed") in kinds(released)


def test_renamed_solution_in_a_code_block_of_the_readme(released):
    with (released[0] / "README.md").open("a") as readme:
        readme.write(f"\n```python\n{RENAMED}\n```\n")
    assert ("README.md", "solution, perhaps renamed") in kinds(released)


def test_answer_written_in_another_way(released):
    code = "%matplotlib inline\ndef twice(x):\n    return x / 2\n"
    add_cell(released[0] / "02_layers.ipynb", "code", code)
    assert kinds(released) == [("02_layers.ipynb", "definition of an exercise")]


def test_hint_in_the_readme(released):
    with (released[0] / "README.md").open("a") as readme:
        readme.write(HINT)
    leaks = find_leaks(*released)
    assert [(x.kind, x.source) for x in leaks] == [("hint", "scale_forward/unbiased")]
    line = (released[0] / "README.md").read_text().splitlines()[leaks[0].line - 1]
    assert "the batch statistics" in line


def test_id_and_edit_of_a_mistake(released):
    (released[0] / "given" / "tools.py").write_text("# see scale_forward/unbiased\n")
    assert kinds(released) == [("given/tools.py", "id of a mistake")]
    (released[0] / "given" / "tools.py").write_text("var = ((x - mean) ** 2).sum(axis=0) / (len(x) - 1)\n")
    assert kinds(released) == [("given/tools.py", "mistake")]


@pytest.mark.parametrize("number", ["1.2247426", "-1.22474260", "1.2247", "0.12247426e1"])
def test_expected_value_of_a_hidden_test(released, number):
    with (released[0] / "public" / "test_scale.py").open("a") as test:
        test.write(f"\n\nKNOWN = {number}\n")
    assert kinds(released) == [("public/test_scale.py", "expected value of a hidden test")]


def test_hidden_test_and_its_name(released):
    folder, _, selection = released
    hidden = (selection.assignment.folder / "scale" / "test_hidden.py").read_text()
    (folder / "public" / "test_more.py").write_text(hidden.replace("1.2247426", "9").replace("test_columns", "test_c"))
    assert ("public/test_more.py", "hidden test") in kinds(released)
    (folder / "public" / "test_more.py").write_text("# like test_columns_match_the_known_vector\n")
    assert kinds(released) == [("public/test_more.py", "name of a hidden test")]


@pytest.mark.parametrize("form", ["raw", "hex", "HEX"])
def test_secret_in_a_binary(released, form):
    secret = course_secret(released[1])
    planted = {"raw": secret, "hex": secret.hex().encode(), "HEX": secret.hex().upper().encode()}[form]
    (released[0] / "data" / "weights.bin").write_bytes(b"\x00\xff" * 99 + planted + b"\x00")
    assert kinds(released) == [("data/weights.bin", "the course secret")]


def test_solution_deep_inside_archives(released):
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w:gz") as archive:
        entry = tarfile.TarInfo("deep/solution.txt")
        entry.size = len(SOLUTION)
        archive.addfile(entry, io.BytesIO(SOLUTION.encode()))
    (released[0] / "data" / "extra.zip").write_bytes(zipped({"inner.zip": zipped({"x.tgz": tar.getvalue()})}))
    assert ("data/extra.zip!inner.zip!x.tgz!deep/solution.txt", "solution") in kinds(released)


def test_solution_in_the_wheel(released):
    wheel = next((released[0] / "wheels").iterdir())
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("autograder/answers.py", RENAMED)
    assert (f"wheels/{wheel.name}!autograder/answers.py", "solution, perhaps renamed") in kinds(released)


def test_solution_in_an_output_and_in_json(released):
    path = released[0] / "02_layers.ipynb"
    add_cell(path, "code", "1")
    notebook = json.loads(path.read_text())
    notebook["cells"][4]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": [SOLUTION]}]
    path.write_text(json.dumps(notebook))
    (released[0] / "data" / "notes.json").write_text(json.dumps({"a": [{"b": SOLUTION}]}))
    assert {("02_layers.ipynb", "solution"), ("data/notes.json", "solution")} <= set(kinds(released))


def test_docstring_that_gives_the_body_away(course, tmp_path):
    path = course.reference / "layers" / "scale.py"
    body = "inner = _centred(dout) - cache.x_hat * (dout * cache.x_hat).mean(axis=0)"
    path.write_text(path.read_text().replace("respect to x of `scale_forward`.", f"respect to x: {body}"))
    with pytest.raises(LeakError, match=r"solution in a docstring \(reference/layers/scale.py: scale_backward\)"):
        make_release(course, course.assignment("02").select(), tmp_path / "dist")


def test_leak_refuses_the_release_and_leaves_the_old_one(course, tmp_path):
    selection = course.assignment("02").select()
    made = make_release(course, selection, tmp_path / "dist").path
    before = sorted(p.name for p in (tmp_path / "dist").iterdir())
    (selection.assignment.folder / "given" / "tools.py").write_text(RENAMED)
    with pytest.raises(LeakError, match=r"02_layers is not released(.|\n)*given/tools.py:6"):
        make_release(course, selection, tmp_path / "dist")
    assert sorted(p.name for p in (tmp_path / "dist").iterdir()) == before
    assert "batches" in (made / "given" / "tools.py").read_text()
    with pytest.raises(LeakError):
        make_release(course, selection, tmp_path / "new")
    assert list((tmp_path / "new").iterdir()) == []


def test_instructor_may_allow_a_passage(course, tmp_path):
    selection = course.assignment("02").select()
    (selection.assignment.folder / "given" / "tools.py").write_text(RENAMED)
    (selection.assignment.folder / "leaks_allowed.txt").write_text(RENAMED)
    assert make_release(course, selection, tmp_path / "dist").path.is_dir()


def test_partial_stub_hands_out_its_given_part_only(course, tmp_path):
    path = course.reference / "layers" / "scale.py"
    text = path.read_text()
    line = "    spread = np.sqrt(((x - mean) ** 2).mean(axis=0) + eps)\n"
    path.write_text(text.replace(line, f"    # BEGIN SOLUTION\n{line}    # END SOLUTION\n"))
    selection = course.assignment("02").select()
    folder = make_release(course, selection, tmp_path / "dist").path
    assert "mean = x.mean(axis=0)" in (folder / "02_layers.ipynb").read_text()
    (folder / "given" / "tools.py").write_text(line.strip())
    assert ("given/tools.py", "solution") in kinds((folder, course, selection))
