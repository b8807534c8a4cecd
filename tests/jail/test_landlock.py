"""Landlock grants what is listed and nothing beside it, in every version that this kernel can act as."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.jail import landlock, session
from autograder.jail.forked import run_forked

VERSIONS = list(range(1, landlock.abi() + 1)) or [pytest.param(0, marks=pytest.mark.skip("no landlock here"))]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("granted/inner/file", "beside/file", "listed/inner/file", "single", "other"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return tmp_path


def outcome(action: Callable[[], object]) -> str:
    try:
        action()
    except OSError as problem:
        return type(problem).__name__
    return "done"


@pytest.mark.parametrize("version", VERSIONS)
def test_reads_are_what_was_granted(tree: Path, version: int) -> None:
    def child(_: int) -> dict[str, str]:
        session.forbid_new_privileges()
        rules = landlock.build(
            [str(tree / "granted"), str(tree / "single"), str(tree / "not there")],
            listable=[str(tree / "listed")],
            devices=["/dev/null"],
            abi_used=version,
        )
        landlock.restrict(rules, version)
        return {
            "granted file": outcome((tree / "granted/inner/file").read_text),
            "granted folder": outcome(lambda: list((tree / "granted/inner").iterdir())),
            "single file": outcome((tree / "single").read_text),
            "listed folder": outcome(lambda: list((tree / "listed/inner").iterdir())),
            "null": outcome(lambda: Path("/dev/null").write_text("x")),
            "file in a listed folder": outcome((tree / "listed/inner/file").read_text),
            "beside": outcome((tree / "beside/file").read_text),
            "other": outcome((tree / "other").read_text),
            "parent": outcome(lambda: list(tree.iterdir())),
            "by dots": outcome((tree / "granted/../other").read_text),
            "by /proc": outcome(lambda: Path(f"/proc/self/root{tree}/other").read_text()),
        }

    seen = run_forked(child)
    allowed = {"granted file", "granted folder", "single file", "listed folder", "null"}
    assert {name for name, result in seen.items() if result == "done"} == allowed
    assert {result for name, result in seen.items() if name not in allowed} == {"PermissionError"}


@pytest.mark.parametrize("version", VERSIONS)
def test_nothing_can_be_changed_even_where_reading_is_granted(tree: Path, version: int) -> None:
    inner = tree / "granted/inner"

    def child(_: int) -> dict[str, str]:
        session.forbid_new_privileges()
        (tree / "granted/link").symlink_to(tree / "other")
        landlock.restrict(landlock.build([str(tree / "granted")], abi_used=version), version)
        return {
            "write": outcome(lambda: (inner / "file").write_text("x")),
            "append": outcome(lambda: (inner / "file").open("a")),
            "create": outcome(lambda: (inner / "new").write_text("x")),
            "remove": outcome((inner / "file").unlink),
            "rename": outcome(lambda: (inner / "file").rename(inner / "renamed")),
            "folder": outcome((inner / "sub").mkdir),
            "link": outcome(lambda: (inner / "l").symlink_to("/etc")),
            "hard link": outcome(lambda: os.link(inner / "file", inner / "l")),
            "fifo": outcome(lambda: os.mkfifo(inner / "fifo")),
            "through a link": outcome((tree / "granted/link").read_text),
            "execute": outcome(lambda: os.execv("/bin/true", ["true"])),
        }

    assert set(run_forked(child).values()) == {"PermissionError"}
    assert (inner / "file").read_text() == "granted/inner/file"


def test_one_ruleset_serves_many_children(tree: Path) -> None:
    rules = landlock.build([str(tree / "granted")])
    try:

        def child(_: int) -> list[str]:
            session.forbid_new_privileges()
            landlock.restrict(rules)
            return [outcome((tree / "granted/inner/file").read_text), outcome((tree / "other").read_text)]

        assert [run_forked(child) for _ in range(3)] == [["done", "PermissionError"]] * 3
        assert (tree / "other").read_text() == "other"
    finally:
        os.close(rules)


@pytest.mark.skipif(landlock.abi() < 6, reason="needs landlock ABI 6")
def test_signals_stay_inside_from_abi_6() -> None:
    parent = os.getpid()

    def child(_: int) -> str:
        session.forbid_new_privileges()
        landlock.restrict(landlock.build([]))
        return outcome(lambda: os.kill(parent, 0))

    assert run_forked(child) == "PermissionError"


def test_without_landlock_it_says_so(monkeypatch: Any) -> None:
    monkeypatch.setattr(landlock, "abi", lambda: 0)
    with pytest.raises(OSError, match="not offered"):
        landlock.build([])


def test_the_ruleset_is_never_a_standard_descriptor() -> None:
    def child(_: int) -> bool:
        os.close(0)
        return landlock.build([]) > 2

    assert run_forked(child) is True
