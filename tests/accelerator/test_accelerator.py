"""Grading on another device than the CPU, tried on a fake one: strict as CUDA is, with its own generators and memory."""

import pytest

from autograder.grading.devices import Slot
from autograder.grading.plan import Plan
from autograder.grading.submission import Grading
from autograder.grading.workers import DeviceRefused, Program, WorkerLimits, WorkerTransport, ZygotePool
from autograder.intake.places import Found
from autograder.suites.outcome import Outcome
from autograder.suites.runner import judgement_of, with_suites
from autograder.suites.student import Student, StudentError, begin_test
from autograder.suites.student_error import Surface

LIMITS = WorkerLimits(None, 64.0, 4 << 30)


@pytest.fixture(scope="module")
def pool(gpu_slot):
    pool = ZygotePool("standard", gpu_slot)
    yield pool
    pool.close()


@pytest.fixture
def student(pool):
    """Code in a worker of this device."""
    opened = []

    def load(code, *names, device="fake"):
        statement = {"label": "<0>", "line": 1, "source": code, "name": names[0], "needed": True}
        surface = Surface(list(names))
        limits = LIMITS if device == "fake" else WorkerLimits()
        program = Program("torch", {"statements": [statement], "runtime": "torch"}, limits, surface=surface, device=device)
        opened.append(WorkerTransport(pool, program))
        student = Student(opened[-1], surface)
        begin_test(student, 5)
        return student

    yield load
    for transport in opened:
        transport.close_quietly()


TRAINS = """
import torch
from torch import nn
def train(x, y, steps):
    net = nn.Sequential(nn.Linear(4, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
    return float(loss), str(x.device), str(next(net.parameters()).device)
"""


def test_code_that_names_no_device_trains_there(student):
    """D3: the inputs were moved, and modules stayed on the CPU. D4: with a device beside the CPU, no fork could go backward."""
    import torch

    generator = torch.Generator().manual_seed(0)
    x = torch.randn(30, 4, generator=generator)
    y = (x[:, 0] > 0).long() + (x[:, 1] > 0).long()
    loss, of_input, of_net = student(TRAINS, "train").train(x, y, 60)
    assert (of_input, of_net) == ("fake:0", "fake:0")
    assert loss < 0.2


def test_the_zygote_touches_no_device_before_the_fork(student):
    code = "import torch\ndef before():\n    return torch.fake.allocations()\n"
    assert student(code, "before", device="cpu").before() == 0
    used = student(code, "before").before()
    assert 0 < used < 20, "only the worker's own first steps"


def test_each_test_begins_with_its_own_random_state_there(student):
    code = "import torch\ndef draw():\n    return torch.randn(4), torch.randn(4, device='cpu'), torch.rand(2)\n"
    drawn = []
    for _ in range(2):
        one = student(code, "draw")
        begin_test(one, 7)
        drawn.append([t.tolist() for t in one.draw()])
        begin_test(one, 7)
        drawn.append([t.tolist() for t in one.draw()])
    assert drawn[0] == drawn[1] == drawn[2] == drawn[3]


def test_values_come_back_on_the_cpu(student):
    import torch

    back = student("def double(x):\n    return 2 * x\n", "double").double(torch.arange(3.0))
    assert back.device.type == "cpu" and back.tolist() == [0.0, 2.0, 4.0]


def test_mixing_devices_fails_as_on_a_gpu(student):
    import torch

    code = "import torch\ndef add(x):\n    return x + torch.ones(3, device='cpu')\n"
    with pytest.raises(StudentError):
        student(code, "add").add(torch.ones(3))


def test_no_more_memory_than_its_share(gpu_slot):
    """Half of the fake device's 256 MB, where two graders share it."""
    pool = ZygotePool("standard", Slot(gpu_slot.gpu, 0.5, gpu_slot.device, gpu_slot.extension))
    code = "import torch\ndef take(mb):\n    return int(torch.zeros(mb << 18).numel())\n"
    statement = {"label": "<0>", "line": 1, "source": code, "name": "take", "needed": True}
    surface = Surface(["take"])
    program = Program("torch", {"statements": [statement], "runtime": "torch"}, LIMITS, surface=surface, device="fake")
    transport = WorkerTransport(pool, program)
    student = Student(transport, surface)
    try:
        begin_test(student, 1)
        assert student.take(60) == 60 << 18
        with pytest.raises(StudentError) as error:
            student.take(200)
        assert judgement_of(error.value).outcome is Outcome.MEMORY
    finally:
        transport.close_quietly()
        pool.close()


def test_a_device_that_does_not_start_is_no_answer_of_the_student(our_course, tmp_path):
    """A GPU that is there, and of which torch knows nothing: the submission goes back, whatever is in it."""
    pool = ZygotePool("standard", Slot(gpu=0))
    assignment, exercise = first_torch_exercise(our_course)
    plan = Plan.make(our_course, assignment.select([exercise.id]), device="cuda", seed=3)
    (tmp_path / "a.py").write_text("\n".join(f"def {name}(*a, **k):\n    return None\n" for name in plan.asked))

    def work(runner):
        with pytest.raises(DeviceRefused, match="cuda does not start"):
            Grading(plan, runner, pool).submission("a", Found("a", tmp_path / "a.py"))

    try:
        with_suites(plan.hidden_files, plan.exercises_of_module, work, root=plan.assignment.folder)
    finally:
        pool.close()


def first_torch_exercise(course):
    for assignment in course.assignments():
        for exercise in assignment.exercise:
            if exercise.runtime == "torch" and not exercise.training and not exercise.needs:
                return assignment, exercise
    raise AssertionError("no torch exercise")
