"""Which engine `--on` means."""

from __future__ import annotations

from autograder.errors import UserError
from autograder.runs.runners.base import Runner, Site
from autograder.runs.runners.kubernetes import KubernetesRunner
from autograder.runs.runners.ray_cluster import RayRunner
from autograder.runs.runners.slurm import SlurmRunner

KNOWN = "local, slurm, ray://HEAD:PORT, k8s or none"


def check(on: str) -> None:
    if on not in ("local", "none", "slurm", "k8s") and not on.startswith("ray://"):
        raise UserError(f"--on {on}: choose one of {KNOWN}")


def runner_for(on: str, site: Site) -> Runner:
    if on == "slurm":
        return SlurmRunner(site)
    if on == "k8s":
        return KubernetesRunner(site)
    return RayRunner(site, on)
