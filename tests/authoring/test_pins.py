"""What students and images install is pinned to what was tested, and constraints.txt is the only place that says so."""

import zipfile
from pathlib import Path

from packaging.requirements import Requirement

from autograder.authoring.release import make_release
from autograder.authoring.wheel import build_wheel
from autograder.basics import pins
from autograder.platforms.nbgrader.version import NBGRADER
from autograder.platforms.otter.version import OTTER
from autograder.runs.bundle import bundle_files, requirements

ROOT = Path(__file__).resolve().parents[2]


def parsed(lines):
    return [Requirement(line) for line in lines if line.strip() and line[0] not in "#-./"]


def chosen(lines, python):
    """Name -> version specifier, on this Python."""
    return {
        r.name: str(r.specifier) for r in parsed(lines) if r.marker is None or r.marker.evaluate({"python_version": python})
    }


def test_a_release_pins_every_package_to_the_tested_version(course, tmp_path):
    made = make_release(course, course.assignment("02").select(), tmp_path)
    lines = (made.path / "requirements.txt").read_text().splitlines()
    assert "-c constraints.txt" in lines
    now, old = chosen(lines, pins.tested_python()), chosen(lines, "3.10")
    assert set(now) == set(old) and {"numpy", "pytest", "jupyterlab", "torch"} <= set(now)
    assert now == {name: f"=={pins.tested_version(name)}" for name in now}
    assert not any("==" in version for version in old.values())  # an older Python does not have those versions
    listed = chosen((made.path / "constraints.txt").read_text().splitlines(), pins.tested_python())
    assert {"numpy", "pydantic-core", "jupyter-client"} <= set(listed) and all(v.startswith("==") for v in listed.values())


def test_what_an_image_installs_is_pinned(our_course):
    selection = our_course.assignment("04").select(["regularized_net"])
    lines = requirements(selection, bundle_files(our_course, selection))
    now = chosen(lines, pins.tested_python())
    assert {"numpy", "torch", "sqlalchemy", "tqdm"} <= set(now)
    assert now == {name: f"=={pins.tested_version(name)}" for name in now}
    assert chosen(lines, "3.10")["sqlalchemy"] == ">=2"


def test_a_marker_of_the_requirement_stays():
    lines = pins.pinned("tomli>=2; python_version < '3.11'")
    assert lines == ["tomli>=2; python_version < '3.11'"]  # not among what was tested
    both = pins.pinned("numpy>=1.26 ; sys_platform != 'emscripten'")
    assert [str(Requirement(line).specifier) for line in both] == [f"=={pins.tested_version('numpy')}", ">=1.26"]
    assert all("emscripten" in str(Requirement(line).marker) for line in both)
    assert pins.pinned("otter-grader[grading]==7.0.*")[0].startswith(f"otter-grader[grading]=={OTTER.version} ;")


def test_the_bridges_name_the_same_versions():
    text = (ROOT / "constraints.txt").read_text().splitlines()
    assert f"otter-grader=={OTTER.version}" in text and f"nbgrader=={NBGRADER.version}" in text
    assert OTTER.version.startswith(OTTER.series) and NBGRADER.version.startswith(NBGRADER.series)


def test_the_wheel_carries_the_list(tmp_path):
    """An installed gradmark makes the same releases."""
    with zipfile.ZipFile(build_wheel(tmp_path)) as wheel:
        assert wheel.read("autograder/constraints.txt") == (ROOT / "constraints.txt").read_bytes()
