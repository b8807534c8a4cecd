"""What a worker may read: enough to import, nothing that gives an answer away."""

from __future__ import annotations

import importlib.util
import os
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.jail import grants, packages, uids

REPOSITORY = Path(__file__).resolve().parents[2]


def can_read(path: str | Path) -> str:
    try:
        if Path(path).is_dir():
            os.listdir(path)  # noqa: PTH208
        else:
            with open(path, "rb") as file:  # noqa: PTH123
                file.read(1)
    except OSError as problem:
        return type(problem).__name__
    return "read"


def module_folder(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        pytest.skip(f"{name} is not installed")
    return Path(spec.origin).parent


@pytest.mark.parametrize("runtime", ["numpy", "torch"])
def test_no_grant_holds_what_is_denied(runtime: grants.Runtime) -> None:
    granted = [Path(each) for each in grants.default_readable(runtime)]
    site = Path(sysconfig.get_path("purelib")).resolve()
    base = Path(sysconfig.get_path("stdlib")).resolve() / "site-packages"
    denied = ["sklearn", "pandas", "otter", "nbgrader", *(["torch", "sympy"] if runtime == "numpy" else [])]
    closed = [
        *(site / name for name in denied),
        base,
        *base.glob("*"),
        REPOSITORY,
        REPOSITORY / "tests",
        Path.home(),
        Path.cwd(),
        Path("/etc/passwd"),
        Path("/proc/self"),
    ]
    for path in granted:
        assert not [each for each in closed if each == path or path in each.parents], path
    assert site / "numpy" in granted
    has_torch = any(path.is_relative_to(site / "torch") for path in granted)
    assert has_torch == (runtime == "torch" and (site / "torch").exists())


@pytest.mark.parametrize("runtime", ["numpy", "torch"])
def test_of_installed_packages_only_those_of_the_runtime_are_granted(runtime: grants.Runtime) -> None:
    """An allow list: a package that nobody thought of is not there."""
    folders = [Path(each).resolve() for each in grants.default_listable() if "packages" in each]
    granted = [Path(each) for each in grants.default_readable(runtime)]
    tops = {p.relative_to(f).parts[0] for f in folders for p in granted if p != f and p.is_relative_to(f)}
    assert {grants._package(top) for top in tops} <= packages.installed_for(runtime)
    assert {"numpy", "tqdm", "einops"} <= {grants._package(top) for top in tops}


def test_a_name_covers_what_belongs_to_a_package() -> None:
    assert [grants._package(each) for each in ("torch", "torch-2.2.0+cpu.dist-info", "torch.libs", "torch.py")] == ["torch"] * 4
    assert grants._package("torchgen") == "torchgen"


def test_extra_paths_can_be_denied() -> None:
    site = Path(sysconfig.get_path("purelib")).resolve()
    random_folder = str(site / "numpy" / "random")
    granted = grants.default_readable("numpy", extra_denied=[random_folder])
    assert not [each for each in granted if each.startswith(random_folder)]
    # The rest of numpy is granted in pieces, and none of the pieces is all of it.
    assert str(site / "numpy") not in granted
    assert str(site / "numpy" / "linalg") in granted


def test_a_link_out_of_a_folder_grants_nothing(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    for name in ("packages/denied", "packages/good", "project"):
        (tmp_path / name).mkdir(parents=True)
    (packages / "developed").symlink_to(tmp_path / "project")
    (packages / "alias").symlink_to(packages / "good")
    found = grants._all_but(packages, {packages / "denied"})
    assert found == [packages / "alias", packages / "good"]


def test_a_loader_path_opens_its_libraries_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("libgood.so.1", "answers.py", "closed/libbad.so"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    monkeypatch.setenv("LD_LIBRARY_PATH", f"{tmp_path}:{tmp_path / 'closed'}")
    granted = grants.default_readable("numpy", extra_denied=[str(tmp_path / "closed")])
    assert [each for each in granted if each.startswith(str(tmp_path))] == [str(tmp_path / "libgood.so.1")]


@pytest.mark.parametrize("start", ["as_root", "as_ordinary_user"])
def test_secrets_are_out_of_reach_in_the_jail(jailed: Callable[..., Any], starts: Any, start: str, tmp_path: Path) -> None:
    starts.need_start(start)
    (tmp_path / "hidden.py").write_text("expected = 1")
    tester = os.getpid()
    digits = module_folder("sklearn") / "datasets" / "data" / "digits.csv.gz"
    assert digits.exists()
    paths = {
        "digits": digits,
        "passwd": "/etc/passwd",
        "home": Path.home(),
        "root": "/",
        "repository": REPOSITORY,
        "its project file": REPOSITORY / "pyproject.toml",
        "the course model": REPOSITORY / "autograder" / "course" / "model.py",
        "a hidden suite": tmp_path / "hidden.py",
        "/proc": "/proc",
        "a process": f"/proc/{tester}/cmdline",
        "its memory map": f"/proc/{tester}/maps",
        "init": "/proc/1/status",
        "itself": "/proc/self/environ",
        "the mounts": "/proc/mounts",
        "shared memory": "/dev/shm",
        "temporary files": "/tmp",
        "torch": module_folder("torch") / "__init__.py",
        "sympy": module_folder("sympy") / "__init__.py",
        "pandas": module_folder("pandas") / "__init__.py",
        "the base interpreter's packages": Path(sysconfig.get_path("stdlib")) / "site-packages" / "pip" / "__init__.py",
        "otter": module_folder("otter") / "__init__.py",
        "nbgrader": module_folder("nbgrader") / "__init__.py",
    }
    _, seen = jailed(lambda: {name: can_read(path) for name, path in paths.items()}, start=getattr(starts, start))
    assert {name: result for name, result in seen.items() if result == "read"} == {}

    open_to_all = [os.__file__, module_folder("numpy") / "__init__.py", "/proc/cpuinfo", "/dev/urandom"]
    _, seen = jailed(lambda: [can_read(path) for path in open_to_all], start=getattr(starts, start))
    assert seen == ["read"] * 4


def test_the_paths_above_can_be_read_without_the_jail() -> None:
    """Otherwise the test above would pass for the wrong reason."""
    paths = ["/etc/passwd", Path.home(), "/", REPOSITORY, "/proc/mounts", f"/proc/{os.getpid()}/maps", "/tmp"]
    assert [can_read(path) for path in paths] == ["read"] * len(paths)


def test_a_runtime_s_policy_is_complete(jailed: Callable[..., Any]) -> None:
    policy = grants.default_policy("numpy", cpu_seconds=3)
    assert policy.cpu_seconds == 3 and "torch" not in policy.packages
    assert set(policy.listable) & {str(Path(each).resolve()) for each in sys.path}

    def list_packages() -> bool:
        return "numpy" in os.listdir(sysconfig.get_path("purelib"))  # noqa: PTH208

    _, seen = jailed(list_packages, policy=policy, uid=uids.uid_for_slot(0))
    assert seen is True
