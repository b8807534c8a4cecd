"""What a grading run says at its end: what was found, what was graded, what is not gradable and why, what was ignored."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.grading.results import SubmissionResult

MOST_LISTED = 20
"""Hand-ins that are not gradable and are named in the terminal."""


@dataclass
class Summary:
    out: Path
    assignment: str
    results: list[SubmissionResult]
    seconds: float
    graded: int
    warnings: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    """The hand-ins that this command found."""
    ignored: dict[str, str] = field(default_factory=dict)
    """What lay there and is nobody's: path -> why."""
    ignored_words: str = ""

    @property
    def not_gradable(self) -> dict[str, str]:
        """Of what was found: name -> why, and what to ask the student for."""
        names = set(self.found)
        return {r.submission: r.not_gradable for r in self.results if r.not_gradable and r.submission in names}

    def as_dict(self) -> dict[str, Any]:
        return {
            "out": str(self.out),
            "assignment": self.assignment,
            "submissions": len(self.results),
            "graded_now": self.graded,
            "found": len(self.found),
            "not_gradable": self.not_gradable,
            "ignored": self.ignored,
            "seconds": round(self.seconds, 3),
            "grades": str(self.out / "grades.csv"),
            "report": str(self.out / "index.html"),
            "warnings": self.warnings,
            "isolation": sorted({r.isolation for r in self.results}),
            "scores": {r.submission: r.score for r in self.results},
        }

    def show(self) -> None:
        from rich.console import Console
        from rich.markup import escape

        console = Console()
        for warning in self.warnings:
            console.print(f"[yellow]warning:[/] {escape(warning)}")
        rate = f", {self.graded / self.seconds:.1f} a second" if self.graded and self.seconds else ""
        refused = self.not_gradable
        for name, why in list(refused.items())[:MOST_LISTED]:
            console.print(f"[yellow]not gradable:[/] {escape(name)}: {escape(why)}", soft_wrap=True)
        if len(refused) > MOST_LISTED:
            console.print(f"and {len(refused) - MOST_LISTED} more; all are in the report and in grades.csv")
        console.print(self.counts(), highlight=False)
        console.print(f"graded {self.graded} of {len(self.results)} submissions in {self.seconds:.1f} s{rate}")
        able = [r for r in self.results if not r.not_gradable]
        if able:
            mean = sum(r.score for r in able) / len(able)
            console.print(f"mean {mean:.2f} of {able[0].possible:g} points")
        console.print(
            f"grades    {self.out / 'grades.csv'}\nreport    {self.out / 'index.html'}\n"
            f"feedback  {self.out}/<submission>/feedback.html"
        )

    def counts(self) -> str:
        """ "found 26 hand-ins: 24 gradable, 2 not gradable; 3 ignored: __MACOSX (2), links (1)"."""
        found, refused = len(self.found), len(self.not_gradable)
        ignored = self.ignored_words or "nothing ignored"
        return f"found {found} hand-in{'s' if found != 1 else ''}: {found - refused} graded, {refused} not gradable; {ignored}"
