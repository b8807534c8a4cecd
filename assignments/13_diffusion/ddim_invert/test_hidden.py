import numpy as np

from autograder.suite import assert_close, assert_equal, assert_true, load_given, points, show_curves

AXES = ("sample", "entry")
ALPHA_BAR = np.cumprod(1 - np.linspace(1e-4, 0.02, 1000))


def levels(rng, steps):
    """alpha_bar of a schedule with variances between 0.05 and 0.4, in no order."""
    beta = rng.permutation(np.linspace(0.05, 0.4, steps)) * rng.uniform(0.9, 1.1, size=steps)
    return np.cumprod(1 - beta)


def back(x, tau, alpha_bar, slope):
    """DDIM's samples from x, for a model that predicts slope[i] * x."""
    for j in reversed(range(len(tau))):
        here, there = alpha_bar[tau[j]], alpha_bar[tau[j - 1]] if j else 1.0
        eps = slope[tau[j]] * x
        x = np.sqrt(there / here) * (x - np.sqrt(1 - here) * eps) + np.sqrt(1 - there) * eps
    return x


@points(2)
def test_codes_match_the_definition(student, reference, rng):
    """With a model that is different at every step, the codes are those of the definition."""
    alpha_bar = levels(rng, 9)
    slope, offset = rng.uniform(0.1, 0.5, size=(2, 9, 1))
    x0 = rng.normal(size=(4, 3))
    for tau in (np.array([0, 3, 6, 8]), np.array([2, 3, 7])):
        theirs = student.given.affine.AffineModel(slope, offset)
        mine = load_given(__file__, "affine").AffineModel(slope, offset)
        out = student.ddim_invert(theirs, x0, tau, alpha_bar)
        assert_close(out, reference.ddim_invert(mine, x0, tau, alpha_bar), "the codes", axes=AXES)


def test_the_model_is_told_where_the_jump_leads(student, rng):
    """The model is asked once for every chosen index, from the first to the last, with an index for each sample."""
    n, tau = 3, np.array([1, 4, 6, 8])
    model = student.given.affine.AffineModel(np.full((9, 1), 0.2), np.zeros((9, 1)))
    student.ddim_invert(model, rng.normal(size=(n, 2)), tau, levels(rng, 9))
    asked = [np.asarray(i) for i in model.asked]
    assert_equal([i.shape for i in asked], [(n,)] * 4, "shapes of the indices that the model got")
    assert_equal(np.array(asked), np.repeat(tau[:, None], n, axis=1), "the indices")


@points(2)
def test_a_model_that_never_changes_its_mind(student, rng):
    """If the predicted noise is always the same picture, the code is the data noised with it, by whatever jumps."""
    alpha_bar = levels(rng, 8)
    picture = rng.normal(size=(2, 4))
    x0 = rng.normal(size=(3, 2, 4))
    for tau in (np.array([0, 2, 7]), np.array([3, 6]), np.array([7]), np.arange(8)):
        offset = np.tile(picture, (8, 1, 1))
        out = student.ddim_invert(student.given.affine.AffineModel(0 * offset, offset), x0, tau, alpha_bar)
        share = alpha_bar[tau[-1]]
        expected = np.sqrt(share) * x0 + np.sqrt(1 - share) * picture
        assert_close(out, expected, "the codes", axes=("sample", "row", "column"))


@points(2)
def test_there_and_back_with_more_and_more_jumps(student):
    """With the best model for normal data, sampling from a code leads back to the data, the closer the more jumps there are."""
    slope = (np.sqrt(1 - ALPHA_BAR) / (0.25 * ALPHA_BAR + 1 - ALPHA_BAR))[:, None]
    x0 = np.array([[0.7], [-0.3]])
    away = []
    for kept in (5, 10, 50, 200):
        tau = np.round(np.linspace(0, 999, kept)).astype(int)
        code = student.ddim_invert(student.given.affine.AffineModel(slope, 0 * slope), x0, tau, ALPHA_BAR)
        away.append(np.abs(back(np.asarray(code), tau, ALPHA_BAR, slope) - x0).max())
    show_curves({"yours": np.array(away)}, "how far from the data you come back, for more and more jumps")
    assert_true(bool((np.diff(away) < 0).all()), "more jumps do not lead closer to the data")
    assert_true(away[-1] < 0.02, "with 200 jumps the way back does not end near the data")


def test_between_two_codes(student, rng):
    """For a model that is a straight line, the code of a point half-way between two is half-way between their codes."""
    alpha_bar, tau = levels(rng, 9), np.array([0, 2, 5, 8])
    slope, offset = rng.uniform(0.1, 0.5, size=(2, 9, 1))
    one, other = rng.normal(size=(2, 3)) + 1.0
    model = student.given.affine.AffineModel(slope, offset)
    codes = np.asarray(student.ddim_invert(model, np.array([one, other, (one + other) / 2]), tau, alpha_bar))
    assert_close(codes[2], (codes[0] + codes[1]) / 2, "the code of the middle")
    again = student.ddim_invert(model, np.array([one, other]), tau, alpha_bar)
    assert_close(again, codes[:2], "the codes the second time", axes=AXES)
    assert_true(np.abs(codes[0] - codes[1]).max() > 1e-6, "different data have the same code")


def test_data_are_left_alone(student, reference, rng):
    """The codes are right, and the data are not overwritten by them."""
    alpha_bar, tau = levels(rng, 6), np.array([0, 3, 5])
    slope = rng.uniform(0.1, 0.5, size=(6, 1))
    x0 = rng.normal(size=(3, 2))
    expected = reference.ddim_invert(load_given(__file__, "affine").AffineModel(slope, slope), x0, tau, alpha_bar)
    model = student.given.affine.AffineModel(slope, slope)
    after = student.call(student.ddim_invert, model, x0, tau, alpha_bar, return_args=True)
    assert_close(after.result, expected, "the codes", axes=AXES)
    assert_close(after.args[1], x0, "the data as passed in")
