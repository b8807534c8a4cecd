"""From failures to sentences that help: the property, the place, and the mistake it looks like.

The failed tests of an exercise are replayed, same seeds and inputs, with each listed mistake in the student's place
(trusted code, in this process). A mistake whose answers agree in all of them explains the exercise; where several
do, those that would also have failed what the student passed are out; what is still undecided gets no hint.

One failed test alone is thin evidence: the student then reads where to look, not what is wrong (`hinting.py`). An answer
that computes nothing is told so (`lazy.py`).
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from autograder.checks.finding import Finding
from autograder.checks.verdict_only import brief
from autograder.course.mistakes import Mistake, apply_mistake, load_mistakes
from autograder.course.model import Exercise
from autograder.course.source import ModuleSource, read_module
from autograder.grading.hinting import is_telling, where_to_look
from autograder.grading.lazy import SAID, called_function, kinds_of_answers
from autograder.grading.pictures import REFERENCE_SEEDS, SLOWEST_REFERENCE, picture_of
from autograder.suites.agreement import same_calls
from autograder.suites.divergence import parted_outputs
from autograder.suites.examiner import TestRun
from autograder.suites.outcome import Outcome
from autograder.suites.plugin import SuiteTest
from autograder.suites.transport import LocalTransport
from autograder.suites.trusted import trusted_session
from autograder.worker.session import Session

if TYPE_CHECKING:
    from autograder.grading.submission import Grading

LEVELS = ("none", "property", "location", "mistake")
MOST_REPLAYED = 5
"""Failed tests that are replayed; more would not tell more."""


@dataclass(frozen=True)
class Told:
    """What a failed test says to the student."""

    finding: Finding = Finding()  # noqa: RUF009 - it is frozen
    mistake: str | None = None
    hint: str = ""
    firm: bool = True
    picture: dict[str, Any] | None = None


@dataclass(frozen=True)
class MistakeMatch:
    """The listed mistake that a failure shows. It is firm if at least two failed tests show it."""

    mistake: Mistake
    firm: bool


FIRM = 2
"""Failed tests, each with inputs of its own, whose answers must tell."""


@dataclass
class Diagnosis:
    grading: Grading
    exercise: Exercise
    _mistakes: list[tuple[Mistake, str]] | None = None
    _sessions: dict[str, Session] = field(default_factory=dict)
    _reference_runs: dict[str, list[TestRun]] = field(default_factory=dict)

    def explain(self, runs: list[TestRun]) -> list[Told]:
        level = LEVELS.index(self.grading.plan.hints)
        try:
            matched = self.match(runs) if level >= 3 else {}
            lazy = self.lazy(runs) if level >= 3 else {}
            return [self._told(run, level, matched.get(run.test.id), lazy) for run in runs]
        except MemoryError:  # what came back is too large to be compared: the verdict stands, unexplained
            return self.tell_only(runs)

    def tell_only(self, runs: list[TestRun]) -> list[Told]:
        """Where no time is left to explain: what the tests themselves said."""
        level = LEVELS.index(self.grading.plan.hints)
        return [Told() if level < 2 or run.passed else Told(run.judgement.finding) for run in runs]

    def _told(self, run: TestRun, level: int, match: MistakeMatch | None, lazy: dict[str, str]) -> Told:
        if run.passed or level < 2:
            return Told()
        finding = run.judgement.finding.and_also(self.first_divergence(run))
        picture = picture_of(run, self.exercise.training, self._reference_on)
        said = next((lazy[name] for call in run.calls if (name := called_function(call)) in lazy), "")
        if said or match is None:
            return Told(finding, hint=said, picture=picture)
        hint = match.mistake.hint if match.firm else self._where_to_look(match.mistake)
        return Told(finding, match.mistake.id, hint, match.firm, picture)

    def _where_to_look(self, mistake: Mistake) -> str:
        source = read_module(self.grading.plan.assignment.reference, self.exercise.module)
        nodes = [n for name in self.exercise.names for n in ast.walk(source.definition(name))]
        functions = [n for n in nodes if isinstance(n, ast.FunctionDef)]
        parameters = {a.arg for f in functions for a in [*f.args.args, *f.args.kwonlyargs]} - {"self"}
        stated = [ast.get_docstring(n) or "" for n in nodes if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
        return where_to_look(mistake, [m.hint for m, _ in self.listed()], parameters, "\n".join(stated))

    def lazy(self, runs: list[TestRun]) -> dict[str, str]:
        """Function -> what to say of it, for those that compute nothing."""
        failed = [r for r in runs if r.is_replayable][:MOST_REPLAYED]
        if self.exercise.training or not failed:
            return {}
        found = kinds_of_answers([c for run in runs for c in run.calls], self.exercise.names)
        if not any(found.values()):
            return {}
        text = read_module(self.grading.plan.assignment.reference, self.exercise.module).text
        right = [self.replay("reference", text, run.test, run.seed) for run in failed]
        meant = kinds_of_answers([c for run in right for c in run.calls], self.exercise.names, fewest=1)
        return {name: SAID[kind].format(name=name) for name, kind in found.items() if kind and meant.get(name, kind) != kind}

    def _reference_on(self, run: TestRun) -> list[TestRun]:
        """A few runs of a training test with the reference: where right curves lie. Made once per test and grader."""
        known = self._reference_runs
        if run.test.id not in known:
            text = read_module(self.grading.plan.assignment.reference, self.exercise.module).text
            known[run.test.id] = []
            for seed in REFERENCE_SEEDS:
                again = self.replay("reference", text, run.test, seed)
                known[run.test.id].append(again)
                if again.judgement.seconds > SLOWEST_REFERENCE:
                    break
        return known[run.test.id]

    # --- where it leaves the reference --------------------------------------------------------------------------

    def first_divergence(self, run: TestRun) -> str:
        """Where a call has several outputs and some are right: which is the first that is not."""
        where = getattr(run.judgement.failure, "where", {})
        told = "first_divergence" in where or "wrong_arguments" in where
        if self.exercise.training or run.outcome is not Outcome.FAILED or told or not run.calls:
            return ""
        source = read_module(self.grading.plan.assignment.reference, self.exercise.module)
        right = self.replay("reference", source.text, run.test, run.seed)
        if not right.passed:
            return ""
        return parted_outputs(run.calls, right.calls, lambda name: _stated_outputs(source, name))

    # --- matching ----------------------------------------------------------------------------------------------

    def match(self, runs: list[TestRun]) -> dict[str, MistakeMatch]:
        """Test id -> the listed mistake that its failure shows."""
        shown = self._shown(runs)
        telling = [r for r in runs if r.test.id in shown and is_telling(r.calls)]
        counts = Counter(shown[r.test.id].id for r in telling)
        return {test: MistakeMatch(mistake, counts[mistake.id] >= FIRM) for test, mistake in shown.items()}

    def _shown(self, runs: list[TestRun]) -> dict[str, Mistake]:
        failed = [r for r in runs if r.is_replayable][:MOST_REPLAYED]
        if self.exercise.training or not failed:
            return {}
        agreeing = {m.id: [r for r in failed if self._behaves_like(m, text, r)] for m, text in self.listed()}
        whole = [(m, text) for m, text in self.listed() if len(agreeing[m.id]) == len(failed)]
        if len(_distinct([m for m, _ in whole])) > 1:
            passed = [r for r in runs if r.passed]
            whole = [(m, text) for m, text in whole if all(self._passes(m, text, r) for r in passed)]
        if len(_distinct([m for m, _ in whole])) == 1:
            return {r.test.id: whole[0][0] for r in runs if r.is_replayable}
        if whole:
            return {}
        found = {}
        for r in failed:  # several mistakes at once: each test may still show one of them
            own = [m for m, _ in self.listed() if r in agreeing[m.id]]
            if len(_distinct(own)) == 1:
                found[r.test.id] = own[0]
        return found

    def listed(self) -> list[tuple[Mistake, str]]:
        if self._mistakes is None:
            plan = self.grading.plan
            source = read_module(plan.assignment.reference, self.exercise.module)
            listed = load_mistakes(plan.assignment, self.exercise)
            self._mistakes = [(m, apply_mistake(source, self.exercise, m)) for m in listed]
        return self._mistakes

    def _behaves_like(self, mistake: Mistake, text: str, run: TestRun) -> bool:
        again = self.replay(mistake.id, text, run.test, run.seed)
        return not again.passed and same_calls(run.calls, again.calls)

    def _passes(self, mistake: Mistake, text: str, run: TestRun) -> bool:
        return self.replay(mistake.id, text, run.test, run.seed).passed

    def replay(self, key: str, text: str, test: SuiteTest, seed: int) -> TestRun:
        """One test with trusted code in the student's place, run in this process behind the same proxy."""
        self.grading.allowance.check_hints()
        if key not in self._sessions:
            self._sessions[key] = trusted_session(text, self.grading.plan.given)
        with brief():
            return self.grading.examiner(self.exercise).run(test, LocalTransport(self._sessions[key]), seed)


def _stated_outputs(source: ModuleSource, name: str) -> list[str]:
    """What a function's outputs are called; "" for a name that its statement does not use."""
    if name not in {n.name for n in source.tree.body if isinstance(n, ast.FunctionDef)}:
        return []
    stated = set(re.findall(r"\w+", ast.get_docstring(source.definition(name)) or ""))
    return [output if output in stated else "" for output in source.outputs(name)]


def _distinct(mistakes: list[Mistake]) -> set[str]:
    return {m.same_as or m.id for m in mistakes}
