"""`gradmark k8s`: the manifest of a Kubernetes Job that grades."""

from __future__ import annotations

from typing import Annotated

import typer

from autograder.commands.options import CourseOption


def command(
    workers: Annotated[int, typer.Option("--workers", min=0, help="Pods at once (0: as gradmark.toml says).")] = 0,
    gpus_per_worker: Annotated[float | None, typer.Option("--gpus-per-worker", min=0, help="GPUs of each pod.")] = None,
    image: Annotated[str | None, typer.Option("--image", help="An image with gradmark (default: see gradmark.toml).")] = None,
    ray: Annotated[bool, typer.Option("--ray", help="A RayJob, for clusters with KubeRay.")] = False,
    course: CourseOption = None,
) -> None:
    """Print a Job whose pods grade what waits in the database of the Secret `gradmark-db`.

    Example: `gradmark k8s --workers 8 --gpus-per-worker 1 --image registry.example/gradmark`
    """
    import yaml

    from autograder.course import find_course
    from autograder.runs.runners.kubernetes import job, ray_job

    settings = find_course(course).settings().runners
    if image:
        settings = settings.model_copy(update={"k8s": settings.k8s.model_copy(update={"image": image})})
    gpus = settings.gpus_per_worker if gpus_per_worker is None else gpus_per_worker
    print(yaml.safe_dump((ray_job if ray else job)(settings, workers or settings.workers, gpus), sort_keys=False), end="")
