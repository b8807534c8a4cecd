"""All layers, in the order in which they do not stand in each other's way.

The zygote calls `prepare(policy)` once; each child calls `enter(policy)` with its own limits and finds
the prepared parts by inheritance. What is left for the child is a dozen system calls.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field

from autograder.jail import capabilities, landlock, namespaces, rlimits, seccomp, session, uids
from autograder.jail.bpf import FilterProgram
from autograder.jail.kernel import JailError
from autograder.jail.policy import JailPolicy, Level

_STANDARD = frozenset({"session", "landlock", "rlimits", "capabilities", "parent", "seccomp"})
# What a level cannot do without. The user drop and namespaces come on top where they are to be had.
REQUIRED: dict[Level, frozenset[str]] = {
    "none": frozenset(),
    "standard": _STANDARD,
    "strict": _STANDARD | {"namespaces"},
}


def level_of(layers: list[str]) -> Level:
    """The level that a set of layers amounts to."""
    for level in ("strict", "standard"):
        if REQUIRED[level] <= set(layers):  # type: ignore[index]
            return level  # type: ignore[return-value]
    return "none"


@dataclass
class Prepared:
    """What does not depend on the child: made in the zygote, inherited by fork."""

    ruleset: int | None
    abi: int
    program: FilterProgram | None
    # Folders that the pool's users could not read, so that one capability has to stay.
    closed_folders: list[str]
    made_by: int
    problems: dict[str, str] = field(default_factory=dict)

    def enter(self, policy: JailPolicy) -> list[str]:
        """Jails this process for good; the layers that took effect, in order."""
        if policy.names_threads and self.made_by != os.getpid():
            made = _make(policy, None)
            made.made_by, made.closed_folders = self.made_by, self.closed_folders
            return _Entering(made, policy).run()
        return _Entering(self, policy).run()


_prepared: dict[tuple[object, ...], Prepared] = {}


def _key(policy: JailPolicy, abi: int | None) -> tuple[object, ...]:
    return (tuple(policy.readable), tuple(policy.listable), tuple(policy.devices), policy.names_threads, abi)


def prepare(policy: JailPolicy, abi: int | None = None) -> Prepared:
    """Called in the zygote, warm and without threads, before it forks. A second call is free.

    Where namespaces are allowed this process's children are born into new ones from now on (and this
    process can start no more threads); its environment is cut to what a child may see.
    `abi` holds landlock to an older version, for tests.
    """
    key = _key(policy, abi)
    if key in _prepared:
        return _prepared[key]
    missing = {}
    try:
        namespaces.enter_for_children(
            processes=not policy.names_threads
        )  # first: it may bring another /proc, and landlock's rules are about what is mounted
    except OSError as problem:
        missing["namespaces"] = str(problem)
        if "namespaces" in REQUIRED[policy.level]:
            raise JailError(f"namespaces: {problem}") from None
    prepared = _make(policy, abi)
    prepared.problems |= missing
    session.trim_environment()
    _prepared[key] = prepared
    return prepared


def _make(policy: JailPolicy, abi: int | None) -> Prepared:
    prepared = Prepared(None, abi or landlock.abi(), None, [], os.getpid())
    with _optional("landlock", policy.level, prepared.problems):
        # A rule is bound to the folder that it names when it is made: in a child, /proc/self is the child's own.
        own = ["/proc/self"] if policy.names_threads else []
        threads = ["/proc/self/task"] if policy.names_threads else []
        readable = [*policy.readable, *own]
        prepared.ruleset = landlock.build(readable, policy.listable, policy.devices, abi, threads)
    with _optional("seccomp", policy.level, prepared.problems):
        prepared.program = seccomp.program(any_device=set(policy.devices) != {"/dev/null"})
    if uids.can_drop():
        prepared.closed_folders = uids.closed_to_others([*policy.readable, *policy.listable])
    return prepared


def enter(policy: JailPolicy) -> list[str]:
    """`prepare` and `Prepared.enter`: fast in a child whose zygote has prepared for this policy.

    A process that nothing was prepared for makes its own; it cannot have namespaces any more.
    """
    prepared = _prepared.get(_key(policy, None)) or _make(policy, None)
    return prepared.enter(policy)


@contextlib.contextmanager
def _optional(layer: str, level: Level, problems: dict[str, str]) -> Iterator[None]:
    """Notes that a layer is missing, or ends everything if the level needs it."""
    try:
        yield
    except JailError:
        raise
    except (OSError, ValueError, AttributeError, ImportError) as problem:
        problems[layer] = str(problem)
        if layer in REQUIRED[level]:
            raise JailError(f"{layer}: {problem}") from None


class _Entering:
    """The steps of one child, each either in effect, or noted as missing, or fatal."""

    def __init__(self, prepared: Prepared, policy: JailPolicy) -> None:
        self.prepared = prepared
        self.policy = policy
        self.problems: dict[str, str] = {}
        self.layers: list[str] = []

    @contextlib.contextmanager
    def layer(self, name: str) -> Iterator[None]:
        with _optional(name, self.policy.level, self.problems):
            yield
            self.layers.append(name)

    def run(self) -> list[str]:
        prepared, policy = self.prepared, self.policy
        parent = self._expected_parent()
        if namespaces.inside():
            self.layers.append("namespaces")
        with self.layer("session"):
            session.new_session()
            session.trim_environment()
            session.write_no_bytecode()
            session.keep_only_descriptors(policy.wire_fd, also=prepared.ruleset)
            session.forbid_new_privileges()
        if prepared.ruleset is not None:
            with self.layer("landlock"):
                landlock.restrict(prepared.ruleset, prepared.abi)
            os.close(prepared.ruleset)
        become_user = self._can_become_user()
        with self.layer("rlimits"):
            rlimits.apply(policy, own_user=become_user or namespaces.counts_own_tasks())
        with self.layer("capabilities"):
            if become_user:
                self._become_user()
            else:
                capabilities.keep_only(0)
        with self.layer("parent"):
            session.die_with_parent(parent)
            session.forbid_inspection()
        if prepared.program is not None:
            with self.layer("seccomp"):
                seccomp.install(prepared.program)
        missing = REQUIRED[policy.level] - set(self.layers)
        if missing:
            raise JailError(f"missing for {policy.level}: {', '.join(sorted(missing))}")
        return self.layers

    def _expected_parent(self) -> int:
        if self.prepared.made_by == os.getpid():
            return os.getppid()
        # From inside a process namespace a parent outside has the number 0.
        return 0 if namespaces.inside() and namespaces.numbers_anew() else self.prepared.made_by

    def _can_become_user(self) -> bool:
        """Whether a user of its own was asked for, and could still import from the interpreter's folders."""
        if self.policy.uid is None:
            return False
        if not self.prepared.closed_folders:
            return True
        return "landlock" in self.layers and capabilities.holds(capabilities.DAC_READ_SEARCH)

    def _become_user(self) -> None:
        uid, gid = self.policy.uid, self.policy.gid
        assert uid is not None
        try:
            uids.drop(uid, uid if gid is None else gid, keep_reading=bool(self.prepared.closed_folders))
        except OSError as problem:
            raise JailError(f"user {uid}: {problem}") from None
        self.layers.append("uid")
