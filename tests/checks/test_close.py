"""assert_close: what passes, what fails, and what a student reads then."""

from __future__ import annotations

import re

import numpy as np
import pytest

from autograder.checks import CheckFailed, assert_close, assert_grads_close


@pytest.fixture
def rng():
    return np.random.default_rng(0)


@pytest.fixture
def x(rng):
    return rng.standard_normal((3, 4))


def failure(actual, expected, name="dx", **options) -> CheckFailed:
    with pytest.raises(CheckFailed) as caught:
        assert_close(actual, expected, name, **options)
    return caught.value


def torch():
    return pytest.importorskip("torch")


# Hostile and wrong objects


class Exploding:
    """Every access goes off."""

    def _boom(self, *args, **kwargs):
        raise RuntimeError("touched")

    __getattr__ = __array__ = __len__ = __iter__ = __eq__ = __bool__ = __float__ = __repr__ = __str__ = _boom
    __array_interface__ = __torch_function__ = property(_boom)
    __hash__ = None


class Handle(Exploding):
    """Like the grader's stand-in for an object in the worker."""

    __slots__ = ("kind_name",)

    def __init__(self, kind_name):
        object.__setattr__(self, "kind_name", kind_name)


class Subclass(np.ndarray):
    pass


WRONG_OBJECTS = [
    # Made when needed: pytest itself would touch them.
    (lambda: None, "got None; is a return missing?"),
    (lambda: "text", "got text"),
    (lambda: b"x", "got a bytes"),
    (lambda: Exploding(), "got an object of class Exploding"),
    (lambda: Handle("BatchNormCache"), "got an object of class BatchNormCache"),
    (lambda: [1.0, 2.0], "got a list of 2"),
    (lambda: {}, "got a dict of 0"),
    (lambda: {1}, "got a set of 1"),
    (lambda: np.zeros((3, 4)).view(Subclass), "got an object of class Subclass"),
    (lambda: np.array([None]), "got an array of Python objects (object)"),
    (lambda: np.array(["a"]), "got an array of text (<U1)"),
    (lambda: 10**30, "got an int"),
    (lambda: np, "got an object of class module"),
    (lambda: len, "got an object of class builtin_function_or_method"),
]


@pytest.mark.parametrize(("make", "words"), WRONG_OBJECTS)
def test_anything_but_numbers_is_named_and_never_touched(x, make, words):
    found = failure(make(), x)
    assert found.public == f"dx: expected an array of shape (3, 4), {words}"
    assert found.where == {"output": "dx", "reason": "type"}


def test_a_class_name_cannot_carry_control_characters(x):
    assert "\n" not in failure(Handle("evil\nname"), x).public


def test_hostile_objects_inside_containers_are_named_too(x):
    assert "dx[1]" in failure((x, Exploding()), (x, x)).public
    assert "dx['a']" in failure({"a": Exploding()}, {"a": x}).public
    assert "1 key too many" in failure({"a": x, Handleable(): x}, {"a": x}).public


class Handleable:
    def __eq__(self, other):
        raise RuntimeError("touched")

    def __hash__(self):
        return 1


# Shape, library, dtype


@pytest.mark.parametrize("shape", [(1,), (5, 1), (1, 5), (4,), (), (0,)])
def test_shapes_must_be_equal(shape):
    found = failure(np.ones(shape), np.ones(5))
    assert found.where["reason"] == "shape"
    assert ("a single number" if shape == () else str(shape)) in found.public and "(5,)" in found.public


def test_a_transposed_array_is_told_so(x):
    assert "transposed" in failure(x.T.copy(), x).public


def test_empty_matches_only_empty(x):
    assert_close(np.zeros((0, 3)), np.zeros((0, 3)))
    assert failure(np.zeros((0, 3)), np.zeros((3, 0))).where["reason"] == "shape"
    assert failure(np.zeros((0, 4)), x).where["reason"] == "shape"


def test_the_forms_of_a_scalar_are_interchangeable():
    t = torch()
    forms = [2.0, 2, np.float64(2), np.float32(2), np.int64(2), np.array(2.0), t.tensor(2.0), t.tensor(2)]
    for actual in forms:
        for expected in forms:
            assert_close(actual, expected)
    for wrong in (np.array([2.0]), True, None, [2.0], "2", 2j, 2.001):
        failure(wrong, 2.0)
    failure(1, True)
    assert_close(np.bool_(True), True)


def test_numpy_and_torch_are_told_apart(x):
    t = torch()
    assert "is a torch tensor, expected a numpy array" in failure(t.tensor(x), x).public
    assert "is a numpy array, expected a torch tensor" in failure(x, t.tensor(x)).public
    assert_close(t.tensor(x), x, like=t.tensor(x))
    assert_close(t.tensor(x, requires_grad=True), t.tensor(x))
    assert_close(t.nn.Parameter(t.tensor(x)), t.tensor(x))
    failure(x, x, like=t.tensor(x))


def test_kinds_of_numbers_are_told_apart(x):
    assert "holds integers (int64), expected floats" in failure(x.astype(int), x).public
    assert "holds booleans" in failure(x > 0, x).public
    assert "holds floats" in failure(np.arange(4.0), np.arange(4)).public
    assert "holds complex numbers" in failure(x + 0j, x).public
    assert_close(np.arange(4, dtype=np.int32), np.arange(4))
    assert_close(x + 1j, x + 1j)


def test_a_dtype_may_be_asked_for(x):
    t = torch()
    single = x.astype(np.float32)
    assert "something on the way is float32" in failure(single, x).public
    assert "float32, expected float64" in failure(single, x, dtype=np.float64).public
    assert_close(single, x, dtype="float32")
    assert_close(t.tensor(single), t.tensor(x), dtype=t.float32)
    failure(t.tensor(single), t.tensor(x), dtype=t.float64)
    assert "too coarse" in failure(x.astype(np.float16), x).public
    assert_close(t.tensor(x).bfloat16(), t.tensor(x).bfloat16() * 1.001)


# Values


@pytest.mark.parametrize(("dtype", "passes", "fails"), [("float64", 1e-9, 1e-7), ("float32", 3e-5, 1e-3)])
def test_tolerance_goes_by_dtype_and_by_the_greatest_entry(rng, dtype, passes, fails):
    for size in (1e-3, 1.0, 1e6):
        expected = (size * rng.standard_normal((20, 30))).astype(dtype)
        expected[0, 0] = 0.0  # no relative error near zero
        noise = rng.uniform(-1, 1, expected.shape) * np.abs(expected).max()
        assert_close((expected + passes * noise).astype(dtype), expected)
        failure((expected + fails * noise).astype(dtype), expected)


def test_other_algebra_passes(rng):
    for seed in range(200):
        rng = np.random.default_rng(seed)
        a, b, c = rng.standard_normal((30, 40)), rng.standard_normal((40, 20)), rng.standard_normal((20, 10))
        assert_close(a @ (b @ c), (a @ b) @ c)
        assert_close(np.einsum("ij,jk,kl->il", a, b, c), (a @ b) @ c)
        sums = (a - a.mean(0)).sum(0)
        assert_close(sums, np.zeros(40))


def test_single_precision_is_not_double(rng):
    """Whether it shows in the type or not; the message says what it may be."""
    a, b = rng.standard_normal((30, 40)), rng.standard_normal((40, 20))
    low = a.astype(np.float32) @ b.astype(np.float32)
    for found in (low, low.astype(np.float64)):
        assert "something on the way is float32" in failure(found, a @ b).public
    assert_close(np.eye(3, dtype=np.float32), np.eye(3))  # nothing was lost
    assert "float32" not in failure(1.001 * (a @ b), a @ b).public


def test_nothing_small_passes_for_zero(rng):
    tiny = 1e-6 * rng.standard_normal(50)
    failure(np.zeros(50), tiny)
    failure(1.01 * tiny, tiny)


def test_integers_and_booleans_are_exact():
    failure(np.array([1, 2, 3]), np.array([1, 2, 4]))
    failure(np.array([True, False]), np.array([True, True]))
    failure(2**53 + 1, 2**53)


def test_nan_and_infinity(x):
    holed = x.copy()
    holed[:, 1] = np.nan
    found = failure(holed, x)
    assert found.public == "dx: 3 of 12 entries are NaN, only in column 1, where a finite number is expected"
    assert found.where["axes"] == {1: [1]}
    assert_close(holed, holed.copy())
    failure(x, holed)
    limits = np.array([np.inf, -np.inf, 1.0])
    assert_close(limits, limits.copy())
    failure(-limits, limits)
    failure(np.array([np.inf, 0.0, 1.0]), np.array([1e308, 0.0, 1.0]))
    failure(float("nan"), 1.0)
    failure(1.0, float("nan"))


def test_the_message_says_where_and_the_detail_how_much(x):
    wrong = x.copy()
    wrong[0, [0, 2]] += [0.5, 0.25]
    wrong[2, 3] += 0.125
    found = failure(wrong, x)
    assert found.public == "dx: 3 of 12 entries differ, only in rows 0 and 2, in all columns except 1"
    assert "greatest absolute difference 0.5 at [0, 0]" in found.detail
    assert f"expected {x[0, 0]:.10g}" in found.detail
    assert str(found) == found.public + "\n" + found.detail
    assert found.where["wrong"] == 3 and found.where["fraction"] == 0.25
    np.testing.assert_array_equal(found.actual, wrong)
    np.testing.assert_array_equal(found.expected, x)


def test_the_message_uses_axis_names_and_sizes(rng):
    x = rng.standard_normal((4, 6, 5))
    wrong = x.copy()
    wrong[:, 5] = 0
    assert "only in time index 5" in failure(wrong, x, axes=("batch", "time", "features")).public
    assert "is exactly 4 times too large: 4 is the batch size" in failure(4 * x, x, sizes={"the batch size": 4}).public


def test_public_text_has_no_numbers_of_the_arrays(rng):
    for seed in range(50):
        rng = np.random.default_rng(seed)
        e = rng.standard_normal((5, 6))
        for a in (
            rng.standard_normal((5, 6)),
            e * 7,
            e + 1,
            np.where(rng.random((5, 6)) < 0.3, np.nan, e),
            e.T,
        ):
            assert not re.search(r"\d\.\d", failure(a, e).public)


def test_containers_are_compared_with_paths(x):
    nested = {"out": (x, [x + 1, 2.0]), "n": 3, "mode": "train", "none": None}
    assert_close({"out": [x, (x + 1, 2.0)], "n": 3, "mode": "train", "none": None}, nested, "stats")
    found = failure({**nested, "out": (x, [x + 1, 2.5])}, nested, "stats")
    assert found.public.startswith("stats['out'][1][1]: the value differs")
    assert "stats has 1 element, expected 2" in failure((x,), (x, x), "stats").public
    assert "expected a list of 2, got a numpy array" in failure(np.ones(2), [1.0, 1.0], "stats").public
    assert (
        "lacks 'mode' and has 1 key too many"
        in failure({"out": nested["out"], "n": 3, "none": None, "extra": 1}, nested, "stats").public
    )
    failure({**nested, "mode": "eval"}, nested)


def test_expected_values_that_make_no_sense_are_the_suites_fault():
    with pytest.raises(TypeError, match="assert_close cannot compare"):
        assert_close(1.0, object())


# Gradients of modules


def test_module_gradients_match_by_name_or_by_order_and_shape(x):
    t = torch()
    w, b = t.tensor(x), t.tensor(x[0])
    expected = {"fc.weight": w, "fc.bias": b}
    assert_grads_close({"fc.bias": b, "fc.weight": w}, expected)
    assert_grads_close({"layer.W": w, "layer.b": b}, expected)
    for wrong, words in [
        ({"layer.b": b, "layer.W": w}, "expected fc.weight (3, 4), fc.bias (4,)"),
        ({"fc.weight": w}, "expected fc.weight (3, 4), fc.bias (4,)"),
        ({"fc.weight": None, "fc.bias": b}, "fc.weight gets no gradient"),
        ({"fc.weight": 2 * w, "fc.bias": b}, "gradient of fc.weight: all 12 entries differ"),
        ([w, b], "expected a dict"),
    ]:
        with pytest.raises(CheckFailed) as caught:
            assert_grads_close(wrong, expected)
        assert words in caught.value.public


def test_an_answer_from_a_gpu_may_round_a_little_more():
    """Sums in another order; and no more than that."""
    from autograder.checks.tolerance import answers_from

    expected = torch().linspace(0.0, 1.0, 50)
    rounded, wrong = expected + 2e-4, expected + 2e-3
    with pytest.raises(CheckFailed):
        assert_close(rounded, expected, "y")
    with answers_from("cuda"):
        assert_close(rounded, expected, "y")
        with pytest.raises(CheckFailed):
            assert_close(wrong, expected, "y")
        doubles = expected.double()
        with pytest.raises(CheckFailed):
            assert_close(doubles + 1e-6, doubles, "y")
    with pytest.raises(CheckFailed):
        assert_close(rounded, expected, "y")
