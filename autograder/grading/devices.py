"""Which graders run where, and what their workers see of a GPU. No CUDA is initialised here or in a zygote.

A device is a property of an exercise (`device = "gpu"` in its record): which machine grades changes no score. What the
worker does with its device is in `worker/accelerator.py`.
"""

from __future__ import annotations

import importlib.util
import os
import re
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UserError

CPU, GPU = "cpu", "cuda"
NEEDS_GPU = "gpu"
"""What a submission in the queue needs that has such an exercise."""


@dataclass(frozen=True)
class Slot:
    """The place of one grader. Its workers see this GPU only, and may use this share of its memory."""

    gpu: int | str | None = None
    share: float = 1.0
    device: str = GPU
    """What torch calls it; means something where there is a GPU."""
    extension: str = ""
    """A Python file that makes the device known to torch, for devices that torch does not know by itself."""

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


def inventory() -> list[int]:
    """Numbers of the NVIDIA GPUs of this machine, from their device files: asking CUDA would initialise it."""
    found = [p.name.removeprefix("nvidia") for p in Path("/dev").glob("nvidia[0-9]*")]
    return sorted(int(n) for n in found if n.isdigit())


def torch_build() -> str:
    """Version of torch where it is a build for the CPU alone; else empty. Torch is not imported for that."""
    spec = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        return ""
    try:
        text = (Path(spec.origin).parent / "version.py").read_text(encoding="utf-8")
    except OSError:
        return ""
    for_gpu = re.search(r"^(cuda|hip)\b[^=\n]*= *['\"]", text, re.MULTILINE)
    version = re.search(r"__version__ *= *['\"]([^'\"]+)", text)
    return "" if for_gpu else version.group(1) if version else "of an unknown version"


def assign(
    device: str, gpus: list[int] | None, per_gpu: int, jobs: int, available: list[int], wants_gpu: bool = False
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
    unknown = [g for g in gpus or [] if g not in available]
    if unknown:
        raise UserError(f"--gpus {unknown[0]}: this machine has {', '.join(map(str, available))}")
    chosen = gpus or available
    slots = [Slot(gpu, 1.0 / per_gpu) for _ in range(per_gpu) for gpu in chosen]
    return device, slots[:jobs] if jobs else slots, []


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
