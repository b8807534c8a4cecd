import numpy as np
import pytest
import torch

from autograder.suite import assert_close, assert_shape, assert_steps_close, assert_true, points

AXES = ("sequence", "time step", "unit")


def draw(rng, depth=3, n=2, t=5, d=3, h=4):
    layers = []
    for width in (d, *[h] * (depth - 1)):
        wx = rng.normal(size=(width, h)) / np.sqrt(width)
        layers.append((wx, rng.normal(size=(h, h)) / np.sqrt(h), rng.uniform(0.2, 0.5, size=h)))
    return rng.normal(size=(n, t, d)), layers


def compare(got, expected):
    """Layer by layer, so that the message says which layer is the first to go wrong."""
    (z, h_n), (right_z, right_last) = got, expected
    assert_shape(h_n, right_last.shape, "h_n")
    names = {f"the last state of layer {layer}": last for layer, last in enumerate(right_last, start=1)}
    assert_steps_close(list(h_n), names, "h_n")
    assert_close(z, right_z, "z", axes=AXES)


@points(2)
@pytest.mark.parametrize("depth", [2, 3])
def test_every_layer_reads_the_one_below(student, reference, rng, depth):
    """A layer reads the states of the layer below at the same time step."""
    given = draw(rng, depth)
    compare(student.stacked_rnn_forward(*given), reference.stacked_rnn_forward(*given))


@points(2)
def test_all_widths_equal(student, reference, rng):
    """With D = H, as many layers as sequences, and no shape to help, each layer has its own weights and its own input."""
    given = draw(rng, depth=3, n=3, d=4)
    compare(student.stacked_rnn_forward(*given), reference.stacked_rnn_forward(*given))


def test_one_layer_is_a_plain_net(student, reference, rng):
    """A single layer is a plain recurrent net that starts from zero."""
    x, layers = draw(rng, depth=1)
    z, h_n = student.stacked_rnn_forward(x, layers)
    expected, _ = reference.rnn_forward(x, np.zeros((2, 4)), *layers[0])
    assert_close(z, expected, "z", axes=AXES)
    assert_close(h_n, expected[None, :, -1], "h_n")


def test_top_of_the_last_states_is_the_end_of_z(student, rng):
    """The last state of the top layer is z at the last time step."""
    z, h_n = student.stacked_rnn_forward(*draw(rng))
    assert_shape(z, (2, 5, 4), "z")
    assert_shape(h_n, (3, 2, 4), "h_n")
    assert_close(h_n[-1], z[:, -1], "the last state of the top layer")
    assert_true(np.ptp(h_n, axis=0).min() > 1e-9, "all layers end in the same state")


def test_what_the_layers_of_pytorch_give(student, rng):
    """With the same weights, z and h_n are those of torch.nn.RNN."""
    x, layers = draw(rng, depth=2, n=3)
    net = torch.nn.RNN(3, 4, num_layers=2, batch_first=True).double()
    with torch.no_grad():
        for layer, (wx, wh, b) in enumerate(layers):
            getattr(net, f"weight_ih_l{layer}").copy_(torch.tensor(wx.T))
            getattr(net, f"weight_hh_l{layer}").copy_(torch.tensor(wh.T))
            getattr(net, f"bias_ih_l{layer}").copy_(torch.tensor(b))
            getattr(net, f"bias_hh_l{layer}").zero_()
        z, h_n = (part.numpy() for part in net(torch.tensor(x)))
    compare(student.stacked_rnn_forward(x, layers), (z, h_n))
