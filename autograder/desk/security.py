"""Who may use the desk: a token in the address, then a session; and what a page may do: nothing but what we wrote.

The address with the token is what `gradmark desk` prints, as Jupyter does. It is exchanged for a cookie that scripts cannot
read and other sites cannot send. Every request must name this very host (a page elsewhere could let its own name point to
127.0.0.1), and every change must come from one of our own pages, with the session's own secret.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from html import unescape
from re import search
from urllib.parse import parse_qsl

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

MOST_FORM = 1_000_000
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    # Not no-referrer: with that a browser sends "null" as the origin of our own forms.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


class RequestRefused(Exception):
    """Answered with 403 and this sentence."""


@dataclass
class DeskSession:
    """Somebody at the desk, in one browser."""

    id: str
    name: str
    csrf: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    show_names: bool = False
    """Whose answer it is, on the pages where answers are read."""
    told: list[tuple[str, str]] = field(default_factory=list)
    """(mood, sentence) for the next page."""

    def tell(self, sentence: str, mood: str = "good") -> None:
        self.told.append((mood, sentence))

    def told_now(self) -> list[tuple[str, str]]:
        said, self.told = self.told, []
        return said


class Form(dict[str, str]):
    """What was filled in; `picks` are the boxes of one name."""

    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs

    def all(self, name: str) -> list[str]:
        return [value for key, value in self.pairs if key == name]

    def number(self, name: str) -> int | None:
        text = self.get(name, "")
        return int(text) if text.isdigit() else None


class Door:
    """Tokens, sessions and hosts of one desk."""

    def __init__(self, hosts: list[str], token: str | None = None) -> None:
        """`hosts`: HOST:PORT under which the desk may be asked for."""
        self.token = token or secrets.token_urlsafe(32)
        self.hosts = hosts
        self.cookie = f"gradmark-desk-{hosts[0].rpartition(':')[2]}"
        """With the port: a browser sends cookies of one host to all its ports."""
        self._sessions: dict[str, DeskSession] = {}

    def check_host(self, request: Request) -> None:
        if request.headers.get("host", "") not in self.hosts:
            raise RequestRefused("This desk is asked for under another name than its own.")

    def check_origin(self, request: Request) -> None:
        if request.headers.get("origin", "") not in {f"http://{host}" for host in self.hosts}:
            raise RequestRefused("This did not come from a page of the desk.")

    def has_token(self, given: str) -> bool:
        return secrets.compare_digest(given.encode(), self.token.encode())

    def session(self, request: Request) -> DeskSession | None:
        return self._sessions.get(request.cookies.get(self.cookie, ""))

    def need_session(self, request: Request) -> DeskSession:
        session = self.session(request)
        if session is None:
            raise RequestRefused("Open the address that gradmark desk has printed: it holds the key.")
        return session

    def enter(self, response: Response, name: str) -> None:
        session = DeskSession(secrets.token_urlsafe(32), name)
        self._sessions[session.id] = session
        response.set_cookie(self.cookie, session.id, httponly=True, samesite="strict", path="/")

    def leave(self, session: DeskSession) -> None:
        self._sessions.pop(session.id, None)

    # --- routes --------------------------------------------------------------------------------------------------

    def shows(self, path: str, page: Callable[..., Response]) -> Route:
        """A page for those who are in: `page(request, session)`."""

        async def endpoint(request: Request) -> Response:
            self.check_host(request)
            return await run_in_threadpool(page, request, self.need_session(request))

        return Route(path, endpoint, methods=["GET"])

    def takes(self, path: str, action: Callable[..., Response]) -> Route:
        """A change: `action(request, session, form)`, after the origin and the session's secret were checked."""

        async def endpoint(request: Request) -> Response:
            self.check_host(request)
            self.check_origin(request)
            session = self.need_session(request)
            form = await read_form(request)
            if not secrets.compare_digest(form.get("csrf", "").encode(), session.csrf.encode()):
                raise RequestRefused("This page is from an earlier session. Load it again.")
            return await run_in_threadpool(action, request, session, form)

        return Route(path, endpoint, methods=["POST"])

    def open_to_all(self, path: str, page: Callable[[Request], Awaitable[Response]], methods: list[str]) -> Route:
        """The way in, and style sheets."""

        async def endpoint(request: Request) -> Response:
            self.check_host(request)
            if request.method == "POST":
                self.check_origin(request)
            return await page(request)

        return Route(path, endpoint, methods=methods)


async def read_form(request: Request) -> Form:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_FORM:
            raise RequestRefused("That is more than a form of the desk can hold.")
    return Form(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))


def own_policy(page: str) -> str:
    """Of a page that carries its own (feedback, class report, copies): styles and scripts by their hash, no network."""
    found = search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    return f"{unescape(found[1])}; frame-ancestors 'none'" if found else POLICY
