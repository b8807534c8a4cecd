"""Which graders run where: CPU slots, or K graders on each GPU. No CUDA is initialised here or in a zygote."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UserError


@dataclass(frozen=True)
class Slot:
    """The place of one grader. Its workers see this GPU only, and may use this share of its memory."""

    gpu: int | None = None
    share: float = 1.0

    @property
    def visible(self) -> str:
        """CUDA_VISIBLE_DEVICES of its zygotes: empty hides every GPU from CPU workers."""
        return "" if self.gpu is None else str(self.gpu)


def inventory() -> list[int]:
    """Numbers of the NVIDIA GPUs of this machine, from their device files: asking CUDA would initialise it."""
    found = [p.name.removeprefix("nvidia") for p in Path("/dev").glob("nvidia[0-9]*")]
    return sorted(int(n) for n in found if n.isdigit())


def assign(
    device: str, gpus: list[int] | None, per_gpu: int, jobs: int, available: list[int]
) -> tuple[str, list[Slot], list[str]]:
    """The device that will be used, one slot per grader, and what the user should be told."""
    cores = jobs or os.cpu_count() or 1
    if device == "cpu" or (device == "auto" and not available):
        return "cpu", [Slot()] * cores, []
    if not available:
        return "cpu", [Slot()] * cores, ["there is no GPU here: graded on the CPU instead"]
    unknown = [g for g in gpus or [] if g not in available]
    if unknown:
        raise UserError(f"--gpus {unknown[0]}: this machine has {', '.join(map(str, available))}")
    chosen = gpus or available
    slots = [Slot(gpu, 1.0 / per_gpu) for _ in range(per_gpu) for gpu in chosen]
    return "cuda", slots[:jobs] if jobs else slots, []
