"""No secret reaches an object that came back in the place of a value.

Every function of every exercise returns an object that writes down each operation with its operands, and looks like
whatever would make the grader trust it. The hidden suites of the whole course run against it.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autograder.auditing.exercise_trial import Trial
from autograder.course import Course, Exercise
from autograder.course.returned import ReturnKinds
from autograder.course.source import read_module
from autograder.grading.plan import Plan
from autograder.suites.runner import SuiteRunner, with_suites
from autograder.worker.session import Session

COURSE = Course(Path(__file__).resolve().parents[2])
TRIES = 5
"""Ways in which a recorder is handed to each function of the grader."""

RECORDER = '''
LOG = []
DISGUISE = "ndarray"
SIZE = 3
SELF_RETURNING = {"double", "eval", "train", "to", "float", "requires_grad_", "zero_grad"}

class Recorder:
    """Takes part in anything, and remembers with whom. `asked`: the task makes it an object, to be worked with."""
    def __init__(self, asked=False, operable=False, name=""):
        vars(self).update(asked=asked, operable=operable, name=name)
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return made(self.asked, self.operable, name)
    def __call__(self, *args, **kwargs):
        note(self.asked, "call", args, kwargs)
        returns_self = bool(self.name) and (self.operable or self.name in SELF_RETURNING)
        return made(self.asked and returns_self, self.operable)
    def __getitem__(self, index):
        note(self.asked, "getitem", (index,))
        return made(self.asked)
    def __iter__(self):
        return iter([made(self.asked) for _ in range(SIZE)])
    def __len__(self):
        return SIZE
    def __float__(self):
        return 0.5
    def __int__(self):
        return 1
    def __bool__(self):
        return True
    def __contains__(self, item):
        note(self.asked, "contains", (item,))
        return True
    __array_ufunc__ = None

def note(asked, operation, args, kwargs=None):
    if not asked:
        LOG.append((operation, args, kwargs or {}))

def operator(name):
    def operate(self, *operands):
        note(self.asked and self.operable, name, operands)
        return True if name in ("eq", "ne", "lt", "le", "gt", "ge") else made(self.asked, self.operable)
    return operate

for name in "add sub mul truediv floordiv mod pow matmul".split():
    setattr(Recorder, f"__{name}__", operator(name))
    setattr(Recorder, f"__r{name}__", operator("r" + name))
for name in "eq ne lt le gt ge neg pos abs".split():
    setattr(Recorder, f"__{name}__", operator(name))
Recorder.__hash__ = object.__hash__

def made(*about):
    return type(DISGUISE, (Recorder,), {})(*about)

def pester(values):
    """Hands a recorder to every function of the grader among the arguments, in every place."""
    for value in values:
        if isinstance(value, (list, tuple, dict)):
            pester(value.values() if isinstance(value, dict) else value)
        elif type(value) is type(made) and value.__module__ == "autograder.worker.session":
            OFFERED.append(value.__name__)
            for args in ([made()], [1.0, made()], [made()] * 3, [[made()]], [{"x": (1.0, made())}]):
                try:
                    value(*args)
                except TypeError:
                    REFUSED.append(value.__name__)
REFUSED, OFFERED = [], []
'''


def stand_in(plan: Plan, exercise: Exercise, returned: ReturnKinds, disguise: str, in_tuple: bool) -> Session:
    """The names of an exercise and of those it needs: functions return recorders, classes make them."""
    session = Session()
    exec(RECORDER, session.namespace)
    session.namespace["DISGUISE"] = disguise
    for each in [exercise, *(plan.assignment.get(need) for need in exercise.needs)]:
        source = read_module(plan.assignment.reference, each.module)
        for name in each.names:
            operable = "__add__" in returned.classes[name].members if name in returned.classes else False
            answer = f"made({name not in returned.values}, {operable})"
            parts = len(source.outputs(name)) if name in returned.values else 1
            if in_tuple and parts > 1:
                answer = f"tuple({answer} for _ in range({parts}))"
            exec(f"def {name}(*args, **kwargs):\n    pester(args)\n    return {answer}", session.namespace)
    session.modules.install({}, plan.given)
    return session


def values_of(value: Any) -> list[Any]:
    """All numbers and arrays in a value that are more than a small whole number from a test's text."""
    if isinstance(value, (list, tuple, set)):
        return [leaf for part in value for leaf in values_of(part)]
    if isinstance(value, dict):
        return values_of(list(value.values()))
    if isinstance(value, slice):
        return values_of([value.start, value.stop, value.step])
    if isinstance(value, (float, complex, np.ndarray, np.generic)) or type(value).__module__ == "torch":
        return [value]
    return [value] if isinstance(value, int) and abs(value) > 64 else []


def told(
    plan: Plan, runner: SuiteRunner, exercise: Exercise, disguise: str, in_tuple: bool, functions: Counter[str]
) -> list[str]:
    """What the recorders of one exercise got to know beyond the arguments of its own names."""
    trial = Trial(plan, runner, exercise)
    returned = trial.grading.surface(exercise).returned
    assert returned is not None
    session = stand_in(plan, exercise, returned, disguise, in_tuple)
    trial.diagnosis._sessions["recorder"] = session
    wrong = []
    for run in trial.runs_of("recorder", "", 0):
        for operation, args, kwargs in session.namespace["LOG"]:
            if shown := values_of([args, kwargs]):
                wrong.append(f"{run.test.id}: {operation} with {type(shown[0]).__name__} {shown[0]!r:.60}")
        session.namespace["LOG"].clear()
    functions.update(refused=len(session.namespace["REFUSED"]), offered=len(session.namespace["OFFERED"]))
    return wrong


@pytest.mark.parametrize("disguise", ["ndarray", "name"])
@pytest.mark.parametrize("name", [a.name for a in COURSE.assignments()])
def test_nothing_is_told_to_an_object_in_the_place_of_a_value(our_course, name, disguise):
    assignment = our_course.assignment(name)
    points = {e.id: e.points for e in assignment.exercise}
    plan = Plan(str(our_course.root), assignment.name, points, seed=1, isolation="none")

    def work(runner: SuiteRunner) -> list[str]:
        found = []
        for exercise in plan.exercises:
            kind = exercise.names[0] if disguise == "name" else disguise
            for in_tuple in (False, True):
                found += told(plan, runner, exercise, kind, in_tuple, functions)
        return found

    functions: Counter[str] = Counter()
    assert with_suites(plan.hidden_files, plan.exercises_of_module, work, root=assignment.folder) == []
    assert functions["refused"] == TRIES * functions["offered"], "a function of the grader took an object of the student's"
