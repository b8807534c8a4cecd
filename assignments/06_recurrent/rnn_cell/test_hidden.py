import numpy as np

from autograder.suite import (
    assert_close,
    assert_shape,
    assert_true,
    check_backward,
    exercise,
    first_divergence,
    gradcheck,
    points,
)

AXES = {
    "x": ("sequence", "feature"),
    "h_prev": ("sequence", "unit"),
    "wx": ("feature", "unit"),
    "wh": ("unit before", "unit"),
    "b": ("unit",),
}


def draw(rng, n=5, d=3, h=4):
    """Pre-activations of moderate size, so that tanh bends them and does not flatten them."""
    return {
        "x": rng.normal(size=(n, d)),
        "h_prev": rng.uniform(0.2, 0.9, size=(n, h)) * rng.choice([-1, 1], size=(n, h)),
        "wx": rng.normal(size=(d, h)) / np.sqrt(d),
        "wh": rng.normal(size=(h, h)) / np.sqrt(h),
        "b": rng.uniform(0.2, 0.6, size=h) * rng.choice([-1, 1], size=h),
    }


def inside(given):
    """What the statement names on the way to h."""
    return {"a": given["x"] @ given["wx"] + given["h_prev"] @ given["wh"] + given["b"]}


@exercise("rnn_cell_forward")
class TestForward:
    @points(2)
    def test_state_is_the_tanh_of_input_state_and_bias(self, student, reference, rng):
        """The new state is tanh(x Wx + h_prev Wh + b)."""
        for sizes in ((5, 3, 4), (4, 4, 4)):  # also where all lengths are equal
            given = draw(rng, *sizes)
            h, cache = student.rnn_cell_forward(*given.values())
            with first_divergence(cache, inside(given)):
                assert_close(h, reference.rnn_cell_forward(*given.values())[0], "h", axes=AXES["h_prev"])

    def test_without_weights_only_the_bias_is_left(self, student, rng):
        """With all weights 0, every row of the new state is tanh(b)."""
        given = draw(rng)
        given["wx"], given["wh"] = np.zeros((3, 4)), np.zeros((4, 4))
        h, _ = student.rnn_cell_forward(*given.values())
        assert_close(h, np.tile(np.tanh(given["b"]), (5, 1)), "h without weights")

    def test_without_recurrent_weights_the_past_is_forgotten(self, student, rng):
        """With Wh = 0 the old state makes no difference; with other weights it does."""
        given = draw(rng)
        other = given | {"h_prev": rng.uniform(1, 2, size=(5, 4))}
        assert_true(
            np.abs(student.rnn_cell_forward(*given.values())[0] - student.rnn_cell_forward(*other.values())[0]).max() > 1e-9,
            "the old state makes no difference, whatever Wh is",
        )
        given["wh"] = other["wh"] = np.zeros((4, 4))
        assert_close(
            student.rnn_cell_forward(*given.values())[0],
            student.rnn_cell_forward(*other.values())[0],
            "h from another old state, with Wh = 0",
        )

    def test_known_state(self, student):
        """Three steps of a single unit, one after the other, give the states worked out by hand."""
        state = np.zeros((1, 1))
        for x, expected in ((1.0, 0.537050), (-1.0, 0.029631), (2.0, 0.808854)):
            state, _ = student.rnn_cell_forward(np.array([[x]]), state, np.array([[0.5]]), np.array([[0.8]]), np.array([0.1]))
            assert_close(state, np.array([[expected]]), "the state", atol=2e-6)


@exercise("rnn_cell_backward")
class TestBackward:
    @points(3)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """dx, dh_prev, dwx, dwh and db are the gradients of the step."""
        check_backward(
            student.rnn_cell_forward,
            student.rnn_cell_backward,
            draw(rng),
            reference.rnn_cell_forward,
            reference.rnn_cell_backward,
            rng=rng,
            axes=AXES,
        )

    @points(2)
    def test_gradients_agree_with_finite_differences(self, student, reference, rng):
        """Nudging any of the five arguments changes the loss as the gradients say."""
        gradcheck(
            student.rnn_cell_forward,
            student.rnn_cell_backward,
            draw(rng, n=6, d=2, h=3),
            reference=reference.rnn_cell_forward,
            rng=rng,
            axes=AXES,
        )

    def test_as_many_features_as_units(self, student, reference, rng):
        """With D = H and as many sequences no shape gives a mistake away, only the numbers do."""
        check_backward(
            student.rnn_cell_forward,
            student.rnn_cell_backward,
            draw(rng, n=4, d=4, h=4),
            reference.rnn_cell_forward,
            reference.rnn_cell_backward,
            rng=rng,
            axes=AXES,
        )

    def test_a_zero_state_has_no_part_in_wh(self, student, rng):
        """From h_prev = 0 the recurrent weights have no influence, so dwh is 0; dwx is not."""
        given = draw(rng) | {"h_prev": np.zeros((5, 4))}
        _, cache = student.rnn_cell_forward(*given.values())
        _, _, dwx, dwh, _ = student.rnn_cell_backward(rng.normal(size=(5, 4)), cache)
        assert_shape(dwx, (3, 4), "dwx")
        assert_true(np.abs(dwx).min() > 0, "dwx is 0 as well")
        assert_close(dwh, np.zeros((4, 4)), "dwh from a zero state", atol=1e-12)
