"""Databases of both kinds, and a small class with made-up results (no student code is run for most of these tests)."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import gradebook_making as making
import gradebook_postgres as postgres


@pytest.fixture(scope="session")
def server():
    if reason := postgres.why_not():
        pytest.skip(reason)
    server = postgres.Server()
    yield server
    server.stop()


@pytest.fixture
def postgres_url(server):
    return server.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """A place for a new store, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "run.db")
    return request.getfixturevalue("postgres_url")


@pytest.fixture
def small_book(tmp_path):
    """Four submissions, a roster of four, one student missing, one submission nobody's."""
    from autograder.gradebook.book import Gradebook
    from autograder.gradebook.roster import read_roster, store_roster

    place = tmp_path / "out"
    place.mkdir()
    results = {
        "jane_smith": making.result("jane_smith"),
        "jorg_muller": making.result("jorg_muller", (True, False, True), "relu/sign"),
        "zoneil": making.result("zoneil", (False, False, False), "relu/sign"),
        "mystery": making.result("mystery", (False, False, True)),
    }
    making.grade_all(place / "run.db", results, times=dict.fromkeys(results, 1_000_000.0))
    (tmp_path / "roster.csv").write_text(making.ROSTER, encoding="utf-8")
    book = Gradebook(place)
    with book.writing() as db:
        store_roster(db, *read_roster(tmp_path / "roster.csv"))
    yield book
    book.close()
