"""The report says what is true of the machine, fails closed, and tells what to do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from autograder.commands import doctor
from autograder.errors import UserError
from autograder.jail import bpf, probe, seccomp
from autograder.jail.forked import ChildFailed, run_forked

REPOSITORY = Path(__file__).resolve().parents[2]


def report_from(start: Any) -> dict[str, Any]:
    def child(_: int) -> dict[str, Any]:
        start()
        return probe.run_probes().to_dict()

    return run_forked(child, 60)


def available(report: dict[str, Any]) -> dict[str, bool]:
    return {each["name"]: each["available"] for each in report["layers"]}


def test_root(starts: Any) -> None:
    starts.need_root()
    report = report_from(starts.as_root)
    assert all(each["holds"] and each["by"] for each in report["properties"])
    assert report["level"] == ("strict" if available(report)["namespaces"] else "standard")
    assert report["user"] == "root"


def test_an_ordinary_user_reaches_standard_at_least(starts: Any) -> None:
    starts.need_start("as_ordinary_user")
    report = report_from(starts.as_ordinary_user)
    assert report["level"] in ("standard", "strict")
    assert available(report)["uid"] is False
    assert [each["holds"] for each in report["properties"]] == [True] * 4


def test_a_container_reaches_standard(starts: Any) -> None:
    starts.need_full_root()
    report = report_from(starts.as_container_root_with_open_interpreter)
    assert report["level"] == "standard"
    assert available(report) == {
        "session": True,
        "rlimits": True,
        "landlock": True,
        "seccomp": True,
        "uid": True,
        "namespaces": False,
    }
    assert any("namespaces" in each for each in report["reasons"])
    assert any("strict" in each for each in report["advice"])


@pytest.mark.parametrize("layer", ["landlock", "seccomp"])
def test_a_layer_that_does_nothing_is_not_believed(monkeypatch: pytest.MonkeyPatch, layer: str) -> None:
    """The kernel takes the call and nothing is refused afterwards: the probe must see that."""
    name = "restrict" if layer == "landlock" else "install"
    monkeypatch.setattr(f"autograder.jail.{layer}.{name}", lambda *_: None)
    report = probe.run_probes()
    assert report.level == "none"
    assert not report.layer(layer).available
    assert report.layer(layer).advice in report.advice
    assert not all(each.holds for each in report.properties)


def test_a_filter_with_one_hole_lowers_the_level(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = seccomp._checked(any_device=False)
    monkeypatch.setattr(seccomp, "_checked", lambda _: {**rules, "clone": bpf.give(bpf.ALLOW)})
    seccomp.program.cache_clear()
    try:
        report = probe.run_probes()
    finally:
        seccomp.program.cache_clear()
    assert report.level == "none"
    assert [each.broken_by for each in report.properties if not each.holds] == [["fork"]]
    assert any("fork" in each for each in report.reasons)


def test_a_probe_that_dies_counts_as_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.jail.probe.attempts.run_attempts", lambda *_: os._exit(3))
    report = probe.run_probes()
    assert report.level == "none"
    assert [each.holds for each in report.properties] == [False] * 4


def test_the_floor_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = probe.ProbeReport("Plan 9", "glenda", "none", [], [], ["no landlock"], ["Use a container."])
    monkeypatch.setattr(probe, "probe", lambda: nothing)
    assert probe.require("none") is nothing
    with pytest.raises(UserError, match=r"reaches 'none'.*no landlock.*Use a container\..*gradmark doctor"):
        probe.require("standard")


def test_elsewhere_it_imports_and_says_so_anywhere() -> None:
    """As Windows would have it: none of the modules that only Unix has."""
    script = """
import sys, os
for name in ("resource", "fcntl", "pwd", "termios"):
    sys.modules[name] = None
sys.platform = "win32"
for name in ("fork", "setsid", "geteuid", "getuid", "O_PATH", "sched_getaffinity"):
    if hasattr(os, name):
        delattr(os, name)
import autograder.jail.apply, autograder.jail.grants, autograder.jail.watchdog
from autograder.jail.probe import probe
from autograder.jail.policy import JailPolicy
report = probe()
assert report.level == "none" and not any(each.available for each in report.layers)
assert {each.detail for each in report.layers} == {"not on this system"}
assert "landlock" in autograder.jail.apply._make(JailPolicy(level="none"), None).problems
heavy = [name for name in sys.modules if name.split(".")[0] in ("numpy", "torch", "rich", "pydantic")]
assert not heavy, heavy
print("WSL2" in report.advice[0])
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("True\n", 0), done.stderr


def test_doctor_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code = doctor.doctor(json_output=True)
    shown = json.loads(capsys.readouterr().out)
    assert shown["level"] == probe.probe().level
    assert code == (1 if shown["level"] == "none" else 0)
    assert {each["name"] for each in shown["layers"]} >= {
        "landlock",
        "seccomp",
        "uid",
        "namespaces",
        "rlimits",
    }
    assert shown["machine"]["packages"]["numpy"] and shown["machine"]["cpus"] >= 1


def test_doctor_for_a_person(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    broken = probe.ProbeReport(
        "Linux 5.4 x86_64",
        "uid 1000",
        "none",
        [probe.Layer("landlock", False, "files", "[Errno 38] no such call", "Get a newer kernel.")],
        [probe.Property("file", False, ["seccomp"], ["read a hidden file"])],
        ["no landlock"],
        ["Get a newer kernel."],
    )
    monkeypatch.setattr(doctor, "probe", lambda: broken)
    monkeypatch.setattr(doctor, "_gpus", lambda: ["A100 [x]"])
    assert doctor.doctor() == 1
    text = capsys.readouterr().out
    for piece in (
        "none",
        "[Errno 38]",
        "read a hidden file",
        "Get a newer kernel.",
        "A100 [x]",
        "no landlock",
    ):
        assert piece in text
    assert text.count("Get a newer kernel.") == 1


def test_forked_reports_what_went_wrong() -> None:
    with pytest.raises(ChildFailed, match="ZeroDivisionError"):
        run_forked(lambda _: 1 // 0)
    with pytest.raises(ChildFailed, match="without an answer"):
        run_forked(lambda _: os._exit(1))
    with pytest.raises(ChildFailed, match="no answer within"):
        run_forked(lambda _: __import__("time").sleep(30), timeout=0.2)
