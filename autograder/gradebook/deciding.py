"""What people may decide about a student, checked and written down: the one way in, for the commands and for the desk.

Each function takes who decides (`by`) and, from a page, the version that was looked at (`seen`): if somebody else has
decided the same thing since, nothing is written and `Stale` says what they said.
"""

from __future__ import annotations

from collections.abc import Sequence

from autograder.errors import UserError
from autograder.gradebook.book import Gradebook
from autograder.gradebook.grades import Standing
from autograder.gradebook.ledger import decide, refuse_stale, submission_subject
from autograder.gradebook.policy import parse_duration, parse_moment
from autograder.gradebook.scoresheet import check_item, points_of

OPEN, GRANTED, DECLINED = 0.0, 1.0, -1.0
"""How a request for another look stands."""


def need_reason(reason: str) -> None:
    if not reason.strip():
        raise UserError("give the reason with --reason '...': somebody will ask for it")


def _record(
    book: Gradebook,
    kind: str,
    subjects: Sequence[str],
    by: str,
    seen: int | None,
    item: str = "",
    value: float | None = None,
    text: str = "",
    reason: str = "",
) -> None:
    with book.writing() as db:
        refuse_stale(db, [kind], subjects, item, seen)
        for subject in subjects:
            decide(db, kind, subject, by=by, item=item, value=value, text=text, reason=reason)


def score(
    book: Gradebook,
    rows: Sequence[Standing],
    item: str,
    points: float | None,
    comment: str | None,
    *,
    by: str,
    withdraw: bool = False,
    detail: str = "",
    seen: int | None = None,
) -> None:
    """Points (None: unchanged, or taken back with `withdraw`) and words (None: unchanged) for a written answer.

    `rows`: the student, or all who handed the answer in together. `detail`: how the points came about, as JSON.
    """
    check_item(dict(book.rules().written), item, points)
    subjects = [book.subject_of(row) for row in rows]
    about = [s for row in rows for s in subjects_of(book, row)]
    with book.writing() as db:
        refuse_stale(db, ["manual", "comment"], about, item, seen)
        for row, subject in zip(rows, subjects):
            said = next((c.partition(": ")[2] for c in row.comments if c.startswith(f"{item}: ")), "")
            if comment is not None and comment.strip() != said:
                decide(db, "comment", subject, by=by, item=item, text=comment)
            if points is not None or withdraw:
                value = None if withdraw else points
                decide(db, "manual", subject, by=by, item=item, value=value, text=detail)


def override(
    book: Gradebook,
    row: Standing,
    exercise: str,
    points: str | None,
    reason: str,
    *,
    by: str,
    seen: int | None = None,
) -> None:
    """Points instead of the derived ones, of an exercise or ("") of the whole; None takes the decision back."""
    need_reason(reason)
    rules = book.rules()
    if exercise and exercise not in rules.points:
        raise UserError(f"there is no exercise {exercise!r} here; there are: {', '.join(rules.points)}")
    value = None if points is None else points_of(points, "")
    most = rules.points[exercise] if exercise else rules.possible
    if value is not None and not 0 <= value <= most:
        raise UserError(
            f"{exercise or 'the assignment'} is worth 0 to {most:g} points, not {value:g}; for more, use: gradmark extra"
        )
    _record(book, "override", [book.subject_of(row)], by, seen, exercise, value, reason=reason)


def extend(book: Gradebook, row: Standing, time: str | None, reason: str, *, by: str, seen: int | None = None) -> None:
    """A later deadline ("3d"); None takes the extension back."""
    need_reason(reason)
    value = None if time is None else parse_duration(time)
    _record(book, "extension", [book.subject_of(row)], by, seen, value=value, reason=reason)


def excuse(book: Gradebook, row: Standing, reason: str, *, by: str, withdraw: bool = False, seen: int | None = None) -> None:
    """The student need not hand this in; `withdraw` takes it back."""
    need_reason(reason)
    _record(book, "excused", [book.subject_of(row)], by, seen, value=None if withdraw else 1.0, reason=reason)


def give_extra(
    book: Gradebook,
    row: Standing,
    what: str,
    points: str | None,
    reason: str,
    *,
    by: str,
    seen: int | None = None,
) -> None:
    """Points on top, for one thing; None takes them back."""
    need_reason(reason)
    value = None if points is None else points_of(points, "")
    _record(book, "extra", [book.subject_of(row)], by, seen, what or "extra", value, reason=reason)


def comment_on(book: Gradebook, row: Standing, text: str, *, by: str, item: str = "", seen: int | None = None) -> None:
    """Words for the student, about a question or the whole; empty ones take the earlier back."""
    _record(book, "comment", [book.subject_of(row)], by, seen, item, text=text)


def link(book: Gradebook, submission: str, people: str, *, by: str, reason: str = "", seen: int | None = None) -> None:
    """Whose hand-in it is: names, ids or logins of roster students separated by commas; empty: nobody's."""
    queue = book.snapshot().submissions
    if submission not in queue:
        near = ", ".join(list(queue)[:6])
        raise UserError(f"there is no submission {submission!r}; there are: {near}")
    keys = []
    for part in filter(None, (word.strip() for word in people.split(","))):
        row = book.find(part)
        if row.student is None:
            raise UserError(f"{part!r} is not on the roster")
        keys.append(row.student.key)
    subject = submission_subject(submission)
    _record(book, "link", [subject], by, seen, value=1.0, text="\n".join(keys), reason=reason)


def hand_in_time(book: Gradebook, submission: str, when: str, reason: str, *, by: str, seen: int | None = None) -> None:
    """When the present content of a hand-in was given in, where a person knows."""
    need_reason(reason)
    queue = book.snapshot().submissions
    if submission not in queue:
        raise UserError(f"there is no submission {submission!r}")
    moment, digest = parse_moment(when), queue[submission].digest
    _record(book, "time", [submission_subject(submission)], by, seen, digest, moment, reason=reason)


def request(book: Gradebook, row: Standing, item: str, words: str, *, by: str, seen: int | None = None) -> None:
    """A student asks for another look at an exercise, a question or ("") the whole; staff write it down."""
    if not words.strip():
        raise UserError("say what the student asks for")
    rules = book.rules()
    if item and item not in rules.points and item not in rules.written:
        raise UserError(f"there is no exercise or question {item!r} here")
    _record(book, "request", [book.subject_of(row)], by, seen, item, OPEN, words)


def answer_request(
    book: Gradebook,
    row: Standing,
    item: str,
    granted: bool,
    answer: str,
    reason: str,
    *,
    by: str,
    seen: int | None = None,
) -> None:
    """`answer` is what the student reads; `reason` stays with staff. Points are changed by an override or a score."""
    if not answer.strip():
        raise UserError("write an answer: the student will read it")
    value = GRANTED if granted else DECLINED
    _record(book, "request", [book.subject_of(row)], by, seen, item, value, answer, reason)


def settle(book: Gradebook, subject: str, item: str, reason: str, *, by: str, seen: int | None = None) -> None:
    """Takes something off the to-do list: a person has looked at it."""
    need_reason(reason)
    _record(book, "settled", [subject], by, seen, item, 1.0, reason=reason)


def judge_pair(
    book: Gradebook,
    first: str,
    second: str,
    follow_up: bool,
    reason: str,
    *,
    by: str,
    seen: int | None = None,
) -> None:
    """Two hand-ins that look alike: to follow up with the students, or no copy."""
    need_reason(reason)
    one, other = sorted((first, second))
    value = 1.0 if follow_up else 0.0
    _record(book, "pair", [submission_subject(one)], by, seen, other, value, reason=reason)


def subjects_of(book: Gradebook, row: Standing) -> list[str]:
    """Everything that decisions about this line may be kept under."""
    return list(dict.fromkeys([book.subject_of(row), *(submission_subject(name) for name in row.submissions)]))
