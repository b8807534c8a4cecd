import numpy as np

from autograder.suite import assert_close, assert_true, definition, first_divergence, points

N, D, H, K = 7, 4, 5, 2


def shapes(d, h, k):
    return {"w1": (d, h), "b1": (h,), "w2": (h, k), "b2": (k,), "w3": (k, h), "b3": (h,), "w4": (h, d), "b4": (d,)}


def steps(x, p):
    """What the statement names, by the statement's names."""
    h1 = np.maximum(x @ p["w1"] + p["b1"], 0)
    z = h1 @ p["w2"] + p["b2"]
    h2 = np.maximum(z @ p["w3"] + p["b3"], 0)
    return {"h1": h1, "z": z, "h2": h2, "xhat": h2 @ p["w4"] + p["b4"]}


def draw(rng, d=D, h=H, k=K, n=N):
    """Samples and a net in which most ReLUs are off for some samples and on for others, and z and xhat have both signs."""
    while True:
        x = rng.normal(size=(n, d))
        params = {name: rng.normal(size=shape) for name, shape in shapes(d, h, k).items()}
        held = steps(x, params)
        on = [(held[name] > 0).mean(axis=0) for name in ("h1", "h2")]
        working = all(np.mean((share > 0) & (share < 1)) > 0.5 for share in on)
        both_signs = all((held[name] < -0.3).any() and (held[name] > 0.3).any() for name in ("z", "xhat"))
        if working and both_signs:
            return x, params


def check(student, x, params):
    (xhat, z), cache = student.ae_mlp_forward(x, params)
    right = steps(x, params)
    with first_divergence(cache, right):
        assert_close(z, right["z"], "z", axes=("sample", "code unit"))
        assert_close(xhat, right["xhat"], "xhat", axes=("sample", "feature"))


@definition
@points(2)
def test_the_code(student, rng):
    """z is what the first two layers make of x, with a ReLU between them and none behind."""
    for n in (N, D):  # also with as many samples as features
        x, params = draw(rng, n=n)
        (_, z), cache = student.ae_mlp_forward(x, params)
        right = steps(x, params)
        with first_divergence(cache, right):
            assert_close(z, right["z"], "z", axes=("sample", "code unit"))


@definition
@points(3)
def test_the_reconstruction(student, rng):
    """xhat is what the last two layers make of the code."""
    x, params = draw(rng)
    (xhat, _), cache = student.ae_mlp_forward(x, params)
    right = steps(x, params)
    with first_divergence(cache, right):
        assert_close(xhat, right["xhat"], "xhat", axes=("sample", "feature"))


def test_a_code_as_wide_as_the_hidden_layers(student, rng):
    """Where the code has as many units as the hidden layers, code and reconstruction are right, too."""
    check(student, *draw(rng, d=3, h=4, k=4))


def test_all_that_is_known_of_x_is_the_code(student, rng):
    """A different encoder that arrives at the same codes gives the same reconstructions."""
    x, params = draw(rng, d=3, h=4, k=4)
    (xhat, z), _ = student.ae_mlp_forward(x, params)
    assert_true(np.ptp(xhat, axis=0).min() > 1e-9, "the reconstructions do not vary")
    scale = np.array([0.5, 2.0, 4.0, 0.25])  # relu(c a) = c relu(a) for positive c
    order = np.roll(np.arange(4), 1)
    other = dict(params, w1=(params["w1"] * scale)[:, order], b1=(params["b1"] * scale)[order])
    other["w2"] = (params["w2"] / scale[:, None])[order]
    (again, same), _ = student.ae_mlp_forward(x, other)
    assert_close(same, z, "z by the other encoder")
    assert_close(again, xhat, "xhat by the other encoder")


def test_a_silent_code_makes_all_reconstructions_alike(student, rng):
    """If the weights into the code are 0, the code is its bias, and all samples have the same reconstruction."""
    x, params = draw(rng)
    params["w2"] = np.zeros((H, K))
    (xhat, z), _ = student.ae_mlp_forward(x, params)
    assert_close(z, np.tile(params["b2"], (N, 1)), "z")
    right = steps(x, params)["xhat"]
    assert_close(xhat, right, "xhat", axes=("sample", "feature"))


def test_the_decoder_has_weights_of_its_own(student, rng):
    """Turning the sign of w3 and b3 changes the reconstruction as it should, and leaves the code."""
    x, params = draw(rng)
    (_, z), _ = student.ae_mlp_forward(x, params)
    turned = dict(params, w3=-params["w3"], b3=-params["b3"])
    (xhat, same), _ = student.ae_mlp_forward(x, turned)
    assert_close(same, z, "z")
    assert_close(xhat, steps(x, turned)["xhat"], "xhat", axes=("sample", "feature"))


def test_arguments_are_left_alone(student, rng):
    """Samples and weights are as they were, and the results right."""
    x, params = draw(rng)
    after = student.call(student.ae_mlp_forward, x, params, return_args=True)
    right = steps(x, params)
    assert_close(after.result[0], (right["xhat"], right["z"]), "xhat and z")
    assert_close(after.args[0], x, "x")
    assert_close(after.args[1], params, "params")
