"""The kill matrix as one self-contained page: which test fails which wrong version, and how often."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from autograder import __version__
from autograder.auditing.bounds import upper_bound
from autograder.auditing.record import FOLDER, MutantRecord, SubjectRecord
from autograder.auditing.verdict import Verdict
from autograder.course import Assignment, Course, Exercise
from autograder.reports.audit_text import headline, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

TEMPLATE = Path(__file__).with_name("audit_page.html")


@dataclass(frozen=True)
class AuditRow:
    """One wrong (or right) version, and the share of seeds on which each test failed it."""

    name: str
    kind: str
    shares: list[float]
    note: str = ""
    bad: bool = False


def write_pages(
    course: Course,
    chosen: list[tuple[Assignment, Exercise]],
    verdicts: Sequence[Verdict],
    html: Path | None = None,
) -> list[Path]:
    """A page an assignment in the cache folder; one page of everything where a path is given."""
    if html is not None:
        names = ", ".join(dict.fromkeys(a.name for a, _ in chosen))
        return [_write(html, names, verdicts)]
    by_assignment: dict[str, list[Verdict]] = {}
    for (assignment, _), verdict in zip(chosen, verdicts):
        by_assignment.setdefault(assignment.name, []).append(verdict)
    return [_write(course.root / FOLDER / f"{name.partition('_')[0]}.html", name, own) for name, own in by_assignment.items()]


def _write(path: Path, title: str, verdicts: Sequence[Verdict]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(render(title, verdicts), encoding="utf-8")
    return path


def render(title: str, verdicts: Sequence[Verdict]) -> str:
    import jinja2

    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
    audited = [v for v in verdicts if not v.error]
    draws = sum(v.seeds for v in audited)
    false = sum(v.false_draws for v in audited)
    return template.render(
        title=title,
        when=datetime.datetime.now().strftime("%Y-%m-%d %H:%M"),
        version=__version__,
        refused=[v for v in verdicts if v.refused],
        draws=draws,
        failures=false,
        bound=percent(upper_bound(false, draws)),
        sections=[
            {"v": v, "headline": headline(v), "rows": rows_of(v), "tests": _tests(v), "living": _living(v)} for v in verdicts
        ],
    )


def rows_of(v: Verdict) -> list[AuditRow]:
    rows = [_subject_row(v, s) for s in v.of("reference", "alternative", "mistake", "reworded", "degenerate", "attack")]
    order = {"survived": 0, "equivalent": 1, "killed": 2}
    mutants = sorted(v.mutants, key=lambda m: (order[m.verdict], m.line))
    return rows + [_mutant_row(v, m) for m in mutants]


def _subject_row(v: Verdict, s: SubjectRecord) -> AuditRow:
    shares = [s.failed_on(i) / (s.tried_on(i) or 1) for i in range(len(v.record.tests))]
    right = s.kind in ("reference", "alternative")
    if s.kind in ("mistake", "reworded"):
        own = s.same_as or s.id
        hinted = sum(h.split() == [own] for h in s.hints.values())
        note = f"own hint {hinted}/{len(s.hints)}" if s.hints else ""
        note += f", escaped on {len(s.survived)}" if s.survived else ""
        return AuditRow(s.id.partition("/")[2], s.kind, shares, note.strip(", "), bool(s.survived))
    if s.kind == "degenerate":
        return AuditRow(s.id, "stand-in", shares, f"earns {s.earned:.0%}" if s.earned else "earns nothing", s.earned > 0)
    return AuditRow(s.id, s.kind, shares, "", right and any(shares))


def _mutant_row(v: Verdict, m: MutantRecord) -> AuditRow:
    note = {
        "killed": "" if m.draws == 1 else f"killed on draw {m.draws}",
        "survived": "lives",
        "equivalent": "changes nothing that is asked for",
    }[m.verdict]
    excused = m.id in v.reasons
    name = m.id.removeprefix(f"{v.exercise.id}: ")
    return AuditRow(
        name,
        "mutant",
        [float(o != ".") for o in m.outcomes],
        note + (" (with a reason)" if excused else ""),
        m.verdict != "killed" and not excused,
    )


def _tests(v: Verdict) -> list[dict]:
    strengths = {s.test: s for s in v.strengths}
    return [
        {
            "number": i + 1,
            "name": test.partition("::")[2],
            "strength": strengths[test],
            "cpu": v.record.cpu.get(test, 0.0),
        }
        for i, test in enumerate(v.record.tests)
    ]


def _living(v: Verdict) -> list[dict]:
    return [
        {"m": m, "reason": v.reasons.get(m.id, ""), "lines": m.diff.splitlines()} for m in v.mutants if m.verdict != "killed"
    ]
