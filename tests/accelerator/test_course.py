"""The references of every torch exercise of the course, on the CPU and on the fake accelerator: the same verdicts."""

from pathlib import Path

import pytest

from autograder.authoring.simulated_class import Simulator
from autograder.course import Course
from autograder.grading.devices import Slot
from autograder.grading.plan import Plan
from autograder.grading.submission import Grading
from autograder.grading.workers import ZygotePool
from autograder.intake.find import survey
from autograder.suites.runner import with_suites


def torch_exercises(assignment):
    return [e.id for e in assignment.exercise if e.runtime == "torch"]


def outcomes(course, selection, found, slot, device):
    plan = Plan.make(course, selection, device=device, seed=3, hints="none")
    pool = ZygotePool("standard", slot)

    def work(runner):
        return Grading(plan, runner, pool).submission("reference", found)

    try:
        result = with_suites(plan.hidden_files, plan.exercises_of_module, work, root=plan.assignment.folder)
    finally:
        pool.close()
    return {t.id: (str(t.outcome), t.message[:200], t.detail[-300:]) for e in result.exercises for t in e.tests}


ASSIGNMENTS = [a.name for a in Course(Path(__file__).resolve().parents[2]).assignments() if torch_exercises(a)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_the_reference_passes_on_the_accelerator_as_on_the_cpu(our_course, gpu_slot, tmp_path, name):
    """D3: it failed 100 of 155 tests."""
    assignment = our_course.assignment(name)
    selection = assignment.select(torch_exercises(assignment))
    truth = Simulator(our_course, selection, seed=1).write(tmp_path / "class", 1)
    (right,) = [student for student, recipe in truth if recipe.kind == "reference"]
    (found,) = [f for f in survey([tmp_path / "class/submissions"]).found if f.name == right]
    on_cpu = outcomes(our_course, selection, found, Slot(), "cpu")
    there = outcomes(our_course, selection, found, gpu_slot, "fake")
    assert {t: o[0] for t, o in on_cpu.items()} == dict.fromkeys(on_cpu, "passed")
    wrong = {t: o for t, o in there.items() if o[0] != "passed"}
    assert not wrong, f"{len(wrong)} of {len(there)}: " + "\n".join(f"{t}: {o}" for t, o in wrong.items())
