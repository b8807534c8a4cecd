"""Which mutants a suite kills, which it lets live, and which of those change nothing that it can see."""

from __future__ import annotations

import ast
import hashlib
import math
import time
from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from autograder.auditing.engine import edits_digest
from autograder.auditing.exercise_trial import Trial, letters
from autograder.auditing.forked_jobs import Beat, run_forked
from autograder.auditing.record import LETTERS, AuditRecord, MutantRecord
from autograder.course import Exercise
from autograder.course.source import ModuleSource
from autograder.mutation.mutants import Mutant, generate
from autograder.mutation.shapes import ShapeRecorder
from autograder.suites.student import Call, Handle

KILL_DRAWS = 20
EQUIVALENCE_DRAWS = 50
SAME = 1e-9
"""Relative difference up to which answers are one: another order of summation, no other formula."""
LEAST_SECONDS = 5.0


def mutants_key(source: ModuleSource) -> str:
    return hashlib.sha256(f"{edits_digest()}\n{source.text}".encode()).hexdigest()[:16]


def make_mutants(trial: Trial, source: ModuleSource, known: Collection[str]) -> tuple[list[Mutant], float]:
    """The mutants that are not among the `known` texts, and how long one draw of the reference takes."""
    shapes = ShapeRecorder()
    start = time.process_time()
    shapes.record(lambda: trial.runs_of("reference:reference", source.text, 0))
    seconds = time.process_time() - start
    made = generate(source, trial.exercise.names, shapes.same(), untold(source, trial.exercise))
    return [m for m in made if m.text not in known], seconds


def untold(source: ModuleSource, exercise: Exercise) -> set[str]:
    """Outputs that stay with the student's code, where no other name of the exercise takes them back.

    What a forward puts into its cache is between it and its backward: the suite of the forward cannot see it.
    """
    taken = set()
    for name in exercise.names:
        node = source.definition(name)
        if isinstance(node, ast.FunctionDef):
            taken |= {a.arg for a in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]}
    return set(exercise.opaque) - taken


def try_mutants(
    trial: Trial,
    source: ModuleSource,
    record: AuditRecord,
    known: Collection[str],
    step: Callable[[int], None],
) -> None:
    """Fills `record.mutants`; those that are there already, unchanged, are not run again."""
    mutants, seconds = make_mutants(trial, source, known)
    digests = {m.id: hashlib.sha256(m.text.encode()).hexdigest()[:16] for m in mutants}
    record.mutants = {i: r for i, r in record.mutants.items() if digests.get(i) == r.digest}
    waiting = [m for m in mutants if m.id not in record.mutants]
    step(len(mutants) - len(waiting))
    limit = max(LEAST_SECONDS, 30 * seconds)
    memory = (trial.exercise.memory + 512) << 20

    def work(mutant: Mutant, beat: Beat) -> dict[str, Any]:
        return try_mutant(trial, source, mutant, beat)

    for mutant, answer in run_forked(waiting, work, limit, memory):
        if "lost" in answer:
            letter = LETTERS.get(answer["lost"], "T" if answer["lost"] == "timeout" else "E")
            answer = {"verdict": "killed", "draws": 1, "outcomes": letter * len(trial.tests)}
        record.mutants[mutant.id] = MutantRecord(
            id=mutant.id,
            kind=mutant.kind,
            line=mutant.line,
            digest=digests[mutant.id],
            diff="" if answer["verdict"] == "killed" else mutant.diff(source.text),
            **answer,
        )
        step(1)
    record.mutants_key = mutants_key(source)


def try_mutant(trial: Trial, source: ModuleSource, mutant: Mutant, beat: Beat) -> dict[str, Any]:
    key = f"mutant:{mutant.id}"
    for number in range(KILL_DRAWS):
        outcomes = letters(trial.tests, trial.runs_of(key, mutant.text, number))
        if set(outcomes) != {"."}:
            trial.diagnosis.drop_session(key)
            return {"verdict": "killed", "draws": number + 1, "outcomes": outcomes}
        beat()
    difference = 0.0
    for number in range(EQUIVALENCE_DRAWS):
        right = trial.runs_of("reference:reference", source.text, number)
        own = trial.runs_of(key, mutant.text, number)
        difference = max(calls_differ(a.calls, b.calls) for a, b in zip(right, own))
        beat()
        if difference > SAME:
            break
    trial.diagnosis.drop_session(key)
    verdict = "survived" if difference > SAME else "equivalent"
    found = {"verdict": verdict, "draws": KILL_DRAWS, "outcomes": outcomes}
    return {**found, "difference": difference if math.isfinite(difference) else 1e300}


# --- how far two runs of one test are apart ------------------------------------------------------------------------


def calls_differ(first: list[Call], second: list[Call]) -> float:
    """0 for the same answers, infinite for answers of another form. What stayed with its code is not looked at."""
    if len(first) != len(second):
        return math.inf
    return max((_call_differs(a, b) for a, b in zip(first, second)), default=0.0)


def _call_differs(a: Call, b: Call) -> float:
    if (a.error is None) != (b.error is None):
        return math.inf
    if a.error is not None and b.error is not None:
        return 0.0 if a.error.kind == b.error.kind else math.inf
    return _differ(a.result, b.result)


def _differ(a: Any, b: Any) -> float:
    if isinstance(a, Handle) or isinstance(b, Handle):
        return 0.0 if isinstance(a, Handle) and isinstance(b, Handle) else math.inf
    if isinstance(a, dict) and isinstance(b, dict):
        if a.keys() != b.keys():
            return math.inf
        return max((_differ(a[k], b[k]) for k in a), default=0.0)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        if len(a) != len(b) or type(a) is not type(b):
            return math.inf
        return max((_differ(x, y) for x, y in zip(a, b)), default=0.0)
    x, y = _numbers(a), _numbers(b)
    if x is None or y is None:
        return 0.0 if type(a) is type(b) and a == b else math.inf
    return _arrays_differ(x, y)


def _numbers(value: Any) -> np.ndarray | None:
    if hasattr(value, "detach"):
        value = value.detach()
        value = value.float().numpy() if str(value.dtype) == "torch.bfloat16" else value.numpy()
    if isinstance(value, (bool, int, float, complex, np.generic, np.ndarray)):
        array = np.asarray(value)
        return array if array.dtype.kind in "biufc" else None
    return None


def _arrays_differ(x: np.ndarray, y: np.ndarray) -> float:
    if x.shape != y.shape or x.dtype != y.dtype:
        return math.inf
    if x.dtype.kind == "b":
        return 0.0 if np.array_equal(x, y) else math.inf
    finite = np.isfinite(x) & np.isfinite(y)
    if not bool(((x == y) | (np.isnan(x) & np.isnan(y)) | finite).all()):
        return math.inf
    apart = np.abs(np.where(finite, x, 0) - np.where(finite, y, 0)).max(initial=0.0)
    return float(apart / (np.abs(np.where(finite, x, 0)).max(initial=0.0) or 1.0))
