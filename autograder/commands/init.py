"""`gradmark init DIR`: a new course that works at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder.commands.options import ids


def command(
    folder: Annotated[Path, typer.Argument(help="A folder that is new or empty; with --from-course also a course.")],
    from_course: Annotated[
        str | None,
        typer.Option("--from-course", help="Assignments of another course, such as 04,06, or all; instead of the example."),
    ] = None,
    course: Annotated[
        Path | None,
        typer.Option("--course", help="The other course: its folder, or a zip of it (default: the one around this folder)."),
    ] = None,
) -> None:
    """Start a new course: with one example assignment, or with assignments of another course and all that belongs to them.

    Examples: `gradmark init my-course`, and then read my-course/README.md; `gradmark init mine --from-course 04,06`
    """
    from autograder.authoring.scaffold import init_course, reuse_assignments
    from autograder.errors import UserError

    if from_course is None:
        if course is not None:
            raise UserError("--course says where --from-course takes assignments from: give both, such as --from-course 04,06")
        init_course(folder)
        print(f"made {folder}: read {folder / 'README.md'}, then try: cd {folder} && gradmark show 01")
        return
    made, chosen = reuse_assignments(folder, ids(from_course) or [], course)
    for assignment in chosen:
        proof = "with its proof" if (assignment.folder / "proof.json").is_file() else "without a proof: audit it first"
        print(f"{assignment.name}: {len(assignment.exercise)} exercises, {proof}")
    print(f"in {made.root}; try: cd {folder} && gradmark release {chosen[0].number} --out dist")
