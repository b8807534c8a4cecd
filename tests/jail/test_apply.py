"""The whole jail under attack, from every starting point; and that it fails closed."""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Callable
from typing import Any

import pytest

from autograder.jail import apply, attempts, grants, landlock, namespaces, uids
from autograder.jail.forked import ChildFailed, run_forked
from autograder.jail.kernel import JailError, supported
from autograder.jail.policy import JailPolicy, at_least

NOTHING: dict[str, list[str]] = {"file": [], "process": [], "network": [], "signal": []}
ALWAYS = {"session", "landlock", "rlimits", "capabilities", "parent", "seccomp"}


def test_unjailed_the_attempts_succeed() -> None:
    with attempts.target() as on:
        succeeded = run_forked(lambda _: attempts.run_attempts(on))
    # Tracing and user namespaces depend on the machine's settings.
    assert len(succeeded["file"]) == 7
    assert {"fork", "execute a program"} <= set(succeeded["process"])
    assert len(succeeded["network"]) == 4
    assert len(succeeded["signal"]) == 5


@pytest.mark.parametrize(
    ("start", "own_user", "abi", "in_namespaces"),
    [
        ("as_root", True, None, True),
        ("as_root", True, 1, False),
        ("as_root", False, None, False),
        ("as_root", False, 1, False),
        ("as_root", False, 4, False),
        ("as_ordinary_user", False, None, True),
        ("as_ordinary_user", False, 1, False),
        ("as_container_root", True, None, True),
        ("as_container_root_with_open_interpreter", True, None, True),
        ("as_container_root_with_open_interpreter", True, 1, True),
    ],
)
def test_nothing_gets_through(
    jailed: Callable[..., Any], starts: Any, start: str, own_user: bool, abi: int | None, in_namespaces: bool
) -> None:
    starts.need_start(start)
    if own_user:
        starts.need_root()
    if abi is not None and abi > landlock.abi():
        pytest.skip(f"this kernel's landlock is older than ABI {abi}")
    with attempts.target() as on:
        layers, succeeded = jailed(
            lambda: attempts.run_attempts(on),
            start=getattr(starts, start),
            abi=abi,
            in_namespaces=in_namespaces,
            uid=uids.uid_for_slot(0) if own_user else None,
        )
    assert succeeded == NOTHING
    assert set(layers) >= ALWAYS
    if "container" in start:
        assert "namespaces" not in layers
        assert apply.level_of(layers) == "standard"
    if start.endswith("open_interpreter"):
        assert "uid" in layers


def test_a_container_whose_interpreter_is_closed_to_others_keeps_its_user(jailed: Callable[..., Any], starts: Any) -> None:
    starts.need_full_root()
    if not uids.closed_to_others(grants.default_listable()):
        pytest.skip("the interpreter is open to other users here")
    layers, (found, uid) = jailed(_import_something_new, start=starts.as_container_root, uid=uids.uid_for_slot(0))
    assert found == "fractions"
    assert uid == 0
    assert "uid" not in layers


@pytest.mark.parametrize("start", ["as_root", "as_ordinary_user", "as_container_root_with_open_interpreter"])
def test_late_imports_work_from_every_start(jailed: Callable[..., Any], starts: Any, start: str) -> None:
    starts.need_start(start)
    own = None if start == "as_ordinary_user" else uids.uid_for_slot(3)
    layers, (found, uid) = jailed(_import_something_new, start=getattr(starts, start), uid=own)
    assert found == "fractions"
    if "uid" in layers:
        assert uid == own
    assert uid != 0 or start == "as_root"


def _import_something_new() -> tuple[str, int]:
    import sys

    for name in [each for each in sys.modules if each.split(".")[0] in ("fractions", "colorsys")]:
        del sys.modules[name]
    import colorsys
    import fractions

    assert colorsys.__file__
    return fractions.__name__, os.getuid()


@pytest.mark.parametrize(
    ("layers", "gets_through"),
    [
        ("landlock", {"fork", "UDP"}),
        ("seccomp", {"read a hidden file", "read the grader's environment"}),
        ("uid", {"read a hidden file", "fork", "execute a program", "TCP", "UDP"}),
    ],
)
def test_one_layer_alone_is_not_enough(starts: Any, layers: str, gets_through: set[str]) -> None:
    """What each layer leaves open: if this changes, the table in the documentation is out of date."""
    if layers == "uid":
        starts.need_root()

    def child(_: int) -> list[str]:
        from autograder.jail import seccomp, session

        session.forbid_new_privileges()
        if layers == "landlock":
            landlock.restrict(landlock.build(["/dev/null"]))
        elif layers == "seccomp":
            seccomp.install(seccomp.program())
        else:
            uids.drop(uids.uid_for_slot(1) or 0, uids.uid_for_slot(1) or 0)
        return [each for found in attempts.run_attempts(on).values() for each in found]

    with attempts.target() as on:
        assert gets_through <= set(run_forked(child))


def test_strict_is_refused_where_namespaces_are_not_allowed(jailed: Callable[..., Any], starts: Any) -> None:
    starts.need_full_root()
    with pytest.raises(ChildFailed, match="JailError: namespaces"):
        jailed(lambda: "ran", start=starts.as_container_root, level="strict")


def test_strict_holds_where_they_are(jailed: Callable[..., Any], starts: Any) -> None:
    starts.need_full_root()
    layers, answer = jailed(lambda: "ran", level="strict", uid=uids.uid_for_slot(0))
    assert answer == "ran"
    assert apply.level_of(layers) == "strict"


@pytest.mark.parametrize("missing", ["landlock", "seccomp"])
def test_standard_is_refused_without(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    def not_there(*_: object, **__: object) -> None:
        raise OSError(38, "not in this kernel")

    monkeypatch.setattr(f"autograder.jail.{missing}.{'build' if missing == 'landlock' else 'install'}", not_there)
    with pytest.raises(ChildFailed, match=f"JailError: {missing}: .*not in this kernel"):
        run_forked(lambda wire: apply.enter(JailPolicy(wire_fd=wire)))
    # The floor `none` runs with what is left, and says so.
    layers = run_forked(lambda wire: apply.enter(JailPolicy(level="none", wire_fd=wire)))
    assert missing not in layers
    assert apply.level_of(layers) == "none"


def test_a_user_that_cannot_be_had_is_fatal(starts: Any) -> None:
    starts.need_root()

    def child(wire: int) -> object:
        return apply.enter(JailPolicy(level="none", wire_fd=wire, uid=2**32 - 2, gid=2**32 - 1))

    with pytest.raises(ChildFailed, match="JailError: user"):
        run_forked(child)


def test_strict_without_a_prepared_zygote_is_refused() -> None:
    with pytest.raises(ChildFailed, match="missing for strict: namespaces"):
        run_forked(lambda wire: apply.enter(JailPolicy(level="strict", wire_fd=wire)))


def test_the_policy_crosses_as_json_anywhere() -> None:
    import json

    policy = JailPolicy(level="strict", cpu_seconds=2.5, readable=["/usr"], uid=7, wire_fd=9)
    assert JailPolicy.from_dict(json.loads(json.dumps(policy.to_dict()))) == policy
    with pytest.raises(ValueError, match="no cpu"):
        JailPolicy.from_dict({"cpu": 3})
    with pytest.raises(ValueError, match="level"):
        JailPolicy.from_dict({"level": "lax"})


def test_levels_are_ordered_anywhere() -> None:
    assert at_least("strict", "standard") and at_least("standard", "standard") and at_least("none", "none")
    assert not at_least("none", "standard") and not at_least("standard", "strict")


def test_what_it_costs(capsys: pytest.CaptureFixture[str]) -> None:
    """Prints; asserts only that what was timed was the whole jail."""
    began = time.perf_counter()
    policy = grants.default_policy("numpy", uid=uids.uid_for_slot(0))
    granted = time.perf_counter()

    def zygote(_: int) -> list[Any]:
        start = time.perf_counter()
        prepared = apply.prepare(policy)
        prepare_ms = 1000 * (time.perf_counter() - start)

        def child(wire: int) -> list[Any]:
            mine = dataclasses.replace(policy, wire_fd=wire)
            start = time.perf_counter()
            layers = prepared.enter(mine)
            return [1000 * (time.perf_counter() - start), layers]

        return [prepare_ms, [run_forked(child) for _ in range(15)]]

    prepare_ms, entered = run_forked(zygote)
    times = sorted(each for each, _ in entered)
    with capsys.disabled():
        print(
            f"\n  jail: grants {1000 * (granted - began):.1f} ms, prepare {prepare_ms:.1f} ms, "
            f"enter {times[0]:.2f} to {times[-1]:.2f} ms, median {times[len(times) // 2]:.2f} ms"
        )
    assert all(set(layers) >= ALWAYS for _, layers in entered)


def test_this_process_was_left_alone() -> None:
    """The tests above ran in children: the test session itself has prepared and entered nothing."""
    assert not apply._prepared
    assert namespaces._entered_by is None
    assert supported()
    assert issubclass(JailError, Exception)
