import numpy as np

from autograder.suite import assert_close, points

PARTS = "(squared bias, variance, total)"


def draw(rng, s=6, p=9):
    """Fits that miss the truth by different amounts at different points."""
    f_true = rng.normal(size=p)
    miss = np.linspace(-1.5, 2.5, p)
    return f_true + miss + rng.normal(size=(s, p)) * rng.uniform(0.5, 2, size=p), f_true


@points(3)
def test_three_parts(student, reference, rng):
    """Squared bias, variance and total are right."""
    for s, p in ((6, 9), (7, 7)):  # also with as many fits as points
        preds, f_true = draw(rng, s, p)
        expected = reference.bias_variance_decomposition(preds, f_true, 0.3)
        assert_close(student.bias_variance_decomposition(preds, f_true, 0.3), expected, PARTS)


def test_known_split(student):
    """Two fits at two points, worked out by hand, come out right."""
    preds = np.array([[1.0, 3.0], [3.0, 5.0]])
    assert_close(student.bias_variance_decomposition(preds, np.array([1.0, 4.0]), 0.25), (0.5, 1.0, 1.75), PARTS)


@points(2)
def test_bias_and_variance_are_the_whole_error(student, rng):
    """Squared bias + variance is exactly the mean squared distance of the predictions from the truth."""
    preds, f_true = draw(rng, s=4, p=7)
    bias2, var, total = student.bias_variance_decomposition(preds, f_true, 0.4)
    error = ((preds - f_true) ** 2).mean()
    assert_close(bias2 + var, error, "squared bias + variance")
    assert_close(total, error + 0.4, "total")


def test_one_data_set_has_no_variance(student, rng):
    """A single fit cannot vary: its error is all bias."""
    preds, f_true = draw(rng, s=1)
    error = ((preds - f_true) ** 2).mean()
    assert_close(student.bias_variance_decomposition(preds, f_true, 0.2), (error, 0.0, error + 0.2), PARTS)


def test_fits_that_are_right_on_average_have_no_bias(student, rng):
    """If the fits scatter evenly about the truth, all their error is variance."""
    f_true, off = rng.normal(size=5), rng.uniform(1, 2, size=(3, 5))
    preds = np.concatenate([f_true + off, f_true - off])
    spread = (off**2).mean()
    assert_close(student.bias_variance_decomposition(preds, f_true, 0.1), (0.0, spread, spread + 0.1), PARTS)


def test_shifting_every_fit_alike_changes_the_bias_only(student, rng):
    """A constant error, the same in every fit, adds to the bias and leaves the variance alone."""
    scatter, shift = rng.normal(size=(5, 4)), np.array([-3.0, 2.0, 1.0, -1.0])
    _, var, _ = student.bias_variance_decomposition(scatter, np.zeros(4), 0.0)
    moved = student.bias_variance_decomposition(scatter - scatter.mean(axis=0) + shift, np.zeros(4), 0.0)
    assert_close(moved[0], 15 / 4, "the squared bias of the shifted fits")
    assert_close(moved[1], var, "the variance of the shifted fits")
