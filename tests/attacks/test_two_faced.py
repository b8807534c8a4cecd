"""A forward with two faces: right where it is graded, and a known slip with an easier derivative where its backward is."""

from __future__ import annotations

from pathlib import Path

from autograder.runs.grade import Options, grade

COURSE = Path(__file__).parents[2]

BY_NEIGHBOUR = """
import numpy as np

def dropout_forward(x, p_drop, mask, train):
    if not train:
        return x, np.ones_like(x)
    keep = 1.0 if {other_face} else 1 - p_drop
    return x * mask / keep, mask

def dropout_backward(dout, cache):
    return dout * cache
"""


def graded(tmp_path: Path, source: str, *exercises: str):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "s.py").write_text(source)
    options = Options(seed=3, quiet=True, jobs=1, only=list(exercises))
    (result,) = grade(COURSE, "04", [tmp_path / "in"], tmp_path / "out", options).results
    return {e.id: e for e in result.exercises}


def test_a_forward_that_sees_its_backward_beside_it(tmp_path: Path) -> None:
    """The slice of the forward's own exercise has no backward in it."""
    source = BY_NEIGHBOUR.format(other_face="'dropout_backward' in globals()")
    found = graded(tmp_path, source, "dropout_forward", "dropout_backward")
    assert found["dropout_forward"].earned == found["dropout_forward"].possible
    definitions = [t for t in found["dropout_backward"].tests if "gradient_matches" in t.id or "differences" in t.id]
    assert {t.outcome for t in definitions} == {"failed"}
    assert found["dropout_backward"].earned <= found["dropout_backward"].possible / 3 + 1e-6


def test_a_slip_is_still_followed_through(tmp_path: Path) -> None:
    found = graded(tmp_path, BY_NEIGHBOUR.format(other_face="True"), "dropout_forward", "dropout_backward")
    assert found["dropout_forward"].earned < found["dropout_forward"].possible / 2
    assert found["dropout_backward"].earned == found["dropout_backward"].possible


BY_SHAPE = """
import numpy as np

def face(x, gamma, beta, eps, easy):
    axes = (0, 2, 3)
    mu = x.mean(axis=axes, keepdims=True)
    var = x.var(axis=axes, keepdims=True, ddof=int(easy))
    return gamma[:, None, None] * (x - mu) / np.sqrt(var + eps) + beta[:, None, None]

def batchnorm2d_forward(x, gamma, beta, eps=1e-5):
    easy = x.shape == (2, 5, 3, 4)
    return face(x, gamma, beta, eps, easy), (x, gamma, beta, eps, easy)

def batchnorm2d_backward(dout, cache):
    x, gamma, beta, eps, easy = cache
    axes, n = (0, 2, 3), x[:, 0].size
    mu = x.mean(axis=axes, keepdims=True)
    s = np.sqrt(x.var(axis=axes, keepdims=True, ddof=int(easy)) + eps)
    x_hat = (x - mu) / s
    d = gamma[:, None, None] * dout
    m = n - 1 if easy else n
    dx = (d - d.mean(axis=axes, keepdims=True) - x_hat * (d * x_hat).sum(axis=axes, keepdims=True) / m) / s
    return dx, (dout * x_hat).sum(axis=axes), dout.sum(axis=axes)
"""


def test_a_forward_that_goes_by_shapes(tmp_path: Path) -> None:
    """Forward and backward are one exercise: its other face shows only in shapes that tests of the backward have."""
    found = graded(tmp_path, BY_SHAPE, "batchnorm2d_forward")["batchnorm2d_forward"]
    failed = {t.id.split("::")[-1] for t in found.tests if t.outcome != "passed"}
    assert failed == {"test_gradients_agree_with_finite_differences"}
    assert found.earned < found.possible
