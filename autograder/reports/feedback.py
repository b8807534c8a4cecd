"""What a student reads: per exercise what passed, what failed, and what it probably is. No hidden input, no answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autograder.basics.words import decimal, mark, tr
from autograder.grading.results import ExerciseResult, SubmissionResult
from autograder.suites.outcome import Outcome

if TYPE_CHECKING:
    from autograder.reports.marks import Marks

MARKS = {
    Outcome.PASSED: "✔",
    Outcome.FAILED: "✘",
    Outcome.ERROR: mark("✘ error"),
    Outcome.TIMEOUT: mark("✘ time"),
    Outcome.MEMORY: mark("✘ memory"),
    Outcome.FORBIDDEN: mark("✘ not allowed"),
    Outcome.INCONCLUSIVE: mark("? undecided"),
}


def feedback_markdown(result: SubmissionResult, marks: Marks | None = None, name: str = "") -> str:
    """`name`: whose it is, where that is known; else the submission's name stands there."""
    lines = [
        f"# {escape(result.assignment)}: {score_of(result.score, result.possible)}",
        "",
        tr("For: %(name)s", name=escape_all(name)) if name else tr("Submission: %(name)s", name=escape_all(result.submission)),
        "",
    ]
    lines += [f"> {escape_all(note)}" for note in result.notes]
    if result.notes:
        lines.append("")
    lines += people_lines(marks) if marks else []
    lines += [tr("| exercise | points | tests |"), "|---|---|---|"]
    for e in result.exercises:
        passed = tr("%(points)s of %(possible)s", points=e.passed, possible=len(e.tests))
        lines.append(f"| `{e.id}` | {number(e.earned)} / {number(e.possible)} | {passed} |")
    for e in result.exercises:
        lines += ["", *exercise_lines(e)]
    return "\n".join(lines) + "\n"


def people_lines(marks: Marks) -> list[str]:
    """What people and policy add."""
    lines = []
    for w in marks.written:
        earned = tr("not read yet") if w.points is None else f"{number(w.points)} / {number(w.possible)}"
        lines.append(f"- `{w.question}`: {earned}" + (f". {escape_all(w.comment, 4000)}" if w.comment else ""))
    lines += [f"- {escape_all(c, 4000)}" for c in marks.comments]
    lines += [
        "- " + tr("%(exercise)s: staff has set this to %(points)s points.", exercise=f"`{exercise}`", points=number(points))
        for exercise, points in marks.changed
    ]
    lines += ["- " + tr("Extra credit: %(points)s points.", points=number(marks.extra))] if marks.extra else []
    lines += [f"- {marks.lateness}"] if marks.lateness else []
    if marks.excused:
        lines.append("- " + tr("You are excused from this assignment: it does not count in the course's total."))
    for r in marks.requests:
        asked = (
            tr("You asked for another look at “%(item)s”", item=f"`{r.item}`") if r.item else tr("You asked for another look")
        )
        lines.append(f"- {asked} ({tr(r.state)}): {escape_all(r.text, 4000)}")
    if marks.final is not None:
        lines.append(
            "- " + tr("%(points)s of %(possible)s in all", points=number(marks.final), possible=number(marks.possible))
        )
    return ["## " + (tr("Read by a person") if marks.written else tr("Your grade")), "", *lines, ""]


def exercise_lines(e: ExerciseResult) -> list[str]:
    lines = [f"## `{e.id}`: {number(e.earned)} / {number(e.possible)}", ""]
    lines += [f"- {said}" for said in _about(e)]
    lines += [f"- {sign} {escape(said)}" for sign, said in _tests(e)]
    return lines + hint_lines(e)


def exercise_text(e: ExerciseResult) -> str:
    """The same as plain text, for platforms that show an exercise as one entry."""
    lines = [*_about(e), *(f"{sign} {said}" for sign, said in _tests(e))]
    lines += [f"{title}: {hint}" for title, hint in e.titled_hints]
    return "\n".join([*lines, *(tr("note: %(note)s", note=note) for note in e.notes)])


def _about(e: ExerciseResult) -> list[str]:
    followed = tr("Followed through: graded with right versions of the exercises that this one calls.")
    return [*([followed] if e.followed_through else []), *([e.credit] if e.credit else [])]


def _tests(e: ExerciseResult) -> list[tuple[str, str]]:
    """(mark, what is said) of each test; one reason for all is said once."""
    if one_reason(e):
        return [(tr(MARKS[e.tests[0].outcome]), e.tests[0].reason)]
    return [(tr(MARKS[t.outcome]), t.title if t.passed else t.message) for t in e.tests]


def one_reason(e: ExerciseResult) -> bool:
    """Whether every test failed for the same reason."""
    reasons = {t.reason for t in e.tests}
    return len(reasons) == 1 and "" not in reasons and not any(t.passed for t in e.tests)


def hint_lines(e: ExerciseResult) -> list[str]:
    """What it probably is, or where to look, and notes."""
    lines = []
    for title, hint in e.titled_hints:
        lines += ["", f"**{title}:** {escape(hint)}", ""]
    return lines + ["- " + tr("note: %(note)s", note=escape_all(n)) for n in e.notes]


def number(value: float) -> str:
    return decimal(f"{value:.2f}".rstrip("0").rstrip("."))


def score_of(points: float, possible: float) -> str:
    return tr("%(score)s of %(possible)s points", score=number(points), possible=number(possible))


def escape(text: str) -> str:
    """A message is text, whatever it looks like; what stands between backticks is code and stays as it is."""
    parts = _flat(text).split("`")
    if len(parts) % 2 == 0:
        return _plain("'".join(parts))
    return "`".join(part if i % 2 else _plain(part) for i, part in enumerate(parts))


def escape_all(text: str, most: int = 400) -> str:
    """Names and notes hold words of the student's own: nothing in them is markup."""
    return _plain(_flat(text[:most]).replace("`", "'"))


def _flat(text: str) -> str:
    for old, new in (("&", "&amp;"), ("<", "&lt;"), ("\r", " "), ("\n", " ")):
        text = text.replace(old, new)
    return text


def _plain(text: str) -> str:
    for sign in "\\[]*_|":  # the backslash first: one of the student's own must not take the effect of ours away
        text = text.replace(sign, "\\" + sign)
    return text
