"""`gradmark show NN`: one assignment on one page."""

from __future__ import annotations

from autograder.commands.options import AssignmentArgument, CourseOption, JsonOption


def command(assignment: AssignmentArgument, course: CourseOption = None, as_json: JsonOption = False) -> None:
    """Show one assignment: its exercises, points, budgets, needs and sets.

    Example: `gradmark show 04`
    """
    import json

    from autograder.course import find_course

    found = find_course(course).assignment(assignment)
    if as_json:
        print(json.dumps({"name": found.name, **found.model_dump(exclude={"defaults"})}, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(f"[bold]{found.name}[/]: {found.title}" + (" [yellow](draft)[/]" if found.status == "draft" else ""))
    console.print(found.summary.strip(), style="dim")
    table = Table(box=None, header_style="bold")
    for heading in ("exercise", "points", "effort", "seconds", "runtime", "needs", "notes"):
        table.add_column(heading)
    for e in found.exercise:
        effort = " ".join(part for part in ("★" * (e.difficulty or 0), f"{e.minutes} min" if e.minutes else "") if part)
        table.add_row(e.id, f"{e.points:g}", effort, f"{e.seconds:g}", e.runtime, ", ".join(e.needs), "; ".join(e.notes))
    console.print(table)
    hours = sum(e.minutes or 0 for e in found.exercise) / 60
    time = f", about {hours:.0f} hours" if hours else ""
    console.print(f"{len(found.exercise)} exercises, {sum(e.points for e in found.exercise):g} points{time}")
    for question in found.written:
        console.print(f"written: {question.id} ({question.points:g} points)")
    for label, chosen in found.sets.items():
        title = f" ({chosen.title})" if chosen.title else ""
        console.print(f"[bold]set {label}[/]{title}: {sum(chosen.points.values()):g} points: {', '.join(chosen.points)}")
