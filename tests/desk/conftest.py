"""A desk that is served for real, and a browser to sit at it."""

import shutil
from contextlib import ExitStack

import httpx
import pytest

from tests.desk.desk_making import make_class, served


@pytest.fixture(scope="session")
def class_folder(tmp_path_factory):
    """Made once; tests work on copies."""
    place = tmp_path_factory.mktemp("class")
    make_class(place)
    return place


@pytest.fixture
def out(class_folder, tmp_path):
    shutil.copytree(class_folder / "graded", tmp_path / "graded")
    return tmp_path / "graded"


@pytest.fixture
def serve():
    """`serve(out)`: a desk on a free port of loopback."""
    with ExitStack() as running:
        yield lambda out, **options: running.enter_context(served(out, **options))


class Person:
    """Somebody at the desk without a browser: a client with a session."""

    def __init__(self, server, name):
        self.base = f"http://127.0.0.1:{server.port}"
        self.http = httpx.Client(base_url=self.base, headers={"Origin": self.base}, timeout=30)
        entered = self.http.post("/enter", data={"token": server.door.token, "name": name})
        assert entered.status_code == 303, entered.text
        self.csrf = [s.csrf for s in server.door._sessions.values() if s.name == name][-1]

    def get(self, path):
        return self.http.get(path)

    def post(self, path, **form):
        return self.http.post(path, data={"csrf": self.csrf, **form})


@pytest.fixture
def person():
    """`person(server, name)`."""
    return Person


class Seat:
    """A page of the desk in a browser, all that it said and asked for, and only the keyboard to work with."""

    def __init__(self, browser, server, name, **options):
        self.context = browser.new_context(viewport={"width": 1360, "height": 900}, **options)
        self.context.set_default_timeout(180_000)  # a machine that audits beside us is slow, not wrong
        self.page = self.context.new_page()
        self.said, self.requests = [], []
        self.page.on("console", lambda m: self.said.append(f"{m.type}: {m.text}"))
        self.page.on("pageerror", lambda e: self.said.append(str(e)))
        self.page.on("dialog", lambda d: (self.said.append(f"dialog {d.message}"), d.dismiss()))
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.base = f"http://127.0.0.1:{server.port}"
        self.page.goto(server.address)
        self.page.keyboard.press("Control+A")  # the name is in focus
        self.type(name)
        self.press("Enter")
        self.page.wait_for_selector("header.bar")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text):
        self.page.keyboard.type(text)

    def go(self, path):
        self.page.goto(self.base + path)

    def leaves(self, *keys):
        """Presses keys of which the last leads to another page."""
        self.press(*keys[:-1])
        with self.page.expect_navigation():
            self.press(keys[-1])

    def assert_quiet(self):
        assert self.said == []
        assert [r for r in self.requests if not r.startswith((self.base, "data:"))] == []


@pytest.fixture
def sit(chromium):
    """`sit(server, name)`."""
    seats = []

    def take(server, name, **options):
        seats.append(Seat(chromium, server, name, **options))
        return seats[-1]

    yield take
    for seat in seats:
        seat.context.close()
