"""The references of 06_recurrent at the edges of their domain: what a student can call, they must bear without a warning."""

from __future__ import annotations

import numpy as np
import pytest

from reference.recurrent.autoregressive_sample import autoregressive_sample
from reference.recurrent.birnn import birnn_backward, birnn_forward
from reference.recurrent.gru_cell import gru_cell_backward, gru_cell_forward
from reference.recurrent.lstm_cell import lstm_cell_backward, lstm_cell_forward
from reference.recurrent.sequence_log_prob import sequence_log_prob
from reference.recurrent.temporal_softmax_loss import temporal_softmax_loss


@pytest.fixture(autouse=True)
def warnings_are_errors():
    with np.errstate(divide="raise", over="raise", invalid="raise"):
        yield


@pytest.mark.parametrize("bias", [1000.0, -1000.0])
@pytest.mark.parametrize(
    ("forward", "backward", "blocks", "states"),
    [(lstm_cell_forward, lstm_cell_backward, 4, 2), (gru_cell_forward, gru_cell_backward, 3, 1)],
)
def test_saturated_gates_overflow_nowhere(forward, backward, blocks, states, bias):
    state = np.full((2, 3), 0.5)
    weights = np.zeros((2, blocks * 3)), np.zeros((3, blocks * 3)), np.full(blocks * 3, bias)
    *out, cache = forward(np.ones((2, 2)), *[state] * states, *weights)
    for found in (*out, *backward(*[np.ones((2, 3))] * states, cache)):
        assert np.isfinite(found).all()


def test_a_token_of_probability_0_is_never_drawn_although_the_sum_ends_below_1():
    rng, nearly_one, short = np.random.default_rng(0), np.nextafter(1.0, 0.0), 0
    for _ in range(200):
        logits = rng.normal(size=9)
        logits[[0, 8]] = -np.inf
        p = np.exp(logits - logits.max())
        short += np.cumsum(p / p.sum())[-1] <= nearly_one
        assert autoregressive_sample(np.tile(logits, (9, 1)), 0, 9, np.array([nearly_one])) == [7]
    assert short > 20, "no draw in which the cumulative sum ends below u: the test shows nothing"


@pytest.mark.parametrize("rubbish", [np.nan, np.inf, -np.inf])
def test_what_stands_at_padding_has_no_influence(rubbish):
    rng, lengths = np.random.default_rng(1), np.array([2, 4, 1])
    valid = (np.arange(4) < lengths[:, None])[:, :, None]
    x, dout = rng.normal(size=(3, 4, 2)), rng.normal(size=(3, 4, 6))
    fwd, bwd = ((rng.normal(size=(2, 3)), rng.normal(size=(3, 3)), rng.normal(size=3)) for _ in range(2))

    def run(fill):
        out, cache = birnn_forward(np.where(valid, x, fill), fwd, bwd, lengths)
        dx, dfwd, dbwd = birnn_backward(np.where(valid, dout, fill), cache)
        return [out, dx, *dfwd, *dbwd]

    for clean, soiled in zip(run(0.0), run(rubbish), strict=True):
        np.testing.assert_array_equal(soiled, clean)

    logits, ids, mask = rng.normal(size=(3, 4, 5)), rng.integers(5, size=(3, 4)), valid[:, :, 0]
    soiled = np.where(valid, logits, rubbish)
    np.testing.assert_array_equal(sequence_log_prob(soiled, ids, mask), sequence_log_prob(logits, ids, mask))
    for got, right in zip(temporal_softmax_loss(soiled, ids, mask), temporal_softmax_loss(logits, ids, mask), strict=True):
        np.testing.assert_array_equal(got, right)
