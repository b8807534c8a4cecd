"""The walk of authoring.md works as it stands there: its files are complete, and its commands print what it shows."""

import csv
import re

import pytest
from shell_pages import Shell, assert_printed, blocks, page

WALK = page("authoring.md")
PLACES = {"toml": "assignments/01_example/assignment.toml", "markdown": "assignments/01_example/notebook.md"}


@pytest.mark.slow
def test_the_walk_runs(tmp_path):
    shell = Shell(tmp_path, tmp_path / "tools")
    course, printed = tmp_path / "my-course", ""
    told = {}
    for kind, body in blocks(WALK):
        if kind == "sh":
            status, printed = shell.run(body)
            assert status == 0, f"{body}\n{printed}"
        elif kind == "text":
            assert_printed(printed, body)
        elif kind == "python":
            first, rest = body.split("\n", 1)
            path = course / first.removeprefix("# ")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(rest, encoding="utf-8")
        elif kind in PLACES:
            with (course / PLACES[kind]).open("a", encoding="utf-8") as file:
                file.write(f"\n{body}")
        elif kind == "console":
            told[body.split(":")[0]] = body

    with (course / "class/truth.csv").open(encoding="utf-8", newline="") as file:
        (name,) = [row[0] for row in csv.reader(file) if "soft_threshold/in-place" in row][:1]
    feedback = (course / "graded" / name / "feedback.md").read_text(encoding="utf-8").replace("\\_", "_")
    assert_printed(feedback, told["## `soft_threshold`"])

    # What an audit says of a suite whose inputs miss the interesting case.
    hidden = course / "assignments/01_example/soft_threshold/test_hidden.py"
    hidden.write_text(re.sub(r"inside = rng.uniform\(0.1, 0.9,", "inside = rng.uniform(1.1, 1.9,", hidden.read_text("utf-8")))
    status, printed = shell.run("gradmark audit 01 --exercise soft_threshold")
    assert status == 1
    assert_printed(printed, told["soft_threshold"])
