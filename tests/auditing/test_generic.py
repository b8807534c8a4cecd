"""Blunders that fit any exercise, made around right code: a suite that misses one is told, one that need not mind is not."""

from __future__ import annotations

import numpy as np
import pytest

from autograder.auditing import blunders, training_blunders
from autograder.auditing.generic_subjects import blunders_of, without_helpers
from autograder.auditing.subjects import subjects_of
from autograder.course import find_course
from autograder.course.source import ModuleSource, partners, read_module
from autograder.stand_ins import invented, of_others
from autograder.stand_ins.invented import KINDS
from autograder.stand_ins.pairs import pairs_of

REFERENCE = '''"""Rows times a weight for each."""

import numpy as np
from jaxtyping import Float


def weighted(x: Float[np.ndarray, "N D"], u: Float[np.ndarray, "N"]) -> Float[np.ndarray, "N D"]:
    """Row n times u[n]."""
    return x * u[:, None]
'''
SUITE = """from autograder.suite import assert_close


def test_rows_are_weighted(student, reference, rng):
    x = rng.normal(size={shape})
    u = rng.normal(size=len(x))
    assert_close(student.weighted(x, u), reference.weighted(x, u), "out", rtol={rtol})
"""
MISTAKES = """from autograder.suite import Mistake

MISTAKES = [Mistake("weighted/sign", old="x * u", new="-x * u", hint="The sign is wrong.")]
"""


@pytest.fixture
def audited(workshop):
    def run(shape=(4, 4), rtol="1e-9"):
        workshop.write("weighted", REFERENCE, SUITE.format(shape=shape, rtol=rtol), MISTAKES)
        toml = workshop.folder / "assignment.toml"
        if "weighted" not in toml.read_text():
            toml.write_text(toml.read_text() + '\n[[exercise]]\nid = "weighted"\nforbid = ["autograd"]\n')
        verdict = workshop.audit("weighted", seeds=2, mutants=False)["weighted"]
        return [f.text.partition(": ")[2].partition(":")[0] for f in verdict.findings if f.kind == "generic"]

    return run


def test_a_suite_with_equal_lengths_and_double_precision_misses_nothing(audited):
    assert audited() == []


def test_a_suite_without_equal_lengths_is_told(audited):
    assert audited(shape=(4, 3)) == [
        "weighted exchanges axes of x that are equally long",
        "weighted exchanges axes of its output that are equally long",
    ]


def test_a_suite_that_takes_float32_for_float64_is_told(audited):
    many = (30, 30)  # few numbers may happen to be rounded by less than can be seen
    assert audited(shape=many, rtol="1e-4") == ["weighted computes in float32"]


def test_a_reason_excuses_a_blunder(audited, workshop):
    (workshop.folder / "equivalent.toml").write_text(
        '[weighted]\n"generic: weighted computes in float32" = "the statement asks for four digits"\n'
    )
    assert audited(rtol="1e-4") == []


# --- the blunders themselves -----------------------------------------------------------------------------------------


def test_in_place_returns_the_right_answer_and_spoils_what_it_was_handed():
    x = np.arange(3.0)
    double = blunders.in_place(lambda x: 2 * x, "x")
    assert (double(x) == [0, 2, 4]).all() and (x == [1, 2, 3]).all()
    with pytest.raises(blunders.Probed):
        blunders.in_place(lambda x: 2 * x, "x", probe=True)(x)
    assert blunders.in_place(lambda x: 2 * x, "x", probe=True)(3) == 6


def test_a_method_is_spoiled_like_a_function():
    class Twice:
        def of(self, x):
            return self.slowly(x)

        def slowly(self, x):
            return x + x

    x = np.arange(3.0)
    assert (blunders.in_place(Twice, "x")().of(x) == [0, 2, 4]).all()
    assert (x == [1, 2, 3]).all()  # once, though one method calls another


def test_training_blunders():
    def train(data, seed, steps=4):
        return {"rows": len(data["x_train"]), "history": {"loss": [float(i) for i in range(steps, 0, -1)]}}

    data = {"x_train": np.zeros((6, 2)), "x_val": np.zeros((5, 2))}
    assert training_blunders.some_rows(train, True)(data, 1)["rows"] == 3
    assert len(training_blunders.budget(train, 5)(data, 1)["history"]["loss"]) == 4
    assert training_blunders.history(train, "halved")(data, 1)["history"]["loss"] == [4.0, 2.0]
    for blunder in (training_blunders.some_rows, training_blunders.budget, training_blunders.history):
        options = {"some_rows": (True,), "budget": (5,), "history": ("halved",)}[blunder.__name__]
        with pytest.raises(blunders.Probed):
            blunder(train, *options, probe=True)(data, 1)


def test_random_draws_are_repeated_or_shared():
    torch = pytest.importorskip("torch")

    def draw():
        return torch.randperm(5), torch.randn(3, 2), torch.randn(3, 2)

    order, _, _ = training_blunders.unshuffled(draw)()
    assert order.tolist() == [0, 1, 2, 3, 4]
    _, first, second = training_blunders.same_draws(draw)()
    assert torch.equal(first, second)
    _, noise, _ = training_blunders.one_draw_a_batch(draw)()
    assert torch.equal(noise[0], noise[1]) and not torch.equal(*draw()[1:])


# --- this course -----------------------------------------------------------------------------------------------------


def test_no_suite_offers_a_helper_that_one_can_do_without():
    """What a test may call besides its own exercise is the forward whose cache a backward is handed."""
    course = find_course(None)
    offered = {e.id: [p.id for p in partners(a, e)] for a in course.assignments() for e in a.exercise if e.needs}
    assert offered["lstm_forward"] == [] and offered["gradient_check"] == []
    assert offered["lstm_backward"] == ["lstm_forward"]
    assert all(len(found) <= 1 for found in offered.values())


def test_every_exercise_is_tried_without_its_helpers():
    course = find_course(None)
    for assignment in course.assignments():
        for e in assignment.exercise:
            source = read_module(assignment.reference, e.module)
            alone = without_helpers(source, assignment, e)
            kept = {name for p in partners(assignment, e) for name in p.names}
            helpers = {name for need in e.needs for name in assignment.get(need).names} - kept
            assert bool(alone) == bool(helpers)
            if alone:
                left = ModuleSource(source.path, alone)
                assert not helpers & {getattr(n, "name", "") for n in left.tree.body}
                names = [s.id for s in subjects_of(course, assignment, e) if s.is_right]
                assert "without its helpers" in names


def test_every_exercise_has_blunders():
    course = find_course(None)
    for assignment in course.assignments():
        for e in assignment.exercise:
            found = [b.id for b in blunders_of(read_module(assignment.reference, e.module), e)]
            assert found and len(found) == len(set(found)), e.id
            if e.training:
                assert any("first half of the rows" in name for name in found)


def test_every_pair_is_tried_with_every_kind_of_made_up_forward():
    tried = 0
    for assignment in find_course(None).assignments():
        every = [pair for e in assignment.exercise for pair in pairs_of(assignment, e)]
        for e in assignment.exercise:
            pairs = pairs_of(assignment, e)
            if not pairs or not {half for pair in pairs for half in pair} >= set(e.names):
                continue  # no pair, or more than pairs: what is beside them cannot be made up in the same way
            source = read_module(assignment.reference, e.module)
            assert set(KINDS) <= invented(source, assignment, e).keys(), e.id
            assert bool(of_others(source, assignment, e)) == (len(set(every)) > 1), e.id
            tried += 1
    assert tried > 20
