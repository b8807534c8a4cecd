"""Pages of an exam: the sheet to print, the key for staff, what a student reads afterwards, and the answers of a class.

What students typed is text, and is escaped; formulas are MathML, so a page needs no network and no script.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from autograder.basics.words import mark, tr
from autograder.exams.draw import Variant
from autograder.exams.judge import Judged
from autograder.exams.model import LETTERS, ExamSet
from autograder.exams.notebook import Typed, answer_name, asked_for, question_markdown
from autograder.reports.answer_html import markdown_html
from autograder.reports.environment import render

MOST_DISTRACTORS = 6
STATES = {
    "right": ("✓", "good", mark("right")),
    "partly": ("◐", "warn", mark("partly right")),
    "wrong": ("✗", "bad", mark("wrong")),
    "blank": ("○", "", mark("no answer")),
    "unreadable": ("?", "warn", mark("could not be read")),
    "waiting": ("…", "warn", mark("a person reads this")),
}


@lru_cache(maxsize=20_000)
def question_html(text: str) -> Markup:
    """The same question stands on the sheet, in the key and in the result: it is rendered once."""
    return markdown_html(text)


def inline_html(text: str) -> Markup:
    """A short text with formulas, without the paragraph around it."""
    html = question_html(text).strip()
    return Markup(html.removeprefix("<p>").removesuffix("</p>")) if html.count("<p>") == 1 else Markup(html)


def sheet_page(exam: ExamSet, name: str, key: str, variants: Sequence[Variant], *, with_key: bool = False) -> str:
    """The exam on paper; `with_key`: the same for staff, with answers, explanations and points."""
    questions = [
        {
            "number": number,
            "name": answer_name(number),
            "title": v.question.name,
            "points": exam.points[v.question.id],
            "html": question_html(question_markdown(v)),
            "asked_for": asked_for(v).partition(", such as")[0].removesuffix(f", in {v.question.unit}"),
            "is_text": v.question.kind == "text",
            "boxes": LETTERS[: len(v.choices)] if v.question.kind in ("choice", "several") else "",
            "truth": v.question.kind == "truth",
            "reasons": LETTERS[: len(v.choices)] if v.question.kind == "truth" else "",
            "unit": v.question.unit,
            "answer": inline_html(v.shown_answer),
            "id": v.question.id,
            "wrong": [(inline_html(m.shown), inline_html(m.because), m.credit, m.mistake) for m in v.misconceptions],
            "code": v.code,
        }
        for number, v in enumerate(variants, 1)
    ]
    intro = markdown_html(exam.intro) if exam.intro else ""
    return render("exam_sheet.html", exam=exam, name=name, key=key, questions=questions, with_key=with_key, intro=intro)


def result_page(
    exam: ExamSet,
    name: str,
    answers: Sequence[tuple[Variant, Typed, Judged, float]],
    score: float,
    comments: Mapping[str, str],
    notes: Sequence[str] = (),
) -> str:
    """`answers`: variant, what was typed, what it is worth, points earned."""
    questions = [
        {
            "number": number,
            "title": v.question.name,
            "possible": exam.points[v.question.id],
            "earned": earned,
            "html": question_html(question_markdown(v)),
            "typed": "" if typed.is_blank else typed.text,
            "sign": STATES[judged.state][0],
            "mood": STATES[judged.state][1],
            "word": tr(STATES[judged.state][2]),
            "note": judged.note or typed.problem,
            "answer": "" if v.question.kind == "text" else inline_html(v.shown_answer),
            "because": [inline_html(text) for text in judged.explanations],
            "comment": comments.get(v.question.id, ""),
            "is_right": judged.state == "right",
        }
        for number, (v, typed, judged, earned) in enumerate(answers, 1)
    ]
    return render("exam_result.html", exam=exam, name=name, questions=questions, score=score, notes=list(notes))


@dataclass(frozen=True)
class Distractor:
    id: str
    because: str
    students: int
    share: float


@dataclass(frozen=True)
class QuestionStatistics:
    """What a class answered to one question."""

    id: str
    title: str
    students: int
    """Who handed in something."""
    difficulty: float
    """Mean share of its points; 1 is easy."""
    discrimination: float | None
    right: int
    blank: int
    unreadable: int
    other: int
    """Wrong in a way that nobody has listed."""
    distractors: list[Distractor]
    """What was chosen or computed instead, the most frequent first."""
    variants: int

    @property
    def verdict(self) -> str:
        """What an instructor may want to look at."""
        if self.discrimination is not None and self.discrimination < 0:
            return mark("those who get it get less elsewhere: look at this question")
        if self.students >= 10 and self.other > 0.4 * self.students:
            return mark("many are wrong in a way that nobody has listed: is it the question?")
        if self.students >= 10 and self.difficulty < 0.25:
            return mark("very hard")
        return mark("everybody has it") if self.students >= 10 and self.difficulty > 0.97 else ""


def question_statistics(
    title: str,
    question: str,
    judged: Sequence[Judged],
    codes: Sequence[str],
    difficulty: float,
    discrimination: float | None,
) -> QuestionStatistics:
    chosen: Counter[str] = Counter()
    because: dict[str, str] = {}
    other = 0
    for each in judged:
        if each.state in ("wrong", "partly"):
            for m in {m.mistake: m for m in each.misconceptions}.values():
                chosen[m.mistake] += 1
                because.setdefault(m.mistake, m.because)
            other += not each.misconceptions
    states = Counter(each.state for each in judged)
    count = len(judged)
    listed = [Distractor(i, because[i], n, n / count) for i, n in chosen.most_common(MOST_DISTRACTORS)]
    return QuestionStatistics(
        question,
        title,
        count,
        difficulty,
        discrimination,
        states["right"],
        states["blank"],
        states["unreadable"],
        other,
        listed,
        len(set(codes)),
    )
