"""GPU slots, with a made-up inventory: there is no GPU on the machines that run these tests."""

import subprocess
import sys
from pathlib import Path

import pytest

from autograder.course.model import Exercise
from autograder.errors import UserError
from autograder.grading import devices
from autograder.grading.devices import Gpu, Slot, assign, inventory
from autograder.grading.plan import Plan
from autograder.suites.reference import suite_version


def gpus(*numbers):
    return [Gpu(f"GPU-{n}", "NVIDIA L4", "570.1", (f"/dev/nvidia{n}",)) for n in numbers]


@pytest.fixture
def with_cuda(monkeypatch):
    monkeypatch.setattr(devices, "torch_build", lambda: "")


def test_a_gpu_that_happens_to_be_there_changes_nothing():
    """D2: `auto` took it, and the same hand-in had another score on another machine."""
    assert assign("auto", None, 1, 3, []) == ("cpu", [Slot()] * 3, [])
    assert assign("auto", None, 1, 3, gpus(0, 1)) == ("cpu", [Slot()] * 3, [])


def test_a_gpu_is_used_where_an_exercise_asks_for_it(with_cuda):
    device, slots, _ = assign("auto", None, 1, 0, gpus(0, 1), wants_gpu=True)
    assert device == "auto" and [s.gpu for s in slots] == ["GPU-0", "GPU-1"]
    assert [s.files for s in slots] == [("/dev/nvidia0",), ("/dev/nvidia1",)]
    assert {(s.name, s.driver) for s in slots} == {("NVIDIA L4", "570.1")}
    with pytest.raises(UserError, match="needs a GPU, and this machine has none"):
        assign("auto", None, 1, 3, [], wants_gpu=True)
    assert assign("cpu", None, 1, 3, gpus(0), wants_gpu=True)[0] == "cpu"


def test_a_torch_without_cuda_is_said_before_anything_is_graded():
    """D2: the reference itself had 0 points, and students were told that their code raised an AssertionError."""
    if not devices.torch_build():
        pytest.skip("torch is a CUDA build here")
    with pytest.raises(UserError, match=r"torch is a build for the CPU \(\d"):
        assign("cuda", None, 1, 2, gpus(0))


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
    device, slots, _ = assign("cuda", [0, 2], 2, 0, gpus(0, 1, 2))
    assert device == "cuda"
    assert [s.gpu for s in slots] == ["GPU-0", "GPU-2", "GPU-0", "GPU-2"]
    assert {s.share for s in slots} == {0.5}
    assert [s.visible for s in slots] == ["GPU-0", "GPU-2", "GPU-0", "GPU-2"]
    assert slots[0].able == ("", "gpu") and Slot().able == ("",)


def test_jobs_limit_the_slots(with_cuda):
    assert len(assign("cuda", None, 4, 3, gpus(0, 1))[1]) == 3


def test_unknown_gpus_are_refused(with_cuda):
    with pytest.raises(UserError, match="this machine has 0, 1"):
        assign("cuda", [7], 1, 0, gpus(0, 1))


def test_cpu_workers_see_no_gpu():
    assert Slot().visible == ""


# --- which GPUs there are: a made-up /proc/driver/nvidia and /dev ----------------------------------------------------------

INFORMATION = """Model: \t\t {model}
IRQ:   \t\t 31
GPU UUID: \t {uuid}
Video BIOS: \t 95.02.3c.80.04
Bus Type: \t PCIe
Bus Location: \t {bus}
Device Minor: \t {minor}
"""


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """Two GPUs whose device files are numbered against the order of the bus, and one that a container does not have."""
    driver, files = tmp_path / "driver", tmp_path / "dev"
    for bus, uuid, minor in ("0000:01:00.0", "GPU-aaaa", 1), ("0000:02:00.0", "GPU-bbbb", 0), ("0000:03:00.0", "GPU-cccc", 2):
        folder = driver / "gpus" / bus
        folder.mkdir(parents=True)
        folder.joinpath("information").write_text(INFORMATION.format(model="NVIDIA L4", uuid=uuid, bus=bus, minor=minor))
    words = (
        "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86.15  Release Build  (dvs-builder)\nGCC version: 12.2\n"
    )
    driver.joinpath("version").write_text(words)
    files.mkdir()
    for name in ("nvidia0", "nvidia1", "nvidiactl", "nvidia-uvm"):
        files.joinpath(name).touch()
    monkeypatch.setattr(devices, "DRIVER", driver)
    monkeypatch.setattr(devices, "FILES", files)
    return tmp_path


def test_a_gpu_is_known_by_its_uuid_and_has_its_own_file(machine):
    """The number of the device file was taken for CUDA's: they are not the same."""
    found = inventory({})
    assert [(gpu.id, Path(gpu.files[0]).name) for gpu in found] == [("GPU-aaaa", "nvidia1"), ("GPU-bbbb", "nvidia0")]
    assert {(gpu.name, gpu.driver) for gpu in found} == {("NVIDIA L4", "570.86.15")}


@pytest.mark.parametrize(
    ("allowed", "ids"),
    [
        ("1", ["GPU-bbbb"]),
        ("GPU-bb,0", ["GPU-bbbb", "GPU-aaaa"]),
        ("", []),
        ("NoDevFiles", []),
        ("0,7,1", ["GPU-aaaa"]),
        ("MIG-1234", ["MIG-1234"]),
    ],
)
def test_what_slurm_ray_or_kubernetes_chose_is_kept(machine, allowed, ids):
    assert [gpu.id for gpu in inventory({"CUDA_VISIBLE_DEVICES": allowed})] == ids


def test_the_parts_of_a_gpu_have_files_of_their_own(machine):
    access = machine / "driver/capabilities/gpu1/mig/gi1/ci0"
    access.mkdir(parents=True)
    access.joinpath("access").write_text("DeviceFileMinor: 21\nDeviceFileMode: 292\n")
    assert [Path(file).name for file in inventory({})[0].files] == ["nvidia1", "nvidia-cap21"]


def test_without_the_drivers_word_device_files_count(machine, monkeypatch):
    monkeypatch.setattr(devices, "DRIVER", machine / "nothing")
    assert [gpu.id for gpu in inventory({})] == ["0", "1"]
