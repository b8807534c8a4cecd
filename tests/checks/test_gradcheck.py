"""How gradcheck is called, what it notices beside a wrong slope, and what its messages say."""

from __future__ import annotations

import numpy as np
import pytest

from autograder.checks import CheckFailed, Inconclusive, gradcheck
from tests.checks.operations import (
    BY_NAME,
    batchnorm_backward,
    batchnorm_forward,
    changed,
    linear_backward,
    linear_forward,
    relu_backward,
    relu_forward,
    rnn_backward,
    rnn_forward,
)


@pytest.fixture
def rng():
    return np.random.default_rng(7)


def failure(*args, **kwargs) -> CheckFailed:
    with pytest.raises(CheckFailed) as caught:
        gradcheck(*args, **kwargs)
    return caught.value


def batch(rng):
    return BY_NAME["batchnorm"].draw(rng)


# Forms of the call


def test_further_arguments_reach_the_forward(rng):
    seen = []

    def forward(x, gamma, beta, eps, *, momentum):
        seen.append((eps, momentum))
        return batchnorm_forward(x, gamma, beta, eps)

    gradcheck(forward, batchnorm_backward, batch(rng), args=(1e-3,), kwargs={"momentum": 0.9}, rng=rng)
    assert set(seen) == {(1e-3, 0.9)}


def test_without_a_cache_the_backward_gets_the_inputs(rng):
    inputs = {"x": rng.standard_normal((4, 3)), "w": rng.standard_normal((3, 2))}
    gradcheck(lambda x, w: x @ w, lambda dout, x, w: (dout @ w.T, x.T @ dout), inputs, cache=False, rng=rng)


def test_gradients_may_come_as_dict_list_or_nested(rng):
    x, w, b = (linear_draw := BY_NAME["linear"].draw(rng)).values()
    del x, w, b
    forms = [
        lambda g: {"dx": g[0], "dw": g[1], "db": g[2]},
        lambda g: {"b": g[2], "x": g[0], "w": g[1]},
        lambda g: list(g),
        lambda g: (g[0], [(g[1], g[2])]),
    ]
    for form in forms:
        gradcheck(linear_forward, lambda d, c, form=form: form(linear_backward(d, c)), linear_draw, rng=rng)
    text = failure(linear_forward, lambda d, c: dict.fromkeys("abc", 0.0), linear_draw, rng=rng).public
    assert "'dx', 'dw' and 'db'" in text


def test_only_some_inputs_or_outputs_may_be_differentiated(rng):
    gradcheck(
        lambda x, w: (x @ w, np.argmax(x @ w, 1), (x, w)),
        lambda dout, cache: cache[0].T @ dout,
        {"x": rng.standard_normal((4, 3)), "w": rng.standard_normal((3, 2))},
        wrt=["w"],
        outputs=[0],
        rng=rng,
    )


def test_numbers_may_be_inputs_and_outputs(rng):
    seen = []

    def forward(x, alpha):
        seen.append(type(alpha))
        return float(np.where(x > 0, x, alpha * x).sum()), (x, alpha)

    def backward(dout, cache):
        x, alpha = cache
        return dout * np.where(x > 0, 1, alpha), float((dout * x * (x <= 0)).sum())

    gradcheck(forward, backward, {"x": rng.standard_normal(6), "alpha": 0.3}, rng=rng)
    assert set(seen) == {float}


def test_torch_tensors_go_in_and_come_out(rng):
    torch = pytest.importorskip("torch")
    x = torch.tensor(rng.standard_normal((4, 3)))

    def forward(x):
        assert x.dtype == torch.float64
        return torch.tanh(x), x

    gradcheck(forward, lambda d, x: d * (1 - torch.tanh(x) ** 2), {"x": x}, rng=rng)
    found = failure(forward, lambda d, x: 2 * d * (1 - torch.tanh(x) ** 2), {"x": x}, rng=rng)
    assert "exactly 2 times too large" in found.public


def test_in_place_and_cache_consuming_code_is_right_code(rng):
    def forward(x):
        y = x.copy()
        y *= y
        return y, [x]

    def backward(dout, cache):
        return 2 * dout * cache.pop()

    gradcheck(forward, backward, {"x": rng.standard_normal((5, 2))}, rng=rng)


def test_inputs_are_left_alone(rng):
    inputs = batch(rng)
    before = {k: v.copy() for k, v in inputs.items()}
    gradcheck(batchnorm_forward, batchnorm_backward, inputs, rng=rng)
    for name in inputs:
        np.testing.assert_array_equal(inputs[name], before[name])


def test_the_same_rng_gives_the_same_message():
    def once():
        rng = np.random.default_rng(3)
        wrong = changed(batchnorm_backward, 0, lambda g: g + g**2)
        wrong_scaled = lambda d, c: wrong(d, c)
        return str(failure(batchnorm_forward, wrong_scaled, batch(rng), rng=rng))

    assert once() == once()


# What it notices


def test_shape_count_nan_and_type_of_gradients(rng):
    inputs = batch(rng)
    cases = [
        (
            changed(batchnorm_backward, 2, lambda g: g[None]),
            "dbeta has shape (1, 5), expected (5,), the shape of beta",
        ),
        (lambda d, c: batchnorm_backward(d, c)[:2], "returns 2 gradients, expected 3: dx, dgamma, dbeta"),
        (changed(batchnorm_backward, 1, lambda g: g * np.nan), "dgamma: all 5 entries are NaN"),
        (lambda d, c: None, "returns None, expected 3"),
        (changed(batchnorm_backward, 0, lambda g: "dx"), "dx: expected an array of shape (7, 5), got text"),
        (changed(batchnorm_backward, 0, lambda g: g.astype(int)), "dx has dtype int64, expected floats"),
    ]
    for wrong, text in cases:
        assert text in failure(batchnorm_forward, wrong, inputs, rng=rng).public


def test_the_forward_must_return_what_was_asked(rng):
    x = {"x": rng.standard_normal((3, 4))}
    assert "expected a tuple (out, cache)" in failure(lambda x: x, relu_backward, x, rng=rng).public
    assert "got None" in failure(lambda x: None, relu_backward, x, rng=rng).public
    assert "NaN" in failure(lambda x: (x * np.nan, x), relu_backward, x, rng=rng).public
    single = failure(lambda x: (np.maximum(x, 0).astype(np.float32), x), relu_backward, x, rng=rng)
    assert "float32" in single.public


def test_a_forward_that_draws_random_numbers_is_named(rng):
    noise = np.random.default_rng(0)
    found = failure(
        lambda x: (x * (mask := noise.random(x.shape) > 0.5), mask),
        lambda d, mask: d * mask,
        {"x": rng.standard_normal((6, 6))},
        rng=rng,
    )
    assert found.where["reason"] == "repeatable"


def test_changing_an_argument_in_place_is_named_unless_allowed(rng):
    def forward(x):
        x *= 2
        return x.copy(), None

    def backward(dout, cache):
        dout *= 2
        return dout

    x = {"x": rng.standard_normal(5)}
    assert "the forward changes its argument x" in failure(forward, backward, x, rng=rng).public
    found = failure(lambda x: (2 * x, None), backward, x, rng=rng)
    assert "the backward changes its argument dout" in found.public
    gradcheck(forward, backward, x, rng=rng, pure=False)


def test_a_zero_cotangent_must_give_a_zero_gradient(rng):
    found = failure(
        relu_forward,
        lambda d, x: np.where(d == 0, 1.0, relu_backward(d, x)),
        {"x": rng.standard_normal(8)},
        rng=rng,
    )
    assert found.where["reason"] == "zero_cotangent"


def test_a_backward_that_is_not_linear_is_told_so(rng):
    wrong = lambda d, c: batchnorm_backward(d * np.abs(d), c)
    assert "not even linear in dout" in failure(batchnorm_forward, wrong, batch(rng), rng=rng).public


# Kinks


def test_inputs_on_a_kink_are_inconclusive_or_drawn_again(rng):
    on_kink = {"x": np.zeros((3, 4))}
    with pytest.raises(Inconclusive):
        gradcheck(relu_forward, relu_backward, on_kink, rng=rng)
    report = gradcheck(relu_forward, relu_backward, on_kink, rng=rng, redraw=lambda: {"x": rng.standard_normal((3, 4))})
    assert report.redraws == 1


def test_a_kink_of_the_reference_is_no_failure_of_the_student(rng):
    with pytest.raises(Inconclusive):
        gradcheck(relu_forward, relu_backward, {"x": np.zeros(4)}, reference=relu_forward, rng=rng)


def test_a_kink_that_the_reference_lacks_is_a_failure(rng):
    reference = lambda x: (np.tanh(x), x)
    kinked = lambda x: (2 * np.tanh(x) + np.abs(x - point), x)
    point = rng.standard_normal((3, 4))
    found = failure(kinked, lambda d, x: 2 * d * (1 - np.tanh(x) ** 2), {"x": point.copy()}, reference=reference, rng=rng)
    assert found.where["reason"] == "kink"


# What it says


def test_the_message_names_argument_factor_and_what_is_right(rng):
    wrong = changed(batchnorm_backward, 2, lambda g: g / 7)
    for options in ({}, {"reference": batchnorm_forward, "reference_backward": batchnorm_backward}):
        found = failure(batchnorm_forward, wrong, batch(rng), rng=rng, sizes={"the batch size": 7}, **options)
        assert found.public.startswith("dbeta is not the derivative with respect to beta: all 5 entries differ")
        assert "(dx and dgamma are right)" in found.public
        assert "exactly 1/7 times what it should be: 7 is the batch size" in found.public
        assert found.where["wrong_arguments"] == ["beta"]
        assert found.where["relation"] == "factor"
        assert found.actual.shape == found.expected.shape == (5,)


def test_the_message_names_time_steps(rng):
    inputs = BY_NAME["rnn"].draw(rng)

    def wrong(dh, cache):
        dx, *rest = rnn_backward(dh, cache)
        dx[:, 0] = 0
        return dx, *rest

    found = failure(rnn_forward, wrong, inputs, rng=rng, axes={"x": ("batch", "time", "features")})
    assert "only in time index 0" in found.public
    assert found.where["axes"][1] == [0]


def test_a_large_gradient_is_searched_by_slices(rng):
    wrong = lambda d, x: relu_backward(d, x) * np.where(np.arange(100) == 50, 3.0, 1.0)
    found = failure(relu_forward, wrong, {"x": rng.standard_normal((120, 100))}, rng=rng)
    assert "only in column 50" in found.public
    assert "exactly 3 times too large" in found.public


def test_public_text_has_no_value_of_any_array(rng):
    for wrong in BY_NAME["batchnorm"].wrong.values():
        inputs = batch(rng)
        found = failure(batchnorm_forward, wrong, inputs, rng=rng)
        for array in [*inputs.values(), found.actual, found.expected]:
            for value in np.ravel(array):
                assert f"{abs(value):.3g}" not in found.public or abs(value) < 1e-9
        assert "expected" in found.detail and "slope" in found.detail


def test_at_most_twelve_forwards_at_any_size(rng):
    for n in (10, 100, 1000):
        calls = []

        def forward(x, calls=calls):
            calls.append(1)
            return np.tanh(x), x

        report = gradcheck(forward, lambda d, x: d * (1 - np.tanh(x) ** 2), {"x": rng.standard_normal((n, 10))}, rng=rng)
        assert len(calls) == report.forwards <= 12
