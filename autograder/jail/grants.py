"""Which files a worker may read: the interpreter, its packages, the libraries below them; no more.

Landlock adds and never subtracts: to leave one package out, its neighbours are granted one by one.
"""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from autograder.jail.policy import Policy

Runtime = Literal["numpy", "torch"]

# Data sets with their labels (scikit-learn ships the digits), and graders.
_NEVER = (
    "sklearn",
    "scikit_learn",
    "tensorflow_datasets",
    "otter",
    "otter_grader",
    "nbgrader",
    "autograder",
    "gradmark",
)

# Packages that differentiate: exercises that ask for a derivative by hand run without them.
_AUTODIFF = (
    "aesara",
    "algopy",
    "autograd",
    "casadi",
    "chainer",
    "diffrax",
    "equinox",
    "flax",
    "functorch",
    "haiku",
    "jax",
    "jaxlib",
    "jaxopt",
    "keras",
    "lightning",
    "micrograd",
    "minitorch",
    "mlx",
    "mxnet",
    "numdifftools",
    "optax",
    "paddle",
    "pytensor",
    "pytorch_lightning",
    "tensorflow",
    "tf_keras",
    "theano",
    "tinygrad",
    "torch",
    "torchaudio",
    "torchgen",
    "torchvision",
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

# What the worker loop itself may still import or quote in a traceback.
_OWN_FOLDERS = ("worker", "jail")


def denied_packages(runtime: Runtime, extra: Iterable[str] = ()) -> list[str]:
    """The packages that a runtime goes without, as the names they are imported by."""
    names = [each for each in extra if os.sep not in each]
    return sorted({*_NEVER, *(_AUTODIFF if runtime == "numpy" else ()), *names})


def default_readable(runtime: Runtime, extra_denied: Iterable[str] = ()) -> list[str]:
    """Every file or folder a worker may read. `extra_denied` holds package names or absolute paths."""
    extra_denied = list(extra_denied)
    names = {_package(each) for each in denied_packages(runtime, extra_denied)}
    closed = {Path(each).resolve() for each in extra_denied if os.sep in each}
    packages, libraries = _package_folders(), _library_folders()
    for folder in [*packages, *_other_package_folders(libraries)]:
        closed |= {entry for entry in folder.iterdir() if _package(entry.name) in names}
    granted: dict[Path, None] = {}
    for root in [*_standard_library(), *packages, *libraries]:
        granted.update(dict.fromkeys(_all_but(root, closed)))
    granted.update(dict.fromkeys(_shared_objects(closed)))
    own = Path(__file__).resolve().parent.parent
    granted.update(dict.fromkeys(own / name for name in _OWN_FOLDERS))
    granted.update(dict.fromkeys(Path(each) for each in _SINGLE_PATHS))
    return [str(path) for path in granted if path.exists()]


def default_listable() -> list[str]:
    """Import looks through these folders; it takes a folder that it cannot list for an empty one."""
    return [str(path) for path in [*_standard_library(), *_package_folders()]]


def default_policy(runtime: Runtime, extra_denied: Iterable[str] = (), **changes: Any) -> Policy:
    """The policy of a runtime's workers; `changes` are fields of `Policy`."""
    extra_denied = list(extra_denied)
    return Policy(
        readable=default_readable(runtime, extra_denied),
        listable=default_listable(),
        denied_packages=denied_packages(runtime, extra_denied),
        **changes,
    )


def cuda_devices() -> list[str]:
    """The device files that a CUDA worker needs beside /dev/null."""
    return sorted(str(path) for path in Path("/dev").glob("nvidia*") if path.is_char_device())


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


def _other_package_folders(libraries: list[Path]) -> list[Path]:
    """Packages of other interpreters that lie among the system's libraries."""
    patterns = ("python3*/site-packages", "python3*/dist-packages")
    return [found for each in libraries for pattern in patterns for found in each.glob(pattern)]


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
