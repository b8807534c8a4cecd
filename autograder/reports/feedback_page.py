"""feedback.html: what one student reads, on a phone, aloud, or on paper. No hidden input, expected value or test."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from autograder.basics.text import sentences
from autograder.basics.words import mark, tr
from autograder.grading.results import Code, ExerciseResult, Picture, SubmissionResult, TestResult
from autograder.reports.environment import prose, render, visible
from autograder.reports.guide import ExerciseGuide, Guide
from autograder.reports.marks import Marks
from autograder.reports.svg import drawing, in_words, ring
from autograder.suites.outcome import Outcome

SIGNS = {
    Outcome.PASSED: ("✓", "good", mark("passed")),
    Outcome.FAILED: ("✗", "bad", mark("failed")),
    Outcome.ERROR: ("✗", "bad", mark("error")),
    Outcome.TIMEOUT: ("✗", "bad", mark("out of time")),
    Outcome.MEMORY: ("✗", "bad", mark("out of memory")),
    Outcome.FORBIDDEN: ("✗", "bad", mark("not allowed")),
    Outcome.INCONCLUSIVE: ("?", "warn", mark("undecided")),
}
NOT_WRITTEN = ("○", "", mark("not written"))
WHOLE, PART, NONE = ("✓", "good", mark("complete")), ("◐", "warn", mark("in part")), ("✗", "bad", mark("not yet"))
MARKED = ' class="marked"'


def feedback_page(result: SubmissionResult, guide: Guide, marks: Marks | None = None, name: str = "") -> str:
    """`marks`: what people and policy add, where there is anything. `name`: whose page it is, if not the submission's."""
    if result.answers:
        from autograder.reports.exam_pages import result_page  # what draws questions is nothing that a run of code needs

        return result_page(result, guide.title or result.assignment, marks, name)
    exercises = [ExerciseView.of(e, guide.of(e.id)) for e in result.exercises]
    share = result.score / result.possible if result.possible else 0.0
    return render(
        "feedback.html",
        ("code.js",),
        result=result,
        title=guide.title or result.assignment,
        exercises=exercises,
        open_first=sorted(exercises, key=lambda e: e.is_complete),
        ring=ring(share),
        complete=sum(e.is_complete for e in exercises),
        marks=marks,
        whose=name or result.submission,
        words=question_words,
    )


@dataclass(frozen=True)
class TestView:
    """One test as it is read: the property, what happened, and what it seems to be."""

    __test__ = False

    outcome: str
    sign: str
    mood: str
    word: str
    is_special: bool
    """Whether the sign alone does not say what happened."""
    title: str
    reason: str
    seems: str
    picture: PictureView | None

    @classmethod
    def of(cls, t: TestResult, title: str | None = None) -> TestView:
        found = t.finding
        sign, mood, word = NOT_WRITTEN if found.unwritten else SIGNS[t.outcome]
        is_special = not found.unwritten and t.outcome is not Outcome.FAILED
        picture = PictureView.of(t.picture) if t.picture is not None and not t.passed else None
        reason = sentences(found.what, *found.more)
        title = t.title if title is None else title
        return cls(t.outcome, sign, mood, tr(word), is_special, title, _sentence(reason), _sentence(found.guess), picture)


@dataclass(frozen=True)
class PictureView:
    kind: str
    meaning: str
    title: str
    rows: str
    columns: str
    drawing: Markup
    words: str
    names: list[str]
    band: bool

    @classmethod
    def of(cls, p: Picture) -> PictureView:
        return cls(
            p.kind,
            p.meaning,
            p.title,
            p.rows,
            p.columns,
            drawing(p),
            in_words(p) if p.grids or p.series else "",
            list(p.series),
            bool(p.band),
        )


@dataclass(frozen=True)
class ExerciseView:
    id: str
    title: str
    earned: float
    possible: float
    sign: str
    mood: str
    word: str
    failed: list[TestView]
    passed: int
    passed_list: Markup
    hints: list[tuple[str, str]]
    """(title, text)."""
    notes: list[str]
    followed_through: bool
    credit: str
    guide: ExerciseGuide
    code: Markup
    is_complete: bool
    first_picture: int
    """Where the legend stands; the others do without."""

    @classmethod
    def of(cls, e: ExerciseResult, guide: ExerciseGuide) -> ExerciseView:
        failed = [t for t in e.tests if not t.passed]
        passed = [t for t in e.tests if t.passed]
        complete = not failed and bool(e.tests)
        sign = WHOLE if complete else PART if passed else NONE
        reasons = {t.reason for t in e.tests}
        if failed and not passed and len(reasons) == 1 and "" not in reasons:
            shown = [TestView.of(failed[0], title="")]  # one reason for all: said once
        else:
            shown = [TestView.of(t) for t in failed]
        return cls(
            e.id,
            _capital(guide.title or e.id),
            e.earned,
            e.possible,
            *sign[:2],
            tr(sign[2]),
            shown,
            len(passed),
            passed_list(tuple(t.title for t in passed), tr("passed")),
            e.titled_hints,
            list(e.notes),
            e.followed_through,
            e.credit,
            guide,
            listing(e.code, _places(failed)),
            complete,
            next((i for i, t in enumerate(shown) if t.picture), 0),
        )


def question_words(name: str) -> str:
    return _capital(name.replace("_", " "))


@lru_cache(maxsize=1000)
def passed_list(titles: tuple[str, ...], word: str) -> Markup:
    """The same for most students of a class, so it is made once."""
    sign = f'<span class="sign good" role="img" aria-label="{escape(word)}">✓</span>'
    return Markup("").join(
        Markup(f'<li class="passed">{sign}<div class="body"><p class="property">{prose(title)}</p></div></li>')
        for title in titles
    )


def _sentence(text: str) -> str:
    text = text.strip()
    return text + "." if text and text[-1] not in ".?!" else text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _places(failed: list[TestResult]) -> dict[str, set[int]]:
    """Definition -> lines that messages name."""
    found: dict[str, set[int]] = {}
    for t in failed:
        for place in t.finding.places:
            found.setdefault(place.definition, set()).add(place.line)
    return found


def listing(code: list[Code], marked: dict[str, set[int]]) -> Markup:
    """Definitions with line numbers that count from each one's first line, as messages do."""
    parts = []
    for piece in code:
        lines = str(escape(visible(piece.text.rstrip("\n").replace("\t", "    ")))).split("\n")
        wanted = marked.get(piece.name, set())
        rows = "".join(
            f'<tr{MARKED if i in wanted else ""}><td class="n">{i}</td><td>{line}</td></tr>' for i, line in enumerate(lines, 1)
        )
        label = tr("code of %(name)s", name=piece.name) if piece.name else tr("other code")
        parts.append(
            f'<div class="listing code" tabindex="0" role="region" aria-label="{escape(visible(label))}">'
            f'<table role="presentation"><tbody>{rows}</tbody></table></div>'
        )
    return Markup("".join(parts))
