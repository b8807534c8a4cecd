"""OUT/index.html: the class at a glance, for staff. Rows link to the students' pages; it is written anew as a run goes on."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup, escape

from autograder import __version__
from autograder.basics.words import decimal, mark, tr
from autograder.gradebook.todo import KINDS, Todo, by_kind
from autograder.reports.class_numbers import Item, Report, Row, report
from autograder.reports.environment import percent, render, visible
from autograder.reports.feedback import number
from autograder.reports.guide import Guide
from autograder.reports.svg import bar, histogram, strip

if TYPE_CHECKING:
    from autograder.reports.exam_pages import QuestionStatistics

HARDEST = 15
MOST_NAMES = 60
MOST_TOLD = 8
FIRST_MISTAKES = 10
"""Shown at once; the long tail can be opened."""
TROUBLE_WORDS = {
    "error": mark("error"),
    "timeout": mark("out of time"),
    "memory": mark("out of memory"),
    "forbidden": mark("not allowed"),
    "inconclusive": mark("undecided"),
}


@dataclass(frozen=True)
class Run:
    """How far a run is. `state`: running, done or interrupted."""

    state: str = "done"
    expected: int = 0

    @property
    def is_running(self) -> bool:
        return self.state == "running"


@dataclass(frozen=True)
class People:
    """What the gradebook knows beyond the results."""

    names: Mapping[str, str] = field(default_factory=dict)
    """Submission -> who handed it in, where the roster says so."""
    missing: Sequence[str] = ()
    students: int = 0
    """On the roster."""
    to_do: Sequence[Todo] = ()
    awaiting: int = 0
    """Hand-ins with written answers that nobody has read."""


def class_page(
    rows: Sequence[Row],
    guide: Guide,
    exercises: Sequence[str],
    run: Run,
    people: People | None = None,
    questions: Sequence[QuestionStatistics] = (),
) -> str:
    """`people`: once there is a gradebook; while a run goes on the page does without. `questions`: of an exam."""
    people = people or People()
    found = report(rows, exercises)
    titles = {e: guide.of(e).title or e for e in exercises}
    place = {m.id: i for i, m in enumerate(found.misconceptions)}
    return render(
        "class.html",
        ("class.js",),
        title=guide.title,
        r=found,
        run=run,
        titles=titles,
        now=time.strftime("%Y-%m-%d %H:%M:%S"),
        version=__version__,
        distribution=distribution(found),
        hardest=[i for i in found.tests if i.mean < 1][:HARDEST],
        table=Markup("").join(table_row(row, exercises, place, people.names.get(row.name, "")) for row in found.rows),
        people=people,
        to_do=by_kind(people.to_do),
        meaning=KINDS,
        flags=flags(found.rows),
        bar=bar,
        href=href,
        word=TROUBLE_WORDS,
        most=MOST_NAMES,
        first=FIRST_MISTAKES,
        test_name=test_name,
        top=len(found.misconceptions[0].students) if found.misconceptions else 1,
        verdict=verdict,
        questions=questions,
    )


def href(name: str, file: str = "feedback.html") -> str:
    """To a student's file; a name is never taken for anything but a folder."""
    return f"./{quote(name, safe='')}/{file}"


def test_name(item: Item) -> str:
    return item.id.partition("::")[2] or item.id


def verdict(item: Item) -> str:
    """What an instructor may want to look at."""
    if item.discrimination is not None and item.discrimination < 0:
        return tr("those who get it get less elsewhere: look at this test")
    if item.discrimination is not None and item.discrimination < 0.1 and 0.1 < item.mean < 0.9:
        return tr("tells little about the rest")
    return ""


def distribution(found: Report) -> Markup:
    if not found.graded or not found.possible:
        return Markup("")
    labels = [number(found.possible * k / 4) for k in range(5)]
    words = tr(
        "Scores of %(students)s students: mean %(mean)s, median %(median)s of %(possible)s; "
        "from the lowest to the highest twentieth: %(counts)s",
        students=found.graded,
        mean=number(found.mean),
        median=number(found.median),
        possible=number(found.possible),
        counts=", ".join(map(str, found.bins)),
    )
    return histogram(
        found.bins, labels, [(found.median / found.possible, tr("median %(points)s", points=number(found.median)))], words
    )


def table_row(row: Row, exercises: Sequence[str], place: dict[str, int], who: str = "") -> Markup:
    """Plain text joined, not a template: a class has a thousand of them. What a filter asks for stands in data-*."""
    levels = [2 if (s := row.shares.get(e, 0.0)) >= 1 - 1e-9 else 1 if s > 0 else 0 for e in exercises]
    lost = " ".join(str(i) for i, level in enumerate(levels) if level < 2)
    mistakes = " ".join(str(place[m]) for m in row.mistakes)
    flags = " ".join(_flags(row))
    words = tr(
        "%(complete)s of %(all)s exercises complete, %(part)s in part",
        complete=levels.count(2),
        all=len(levels),
        part=levels.count(1),
    )
    name = escape(visible(row.name))
    known = f' <span class="dim"><bdi>{escape(visible(who))}</bdi></span>' if who and who != row.name else ""
    badges = "".join(f'<span class="badge bad">{escape(tr(TROUBLE_WORDS[kind]))}</span> ' for kind in row.trouble)
    if row.not_gradable:
        badges = f'<span class="badge warn" title="{escape(visible(row.not_gradable))}">{escape(tr("not gradable"))}</span> '
    badges += f'<span class="badge">{escape(tr("not written"))}</span> ' if row.has_unwritten else ""
    json_of = escape(tr("json of %(name)s", name=visible(row.name)))
    if row.for_staff:
        told = escape(visible("\n".join(row.for_staff[:MOST_TOLD])))
        badges += f'<span class="badge" title="{told}">{escape(tr("look at it"))}</span>'
    return Markup(
        f'<tr data-f="{flags}" data-l="{lost}" data-m="{mistakes}">'
        f'<td class="name"><a href="{escape(href(row.name))}"><bdi>{name}</bdi></a>{known}</td>'
        f'<td class="r" data-v="{row.score:.6g}">{number(row.score) if not row.not_gradable else "–"}</td>'
        f'<td class="r" data-v="{row.share:.6g}">{percent(None if row.not_gradable else row.share)}</td>'
        f'<td data-v="{levels.count(2)}">{strip(levels, words)}</td>'
        f'<td class="r" data-v="{len(row.mistakes)}">{len(row.mistakes) or ""}</td>'
        f'<td data-v="{10 * len(row.trouble) + row.has_unwritten}">{badges}</td>'
        f'<td class="r" data-v="{row.total:.6g}">{decimal(f"{row.total:.2f}")}</td>'
        f'<td><a href="{escape(href(row.name, "results.json"))}" aria-label="{json_of}">json</a></td></tr>\n'
    )


def _flags(row: Row) -> list[str]:
    if row.not_gradable:
        return ["not_gradable"]
    found = list(row.trouble)
    if row.share >= 1 - 1e-9:
        found.append("full")
    if row.score == 0:
        found.append("zero")
    if row.has_unwritten:
        found.append("unwritten")
    if row.followed_through:
        found.append("followed")
    if row.for_staff:
        found.append("by_hand")
    if row.notes:
        found.append("notes")
    return found


def flags(rows: Sequence[Row]) -> list[tuple[str, str, int]]:
    """(flag, what it is called, how many) of those that occur."""
    words = {
        "not_gradable": mark("not gradable: ask for them again"),
        "full": mark("full marks"),
        "zero": mark("no points"),
        "unwritten": mark("something not written"),
        "error": mark("with an error"),
        "timeout": mark("out of time"),
        "memory": mark("out of memory"),
        "forbidden": mark("used what is not allowed"),
        "inconclusive": mark("undecided: look at them"),
        "followed": mark("followed through"),
        "by_hand": mark("for a person to look at: see for_staff in the json"),
        "notes": mark("with notes on how they were read"),
    }
    counts = {flag: sum(flag in _flags(row) for row in rows) for flag in words}
    return [(flag, tr(word), counts[flag]) for flag, word in words.items() if counts[flag]]
