"""The worker's side of a device beside the CPU: how it starts, and what makes answers repeatable on it.

Nothing here is called in a zygote: a device that was touched before a fork is of no use after it.
"""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

CONTEXT = 512 << 20
"""Bytes of a GPU that a process takes before its first tensor, and that no limit of torch's counts."""
LEAST_SHARE = 0.05


def make_known(extension: str) -> None:
    """Runs the Python file that tells torch of a device (in the zygote: it registers, and touches nothing)."""
    spec = importlib.util.spec_from_file_location("gradmark_accelerator", extension)
    if spec is None or spec.loader is None:
        raise ImportError(f"{extension} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)


def start(device: str, share: float) -> dict[str, Any]:
    """Once in a worker, before the student's code. Raises where the device does not start. Tells what the device is.

    Tensors and modules that are made without a device are made there, as the inputs are: code that is right on a CPU and
    names no device is right on a GPU.
    """
    import torch

    torch.set_default_device(device)
    own: Any = getattr(torch, device)
    total = int(own.mem_get_info()[1])
    own.set_per_process_memory_fraction(fraction(share, total))
    compute_alike()
    probe = torch.ones(8, device=device)
    if float((probe * 2).sum().cpu()) != 16.0:
        raise RuntimeError(f"{device} computes wrongly")
    draw_on_the_cpu(device)
    return {"name": str(own.get_device_name()), "memory": total, "torch": str(torch.__version__)}


def fraction(share: float, total: int) -> float:
    """The part of the memory for this process's tensors: its share, less what the process itself takes."""
    return share if share >= 1.0 else max(share - CONTEXT / total, LEAST_SHARE * share)


def compute_alike() -> None:
    """The same numbers each time, and no more rounding than the tolerances are made for."""
    import torch

    exact: Any
    for exact in (torch.backends.cuda.matmul, torch.backends.cudnn):
        exact.allow_tf32 = False  # TF32 keeps ten bits
    half: Any = torch.backends.cuda.matmul
    half.allow_fp16_reduced_precision_reduction = half.allow_bf16_reduced_precision_reduction = False
    torch.backends.cudnn.benchmark = False
    torch.backends.cudnn.deterministic = True
    # Some operations have no such version: that is no fault of whoever uses them.
    torch.use_deterministic_algorithms(True, warn_only=True)


def draw_on_the_cpu(device: str) -> None:
    """What a generator of the CPU draws is the same on every device: it is drawn there, and moved.

    Suites hand out such generators, and know what a right answer draws from them. A GPU draws other numbers from the same seed,
    and refuses the CPU's generator.
    """
    import torch
    from torch.overrides import TorchFunctionMode

    def is_there(value: Any) -> bool:
        return isinstance(value, torch.Tensor) and value.device.type == device

    class DrawsOnCpu(TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            given = kwargs or {}
            generator = given.get("generator")
            if generator is None or generator.device.type != "cpu" or "out" in given:
                return func(*args, **given)
            tensors = [each for each in (*args, *given.values()) if isinstance(each, torch.Tensor)]
            wanted = given.get("device", tensors[0].device if tensors else device)
            if torch.device(wanted).type != device:
                return func(*args, **given)
            if func.__name__.endswith("_") and args and is_there(args[0]):
                drawn = args[0].detach().cpu()
                func(drawn, *(each.cpu() if is_there(each) else each for each in args[1:]), **given)
                return args[0].copy_(drawn)
            here = {name: value.cpu() if is_there(value) else value for name, value in given.items()}
            if not tensors or "device" in given:
                here["device"] = "cpu"
            return func(*(each.cpu() if is_there(each) else each for each in args), **here).to(wanted)

    DrawsOnCpu().__enter__()


def seed(number: int) -> None:
    """The generators of every device: those of the CPU alone leave the others as they are."""
    import torch

    torch.manual_seed(number)


# --- what went wrong, as far as the device is the reason ----------------------------------------------------------------

_BROKEN = ("device-side assert", "CUDA error", "an illegal memory access", "unspecified launch failure")
_NO_DEVICE = (
    "not compiled with CUDA",
    "Found no NVIDIA driver",
    "No CUDA GPUs are available",
    "not linked with support for",
    "not compiled with MPS",
    "PyTorch is not linked",
    "MPS backend is not available",
)
_MIXED = (
    "Expected all tensors to be on the same device",
    "device type for generator but found",
    "should be on the same device",
)
_TO_NUMPY = ("device type tensor to numpy",)


def is_broken(text: str) -> bool:
    """Whether the device answers nothing any more in this process, whatever is asked."""
    return any(words in text for words in _BROKEN)


def reason(text: str) -> str:
    """What an exception says about devices, as one word of ours; empty: nothing."""
    for word, known in (("NoSuchDevice", _NO_DEVICE), ("MixedDevices", _MIXED), ("DeviceToNumpy", _TO_NUMPY)):
        if any(words in text for words in known):
            return word
    return ""
