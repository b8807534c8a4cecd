"""Which tests are called without pytest's protocol, and that both ways see the same."""

from pathlib import Path
from typing import ClassVar

import pytest

from autograder.suites.plugin import Bench
from autograder.suites.runner import with_suites

SUITE = """
import pytest

ran = []

def test_plain(student, rng):
    ran.append(("plain", student, int(rng.integers(1 << 30))))

@pytest.mark.parametrize("width", [3, 5])
def test_parameters(student, width):
    ran.append(("width", width))

class TestInClass:
    def test_fresh_instance(self, reference, device):
        assert not hasattr(self, "seen")
        self.seen = True
        ran.append(("class", reference, device))

class TestWithSetUp:
    def setup_method(self):
        self.ready = True

    def test_set_up(self, student):
        ran.append(("set up", self.ready))

@pytest.fixture
def made(rng):
    return int(rng.integers(1 << 30))

def test_fixture_of_the_suite(made):
    ran.append(("made", made))

def test_request(request, student):
    ran.append(("request", request.node.name))

def test_temporary_folder(tmp_path):
    ran.append(("folder", tmp_path.is_dir()))

@pytest.mark.xfail
def test_with_a_mark_of_pytest(student):
    ran.append(("mark", 1))

@pytest.fixture
def derived(request):
    return request.param * 2

@pytest.mark.parametrize("derived", [4], indirect=True)
def test_indirect(derived):
    ran.append(("derived", derived))
"""
OVERRIDDEN = """
import pytest

@pytest.fixture
def rng():
    return "the suite's own"

def test_overridden(rng):
    assert rng == "the suite's own"
"""
DIRECT = {"test_plain", "test_parameters[3]", "test_parameters[5]", "TestInClass::test_fresh_instance"}


def in_session(tmp_path: Path, text: str, work):
    (tmp_path / "test_it.py").write_text(text)
    return with_suites([tmp_path / "test_it.py"], {"it": ["it"]}, work, root=tmp_path)


class Silent(str):
    """In the place of a student: a value to hand over that changes no arguments."""

    changed: ClassVar[dict[str, list[str]]] = {}

    def _watch_arguments(self) -> None:
        pass


def bench(seed: int = 7) -> Bench:
    return Bench(student=Silent("s"), reference="r", seed=seed)


def test_only_tests_with_nothing_but_our_fixtures_are_called_directly(tmp_path):
    def work(runner):
        return {t.id.split("::", 1)[1] for t in runner.tests if runner.direct[t.id]}

    assert in_session(tmp_path, SUITE, work) == DIRECT


def test_a_fixture_that_the_suite_overrides_is_its_own(tmp_path):
    def work(runner):
        (test,) = runner.tests
        return runner.direct[test.id], runner.run(test, bench()).outcome

    assert in_session(tmp_path, OVERRIDDEN, work) == (None, "passed")


def test_every_test_runs_and_passes_either_way(tmp_path):
    def work(runner):
        ran = runner.tests[0].item.function.__globals__["ran"]
        seen = {}
        for way in ("direct", "pytest"):
            ran.clear()
            for test in [*runner.tests, *runner.tests]:  # twice: nothing is left over from the first time
                assert runner.run(test, bench()).outcome == "passed", test.id
            seen[way] = list(ran)
            runner.direct = dict.fromkeys(runner.direct)
        return seen

    seen = in_session(tmp_path, SUITE, work)
    assert seen["direct"] == seen["pytest"]
    assert len(seen["direct"]) == 20


@pytest.mark.parametrize("way", ["direct", "pytest"])
def test_outcomes_are_the_same_either_way(tmp_path, way):
    text = """
        import pytest
        from autograder.checks import CheckFailed, Inconclusive
        def test_asserts(student): assert student == "other"
        def test_check(student): raise CheckFailed("says why")
        def test_undecided(student): raise Inconclusive("no")
        def test_stumbles(student): student.no_such_thing
        def test_skips(student): pytest.skip("not today")
    """

    def work(runner):
        if way == "pytest":
            runner.direct = dict.fromkeys(runner.direct)
        return [runner.run(t, bench()).outcome for t in runner.tests]

    import textwrap

    outcomes = in_session(tmp_path, textwrap.dedent(text), work)
    assert outcomes == ["failed", "failed", "inconclusive", "failed", "failed"]
