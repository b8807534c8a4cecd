"""Written answers: one question at a time, the next unread, rubric items that are picked, and nobody's work overwritten."""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from autograder.desk.desk import Desk, Question
from autograder.desk.rendering import page, to
from autograder.desk.security import DeskSession, Form
from autograder.errors import UserError
from autograder.gradebook import deciding, rubrics
from autograder.gradebook.ledger import Stale
from autograder.gradebook.reading import AnswerReading
from autograder.gradebook.rubrics import Detail, Rubric, RubricItem
from autograder.gradebook.scoresheet import points_of
from autograder.reports.answer_html import answer_html, markdown_html

MOST_COMMENTS = 9
BLANK_ROWS = 3


@dataclass(frozen=True)
class Filled:
    """What stands in the form: what is on record, or what somebody typed and could not save."""

    points: str
    comment: str
    picks: tuple[str, ...]

    @classmethod
    def of(cls, reading: AnswerReading) -> Filled:
        points = "" if reading.points is None else f"{reading.points:g}"
        return cls(points, reading.comment, reading.detail.picks)


class WrittenPages:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def overview(self, _: Request, session: DeskSession) -> Response:
        state = self.desk.now()
        return page("written.html", session, progress=self.desk.progress(state), here="written")

    def begin(self, request: Request, session: DeskSession) -> Response:
        """To the next unread answer of a question; where all are read, to the first."""
        question = self.desk.question(request.path_params["question"])
        every = self.desk.readings(self.desk.now(), question.id)
        found = self.desk.next_unread(session, every, open_ones=True) or (every[0] if every else None)
        if found is None:
            session.tell("Nobody has handed anything in yet.", "warn")
            return to("/written")
        return to(self._address(found))

    def answer(self, request: Request, session: DeskSession) -> Response:
        return self._answer_page(request, session)

    def save(self, request: Request, session: DeskSession, form: Form) -> Response:
        question = self.desk.question(request.path_params["question"])
        state = self.desk.now()
        every = self.desk.readings(state, question.id)
        reading = self._one(every, request.path_params["code"])
        rubric = self.desk.rubric(state, question)
        filled = Filled(form.get("points", "").strip(), form.get("comment", ""), tuple(form.all("pick")))
        if form.get("do") == "add":
            return self._add_item(request, session, question, rubric, filled, form)
        try:
            if filled.picks and form.number("rubric") != rubric.version:
                raise UserError("The rubric was changed in the meantime. Look at the items and save again.")
            self._write(session, question, reading, rubric, filled, form)
        except Stale as stale:
            return self._answer_page(request, session, filled, stale, 409)
        except UserError as error:
            session.tell(str(error), "bad")
            return self._answer_page(request, session, filled, None, 409)
        self.desk.decided(list(reading.script.rows))
        if form.get("do") == "withdraw":
            session.tell("The points are taken back.")
            return to(self._address(reading))
        return self._go_on(session, question, reading)

    def _go_on(self, session: DeskSession, question: Question, reading: AnswerReading) -> Response:
        every = self.desk.readings(self.desk.now(), question.id)
        following = self.desk.next_unread(session, every, reading.code)
        if following is not None:
            return to(self._address(following))
        self.desk.opened(session, "", "")
        left = sum(r.points is None for r in every)
        if left:
            verb = "answer is left, and somebody else has it" if left == 1 else "answers are left, and others have them"
            session.tell(f"{left} {verb} open.", "warn")
        else:
            session.tell(f"All answers to “{question.title}” are read.")
        return to("/written")

    def _write(
        self,
        session: DeskSession,
        question: Question,
        reading: AnswerReading,
        rubric: Rubric,
        filled: Filled,
        form: Form,
    ) -> None:
        withdraw = form.get("do") == "withdraw"
        total = rubric.sum_of(filled.picks, question.points)
        points = points_of(filled.points, "") if filled.points else (total if filled.picks else None)
        if points is None and not withdraw and not filled.comment.strip():
            raise UserError("Give points or pick a rubric item first.")
        adjust = 0.0 if points is None else round(points - total, 6)
        detail = Detail(filled.picks, adjust, form.get("answer", ""))
        deciding.score(
            self.desk.book,
            reading.script.rows,
            question.id,
            None if withdraw else points,
            filled.comment,
            by=session.name,
            withdraw=withdraw,
            detail=detail.to_json(),
            seen=form.number("version") or 0,
        )

    def _add_item(
        self,
        request: Request,
        session: DeskSession,
        question: Question,
        rubric: Rubric,
        filled: Filled,
        form: Form,
    ) -> Response:
        """A new rubric item, at once for everybody; what is filled in stays."""
        try:
            points = points_of(form.get("new_points", ""), "the new item: ")
            item = RubricItem(_new_id(), form.get("new_label", ""), points)
            if not item.label.strip():
                raise UserError("Say what the new item is for.")
            rubrics.change(
                self.desk.book,
                question.id,
                question.points,
                [*rubric.items, item],
                by=session.name,
                seen=form.number("rubric"),
            )
        except UserError as error:
            session.tell(str(error), "bad")
            return self._answer_page(request, session, filled, None, 409)
        return self._answer_page(request, session, Filled("", filled.comment, (*filled.picks, item.id)))

    def _answer_page(
        self,
        request: Request,
        session: DeskSession,
        filled: Filled | None = None,
        stale: Stale | None = None,
        status: int = 200,
    ) -> Response:
        question = self.desk.question(request.path_params["question"])
        state = self.desk.now()
        every = self.desk.readings(state, question.id)
        reading = self._one(every, request.path_params["code"])
        place = every.index(reading)
        answer = self.desk.reader.answer(reading.script, question.id)
        changed = bool(reading.detail.answer) and reading.detail.answer != answer.digest
        unread = self.desk.next_unread(session, every, reading.code)
        asked = reading.script.exam.get(question.id, {})  # in an exam everybody has a variant of their own
        return page(
            "answer.html",
            session,
            status,
            here="written",
            question=question,
            reading=reading,
            place=place + 1,
            total=len(every),
            read=sum(r.points is not None for r in every),
            prompt=markdown_html(asked.get("asked") or question.prompt),
            record=markdown_html(asked.get("right") or question.rubric),
            answer=answer_html(answer),
            answer_digest=answer.digest,
            changed=changed,
            rubric=self.desk.rubric(state, question),
            filled=filled or Filled.of(reading),
            stale=stale,
            other=self.desk.opened(session, question.id, reading.code),
            comments=_comments(every),
            before=self._address(every[place - 1]),
            after=self._address(every[(place + 1) % len(every)]),
            unread=self._address(unread) if unread else "",
        )

    # --- rubric ----------------------------------------------------------------------------------------------------

    def rubric(self, request: Request, session: DeskSession) -> Response:
        return self._rubric_page(request, session)

    def change_rubric(self, request: Request, session: DeskSession, form: Form) -> Response:
        question = self.desk.question(request.path_params["question"])
        try:
            items = []
            for number, label in enumerate(form.all("label")):
                if label.strip():
                    worth = points_of(form.all("points")[number], f"{label[:40]!r}: ")
                    name = form.all("id")[number] or _new_id()
                    items.append(RubricItem(name, label, worth))
            changed = rubrics.change(
                self.desk.book,
                question.id,
                question.points,
                items,
                by=session.name,
                seen=form.number("version"),
            )
        except (UserError, IndexError) as error:
            session.tell(str(error) or "The form is not complete.", "bad")
            return self._rubric_page(request, session, 409)
        if changed:
            self.desk.decided(None)
        session.tell(f"The rubric is changed; {changed} answer{'' if changed == 1 else 's'} got other points.")
        return to(f"/written/{question.id}/rubric")

    def _rubric_page(self, request: Request, session: DeskSession, status: int = 200) -> Response:
        question = self.desk.question(request.path_params["question"])
        state = self.desk.now()
        picked = Counter(p for r in self.desk.readings(state, question.id) for p in r.detail.picks)
        return page(
            "rubric.html",
            session,
            status,
            here="written",
            question=question,
            rubric=self.desk.rubric(state, question),
            picked=picked,
            blank=range(BLANK_ROWS),
            prompt=markdown_html(question.prompt),
        )

    # --- small things ----------------------------------------------------------------------------------------------

    def _one(self, every: list[AnswerReading], code: str) -> AnswerReading:
        for reading in every:
            if reading.code == code:
                return reading
        raise UserError("this answer is no longer here; the hand-in may have been matched to somebody else")

    def _address(self, reading: AnswerReading) -> str:
        return f"/written/{reading.question}/{reading.code}"


def _comments(every: list[AnswerReading]) -> list[str]:
    """What was said about this question before, the most frequent first: to be said again."""
    said = Counter(r.comment.strip() for r in every if r.comment.strip())
    return [text for text, _ in said.most_common(MOST_COMMENTS)]


def _new_id() -> str:
    """Never one that was in use: an item that is gone may still be picked somewhere."""
    return f"r{secrets.token_hex(4)}"
