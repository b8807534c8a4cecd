"""One unit at a time, by hand, with assertions."""

import numpy as np


def test_dropout(f):
    for p in (0.1, 0.25, 0.75):
        x = np.array([[1.0, -2.0, 3.0, 4.0]])
        out = f(x, p, np.array([[1.0, 0.0, 1.0, 0.0]]), True)
        assert out.shape == (1, 4)
        assert out[0, 1] == 0 and out[0, 3] == 0
        assert abs(out[0, 0] - 1 / (1 - p)) < 1e-12 and abs(out[0, 2] - 3 / (1 - p)) < 1e-12
        assert x.tolist() == [[1.0, -2.0, 3.0, 4.0]]
        same = f(x, p, np.array([[1.0, 0.0, 1.0, 0.0]]), False)
        assert np.allclose(same, [[1.0, -2.0, 3.0, 4.0]])
