import numpy as np
import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_shape,
    assert_true,
    check_backward,
    first_divergence,
    gradcheck,
    leaves_arguments,
    points,
    show_map,
)

N, T, D, H = 3, 5, 2, 4
LENGTHS = np.array([3, 5, 2])
OUT_AXES = ("sequence", "time step", "unit of both halves")
NAMES = ("x", "fwd_wx", "fwd_wh", "fwd_b", "bwd_wx", "bwd_wh", "bwd_b")
AXES = {"x": ("sequence", "time step", "feature")}


def draw(rng, n=N, t=T, d=D, h=H):
    def weights():
        wh = np.linalg.qr(rng.normal(size=(h, h)))[0]
        return rng.normal(size=(d, h)) / np.sqrt(d), wh, rng.uniform(0.1, 0.4, size=h)

    return rng.normal(size=(n, t, d)), weights(), weights()


def compare(out, expected):
    """The message says at which steps they differ, and which of the two nets is the first to go wrong."""
    assert_shape(out, expected.shape, "out")
    show_map(np.asarray(out)[0], "your states of the first sequence", rows="time step", columns="unit, both halves")
    mine, right = (
        dict(zip(("forward half", "backward half"), np.split(both, 2, axis=2))) for both in (np.asarray(out), expected)
    )
    with first_divergence(mine, right):
        assert_close(out, expected, "out", axes=OUT_AXES)


def flat(forward, backward, lengths):
    """Both as functions of plain arrays: x and the six weights."""

    def run(x, *weights):
        return forward(x, tuple(weights[:3]), tuple(weights[3:]), lengths)

    def back(dout, cache):
        dx, dfwd, dbwd = backward(dout, cache)
        return [dx, *dfwd, *dbwd]

    return run, back


def inputs(x, fwd, bwd):
    return dict(zip(NAMES, (x, *fwd, *bwd)))


@points(2)
def test_states_of_both_directions(student, reference, rng):
    """The first half of out has the states of the forward net, the second those of the other, in the order of time."""
    given = draw(rng)
    compare(student.birnn_forward(*given)[0], reference.birnn_forward(*given)[0])


@points(2)
@leaves_arguments
def test_states_of_padded_sequences(student, reference, rng):
    """With lengths, the backward net begins at the last valid step of each sequence, and out is 0 behind it."""
    for sizes, lengths in (((N, T, D, H), LENGTHS), ((4, 4, 4, 2), np.array([2, 4, 1, 3]))):  # all axes equal
        given = draw(rng, *sizes)
        out, _ = student.birnn_forward(*given, lengths)
        compare(out, reference.birnn_forward(*given, lengths)[0])


def test_time_reversed_and_nets_exchanged(student, rng):
    """Reading the reversed sequences with the nets exchanged reverses the time of out and exchanges its halves."""
    x, fwd, bwd = draw(rng)
    out, _ = student.birnn_forward(x, fwd, bwd)
    other, _ = student.birnn_forward(x[:, ::-1].copy(), bwd, fwd)
    assert_shape(out, (N, T, 2 * H), "out")
    assert_shape(other, (N, T, 2 * H), "out")
    turned = np.concatenate([other[:, ::-1, H:], other[:, ::-1, :H]], axis=2)
    assert_close(turned, out, "out of the reversed sequences, turned back", axes=OUT_AXES)
    assert_true(np.ptp(out, axis=1).min() > 1e-9, "some entry of out is the same at all time steps")


def test_padding_has_no_influence(student, rng):
    """Whatever stands behind the end of a sequence, and however much of it, its states are the same."""
    x, fwd, bwd = draw(rng)
    out, _ = student.birnn_forward(x, fwd, bwd, LENGTHS)
    valid = (np.arange(T) < LENGTHS[:, None])[:, :, None]
    longer = np.concatenate([np.where(valid, x, rng.normal(size=x.shape)), rng.normal(size=(N, 2, D))], axis=1)
    again, _ = student.birnn_forward(longer, fwd, bwd, LENGTHS)
    assert_shape(again, (N, T + 2, 2 * H), "out with more padding")
    assert_close(again[:, :T], out, "out with other padding", axes=OUT_AXES)
    changed = longer.copy()
    changed[np.arange(N), LENGTHS - 1] += 1.0
    moved = np.abs(student.birnn_forward(changed, fwd, bwd, LENGTHS)[0] - again)[:, 0, H:].max(axis=1)
    assert_true(moved.min() > 1e-9, "the backward net does not see the last valid step")
    for n, length in enumerate(LENGTHS):
        alone, _ = student.birnn_forward(x[n : n + 1, :length], fwd, bwd)
        assert_close(alone[0], out[n, :length], "out of a sequence by itself", axes=("time step", "unit"))


@pytest.mark.parametrize("rubbish", [np.nan, np.inf])
def test_inf_and_nan_at_padding_have_no_influence(student, rng, rubbish):
    """inf or nan at padding, in x or in dout, changes neither out nor any gradient."""
    x, fwd, bwd = draw(rng)
    dout = rng.normal(size=(N, T, 2 * H))
    valid = (np.arange(T) < LENGTHS[:, None])[:, :, None]
    results = []
    for fill in (0.0, rubbish):
        out, cache = student.birnn_forward(np.where(valid, x, fill), fwd, bwd, LENGTHS)
        dx, dfwd, dbwd = student.birnn_backward(np.where(valid, dout, fill), cache)
        results.append([out, dx, *dfwd, *dbwd])
    for name, clean, soiled in zip(("out", *(f"d{name}" for name in NAMES)), *results):
        assert_shape(soiled, np.shape(clean), name)
        assert_true(bool((np.asarray(clean) != 0).any()), f"{name} is 0 everywhere")
        assert_close(soiled, clean, f"{name} with inf or nan at padding")


def test_where_the_two_nets_end(student, reference, rng):
    """The forward net has read everything at the last step, the backward net at the first, as in PyTorch."""
    x, fwd, bwd = draw(rng)
    out, _ = student.birnn_forward(x, fwd, bwd)
    net = torch.nn.RNN(D, H, batch_first=True, bidirectional=True).double()
    with torch.no_grad():
        for (wx, wh, b), name in ((fwd, "l0"), (bwd, "l0_reverse")):
            getattr(net, f"weight_ih_{name}").copy_(torch.tensor(wx.T))
            getattr(net, f"weight_hh_{name}").copy_(torch.tensor(wh.T))
            getattr(net, f"bias_ih_{name}").copy_(torch.tensor(b))
            getattr(net, f"bias_hh_{name}").zero_()
        expected, ends = (part.numpy() for part in net(torch.tensor(x)))
    compare(out, expected)
    assert_close(out[:, -1, :H], ends[0], "the end of the forward net")
    assert_close(out[:, 0, H:], ends[1], "the end of the backward net")


@points(3)
@leaves_arguments
def test_gradients_match_the_definition(student, reference, rng):
    """dx and the gradients of both nets' weights are those of out, for padded sequences."""
    for sizes, lengths in (((N, T, D, H), LENGTHS), ((4, 4, 4, 2), np.array([2, 4, 1, 3]))):
        mine = flat(student.birnn_forward, student.birnn_backward, lengths)
        right = flat(reference.birnn_forward, reference.birnn_backward, lengths)
        check_backward(*mine, inputs(*draw(rng, *sizes)), *right, rng=rng, axes=AXES)


@points(2)
def test_gradients_agree_with_finite_differences(student, reference, rng):
    """Nudging x or any weight changes the loss as the gradients say, without lengths."""
    forward, backward = flat(student.birnn_forward, student.birnn_backward, None)
    right = flat(reference.birnn_forward, reference.birnn_backward, None)
    gradcheck(
        forward,
        backward,
        inputs(*draw(rng, n=4, t=3)),
        reference=right[0],
        reference_backward=right[1],
        rng=rng,
        axes=AXES,
    )


def test_padding_gets_no_gradient(student, rng):
    """dx is exactly 0 at padding, and what dout says there makes no difference."""
    x, fwd, bwd = draw(rng)
    _, cache = student.birnn_forward(x, fwd, bwd, LENGTHS)
    dout = rng.normal(size=(N, T, 2 * H))
    dx, dfwd, dbwd = student.birnn_backward(dout, cache)
    assert_shape(dx, (N, T, D), "dx")
    valid = np.arange(T) < LENGTHS[:, None]
    assert_true(bool((np.abs(dx).max(axis=2) > 0)[valid].all()), "dx is 0 at a valid step")
    assert_close(dx[~valid], np.zeros(((~valid).sum(), D)), "dx at padding", atol=1e-12)
    _, cache = student.birnn_forward(x, fwd, bwd, LENGTHS)
    other = student.birnn_backward(np.where(valid[:, :, None], dout, 1.0), cache)
    for got, right, name in zip(
        (other[0], *other[1], *other[2]), (dx, *dfwd, *dbwd), ("dx", *(f"d{name}" for name in NAMES[1:]))
    ):
        assert_close(got, right, f"{name} for another dout at padding")
