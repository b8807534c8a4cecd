"""`proof.json` of an assignment: what an audit has shown, by digest. It is committed, so a fresh clone need not audit again.

An entry is about the content it was made from and the engine that made it. If the content has changed, it proves nothing any
more; if only the engine has, it still says a good deal, and `gradmark audit all --stale` makes it exact again.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import math
import re
from collections.abc import Iterable
from enum import Enum
from pathlib import Path

from pydantic import BaseModel, Field, ValidationError

from autograder.auditing.engine import engine_digest, without_words
from autograder.auditing.equivalent import load_reasons
from autograder.auditing.record import SubjectRecord, versions
from autograder.auditing.verdict import Verdict
from autograder.basics.files import replace_text
from autograder.course import Assignment, Exercise
from autograder.errors import UserError
from autograder.suites.reference import settings_of, suite_parts

NAME = "proof.json"
SCHEMA = 2
LEAST_SEEDS, LEAST_TRAININGS = 200, 20
"""What a release asks for."""


class ThresholdProof(BaseModel):
    """A threshold of a training, and who reaches it how often."""

    asked: str
    reached: dict[str, str]
    """Who -> "20/20"."""
    closest_right: float | None = None
    closest_wrong: float | None = None


class ExerciseProof(BaseModel):
    content: str
    engine: str
    versions: list[str]
    seeds: int
    draws: int
    """On which something right was tried: seeds times right versions."""
    false_failures: int
    right_versions: int
    mistakes_caught: int
    hints_right: str
    """Of the caught (mistake, seed) pairs, how many were given their own hint; trainings are not counted."""
    mutants_killed: int
    mutants_equivalent: int
    stand_ins_refused: int
    blunders_caught: int
    cpu_seconds: float
    """That the reference takes for all tests, rounded up to one digit."""
    thresholds: dict[str, ThresholdProof] = Field(default_factory=dict)


class ProofState(Enum):
    """What a proof says of an exercise as it is now."""

    PROVEN = "proven"
    OLD_ENGINE = "proven by an older engine"
    CHANGED = "changed since its proof"
    THIN = "proven on too few seeds"
    MISSING = "not proven"

    @property
    def holds(self) -> bool:
        return self in (ProofState.PROVEN, ProofState.OLD_ENGINE)


def content_digest(assignment: Assignment, exercise: Exercise) -> str:
    """Of all that an audit of this exercise is about. Points, comments, docstrings and layout decide no verdict."""
    concept = assignment.concept(exercise.module)
    parts = suite_parts(assignment, exercise)
    parts |= {role: p for role, p in concept.parts().items() if role.split()[0] in ("mistakes", "alternative")}
    settings = settings_of(exercise)
    reasons = load_reasons(assignment).get(exercise.id, {})
    told = [
        _digest_of_code(_without_unused_given(parts)),
        json.dumps(settings, sort_keys=True),
        json.dumps(reasons, sort_keys=True),
    ]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]


def _without_unused_given(parts: dict[str, Path]) -> dict[str, Path]:
    """Given code that nothing of the exercise speaks of changes no verdict about it: a new file there voids no proof."""
    given = {path.stem: role for role, path in parts.items() if role.startswith("given ")}
    waiting = [path for role, path in parts.items() if role not in given.values()]
    used: set[str] = set()
    while waiting:
        words = set(re.findall(r"\w+", waiting.pop().read_text(encoding="utf-8", errors="replace")))
        new = (words & given.keys()) - used
        used |= new
        waiting += [parts[given[name]] for name in new]
    return {role: path for role, path in parts.items() if role not in given.values() or path.stem in used}


def _digest_of_code(parts: dict[str, Path]) -> str:
    digest = hashlib.sha256()
    for role, path in sorted(parts.items()):
        content = path.read_bytes()
        if path.suffix == ".py":
            with contextlib.suppress(SyntaxError, ValueError):
                content = without_words(ast.parse(content)).encode()
        digest.update(role.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:16]


def load_proofs(assignment: Assignment) -> dict[str, ExerciseProof]:
    path = assignment.folder / NAME
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return {name: ExerciseProof.model_validate(entry) for name, entry in data["exercises"].items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ValidationError):
        raise UserError(f"{path} cannot be read: it is damaged; rebuild it with: gradmark audit {assignment.number}") from None


def standing(assignment: Assignment, exercise: Exercise, proofs: dict[str, ExerciseProof]) -> ProofState:
    proof = proofs.get(exercise.id)
    if proof is None:
        return ProofState.MISSING
    if proof.content != content_digest(assignment, exercise):
        return ProofState.CHANGED
    if proof.seeds < (LEAST_TRAININGS if exercise.training else LEAST_SEEDS):
        return ProofState.THIN
    return ProofState.PROVEN if proof.engine == engine_digest() else ProofState.OLD_ENGINE


def write_proofs(assignment: Assignment, verdicts: Iterable[Verdict]) -> Path:
    """Enters what these verdicts show. An exercise that may not be released loses its proof; what is gone is dropped."""
    try:
        proofs = load_proofs(assignment)
    except UserError:
        proofs = {}
    for verdict in verdicts:
        exercise, known = verdict.exercise, proofs.get(verdict.exercise.id)
        if verdict.refused or not (verdict.has_mutants or not exercise.has_mutants):
            if known and standing(assignment, exercise, proofs) is not ProofState.PROVEN:
                del proofs[exercise.id]
            continue
        made = prove(assignment, verdict)
        same = known is not None and (known.content, known.engine) == (made.content, made.engine)
        if known is None or not same or known.seeds <= made.seeds:
            proofs[exercise.id] = made
    order = [e.id for e in assignment.exercise if e.id in proofs]
    data = {
        "schema": SCHEMA,
        "exercises": {name: proofs[name].model_dump(exclude_none=True) for name in order},
    }
    return replace_text(assignment.folder / NAME, json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def prove(assignment: Assignment, verdict: Verdict) -> ExerciseProof:
    """What a verdict that refuses nothing has shown."""
    record, right = verdict.record, verdict.of("reference", "alternative")
    named = caught = 0
    for s in verdict.of("mistake", "reworded") if not verdict.exercise.training else []:
        hints = {n: h.split() for n, h in s.hints.items() if n not in s.survived}
        caught += len(hints)
        named += sum(h == [s.same_as or s.id] for h in hints.values())
    return ExerciseProof(
        content=content_digest(assignment, verdict.exercise),
        engine=engine_digest(),
        versions=versions(),
        seeds=verdict.seeds,
        draws=sum(len(s.outcomes) for s in right),
        false_failures=verdict.false_draws,
        right_versions=len(right),
        mistakes_caught=len(verdict.of("mistake")),
        hints_right=f"{named}/{caught}",
        mutants_killed=sum(m.verdict == "killed" for m in verdict.mutants),
        mutants_equivalent=sum(m.verdict != "killed" for m in verdict.mutants),
        stand_ins_refused=len(verdict.of("degenerate", "attack")),
        blunders_caught=sum(not s.survived for s in verdict.of("generic")),
        cpu_seconds=_rounded_up(sum(record.cpu.values())),
        thresholds={name: _threshold(name, bar, verdict) for name, bar in record.thresholds.items()},
    )


def _threshold(name: str, bar: str, verdict: Verdict) -> ThresholdProof:
    direction, _, limit = bar.rpartition(" ")
    up = direction == "at least"
    reached: dict[str, str] = {}
    right: list[float] = []
    wrong: list[float] = []
    for s in verdict.of("reference", "alternative", "mistake", "attack"):
        found = list(s.measured.get(name, {}).values())
        if not found:
            continue
        passed = sum(value >= float(limit) if up else value <= float(limit) for value in found)
        reached[_who(s)] = f"{passed}/{len(found)}"
        (right if s.kind in ("reference", "alternative") else wrong).extend(found)
    least, most = (min, max) if up else (max, min)
    return ThresholdProof(
        asked=bar,
        reached=reached,
        closest_right=round(least(right), 4) if right else None,
        closest_wrong=round(most(wrong), 4) if wrong else None,
    )


def _who(subject: SubjectRecord) -> str:
    return subject.id.partition("/")[2] or subject.id


def _rounded_up(seconds: float) -> float:
    """To one digit: a figure in a committed file should not differ by noise."""
    if seconds <= 0:
        return 0.0
    unit = 10.0 ** math.floor(math.log10(seconds))
    return round(math.ceil(seconds / unit) * unit, 6)
