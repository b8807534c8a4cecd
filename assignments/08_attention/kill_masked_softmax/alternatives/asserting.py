"""By properties, with assertions."""

import numpy as np


def test_masked_softmax(f):
    rng = np.random.default_rng(7)
    for shift in (0.0, 900.0, -900.0):
        scores = rng.normal(size=(2, 6)) + shift * np.array([[1.0], [0.0]])
        mask = np.array([[True, True, False, True, False, True], [True, False, True, True, True, False]])
        kept = scores.copy()
        weights = f(scores, mask)
        assert weights.shape == scores.shape
        assert (scores == kept).all(), "the scores were changed"
        assert (weights[~mask] == 0).all(), "a forbidden entry has weight"
        assert np.abs(weights.sum(axis=1) - 1).max() < 1e-9
        for row, own, allowed in zip(weights, scores, mask):
            first = np.flatnonzero(allowed)[0]
            ratios = np.exp(own[allowed] - own[first])
            assert np.allclose(row[allowed], row[first] * ratios, rtol=1e-8, atol=1e-12)
    nothing = f(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[False, False], [True, True]]))
    assert (nothing[0] == 0).all() and abs(nothing[1].sum() - 1) < 1e-12
    assert np.isfinite(f(np.array([[-1000.0, 1000.0, 1001.0]]), np.array([[True, True, True]]))).all()
    steep = f(np.array([[-50.0, -51.0, 3.0]]), np.array([[True, True, False]]))
    assert abs(steep[0, 0] - 1 / (1 + np.exp(-1.0))) < 1e-9
