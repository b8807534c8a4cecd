"""What a student reads: per exercise what passed, what failed, and what it probably is. No hidden input, no answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autograder.grading.results import ExerciseResult, SubmissionResult
from autograder.suites.outcome import Outcome

if TYPE_CHECKING:
    from autograder.reports.marks import Marks

MARKS = {
    Outcome.PASSED: "✔",
    Outcome.FAILED: "✘",
    Outcome.ERROR: "✘ error",
    Outcome.TIMEOUT: "✘ time",
    Outcome.MEMORY: "✘ memory",
    Outcome.FORBIDDEN: "✘ not allowed",
    Outcome.INCONCLUSIVE: "? undecided",
}


def feedback_markdown(result: SubmissionResult, marks: Marks | None = None) -> str:
    lines = [
        f"# {escape(result.assignment)}: {number(result.score)} of {number(result.possible)} points",
        "",
        f"Submission: {escape_all(result.submission)}",
        "",
    ]
    lines += [f"> {escape_all(note)}" for note in result.notes]
    if result.notes:
        lines.append("")
    lines += people_lines(marks) if marks else []
    lines += ["| exercise | points | tests |", "|---|---|---|"]
    for e in result.exercises:
        lines.append(
            f"| `{e.id}` | {number(e.earned)} / {number(e.possible)} | {e.passed} of {len(e.tests)} |"
        )
    for e in result.exercises:
        lines += ["", *exercise_lines(e)]
    return "\n".join(lines) + "\n"


def people_lines(marks: Marks) -> list[str]:
    """What people and policy add."""
    lines = []
    for w in marks.written:
        earned = "not read yet" if w.points is None else f"{number(w.points)} / {number(w.possible)}"
        lines.append(
            f"- `{w.question}`: {earned}" + (f". {escape_all(w.comment, 4000)}" if w.comment else "")
        )
    lines += [f"- {escape_all(c, 4000)}" for c in marks.comments]
    lines += [f"- `{exercise}`: staff has set this to {number(points)}" for exercise, points in marks.changed]
    lines += [f"- extra credit: {number(marks.extra)}"] if marks.extra else []
    lines += [f"- {marks.days_late} days late: -{number(marks.late)}"] if marks.days_late else []
    for r in marks.requests:
        lines.append(
            f"- another look{f' at `{r.item}`' if r.item else ''}: {r.state}. {escape_all(r.text, 4000)}"
        )
    if marks.final is not None:
        lines.append(f"- in all: {number(marks.final)} of {number(marks.possible)} points")
    return ["## Read by a person", "", *lines, ""]


def exercise_lines(e: ExerciseResult) -> list[str]:
    lines = [f"## `{e.id}`: {number(e.earned)} / {number(e.possible)}", ""]
    if e.followed_through:
        lines.append("- followed through: graded with right versions of the exercises that this one calls")
    if e.credit:
        lines.append(f"- {e.credit}")
    reasons = {t.reason for t in e.tests}
    if e.tests and len(reasons) == 1 and "" not in reasons and not any(t.passed for t in e.tests):
        lines.append(
            f"- {MARKS[e.tests[0].outcome]} {escape(e.tests[0].reason)}"
        )  # one reason for all: said once
        return lines + hint_lines(e)
    for t in e.tests:
        lines.append(f"- {MARKS[t.outcome]} {escape(t.title if t.passed else t.message)}")
    return lines + hint_lines(e)


def hint_lines(e: ExerciseResult) -> list[str]:
    """What it probably is, or where to look, and notes."""
    lines = []
    for title, hint in e.titled_hints:
        lines += ["", f"**{title}:** {escape(hint)}", ""]
    return lines + [f"- note: {escape_all(n)}" for n in e.notes]


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


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
    for (
        mark
    ) in "\\[]*_|":  # the backslash first: one of the student's own must not take the effect of ours away
        text = text.replace(mark, "\\" + mark)
    return text
