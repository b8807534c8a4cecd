"""`gradmark new NN CONCEPT`: everything that a new exercise needs, as stubs."""

from __future__ import annotations

from typing import Annotated

import typer

from autograder.commands.options import CourseOption


def command(
    assignment: Annotated[str, typer.Argument(metavar="NN", help="Assignment: 04; or the name of a new one: 05_layers.")],
    concept: Annotated[str, typer.Argument(help="Its name, such as layer_norm.")],
    exercise: Annotated[
        list[str] | None,
        typer.Option(
            "--exercise",
            help="An exercise of it; may be given several times. By default one of the same name.",
        ),
    ] = None,
    course: CourseOption = None,
) -> None:
    """Start a concept: its reference, suites, mistakes and alternatives, its record and its place in the notebook.

    With the name of an assignment that is not there yet, such as 05_layers, that is started, too.

    Example: `gradmark new 04 layer_norm --exercise layer_norm_forward --exercise layer_norm_backward`
    """
    from autograder.authoring.new_concept import NAME, new_assignment, new_concept
    from autograder.course import find_course

    found = find_course(course)
    if NAME.match(assignment) and assignment not in [folder.name for folder in found.folders()]:
        title = assignment.partition("_")[2].replace("_", " ").capitalize()
        new_assignment(found, assignment, title, status="draft")
    paths = new_concept(found, assignment, concept, exercise)
    what = (
        "the solution; its docstring is the task that students read",
        "checks that students may run: a shape, a value, a gradient",
        "the suite that grades: the definition, and properties that hold whatever the algebra",
        "the mistakes people make, each with a hint; the suite must catch them all",
        "other right ways; the suite must accept them all",
        "points, budgets, what is forbidden and needed",
        "the text around it",
    )
    print("Write these, in this order:")
    for path, task in zip(paths, what):
        print(f"  {path.relative_to(found.root)}\n      {task}")
    number = found.assignment(assignment).number
    print(f"Then prove it: gradmark audit {number} --exercise {','.join(exercise or [concept])} --seeds 20")
