"""The jump is linear: measure what x, the old noise and the fresh noise are multiplied by."""

import numpy as np


def test_ddim_step(f):
    one, nil = np.ones(2), np.zeros(2)
    for ab_t, ab_prev in ((0.2, 0.5),):
        for eta in (0.0, 0.3, 1.0):
            of_x = f(one, nil, ab_t, ab_prev, eta, nil)[0]
            of_old = f(nil, one, ab_t, ab_prev, eta, nil)[1]
            of_fresh = f(nil, nil, ab_t, ab_prev, eta, one)[0]
            assert abs(of_x - np.sqrt(ab_prev / ab_t)) < 1e-9
            most = np.sqrt((1 - ab_prev) * (1 - ab_t / ab_prev) / (1 - ab_t))
            assert abs(of_fresh - eta * most) < 1e-9, "fresh noise"
            kept = of_old + of_x * np.sqrt(1 - ab_t)
            assert kept > -1e-9 and abs(kept**2 + of_fresh**2 - (1 - ab_prev)) < 1e-7, "variances add up"
    for share in (0.1, 0.3, 0.7, 0.8, 0.9):
        assert not np.isnan(f(one, nil, 1e-18, share, 1.0, one)).any()
