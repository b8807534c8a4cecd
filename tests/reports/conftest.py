"""Pages that are open in a real browser."""

from pathlib import Path

import pytest


class Visit:
    """A page that is open, and all it said and asked for."""

    def __init__(self, context, path: Path, fragment: str = "") -> None:
        self.page = context.new_page()
        self.said: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda m: self.said.append(f"{m.type}: {m.text}"))
        self.page.on("pageerror", lambda e: self.said.append(str(e)))
        self.page.on("dialog", lambda d: (self.said.append(f"dialog {d.message}"), d.dismiss()))
        self.blocked: list[str] = []
        self.page.on("requestfailed", lambda r: self.blocked.append(f"{r.url} {r.failure}"))
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.url = path.resolve().as_uri()
        self.page.goto(self.url + fragment)

    def assert_quiet(self) -> None:
        """Nothing on the console, nothing loaded but the page itself."""
        assert self.said == []
        assert [r for r in self.requests if not r.startswith(("data:", self.url))] == []


@pytest.fixture
def visit(chromium, tmp_path):
    """`visit(html or path, **context options)`."""
    contexts = []

    def open_page(what, fragment="", **options):
        path = what
        if not isinstance(what, Path):
            path = tmp_path / f"page{len(contexts)}.html"
            path.write_text(what, encoding="utf-8")
        context = chromium.new_context(**options)
        contexts.append(context)
        return Visit(context, path, fragment)

    yield open_page
    for context in contexts:
        context.close()
