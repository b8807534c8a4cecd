"""Graders as pods of Kubernetes: the manifest of a Job, or of a RayJob where KubeRay is there already."""

from __future__ import annotations

import json
import math
import shlex
import shutil
import subprocess
import uuid
from typing import Any

from autograder.course.runner_settings import RunnerSettings
from autograder.errors import UserError
from autograder.runs.runners.base import Site
from autograder.store.address import VARIABLE

LABELS = {"app.kubernetes.io/name": "gradmark"}
_USER = 65532


def container(settings: RunnerSettings, gpus: float, command: list[str]) -> dict[str, Any]:
    k8s = settings.k8s
    limits: dict[str, Any] = {"memory": k8s.memory, "cpu": "1"}
    if gpus:
        limits[k8s.gpu_resource] = math.ceil(gpus)
    return {
        "name": "gradmark",
        "image": k8s.image,
        "command": command,
        "env": [
            {"name": VARIABLE, "valueFrom": {"secretKeyRef": {"name": k8s.secret, "key": "url"}}},
            {"name": "GRADMARK_CACHE", "value": "/scratch/cache"},
            {"name": "TMPDIR", "value": "/scratch"},
        ],
        "resources": {"requests": limits, "limits": limits},
        "securityContext": {
            "allowPrivilegeEscalation": False,
            "capabilities": {"drop": ["ALL"]},
            "readOnlyRootFilesystem": True,
            "runAsNonRoot": True,
            "runAsUser": _USER,
            "runAsGroup": _USER,
        },
        "volumeMounts": [{"name": "scratch", "mountPath": "/scratch"}],
    }


def pod(settings: RunnerSettings, gpus: float, command: list[str]) -> dict[str, Any]:
    return {
        "restartPolicy": "Never",
        "automountServiceAccountToken": False,
        "enableServiceLinks": False,
        "terminationGracePeriodSeconds": 60,
        "securityContext": {"seccompProfile": {"type": "RuntimeDefault"}, "fsGroup": _USER},
        "containers": [container(settings, gpus, command)],
        "volumes": [{"name": "scratch", "emptyDir": {"sizeLimit": "2Gi"}}],
    }


def work_command(settings: RunnerSettings) -> list[str]:
    return [*(settings.command or ["gradmark"]), "work", "--jobs", "1"]


def job(settings: RunnerSettings, workers: int, gpus: float, name: str = "gradmark") -> dict[str, Any]:
    """An indexed Job: pods that lose their node are started again, and do not count as failures."""
    template = pod(settings, gpus, work_command(settings))
    disrupted = {"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget", "status": "True"}]}
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": name, "namespace": settings.k8s.namespace, "labels": LABELS},
        "spec": {
            "completionMode": "Indexed",
            "completions": workers,
            "parallelism": workers,
            "backoffLimit": 20,
            "ttlSecondsAfterFinished": 3600,
            "podFailurePolicy": {"rules": [disrupted]},
            "template": {"metadata": {"labels": LABELS}, "spec": template},
        },
    }


def ray_job(settings: RunnerSettings, workers: int, gpus: float, name: str = "gradmark") -> dict[str, Any]:
    """For clusters with KubeRay: the pods are Ray's, and Ray starts the graders in them.

    What Ray is asked to run is one process for each worker; no code of a student's, and no object, is ever sent through it.
    """
    head, worker = pod(settings, 0, []), pod(settings, gpus, [])
    for each in (head, worker):
        each.pop("restartPolicy")  # Ray's own
        (only,) = each["containers"]
        only.pop("command")
        only["env"].append({"name": "RAY_TMPDIR", "value": "/scratch"})
    (of_head,) = head["containers"]
    of_head["env"] = [each for each in of_head["env"] if each["name"] != VARIABLE]  # it grades nothing
    return {
        "apiVersion": "ray.io/v1",
        "kind": "RayJob",
        "metadata": {"name": name, "namespace": settings.k8s.namespace, "labels": LABELS},
        "spec": {
            "entrypoint": shlex.join(["python", "-c", each_node(work_command(settings), workers, gpus)]),
            "submissionMode": "HTTPMode",
            "shutdownAfterJobFinishes": True,
            "ttlSecondsAfterFinished": 600,
            "rayClusterSpec": {
                "headGroupSpec": {
                    "rayStartParams": {"num-cpus": "0"},
                    "template": {"metadata": {"labels": LABELS}, "spec": head},
                },
                "workerGroupSpecs": [
                    {
                        "groupName": "graders",
                        "replicas": workers,
                        "minReplicas": workers,
                        "maxReplicas": workers,
                        "rayStartParams": {},
                        "template": {"metadata": {"labels": LABELS}, "spec": worker},
                    }
                ],
            },
        },
    }


def each_node(command: list[str], workers: int, gpus: float) -> str:
    """What the RayJob runs: a grader for each worker, started again where its node is lost. Fails if one of them does."""
    return (
        "import ray, subprocess\n"
        "ray.init()\n"
        f"@ray.remote(num_cpus=1, num_gpus={gpus:g}, max_retries=3)\n"
        f"def grade(): return subprocess.call({command!r})\n"
        f"raise SystemExit(max(ray.get([grade.remote() for _ in range({workers})])))"
    )


class KubernetesRunner:
    """Through kubectl, with whatever cluster and rights it has. The database's address is in a Secret of the cluster."""

    name = "Kubernetes"

    def __init__(self, site: Site) -> None:
        if shutil.which("kubectl") is None:
            raise UserError("--on k8s: there is no kubectl here; print the manifest with: gradmark k8s, or use --on none")
        self.site = site
        self.jobs: list[str] = []

    def start(self, count: int) -> None:
        name = f"gradmark-{uuid.uuid4().hex[:8]}"
        manifest = job(self.site.settings, count, self.site.gpus_per_worker, name)
        self._kubectl("apply", "-f", "-", given=json.dumps(manifest))
        self.jobs.append(name)

    def alive(self) -> int:
        found = 0
        for name in self.jobs:
            state = json.loads(self._kubectl("get", "job", name, "-o", "json") or "{}").get("status", {})
            over = any(
                c.get("type") in ("Complete", "Failed") and c.get("status") == "True" for c in state.get("conditions", [])
            )
            found += 0 if over else int(state.get("active", 1))
        return found

    def stop(self) -> None:
        if self.jobs:
            self._kubectl("delete", "job", *self.jobs, "--ignore-not-found", "--wait=false")

    def last_words(self) -> str:
        return self._kubectl("logs", f"job/{self.jobs[-1]}", "--tail=20") if self.jobs else ""

    def _kubectl(self, *arguments: str, given: str | None = None) -> str:
        command = ["kubectl", "-n", self.site.settings.k8s.namespace, *arguments]
        done = subprocess.run(command, input=given, capture_output=True, text=True)
        if done.returncode:
            raise UserError(f"kubectl {arguments[0]}: {done.stderr.strip()}")
        return done.stdout
