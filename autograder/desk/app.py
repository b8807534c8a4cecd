"""The desk as an application: every address, and what is said when something is refused."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from autograder.desk.copies_pages import CopiesPages
from autograder.desk.desk import Desk
from autograder.desk.pages import Pages
from autograder.desk.rendering import asset, page, to
from autograder.desk.security import HEADERS, POLICY, DeskSession, Door, Form, RequestRefused, read_form
from autograder.desk.student_pages import StudentPages
from autograder.desk.written_pages import WrittenPages
from autograder.errors import UserError
from autograder.gradebook.ledger import who_am_i


def make_app(desk: Desk, door: Door) -> ASGIApp:
    pages, written, students, copies = Pages(desk), WrittenPages(desk), StudentPages(desk), CopiesPages(desk)
    entrance = Entrance(desk, door, pages)
    routes = [
        door.open_to_all("/", entrance.home, ["GET"]),
        door.open_to_all("/enter", entrance.enter, ["POST"]),
        door.open_to_all("/static/{file}", static, ["GET"]),
        door.takes("/leave", entrance.leave),
        door.takes("/settle", pages.settle),
        door.takes("/names", pages.names),
        door.shows("/written", written.overview),
        door.shows("/written/{question}", written.begin),
        door.shows("/written/{question}/rubric", written.rubric),
        door.takes("/written/{question}/rubric", written.change_rubric),
        door.shows("/written/{question}/{code}", written.answer),
        door.takes("/written/{question}/{code}", written.save),
        door.shows("/students", pages.students),
        door.shows("/student/{key:path}", students.student),
        door.takes("/student/{key:path}", students.decide),
        door.shows("/requests", students.requests),
        door.shows("/copies", copies.listing),
        door.takes("/copies", copies.act),
        door.shows("/copies/{number:int}", copies.pair),
        door.shows("/decisions", pages.decisions),
        door.shows("/report/", pages.report),
        door.shows("/report/{name}/feedback.html", pages.feedback),
        door.shows("/report/{name}/results.json", pages.record),
    ]
    handlers = {RequestRefused: refused, UserError: wrong, HTTPException: missing}
    return Headers(Starlette(routes=routes, exception_handlers=handlers))  # type: ignore[arg-type]


class Entrance:
    """The only pages that somebody without a session gets."""

    def __init__(self, desk: Desk, door: Door, pages: Pages) -> None:
        self.desk, self.door, self.pages = desk, door, pages

    async def home(self, request: Request) -> Response:
        token, session = request.query_params.get("token"), self.door.session(request)
        if session is not None:
            # An address with the key in it should not stay in sight.
            return to("/") if token is not None else await run_in_threadpool(self.pages.first, request, session)
        if token is None or not self.door.has_token(token):
            raise RequestRefused("Open the address that gradmark desk has printed: it holds the key.")
        return page("enter.html", None, token=token, name=self.desk.by, title=self.desk.book.assignment)

    async def enter(self, request: Request) -> Response:
        form = await read_form(request)
        if not self.door.has_token(form.get("token", "")):
            raise RequestRefused("This key does not open the desk.")
        response = to("/")
        self.door.enter(response, who_am_i(form.get("name", "")[:80] or self.desk.by))
        return response

    def leave(self, _: Request, session: DeskSession, __: Form) -> Response:
        self.door.leave(session)
        return page("refused.html", None, sentence="You have left the desk.")


async def static(request: Request) -> Response:
    name = request.path_params["file"]
    text = asset(name)
    if text is None:
        raise HTTPException(404)
    return Response(text, media_type="text/css" if name.endswith(".css") else "text/javascript")


def refused(_: Request, error: Exception) -> Response:
    return page("refused.html", None, 403, sentence=str(error))


def wrong(_: Request, error: Exception) -> Response:
    return page("refused.html", None, 404, sentence=str(error))


def missing(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return PlainTextResponse("There is no such page.", status)


class Headers:
    """On every answer, whoever gave it: nothing is loaded from elsewhere, nothing runs but our own file."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                for name, value in {**HEADERS, "Content-Security-Policy": POLICY}.items():
                    if name.lower().encode() not in present:
                        message["headers"].append((name.lower().encode(), value.encode()))
            await send(message)

        await self.app(scope, receive, with_headers)
