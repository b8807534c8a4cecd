"""Which graders run where, and what their workers see of a GPU. No CUDA is initialised here or in a zygote.

A device is a property of an exercise (`device = "gpu"` in its record): which machine grades changes no score. What the
worker does with its device is in `worker/accelerator.py`.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UserError

CPU, GPU = "cpu", "cuda"
NEEDS_GPU = "gpu"
"""What a submission in the queue needs that has such an exercise."""


DRIVER = Path("/proc/driver/nvidia")
"""What NVIDIA's driver says of itself and of its GPUs, without anybody having to start CUDA."""
FILES = Path("/dev")


@dataclass(frozen=True)
class Gpu:
    """One GPU of this machine, or a part of one (MIG)."""

    id: str
    """What CUDA_VISIBLE_DEVICES calls it: its UUID. A number means another GPU to another program."""
    name: str = ""
    driver: str = ""
    files: tuple[str, ...] = ()
    """Its own device files: a worker gets these and no other GPU's. Empty: not known."""


@dataclass(frozen=True)
class Slot:
    """The place of one grader. Its workers see this GPU only, and may use this share of its memory."""

    gpu: int | str | None = None
    share: float = 1.0
    device: str = GPU
    """What torch calls it; means something where there is a GPU."""
    extension: str = ""
    """A Python file that makes the device known to torch, for devices that torch does not know by itself."""
    name: str = ""
    """Of the GPU, as its maker calls it: results of two kinds of GPU are not the same results."""
    driver: str = ""
    files: tuple[str, ...] = ()
    """Device files of this GPU; empty: not known, and all are granted."""

    @property
    def visible(self) -> str:
        """CUDA_VISIBLE_DEVICES of its zygotes: empty hides every GPU from CPU workers."""
        return "" if self.gpu is None else str(self.gpu)

    @property
    def accelerator(self) -> str:
        """The device of its workers beside the CPU; empty: none."""
        return "" if self.gpu is None else self.device

    @property
    def able(self) -> tuple[str, ...]:
        """What it can do of what submissions need (`store.queue.Job`)."""
        return ("",) if self.gpu is None else ("", NEEDS_GPU)


def inventory(environment: Mapping[str, str] = os.environ) -> list[Gpu]:
    """The GPUs that this process may use, in the order of their place on the bus. CUDA is not asked: that would start it.

    Slurm, Ray and Kubernetes say which ones by CUDA_VISIBLE_DEVICES; without it, it is all of them.
    """
    here = _by_driver() or _by_files()
    allowed = environment.get("CUDA_VISIBLE_DEVICES")
    if allowed is None:
        return here
    found = []
    for word in filter(None, (each.strip() for each in allowed.split(","))):
        if word.isdigit() and int(word) < len(here):
            found.append(here[int(word)])
        elif word.startswith("MIG-"):  # which GPU it is a part of is not to be had without starting its library
            found.append(Gpu(word, f"MIG on {here[0].name}" if here else "MIG", here[0].driver if here else ""))
        elif same := [gpu for gpu in here if gpu.id.startswith(word)]:
            found.append(same[0])
        else:  # as CUDA does it: what comes after an unknown one does not count
            break
    return found


def _by_driver() -> list[Gpu]:
    """From /proc/driver/nvidia: a folder for each GPU, named by its place on the bus."""
    driver = driver_version()
    found = []
    for folder in sorted((DRIVER / "gpus").glob("*")):
        try:
            text = (folder / "information").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        facts = dict(re.findall(r"^([\w ]+):[ \t]*(.*?)[ \t]*$", text, re.MULTILINE))
        uuid, minor = facts.get("GPU UUID", ""), facts.get("Device Minor", "")
        file = FILES / f"nvidia{minor}"
        if uuid and minor.isdigit() and file.exists():  # a container shows all folders, and the files of its own GPUs
            found.append(Gpu(uuid, facts.get("Model", ""), driver, (str(file), *_parts(int(minor)))))
    return found


def _parts(minor: int) -> list[str]:
    """The device files of a GPU's MIG parts."""
    found = []
    for access in sorted((DRIVER / f"capabilities/gpu{minor}/mig").glob("**/access")):
        number = re.search(r"DeviceFileMinor:\s*(\d+)", access.read_text(encoding="utf-8", errors="replace"))
        if number:
            found.append(str(FILES / f"nvidia-caps/nvidia-cap{number.group(1)}"))
    return found


def _by_files() -> list[Gpu]:
    """Where the driver tells nothing: by the numbers of the device files."""
    numbers = [path.name.removeprefix("nvidia") for path in FILES.glob("nvidia[0-9]*")]
    return [Gpu(str(n), "", driver_version()) for n in sorted(int(n) for n in numbers if n.isdigit())]


def driver_version() -> str:
    try:
        text = (DRIVER / "version").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    found = re.search(r"Kernel Module.*?\s(\d+\.\d[\d.]*)", text)
    return found.group(1) if found else ""


@functools.cache
def torch_version() -> tuple[str, bool]:
    """Version of torch with its build, such as 2.9.1+cu128, and whether that is for a GPU. Torch is not imported for it."""
    spec = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        return "", False
    try:
        text = (Path(spec.origin).parent / "version.py").read_text(encoding="utf-8")
    except OSError:
        return "", False
    for_gpu = re.search(r"^(cuda|hip)\b[^=\n]*= *['\"]", text, re.MULTILINE)
    version = re.search(r"__version__ *= *['\"]([^'\"]+)", text)
    return version.group(1) if version else "of an unknown version", bool(for_gpu)


def torch_build() -> str:
    """Version of torch where it is a build for the CPU alone; else empty."""
    version, for_gpu = torch_version()
    return "" if for_gpu else version


def assign(
    device: str, gpus: list[int] | None, per_gpu: int, jobs: int, available: list[Gpu], wants_gpu: bool = False
) -> tuple[str, list[Slot], list[str]]:
    """The device of the plan, one slot per grader, and what the user should be told.

    `auto` is what the exercises say (`wants_gpu`: one of them needs a GPU), whatever this machine has.
    """
    cores = jobs or os.cpu_count() or 1
    if device == CPU or (device == "auto" and not wants_gpu):
        return CPU, [Slot()] * cores, []
    if not available:
        if wants_gpu and device == "auto":
            raise UserError(NO_GPU)
        return CPU, [Slot()] * cores, ["there is no GPU here: graded on the CPU instead"]
    if build := torch_build():
        raise UserError(
            f"there is a GPU here, but torch is a build for the CPU ({build}): install one for CUDA "
            "(https://pytorch.org/get-started), or grade with: --device cpu"
        )
    unknown = [g for g in gpus or [] if g >= len(available)]
    if unknown:
        raise UserError(f"--gpus {unknown[0]}: this machine has {', '.join(map(str, range(len(available))))}")
    chosen = [available[number] for number in gpus] if gpus else available
    slots = [slot_of(gpu, 1.0 / per_gpu) for _ in range(per_gpu) for gpu in chosen]
    return device, slots[:jobs] if jobs else slots, []


def slot_of(gpu: Gpu, share: float = 1.0) -> Slot:
    return Slot(gpu.id, share, GPU, name=gpu.name, driver=gpu.driver, files=gpu.files)


def plan_device(device: str, wants_gpu: bool) -> str:
    """The device of a plan, whatever this machine has. `auto` without an exercise that asks for a GPU is the CPU."""
    return CPU if device == "auto" and not wants_gpu else device


def slots_here(jobs: int, per_gpu: int, wants_gpu: bool) -> list[Slot]:
    """For work that comes from elsewhere: GPUs where they are wanted and can be used, else the cores that this process has."""
    available = inventory() if wants_gpu else []
    if available and not torch_build():
        return assign("auto", None, per_gpu, jobs, available, wants_gpu=True)[1]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return [Slot()] * (jobs or cores)


NO_GPU = (
    "an exercise of this selection needs a GPU, and this machine has none. Grade on one that has, leave the exercise out "
    "(--only), or try everything on the CPU with: --device cpu"
)
