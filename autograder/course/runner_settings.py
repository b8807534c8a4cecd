"""Where a course's graders run by default, and what a site asks for there: `[runners]` of gradmark.toml.

[runners]
on = "slurm"
workers = 8
gpus_per_worker = 0.5
command = ["/opt/gradmark/bin/gradmark"]     # as it is called on the machines that grade

[runners.slurm]
options = ["--partition=gpu", "--account=cs101", "--time=02:00:00"]
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class _Settings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SlurmSettings(_Settings):
    options: list[str] = Field(default_factory=list)
    """For sbatch, as the site wants them: partition, account, time, gres."""


class RaySettings(_Settings):
    python: str = ""
    """An interpreter that has ray; by default the one that runs gradmark."""


class KubernetesSettings(_Settings):
    image: str = "gradmark:latest"
    namespace: str = "default"
    secret: str = "gradmark-db"
    """A Secret whose key `url` is the database's address."""
    gpu_resource: str = "nvidia.com/gpu"
    memory: str = "4Gi"


class RunnerSettings(_Settings):
    on: str = "local"
    workers: int = Field(default=2, ge=1)
    gpus_per_worker: float = Field(default=0.0, ge=0)
    command: list[str] = Field(default_factory=list)
    """How gradmark is called there; by default as it is here."""
    slurm: SlurmSettings = SlurmSettings()
    ray: RaySettings = RaySettings()
    k8s: KubernetesSettings = KubernetesSettings()
