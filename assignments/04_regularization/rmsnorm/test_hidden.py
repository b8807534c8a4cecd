import numpy as np

from autograder.suite import assert_close, assert_true, check_pair, gradcheck_pair, leaves_arguments, points

AXES = {"x": ("batch", "time", "features"), "gamma": ("features",)}


def draw(rng, lead=(3, 5), d=4):
    """Rows of different size, none of them centred, and gammas that differ from each other."""
    x = rng.normal(size=(*lead, d)) * rng.uniform(0.5, 3, size=(*lead, 1)) + rng.uniform(0.5, 1.5, size=(*lead, 1))
    return {"x": x, "gamma": rng.permutation(np.linspace(0.5, 2, d))}


@points(2)
def test_output_is_the_vector_over_its_root_mean_square(student, reference, rng):
    """The output is gamma * x / rms, for inputs with one, two and three axes."""
    for lead in ((3, 5), (6,), (), (4, 4)):  # the last one with as many features as vectors
        given = draw(rng, lead)
        out, _ = student.rmsnorm_forward(*given.values())
        assert_close(out, reference.rmsnorm_forward(*given.values())[0], "out")


def test_known_vector(student):
    """A vector worked out by hand comes out right."""
    out, _ = student.rmsnorm_forward(np.array([[1.0, 2.0, 3.0, 4.0], [-4.0, -3.0, -2.0, -1.0]]), np.ones(4), 0.0)
    right = np.array([0.365148, 0.730297, 1.095445, 1.460593])
    assert_close(out, np.stack([right, -right[::-1]]), "out", atol=1e-6)


def test_the_scale_does_not_matter_but_the_place_does(student, reference, rng):
    """Stretching a vector changes nothing (for a tiny eps); shifting it does, since no mean is subtracted."""
    x, gamma = draw(rng).values()
    out, _ = student.rmsnorm_forward(x, gamma, 1e-12)
    assert_close(out, reference.rmsnorm_forward(x, gamma, 1e-12)[0], "out")
    stretched, _ = student.rmsnorm_forward(x * rng.uniform(2, 5, size=(3, 5, 1)), gamma, 1e-12)
    assert_close(stretched, out, "out of the stretched vectors", rtol=1e-6)
    shifted, _ = student.rmsnorm_forward(x + 1, gamma, 1e-12)
    assert_true(np.abs(shifted - out).max(axis=-1).min() > 1e-6, "shifting a vector changes nothing")


def test_eps_stands_under_the_root(student, reference, rng):
    """A vector of small entries is kept small by eps, which is added to the mean square."""
    x, gamma = draw(rng).values()
    for eps in ((), (0.01,)):
        out, _ = student.rmsnorm_forward(x * 1e-3, gamma, *eps)
        assert_close(out, reference.rmsnorm_forward(x * 1e-3, gamma, *eps)[0], "out for small vectors")


@leaves_arguments
@points(3)
def test_gradients_match_the_definition(student, reference, rng):
    """dx and dgamma are the gradients of the forward pass, for inputs of three axes."""
    for lead in ((3, 5), (4, 4)):
        check_pair(student, reference, "rmsnorm", draw(rng, lead), rng=rng, axes=AXES)


@points(2)
def test_gradients_agree_with_finite_differences(student, reference, rng):
    """Nudging x or gamma changes the loss as the gradients say, for an input of two axes."""
    gradcheck_pair(student, reference, "rmsnorm", draw(rng, lead=(7,), d=5), rng=rng)


def test_dx_is_orthogonal_to_x(student, reference, rng):
    """Stretching a vector changes nothing, so dx is orthogonal to x (as eps goes to 0)."""
    x, gamma = draw(rng, d=6).values()
    _, cache = student.rmsnorm_forward(x, gamma, 1e-12)
    dout = rng.normal(size=(3, 5, 6))
    dx, dgamma = student.rmsnorm_backward(dout, cache)
    assert_close(dgamma, reference.rmsnorm_backward(dout, reference.rmsnorm_forward(x, gamma, 1e-12)[1])[1], "dgamma")
    assert_true(np.ptp(dx, axis=-1).min() > 1e-9, "dx does not vary from feature to feature")
    assert_close(np.sum(dx * x, axis=-1), np.zeros((3, 5)), "sum of dx * x", atol=1e-7)


def test_gamma_collects_from_all_vectors(student, reference, rng):
    """gamma is shared by all vectors, so its gradient is a sum over all leading axes, however many there are."""
    x, gamma = draw(rng, lead=(3, 2, 5)).values()
    _, cache = student.rmsnorm_forward(x, gamma)
    dout = rng.normal(size=(3, 2, 5, 4))
    _, dgamma = student.rmsnorm_backward(dout, cache)
    assert_close(dgamma, reference.rmsnorm_backward(dout, reference.rmsnorm_forward(x, gamma)[1])[1], "dgamma")
