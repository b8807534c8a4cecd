"""`gradmark grade NN PATHS...`: a class of submissions becomes grades."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from autograder.commands.options import (
    AssignmentArgument,
    CourseOption,
    JsonOption,
    LanguageOption,
    OnlyOption,
    SetOption,
    ids,
    numbers,
)


def command(
    assignment: AssignmentArgument,
    paths: Annotated[list[Path], typer.Argument(help="Notebooks, .py files, zips, or folders of them.")],
    out: Annotated[Path, typer.Option("--out", help="Where grades.csv and a folder per submission go.")],
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Graders at once (0: one per core).")] = 0,
    exercise: Annotated[
        list[str] | None, typer.Option("--exercise", metavar="IDS", help="Grade only these ids (commas).")
    ] = None,
    only: OnlyOption = None,
    set_name: SetOption = None,
    device: Annotated[str, typer.Option("--device", help="auto, cpu or cuda.")] = "auto",
    gpus: Annotated[str | None, typer.Option("--gpus", help="With cuda: which GPUs, such as 0,1.")] = None,
    size: Annotated[str, typer.Option("--size", help="gpu: exercises that have such a size, at it; needs a GPU.")] = "",
    per_gpu: Annotated[int, typer.Option("--per-gpu", min=1, help="With cuda: graders on each GPU.")] = 1,
    seed: Annotated[int | None, typer.Option("--seed", help="Instead of the course secret; not for real grading.")] = None,
    isolation: Annotated[
        str, typer.Option("--isolation", help="strict, standard or none: the floor that must hold.")
    ] = "standard",
    hints: Annotated[
        str, typer.Option("--hints", help="What students learn: none, property, location or mistake.")
    ] = "mistake",
    submission_seconds: Annotated[
        float | None,
        typer.Option(
            "--submission-seconds",
            min=1,
            help="What one submission may take as a whole (default: ten times what the reference needs, at least 60).",
        ),
    ] = None,
    db: Annotated[
        str | None,
        typer.Option("--db", help="Keep the run in PostgreSQL: postgresql://USER@HOST/DATABASE (default: OUT/run.db)."),
    ] = None,
    on: Annotated[
        str,
        typer.Option(
            "--on",
            help="Where graders run: local, slurm, ray://HEAD:PORT, k8s, or none (you start gradmark work). Needs --db.",
        ),
    ] = "",
    workers: Annotated[int, typer.Option("--workers", min=0, help="With --on: graders at once (0: see gradmark.toml).")] = 0,
    gpus_per_worker: Annotated[
        float | None, typer.Option("--gpus-per-worker", min=0, help="With --on: GPUs of each grader, such as 0.5.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Grade again what is done already.")] = False,
    bulk: Annotated[
        bool | None,
        typer.Option("--bulk/--no-bulk", help="A zip is a platform's download of a class / one student's hand-in."),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Hand-ins from another place replace those of the same name.")
    ] = False,
    times: Annotated[
        str,
        typer.Option("--times", help="When things were handed in: as the platform says, or files (their own times)."),
    ] = "platform",
    language: LanguageOption = None,
    course: CourseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Grade submissions. Running it again skips what is done and goes on where it was interrupted.

    Example: `gradmark grade 04 submissions/ --out graded --jobs 2`
    """
    from autograder.runs.spare_grader import dismiss_spare, start_spare

    if on in ("", "local") and all(path.exists() for path in paths):
        start_spare()  # it gets ready while we do
    from autograder.runs.grade import Options, grade

    chosen = [*(ids(exercise) or []), *(ids(only) or [])]
    options = Options(
        only=chosen or None,
        set_name=set_name,
        device=device,
        gpus=numbers(gpus),
        per_gpu=per_gpu,
        size=size,
        seed=seed,
        isolation=isolation,
        hints=hints,
        force=force,
        bulk=bulk,
        replace=replace,
        jobs=jobs,
        quiet=as_json,
        db=db,
        on=on,
        workers=workers,
        gpus_per_worker=gpus_per_worker,
        submission_seconds=submission_seconds,
        times=times,
        language=language,
    )
    try:
        summary = grade(course, assignment, paths, out, options)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on where this one stopped", file=sys.stderr)
        raise typer.Exit(130) from None
    finally:
        dismiss_spare()
    if as_json:
        import json

        print(json.dumps(summary.as_dict()))
    else:
        summary.show()
