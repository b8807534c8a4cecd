"""A user of its own: taken for good, never shared, and able to import."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from autograder.jail import capabilities, uids
from autograder.jail.forked import run_forked


def test_the_change_is_for_good(starts: Any) -> None:
    starts.need_root()
    uid = uids.uid_for_slot(2)
    assert uid is not None

    def child(_: int) -> list[Any]:
        uids.drop(uid, uid)
        back = []
        for change in (lambda: os.setuid(0), lambda: os.setgid(0), lambda: os.setgroups([0])):
            try:
                change()
                back.append("changed")
            except PermissionError:
                back.append("refused")
        return [os.getresuid(), os.getresgid(), os.getgroups(), capabilities.held(), back]

    assert run_forked(child) == [[uid] * 3, [uid] * 3, [], 0, ["refused"] * 3]


def test_it_cannot_read_a_private_file(starts: Any, tmp_path: Path) -> None:
    starts.need_root()
    secret = tmp_path / "secret"
    secret.write_text("x")
    secret.chmod(0o600)
    for folder in [f for f in (tmp_path, *tmp_path.parents) if f.stat().st_uid == os.geteuid() and f != Path("/tmp")][:4]:
        folder.chmod(0o755)
    uid = uids.uid_for_slot(2)
    assert uid is not None

    def child(_: int) -> str:
        uids.drop(uid, uid)
        try:
            return secret.read_text()
        except PermissionError:
            return "refused"

    assert run_forked(child) == "refused"


def test_keeping_the_right_to_read_keeps_no_other(starts: Any, tmp_path: Path) -> None:
    starts.need_full_root()
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    (closed / "module.py").write_text("x = 1")
    uid = uids.uid_for_slot(2)
    assert uid is not None

    def child(_: int) -> list[Any]:
        uids.drop(uid, uid, keep_reading=True)
        try:
            (closed / "other").write_text("x")
            wrote = True
        except PermissionError:
            wrote = False
        return [(closed / "module.py").read_text(), wrote, capabilities.held()]

    assert run_forked(child) == ["x = 1", False, 1 << capabilities.DAC_READ_SEARCH]


def test_leases_are_never_shared(starts: Any) -> None:
    starts.need_root()
    first, second = uids.lease(), uids.lease()
    assert first is not None and second is not None
    try:
        assert first.uid != second.uid

        def another_gradmark(_: int) -> int | None:
            third = uids.lease()
            return third.uid if third else None

        assert run_forked(another_gradmark) not in (None, first.uid, second.uid)
        given_back = first.uid
        first.release()
        again = uids.lease()
        assert again is not None and again.uid <= given_back
        again.release()
    finally:
        first.release()
        second.release()


def test_an_ordinary_user_gets_no_other(starts: Any) -> None:
    def child(_: int) -> list[Any]:
        if os.geteuid() == 0:
            uids.drop(starts.ORDINARY_UID, starts.ORDINARY_UID)
        return [uids.can_drop(), uids.uid_for_slot(0), uids.lease()]

    assert run_forked(child) == [False, None, None]


def test_slots_have_different_users(starts: Any) -> None:
    starts.need_root()
    assert len({uids.uid_for_slot(slot) for slot in range(50)}) == 50


def test_the_pool_lies_inside_the_container(monkeypatch: Any) -> None:
    monkeypatch.setattr(uids, "_mapped", lambda _, first, end: end <= 65536 and first >= 0)
    base = uids.pool_base()
    assert base is not None and base + uids.POOL_SIZE <= 65536
    monkeypatch.setattr(uids, "_mapped", lambda *_: False)
    assert uids.pool_base() is None


def test_folders_closed_to_others_are_found(tmp_path: Path) -> None:
    for folder in [f for f in (tmp_path, *tmp_path.parents) if f.stat().st_uid == os.geteuid() and f != Path("/tmp")][:4]:
        folder.chmod(0o755)
    opened, closed, below = tmp_path / "open", tmp_path / "closed", tmp_path / "closed" / "below"
    opened.mkdir(mode=0o755)
    closed.mkdir()
    below.mkdir()
    below.chmod(0o755)
    closed.chmod(0o700)
    assert uids.closed_to_others(map(str, [opened, closed, below])) == [str(closed), str(below)]
