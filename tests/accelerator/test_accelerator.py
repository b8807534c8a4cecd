"""Grading on another device than the CPU, tried on a fake one: strict as CUDA is, with its own generators and memory."""

from pathlib import Path

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

    load.opened = opened
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
    """Half of the fake device's two gigabytes, where two graders share it, less what a process takes by itself."""
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
            student.take(600)
        assert judgement_of(error.value).outcome is Outcome.MEMORY
    finally:
        transport.close_quietly()
        pool.close()


def test_what_a_generator_draws_is_the_same_there(student):
    """A GPU draws other numbers from the same seed, and refuses the CPU's generator: suites know what is drawn on the CPU."""
    import torch

    from autograder.suites.student import Rng

    code = """
import torch
def draw(g, p):
    own = torch.zeros(3)
    own.normal_(generator=g)
    filled = torch.nn.init.uniform_(torch.empty(2), generator=g)
    layer = torch.nn.Linear(3, 2)
    torch.nn.init.normal_(layer.weight, 1.0, 0.1, generator=g)
    drawn = [torch.randn(4, generator=g), torch.rand(2, 2, generator=g, device=p.device)]
    drawn.append(torch.randint(0, 9, (5,), generator=g))
    picked = [torch.bernoulli(p, generator=g), torch.multinomial(p, 2, generator=g), torch.randperm(6, generator=g)]
    drawn += [own, filled, layer.weight.detach(), *picked, torch.normal(p, 1.0, generator=g)]
    return [str(t.device) for t in drawn], drawn
def own_seed():
    torch.manual_seed(4)
    return torch.randn(4)
"""
    p = torch.tensor([0.2, 0.5, 0.9])
    places, drawn = student(code, "draw", "own_seed").draw(Rng("torch", 11), p)
    here: dict = {}
    exec(code, here)
    _, expected = here["draw"](torch.Generator().manual_seed(11), p)
    assert set(places) == {"fake:0"}
    assert [t.tolist() for t in drawn] == [t.tolist() for t in expected]
    torch.manual_seed(4)
    assert student(code, "own_seed").own_seed().tolist() != torch.randn(4).tolist(), "as on a GPU"


def test_numpy_and_lengths_of_sequences_work_as_on_the_cpu(student):
    """D3: 26 tests of right code failed on a GPU for this alone."""
    import torch

    code = """
import numpy as np
import torch
from torch.nn.utils.rnn import pack_padded_sequence
def through(x, lengths):
    there = [x.numpy().sum(), np.asarray(x).sum(), x.detach().cpu().numpy().sum()]
    back = torch.from_numpy(np.ones((2, 3), dtype=np.float32)) + x
    packed = pack_padded_sequence(x[..., None], lengths, batch_first=True, enforce_sorted=False)
    return [float(each) for each in there], back, packed.batch_sizes.tolist()
"""
    there, back, sizes = student(code, "through").through(torch.ones(2, 3), torch.tensor([1, 3]))
    assert there == [6.0] * 3 and back.tolist() == [[2.0] * 3] * 2 and sizes == [2, 1, 1]


def test_it_computes_the_same_each_time_and_in_full_precision(student):
    code = """
import torch
def flags():
    b = torch.backends
    tf32 = [b.cuda.matmul.allow_tf32, b.cudnn.allow_tf32, b.cuda.matmul.allow_fp16_reduced_precision_reduction]
    return tf32, [b.cudnn.benchmark], [b.cudnn.deterministic, torch.are_deterministic_algorithms_enabled()]
"""
    assert student(code, "flags").flags() == ([False] * 3, [False], [True, True])


@pytest.mark.parametrize(
    ("code", "device", "told"),
    [
        ("def f(x):\n    return x.cuda()\n", "cpu", "not graded on that device: name no device"),
        (
            "import torch\ndef f(x):\n    return torch.ones(3, device='cuda')\n",
            "cpu",
            "take that of an input (`device=x.device`)",
        ),
        ("def f(x):\n    return x.to('cuda')\n", "fake", "not graded on that device"),
        (
            "import torch\ndef f(x):\n    return x + torch.ones(3, device='cpu')\n",
            "fake",
            "on two devices: make new ones where",
        ),
    ],
)
def test_a_device_in_the_code_is_told_what_to_do(student, code, device, told):
    import torch

    with pytest.raises(StudentError) as error:
        student(code, "f", device=device).f(torch.ones(3))
    assert "of f: `" in error.value.public and told in error.value.public


BREAKS = """
import torch
def pick(x, i):
    return torch.index_select(x, 0, i)
"""


def test_an_assertion_on_the_device_costs_one_test(student):
    """Nothing works any more in a process whose GPU had one: the next test gets another."""
    import torch

    one, x = student(BREAKS, "pick"), torch.arange(3.0)
    with pytest.raises(StudentError, match="device-side assert"):
        one.pick(x, torch.tensor([7]))
    with pytest.raises(StudentError, match="device-side assert"):
        one.pick(x, torch.tensor([1]))
    begin_test(one, 6)
    assert one.pick(x, torch.tensor([1])).tolist() == [1.0]


def test_a_workers_memory_is_free_before_the_next_one_starts(student, pool):
    """Killed is not gone: the memory of a device is free when the process is."""
    code = "import os\ndef me():\n    return os.getpid()\n"
    first = student(code, "me")
    first.me()
    zygote, transport = pool.get("torch"), student.opened[-1]
    gone = transport.pid
    transport.close()
    assert zygote.dying == {gone}
    while "killed" not in zygote._event(10):
        pass
    assert zygote.dying == {gone} or not Path(f"/proc/{gone}").exists()
    student(code, "me").me()
    assert not zygote.dying and not Path(f"/proc/{gone}").exists()


def test_results_say_which_device(our_course, gpu_slot, tmp_path):
    """And two devices share no cached result."""
    from dataclasses import replace

    from autograder.store.queue import Store

    assignment, exercise = first_torch_exercise(our_course)
    plan = Plan.make(our_course, assignment.select([exercise.id]), device="fake", seed=3)
    (tmp_path / "a.py").write_text("\n".join(f"def {name}(*a, **k):\n    return None\n" for name in plan.asked))
    store = Store(tmp_path / "run.db")
    hosts, kept = [], []
    for name in ("Fake 1000", "Fake 1000", "Fake 3000"):
        pool = ZygotePool("standard", replace(gpu_slot, name=name, driver="1.2"))

        def work(runner, pool=pool):
            grading = Grading(plan, runner, pool, store)
            result = grading.submission("a", Found("a", tmp_path / "a.py"))
            store.keep(grading.fresh)
            kept.append(len(grading.fresh))
            return result

        try:
            hosts.append(with_suites(plan.hidden_files, plan.exercises_of_module, work, root=plan.assignment.folder).host)
        finally:
            pool.close()
    store.close()
    import torch

    assert hosts[0]["gpu"] == "Fake 2000", "as the device itself says it"
    assert (hosts[0]["driver"], hosts[0]["torch"]) == ("1.2", torch.__version__)
    assert kept[0] > 0 and kept == [kept[0], 0, kept[0]]


def test_what_was_crowded_out_is_tried_alone(our_course, gpu_slot, tmp_path):
    """Where graders share a GPU, too little memory may be a neighbour's doing."""
    from contextlib import contextmanager
    from dataclasses import replace

    assignment, exercise = first_torch_exercise(our_course)
    plan = Plan.make(our_course, assignment.select([exercise.id]), device="fake", seed=3, hints="none")
    greedy = "import torch\ndef {}(*a, **k):\n    return torch.zeros(3 << 28)\n"
    (tmp_path / "a.py").write_text("\n".join(greedy.format(name) for name in plan.asked))
    alone = {}
    for share in (1.0, 0.5):
        pool = ZygotePool("standard", replace(gpu_slot, share=share))
        alone[share] = 0

        @contextmanager
        def nobody_beside(share=share):
            alone[share] += 1
            yield

        def work(runner, pool=pool, nobody_beside=nobody_beside):
            return Grading(plan, runner, pool, alone=nobody_beside).submission("a", Found("a", tmp_path / "a.py"))

        try:
            result = with_suites(plan.hidden_files, plan.exercises_of_module, work, root=plan.assignment.folder)
        finally:
            pool.close()
        assert Outcome.MEMORY in {t.outcome for e in result.exercises for t in e.tests}
    assert alone[1.0] == 0 and alone[0.5] > 0


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
