"""`make demo`: the main job from end to end on our own simulated class: release, hand in, grade, report.

`make demo NN=13` does the same with another assignment, under demo/13.
"""

import shutil
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from autograder.authoring.release import make_release
from autograder.authoring.simulated_class import Simulator, disagreements
from autograder.course import find_course
from autograder.jail.probe import probe
from autograder.runs.grade import Options, grade

ROOT = Path(__file__).resolve().parent.parent
ASSIGNMENT = sys.argv[1] if len(sys.argv) > 1 else "04"
OUT = ROOT / "demo" / ASSIGNMENT if len(sys.argv) > 1 else ROOT / "demo"
STUDENTS = 40


def main() -> int:
    console = Console()
    course = find_course(ROOT)
    selection = course.assignment(ASSIGNMENT).select()
    shutil.rmtree(OUT, ignore_errors=True)

    console.rule("1. release")
    report = make_release(course, selection, OUT / "release", allow_draft=True)
    console.print(f"{len(selection.exercises)} exercises, {len(report.files)} files, leak check clean: {report.path}")

    console.rule("2. a class hands in")
    truth = Simulator(course, selection, seed=4).write(OUT / "class", STUDENTS)
    console.print(f"{len(truth)} submissions: right, unfinished, mistaken, unusual and broken ones")

    console.rule("3. grade")
    isolation = "standard" if probe().level != "none" else "none"
    if isolation == "none":
        console.print("[bold red]No isolation here: the class is our own code, so it runs unjailed. See: gradmark doctor[/]")
    summary = grade(
        ROOT,
        ASSIGNMENT,
        [OUT / "class" / "submissions"],
        OUT / "graded",
        Options(isolation=isolation, seed=4),
    )

    console.rule("4. report")
    results = {r.submission: r for r in summary.results}
    table = Table(header_style="bold")
    for heading, justify in (
        ("submission", "left"),
        ("what it is", "left"),
        ("score", "right"),
        ("what grading says it is", "left"),
    ):
        table.add_column(heading, justify=justify)
    for name, recipe in truth:
        result = results[name]
        named = dict.fromkeys(t.mistake for e in result.exercises for t in e.tests if t.mistake)
        kind = " ".join(recipe.mistakes) if recipe.kind == "mistake" else recipe.kind
        table.add_row(name, kind, f"{result.score:g} / {result.possible:g}", " ".join(named))
    console.print(table)
    summary.show()
    wrong = disagreements(selection, truth, {n: {e.id: e.earned for e in r.exercises} for n, r in results.items()})
    for line in wrong:
        console.print(f"[red]WRONG[/] {line}")
    if not wrong:
        console.print(f"[green]all {len(truth)} grades are what they should be[/]")
    one = next(name for name, recipe in truth if recipe.kind == "mistake")
    console.print(f"what a student reads: {OUT / 'graded' / one / 'feedback.html'}")
    console.print(f"[bold]the class report:     {OUT / 'graded' / 'index.html'}[/]  (open it in a browser)")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
