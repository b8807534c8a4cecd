"""One course with a sound exercise and, beside it, copies of it with a planted defect each; audited once."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import pytest

from autograder.auditing.subject_trials import Wanted
from autograder.auditing.verdict import Verdict
from autograder.authoring.scaffold import init_course
from autograder.course import Course
from autograder.runs.audit import audit_exercises, choose

SEEDS = 4


@dataclasses.dataclass
class Workshop:
    """A course under construction."""

    course: Course

    @property
    def folder(self) -> Path:
        return self.course.root / "assignments" / "01_example"

    def file(self, part: str, exercise: str) -> Path:
        return {
            "reference": self.course.root / "reference" / "example" / f"{exercise}.py",
            "hidden": self.folder / exercise / "test_hidden.py",
            "mistakes": self.folder / exercise / "mistakes.py",
            "alternative": self.folder / exercise / "alternatives" / "logaddexp.py",
        }[part]

    def write(self, concept: str, reference: str, suite: str, mistakes: str) -> None:
        for part, text in (("reference", reference), ("hidden", suite), ("mistakes", mistakes)):
            path = self.file(part, concept)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def copy(self, name: str) -> str:
        """The example's exercise once more, under another name."""
        for part in ("reference", "hidden", "mistakes", "alternative"):
            target = self.file(part, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(self.file(part, "softplus").read_text().replace("softplus", name))
        toml = self.folder / "assignment.toml"
        toml.write_text(toml.read_text() + f'\n[[exercise]]\nid = "{name}"\nseconds = 2\nforbid = ["autograd"]\n')
        return name

    def edit(self, part: str, exercise: str, old: str, new: str) -> None:
        path = self.file(part, exercise)
        text = path.read_text()
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
        path.write_text(text.replace(old, new))

    def append(self, part: str, exercise: str, text: str) -> None:
        path = self.file(part, exercise)
        path.write_text(path.read_text() + text)

    def audit(self, *exercises: str, seeds: int = SEEDS, mutants: bool = True) -> dict[str, Verdict]:
        chosen = choose(self.course, "all", list(exercises) or None)
        found = audit_exercises(self.course, chosen, Wanted(seeds, mutants=mutants), jobs=2)
        return {v.exercise.id: v for v in found}


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(init_course(tmp_path / "course"))


@pytest.fixture(scope="session")
def defective(tmp_path_factory: pytest.TempPathFactory) -> tuple[Workshop, dict[str, Verdict]]:
    """All planted defects; each test of test_defects.py looks for one of them."""
    shop = Workshop(init_course(tmp_path_factory.mktemp("audited") / "course"))
    for plant in DEFECTS:
        plant(shop)
    return shop, shop.audit()


def _suite_misses_a_mistake(shop: Workshop) -> None:
    name = shop.copy("missed")
    shop.edit("hidden", name, "x = rng.uniform(-60.0, -40.0, size=7)", "x = rng.uniform(-1.0, 0.0, size=7)")
    shop.edit(
        "hidden",
        name,
        "student.missed(x) / np.exp(x), np.ones(7)",
        "student.missed(x) / student.missed(x), np.ones(7)",
    )


def _test_cannot_fail(shop: Workshop) -> None:
    name = shop.copy("idle")
    shop.append("hidden", name, "\n\ndef test_nothing(student, rng):\n    student.idle(rng.normal(size=3))\n")


def _wrong_alternative(shop: Workshop) -> None:
    name = shop.copy("alternative")
    shop.edit("alternative", name, "np.logaddexp(0.0, x)", "np.log(1.0 + np.exp(x))")


def _two_mistakes_alike(shop: Workshop) -> None:
    name = shop.copy("twins")
    twin = 'MISTAKES.append(Mistake("twins/again", old="np.maximum(x, 0) + ", new="0 * x + ", hint="Another."))\n'
    shop.append("mistakes", name, f"\n{twin}")


def _false_failure(shop: Workshop) -> None:
    """A test that fails a right answer on about half of the seeds."""
    name = shop.copy("flaky")
    shop.append(
        "hidden",
        name,
        "\n\ndef test_by_luck(student, rng):\n    assert student.flaky(rng.normal(size=1))[0] > 0.7\n",
    )


def _stub_scores(shop: Workshop) -> None:
    name = shop.copy("stubbed")
    shop.append(
        "hidden",
        name,
        "\n\ndef test_never_negative(student, rng):\n    try:\n        out = student.stubbed(rng.normal(size=5))\n"
        "    except NotImplementedError:\n        return\n    assert (out > 0).all()\n",
    )


def _stub_fails_uncleanly(shop: Workshop) -> None:
    name = shop.copy("unclean")
    shop.append(
        "hidden",
        name,
        "\n\ndef test_never_negative(student, rng):\n    try:\n        out = student.unclean(rng.normal(size=5))\n"
        "    except NotImplementedError:\n        out = None\n    assert (out > 0).all()\n",
    )


def _mutant_survives(shop: Workshop) -> None:
    """A keyword whose default no test looks at, and a branch that no test reaches."""
    name = shop.copy("holes")
    shop.edit("reference", name, "def holes(x: np.ndarray)", "def holes(x: np.ndarray, scale: float = 3.0)")
    shop.edit(
        "reference",
        name,
        "    return np.maximum",
        "    if scale < 0:\n        return -x\n    return np.maximum",
    )


def _no_definition(shop: Workshop) -> None:
    """A suite of properties alone: many things may have them."""
    name = shop.copy("vague")
    shop.edit("hidden", name, "(student, reference, rng)", "(student, rng)")
    shop.edit("hidden", name, "reference.vague(x)", "np.logaddexp(0.0, x)")


def _slow_reference(shop: Workshop) -> None:
    """A budget that the reference overruns: less than one call takes on any machine."""
    shop.copy("slow")
    toml = shop.folder / "assignment.toml"
    toml.write_text(toml.read_text().replace('id = "slow"\nseconds = 2', 'id = "slow"\nseconds = 1e-5'))


def _broken_suite(shop: Workshop) -> None:
    name = shop.copy("broken")
    shop.append("hidden", name, "\n\nthis is no python\n")


def _degenerate_pair(shop: Workshop) -> None:
    """A backward whose only property is one that zeros have, too."""
    folder = shop.folder
    shop.write("cube", CUBE, CUBE_SUITE, CUBE_MISTAKES)
    toml = folder / "assignment.toml"
    toml.write_text(toml.read_text() + CUBE_TOML)


CUBE = '''"""The cube, without its mean."""

import numpy as np


def cube_forward(x):
    """x^3, minus its mean."""
    cubes = x**3
    out = cubes - cubes.mean()
    cache = x
    return out, cache


def cube_backward(dout, cache):
    """Gradient of `cube_forward`."""
    return 3 * cache**2 * (dout - dout.mean())
'''
CUBE_SUITE = """import numpy as np

from autograder.suite import assert_close, check_backward, exercise, points


@exercise("cube_forward")
def test_values(student, reference, rng):
    x = rng.normal(size=5)
    assert_close(student.cube_forward(x)[0], reference.cube_forward(x)[0], "out")


@exercise("cube_backward")
def test_gradient(student, reference, rng):
    check_backward(student.cube_forward, student.cube_backward, {"x": rng.normal(size=5)},
                   reference.cube_forward, reference.cube_backward, rng=rng)


@exercise("cube_backward")
def test_no_gradient_for_a_constant_dout(student, rng):
    _, cache = student.cube_forward(rng.normal(size=5))
    assert_close(student.cube_backward(np.ones(5), cache), np.zeros(5), "dx", atol=1e-9)
"""
CUBE_MISTAKES = """from autograder.suite import Mistake

MISTAKES = [
    Mistake("cube_forward/no-mean", old="cubes - cubes.mean()", new="cubes + 0", hint="Subtract the mean."),
    Mistake("cube_backward/no-mean", old="(dout - dout.mean())", new="dout", hint="The mean depends on x, too."),
]
"""
CUBE_TOML = """
[[exercise]]
id = "cube_forward"
module = "cube"
opaque = ["cache"]
forbid = ["autograd"]

[[exercise]]
id = "cube_backward"
module = "cube"
needs = ["cube_forward"]
opaque = ["cache"]
forbid = ["autograd"]
"""

DEFECTS = [
    _suite_misses_a_mistake,
    _test_cannot_fail,
    _wrong_alternative,
    _two_mistakes_alike,
    _false_failure,
    _stub_scores,
    _stub_fails_uncleanly,
    _mutant_survives,
    _slow_reference,
    _broken_suite,
    _degenerate_pair,
    _no_definition,
]


@pytest.fixture
def copied(defective: tuple[Workshop, dict[str, Verdict]], tmp_path: Path) -> Workshop:
    """The audited course with its cache, to change something in it."""
    shop, _ = defective
    root = tmp_path / "course"
    shutil.copytree(shop.course.root, root)
    return Workshop(Course(root))
