"""`gradmark doctor`: what this machine offers for grading, layer by layer, and how to get more."""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.jail.kernel import supported
from autograder.jail.probe import ProbeReport, probe

if TYPE_CHECKING:
    from autograder.grading.device_check import DeviceChecked
    from autograder.grading.rehearsal import Rehearsed

_PACKAGES = ("gradmark", "numpy", "torch", "pytest", "otter-grader", "nbgrader", "scikit-learn", "sqlalchemy")

_LEVELS = {
    "strict": "Hidden tests, other processes, the network and signals are out of reach, in namespaces too.",
    "standard": "Hidden tests, other processes, the network and signals are out of a submission's reach.",
    "none": "A submission could reach the grader: `gradmark grade` refuses to run here by default.",
}


def doctor(json_output: bool = False) -> int:
    """Prints the report. 0 if this machine reaches the default floor, `standard`, and its workers work; otherwise 1."""
    report = probe()
    facts = machine_facts()
    workers = rehearsals(report.level, torch=facts["packages"]["torch"] is not None)
    checked, why_not = gpu_checks(report.level)
    if json_output:
        tried = [asdict(each) for each in workers]
        gpus = {"checked": [asdict(each) for each in checked], "not_checked": why_not}
        print(json.dumps({**report.to_dict(), "workers": tried, "gpus": gpus, "machine": facts}, indent=2))
    else:
        _show(report, workers, checked, why_not, facts)
    failed = any(each.problem for each in workers) or any(each.problem for each in checked)
    return 0 if report.level != "none" and not failed else 1


def rehearsals(level: str, torch: bool) -> list[Rehearsed]:
    """A real worker of each kind, as grading starts them: that every layer works alone does not say that all do together."""
    if not supported():
        return []
    from autograder.grading.rehearsal import rehearse

    return [rehearse(level, runtime) for runtime in ("numpy", *(("torch",) if torch else ()))]


def gpu_checks(level: str) -> tuple[list[DeviceChecked], str]:
    """Every GPU from end to end; or why none was tried."""
    from autograder.grading.device_check import DeviceCheck, other_files
    from autograder.grading.devices import inventory, slot_of, torch_build

    found = inventory()
    if Path("/dev/dxg").exists() and not found:
        return [], "WSL2 gives its GPU another way than Linux does; gradmark cannot jail workers that use it"
    if not found or not supported():
        return [], ""
    if build := torch_build():
        return [], f"there is a GPU here, but torch is a build for the CPU ({build}); see https://pytorch.org/get-started"
    if level == "none":
        return [], "a GPU is tried where workers can be isolated"
    return [DeviceCheck(level, slot_of(gpu), other_files(gpu.files)).run() for gpu in found], ""


def machine_facts() -> dict[str, Any]:
    """Versions and hardware. Nothing heavy is imported to find them."""
    return {
        "python": platform.python_version(),
        "interpreter": sys.executable,
        "packages": {name: _version(name) for name in _PACKAGES},
        "cpus": _cpus(),
        "gpus": _gpus(),
    }


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _cpus() -> int:
    """Those this process may use: in a container or under Slurm that is fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _gpus() -> list[str]:
    command = shutil.which("nvidia-smi")
    if command is None:
        return []
    query = [command, "--query-gpu=name,memory.total,driver_version", "--format=csv,noheader"]
    try:
        answer = subprocess.run(query, capture_output=True, text=True, timeout=10, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return []
    return [line.strip() for line in answer.splitlines() if line.strip()]


def _show(
    report: ProbeReport, workers: list[Rehearsed], gpus: list[DeviceChecked], no_gpus: str, facts: dict[str, Any]
) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console(highlight=False)
    colour = {"strict": "green", "standard": "green", "none": "red"}[report.level]
    console.print(f"Isolation: [bold {colour}]{report.level}[/]  ({escape(report.system)}, {report.user})")
    console.print(_LEVELS[report.level])

    layers = Table("layer", "", "gives", "detail", title_justify="left", title="\nLayers")
    for layer in report.layers:
        layers.add_row(layer.name, _mark(layer.available), layer.gives, escape(layer.detail))
    console.print(layers)

    properties = Table("isolation", "", "by", "got through", title_justify="left", title="\nWhat was tried")
    for each in report.properties:
        through = ", ".join(each.broken_by) or "nothing"
        properties.add_row(each.name, _mark(each.holds), ", ".join(each.by), through if each.by else "not tried")
    console.print(properties)

    tried = Table("worker", "", "isolation", "detail", title_justify="left", title="\nA worker from end to end")
    for one in workers:
        detail = one.problem or f"answers after {one.seconds:g} s"
        tried.add_row(one.runtime, _mark(not one.problem), one.level, escape(detail))
    console.print(tried)

    for gpu in gpus:
        steps = Table("step", "", "detail", title_justify="left", title=f"\nGPU {escape(gpu.name)} ({escape(gpu.gpu)})")
        for step in gpu.steps:
            steps.add_row(step.what, _mark(not step.problem), escape(step.problem or step.detail))
        console.print(steps)
    if no_gpus:
        console.print(f"\nGPUs were not tried: {escape(no_gpus)}")

    packages = ", ".join(f"{name} {version or 'not installed'}" for name, version in facts["packages"].items())
    console.print(f"\nPython {facts['python']}; {packages}")
    console.print(f"CPUs {facts['cpus']}; GPUs: {escape('; '.join(facts['gpus']) or 'none')}")

    advice = dict.fromkeys([*report.advice, *(each.advice for each in report.layers if each.advice)])
    broken = [f"no {each.runtime} worker can be started: {each.problem}" for each in workers if each.problem]
    broken += [f"GPU {each.gpu} cannot be used for grading: {each.problem}" for each in gpus if each.problem]
    for heading, lines in (("Why not better", [*report.reasons, *broken]), ("What to do", list(advice))):
        if lines:
            console.print(f"\n[bold]{heading}[/]")
        for line in lines:
            console.print(f"- {escape(line)}")


def _mark(good: bool) -> str:
    return "[green]yes[/]" if good else "[red]no[/]"
