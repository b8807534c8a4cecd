"""`gradmark similar NN PATHS...`: likely copies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder.commands.options import (
    AssignmentArgument,
    CourseOption,
    JsonOption,
    OnlyOption,
    SetOption,
    ids,
)


def command(
    assignment: AssignmentArgument,
    paths: Annotated[list[Path], typer.Argument(help="Notebooks, .py files, zips, or folders of them.")],
    out: Annotated[Path, typer.Option("--out", help="Folder for the pages.")] = Path("similar"),
    top: Annotated[int, typer.Option("--top", min=1, help="Pairs to list at most.")] = 50,
    only: OnlyOption = None,
    set_name: SetOption = None,
    course: CourseOption = None,
    as_json: JsonOption = False,
) -> None:
    """List pairs of submissions that share code which few others have, side by side. A lead, not a verdict.

    Nothing that students handed in is run. The code of the release does not count.

    Example: `gradmark similar 04 submissions/ --out copies`
    """
    from autograder.basics.words import Language, speaking
    from autograder.course import find_course
    from autograder.errors import UserError
    from autograder.exams.bank import exam_names
    from autograder.reports.copies_page import write_pages
    from autograder.similar.find import find_similar

    if assignment in exam_names(find_course(course)):
        raise UserError(f"{assignment} is an exam: everybody has numbers of their own, and there is no code to compare")
    found = find_similar(course, assignment, paths, ids(only), set_name, top)
    ours = find_course(course)
    with speaking(Language(ours.language(ours.assignment(assignment)), ours.root)):
        page = write_pages(out, found)
    if as_json:
        import json

        print(json.dumps({**found.as_dict(), "page": str(page)}))
        return
    from rich.console import Console

    console = Console(highlight=False)
    console.print(f"compared {found.compared} submissions in {found.seconds:.1f} s; {len(found.leads)} pairs listed")
    for lead in found.leads[:10]:
        console.print(f"{lead.pair.score:5.0%}  {lead.first.name}  {lead.second.name}", markup=False)
    console.print(f"a lead, not a verdict; side by side: {page}")
