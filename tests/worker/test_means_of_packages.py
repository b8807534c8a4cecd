"""A whole package, or a function of C, that an exercise forbids: by every name that it has."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from jailed_code import call, failure

from autograder.grading.workers import ZygotePool
from autograder.worker import forbidden_means

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forked workers are for Linux")
X = np.random.default_rng(0).normal(size=(4, 4))


@pytest.fixture(scope="module")
def pool():
    pool = ZygotePool("standard")
    yield pool
    pool.close()


@pytest.mark.parametrize(
    "forbid, code",
    [
        ("numpy.linalg", "import numpy as np\ndef f(x): return np.linalg.inv(x)"),
        ("numpy.linalg", "from numpy.linalg import inv as g\nh = [g]\ndef f(x): return h[0](x)"),
        ("numpy.linalg", "import sys, numpy as np\ndef f(x): return getattr(sys.modules['numpy.' + 'linalg'], 'in' + 'v')(x)"),
        ("numpy.linalg", "import numpy as np\ndef f(x): return np.linalg._umath_linalg.inv(x)"),
        ("scipy.special.expit", "from scipy.special import expit as g\nh = [g]\ndef f(x): return h[0](x)"),
        ("scipy.special.expit", "import scipy.special._ufuncs as u\ndef f(x): return getattr(u, 'exp' + 'it')(x)"),
        ("scipy.special", "import scipy.special as s\ndef f(x): return vars(s)['soft' + 'max'](x)"),
        ("scipy.signal", "import scipy.signal as s\ndef f(x): return getattr(s, 'convolve' + '2d')(x, x)"),
        (
            "scipy.signal",
            "def f(x):\n    import scipy.signal._signaltools as s\n    return getattr(s, 'convolve' + '2d')(x, x)",
        ),
    ],
)
def test_a_package_is_forbidden_with_all_that_it_holds(pool, forbid, code):
    assert failure(pool, "numpy", code, X, forbid=("autograd", forbid)).kind == "Forbidden"


@pytest.mark.parametrize(
    "forbid, code",
    [
        (
            "numpy.linalg",
            "import numpy as np\nfrom numpy.linalg import inv\ndef f(x): return x @ np.eye(4) + np.einsum('ij->ij', 0 * x)",
        ),
        ("scipy.special", "import scipy.special\ndef f(x): return np.log(np.exp(x))\nimport numpy as np"),
        (
            "scipy.signal",
            "import scipy.signal as s\nimport numpy as np\ndef f(x): return np.convolve(x.ravel(), [1.0]).reshape(x.shape)",
        ),
    ],
)
def test_what_is_beside_it_stays(pool, forbid, code):
    np.testing.assert_allclose(call(pool, "numpy", code, X, forbid=("autograd", forbid)), X)


def test_it_all_comes_back():
    before = np.linalg.inv(X)
    undo = forbidden_means.forbid(["numpy.linalg", "scipy.special.expit"])
    try:
        with pytest.raises(forbidden_means.Forbidden):
            np.linalg.inv(X)
    finally:
        for each in reversed(undo):
            each()
    np.testing.assert_allclose(np.linalg.inv(X), before)
    from scipy.special import expit

    assert expit(0.0) == 0.5
