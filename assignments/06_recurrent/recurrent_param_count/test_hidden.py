import pytest
import torch

from autograder.suite import assert_equal, points

CELLS = {"rnn": torch.nn.RNN, "lstm": torch.nn.LSTM, "gru": torch.nn.GRU}


@points(2)
@pytest.mark.parametrize("cell", list(CELLS))
def test_one_layer(student, reference, rng, cell):
    """One layer with one bias vector for each block."""
    d, h = (int(n) for n in rng.permutation([3, 5, 8, 13])[:2])
    assert_equal(student.recurrent_param_count(cell, d, h), reference.recurrent_param_count(cell, d, h), "the count")


@points(2)
@pytest.mark.parametrize("bidirectional", [False, True])
def test_deeper_layers_read_the_states_below(student, reference, rng, bidirectional):
    """From the second layer on, the input is what the layer below puts out, in one direction or in both."""
    d, h = (int(n) for n in rng.permutation([3, 5, 8, 13])[:2])
    for layers in (2, 4):
        given = ("gru", d, h, layers, bidirectional)
        assert_equal(student.recurrent_param_count(*given), reference.recurrent_param_count(*given), "the count")


@points(2)
@pytest.mark.parametrize("cell", list(CELLS))
def test_pytorch_has_two_biases(student, rng, cell):
    """With two biases, the count is that of the layer in PyTorch."""
    d, h = (int(n) for n in rng.permutation([3, 5, 7])[:2])
    for layers, bidirectional in ((1, True), (3, False), (2, True)):
        net = CELLS[cell](d, h, num_layers=layers, bidirectional=bidirectional)
        count = student.recurrent_param_count(cell, d, h, layers=layers, bidirectional=bidirectional, biases=2)
        assert_equal(count, sum(p.numel() for p in net.parameters()), "the count with biases=2")


def test_counts_of_the_notes(student):
    """Counts for nets of the notes come out right."""
    assert_equal(student.recurrent_param_count("rnn", 10, 20, 2, biases=2), 1480, "two layers, two biases")
    assert_equal(student.recurrent_param_count("lstm", 3, 4), 128, "a small LSTM")
    assert_equal(student.recurrent_param_count("lstm", 3, 4, biases=2), 144, "a small LSTM with two biases")
    assert_equal(student.recurrent_param_count("rnn", 10, 20, biases=0), 600, "a layer without a bias")
