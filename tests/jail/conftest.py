"""Runs a function in a jailed child, from different starting points: root, an ordinary user, a container."""

from __future__ import annotations

import ctypes
import dataclasses
import errno
import os
import sys
import sysconfig
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from autograder.jail import apply, bpf, capabilities, grants, namespaces, uids
from autograder.jail.forked import ChildFailed, run_forked
from autograder.jail.kernel import supported, syscall
from autograder.jail.policy import JailPolicy
from autograder.jail.syscalls import number

ORDINARY_UID = 65534


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if supported():
        return
    for item in items:
        if Path(__file__).parent in item.path.parents and "anywhere" not in item.name:
            item.add_marker(pytest.mark.skip(reason="the jail is written for Linux on x86_64 and aarch64"))


def need_root() -> None:
    if not uids.can_drop():
        pytest.skip("needs root with the right to change users")


def need_full_root() -> None:
    """To act as another user or as a container takes rights that root in a container does not have."""
    need_root()
    problem = _why_not_full_root()
    if problem:
        pytest.skip(f"needs root outside a container: {problem}")


@lru_cache(maxsize=1)
def _why_not_full_root() -> str:
    def try_it(_: int) -> None:
        namespaces.enter_for_children()
        as_container_root_with_open_interpreter()

    try:
        run_forked(try_it)
    except ChildFailed as raised:
        return str(raised)
    return "" if capabilities.holds(capabilities.DAC_READ_SEARCH) else "no right to read past file modes"


def need_start(name: str) -> None:
    """Whether this process can act as `name` says; an ordinary user is one already."""
    if name != "as_root" and not (name == "as_ordinary_user" and os.geteuid() != 0):
        need_full_root()


Start = Callable[[], None]


@pytest.fixture
def jailed() -> Callable[..., Any]:
    """`jailed(function, start=as_root, abi=None, in_namespaces=True, **policy fields)`.

    `start` runs first in a child of its own, which then is the zygote: it prepares and forks.
    """

    def run(
        function: Callable[[], Any],
        *,
        start: Start = as_root,
        runtime: grants.Runtime = "numpy",
        abi: int | None = None,
        in_namespaces: bool = True,
        policy: JailPolicy | None = None,
        timeout: float = 30,
        **changes: Any,
    ) -> Any:
        wanted = dataclasses.replace(policy or grants.default_policy(runtime), **changes)

        def zygote(_: int) -> Any:
            start()
            if not in_namespaces:
                namespaces.enter_for_children = _not_allowed  # type: ignore[assignment]
            prepared = apply.prepare(wanted, abi)

            def child(wire: int) -> Any:
                layers = prepared.enter(dataclasses.replace(wanted, wire_fd=wire))
                return [layers, function()]

            return run_forked(child, timeout)

        return run_forked(zygote, timeout + 5)

    return run


@pytest.fixture
def starts() -> Any:
    """This module: its `as_...` functions and `need_root`."""
    return sys.modules[__name__]


def _not_allowed(processes: bool = True) -> None:
    raise OSError(errno.EPERM, "not in this test")


def as_root() -> None:
    """The user that runs the tests, whoever that is."""


def as_ordinary_user() -> None:
    """An ordinary user who can read the interpreter: from root, or as it is."""
    if os.geteuid() == 0:
        open_interpreter()
        uids.drop(ORDINARY_UID, ORDINARY_UID)
        # An ordinary user's processes can be looked at by that user; the change of user ended that.
        syscall("prctl", 4, 1, 0, 0, 0)


def as_container_root() -> None:
    """Root with Docker's default capabilities under a profile that refuses new namespaces."""
    _install_container_profile()
    kept = (0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31)
    capabilities.keep_only(sum(1 << each for each in kept) & capabilities.held())


def as_container_root_with_open_interpreter() -> None:
    """The same where Python lies in /usr/local, as it does in images."""
    open_interpreter()
    as_container_root()


def _install_container_profile() -> None:
    """Installed with root's own right to do so: a container does not set no_new_privs either."""
    names = (
        "unshare",
        "setns",
        "mount",
        "bpf",
        "keyctl",
        "userfaultfd",
        "perf_event_open",
        "open_by_handle_at",
    )
    refused = {number(name) for name in names}
    refusal, allowed = bpf.give(bpf.refuse(errno.EPERM)), bpf.give(bpf.ALLOW)
    starts: list[tuple[int, bpf.Block]] = []
    for n in range(max(refused) + 2):
        block = refusal if n in refused else allowed
        if not starts or starts[-1][1] is not block:
            starts.append((n, block))
    program = bpf.FilterProgram.assemble([bpf.Instruction(bpf.LOAD, bpf.NUMBER_AT), *bpf.search_tree(starts)])
    from autograder.jail import seccomp

    seccomp.install(program)


def open_interpreter() -> None:
    """In a mount namespace, shows the interpreter's folder where a closed home would hide it."""
    library = sysconfig.get_path("stdlib")
    if not uids.closed_to_others([library]):
        return
    prefix = Path(sys.base_prefix)
    top = Path("/", prefix.parts[1])
    syscall("unshare", 0x00020000)
    recursive_and_private = 0x4000 | 0x40000
    _mount("none", "/", "", recursive_and_private)
    kept = os.open(prefix, os.O_PATH)
    _mount("none", str(top), "tmpfs", 0, "mode=755")
    prefix.mkdir(parents=True)
    for parent in [prefix, *prefix.parents]:
        if parent != top and top in parent.parents:
            parent.chmod(0o755)
    _mount(f"/proc/self/fd/{kept}", str(prefix), "", 0x1000)
    os.close(kept)
    assert not uids.closed_to_others([library])


def _mount(source: str, where: str, kind: str, flags: int, options: str = "") -> None:
    words = [ctypes.c_char_p(each.encode()) for each in (source, where, kind)]
    syscall("mount", *words, flags, ctypes.c_char_p(options.encode()))
