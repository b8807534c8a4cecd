import numpy as np
import pytest

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_grads_close,
    check_backward,
    definition,
    exercise,
    gradcheck,
    points,
)

AXES = ("sequence", "token", "feature")
NAMES = ("Wq", "Wk", "Wv", "Wo", "g1", "b1", "W1", "c1", "W2", "c2", "g2", "b2")


def draw(rng, n=2, t=5, d=6, f=7):
    shapes = {name: (d, d) for name in ("Wq", "Wk", "Wv", "Wo")} | {name: (d,) for name in ("g1", "b1", "c2", "g2", "b2")}
    shapes |= {"W1": (d, f), "c1": (f,), "W2": (f, d)}
    params = {name: rng.normal(size=shapes[name]) * (1.3 / np.sqrt(d) if len(shapes[name]) == 2 else 0.7) for name in NAMES}
    return rng.normal(size=(n, t, d)), params


@exercise("encoder_block_forward")
class TestForward:
    @points(3)
    def test_output_matches_the_definition(self, student, reference, rng):
        """out is that of attention, network and two norms after the sums."""
        for sizes, heads in (((2, 5, 6, 7), 3), ((4, 4, 4, 4), 2), ((2, 3, 6, 4), 1)):
            x, params = draw(rng, *sizes)
            out, _ = student.encoder_block_forward(x, params, heads)
            assert_close(out, reference.encoder_block_forward(x, params, heads)[0], "out", axes=AXES)

    def test_the_last_norm(self, student, reference, rng):
        """With g2 = 1 and b2 = 0 every token has the mean 0 and nearly the variance 1."""
        x, params = draw(rng)
        params["g2"], params["b2"] = np.ones(6), np.zeros(6)
        out, _ = student.encoder_block_forward(x, params, 2)
        assert_close(out, reference.encoder_block_forward(x, params, 2)[0], "out", axes=AXES)
        assert_close(out.mean(axis=-1), np.zeros((2, 5)), "means of the tokens")
        assert_close(out.var(axis=-1), np.ones((2, 5)), "variances of the tokens", atol=1e-3)

    @definition
    def test_tokens_that_are_alike(self, student, rng):
        """If all tokens of a sequence are equal, attention mixes nothing, and each is processed as if it were alone."""
        x, params = draw(rng)
        out, _ = student.encoder_block_forward(np.repeat(x[:, :1], 4, axis=1), params, 3)

        def ln(z, g, b):
            return g * (z - z.mean()) / np.sqrt(z.var() + 1e-5) + b

        for n in range(2):
            token, p = x[n, 0], params
            y = ln(token + token @ p["Wv"] @ p["Wo"], p["g1"], p["b1"])
            right = ln(y + np.maximum(y @ p["W1"] + p["c1"], 0) @ p["W2"] + p["c2"], p["g2"], p["b2"])
            assert_close(out[n], np.tile(right, (4, 1)), "tokens that are alike")

    def test_small_tokens_need_eps(self, student, reference, rng):
        """Where the variance is as small as eps, the norm is that of the statement; large scores do not overflow."""
        x, params = draw(rng)
        tiny = {name: entry * (1e-3 if entry.ndim == 2 else 1.0) for name, entry in params.items()} | {"c2": np.zeros(6)}
        out, _ = student.encoder_block_forward(x * 3e-3, tiny | {"b1": params["b1"] * 3e-3, "g1": params["g1"] * 3e-3}, 3)
        right = reference.encoder_block_forward(x * 3e-3, tiny | {"b1": params["b1"] * 3e-3, "g1": params["g1"] * 3e-3}, 3)[0]
        assert_close(out, right, "out of small tokens", axes=AXES)
        wide = params | {"Wq": 2000 * params["Wq"]}
        assert_close(
            student.encoder_block_forward(x, wide, 3)[0],
            reference.encoder_block_forward(x, wide, 3)[0],
            "out with large scores",
        )

    def test_heads_that_do_not_divide_are_refused(self, student, rng):
        """A number of heads that is 0 or does not divide the features is a ValueError that names it."""
        x, params = draw(rng)
        for n_heads in (4, 0):
            with pytest.raises(ValueError, match="n_heads"):
                student.encoder_block_forward(x, params, n_heads)


def flat(function, heads):
    """The same forward with all arrays as arguments of their own."""
    return lambda x, *arrays: function(x, dict(zip(NAMES, arrays)), heads)


def spread(function):
    def backward(dout, cache):
        dx, grads = function(dout, cache)
        return (dx, *(grads[name] for name in NAMES))

    return backward


@exercise("encoder_block_backward")
class TestBackward:
    @points(3)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """dx and the gradients of all twelve arrays are those of the definition."""
        for sizes, heads in (((2, 5, 6, 7), 3), ((4, 4, 4, 4), 2)):
            x, params = draw(rng, *sizes)
            check_backward(
                flat(student.encoder_block_forward, heads),
                spread(student.encoder_block_backward),
                {"x": x, **params},
                flat(reference.encoder_block_forward, heads),
                spread(reference.encoder_block_backward),
                rng=rng,
            )

    @points(3)
    def test_gradients_by_differences(self, student, reference, rng):
        """The gradients are slopes of the loss."""
        x, params = draw(rng)
        gradcheck(
            flat(student.encoder_block_forward, 2),
            spread(student.encoder_block_backward),
            {"x": x, **params},
            reference=flat(reference.encoder_block_forward, 2),
            rng=rng,
        )

    def test_the_second_half(self, student, reference, rng):
        """The gradients of the last norm and of the network are those of the definition."""
        self.compare(student, reference, rng, ("W1", "c1", "W2", "c2", "g2", "b2"))

    def test_the_attention_and_its_norm(self, student, reference, rng):
        """The gradients of the first norm and of the four projections are those of the definition."""
        self.compare(student, reference, rng, ("Wq", "Wk", "Wv", "Wo", "g1", "b1"))

    def test_moving_a_whole_token(self, student, reference, rng):
        """The gradient of b2 is the sum of dout, and c2, added to every feature of a token alike, has no effect."""
        x, params = draw(rng)
        dout = rng.normal(size=x.shape)
        dx, grads = student.encoder_block_backward(dout, student.encoder_block_forward(x, params, 2)[1])
        right, _ = reference.encoder_block_backward(dout, reference.encoder_block_forward(x, params, 2)[1])
        assert_close(dx, right, "dx", axes=AXES)
        assert_close(grads["b2"], dout.sum(axis=(0, 1)), "gradient of b2")
        assert_close(float(grads["c2"].sum()), 0.0, "sum of the gradient of c2", atol=1e-9)

    def compare(self, student, reference, rng, names):
        x, params = draw(rng)
        dout = rng.normal(size=x.shape)
        _, grads = student.encoder_block_backward(dout, student.encoder_block_forward(x, params, 3)[1])
        _, right = reference.encoder_block_backward(dout, reference.encoder_block_forward(x, params, 3)[1])
        assert_equal(sorted(grads), sorted(NAMES), "names of the gradients")
        assert_grads_close({n: grads[n] for n in names}, {n: right[n] for n in names}, "gradients of the arrays")
