import numpy as np
import pytest

from autograder.suite import assert_close, check_chi_square, check_rate, leaves_arguments, points


def probabilities(rng, n, c):
    p = rng.uniform(0.2, 1, size=(n, c))
    return p / p.sum(axis=1, keepdims=True)


def gaussian(rng, n=5, d=3):
    return rng.normal(size=(n, d)), rng.uniform(2, 5, size=(n, d))


@leaves_arguments
@points(3)
def test_heads_match_the_definition(student, reference, rng):
    """For every task the parameters are those of the definition."""
    for task, shape in (("binary", (6, 1)), ("multilabel", (4, 3)), ("multiclass", (5, 4)), ("multiclass", (4, 4))):
        raw = 2 * rng.normal(size=shape)
        assert_close(student.output_head(raw, task), reference.output_head(raw, task), "the parameters")
    for d in (3, 1, 4):
        raw = rng.normal(size=(5, 2 * d))
        for name, found, wanted in zip(
            ("mu", "var"), student.output_head(raw, "regression"), reference.output_head(raw, "regression"), strict=True
        ):
            assert_close(found, wanted, name)


def test_raw_outputs_come_back(student, rng):
    """The logit of a probability, and the logarithm of a variance, are the raw outputs; ratios of classes are differences."""
    raw = 2 * rng.normal(size=(5, 4))
    p = student.output_head(raw, "multilabel")
    assert_close(np.log(p / (1 - p)), raw, "the logits")
    P = student.output_head(raw, "multiclass")
    assert_close(np.log(P[:, 1:] / P[:, :1]), raw[:, 1:] - raw[:, :1], "the logarithms of ratios")
    mu, var = student.output_head(raw, "regression")
    assert_close(np.concatenate([mu, np.log(var)], axis=1), raw, "means and logarithms of variances")


def test_labels_do_not_compete(student, rng):
    """Raising one raw output changes its own probability and no other, if labels are independent; rows of classes sum to 1."""
    raw = rng.normal(size=(4, 3))
    more = raw + np.array([2.0, 0.0, 0.0])
    wanted = 1 / (1 + np.exp(-more))
    assert_close(student.output_head(more, "multilabel"), wanted, "the probabilities of labels")
    assert_close(student.output_head(more[:, :1], "binary"), wanted[:, :1], "the probability of yes")
    assert_close(np.sum(student.output_head(more, "multiclass"), axis=1), np.ones(4), "the sums of rows of classes")


def test_large_raw_outputs(student, reference, rng):
    """Raw outputs of a thousand, of either sign, give finite probabilities."""
    raw = np.array([[1000.0, -1000.0, 0.0], [-1000.0, -999.0, 998.0]]) + rng.uniform(size=(2, 3))
    for task in ("multilabel", "multiclass"):
        assert_close(student.output_head(raw, task), reference.output_head(raw, task), "the probabilities", atol=1e-12)


@leaves_arguments
@points(2)
def test_modes_and_means(student, reference, rng):
    """The mode and the mean are those of the table."""
    mu, var = gaussian(rng)
    p, P = rng.uniform(0.05, 0.95, size=(5, 3)), probabilities(rng, 5, 4)
    for how in ("mode", "mean"):
        assert_close(student.predict_from_params((mu, var), "regression", how), mu, f"the {how} of a Gaussian")
        for task, params in (("binary", p[:, :1]), ("multilabel", p), ("multiclass", P), ("multiclass", P[:4])):
            wanted = reference.predict_from_params(params, task, how)
            assert_close(student.predict_from_params(params, task, how), wanted, f"the {how}")


@leaves_arguments
@points(3)
def test_samples_for_given_u(student, reference, rng):
    """For given u the samples are those of the table, every row with its own u."""
    for n, d in ((5, 3), (4, 4)):
        mu, var = gaussian(rng, n, d)
        u = rng.normal(size=mu.shape)
        assert_close(
            student.predict_from_params((mu, var), "regression", "sample", u), mu + np.sqrt(var) * u, "samples of a Gaussian"
        )
    for task, shape in (("binary", (9, 1)), ("multilabel", (6, 4)), ("multilabel", (4, 4))):
        p, u = rng.uniform(0.1, 0.9, size=shape), rng.uniform(size=shape)
        assert_close(student.predict_from_params(p, task, "sample", u), (u < p).astype(float), "samples of labels")
    for n, c in ((12, 4), (5, 5)):
        P, u = probabilities(rng, n, c), rng.permutation((np.arange(n) + 0.5) / n)
        wanted = reference.predict_from_params(P, "multiclass", "sample", u)
        assert_close(student.predict_from_params(P, "multiclass", "sample", u), wanted, "samples of classes")


def test_the_border_and_ties(student):
    """p = 1/2 counts as yes; of equally probable classes the lower index counts."""
    p = np.array([[0.5, 0.49, 0.51]])
    assert_close(student.predict_from_params(p, "multilabel", "mode"), np.array([[1.0, 0.0, 1.0]]), "the mode of labels")
    assert_close(student.predict_from_params(p[:, :1], "binary", "mode"), np.array([[1.0]]), "the mode at 1/2")
    P = np.array([[0.2, 0.4, 0.4], [0.5, 0.5, 0.0]])
    assert_close(student.predict_from_params(P, "multiclass", "mode"), np.eye(3)[[1, 0]], "the mode of classes")


def test_the_ends_of_u(student):
    """u = 0 draws the first class with a positive probability, u at a border the next class, and rounding never runs out
    of classes."""
    P = np.array([[0.0, 0.25, 0.75], [0.25, 0.25, 0.5], [0.25, 0.25, 0.5], [0.3, 0.3, 0.4 - 1e-9]])
    found = student.predict_from_params(P, "multiclass", "sample", np.array([0.0, 0.25, 0.5, 1 - 1e-12]))
    assert_close(found, np.eye(3)[[1, 1, 2, 2]], "samples of classes")
    found = student.predict_from_params(np.array([[0.3], [0.0]]), "binary", "sample", np.array([[0.3], [0.0]]))
    assert_close(found, np.zeros((2, 1)), "samples at u = p")


def test_how_often_classes_and_labels_are_drawn(student, rng):
    """Over many samples, classes and labels come up as often as their probabilities say."""
    P = np.repeat(np.array([[0.5, 0.2, 0.3]]), 20_000, axis=0)
    drawn = np.asarray(student.predict_from_params(P, "multiclass", "sample", rng.uniform(size=20_000)))
    check_chi_square(np.bincount(drawn.argmax(axis=1), minlength=3), P[0], "the classes")
    p = np.full((20_000, 1), 0.3)
    yes = np.asarray(student.predict_from_params(p, "binary", "sample", rng.uniform(size=p.shape)))
    check_rate(int(yes.sum()), 20_000, 0.3, "the share of yes")


def test_bad_words_and_missing_noise_are_refused(student, rng):
    """Unknown tasks, unknown words for `how`, and a sample without u raise ValueError."""
    P = probabilities(rng, 3, 2)
    for arguments in (
        (P, "ranking", "mode"),
        (P, "multiclass", "median"),
        (P, "multiclass", "sample"),
        (P, "binary", "sample"),
    ):
        with pytest.raises(ValueError):
            student.predict_from_params(*arguments)
    with pytest.raises(ValueError):
        student.predict_from_params(gaussian(rng), "regression", "sample")
    with pytest.raises(ValueError):
        student.output_head(P, "softmax")


def test_draws_of_another_shape_are_refused(student, rng):
    """A u of another shape raises ValueError, also where numpy could stretch it: every entry needs a draw of its own."""
    P, normal = probabilities(rng, 4, 3), gaussian(rng)
    n, d = normal[0].shape
    for params, task, shape in (
        (normal, "regression", (1, d)),
        (normal, "regression", (n, 1)),
        (P, "multilabel", (1, 3)),
        (P[:, :1], "binary", (4,)),
        (P, "multiclass", (1,)),
        (P, "multiclass", (4, 1)),
        (P, "multiclass", (4, 3)),
    ):
        with pytest.raises(ValueError):
            student.predict_from_params(params, task, "sample", rng.random(shape))


def test_an_odd_number_of_columns_is_no_mean_and_variance(student, rng):
    """For regression the columns come in two halves, so an odd number raises ValueError."""
    for columns in (1, 5):
        with pytest.raises(ValueError):
            student.output_head(rng.normal(size=(4, columns)), "regression")
