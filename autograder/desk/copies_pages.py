"""Likely copies: pairs of hand-ins that share what few others have, side by side, and what staff made of them."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from autograder.desk.desk import Desk
from autograder.desk.rendering import page, to
from autograder.desk.security import DeskSession, Form, own_policy
from autograder.errors import UserError
from autograder.gradebook import deciding
from autograder.gradebook.book import rules_of
from autograder.gradebook.ledger import Decision, submission_subject
from autograder.intake.places import found_from_json
from autograder.reports.copies_page import pair_page
from autograder.reports.refresh import State
from autograder.similar.find import Findings, compare_found


class CopiesPages:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def listing(self, _: Request, session: DeskSession) -> Response:
        state = self.desk.now()
        found = self.desk.findings
        said = self._verdicts(state)
        pairs = (
            [(i, lead, said.get(_pair(lead.first.name, lead.second.name))) for i, lead in enumerate(found.leads)]
            if found
            else []
        )
        shown = {_pair(lead.first.name, lead.second.name) for lead in found.leads} if found else set()
        return page(
            "copies.html",
            session,
            here="copies",
            found=found,
            pairs=pairs,
            others=[(pair, d) for pair, d in said.items() if pair not in shown],
            version=max((d.id for d in state.snap.decisions), default=0),
        )

    def act(self, _: Request, session: DeskSession, form: Form) -> Response:
        try:
            if form.get("do") == "compare":
                self.desk.findings = self._compare()
            else:
                self._judge(session, form)
        except UserError as error:
            session.tell(str(error), "bad")
        return to("/copies")

    def pair(self, request: Request, _: DeskSession) -> Response:
        number = int(request.path_params["number"])
        found = self.desk.findings
        if found is None or not 0 <= number < len(found.leads):
            raise UserError("there is no such pair; compare again")
        text = pair_page(found, found.leads[number])
        return HTMLResponse(text, headers={"Content-Security-Policy": own_policy(text)})

    def _compare(self) -> Findings:
        """Reads every hand-in of the run again; nothing of it is run."""
        if self.desk.plan is None:
            raise UserError("This is an exam: everybody has numbers of their own, and there is no code to compare.")
        snap = self.desk.book.snapshot()
        chosen = snap.facts.get("selection") or {"only": None, "set": None}
        selection = self.desk.plan.assignment.select(chosen["only"], chosen["set"])
        hand_ins = [found_from_json(s.name, s.source) for s in snap.submissions.values()]
        return compare_found(self.desk.plan.course, selection, [f for f in hand_ins if f.path.exists()])

    def _judge(self, session: DeskSession, form: Form) -> None:
        first, second = form.get("first", ""), form.get("second", "")
        known = self.desk.book.snapshot().submissions
        if first not in known or second not in known:
            raise UserError("one of these hand-ins is no longer in the run")
        deciding.judge_pair(
            self.desk.book,
            first,
            second,
            form.get("verdict") == "follow up",
            form.get("reason", ""),
            by=session.name,
            seen=form.number("version"),
        )
        session.tell("Noted.")

    def _verdicts(self, state: State) -> dict[tuple[str, str], Decision]:
        made = rules_of(state.snap).decided.all_of("pair")
        return {(d.subject.removeprefix(submission_subject("")), d.item): d for d in made if d.value is not None}


def _pair(first: str, second: str) -> tuple[str, str]:
    one, other = sorted((first, second))
    return one, other
