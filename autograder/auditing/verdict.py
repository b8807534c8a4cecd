"""From what was found out about an exercise to what is wrong with its suite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from autograder.auditing.bounds import upper_bound
from autograder.auditing.equivalent import snippet
from autograder.auditing.record import NO_FAILURE, UNWRITTEN, AuditRecord, MutantRecord, SubjectRecord
from autograder.course import Exercise

LEAST_HINTED = 0.95
BUDGET_SHARE = 1 / 3
"""Of the time a student's code may use, what the reference may."""


@dataclass(frozen=True)
class Defect:
    kind: str
    text: str
    refuses: bool = True
    details: str = ""
    """More lines for the person who mends it: a diff, lines to paste."""


@dataclass(frozen=True)
class TestStrength:
    """What a test is worth: which wrong versions it fails, and which no other test fails."""

    __test__ = False

    test: str
    mistakes: int
    mutants: int
    alone: int


@dataclass
class Verdict:
    exercise: Exercise
    record: AuditRecord
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Mutant id -> why it may live, from equivalent.toml."""
    error: str = ""
    """Why the exercise could not be audited at all."""
    unfinished: bool = False
    """Not all that was wanted has been run."""

    # --- views of the record -------------------------------------------------------------------------------------

    def of(self, *kinds: str) -> list[SubjectRecord]:
        return [s for s in self.record.subjects.values() if s.kind in kinds]

    @property
    def seeds(self) -> int:
        return len(self.record.subjects["reference:reference"].outcomes) if self.of("reference") else 0

    @property
    def mutants(self) -> list[MutantRecord]:
        return list(self.record.mutants.values())

    @property
    def has_mutants(self) -> bool:
        return bool(self.record.mutants_key) and self.exercise.has_mutants

    @property
    def false_draws(self) -> int:
        """Draws on which something right failed."""
        return len({n for s in self.of("reference", "alternative") for n in set(s.outcomes) - set(s.survived)})

    @property
    def false_bound(self) -> float:
        return upper_bound(self.false_draws, self.seeds)

    @cached_property
    def findings(self) -> list[Defect]:
        if self.error:
            return [Defect("error", f"cannot be audited: {self.error}")]
        return [
            *self._unfinished(),
            *self._empty(),
            *self._false_failures(),
            *self._missed(),
            *self._hints(),
            *self._stub(),
            *self._definitions(),
            *self._stand_ins(),
            *self._generic(),
            *self._attacks(),
            *self._mutants(),
            *self._idle(),
            *self._slow(),
            *self._outdated(),
        ]

    @property
    def refused(self) -> bool:
        return any(f.refuses for f in self.findings)

    @cached_property
    def strengths(self) -> list[TestStrength]:
        """Weakest first."""
        rows = [(self._failing(s), "mistake") for s in self.of("mistake")]
        rows += [(self._failing(m), "mutant") for m in self.mutants if m.verdict == "killed"]
        found = [
            TestStrength(
                test,
                sum(i in failing and kind == "mistake" for failing, kind in rows),
                sum(i in failing and kind == "mutant" for failing, kind in rows),
                sum(failing == {i} for failing, _ in rows),
            )
            for i, test in enumerate(self.record.tests)
        ]
        return sorted(found, key=lambda s: (s.mistakes + s.mutants, s.alone))

    def _failing(self, row: SubjectRecord | MutantRecord) -> set[int]:
        """Which tests ever fail it."""
        every = [row.outcomes] if isinstance(row, MutantRecord) else row.outcomes.values()
        return {i for outcomes in every for i, letter in enumerate(outcomes) if letter not in NO_FAILURE}

    # --- what may be wrong ---------------------------------------------------------------------------------------

    def _unfinished(self) -> list[Defect]:
        text = "the audit did not finish (interrupted, or a file changed meanwhile): run it again"
        return [Defect("unfinished", text)] if self.unfinished else []

    def _empty(self) -> list[Defect]:
        """An audit that tried nothing proves nothing, even if it found no fault."""
        if self.unfinished or (self.record.tests and self.seeds):
            return []
        lacking = "no test grades it" if not self.record.tests else "the reference was tried on no seed"
        return [Defect("empty", f"nothing was shown: {lacking}")]

    def _false_failures(self) -> list[Defect]:
        found = []
        for s in self.of("reference", "alternative"):
            name = "the reference" if s.kind == "reference" else f"alternative {s.id}"
            if s.forbidden:
                found.append(Defect("forbidden", f"right, but forbidden: {name}: {s.forbidden}"))
            bad = len(s.outcomes) - len(s.survived)
            if bad:
                text = f"right, but failed: {name} on {bad} of {len(s.outcomes)} seeds: {s.example}"
                found.append(Defect("false failure", text))
        return found

    def _missed(self) -> list[Defect]:
        return [
            Defect(
                "missed",
                f"wrong, but passed: {s.id} on {len(s.survived)} of {len(s.outcomes)} seeds"
                f" (the first: {s.survived[0]}); draw inputs on which it must show",
            )
            for s in self.of("mistake", "reworded")
            if s.survived
        ]

    def _hints(self) -> list[Defect]:
        found = []
        for s in self.of("mistake", "reworded") if not self.exercise.training else []:
            own = s.same_as or s.id
            caught = {n: h.split() for n, h in s.hints.items() if n not in s.survived}
            named = sum(h == [own] for h in caught.values())
            others: dict[str, int] = {}
            for h in caught.values():
                for other in set(h) - {own}:
                    others[other] = others.get(other, 0) + 1
            if others:
                list_of = ", ".join(f"{m} ({n})" for m, n in sorted(others.items()))
                text = f"hint: {s.id} is taken for another mistake: {list_of}"
                found.append(Defect("hint", f"{text}; a test must tell them apart, or declare same_as"))
            elif caught and named < LEAST_HINTED * len(caught):
                text = f"hint: {s.id} gets its own on only {named} of {len(caught)} seeds"
                twins = self._twins(s)
                text += f"; on the rest it behaves like {', '.join(twins)}: declare same_as, or add a test" if twins else ""
                found.append(Defect("hint", text))
        return found

    def _twins(self, row: SubjectRecord) -> list[str]:
        """Mistakes that fail the same tests on every seed: the likely reason why no hint was given."""
        return [s.id for s in self.of(row.kind) if s.id != row.id and s.outcomes == row.outcomes]

    def _stub(self) -> list[Defect]:
        found = []
        for s in self.of("stub"):
            outcomes = next(iter(s.outcomes.values()), "")
            passed = [t for t, o in zip(self.record.tests, outcomes) if o == "."]
            unclean = [t for t, o in zip(self.record.tests, outcomes) if o not in (".", UNWRITTEN)]
            if passed:
                found.append(Defect("stub", f"the stub passes {', '.join(passed)}"))
            if unclean:
                text = "the stub does not fail with its NotImplementedError (is it caught, or never called?): "
                found.append(Defect("stub", text + ", ".join(unclean)))
        return found

    def _definitions(self) -> list[Defect]:
        if self.record.definitions or not self.record.tests:
            return []
        text = "no test asks for the definition itself: compare with the reference, check gradients, or mark one @definition"
        return [Defect("definition", text)]

    def _stand_ins(self) -> list[Defect]:
        paid = [s for s in self.of("degenerate") if s.earned > 0]
        if not paid:
            return []
        shares = ", ".join(f"{s.id} {s.earned:.0%}" for s in paid)
        lines = []
        for i, test in enumerate(self.record.tests):
            content = [s.id for s in paid if s.failed_on(i) < len(s.outcomes)]
            if content:
                lines.append(f"{_bare(test)}: passed by {', '.join(content)}")
        text = f"stand-ins that compute nothing earn points: {shares}"
        return [Defect("stand-in", text, details="\n".join(lines))]

    def _generic(self) -> list[Defect]:
        """Blunders that fit any function: each must show, unless nothing in the exercise could show it."""
        found = []
        for s in self.of("generic"):
            escaped = set(s.survived) - set(s.harmless)
            if escaped and s.id not in self.reasons:
                text = f"{s.id}: passed on {len(escaped)} of {len(s.outcomes)} seeds"
                line = snippet(self.exercise.id, [s.id])
                details = f"if the statement does not ask for it, and says so, for equivalent.toml:\n{line}"
                found.append(Defect("generic", text, details=details))
        return found

    def _attacks(self) -> list[Defect]:
        """A threshold that is reached without the training that is asked for."""
        found = []
        for s in self.of("attack"):
            for i, test in enumerate(self.record.tests):
                passed = len(s.outcomes) - s.failed_on(i)
                if test in self.record.threshold_tests and passed:
                    text = f"attack: the {s.id} passes {_bare(test)} on {passed} of {len(s.outcomes)} seeds"
                    found.append(Defect("attack", f"{text}; hide the data better, or ask for more"))
        return found

    def _mutants(self) -> list[Defect]:
        if not self.exercise.has_mutants:
            return []
        found = []
        for m in self.mutants:
            if m.verdict == "survived" and m.id not in self.reasons:
                far = "in form" if m.difference > 1e200 else f"by {m.difference:.1g}"
                text = f"mutant survives {m.draws} draws, though its answers differ {far} (line {m.line}): {m.id}"
                found.append(Defect("survivor", text, details=m.diff))
        unlisted = [m for m in self.mutants if m.verdict == "equivalent" and m.id not in self.reasons]
        if unlisted:
            count = "1 mutant changes" if len(unlisted) == 1 else f"{len(unlisted)} mutants change"
            text = f"{count} no answer that the suite asks for: add a test, or say in equivalent.toml why not"
            details = "\n".join(f"line {m.line}:\n{m.diff}" for m in unlisted)
            details += f"\nfor equivalent.toml, if no test is needed:\n{snippet(self.exercise.id, [m.id for m in unlisted])}"
            found.append(Defect("equivalent", text, details=details))
        return found

    def _idle(self) -> list[Defect]:
        idle = [s.test for s in self.strengths if s.mistakes + s.mutants == 0]
        decided = self.has_mutants or not self.exercise.has_mutants
        return [
            Defect(
                "idle",
                f"no {'mistake or mutant' if decided else 'mistake'} fails {test}: it proves nothing",
                decided,
            )
            for test in idle
        ]

    def _slow(self) -> list[Defect]:
        limit = self.exercise.seconds * BUDGET_SHARE
        return [
            Defect(
                "slow",
                f"slow: the reference uses {seconds:.2g} s of CPU in {test}, more than a third of the "
                f"{self.exercise.seconds:g} s that a student's code may use",
            )
            for test, seconds in self.record.cpu.items()
            if seconds > limit
        ]

    def _outdated(self) -> list[Defect]:
        """Reasons that excuse nothing."""
        if not self.has_mutants:
            return []
        found = []
        for name in self.reasons:
            m = self.record.mutants.get(name)
            generic = self.record.subjects.get(f"generic:{name}")
            if generic is not None and not generic.survived:
                text = f"equivalent.toml: {name!r} is caught by the suite; take it out"
                found.append(Defect("outdated", text, False))
            elif generic is not None:
                continue
            elif m is None:
                found.append(Defect("outdated", f"equivalent.toml: there is no mutant {name!r} any more", False))
            elif m.verdict == "killed":
                found.append(Defect("outdated", f"equivalent.toml: {name!r} is killed by the suite; take it out", False))
        return found


def _bare(test: str) -> str:
    return test.rsplit("::", 1)[-1]
