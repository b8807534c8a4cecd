"""`gradmark list`: the assignments of a course."""

from __future__ import annotations

from autograder.commands.options import CourseOption, JsonOption


def command(course: CourseOption = None, as_json: JsonOption = False) -> None:
    """List the assignments of the course.

    Example: `gradmark list`
    """
    import json

    from autograder.course import find_course

    assignments = find_course(course).assignments()
    if as_json:
        rows = [
            {
                "name": a.name,
                "title": a.title,
                "status": a.status,
                "points": sum(e.points for e in a.exercise),
                "exercises": [e.id for e in a.exercise],
                "names": {e.id: e.names for e in a.exercise},
                "sets": {k: list(s.points) for k, s in a.sets.items()},
            }
            for a in assignments
        ]
        print(json.dumps(rows, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold")
    for heading, justify in (
        ("assignment", "left"),
        ("title", "left"),
        ("exercises", "right"),
        ("points", "right"),
        ("sets", "left"),
    ):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]
    for a in assignments:
        name = a.name + (" (draft)" if a.status == "draft" else "")
        table.add_row(name, a.title, str(len(a.exercise)), f"{sum(e.points for e in a.exercise):g}", ", ".join(a.sets))
    Console().print(table)
