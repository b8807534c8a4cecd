"""Functions that questions use and no exercise has: known values, and what torch counts."""

from __future__ import annotations

import math

import pytest

from autograder.exams.bank import load_bank
from tests.course_samples import COURSE

BANK = load_bank(COURSE)


def test_a_transformer_layer_has_as_many_parameters_as_torch_says():
    torch = pytest.importorskip("torch")
    names = BANK.entry("encoder_parameters").right
    for d, d_ff in [(16, 48), (24, 96)]:
        layer = torch.nn.TransformerEncoderLayer(d, 4, d_ff)
        assert sum(w.numel() for w in layer.parameters()) == names["encoder_layer_parameters"](d, d_ff)
    assert names["patches"](64, 48, 16) == 12
    assert names["attention_layer_multiplications"](2, 3) == 4 * 2 * 9 + 2 * (2 * 2 * 3)


def test_densities_and_distances():
    names = BANK.entry("best_discriminator").right
    density = names["gaussian_density"]
    assert density(0, 0) == pytest.approx(1 / math.sqrt(2 * math.pi))
    assert names["optimal_discriminator"](density(1, 2), density(1, 0)) == pytest.approx(0.5)
    assert names["frechet_distance"](1, 4, 1, 4) == 0 and names["frechet_distance"](3, 4, 1, 9) == 5


def test_laws_and_averages():
    theory, applied = BANK.entry("scaling_law").right, BANK.entry("federated_mean").right
    assert theory["scaling_exponent"](1, 8.0, 100, 8.0 * 100**-0.25) == pytest.approx(0.25)
    pieces = [x / 64 for x in range(65)]
    for _ in range(3):
        pieces = [2 * min(x, 1 - x) for x in pieces]
    turns = sum((b - a) * (c - b) < 0 for a, b, c in zip(pieces, pieces[1:], pieces[2:]))
    assert theory["sawtooth_pieces"](3) == turns + 1
    assert applied["federated_average"]([1.0, 4.0], [30, 10]) == 1.75
    assert applied["parity_gap"](20, 100, 30, 60) == pytest.approx(0.3)
