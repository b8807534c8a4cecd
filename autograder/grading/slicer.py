"""From a submission to slices, in a jailed worker: parsing hostile source is the first thing that can explode."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from autograder.basics.text import seen
from autograder.checks.finding import Finding, Place
from autograder.course import Exercise
from autograder.grading.interruptions import TRIES, Interruptions
from autograder.grading.plan import Plan
from autograder.grading.workers import Budget, Program, WorkerLimits, WorkerTransport, ZygoteDied, ZygotePool
from autograder.intake.model import Slice, Statement
from autograder.intake.submission import Submission
from autograder.suites.outcome import Outcome
from autograder.suites.student import StudentError, Surface
from autograder.suites.transport import WorkerLost
from autograder.worker.values import Decoder, Encoder
from autograder.worker.wire import Malformed

SLICE_BUDGET = Budget(5.0)
SLICE_LIMITS = WorkerLimits(memory=1 << 30)
LIFE = 200
"""Submissions that one worker slices."""
HEAVY = 200_000
"""Characters of code; ten times what a long notebook has."""
NOTE_CAP, MOST_NOTES = 300, 8


@dataclass(frozen=True)
class Sliced:
    """The part of a submission that one exercise needs, and what in it is not allowed."""

    slice: Slice
    forbidden: list[tuple[str, Finding]]
    """By definition."""
    siblings: dict[str, str]
    doubts: list[str] = field(default_factory=list)
    """For staff: what could be a way around what is not allowed."""

    @cached_property
    def digest(self) -> str:
        """Of every byte that the worker will see: what a comment could say to it changes the hidden inputs, too."""
        readings = [self.slice.statements, *self.slice.others]
        seen = [self.slice.digest, str(self.slice.whole)]
        seen += [part for reading in readings for s in reading for part in (s.source, str(s.needed))]
        seen += [part for name in self.slice.siblings for part in (name, self.siblings[name])]
        return hashlib.sha256("\0".join(seen).encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def about(self) -> str:
        """The digest together with what was found missing, broken or forbidden."""
        found = [self.digest, self.slice.missing, sorted(self.slice.broken.items())]
        found.append([(definition, finding.text) for definition, finding in self.forbidden])
        return hashlib.sha256(json.dumps(found).encode()).hexdigest()

    @cached_property
    def readings(self) -> list[list[Statement]]:
        return self.slice.readings

    @classmethod
    def from_json(cls, text: bytes, read: Submission) -> Sliced:
        data = json.loads(text)
        return cls(
            Slice.from_json(data["slice"]),
            [_forbidden(*each) for each in data["forbidden"]],
            dict(read.siblings),
            [seen(str(doubt)[:NOTE_CAP]) for doubt in data["doubts"]][:MOST_NOTES],
        )


class Slicer:
    """One worker slices many submissions: it runs none of their code. It is replaced now and then."""

    def __init__(self, plan: Plan, pool: ZygotePool, surface: Callable[[Exercise], Surface]) -> None:
        self.plan, self.pool, self.surface = plan, pool, surface
        self.worker: WorkerTransport | None = None
        self._served = 0

    def slices(self, read: Submission, interruptions: Interruptions) -> list[Sliced]:
        """One slice for each exercise of the plan."""
        header = {
            "op": "slice",
            "cells": [[cell.label, cell.source] for cell in read.cells],
            "siblings": dict(read.siblings),
            "given": self.plan.given,
            "asked": self.plan.asked,
            "released": self.plan.released,
            "wanted": [self._wanted(e) for e in self.plan.exercises],
            "bufs": [],
        }
        for attempt in range(TRIES):
            slicer = self._ready()
            try:
                reply = slicer.request(header, Encoder(_refuse))
                answers = Decoder(reply, {}, trusted=False)(reply.header.get("result"))
                if sum(map(len, [*(cell.source for cell in read.cells), *read.siblings.values()])) > HEAVY:
                    self._replace()  # what it took of the slicer's memory is not the next student's to lack
                return [Sliced.from_json(text, read) for text in answers]
            except (TypeError, ValueError, Malformed, StudentError) as error:
                raise WorkerLost(Outcome.ERROR, "it cannot be parsed", str(error)) from None
            except WorkerLost as lost:
                if lost.outside and attempt < TRIES - 1:
                    interruptions.start_over(self.pool, slicer, attempt, new_zygote=attempt > 0)
                    continue
                served_others = self._served > 1
                self._replace()
                if attempt > 0 or (lost.outcome is not Outcome.ERROR and not served_others):
                    raise  # what ends the slicer twice, or a new one, is in the source
            except ZygoteDied:
                if attempt == TRIES - 1:
                    raise
                interruptions.start_over(self.pool, slicer, attempt, new_zygote=True)
        raise AssertionError("unreachable")

    def _wanted(self, exercise: Exercise) -> dict[str, Any]:
        surface = self.surface(exercise)
        return {"names": surface.names, "signatures": dict(surface.signatures), "forbid": exercise.forbidden_names}

    def _ready(self) -> WorkerTransport:
        """One worker parses many submissions: it runs none of their code. It is replaced now and then."""
        if self._served >= LIFE:
            self._replace()
        if self.worker is None:
            program = Program(self.plan.runtimes[0], {"statements": []}, SLICE_LIMITS, SLICE_BUDGET)
            self.worker, self._served = WorkerTransport(self.pool, program), 0
        self._served += 1
        if self.worker.zygote not in (None, self.pool.zygotes.get(self.plan.runtimes[0])):
            self.worker.abandon()  # it went with a zygote that was replaced
        self.worker.begin_test(0)
        return self.worker

    def _replace(self) -> None:
        if self.worker is not None:
            self.worker.close_quietly()
        self.worker, self._served = None, 0


def _forbidden(definition: object, line: object, message: object) -> tuple[str, Finding]:
    name = str(definition)[:300]
    places = (Place(name, line),) if name and type(line) is int else ()
    return name, Finding(str(message)[:300], places=places)


def _refuse(value: Any) -> list:
    raise TypeError(type(value).__name__)
