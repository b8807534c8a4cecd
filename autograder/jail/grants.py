"""Which files a worker may read: the interpreter, the packages of its runtime, the libraries below them; no more.

Landlock adds and never subtracts: to leave something out, its neighbours are granted one by one.
"""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from autograder.jail.packages import Runtime, installed_for
from autograder.jail.policy import JailPolicy

# The text of ready-made layers, in memory before the jail closes: what an exercise forbids is not to be loaded afresh.
# The same holds for rewritings of them that only a compiler or torch's own tests would look for, and for what sympy rests on.
_NO_SOURCE = (
    "torch/nn/functional.py",
    "torch/nn/__pycache__",
    "torch/nn/modules",
    "torch/_inductor/fx_passes",
    "torch/testing/_internal",
    "sympy/__init__.py",
    "sympy/__pycache__",
    "sympy/core",
)

_SINGLE_PATHS = (
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/usr/share/zoneinfo",
    "/usr/lib/locale",
    "/usr/share/fonts",
    "/dev/urandom",
    "/dev/zero",
    # Never /proc/self: a rule is bound to the folder it names when it is made, the zygote's.
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    "/sys/kernel/mm/transparent_hugepage",
)

_PACKAGE_FOLDERS = ("site-packages", "dist-packages", "python3*/site-packages", "python3*/dist-packages")

# What the worker loop itself may still import or quote in a traceback.
_OWN_FOLDERS = ("worker", "jail")


def default_readable(runtime: Runtime, extra_denied: Iterable[str] = ()) -> list[str]:
    """Every file or folder a worker may read. `extra_denied` holds absolute paths."""
    packages, libraries = _package_folders(), _library_folders()
    closed = {Path(each).resolve() for each in extra_denied}
    closed |= {folder / each for folder in packages for each in _NO_SOURCE}
    roots = [*_standard_library(), *libraries]
    # Packages lie below the standard library (conda, pyenv) or the system's libraries: none comes along with these.
    closed |= {found for each in roots for name in _PACKAGE_FOLDERS for found in each.glob(name)}
    granted: dict[Path, None] = {}
    for root in roots:
        granted.update(dict.fromkeys(_all_but(root, closed)))
    for folder in packages:
        own = closed - {folder, *folder.parents}
        granted.update(dict.fromkeys(found for each in _entries(folder, runtime) for found in _all_but(each, own)))
    granted.update(dict.fromkeys(_shared_objects(closed)))
    own_package = Path(__file__).resolve().parent.parent
    granted.update(dict.fromkeys(own_package / name for name in _OWN_FOLDERS))
    granted.update(dict.fromkeys(Path(each) for each in _SINGLE_PATHS))
    return [str(path) for path in granted if path.exists()]


def default_listable() -> list[str]:
    """Import looks through these folders; it takes a folder that it cannot list for an empty one."""
    return [str(path) for path in [*_standard_library(), *_package_folders()]]


def default_policy(runtime: Runtime, extra_denied: Iterable[str] = (), **changes: Any) -> JailPolicy:
    """The policy of a runtime's workers; `changes` are fields of `Policy`."""
    extra_denied = list(extra_denied)
    return JailPolicy(
        readable=default_readable(runtime, extra_denied),
        listable=default_listable(),
        packages=sorted(installed_for(runtime)),
        **changes,
    )


_DRIVER_FILES = (
    "/proc/driver/nvidia",
    "/proc/driver/nvidia-uvm",
    "/proc/devices",
    "/sys/bus/pci",
    "/sys/module/nvidia",
    "/sys/module/nvidia_uvm",
    "/etc/nvidia",
    "/usr/share/nvidia",
)
"""What NVIDIA's driver reads when it starts."""
_DRIVER_DEVICES = ("nvidiactl", "nvidia-uvm", "nvidia-uvm-tools")


def for_accelerator(policy: JailPolicy, files: Sequence[str] = ()) -> JailPolicy:
    """The same, with what a GPU's driver needs: its device files, what it reads, and more open files.

    `files`: those of the one GPU that is meant; without them, those of all.
    """
    pci = [str(path) for path in Path("/sys/devices").glob("pci*")]
    return replace(
        policy,
        readable=[*policy.readable, *_DRIVER_FILES, *pci],
        devices=["/dev/null", *cuda_devices(files)],
        open_files=1024,
        names_threads=True,
    )


def cuda_devices(files: Sequence[str] = ()) -> list[str]:
    """The device files that a CUDA worker needs beside /dev/null: its GPU's (by default every GPU's) and the driver's, no
    display."""
    gpus = [path for path in Path("/dev").glob("nvidia[0-9]*") if path.name.removeprefix("nvidia").isdigit()]
    own = [Path(each) for each in files] or [*gpus, *Path("/dev/nvidia-caps").glob("*")]
    wanted = [*own, *(Path("/dev", name) for name in _DRIVER_DEVICES)]
    return sorted(str(path) for path in wanted if path.is_char_device())


def _package(entry: str) -> str:
    """`torch-2.2.0.dist-info`, `torch.libs` and `torch.py` belong to `torch`."""
    return entry.split(".")[0].split("-")[0].lower()


def _standard_library() -> list[Path]:
    return _existing(sysconfig.get_path(name) for name in ("stdlib", "platstdlib"))


def _package_folders() -> list[Path]:
    """Folders of installed packages; never one that is only on the path because a project lies there."""
    known = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), *site.getsitepackages()]
    on_path = [each for each in sys.path if Path(each).name in ("site-packages", "dist-packages")]
    return _existing([*known, *on_path])


def _library_folders() -> list[Path]:
    triplet = sysconfig.get_config_var("MULTIARCH") or ""
    names = [f"/lib/{triplet}", f"/usr/lib/{triplet}"] if triplet else []
    return _existing([*names, "/lib64", "/usr/lib64"])


def _entries(folder: Path, runtime: Runtime) -> list[Path]:
    """What belongs to the packages of a runtime, their metadata and bundled libraries included.

    A link out of here (a project under development) is nothing that a student installs.
    """
    wanted = {each.lower() for each in installed_for(runtime)}
    found = sorted(entry for entry in folder.iterdir() if _package(entry.name) in wanted)
    return [entry for entry in found if entry.resolve().is_relative_to(folder)]


def _shared_objects(closed: set[Path]) -> list[Path]:
    """The libraries beside an interpreter that brings its own (conda), or that the loader is told of.

    Only the libraries: such a folder may lie anywhere, and hold anything.
    """
    named = os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    folders = _existing([str(Path(sys.base_prefix) / "lib"), *filter(None, named)])
    libraries = [each for folder in folders for each in sorted(folder.glob("*.so*")) if each.is_file()]
    return [each for each in libraries if not closed & {each.resolve(), *each.resolve().parents}]


def _existing(names: Iterable[str | None]) -> list[Path]:
    paths = [Path(name).resolve() for name in names if name]
    return list(dict.fromkeys(path for path in paths if path.is_dir()))


def _all_but(path: Path, closed: set[Path]) -> list[Path]:
    """The largest folders below `path`, and the files, that hold nothing of `closed`."""
    shut = {str(each) for each in closed}
    if any(str(each) in shut for each in [path, *path.parents]):
        return []
    # Folders that have something shut below them: only these are taken apart.
    mixed = {str(parent) for each in closed for parent in each.parents}
    return [Path(each) for each in _largest(str(path), shut, mixed)]


def _largest(path: str, shut: set[str], mixed: set[str]) -> list[str]:
    if path in shut:
        return []
    if path not in mixed:
        return [path]
    inside: list[str] = []
    for entry in sorted(os.scandir(path), key=lambda each: each.name):
        # A link out of here (a project under development) grants nothing.
        if not entry.is_symlink() or Path(entry.path).resolve().is_relative_to(path):
            inside += _largest(entry.path, shut, mixed)
    return inside
