"""The body of `gradmark replay`: a failure as staff may see it, inputs and both outputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from autograder.course.source import ModuleSource, read_module
from autograder.errors import UserError
from autograder.gradebook.book import Gradebook
from autograder.gradebook.exam_run import refuse_exam
from autograder.grading.diagnose import Diagnosis
from autograder.grading.plan import Plan
from autograder.grading.replacements import replacements
from autograder.grading.results import ExerciseResult, SubmissionResult, TestResult
from autograder.grading.submission import Grading
from autograder.grading.workers import WorkerTransport, ZygotePool
from autograder.intake.places import found_from_json
from autograder.runs.replay_picture import call_differs, picture, title
from autograder.store.connection import locate
from autograder.store.queue import Store
from autograder.suites.runner import SuiteRunner, with_suites
from autograder.suites.student import Call, function_name

SHOWN = 1
"""Calls that are shown, of those that differ."""


def replay(out: Path, who: str, wanted: str, every_call: bool = False) -> None:
    """Runs one test of one submission again and prints what was asked, answered and expected.

    `who`: the submission's name in the run, or whatever the roster knows its student by.
    """
    from rich.console import Console
    from rich.markup import escape

    submission = submission_of(out, who)
    plan, found, result = recorded(out, submission)
    exercise_result, recorded_test = one_test(result, wanted)
    exercise = next(e for e in plan.exercises if e.id == exercise_result.id)
    console = Console(highlight=False)
    if recorded_test.seed == 0:
        reason = result.not_gradable or recorded_test.message
        console.print(f"{recorded_test.id} of {escape(submission)} was not run: {escape(reason)}")
        return
    pool = ZygotePool(plan.isolation)

    def work(runner: SuiteRunner) -> None:
        grading = Grading(plan, runner, pool)
        read = found.read(prefer=plan.assignment_name, asked=plan.asked)
        slices = grading.slicer.slices(read, grading.interruptions)
        piece = dict(zip([e.id for e in plan.exercises], slices))[exercise.id]
        if piece.digest != exercise_result.slice_digest:
            console.print("[yellow]the submission has changed since it was graded: its inputs differ[/]")
        test = next((t for t in runner.of(exercise.id) if t.id == recorded_test.id), None)
        if test is None:
            raise UserError(f"the suite of {exercise.id} has no test {recorded_test.id} any more: grade again")
        done = {e.id: e for e in result.exercises}
        needed = plan.assignment.needed_by(exercise.id) if exercise_result.followed_through else []
        wrong = [h for h in needed if h.id not in done or not all(t.passed for t in done[h.id].tests)]
        replaced = replacements(plan.assignment, exercise, wrong, grading.surface, grading.reference)
        reading = min(exercise_result.reading, len(piece.readings) - 1)
        transport = WorkerTransport(pool, grading.program(exercise, read, piece, reading), replaced)
        run = grading.examiner(exercise).run(test, transport, recorded_test.seed)
        source = read_module(plan.assignment.reference, exercise.module)
        right = Diagnosis(grading, exercise).replay("reference", source.text, test, recorded_test.seed)
        console.print(f"[bold]{escape(test.id)}[/] of {escape(submission)}, seed {recorded_test.seed}")
        console.print(f"property: {escape(test.title)}")
        console.print(f"outcome:  [bold]{run.outcome}[/] (recorded: {recorded_test.outcome})")
        if replaced:
            console.print(f"followed through: the reference stands in for {escape(', '.join(replaced))}")
        said = [run.judgement.finding.text, run.judgement.detail if "Traceback" not in run.judgement.detail else ""]
        for line in "\n".join(part for part in said if part).splitlines():
            console.print(f"          {escape(line)}")
        for line in conversation(list(run.calls), list(right.calls), source, every_call):
            console.print(line if line.startswith("[bold]") else escape(line), soft_wrap=True)
        transport.close()

    try:
        with_suites(plan.hidden_files, plan.exercises_of_module, work, root=plan.assignment.folder)
    finally:
        pool.close()


def conversation(calls: list[Call], right: list[Call], source: ModuleSource, every_call: bool) -> list[str]:
    """The calls that show what is wrong: of those that differ the first ones, else the last one."""
    from rich.markup import escape

    if not calls:
        return ["", "The test called nothing of the submission."]
    pairs = [(call, right[i] if i < len(right) else None) for i, call in enumerate(calls)]
    names = {name: source.outputs(name) for name in {function_name(c) for c in calls} - {""}}
    different = [i for i, (call, other) in enumerate(pairs) if call_differs(call, other, names.get(function_name(call), ()))]
    shown = list(range(len(calls))) if every_call else different[:SHOWN] or [len(calls) - 1]
    lines: list[str] = []
    for i in shown:
        call, other = pairs[i]
        name = function_name(call)
        parameters = source.parameters(name) if name else ()
        lines += ["", f"[bold]call {i + 1} of {len(calls)}: {escape(title(call))}[/]"]
        lines += picture(call, other, parameters, names.get(name, ()))
    left = len(calls) - len(shown)
    if left:
        more = f", {len(different) - len(shown)} of them also differ" if len(different) > len(shown) else ""
        differ = f"{len(different)} of {len(calls)} calls differ from the reference" if different else "no call differs"
        lines += ["", f"{differ}; {left} {'is' if left == 1 else 'are'} not shown{more} (--all shows every call)"]
    return lines


def submission_of(out: Path, who: str) -> str:
    """By its name in the run, or by what the roster knows its student by: name, id, login, e-mail address."""
    with Gradebook(out) as book:
        row = book.find(who)
        if who in row.submissions:
            return who
        if row.submission is None:
            raise UserError(f"{row.name} has handed in nothing that was graded into {out}")
        return str(row.submission)


def recorded(out: Path, submission: str) -> tuple[Plan, Any, SubmissionResult]:
    store = Store(locate(out))
    try:
        refuse_exam(
            json.loads(store.recall("plan") or "{}"), "its answers were read and not run, so there is nothing to replay"
        )
        plan = Plan.from_json(store.recall("plan"))
        job = store.job_named(submission)
        results = store.results(names=[submission])
        if job is None or not results:
            have = store.submissions()
            some = ", ".join(have[:8]) + (", ..." if len(have) > 8 else "")
            raise UserError(f"{out} has no result of {submission!r}; it has: {some}")
    finally:
        store.close()
    return plan, found_from_json(submission, job.source), SubmissionResult.model_validate(results[0][1])


def one_test(result: SubmissionResult, wanted: str) -> tuple[ExerciseResult, TestResult]:
    hits = [(e, t) for e in result.exercises for t in e.tests if wanted in t.id]
    exact = [(e, t) for e, t in hits if wanted in (t.id, t.id.rpartition("::")[2])]
    chosen = exact or hits
    if len(chosen) == 1:
        return chosen[0]
    if not chosen:
        listed = [t.id for e in result.exercises for t in e.tests if not t.passed] or [
            t.id for e in result.exercises for t in e.tests
        ]
        some = ", ".join(listed[:6]) + (", ..." if len(listed) > 6 else "")
        raise UserError(f"no test of {result.submission} matches {wanted!r}; there are: {some}")
    raise UserError(f"{wanted!r} matches several tests: {', '.join(t.id for _, t in chosen[:6])}")
