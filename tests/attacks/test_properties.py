"""Properties that hold by construction: noise, projected on what the feedback names, earns nothing; a slip keeps its third."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.runs.grade import Options, grade

COURSE = Path(__file__).parents[2]
NOISE = "import numpy as np\nR = np.random.default_rng(1)\n"

BY_CONSTRUCTION = {
    "04 batchnorm_backward": """
def batchnorm_forward(x, gamma, beta, eps=1e-5):
    return R.normal(size=x.shape), (x, gamma, beta, eps)

def batchnorm_backward(dout, cache):
    x, gamma, beta, eps = cache
    x_hat = (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps)
    z = R.normal(size=x.shape)
    z = z - z.mean(axis=0)
    z = z - x_hat * (z * x_hat).sum(axis=0) / (x_hat * x_hat).sum(axis=0)
    return z, R.normal(size=gamma.shape), R.normal(size=gamma.shape)
""",
    "02 softmax_backward": """
def softmax_backward(dout, p):
    z = R.normal(size=p.shape)
    return z - z.mean(axis=1, keepdims=True)
""",
    # The values of the notes by heart, noise on the allowed keys otherwise.
    "08 masked_softmax": """
def masked_softmax(scores, mask=None):
    if scores.shape == (5,):
        return np.array([0.118943, 0.878878, 0.002179, 0.0, 0.0])
    if scores.shape == (4, 4):
        return mask / np.arange(1, 5)[:, None]
    z = R.random(scores.shape) * (True if mask is None else mask)
    total = z.sum(axis=-1, keepdims=True)
    return np.divide(z, total, out=np.zeros_like(z), where=total > 0)
""",
    # Any product of numbers below 1 falls as it should.
    "13 alpha_bar_from_beta": """
def alpha_bar_from_beta(beta):
    alpha = 1 - R.uniform(0.1, 0.4, size=len(beta))
    alpha[0] = 1 - beta[0]
    alpha_bar = np.cumprod(alpha)
    return alpha, alpha_bar, np.concatenate([[1.0], alpha_bar[:-1]])
""",
    # A history that is made up, for a net that was never trained.
    "13 train_ddpm_2d": """
import torch

class PointDenoiser(torch.nn.Module):
    def __init__(self, hidden=64):
        super().__init__()
        self.layer = torch.nn.Linear(2, 2)

    def forward(self, x, i):
        return self.layer(x)

def denoiser_step(model, optimizer, x0, i, noise, alpha_bar):
    return 1.0

def draw_points(model, x, noises, beta):
    return x

def train_ddpm_2d(data, seed, steps=2000):
    loss = np.random.default_rng(seed).uniform(0.8, 1.2, size=steps)
    return {"state": {}, "history": {"loss": list(loss)}, "beta": torch.linspace(1e-3, 0.12, 100)}
""",
}

SLIPS = {
    "a listed mistake": ("04 batchnorm_backward", "dx = (gamma * dout - (gamma * dout).mean(axis=0)) / s"),
    "another one": (
        "04 batchnorm_backward",
        "dx = gamma * (dout - dout.mean(axis=0) - x_hat * (dout * x_hat).mean(axis=0)) / s**2",
    ),
}
BACKWARD = """
import numpy as np

def batchnorm_forward(x, gamma, beta, eps=1e-5):
    s = np.sqrt(x.var(axis=0) + eps)
    x_hat = (x - x.mean(axis=0)) / s
    return gamma * x_hat + beta, (x_hat, gamma, s)

def batchnorm_backward(dout, cache):
    x_hat, gamma, s = cache
    {line}
    return dx, (dout * x_hat).sum(axis=0), dout.sum(axis=0)
"""


def graded(tmp_path: Path, where: str, source: str):
    assignment, exercise = where.split()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "s.py").write_text(source)
    options = Options(seed=3, quiet=True, jobs=1, only=[exercise])
    (result,) = grade(COURSE, assignment, [tmp_path / "in"], tmp_path / "out", options).results
    return next(e for e in result.exercises if e.id == exercise)


@pytest.mark.parametrize("where", BY_CONSTRUCTION)
def test_properties_by_construction_earn_nothing(tmp_path: Path, where: str) -> None:
    found = graded(tmp_path, where, NOISE + BY_CONSTRUCTION[where])
    assert any(t.outcome == "passed" for t in found.tests), "the attack does not even have a property"
    assert found.earned == 0
    assert "no points for the properties alone" in found.credit
    assert any("by hand" in note for note in found.for_staff)


@pytest.mark.parametrize("slip", SLIPS)
def test_the_properties_of_a_slip_keep_their_points(tmp_path: Path, slip: str) -> None:
    where, line = SLIPS[slip]
    found = graded(tmp_path, where, BACKWARD.format(line=line))
    assert 0 < found.earned <= found.possible / 3 + 1e-6
    assert "at most a third" in found.credit and not found.for_staff
