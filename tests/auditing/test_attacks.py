"""A training exercise whose threshold can be had without training is refused; the power of a threshold is measured."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from autograder.auditing.attacks import attacks
from autograder.course.source import ModuleSource
from autograder.data import load
from autograder.reports.audit_text import power

REFERENCE = '''"""A classifier by class means."""

import numpy as np


def train_means(data, seed):
    """Returns {"scores": one row for each row of data["x_hidden"]}."""
    x, y = data["x_train"], data["y_train"]
    means = np.stack([x[y == k].mean(axis=0) for k in range(3)])
    return {"scores": -((data["x_hidden"][:, None] - means) ** 2).sum(axis=2)}
'''
SUITE = """import numpy as np

from autograder.suite import threshold


def draw(rng, spread):
    y = rng.integers(0, 3, size=300)
    return 2 * np.eye(3)[y].repeat(20, axis=1) + spread * rng.normal(size=(300, 60)), y


def accuracy(student, rng, spread):
    x, y = draw(rng, spread)
    run = student.train_means({"x_train": x[:60], "y_train": y[:60], "x_hidden": x[60:]}, 1)
    return float((run["scores"].argmax(axis=1) == y[60:]).mean())


def test_clouds_apart(student, rng):
    threshold(accuracy(student, rng, 0.5), at_least=0.9, name="accuracy on clouds apart")


def test_clouds_that_overlap(student, rng):
    threshold(accuracy(student, rng, 4.0), at_least=0.71, name="accuracy on overlapping clouds")
"""
MISTAKES = """from autograder.suite import Mistake

MISTAKES = [Mistake("train_means/sign", old="-((data", new="+((data", hint="The nearest mean has the smallest distance.")]
"""
TOML = '\n[[exercise]]\nid = "train_means"\ntraining = true\n'


@pytest.fixture
def verdict(workshop):
    workshop.write("train_means", REFERENCE, SUITE, MISTAKES)
    toml = workshop.folder / "assignment.toml"
    toml.write_text(toml.read_text() + TOML)
    return workshop.audit("train_means", seeds=20)["train_means"]


def test_a_threshold_within_reach_of_a_nearest_neighbour_is_refused(verdict):
    (finding,) = (f for f in verdict.findings if f.kind == "attack")
    assert finding.text.startswith("attack: the nearest neighbour passes test_clouds_apart on")
    assert "test_clouds_that_overlap" in verdict.record.threshold_tests[1]


def test_the_power_of_each_threshold_is_told(verdict):
    apart, overlapping = power(verdict)
    assert apart.startswith("accuracy on clouds apart, at least 0.9: reference 2/2 (mean 1.000, lowest 1.000)")
    assert "sign 0/2 (mean 0.0" in overlapping and "nearest neighbour 0/2" in overlapping


def made(source, assignment, exercise, which):
    """The attacking module, loaded."""
    namespace = {}
    exec(compile(attacks(source, assignment, exercise)[which], "<attack>", "exec"), namespace)
    return namespace


def attacker(workshop, which, text=REFERENCE):
    assignment = workshop.course.assignment("01").model_copy(update={"data": ["digits"]})
    exercise = assignment.get("softplus").model_copy(update={"training": True, "names": ["train_means"], "id": "train_means"})
    source = ModuleSource(workshop.file("reference", "train_means"), text)
    ast.parse(text)
    return made(source, assignment, exercise, which)["train_means"]


def test_a_look_up_finds_public_rows_under_other_labels(workshop):
    digits = load("digits")
    x, y = digits.x_train.reshape(len(digits.x_train), -1), digits.y_train
    renamed = np.random.default_rng(0).permutation(10)
    data = {"x_train": x[:200], "y_train": renamed[y[:200]], "x_hidden": x[200:300]}
    scores = attacker(workshop, "look-up in the public data")(data, 1)["scores"]
    assert (scores.argmax(axis=1) == renamed[y[200:300]]).all()


def test_a_look_up_of_weights_trains_on_the_public_rows(workshop):
    text = REFERENCE.replace('{"scores": -((data["x_hidden"][:, None] - means) ** 2).sum(axis=2)}', '{"state": (x, y)}')
    attack = attacker(workshop, "look-up in the public data", text.replace("range(3)", "range(10)"))
    x, y = attack({"x_train": np.zeros((40, 64), np.float32), "y_train": np.zeros(40, int)}, 1)["state"]
    digits = load("digits")
    known = {row.tobytes() for row in digits.x_train.reshape(-1, 64)} | {row.tobytes() for row in digits.x_test.reshape(-1, 64)}
    assert x.dtype == np.float32 and all(row.tobytes() in known for row in x) and len(set(y.tolist())) > 5


def test_exercises_that_do_not_train_are_not_attacked(workshop):
    assignment = workshop.course.assignment("01")
    source = ModuleSource(workshop.file("reference", "softplus"), workshop.file("reference", "softplus").read_text())
    assert attacks(source, assignment, assignment.get("softplus")) == {}
