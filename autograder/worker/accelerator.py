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
        raise ImportError(f"{extension} is not a Python file")
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
    let_code_of_the_cpu_run(device)
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


def let_code_of_the_cpu_run(device: str) -> None:
    """What is right on a CPU and names no device is right here too, although a GPU would refuse it:

    - What a generator of the CPU draws is drawn there, and moved. Suites hand out such generators, and know what a right answer
      draws from them; a GPU draws other numbers from the same seed, and refuses the CPU's generator.
    - `x.numpy()` copies to the CPU, `torch.from_numpy` to the device, and lengths of sequences go where torch wants them.
    """
    import torch
    from torch.overrides import TorchFunctionMode

    to_numpy: tuple[Any, ...] = (torch.Tensor.numpy, torch.Tensor.__array__)

    def is_there(value: Any) -> bool:
        return isinstance(value, torch.Tensor) and value.device.type == device

    def here(value: Any) -> Any:
        return value.cpu() if is_there(value) else value

    class AsOnTheCpu(TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            given = kwargs or {}
            generator = given.get("generator")
            if generator is not None and generator.device.type == "cpu" and "out" not in given:
                return self._drawn(func, args, given)
            if func in to_numpy:
                args = (here(args[0]), *args[1:])
            elif getattr(func, "__name__", "") == "_pack_padded_sequence":
                args = (args[0], here(args[1]), *args[2:])
            return func(*args, **given)

        def _drawn(self, func: Any, args: Any, given: dict[str, Any]) -> Any:
            tensors = [each for each in (*args, *given.values()) if isinstance(each, torch.Tensor)]
            wanted = given.get("device") or (tensors[0].device if tensors else device)
            if torch.device(wanted).type != device:
                return func(*args, **given)
            if func.__name__.endswith("_") and args and is_there(args[0]):
                drawn = args[0].detach().cpu()
                func(drawn, *map(here, args[1:]), **given)
                return args[0].copy_(drawn)
            filled: Any = None if args else given.get("tensor")  # as torch.nn.init asks
            if func.__name__.endswith("_") and is_there(filled):
                drawn = filled.detach().cpu()
                func(**{**given, "tensor": drawn})
                with torch.no_grad():
                    return filled.copy_(drawn)
            given = {name: here(value) for name, value in given.items()}
            if not tensors or "device" in given:
                given["device"] = "cpu"
            return func(*map(here, args), **given).to(wanted)

    AsOnTheCpu().__enter__()
    made: Any = torch.from_numpy  # is not asked about: it has no tensor among its arguments
    torch.from_numpy = lambda array: made(array).to(device)  # type: ignore[assignment]


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


def is_broken(text: str) -> bool:
    """Whether the device answers nothing any more in this process, whatever is asked."""
    return any(words in text for words in _BROKEN)


def reason(text: str) -> str:
    """What an exception says about devices, as one word of ours; empty: nothing."""
    for word, known in (("NoSuchDevice", _NO_DEVICE), ("MixedDevices", _MIXED)):
        if any(words in text for words in known):
            return word
    return ""
