"""GPU slots, with a made-up inventory: there is no GPU on the machines that run these tests."""

import subprocess
import sys

import pytest

from autograder.course.model import Exercise
from autograder.errors import UserError
from autograder.grading import devices
from autograder.grading.devices import Slot, assign
from autograder.grading.plan import Plan
from autograder.suites.reference import suite_version


@pytest.fixture
def with_cuda(monkeypatch):
    monkeypatch.setattr(devices, "torch_build", lambda: "")


def test_a_gpu_that_happens_to_be_there_changes_nothing():
    """D2: `auto` took it, and the same hand-in had another score on another machine."""
    assert assign("auto", None, 1, 3, []) == ("cpu", [Slot()] * 3, [])
    assert assign("auto", None, 1, 3, [0, 1]) == ("cpu", [Slot()] * 3, [])


def test_a_gpu_is_used_where_an_exercise_asks_for_it(with_cuda):
    device, slots, _ = assign("auto", None, 1, 0, [0, 1], wants_gpu=True)
    assert device == "auto" and [s.gpu for s in slots] == [0, 1]
    with pytest.raises(UserError, match="needs a GPU, and this machine has none"):
        assign("auto", None, 1, 3, [], wants_gpu=True)
    assert assign("cpu", None, 1, 3, [0], wants_gpu=True)[0] == "cpu"


def test_a_torch_without_cuda_is_said_before_anything_is_graded():
    """D2: the reference itself had 0 points, and students were told that their code raised an AssertionError."""
    if not devices.torch_build():
        pytest.skip("torch is a CUDA build here")
    with pytest.raises(UserError, match=r"torch is a build for the CPU \(\d"):
        assign("cuda", None, 1, 2, [0])


def test_the_build_of_torch_is_known_without_importing_it():
    script = "import sys; from autograder.grading.devices import torch_build; print(torch_build(), 'torch' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout.split()
    assert said[-1] == "False"
    import torch

    assert (said[0] == torch.__version__) == (torch.version.cuda is None)


def test_the_device_is_a_property_of_an_exercise(small_course):
    assignment = small_course.assignment("01")
    plan = Plan.make(small_course, assignment.select(), device="auto")
    on_gpu = Exercise(id="train", device="gpu")
    assert [plan.device_of(e) for e in (Exercise(id="a"), on_gpu)] == ["cpu", "cuda"]
    numpy_only = Exercise(id="n", device="gpu", forbid=["autograd"])
    assert plan.device_of(numpy_only) == "cpu"
    everything = Plan.make(small_course, assignment.select(), device="cuda")
    assert everything.device_of(Exercise(id="a")) == "cuda"
    assert Plan.make(small_course, assignment.select(), device="cpu").device_of(on_gpu) == "cpu"


def test_an_exercise_that_names_no_device_has_the_version_that_it_had(small_course):
    """Proofs and results of earlier gradmarks stay what they are."""
    assignment = small_course.assignment("01")
    exercise = assignment.exercise[0]
    other = exercise.model_copy(update={"device": "gpu"})
    assert suite_version(assignment, exercise) != suite_version(assignment, other)


def test_asking_for_a_gpu_that_is_not_there_is_said():
    device, slots, warnings = assign("cuda", None, 1, 2, [])
    assert device == "cpu" and len(slots) == 2 and "no GPU" in warnings[0]


def test_slots_go_round_the_gpus(with_cuda):
    device, slots, _ = assign("cuda", [0, 2], 2, 0, [0, 1, 2])
    assert device == "cuda"
    assert [s.gpu for s in slots] == [0, 2, 0, 2]
    assert {s.share for s in slots} == {0.5}
    assert [s.visible for s in slots] == ["0", "2", "0", "2"]
    assert slots[0].able == ("", "gpu") and Slot().able == ("",)


def test_jobs_limit_the_slots(with_cuda):
    assert len(assign("cuda", None, 4, 3, [0, 1])[1]) == 3


def test_unknown_gpus_are_refused(with_cuda):
    with pytest.raises(UserError, match="this machine has 0, 1"):
        assign("cuda", [7], 1, 0, [0, 1])


def test_cpu_workers_see_no_gpu():
    assert Slot().visible == ""
