"""The body of `gradmark replay`: a failure as staff may see it, inputs and both outputs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from autograder.course.source import read_module
from autograder.errors import UserError
from autograder.grading.diagnose import Diagnosis
from autograder.grading.plan import Plan
from autograder.grading.results import ExerciseResult, SubmissionResult, TestResult
from autograder.grading.submission import Grading
from autograder.grading.workers import WorkerTransport, ZygotePool
from autograder.intake.places import found_from_json
from autograder.store.connection import locate
from autograder.store.queue import Store
from autograder.suites.runner import SuiteRunner, with_suites
from autograder.suites.student import Call


def replay(out: Path, submission: str, wanted: str) -> None:
    from rich.console import Console
    from rich.markup import escape

    plan, found, result = recorded(out, submission)
    exercise_result, recorded_test = one_test(result, wanted)
    exercise = plan.assignment.get(exercise_result.id)
    pool = ZygotePool(plan.isolation)
    console = Console()

    def work(runner: SuiteRunner) -> None:
        grading = Grading(plan, runner, pool)
        read = found.read(prefer=plan.assignment_name)
        slices = grading.slicer.slices(read, grading.interruptions)
        pieces = dict(zip([e.id for e in plan.exercises], slices))
        if recorded_test.seed == 0:
            console.print(f"{recorded_test.id} was not run: {escape(recorded_test.message)}")
            return
        if pieces[exercise.id].digest != exercise_result.slice_digest:
            console.print("[yellow]the submission has changed since it was graded: its inputs differ[/]")
        test = next(t for t in runner.of(exercise.id) if t.id == recorded_test.id)
        piece = pieces[exercise.id]
        reading = min(exercise_result.reading, len(piece.readings) - 1)
        transport = WorkerTransport(pool, grading.program(exercise, read, piece, reading))
        run = grading.examiner(exercise).run(test, transport, recorded_test.seed)
        console.print(f"[bold]{escape(test.id)}[/] of {escape(submission)}, seed {recorded_test.seed}")
        console.print(f"property: {escape(test.title)}")
        source = read_module(plan.assignment.reference, exercise.module)
        right = Diagnosis(grading, exercise).replay("reference", source.text, test, recorded_test.seed)
        for index, call in enumerate(run.calls):
            show_call(console, call, right.calls[index] if index < len(right.calls) else None)
        console.print(f"\noutcome: [bold]{run.outcome}[/] (recorded: {recorded_test.outcome})")
        console.print(
            escape("\n".join(part for part in (run.judgement.finding.text, run.judgement.detail) if part))
        )
        transport.close()

    try:
        with_suites(plan.hidden_files, plan.exercises_of_module, work, root=plan.assignment.folder)
    finally:
        pool.close()


def recorded(out: Path, submission: str) -> tuple[Plan, Any, SubmissionResult]:
    store = Store(locate(out))
    try:
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
        raise UserError(f"no test of {result.submission} matches {wanted!r}; results.json lists them")
    raise UserError(f"{wanted!r} matches several tests: {', '.join(t.id for _, t in chosen[:6])}")


def show_call(console: Any, call: Call, right: Call | None) -> None:
    """One exchange: what was asked, what the student's code answered, and what the reference answers to the same."""
    from rich.markup import escape

    what = getattr(call.values.get("target"), "__name__", "") or call.name or call.operation
    console.print(f"\n[bold]{escape(str(what))}[/]")
    with np.printoptions(precision=5, threshold=60, linewidth=110):
        for key in ("args", "kwargs", "inputs", "cotangents", "index"):
            value = call.values.get(key)
            if value:
                console.print(escape(f"  {key}: {value!r}"))
        console.print(escape(f"  student   -> {_answer(call)}"))
        if right is not None:
            console.print(escape(f"  reference -> {_answer(right)}"))


def _answer(call: Call) -> str:
    if call.error:
        return str(call.error)
    result = call.result or {}
    return repr(result.get("result", result))
