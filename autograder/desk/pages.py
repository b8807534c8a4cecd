"""What the desk shows: what to do first, the class, every decision, and the reports of the run."""

from __future__ import annotations

import json

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from autograder.basics.words import speaking
from autograder.desk.desk import Desk
from autograder.desk.rendering import page, to
from autograder.desk.security import DeskSession, Form, own_policy
from autograder.errors import UserError
from autograder.gradebook import deciding
from autograder.gradebook.book import rules_of
from autograder.gradebook.pending_regrade import TRIAL
from autograder.gradebook.todo import KINDS, by_kind
from autograder.reports.feedback_page import feedback_page
from autograder.reports.refresh import language_of, report_page

MOST_DECISIONS = 500
MADE = {
    "manual": "points for a written answer",
    "comment": "comment",
    "override": "override",
    "extra": "extra credit",
    "extension": "extension",
    "excused": "excused",
    "slips": "slip days left",
    "time": "time of the hand-in",
    "link": "whose hand-in",
    "policy": "policy",
    "applied": "regrade applied",
    "rubric": "rubric",
    "request": "request for another look",
    "settled": "looked at",
    "pair": "likely copies",
}
"""What a kind of decision is called on a page."""


class Pages:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def first(self, _: Request, session: DeskSession) -> Response:
        state = self.desk.now()
        return page(
            "todo.html",
            session,
            here="todo",
            to_do=by_kind(state.to_do(self.desk.out)),
            meaning=KINDS,
            progress=self.desk.progress(state),
            missing=[r for r in state.rows if r.status == "missing"],
            total=len(state.current),
            title=self.desk.guide.title or self.desk.book.assignment,
            students=state.snap.students,
            policy=rules_of(state.snap).policy.sentence(),
            regrade=bool(state.snap.facts.get(TRIAL)),
            out=self.desk.out,
            waiting=sum(s.state != "done" for s in state.snap.submissions.values()),
        )

    def settle(self, _: Request, session: DeskSession, form: Form) -> Response:
        """Takes something off the list, with a reason."""
        try:
            deciding.settle(
                self.desk.book,
                form.get("subject", ""),
                form.get("item", ""),
                form.get("reason", ""),
                by=session.name,
            )
            session.tell("Noted.")
        except UserError as error:
            session.tell(str(error), "bad")
        return to("/")

    def students(self, _: Request, session: DeskSession) -> Response:
        state = self.desk.now()
        open_items: dict[str, list[str]] = {}
        for entry in state.to_do(self.desk.out):
            open_items.setdefault(entry.key, []).append(entry.kind)
        return page("students.html", session, here="students", rows=state.rows, open_items=open_items)

    def decisions(self, _: Request, session: DeskSession) -> Response:
        state = self.desk.now()
        names = {self.desk.book.subject_of(r): r.name for r in state.rows}
        made = state.snap.decisions[::-1]
        return page(
            "decisions.html",
            session,
            here="decisions",
            made=made[:MOST_DECISIONS],
            total=len(made),
            words=MADE,
            about=lambda d: names.get(d.subject, d.subject.partition(":")[2]),
        )

    def names(self, request: Request, session: DeskSession, form: Form) -> Response:
        session.show_names = not session.show_names
        back = form.get("back", "/written")
        return to(back if back.startswith("/written") else "/written")

    # --- the reports of the run, made anew at each look ------------------------------------------------------------

    def report(self, _: Request, __: DeskSession) -> Response:
        with speaking(language_of(self.desk.book)):
            return _whole(report_page(self.desk.now(), self.desk.guide, self.desk.out))

    def feedback(self, request: Request, _: DeskSession) -> Response:
        state, name = self.desk.now(), request.path_params["name"]
        if name not in state.current:
            raise UserError(f"there is no submission {name!r}")
        with speaking(language_of(self.desk.book)):
            return _whole(feedback_page(state.result(name), self.desk.guide, state.marks(name)))

    def record(self, request: Request, _: DeskSession) -> Response:
        state, name = self.desk.now(), request.path_params["name"]
        if name not in state.current:
            raise UserError(f"there is no submission {name!r}")
        return PlainTextResponse(json.dumps(state.current[name].result, indent=2, ensure_ascii=False))


def _whole(text: str) -> Response:
    return HTMLResponse(text, headers={"Content-Security-Policy": own_policy(text)})
