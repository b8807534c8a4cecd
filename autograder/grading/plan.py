"""What a grading run does, as one JSON-able record that the command hands to its graders."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from autograder import __version__
from autograder.authoring.handed_out import handed_out_statements
from autograder.basics.words import ENGLISH, Language
from autograder.course import Assignment, Course, Exercise, Selection
from autograder.course.concept import concept_of, digest_of
from autograder.course.returned import returned_by
from autograder.course.secret import course_secret
from autograder.course.source import partners, read_module
from autograder.grading.devices import CPU, GPU, NEEDS_GPU
from autograder.intake.signatures import asked_signatures
from autograder.suites.reference import suite_version
from autograder.suites.student import Surface


@dataclass(frozen=True)
class Plan:
    root: str
    assignment_name: str
    points: dict[str, float]
    """Exercise id -> points, in order."""
    device: str = "cpu"
    """"cpu", "auto" (what each exercise says), or torch's name of the device that every torch exercise is to be tried on."""
    isolation: str = "standard"
    seed: int | None = None
    """Replaces the course secret: for demonstrations and tests only."""
    use_cache: bool = True
    hints: str = "mistake"
    submission_seconds: float | None = None
    """What a submission may take as a whole; by default ten times what the reference needs (`allowance.py`)."""
    size: str = ""
    """"gpu": exercises that have such a size (`[exercise.sizes.gpu]`) are graded at it."""
    language: str = ENGLISH
    """Of our own words in feedback and report. No score depends on it, so it is not part of the digest."""

    @classmethod
    def make(cls, course: Course, selection: Selection, **options: object) -> Plan:
        points = {e.id: e.points for e in selection.exercises}
        options["language"] = options.get("language") or course.language(selection.assignment)
        return cls(str(course.root), selection.assignment.name, points, **options)  # type: ignore[arg-type]

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Plan:
        return cls(**json.loads(text))

    @property
    def spoken(self) -> Language:
        return Language(self.language, Path(self.root))

    @cached_property
    def course(self) -> Course:
        return Course(Path(self.root))

    @cached_property
    def assignment(self) -> Assignment:
        return self.course.assignment(self.assignment_name)

    @cached_property
    def exercises(self) -> list[Exercise]:
        chosen = [self.assignment.get(name) for name in self.points]
        return [e.model_copy(update={"points": self.points[e.id]}).sized(self.size) for e in chosen]

    @cached_property
    def runtimes(self) -> list[str]:
        """What workers are forked from. The first one also reads hand-ins: the smaller, if there are two."""
        return sorted({e.runtime for e in self.exercises})

    @cached_property
    def exercises_of_module(self) -> dict[str, list[str]]:
        """All exercises of the chosen modules, chosen or not: which one a test belongs to does not depend on a set."""
        chosen = {e.module for e in self.exercises}
        found: dict[str, list[str]] = {}
        for e in self.assignment.exercise:
            if e.module in chosen:
                found.setdefault(e.module, []).append(e.id)
        return found

    @cached_property
    def hidden_files(self) -> list[Path]:
        return [self.assignment.concept(m).hidden for m in dict.fromkeys(e.module for e in self.exercises)]

    @cached_property
    def public_files(self) -> list[Path]:
        """Public checks, where there are any."""
        concepts = [self.assignment.concept(m) for m in dict.fromkeys(e.module for e in self.exercises)]
        return [c.public for c in concepts if c.public.is_file()]

    @cached_property
    def secret(self) -> bytes:
        if self.seed is not None:
            return hashlib.sha256(f"seed {self.seed}".encode()).digest()
        return course_secret(self.course)

    @cached_property
    def given(self) -> dict[str, str]:
        """The course's given/ code: module name -> source."""
        return {p.stem: p.read_text(encoding="utf-8") for p in self.assignment.given if p.stem != "__init__"}

    @cached_property
    def released(self) -> list[str]:
        """Digests of the statements that every notebook of this assignment came with."""
        return handed_out_statements(self.assignment)

    @cached_property
    def asked(self) -> list[str]:
        """What students implement in the whole assignment, chosen or not."""
        return [name for e in self.assignment.exercise for name in e.names]

    @cached_property
    def versions(self) -> dict[str, str]:
        return {e.id: suite_version(self.assignment, e) for e in self.exercises}

    @cached_property
    def mistakes_digest(self) -> str:
        """Of the listed mistakes: they decide which wrong forward is followed through, and what is told."""
        listed = [(c.name, c.mistakes) for c in self.assignment.concepts() if c.mistakes.is_file()]
        return digest_of(listed)

    @cached_property
    def public_digest(self) -> str:
        """Of the public checks: what an exception says there is told."""
        return digest_of((concept_of(path), path) for path in self.public_files)

    @cached_property
    def digest(self) -> str:
        """Names everything that decides scores: with the same digest, what is done stays done."""
        secret = hmac.new(self.secret, b"plan", hashlib.sha256).hexdigest()
        parts: list[object] = [
            __version__,
            self.assignment_name,
            self.points,
            self.device,
            self.versions,
            self.released,
            secret,
            self.hints,
            self.mistakes_digest,
            self.public_digest,
        ]
        if self.submission_seconds is not None:
            parts.append(self.submission_seconds)
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]

    def device_of(self, exercise: Exercise, accelerator: str = GPU) -> str:
        """Where its code runs. Whatever machine grades, this says the same."""
        if exercise.runtime != "torch" or self.device == CPU:
            return CPU
        if self.device == "auto":
            return accelerator if exercise.device == "gpu" else CPU
        return self.device

    @property
    def needs(self) -> str:
        """What a submission needs of its grader."""
        return NEEDS_GPU if any(self.device_of(e) != CPU for e in self.exercises) else ""

    def surface(self, exercise: Exercise) -> Surface:
        """The names a suite may use, and which of their outputs stay with the student's code."""
        names, opaque, defined = [], {}, []
        for e in [exercise, *partners(self.assignment, exercise)]:
            source = read_module(self.assignment.reference, e.module)
            names += e.names
            opaque.update({name: source.opaque_positions(name, e.opaque) for name in e.names})
            defined += [(name, source) for name in e.names]
        own = read_module(self.assignment.reference, exercise.module)
        helpers = [name for need in exercise.needs for name in self.assignment.get(need).names]
        parameters = {name: own.parameters(name) for name in exercise.names}
        signatures = {k: v for name in exercise.names for k, v in asked_signatures(own.definition(name)).items()}
        must_return = [] if exercise.is_test else [name for name, source in defined if source.always_returns(name)]
        returned = returned_by(defined)
        return Surface(
            names, opaque, exercise.forbid, helpers, parameters, exercise.in_place, signatures, must_return, returned
        )
