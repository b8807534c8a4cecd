"""The worker's side of a device beside the CPU: how it starts, and what makes answers repeatable on it.

Nothing here is called in a zygote: a device that was touched before a fork is of no use after it.
"""

from __future__ import annotations

import importlib.util
import sys
from typing import Any


def make_known(extension: str) -> None:
    """Runs the Python file that tells torch of a device (in the zygote: it registers, and touches nothing)."""
    spec = importlib.util.spec_from_file_location("gradmark_accelerator", extension)
    if spec is None or spec.loader is None:
        raise ImportError(f"{extension} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)


def start(device: str, share: float) -> None:
    """Once in a worker, before the student's code. Raises where the device does not start.

    Tensors and modules that are made without a device are made there, as the inputs are: code that is right on a CPU and
    names no device is right on a GPU.
    """
    import torch

    torch.set_default_device(device)
    own: Any = getattr(torch, device)
    if hasattr(own, "set_per_process_memory_fraction"):
        own.set_per_process_memory_fraction(share)
    # Convolutions in TF32 keep ten bits: no tolerance is made for that.
    exact: Any
    for exact in (torch.backends.cuda.matmul, torch.backends.cudnn):
        exact.allow_tf32 = False
    torch.backends.cudnn.benchmark = False
    probe = torch.ones(8, device=device)
    if float((probe * 2).sum().cpu()) != 16.0:
        raise RuntimeError(f"{device} computes wrongly")


def seed(number: int) -> None:
    """The generators of every device: those of the CPU alone leave the others as they are."""
    import torch

    torch.manual_seed(number)
