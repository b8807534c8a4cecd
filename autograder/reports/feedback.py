"""What a student reads: per exercise what passed, what failed, and what it probably is. No hidden input, no answer."""

from __future__ import annotations

from autograder.grading.results import ExerciseResult, SubmissionResult
from autograder.suites.outcome import Outcome

MARKS = {
    Outcome.PASSED: "✔",
    Outcome.FAILED: "✘",
    Outcome.ERROR: "✘ error",
    Outcome.TIMEOUT: "✘ time",
    Outcome.MEMORY: "✘ memory",
    Outcome.FORBIDDEN: "✘ not allowed",
    Outcome.INCONCLUSIVE: "? undecided",
}


def feedback_markdown(result: SubmissionResult) -> str:
    lines = [
        f"# {escape(result.assignment)}: {number(result.score)} of {number(result.possible)} points",
        "",
        f"Submission: {escape_all(result.submission)}",
        "",
    ]
    lines += [f"> {escape_all(note)}" for note in result.notes]
    if result.notes:
        lines.append("")
    lines += ["| exercise | points | tests |", "|---|---|---|"]
    for e in result.exercises:
        lines.append(
            f"| `{e.id}` | {number(e.earned)} / {number(e.possible)} | {e.passed} of {len(e.tests)} |"
        )
    for e in result.exercises:
        lines += ["", *exercise_lines(e)]
    return "\n".join(lines) + "\n"


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


def escape_all(text: str) -> str:
    """Names and notes hold words of the student's own: nothing in them is markup."""
    return _plain(_flat(text[:400]).replace("`", "'"))


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
