import numpy as np
import pytest

from autograder.suite import (
    assert_close,
    assert_shape,
    assert_steps_close,
    assert_true,
    check_backward,
    exercise,
    gradcheck,
    points,
)

AXES = {
    "x": ("sequence", "time step", "feature"),
    "h0": ("sequence", "unit"),
    "wx": ("feature", "unit"),
    "wh": ("unit before", "unit"),
    "b": ("unit",),
}
H_AXES = ("sequence", "time step", "unit")


def draw(rng, n=3, t=6, d=2, h=4):
    """Weights of moderate size: a state bends what comes in, and remembers it for all the steps."""
    return {
        "x": rng.normal(size=(n, t, d)),
        "h0": rng.uniform(0.3, 0.9, size=(n, h)) * rng.choice([-1, 1], size=(n, h)),
        "wx": rng.normal(size=(d, h)) / np.sqrt(d),
        "wh": np.linalg.qr(rng.normal(size=(h, h)))[0],
        "b": rng.uniform(0.1, 0.4, size=h) * rng.choice([-1, 1], size=h),
    }


def compare_in_time(h, expected, name="h"):
    """Step by step, so that the message says at which the two part."""
    assert_shape(h, expected.shape, name)
    steps = {f"{name} at time step {t}": expected[:, t - 1] for t in range(1, expected.shape[1] + 1)}
    assert_steps_close([h[:, t] for t in range(h.shape[1])], steps, name)


def scalar_net():
    """One unit, three steps; states and gradients were worked out to six digits."""
    x = np.array([[[1.0], [-1.0], [2.0]]])
    return x, np.zeros((1, 1)), np.array([[0.5]]), np.array([[0.8]]), np.array([0.1])


@exercise("rnn_forward")
class TestForward:
    @points(2)
    def test_states_of_all_steps(self, student, reference, rng):
        """At every time step the state is tanh(x_t Wx + h_{t-1} Wh + b)."""
        given = draw(rng)
        h, _ = student.rnn_forward(*given.values())
        compare_in_time(h, reference.rnn_forward(*given.values())[0])

    def test_as_many_sequences_as_steps(self, student, reference, rng):
        """With N = T no shape says which axis is time, only the numbers do; nor where all lengths are equal."""
        for sizes in ((5, 5, 2, 4), (3, 3, 3, 3)):
            given = draw(rng, *sizes)
            h, _ = student.rnn_forward(*given.values())
            compare_in_time(h, reference.rnn_forward(*given.values())[0])

    def test_one_unit_by_hand(self, student):
        """A single unit goes through the three states worked out by hand."""
        h, _ = student.rnn_forward(*scalar_net())
        assert_close(h, np.array([[[0.537050], [0.029631], [0.808854]]]), "h", atol=2e-6, axes=H_AXES)

    @pytest.mark.parametrize("changed", [2, 4])
    def test_no_state_sees_the_future(self, student, rng, changed):
        """Changing what is read at a step changes the states from there on, and none before."""
        given = draw(rng)
        h, _ = student.rnn_forward(*given.values())
        given["x"] = given["x"].copy()
        given["x"][:, changed] += 1.0
        other, _ = student.rnn_forward(*given.values())
        assert_shape(other, (3, 6, 4), "h")
        assert_close(other[:, :changed], h[:, :changed], "states before the step that was changed", axes=H_AXES)
        moved = np.abs(other - h).max(axis=(0, 2))[changed:]
        assert_true(moved.min() > 1e-9, "some state from that step on does not notice the change")

    def test_reading_in_two_parts(self, student, rng):
        """Reading the first steps, and then the others from the state reached, gives the same states."""
        x, h0, *weights = draw(rng, t=7).values()
        whole, _ = student.rnn_forward(x, h0, *weights)
        first, _ = student.rnn_forward(x[:, :3], h0, *weights)
        assert_shape(first, (3, 3, 4), "h of the first part")
        second, _ = student.rnn_forward(x[:, 3:], first[:, -1], *weights)
        assert_close(first, whole[:, :3], "h of the first part", axes=H_AXES)
        assert_close(second, whole[:, 3:], "h of the second part", axes=H_AXES)
        assert_true(np.ptp(whole) > 1e-9, "h does not vary")


@exercise("rnn_backward")
class TestBackward:
    @points(3)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """dx, dh0, dwx, dwh and db are the gradients through all time steps."""
        for n, t, d, h in ((3, 6, 2, 4), (4, 4, 4, 4)):  # also where all lengths are equal
            check_backward(
                student.rnn_forward,
                student.rnn_backward,
                draw(rng, n, t, d, h),
                reference.rnn_forward,
                reference.rnn_backward,
                rng=rng,
                axes=AXES,
                sizes={"the number of time steps": t, "the batch size": n},
            )

    @points(2)
    @pytest.mark.parametrize("length", [2, 3, 5])
    def test_gradients_agree_with_finite_differences(self, student, reference, rng, length):
        """Nudging any argument changes the loss as the gradients say, for short and longer sequences."""
        gradcheck(
            student.rnn_forward,
            student.rnn_backward,
            draw(rng, n=4, t=length, d=6, h=7),
            reference=reference.rnn_forward,
            reference_backward=reference.rnn_backward,
            rng=rng,
            axes=AXES,
        )

    def test_a_single_step_is_a_cell(self, student, reference, rng):
        """For T = 1 the gradients are those of one cell."""
        given = draw(rng, n=5, t=1)
        _, cache = student.rnn_forward(*given.values())
        dh = rng.normal(size=(5, 1, 4))
        got = student.rnn_backward(dh, cache)
        state = reference.rnn_forward(*given.values())[0][:, 0]
        da = dh[:, 0] * (1 - state**2)
        x, h0, wx, wh, _ = given.values()
        expected = (da[:, None] @ wx.T, da @ wh.T, x[:, 0].T @ da, h0.T @ da, da.sum(axis=0))
        for name, mine, right in zip(given, got, expected, strict=True):
            assert_close(mine, right, f"d{name} for T = 1", axes=AXES[name])

    @points(2)
    def test_a_gradient_that_comes_in_at_one_step(self, student, reference, rng):
        """If the loss sees one state only, its gradient goes back through all steps before it, and not to later ones."""
        given = draw(rng, t=5)
        for t in range(1, 6):
            dh = np.zeros((3, 5, 4))
            dh[:, t - 1] = rng.normal(size=(3, 4))
            got = student.rnn_backward(dh, student.rnn_forward(*given.values())[1])
            expected = reference.rnn_backward(dh, reference.rnn_forward(*given.values())[1])
            for name, mine, right in zip(given, got, expected, strict=True):
                assert_close(mine, right, f"d{name} (dh at time step {t} alone)", axes=AXES[name], atol=1e-12)

    def test_the_last_state_reaches_the_first_input(self, student, rng):
        """A gradient at the last state alone arrives at the input of every step."""
        given = draw(rng)
        _, cache = student.rnn_forward(*given.values())
        dh = np.zeros((3, 6, 4))
        dh[:, -1] = rng.uniform(1, 2, size=(3, 4))
        dx, *_ = student.rnn_backward(dh, cache)
        assert_shape(dx, (3, 6, 2), "dx")
        reached = np.abs(dx).max(axis=(0, 2)) > 1e-12
        assert_true(reached.all(), "dx is 0 at some time step, although the last state depends on all inputs")
        swapped = dh[:, ::-1].copy()
        _, cache = student.rnn_forward(*given.values())
        dx, *_ = student.rnn_backward(swapped, cache)
        assert_close(
            dx[:, 1:],
            np.zeros((3, 5, 2)),
            "dx behind the only state that the loss sees",
            atol=1e-12,
            axes=AXES["x"],
        )

    def test_one_unit_by_hand(self, student):
        """The gradients of a single unit over three steps, worked out by hand."""
        _, cache = student.rnn_forward(*scalar_net())
        got = student.rnn_backward(np.array([[[1.0], [2.0], [3.0]]]), cache)
        expected = {
            "dx": np.array([[[1.160535], [1.413665], [0.518634]]]),
            "dh0": np.array([[1.856855]]),
            "dwx": np.array([[1.568274]]),
            "dwh": np.array([[1.549151]]),
            "db": np.array([6.185665]),
        }
        for mine, (name, right) in zip(got, expected.items(), strict=True):
            assert_close(mine, right, name, atol=2e-6, axes=AXES[name[1:]])
