"""Pages of an exam: the sheet to print, the key for staff, what a student reads afterwards, and the answers of a class.

What students typed is text, and is escaped; formulas are MathML, so a page needs no network and no script.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from markupsafe import Markup

from autograder.basics.csv_tables import cell, csv_text
from autograder.basics.csv_tables import number as in_full
from autograder.basics.words import mark, tr
from autograder.exams.draw import Variant
from autograder.exams.model import LETTERS, ExamSet
from autograder.exams.notebook import answer_name, asked_for, question_markdown
from autograder.gradebook.grades import Standing
from autograder.grading.results import ExamAnswer, SubmissionResult
from autograder.reports.answer_html import markdown_html
from autograder.reports.class_numbers import Row, report
from autograder.reports.environment import render
from autograder.reports.marks import Marks

MOST_DISTRACTORS = 6
NOTHING = "nothing was handed in"
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


def result_page(result: SubmissionResult, title: str, marks: Marks | None = None, name: str = "") -> str:
    """What one student reads: each question as it was asked, the answer, what is right, and why.

    `marks`: what people and policy add; texts have their points there.
    """
    read = {w.question: w for w in marks.written} if marks else {}
    changed = dict(marks.changed) if marks else {}
    earned = {e.id: e.earned for e in result.exercises} | changed
    questions = []
    for place, a in enumerate(result.answers, 1):
        given = read.get(a.id)
        points = (given.points if given else None) if a.is_text else earned.get(a.id, 0.0)
        read_it = a.is_text and points is not None and (a.state != "blank" or points > 0)
        state = _by_person(points or 0.0, a.possible) if read_it else a.state
        sign, mood, word = STATES[state]
        questions.append(
            {
                "number": place,
                "title": a.title,
                "possible": a.possible,
                "earned": points if points is not None or a.state == "waiting" else 0.0,
                "html": question_html(a.asked),
                "typed": a.typed,
                "is_text": a.is_text,
                "sign": sign,
                "mood": mood,
                "word": tr(word),
                "note": a.note,
                "answer": "" if a.is_text else inline_html(a.right),
                "because": [inline_html(text) for text in dict.fromkeys(a.because.values())],
                "comment": given.comment if given else "",
                "changed": a.id in changed,
                "is_right": state == "right",
            }
        )
    final, possible = _whole(result, marks)
    waiting = sum(q["earned"] is None for q in questions)
    return render(
        "exam_result.html",
        title=title,
        name=name or result.submission,
        questions=questions,
        score=final,
        possible=possible,
        waiting=waiting,
        marks=marks,
        words=lambda asked: next((a.title for a in result.answers if a.id == asked), asked),
    )


def _by_person(points: float, possible: float) -> str:
    return "right" if points >= possible else "partly" if points > 0 else "wrong"


def _whole(result: SubmissionResult, marks: Marks | None) -> tuple[float | None, float]:
    """Points and what is possible, of the whole exam; no points where they differ among those who handed in together."""
    if marks is not None:
        return marks.final, marks.possible
    return result.score, round(sum(a.possible for a in result.answers), 6) or result.possible


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


def whole_exam(result: SubmissionResult, manual: Mapping[str, float]) -> Row:
    """A result as the class report counts it: with the texts that were read. `manual`: question -> points."""
    row = Row.of(result)
    texts = {a.id: a.possible for a in result.answers if a.is_text}
    read = {q: points for q, points in manual.items() if q in texts}
    if not texts:
        return row
    shares = {**row.shares, **{q: points / texts[q] for q, points in read.items()}}
    score = round(row.score + sum(read.values()), 4)
    return replace(row, score=score, possible=round(row.possible + sum(texts.values()), 6), shares=shares)


def exam_statistics(
    results: Sequence[SubmissionResult], manual: Mapping[str, Mapping[str, float]], questions: Sequence[str]
) -> list[QuestionStatistics]:
    """`manual`: submission -> text question -> points. A text is counted where it was read, or left blank."""
    rows = [whole_exam(r, manual.get(r.submission, {})) for r in results if r.answers]
    items = {item.id: item for item in report(rows, questions).exercises} if rows else {}
    found = []
    for question in questions:
        counted = []
        for result in results:
            for a in result.answers:
                points = manual.get(result.submission, {}).get(question)
                if a.id == question and (a.state != "waiting" or points is not None):
                    state = _by_person(points, a.possible) if a.is_text and points is not None else a.state
                    counted.append((a, state))
        if counted:
            item = items[question]
            is_text = counted[0][0].is_text
            shares = [r.shares.get(question, 0.0) for r in rows if question in r.shares or not is_text]
            difficulty = sum(shares) / len(counted) if is_text else item.mean
            complete = not is_text or len(counted) == len(rows)
            found.append(_statistics(counted, difficulty, item.discrimination if complete else None))
    return found


def _statistics(
    answers: Sequence[tuple[ExamAnswer, str]], difficulty: float, discrimination: float | None
) -> QuestionStatistics:
    """`answers`: with their states, those of texts as a person sees them."""
    chosen: Counter[str] = Counter()
    because: dict[str, str] = {}
    other = 0
    for each, state in answers:
        if state in ("wrong", "partly"):
            chosen.update(each.because.keys())
            because = {**each.because, **because}
            other += not each.because and not each.is_text
    states = Counter(state for _, state in answers)
    count = len(answers)
    first = answers[0][0]
    listed = [Distractor(i, because[i], n, n / count) for i, n in chosen.most_common(MOST_DISTRACTORS)]
    return QuestionStatistics(
        first.id,
        first.title,
        count,
        difficulty,
        discrimination,
        states["right"],
        states["blank"],
        states["unreadable"],
        other,
        listed,
        len({each.variant for each, _ in answers}),
    )


def statistics_table(statistics: Sequence[QuestionStatistics]) -> str:
    """The same as a table: one line for each question and wrong answer."""
    facts = ["question", "students", "difficulty", "discrimination", "right", "blank", "unreadable", "other wrong"]
    table = [[*facts, "wrong answer", "students who gave it", "explanation"]]
    for s in statistics:
        discrimination = "" if s.discrimination is None else f"{s.discrimination:.3f}"
        own = [s.id, s.students, f"{s.difficulty:.3f}", discrimination, s.right, s.blank, s.unreadable, s.other]
        wrong = [[w.id, w.students, w.because] for w in s.distractors] or [["", "", ""]]
        table += [[cell(str(part)) for part in [*own, *each]] for each in wrong]
    return csv_text(table)


def exam_grades(rows: Sequence[Standing], points: Mapping[str, float]) -> str:
    """grades.csv of an exam: everybody, with the points of each question as they stand now; empty for an unread text."""
    table = [["student", "name", "submission", "score", "possible", *points, "note"]]
    for row in rows:
        earned = {**row.exercises, **row.manual}
        note = {"graded": "", "not gradable": f"not gradable: {row.not_gradable}", "missing": NOTHING}.get(
            row.status, row.status
        )
        said = [note] if note else []
        said += [f"{len(row.awaiting)} to be read"] if row.awaiting and row.status == "graded" else []
        said += [f"{row.days_late} days late"] if row.days_late else []
        said += ["excused"] if row.excused and row.status != "excused" else []
        cells = [in_full(earned[q]) if q in earned else "" for q in points]
        facts = [cell(row.key), cell(row.name), cell(row.submission or ""), in_full(row.final), in_full(row.possible)]
        table.append([*facts, *cells, cell("; ".join(said))])
    return csv_text(table)
