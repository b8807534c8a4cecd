"""Graders as jobs of Slurm: an array of `gradmark work`, put back into Slurm's own queue when a node fails or is preempted."""

from __future__ import annotations

import math
import os
import shlex
import shutil
import subprocess

from autograder.errors import UserError
from autograder.runs.runners.base import Site
from autograder.store.address import VARIABLE

ENDED = {"COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "OUT_OF_MEMORY", "BOOT_FAIL", "DEADLINE"}
"""States that no job comes back from; NODE_FAIL and PREEMPTED are requeued."""


class SlurmRunner:
    name = "Slurm"

    def __init__(self, site: Site) -> None:
        if shutil.which("sbatch") is None:
            raise UserError("--on slurm: there is no sbatch here; run gradmark on a machine from which jobs are submitted")
        self.site = site
        self.arrays: list[str] = []

    def start(self, count: int) -> None:
        self.site.logs.mkdir(parents=True, exist_ok=True)
        gpus = math.ceil(self.site.gpus_per_worker)
        command = [
            "sbatch",
            "--parsable",
            f"--array=1-{count}",
            "--requeue",
            "--job-name=gradmark",
            f"--output={self.site.logs}/%A_%a.log",
            "--open-mode=append",
            "--chdir=/",  # Python would import what lies where the command was given
            "--signal=TERM@30",
            # The address of the database goes with the environment: a job's script can be read by others.
            "--export=ALL",
            *([f"--gres=gpu:{gpus}"] if gpus else []),
            *self.site.settings.slurm.options,
            f"--wrap=exec {shlex.join(self.site.command)}",
        ]
        answer = self._run(command, {**os.environ, VARIABLE: self.site.database})
        self.arrays.append(answer.strip().partition(";")[0])

    def alive(self) -> int:
        if not self.arrays:
            return 0
        states = self._run(["squeue", "-h", "-r", "-o", "%T", "-j", ",".join(self.arrays)], missing_ok=True).split()
        return len([state for state in states if state not in ENDED])

    def stop(self) -> None:
        if self.arrays:
            self._run(["scancel", *self.arrays], missing_ok=True)

    def last_words(self) -> str:
        logs = sorted(self.site.logs.glob("*.log"), key=lambda path: path.stat().st_mtime)
        return logs[-1].read_text(errors="replace")[-2000:].strip() if logs else f"nothing in {self.site.logs}"

    @staticmethod
    def _run(command: list[str], environment: dict[str, str] | None = None, missing_ok: bool = False) -> str:
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        if done.returncode and not (missing_ok and "Invalid job id" in done.stderr):
            raise UserError(f"{command[0]}: {done.stderr.strip() or done.stdout.strip()}")
        return done.stdout
