"""What `gradmark doctor` tries on a GPU, tried on the fake one: a good device passes, and each defect is found."""

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.commands import doctor
from autograder.grading import devices
from autograder.grading.device_check import DeviceCheck
from autograder.grading.devices import Gpu, Slot


def test_a_good_device_passes_every_step(gpu_slot, tmp_path):
    other = tmp_path / "nvidia7"
    other.touch()
    done = DeviceCheck("standard", gpu_slot, [str(other)]).run()
    assert done.problem == "" and len(done.steps) == 7
    assert done.name == "Fake 2000"
    assert "2.0 GB" in done.steps[0].detail and "1 other device files tried" in done.steps[2].detail


def test_a_device_that_torch_does_not_know_is_said_in_a_sentence():
    done = DeviceCheck("standard", Slot(gpu="GPU-1")).run()
    assert len(done.steps) == 1 and done.problem.startswith("starts in a jailed worker: cuda does not start")


@pytest.mark.parametrize(
    ("defect", "step"),
    [
        ("device.device_count = lambda: 2", "other GPUs are out of reach: a worker sees 2 GPUs"),
        ("device.set_per_process_memory_fraction = lambda share: None", "too much memory is told from other errors"),
    ],
)
def test_a_defect_is_found(gpu_slot, tmp_path, defect, step):
    """The same device, with one thing wrong."""
    source = Path(gpu_slot.extension).read_text()
    marked = 'torch._register_device_module("fake", device)'
    assert marked in source
    broken = source.replace(marked, f"{marked}\n    {defect}").replace("Path(__file__)", f"Path({gpu_slot.extension!r})")
    broken = broken.replace("MEMORY = 2 << 30", "MEMORY = 1 << 28")
    extension = tmp_path / "broken.py"
    extension.write_text(broken)
    done = DeviceCheck("standard", replace(gpu_slot, extension=str(extension))).run()
    assert done.problem.startswith(step)


def test_doctor_says_why_a_gpu_was_not_tried(monkeypatch, capsys):
    monkeypatch.setattr(devices, "inventory", lambda: [Gpu("GPU-1")])
    if not devices.torch_build():
        pytest.skip("torch is a CUDA build here")
    checked, why_not = doctor.gpu_checks("standard")
    assert checked == [] and "torch is a build for the CPU" in why_not
