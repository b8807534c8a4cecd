"""GPU slots, with a made-up inventory: there is no GPU on the machines that run these tests."""

import pytest

from autograder.errors import UserError
from autograder.grading.devices import Slot, assign


def test_auto_takes_the_cpu_where_there_is_no_gpu():
    assert assign("auto", None, 1, 3, []) == ("cpu", [Slot()] * 3, [])


def test_asking_for_a_gpu_that_is_not_there_is_said():
    device, slots, warnings = assign("cuda", None, 1, 2, [])
    assert device == "cpu" and len(slots) == 2 and "no GPU" in warnings[0]


def test_slots_go_round_the_gpus():
    device, slots, _ = assign("cuda", [0, 2], 2, 0, [0, 1, 2])
    assert device == "cuda"
    assert [s.gpu for s in slots] == [0, 2, 0, 2]
    assert {s.share for s in slots} == {0.5}
    assert [s.visible for s in slots] == ["0", "2", "0", "2"]


def test_jobs_limit_the_slots():
    assert len(assign("auto", None, 4, 3, [0, 1])[1]) == 3


def test_unknown_gpus_are_refused():
    with pytest.raises(UserError, match="this machine has 0, 1"):
        assign("cuda", [7], 1, 0, [0, 1])


def test_cpu_workers_see_no_gpu():
    assert Slot().visible == ""
