"""Makes the fake accelerator known to torch, under the name `fake`. Run by the tests, and by zygotes that have it for a GPU."""

import hashlib
import importlib.util
import os
import shutil
import tempfile
import types
from pathlib import Path

import torch

SOURCE = Path(__file__).with_suffix(".cpp")
MEMORY = 2 << 30
NAME = "fake_accelerator_c"
VERSION = hashlib.sha256(SOURCE.read_bytes() + torch.__version__.encode()).hexdigest()[:12]
BUILD = Path(__file__).parent / ".build" / VERSION
"""Beside the source: a zygote, whose environment is empty, finds it there."""


def build() -> Path:
    """Compiles it, if that has not been done. Where this file lies, for `Slot.extension`."""
    if not (BUILD / f"{NAME}.so").is_file():
        from torch.utils.cpp_extension import load

        draft = Path(tempfile.mkdtemp(prefix="gradmark-fake-"))
        load(NAME, [str(SOURCE)], build_directory=str(draft), extra_cflags=["-O0", "-g0"], is_python_module=False)
        BUILD.parent.mkdir(exist_ok=True)
        BUILD.mkdir(exist_ok=True)
        shutil.copy(draft / f"{NAME}.so", BUILD / f".{NAME}.{os.getpid()}")
        (BUILD / f".{NAME}.{os.getpid()}").replace(BUILD / f"{NAME}.so")
        shutil.rmtree(draft)
    return Path(__file__)


def register() -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(NAME, BUILD / f"{NAME}.so")
    compiled = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(compiled)
    torch.utils.rename_privateuse1_backend("fake")
    device = types.ModuleType("torch.fake")
    device.is_available = lambda: True
    device.device_count = lambda: 1
    device.current_device = lambda: 0
    device.set_device = lambda index: None
    device.manual_seed = device.manual_seed_all = compiled.manual_seed
    device._is_in_bad_fork = lambda: False
    device.get_amp_supported_dtype = lambda: [torch.float16, torch.bfloat16]
    device.set_per_process_memory_fraction = lambda share: compiled.set_limit(int(share * MEMORY))
    device.mem_get_info = lambda: (MEMORY - compiled.memory_in_use(), MEMORY)
    device.get_device_name = lambda: "Fake 2000"
    device.memory_in_use = compiled.memory_in_use
    device.allocations = compiled.allocations
    torch._register_device_module("fake", device)
    torch.utils.generate_methods_for_privateuse1_backend(for_storage=True)
    return device


if __name__ == "gradmark_accelerator":  # as a zygote runs it
    register()
