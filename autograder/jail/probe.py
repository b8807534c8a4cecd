"""What this machine offers, found by trying: each layer in a child, then the whole jail under attack."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from autograder.errors import UserError
from autograder.jail import (
    apply,
    attempts,
    capabilities,
    landlock,
    namespaces,
    rlimits,
    seccomp,
    session,
    uids,
)
from autograder.jail.forked import ChildFailed, run_forked
from autograder.jail.kernel import supported
from autograder.jail.policy import JailPolicy, Level, at_least

_ELSEWHERE = "Run gradmark in a Linux container, or on Windows in WSL2."

_ADVICE = {
    "landlock": (
        "Needs Linux 5.13 or newer with landlock among its security modules (boot parameter "
        "lsm=landlock,...); in a container, a runtime whose seccomp profile knows landlock "
        "(Docker 20.10.10 or newer)."
    ),
    "landlock-old": "Linux 6.12 or newer also keeps signals and abstract sockets in; seccomp does too.",
    "seccomp": "Needs a kernel with seccomp filters, and a container that lets a process add its own.",
    "uid": "Optional: as root, each worker gets a user of its own. A container where you are root is enough.",
    "uid-closed": (
        "The interpreter lies in a folder closed to other users, so workers keep the right to read past file "
        "modes and landlock alone limits reading. Install Python under /usr/local or /opt to avoid it."
    ),
    "uid-unreadable": ("Optional: with Python in a folder open to all (/usr/local), each worker gets a user of its own."),
    "namespaces": (
        "Only `strict` needs them. Run as root outside a container, or let users make namespaces "
        "(sysctl user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns=0)."
    ),
    "rlimits": "Needs a hard limit that can be lowered; look at `ulimit -H -a`.",
}

# Which layers have a part in a property. Landlock says which files, seccomp shuts what landlock does not
# see (modes, truncation) and all of process, network and signal; the rest stand behind them.
_GIVEN_BY = {
    "file": ["landlock", "seccomp", "uid"],
    "process": ["seccomp", "landlock", "uid", "namespaces"],
    "network": ["seccomp", "namespaces"],
    "signal": ["seccomp", "landlock 6", "uid", "namespaces"],
}


@dataclass
class Layer:
    name: str
    available: bool
    gives: str
    detail: str
    advice: str = ""


@dataclass
class Property:
    """One kind of isolation: whether every attempt on it was refused, and by which layers."""

    name: str
    holds: bool
    by: list[str]
    broken_by: list[str] = field(default_factory=list)


@dataclass
class ProbeReport:
    system: str
    user: str
    level: Level
    layers: list[Layer]
    properties: list[Property]
    reasons: list[str]
    advice: list[str]

    def to_dict(self) -> dict[str, Any]:
        return {"schema": 1, **asdict(self)}

    def layer(self, name: str) -> Layer:
        return next(each for each in self.layers if each.name == name)


@lru_cache(maxsize=1)
def probe() -> ProbeReport:
    """The report of this machine for this user; tried once a process."""
    return run_probes()


def require(floor: Level) -> ProbeReport:
    """The report, or a UserError that says how to reach the floor. Grading calls this first."""
    report = probe()
    if not at_least(report.level, floor):
        ways = " ".join(report.advice)
        raise UserError(
            f"isolation: this machine reaches '{report.level}', and '{floor}' is asked for "
            f"({'; '.join(report.reasons)}). {ways} `gradmark doctor` shows each layer; "
            f"`--isolation {report.level}` grades with less."
        )
    return report


def run_probes() -> ProbeReport:
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    if not supported():
        layers = [Layer(name, False, gives, "not on this system", _ELSEWHERE) for name, gives, _ in _LAYERS]
        properties = [Property(name, False, []) for name in _GIVEN_BY]
        return ProbeReport(system, _user(), "none", layers, properties, ["not on this system"], [_ELSEWHERE])
    layers = [_try_layer(name, gives, attempt) for name, gives, attempt in _LAYERS]
    properties, reached, problem = _try_jail(layers)
    level = reached if all(each.holds for each in properties) else "none"
    return ProbeReport(system, _user(), level, layers, properties, *_explain(level, layers, properties, problem))


def _user() -> str:
    if not hasattr(os, "geteuid"):
        return sys.platform
    return "root" if os.geteuid() == 0 else f"uid {os.geteuid()}"


def _try_layer(name: str, gives: str, attempt: Callable[[int], str]) -> Layer:
    """A layer is there only if it is seen to work; a probe that says nothing counts as absent."""
    try:
        detail = run_forked(attempt)
    except (ChildFailed, OSError) as problem:
        reason = "uid-unreadable" if name == "uid" and "closed" in str(problem) else name
        return Layer(name, False, gives, str(problem), _ADVICE.get(reason, ""))
    advice = ""
    if name == "landlock" and landlock.abi() < 6:
        advice = _ADVICE["landlock-old"]
    if name == "uid" and "closed" in detail:
        advice = _ADVICE["uid-closed"]
    return Layer(name, True, gives, detail, advice)


def _session_alone(wire: int) -> str:
    session.new_session()
    session.trim_environment()
    session.keep_only_descriptors(wire)
    session.forbid_new_privileges()
    session.forbid_inspection()
    _check(os.getsid(0) == os.getpid(), "no session of its own")
    return "new session, descriptors closed, dies with its parent"


def _rlimits_alone(_: int) -> str:
    room = rlimits.address_space_in_use() + (64 << 20)
    rlimits.apply(JailPolicy(cpu_seconds=5, address_space=room))
    try:
        bytearray(256 << 20)
    except MemoryError:
        return "CPU time, address space, file size, open files"
    raise OSError("an allocation above the limit went through")


def _landlock_alone(_: int) -> str:
    session.forbid_new_privileges()
    landlock.restrict(landlock.build([], devices=["/dev/null"]))
    try:
        os.open("/", os.O_RDONLY)
    except PermissionError:
        return f"ABI {landlock.abi()}"
    raise OSError("a folder outside the rules could be read")


def _seccomp_alone(_: int) -> str:
    session.forbid_new_privileges()
    filter_program = seccomp.program()
    seccomp.install(filter_program)
    try:
        child = os.fork()
    except PermissionError:
        return f"{len(filter_program)} instructions"
    if child == 0:
        os._exit(0)
    raise OSError("a fork went through")


def _uid_alone(_: int) -> str:
    if not uids.can_drop():
        raise OSError("not root" if os.geteuid() else "root without the right to change users")
    closed = uids.closed_to_others([str(Path(os.__file__).parent)])
    uid = _spare_uid()
    assert uid is not None
    may_read = capabilities.holds(capabilities.DAC_READ_SEARCH)
    uids.drop(uid, uid)
    _check(os.getresuid() == (uid, uid, uid), "the user did not change")
    base = uids.pool_base()
    if closed and not may_read:
        raise OSError(f"{closed[0]} is closed to other users, and this root cannot lend the right to read it")
    return f"users from {base}" + (f"; {closed[0]} is closed to them" if closed else "")


def _namespaces_alone(_: int) -> str:
    outside = namespaces.network_identity()
    namespaces.enter_for_children()

    def seen(_: int) -> list[object]:
        return [namespaces.network_identity(), os.getppid()]

    inside, parent = run_forked(seen)
    _check(inside != outside and parent == 0, "the child still sees the outside")
    return "network, processes, IPC" + ("" if os.geteuid() == 0 else ", by a user namespace")


def _check(condition: bool, problem: str) -> None:
    if not condition:
        raise OSError(problem)


def _spare_uid() -> int | None:
    return uids.uid_for_slot(uids.POOL_SIZE - 1)


_LAYERS: list[tuple[str, str, Callable[[int], str]]] = [
    ("session", "no terminal, no open file, no environment, no orphan", _session_alone),
    ("rlimits", "CPU, memory, file size and descriptors end", _rlimits_alone),
    ("landlock", "reads the interpreter and its packages only, writes nothing", _landlock_alone),
    ("seccomp", "no new process, no socket, signals to itself only", _seccomp_alone),
    ("uid", "a user of its own, a limit on threads", _uid_alone),
    ("namespaces", "sees no network and no other process", _namespaces_alone),
]


def _try_jail(layers: list[Layer]) -> tuple[list[Property], Level, str]:
    """Every layer that this machine offers, all at once; then the attempts."""
    names: list[str] = []
    problem = ""
    try:
        with attempts.target() as on:
            names, succeeded = run_forked(lambda _: _attack_jail(on))
    except (ChildFailed, OSError) as raised:
        problem = f"the jail as a whole: {raised}"
        succeeded = {name: ["not tried"] for name in _GIVEN_BY}
    available = {each.name for each in layers if each.available} | ({"landlock 6"} if landlock.abi() >= 6 else set())
    properties = [
        Property(name, not succeeded[name], [each for each in by if each in available], succeeded[name])
        for name, by in _GIVEN_BY.items()
    ]
    return properties, apply.level_of(names), problem


def _attack_jail(on: attempts.Target) -> list[Any]:
    policy = JailPolicy(level="none", uid=_spare_uid())
    apply.prepare(policy)

    def jailed(wire: int) -> list[Any]:
        policy.wire_fd = wire
        return [apply.enter(policy), attempts.run_attempts(on)]

    found: list[Any] = run_forked(jailed)
    return found


def _explain(level: Level, layers: list[Layer], properties: list[Property], problem: str) -> tuple[list[str], list[str]]:
    """Why the level is no higher, and what to do about it."""
    reasons = [f"{each.name} isolation fails: {', '.join(each.broken_by)}" for each in properties if not each.holds]
    if problem:
        reasons.insert(0, problem)
    needed = apply.REQUIRED["strict" if level == "standard" else "standard"]
    missing = [each for each in layers if not each.available and each.name in needed]
    reasons += [f"no {each.name}: {each.detail}" for each in missing]
    return reasons, [each.advice for each in missing if each.advice]
