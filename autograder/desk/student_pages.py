"""One student: how the grade came about, and everything that can be decided about it, with who, when and why."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from autograder.desk.desk import Desk
from autograder.desk.pages import MADE
from autograder.desk.rendering import page, part, to
from autograder.desk.security import DeskSession, Form
from autograder.errors import UserError
from autograder.gradebook import deciding
from autograder.gradebook.book import rules_of
from autograder.gradebook.grades import Standing
from autograder.gradebook.ledger import Stale


class StudentPages:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.actions: dict[str, Callable[[Standing, Form, str], None]] = {
            "override": self._override,
            "extend": self._extend,
            "excuse": self._excuse,
            "extra": self._extra,
            "comment": self._comment,
            "link": self._link,
            "time": self._time,
            "request": self._request,
            "answer": self._answer,
            "settle": self._settle,
        }

    def student(self, request: Request, session: DeskSession) -> Response:
        return self._page(request, session)

    def decide(self, request: Request, session: DeskSession, form: Form) -> Response:
        state = self.desk.now()
        row = self.desk.row(state, request.path_params["key"])
        act = self.actions.get(form.get("do", ""))
        try:
            if act is None:
                raise UserError("this form is not known here")
            act(row, form, session.name)
        except Stale as stale:
            last = stale.latest
            value = "" if last.value is None else f"{last.value:g} "
            session.tell(
                f"Not saved: {last.by} has decided this in the meantime ({value}{last.text} {last.reason}".rstrip()
                + "). It stands below; decide again if you still want to.",
                "bad",
            )
            return self._page(request, session, 409, form)
        except UserError as error:
            session.tell(str(error), "bad")
            return self._page(request, session, 409, form)
        after = self.desk.now()
        owners = {row.key, *(r.key for r in after.rows if set(r.submissions) & set(row.submissions))}
        self.desk.decided([r for r in after.rows if r.key in owners])
        session.tell("Noted.")
        if row.key not in {r.key for r in after.rows}:  # the hand-in has found its student
            found = next((r.key for r in after.rows if set(r.submissions) & set(row.submissions)), None)
            return to(f"/student/{part(found)}" if found else "/")
        return to("/" if form.get("do") == "settle" else f"/student/{part(row.key)}")

    def requests(self, _: Request, session: DeskSession) -> Response:
        state = self.desk.now()
        rules = rules_of(state.snap)
        rows = {self.desk.book.subject_of(r): r for r in state.rows}
        asked = [d for d in rules.decided.all_of("request") if d.subject in rows and d.value is not None]
        asked.sort(key=lambda d: (d.value != deciding.OPEN, -d.id))
        return page("requests.html", session, here="requests", asked=asked, rows=rows, students=state.rows)

    def _page(self, request: Request, session: DeskSession, status: int = 200, form: Form | None = None) -> Response:
        state = self.desk.now()
        row = self.desk.row(state, request.path_params["key"])
        rules = rules_of(state.snap)
        subjects = deciding.subjects_of(self.desk.book, row)
        made = [d for d in state.snap.decisions if d.subject in subjects][::-1]
        return page(
            "student.html",
            session,
            status,
            here="students",
            row=row,
            rules=rules,
            made=made,
            words=MADE,
            form=form or Form([]),
            version=max((d.id for d in made), default=0),
            policy=rules.policy.sentence(),
            to_do=[t for t in state.to_do(self.desk.out) if t.key == row.key or t.submission in row.submissions],
            requests=[(i, d) for i, d in rules.decided.about("request", subjects).items()],
            roster=[r.student for r in state.rows if r.student],
            current=state.current,
        )

    # --- one form each ---------------------------------------------------------------------------------------------

    def _override(self, row: Standing, form: Form, by: str) -> None:
        points = form.get("points", "").strip() or None
        deciding.override(
            self.desk.book,
            row,
            form.get("exercise", ""),
            points,
            form.get("reason", ""),
            by=by,
            seen=form.number("version"),
        )

    def _extend(self, row: Standing, form: Form, by: str) -> None:
        time = form.get("time", "").strip() or None
        deciding.extend(self.desk.book, row, time, form.get("reason", ""), by=by, seen=form.number("version"))

    def _excuse(self, row: Standing, form: Form, by: str) -> None:
        reason, back = form.get("reason", ""), row.excused
        deciding.excuse(self.desk.book, row, reason, by=by, withdraw=back, seen=form.number("version"))

    def _extra(self, row: Standing, form: Form, by: str) -> None:
        points = form.get("points", "").strip() or None
        what, reason = form.get("what", "").strip(), form.get("reason", "")
        deciding.give_extra(self.desk.book, row, what, points, reason, by=by, seen=form.number("version"))

    def _comment(self, row: Standing, form: Form, by: str) -> None:
        text, item = form.get("text", ""), form.get("item", "")
        deciding.comment_on(self.desk.book, row, text, by=by, item=item, seen=form.number("version"))

    def _link(self, row: Standing, form: Form, by: str) -> None:
        if not row.submission:
            raise UserError("there is no hand-in to match")
        people, reason = form.get("student", ""), form.get("reason", "")
        deciding.link(self.desk.book, row.submission, people, by=by, reason=reason, seen=form.number("version"))

    def _time(self, row: Standing, form: Form, by: str) -> None:
        if not row.submission:
            raise UserError("nothing was handed in")
        when, reason = form.get("when", ""), form.get("reason", "")
        deciding.hand_in_time(self.desk.book, row.submission, when, reason, by=by, seen=form.number("version"))

    def _request(self, row: Standing, form: Form, by: str) -> None:
        item, words = form.get("item", ""), form.get("words", "")
        deciding.request(self.desk.book, row, item, words, by=by, seen=form.number("version"))

    def _answer(self, row: Standing, form: Form, by: str) -> None:
        deciding.answer_request(
            self.desk.book,
            row,
            form.get("item", ""),
            form.get("verdict") == "granted",
            form.get("answer", ""),
            form.get("reason", ""),
            by=by,
            seen=form.number("version"),
        )

    def _settle(self, row: Standing, form: Form, by: str) -> None:
        subject, item, reason = form.get("subject", ""), form.get("item", ""), form.get("reason", "")
        deciding.settle(self.desk.book, subject, item, reason, by=by)
