"""`gradmark new NN CONCEPT`: everything that a new exercise needs, as stubs."""

from __future__ import annotations

from typing import Annotated

import typer

from autograder.commands.options import AssignmentArgument, CourseOption


def command(
    assignment: AssignmentArgument,
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

    Example: `gradmark new 04 layer_norm --exercise layer_norm_forward --exercise layer_norm_backward`
    """
    from autograder.authoring.new_concept import new_concept
    from autograder.course import find_course

    found = find_course(course)
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
