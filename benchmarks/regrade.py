"""What the cache by slice saves: a class is graded, every student changes one exercise, the class is graded again.

    python benchmarks/regrade.py [--students 30] [--write]

Bars: the second grading takes less than half of the time of the first, and not a millisecond goes into exercises that did
not change (each is taken from the cache). Exits with 1 if one is missed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

from bench import table, write_section
from small import drain, queue, with_grader
from workload import small_exercises

from autograder.authoring.simulated_class import Simulator, _notebook
from autograder.course import Course
from autograder.grading.plan import Plan
from autograder.grading.submission import Grading
from autograder.store.queue import Store

ROOT = Path(__file__).resolve().parent.parent
ASSIGNMENT = "04"
BAR = 2.0


def write_round(simulator: Simulator, folder: Path, students: int, round_: int) -> None:
    """Right answers of their own; in the second round one exercise of each student has another comment in it."""
    folder.mkdir(exist_ok=True)
    for student in range(students):
        cells = {}
        for position, (name, source) in enumerate(simulator.right.items()):
            changed = round_ == 2 and position == student % len(simulator.right)
            remark = f"    # student {student}, version {2 if changed else 1}\n    return "
            before, _, after = source.rpartition("    return ")
            cells[name] = before + remark + after
        _notebook(folder / f"student_{student:03d}", simulator._fill(cells))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    course = Course(ROOT)
    assignment = course.assignment(ASSIGNMENT)
    selection = assignment.select(small_exercises(assignment))
    plan = Plan.make(course, selection, seed=0)
    simulator = Simulator(course, selection)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)

        def work(grading: Grading) -> list[tuple[list[float], list[int]]]:
            rounds = []
            for round_ in (1, 2):
                write_round(simulator, folder / "class", options.students, round_)
                with queue(plan, folder / "run.db", folder / "class") as store:
                    seconds = drain(grading, store)
                    rounds.append((seconds, graded_exercises(store, plan, options.students)))
            return rounds

        (first, all_run), (second, some_run) = with_grader(plan, work)
    count = len(selection.exercises)
    a, b = statistics.median(first), statistics.median(second)
    new = [f"new, {count} exercises", f"{a * 1e3:.1f} ms", f"{statistics.mean(all_run):.1f}", "1", "", ""]
    verdict = [f"{a / b:.1f}", f"{BAR:g}", met(a / b >= BAR)]
    again = ["one exercise changed", f"{b * 1e3:.1f} ms", f"{statistics.mean(some_run):.1f}", *verdict]
    rows: list[list[object]] = [[*new], [*again]]
    exact = set(all_run) == {count} and set(some_run) == {1}
    text = "## A resubmission: results are kept by the slice of each exercise\n\n" + table(
        ["submission", "median", "exercises run", "times faster", "bar", "met"], rows
    )
    text += f"\n\n{options.students} students; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores."
    if not exact:
        text += f"\n\nNOT as expected: {sorted(set(all_run))} and {sorted(set(some_run))} exercises run per submission."
    print(text)
    if options.write:
        write_section("regrade", text)
    sys.exit(0 if exact and a / b >= BAR else 1)


def graded_exercises(store: Store, plan: Plan, students: int) -> list[int]:
    """How many exercises of each submission were run and not taken from the cache."""
    results = [result for _, result in store.results()]
    wrong = [r["submission"] for r in results if r["score"] != r["possible"]]
    if wrong or len(results) != students:
        raise SystemExit(f"{len(results)} of {students} graded; without full marks: {', '.join(wrong)}")
    ids = {e.id for e in plan.exercises}
    return [len(set(r["timing"]) & ids) for r in results]


def met(good: bool) -> str:
    return "yes" if good else "NO"


if __name__ == "__main__":
    main()
