"""Every relation is found, the likeliest is named first, and unrelated arrays meet silence."""

from __future__ import annotations

import re

import numpy as np
import pytest

from autograder.checks import fingerprint

RNG = np.random.default_rng(0)
E2 = RNG.standard_normal((4, 6))
E3 = RNG.standard_normal((3, 4, 5))
P2 = np.abs(E2) + 0.1
SIZES = {"the batch size": 32, "the width": 12, "the height": 9}


def kinds(actual, expected, **options):
    return [r.kind for r in fingerprint(actual, expected, SIZES, **options)]


def only(e, index, axis):
    out = np.zeros_like(e)
    part = (slice(None),) * axis + (index,)
    out[part] = e[part]
    return out


CASES = [
    ("sign", -E2, E2),
    ("factor", 32 * E2, E2),
    ("factor", E2 / 1.7, E2),
    ("factor", -2 * E2, E2),
    ("zero", 0 * E2, E2),
    ("transpose", E2.T, E2),
    ("transpose", E2[:4, :4].T, E2[:4, :4]),
    ("permuted_axes", E3.transpose(1, 2, 0), E3),
    ("permuted_axes", E3.transpose(0, 2, 1), E3),
    ("reversed", E2[::-1], E2),
    ("reversed", E2[:, ::-1], E2),
    ("shifted", np.roll(E2, 1, 1), E2),
    ("shifted", np.concatenate([np.zeros((3, 1, 5)), E3[:, :-1]], 1), E3),
    ("shifted", np.append(E2[0, 1:], 9.5), E2[0]),
    ("permuted", E2[[2, 0, 3, 1]], E2),
    ("permuted", E3[:, :, [3, 1, 0, 2, 4]], E3),
    ("absolute", np.abs(E2), E2),
    ("square", P2**2, P2),
    ("root", np.sqrt(P2), P2),
    ("reciprocal", 1 / P2, P2),
    ("log", np.log(P2), P2),
    ("exp", np.exp(E2), E2),
    ("complement", 1 - E2, E2),
    ("clipped", np.maximum(E2, 0), E2),
    ("offset", E2 + 0.3, E2),
    ("axis_offset", E2 + RNG.standard_normal(6), E2),
    ("axis_offset", E2 + RNG.standard_normal((4, 1)), E2),
    ("axis_factor", E2 * RNG.standard_normal(6), E2),
    ("axis_factor", E3 * RNG.standard_normal((4, 1)), E3),
    ("only_last", only(E3, 3, 1), E3),
    ("only_first", np.concatenate([E3[:, :1], RNG.standard_normal((3, 3, 5))], 1), E3),
    ("zeros", np.where(RNG.random((4, 6)) < 0.5, 0, E2), E2),
    ("accumulated", np.cumsum(E2, 1), E2),
    ("not_accumulated", E2, np.cumsum(E2, 0)),
    ("missing_sum", E3, E3.sum(0)),
    ("missing_sum", E3, E3.sum((0, 1))),
    ("missing_mean", E3, E3.mean(2)),
    ("missing_mean", E2, float(E2.mean())),
    ("missing_maximum", E3, E3.max(1)),
    ("missing_broadcast", E2[0], np.tile(E2[0], (4, 1))),
    ("extra_sum", E2.sum(0), E2),
    ("extra_mean", E2.mean(1, keepdims=True), E2),
    ("reshaped", E2.reshape(6, 4), E2),
    ("nan", np.where(E2 > 1, np.nan, E2), E2),
    ("dtype", E2.astype(int), E2),
    ("factor", 32 * 0.731, 0.731),
]


@pytest.mark.parametrize(("kind", "actual", "expected"), CASES, ids=[f"{k}-{i}" for i, (k, *_) in enumerate(CASES)])
def test_the_relation_is_found_first(kind, actual, expected):
    assert kinds(actual, expected)[0] == kind
    noisy = actual.astype(np.float32) if isinstance(actual, np.ndarray) and actual.dtype.kind == "f" else actual
    assert kinds(noisy, expected)[0] == kind  # to the precision of single floats too


@pytest.mark.parametrize(
    ("factor", "words"),
    [
        (32, "your dW is exactly 32 times too large: 32 is the batch size; is a mean missing"),
        (1 / 32, "exactly 1/32 times what it should be: 32 is the batch size"),
        (2, "exactly 2 times too large: is a factor 1/2 missing"),
        (0.5, "exactly 1/2 times what it should be"),
        (-2, "exactly 2 times what it should be, and its sign is wrong"),
        (np.sqrt(12), "exactly the square root of 12 times what it should be: 12 is the width"),
        (1 / np.sqrt(12), "exactly 1 / sqrt(12) times what it should be"),
        (32 / 31, "exactly 32/31 times what it should be: 32 is the batch size; is a variance"),
        (12 * 9, "exactly 12 x 9 times what it should be: that is the width times the height"),
        (17, "exactly 17 times too large"),
        (1 / 17, "exactly 1/17 times what it should be"),
        (E2.size, f"exactly {E2.size} times too large"),
        (0.3217, "your dW is off by one constant factor everywhere; is a scale missing"),
        (7213, "your dW is off by one constant factor everywhere; is a scale missing"),
    ],
)
def test_a_factor_is_explained(factor, words):
    assert words in fingerprint(factor * E2, E2, SIZES, name="dW")[0].sentence


def test_the_simplest_of_several_relations_comes_first():
    symmetric = E2[:, :4] + E2[:, :4].T
    assert kinds(3 * symmetric, symmetric) == ["factor"]
    assert kinds(only(E2, 3, 0), E2)[0] == "only_last"
    assert kinds(np.zeros_like(E2), E2) == ["zero"]
    assert kinds(E2 + 0.3, E2) == ["offset"]
    assert kinds(-P2, P2)[0] == "sign"
    integers = np.arange(24).reshape(4, 6)
    assert kinds(integers.astype(int) * 2, integers * 1.0)[:2] == ["dtype", "factor"]


def test_equal_arrays_and_other_objects_have_no_relation():
    assert fingerprint(E2, E2) == []
    assert fingerprint(E2 * (1 + 1e-15), E2) == []
    assert fingerprint("x", E2) == fingerprint(None, E2) == fingerprint(E2, [1]) == []
    assert fingerprint(np.zeros((0, 3)), np.zeros((0, 3))) == []
    assert fingerprint(E2, np.full_like(E2, np.nan)) == []


def test_few_or_round_numbers_are_no_evidence():
    assert kinds(np.array([2, 4, 6]), np.array([1, 2, 3])) == []
    assert kinds(np.eye(3)[::-1], np.eye(3)) == []
    assert kinds(2.0, 1.0) == []
    assert kinds(np.ones((3, 4)) * 5, np.ones((3, 4))) == []
    assert kinds(np.array([0, 1, 1, 0]), np.array([1, 0, 0, 1])) == []
    assert kinds(np.array([[0.5, 0.5], [0.5, 0.5]]), np.array([[0.25, 0.25], [0.25, 0.25]])) == []


def test_almost_is_not_exactly():
    for factor in (1.0001, 32.01, 1.99999):
        found = fingerprint(factor * E2, E2, SIZES)
        assert all("exactly" not in r.sentence for r in found)
    assert kinds(32 * E2 + 1e-6 * E3[0, 0, 0], E2) == []


def test_unrelated_arrays_meet_silence():
    rng = np.random.default_rng(1)
    shapes = [(5,), (3, 4), (4, 4), (2, 3, 4), (1,), (), (2,), (2, 2), (3,), (6, 1), (1, 3)]
    for i in range(2000):
        a, e = rng.standard_normal(shapes[i % 11]), rng.standard_normal(shapes[i % 11])
        if i % 3 == 0:
            a = a.astype(np.float32)
        if i % 7 == 0 and a.ndim:
            a = rng.standard_normal((3, *a.shape))
        assert fingerprint(a, e, {"N": 4, "D": 7, "H": 9}) == []


def test_unrelated_whole_numbers_meet_silence():
    rng = np.random.default_rng(2)
    for _ in range(500):
        shape = tuple(rng.integers(1, 5, rng.integers(1, 4)))
        assert fingerprint(rng.integers(0, 4, shape), rng.integers(0, 4, shape), SIZES) == []


def test_sentences_hold_no_entry_of_an_array():
    for kind, actual, expected in CASES:
        for relation in fingerprint(actual, expected, SIZES):
            assert not re.search(r"\d\.\d", relation.sentence), kind


def test_samples_are_only_compared_entry_by_entry():
    assert kinds(E2[0][::-1], E2[0], entry_by_entry=True) == []
    assert kinds(3 * E2[0], E2[0], entry_by_entry=True) == ["factor"]
