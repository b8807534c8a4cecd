"""A real run writes its pages as it goes, as far as the hint level allows, and not too often."""

import itertools
import json
import shutil

import pytest

from autograder.authoring.simulated_class import Simulator
from autograder.grading.plan import Plan
from autograder.reports import live
from autograder.runs import grade as main
from autograder.runs.grade import Options, grade
from tests.reports.made import a_result


@pytest.fixture
def mistaken(small_course, tmp_path):
    """One student, whose softplus is right for negative inputs only."""
    selection = small_course.assignment("01").select()
    made = Simulator(small_course, selection, seed=1).write(tmp_path / "class")
    name = next(name for name, recipe in made if recipe.mistakes == ["softplus/no-ramp"])
    (tmp_path / "one").mkdir()
    shutil.copy(tmp_path / "class" / "submissions" / f"{name}.ipynb", tmp_path / "one")
    return name


def run(course, folder, out, **options):
    return grade(course.root, "01", [folder], out, Options(seed=3, quiet=True, jobs=1, **options))


@pytest.mark.parametrize("hints", ["property", "location"])
def test_pictures_and_reasons_begin_at_location(small_course, mistaken, tmp_path, hints):
    summary = run(small_course, tmp_path / "one", tmp_path / "out", hints=hints)
    folder = tmp_path / "out" / mistaken
    page, data = (folder / "feedback.html").read_text(), json.loads((folder / "feedback.json").read_text())
    pictures = [t for e in data["exercises"] for t in e["tests"] if "picture" in t]
    assert bool(pictures) == (hints == "location")
    assert ("entries differ" in page) == (hints == "location")
    assert ('class="map"' in page) == (hints == "location")
    assert "What it probably is" not in page
    assert "def softplus" in page
    details = [t.detail for e in summary.results[0].exercises for t in e.tests if t.detail]
    assert details
    assert not any(d in page or d in json.dumps(data) for d in details)
    assert f"./{mistaken}/feedback.html" in (tmp_path / "out" / "index.html").read_text()


def test_an_interrupted_run_says_so(small_course, mistaken, tmp_path, monkeypatch):
    out = tmp_path / "out"
    run(small_course, tmp_path / "one", out)
    assert '<span class="badge good">done</span>' in (out / "index.html").read_text()

    def interrupt(plan, store, database, lock, slots, watch, able):
        watch(store.progress())
        raise KeyboardInterrupt

    monkeypatch.setattr(main, "run_queue", interrupt)
    with pytest.raises(KeyboardInterrupt):
        run(small_course, tmp_path / "one", out)
    assert '<span class="badge bad">interrupted</span>' in (out / "index.html").read_text()


def test_the_report_takes_a_small_part_of_the_time(small_course, tmp_path, monkeypatch):
    """On a clock that says that writing takes half a second, the next report is 25 s away."""
    now = [100.0]
    written = []

    def write(path, text):
        path.parent.mkdir(exist_ok=True)
        if path.name == "index.html":
            now[0] += 0.5
            written.append(now[0])

    monkeypatch.setattr(live.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(live, "replace_text", write)
    selection = small_course.assignment("01").select()
    pages = live.LivePages(tmp_path, Plan.make(small_course, selection), expected=100)
    for i in range(100):
        pages.add(a_result(f"student{i}"))
        pages.pause()
        now[0] += 1.0
    gaps = [b - a for a, b in itertools.pairwise(written)]
    assert len(gaps) >= 2
    assert min(gaps) >= live.SHARE * 0.5
    before = len(written)
    now[0] += 1000
    pages.pause()
    pages.pause()
    assert len(written) == before + 1  # nothing new: nothing written


FIXED = '''import numpy as np

from autograder.suite import assert_close, exercise


@exercise("grid")
def test_drawn(student, reference, rng):
    """The grid is right for drawn numbers."""
    x = rng.normal(size=(6, 5))
    assert_close(student.grid(x), reference.grid(x), "out")


@exercise("grid")
def test_fixed(student, reference):
    """The grid is right for numbers that stand in the suite."""
    x = np.arange(30.0).reshape(6, 5) ** 0.5
    assert_close(student.grid(x), reference.grid(x), "out")
'''


def test_numbers_that_are_the_same_for_everybody_get_no_picture(small_course, tmp_path):
    """Else a few hand-ins could read them off, cell by cell."""
    folder = small_course.root / "assignments" / "01_example"
    text = '"""A grid."""\n\n\ndef grid(x):\n    """Three times x."""\n    return 3 * x\n'
    (small_course.root / "reference" / "example" / "grid.py").write_text(text)
    (folder / "grid").mkdir()
    (folder / "grid" / "test_hidden.py").write_text(FIXED)
    toml = folder / "assignment.toml"
    toml.write_text(toml.read_text() + '\n[[exercise]]\nid = "grid"\n')
    (tmp_path / "one").mkdir()
    wrong = "def grid(x):\n    out = 3 * x\n    out[:, 2] = 1 + 1e-9 * x[:, 2]\n    return out\n"
    (tmp_path / "one" / "kim.py").write_text(wrong)
    run(small_course, tmp_path / "one", tmp_path / "out", only=["grid"])
    data = json.loads((tmp_path / "out" / "kim" / "feedback.json").read_text())
    shown = ["picture" in t for e in data["exercises"] for t in e["tests"]]
    assert shown == [True, False], data
