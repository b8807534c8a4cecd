import numpy as np
import pytest

from autograder.suite import (
    Rng,
    assert_between,
    assert_close,
    assert_shape,
    check_independent,
    check_ks,
    check_mean,
    check_variance,
    definition,
    exercise,
    points,
)


def source(rng):
    return Rng("numpy", int(rng.integers(2**32)))


def check_weights(W, shape, variance, dist, name):
    """Draws of the right shape from the right distribution, with mean 0."""
    assert_shape(W, shape, name)
    entries = np.asarray(W).ravel()
    kurtosis = 1.8 if dist == "uniform" else 3.0
    check_variance(entries, variance, kurtosis, f"the {name}")
    check_mean(entries, 0.0, np.sqrt(variance), f"the {name}", kurtosis=kurtosis)
    bound = np.sqrt(3 * variance)
    if dist == "uniform":
        assert_between(entries, -bound * (1 + 1e-12), bound * (1 + 1e-12), f"the {name}")
        check_ks(entries, lambda w: np.clip((np.asarray(w) + bound) / (2 * bound), 0, 1), f"the {name}")
    else:
        from scipy.stats import norm

        check_ks(entries, norm(0, np.sqrt(variance)).cdf, f"the {name}")


@exercise("kaiming_init")
class TestXavier:
    @points(2)
    @definition
    def test_the_variance_of_both_ends(self, student, rng):
        """Xavier, mode "avg": variance 2 / (D_in + D_out), uniform by default, for tall and wide shapes."""
        for shape in [(300, 100), (60, 240)]:
            variance = 2 / sum(shape)
            check_weights(student.xavier_init(shape, source(rng)), shape, variance, "uniform", "uniform weights")
            W = student.xavier_init(shape, source(rng), dist="normal", mode="avg")
            check_weights(W, shape, variance, "normal", "normal weights")

    @definition
    def test_the_variance_of_one_end(self, student, rng):
        """Xavier, mode "fan_in": variance 1 / D_in."""
        for dist in ("uniform", "normal"):
            W = student.xavier_init((240, 60), source(rng), dist, "fan_in")
            check_weights(W, (240, 60), 1 / 240, dist, f"{dist} weights")

    @definition
    def test_the_range(self, student, rng):
        """Xavier: for 100 inputs and 50 outputs the uniform weights fill the range from -0.2 to 0.2."""
        W = np.asarray(student.xavier_init((100, 50), source(rng)))
        assert_between(W, -0.2 - 1e-12, 0.2 + 1e-12, "the weights")
        assert_between(np.array([W.min(), -W.max()]), -0.2, -0.198, "the ends of the range that is filled")

    def test_names_that_do_not_exist(self, student):
        """Xavier: another distribution or mode raises a ValueError."""
        for settings in ({"dist": "cauchy"}, {"mode": "fan_out"}):
            with pytest.raises(ValueError):
                student.xavier_init((3, 4), Rng("numpy", 0), **settings)


@exercise("kaiming_init")
class TestKaiming:
    def test_a_single_input_or_output(self, student, rng):
        """Xavier and Kaiming: a layer may have one input or one output."""
        for init in (student.xavier_init, student.kaiming_init):
            for shape in [(1, 7), (7, 1)]:
                W = init(shape, source(rng), dist="uniform")
                assert_shape(W, shape, "the weights")
                assert_between(float(np.abs(W).max()), 1e-9, 3.0, "the greatest weight")

    @points(2)
    @definition
    def test_the_variance_of_the_inputs(self, student, rng):
        """Kaiming: variance 2 / D_in, normal by default, for tall and wide shapes."""
        for shape in [(300, 100), (60, 240)]:
            check_weights(student.kaiming_init(shape, source(rng)), shape, 2 / shape[0], "normal", "normal weights")
            W = student.kaiming_init(shape, source(rng), dist="uniform")
            check_weights(W, shape, 2 / shape[0], "uniform", "uniform weights")

    @definition
    def test_another_gain(self, student, rng):
        """Kaiming: the squared gain multiplies the variance, in both distributions."""
        for dist in ("normal", "uniform"):
            W = student.kaiming_init((150, 90), source(rng), dist, 1 / 3)
            check_weights(W, (150, 90), 1 / 450, dist, f"{dist} weights")

    @points(2)
    @definition
    def test_signals_stay_alive(self, student, rng):
        """Kaiming: through 20 layers with ReLU, the second moment stays of the same order."""
        h = rng.normal(size=(200, 200))
        for width in [100, 250] * 10:
            z = h @ np.asarray(student.kaiming_init((h.shape[1], width), source(rng)))
            h = np.maximum(z, 0)
        assert_between(float(np.mean(z**2)), 0.02, 150.0, "the mean square of the last pre-activations")

    def test_the_generator_decides(self, student, rng):
        """Xavier and Kaiming: the same generator gives the same weights, another one others, in both distributions."""
        for init in (student.xavier_init, student.kaiming_init):
            for dist in ("uniform", "normal"):
                one = source(rng)
                W = np.asarray(init((6, 4), one, dist))
                assert_close(init((6, 4), one, dist), W, "the weights from the same generator")
                others = np.asarray(init((6, 4), source(rng), dist))
                assert_between(float(np.abs(W - others).max()), 1e-3, 100.0, "the difference of two draws")

    def test_draws_are_independent(self, student, rng):
        """Kaiming: neighbouring weights have nothing to do with each other."""
        W = np.asarray(student.kaiming_init((200, 100), source(rng)))
        check_independent(W[:, 0::2].ravel(), W[:, 1::2].ravel(), "neighbouring weights")
        check_independent(W[0::2].ravel(), W[1::2].ravel(), "weights of neighbouring inputs")

    def test_names_that_do_not_exist(self, student):
        """Kaiming: another distribution raises a ValueError."""
        with pytest.raises(ValueError):
            student.kaiming_init((3, 4), Rng("numpy", 0), dist="cauchy")


@exercise("orthogonal_init")
class TestOrthogonal:
    @points(2)
    @definition
    def test_products_of_columns_or_rows(self, student, rng):
        """Columns of a tall or square matrix, rows of a wide one: orthogonal to each other, and of length gain."""
        for (p, q), gain in [((7, 4), 1.0), ((4, 7), 1.0), ((5, 5), 1.5), ((6, 3), 0.5), ((3, 6), 2.0)]:
            W = student.orthogonal_init((p, q), source(rng), gain)
            assert_shape(W, (p, q), "W")
            products = W.T @ W if p >= q else W @ W.T
            assert_close(products, gain**2 * np.eye(min(p, q)), "the products", atol=1e-9)

    def test_a_single_column_or_row(self, student, rng):
        """One column, or one row, is a vector of length gain."""
        for shape in [(5, 1), (1, 5)]:
            W = student.orthogonal_init(shape, source(rng), 1.5)
            assert_shape(W, shape, "W")
            assert_close(float(np.linalg.norm(W)), 1.5, "the length of W")

    def test_lengths_are_kept(self, student, rng):
        """A square matrix changes no length, whatever the input."""
        W = student.orthogonal_init((6, 6), source(rng))
        x = rng.normal(size=(4, 6))
        assert_close(np.linalg.norm(x @ W, axis=1), np.linalg.norm(x, axis=1), "the lengths")

    @points(2)
    @definition
    def test_all_directions_are_equally_likely(self, student, rng):
        """Over many draws every entry has mean 0: no sign is preferred."""
        draws = np.array([student.orthogonal_init((3, 3), source(rng)) for _ in range(250)])
        for entries in draws.reshape(250, 9).T:
            check_mean(entries, 0.0, np.sqrt(1 / 3), "an entry over many draws", kurtosis=1.8)
        for i, j in ((0, 1), (0, 2), (1, 2)):  # a sign drawn for the whole matrix would leave these
            products = draws[:, i, i] * draws[:, j, j]
            check_mean(products, 0.0, np.sqrt(2 / 15), "the product of two diagonal entries over many draws", kurtosis=3.2)

    def test_fresh_draws(self, student, rng):
        """Another generator gives another matrix, the same one the same."""
        one = source(rng)
        W = np.asarray(student.orthogonal_init((4, 3), one))
        assert_close(student.orthogonal_init((4, 3), one), W, "W from the same generator")
        assert_between(
            float(np.abs(W - student.orthogonal_init((4, 3), source(rng))).max()), 0.01, 2.0, "the difference of two draws"
        )
