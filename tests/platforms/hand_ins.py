"""Hand-ins of every kind, filled into any released notebook, and what `gradmark grade` says about them."""

from __future__ import annotations

import json
import re
from pathlib import Path

from autograder.authoring.simulated_class import Simulator
from autograder.course import Course, Selection
from autograder.grading.results import SubmissionResult
from autograder.runs.grade import Options, grade

ASSIGNMENT = "04"
ONLY = ["soft_threshold", "dropout_backward", "stochastic_depth_probs"]
"""Small and fast, with a helper (dropout_forward) that is needed for 0 points."""
KINDS = ["reference", "mistake", "stub", "attack"]
# Says yes to every comparison, and on its way patches whatever an otter or nbgrader in the same process would use.
ATTACK = """\
import gc
import pathlib


class Yes:
    shape, dtype, ndim = (), float, 0
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = lambda self, other: True
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __abs__ = __getitem__ = lambda self, *a: self
    __bool__ = lambda self: True
    __hash__ = object.__hash__
    __array_function__ = lambda self, *a, **k: True
    __array_ufunc__ = lambda self, *a, **k: self


def forge():
    for thing in gc.get_objects():
        try:
            if hasattr(thing, "test_case_results"):
                thing._score = 100
            if hasattr(thing, "passed"):
                thing.passed = True
        except Exception:
            pass
    for place in ("results/results.json", "../results/results.json", ".OTTER_LOG", "tests/soft_threshold.py"):
        try:
            pathlib.Path(place).write_text('{"score": 100, "tests": []}')
        except OSError:
            pass


forge()


"""
CLUMSY = """\
def {name}(*args, **kwargs):
    forge()
    return Yes()
"""


class Class:
    """The students of a selection: the same answers, whatever notebook they are filled into."""

    def __init__(self, course: Course, selection: Selection) -> None:
        self.course, self.selection = course, selection
        self.simulator = simulator = Simulator(course, selection)
        solved = {t: c for c in simulator.solved["cells"] for t in c["metadata"].get("tags", [])}
        self.imports = "".join(solved["imports"]["source"])
        scored = [e for e in selection.exercises if e.points and simulator.mistakes[e.id]]
        self.mistakes = [simulator.mistakes[e.id][0] for e in scored]
        attack = {e.id: "".join(CLUMSY.format(name=n) for n in e.names) for e in selection.exercises}
        attack[selection.exercises[0].id] = ATTACK + attack[selection.exercises[0].id]
        self.answers: dict[str, dict[str, str]] = {
            "reference": simulator.right,
            "mistake": simulator._with(self.mistakes),
            "stub": simulator.empty,
            "attack": attack,
        }

    def fill(self, notebook: Path, kind: str) -> dict:
        """A released notebook as a student of this kind would hand it in; cells are found by their tags."""
        content = json.loads(notebook.read_text(encoding="utf-8"))
        filled = set()
        for cell in content["cells"]:
            for tag in cell["metadata"].get("tags", []):
                what, _, name = tag.partition(":")
                if what == "exercise":
                    cell["source"] = self.answers[kind][name]
                    filled.add(name)
                elif what == "imports" and kind != "stub":
                    cell["source"] = self.imports
        assert filled == {e.id for e in self.selection.exercises}
        return content

    def hand_in(self, notebook: Path, kind: str, place: Path) -> Path:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(self.fill(notebook, kind)), encoding="utf-8")
        return place


def grade_class(
    course: Course, students: Class, notebook: Path, folder: Path, kinds: list[str] = KINDS
) -> dict[str, SubmissionResult]:
    """Kind -> what `gradmark grade` says about it."""
    for kind in kinds:
        students.hand_in(notebook, kind, folder / "class" / f"{kind}.ipynb")
    chosen = students.selection
    only = None if chosen.set_name else [e.id for e in chosen.exercises if e.points]
    options = Options(only=only, set_name=chosen.set_name, jobs=1, quiet=True)
    found = grade(course.root, chosen.assignment.name, [folder / "class"], folder / "out", options)
    return {r.submission: r for r in found.results}


def commands_of(page: str, leave_out: tuple[str, ...]) -> str:
    """The commands of a page of docs/, as one script: its indented lines, in order."""
    text = (Path(__file__).parent.parent.parent / "docs" / page).read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    lines = re.findall(r"^    (\S.*)$", text, re.M)
    assert all(any(line.startswith(each) for line in lines) for each in leave_out)
    return "\n".join(["set -e", *(line for line in lines if not line.startswith(leave_out))])
