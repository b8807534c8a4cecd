"""The pytest plugin of every suite: fixtures `student`, `reference`, `versions`, `rng`, `device`, `size`, and marks.

What the fixtures give is decided by the `Bench` on which a test stands: a jailed worker in grading, the student's
own code in a public check, a mistake in an audit.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from autograder.course.concept import concept_of
from autograder.errors import UserError


@dataclass
class Bench:
    """What one test runs against."""

    student: Any
    reference: Any
    seed: int
    device: str = "cpu"
    size: Mapping[str, int | float | str] = field(default_factory=dict)
    versions: Any = None


@dataclass(frozen=True)
class SuiteTest:
    """A collected test, with what grading knows about it."""

    item: pytest.Item
    id: str
    exercise: str
    weight: float
    title: str
    """The property, in a sentence a student may read."""
    leaves_arguments: bool = False
    """Whether arguments that were changed in place fail it."""


BENCH: pytest.StashKey[Bench] = pytest.StashKey()


def student_of(bench: Bench) -> Any:
    return bench.student


def reference_of(bench: Bench) -> Any:
    if bench.reference is None:
        raise UserError("a public check must not use the reference: students do not have it")
    return bench.reference


def versions_of(bench: Bench) -> Any:
    if bench.versions is None:
        raise UserError('only a hidden suite of an exercise with kind = "mutants" has versions')
    return bench.versions


def rng_of(bench: Bench) -> np.random.Generator:
    return np.random.default_rng(bench.seed)


def device_of(bench: Bench) -> str:
    return bench.device


def size_of(bench: Bench) -> dict[str, int | float | str]:
    return dict(bench.size)


@pytest.fixture
def student(request: pytest.FixtureRequest) -> Any:
    """The submission, behind the trust boundary."""
    return student_of(_bench(request))


@pytest.fixture
def reference(request: pytest.FixtureRequest) -> Any:
    """The reference's names. Hidden suites only."""
    return reference_of(_bench(request))


@pytest.fixture
def versions(request: pytest.FixtureRequest) -> Any:
    """Right and wrong versions of the exercise that the student's test is about. Hidden suites only."""
    return versions_of(_bench(request))


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """A numpy generator, seeded for this test on this submission."""
    return rng_of(_bench(request))


@pytest.fixture
def device(request: pytest.FixtureRequest) -> str:
    return device_of(_bench(request))


@pytest.fixture
def size(request: pytest.FixtureRequest) -> dict[str, int | float | str]:
    """What `[exercise.sizes.NAME] values` says, where it is graded at that size: `size.get("steps", 300)`."""
    return size_of(_bench(request))


def _bench(request: pytest.FixtureRequest) -> Bench:
    """The bench that a runner set for all tests, or another plugin for this one."""
    stash = request.config.stash if BENCH in request.config.stash else request.node.stash
    return stash[BENCH]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "exercise(id): the exercise that a test grades")
    config.addinivalue_line("markers", "points(weight): weight of a test within its exercise")
    config.addinivalue_line("markers", "leaves_arguments: a test that arguments changed in place fail")
    config.addinivalue_line("markers", "definition: asks for the thing itself, not for a property of it")


def describe(items: Iterable[pytest.Item], exercises_of_module: dict[str, list[str]]) -> list[SuiteTest]:
    """Which exercise each test grades, and with what weight. A test that grades nothing is an error."""
    tests: list[SuiteTest] = []
    for item in items:
        module = concept_of(item.path)
        own = exercises_of_module.get(module, [])
        mark = item.get_closest_marker("exercise")
        if mark is not None:
            exercise = mark.args[0]
        elif len(own) == 1:
            exercise = own[0]
        else:
            raise UserError(
                f"{item.path}:{item.location[1] or 0}: {item.name} needs @exercise(...): "
                f"{module} has several exercises ({', '.join(own) or 'none'})"
            )
        weight = item.get_closest_marker("points")
        test_id = module + "::" + item.nodeid.split("::", 1)[1]
        asked = item.get_closest_marker("leaves_arguments") is not None
        first = all(t.exercise != exercise for t in tests)
        tests.append(
            SuiteTest(
                item,
                test_id,
                exercise,
                float(weight.args[0]) if weight else 1.0,
                title_of(item),
                asked or first,
            )
        )
    return tests


def title_of(item: pytest.Item) -> str:
    """First sentence of the docstring, or the name read as one."""
    doc = inspect.getdoc(getattr(item, "function", None)) or ""
    first = " ".join(doc.split("\n\n")[0].split())
    return first or item.name.split("[")[0].removeprefix("test_").replace("_", " ")
