from itertools import combinations, product

import numpy as np
import pytest

from autograder.suite import assert_close, exercise, leaves_arguments, points, signed


def examples(rng, N=7, D=3):
    """Gradients of single examples of a loss that is no quadratic; each example has its own."""
    a, b = signed(rng, (N, D)), signed(rng, (N, D))
    return lambda theta, idx: a[idx] * np.tanh(theta) + b[idx]


@exercise("minibatch_sgd")
class TestSgd:
    @points(2)
    def test_a_step_for_each_batch(self, student, reference, rng):
        """Every batch makes one step with the mean of its gradients, taken where the step before has led."""
        grads, theta0 = examples(rng), signed(rng, 3)
        batches = [np.array([0, 3]), np.array([5, 1, 4]), np.array([2])]
        assert_close(
            student.minibatch_sgd(grads, theta0, batches, 0.3),
            reference.minibatch_sgd(grads, theta0, batches, 0.3),
            "the trajectory",
        )

    @points(2)
    def test_sums(self, student, reference, rng):
        """With reduction "sum" the gradients of a batch are added up."""
        grads, theta0 = examples(rng, D=4), signed(rng, 4)
        batches = [np.array([6, 0, 2, 1]), np.array([3, 5])]
        wanted = reference.minibatch_sgd(grads, theta0, batches, 0.1, reduction="sum")
        assert_close(student.minibatch_sgd(grads, theta0, batches, 0.1, reduction="sum"), wanted, "the trajectory")

    def test_all_examples_at_once(self, student, reference, rng):
        """One batch of all examples is a step of gradient descent on the mean loss."""
        grads, theta0 = examples(rng), signed(rng, 3)
        everyone = np.arange(7)
        wanted = theta0 - 0.2 * grads(theta0, everyone).mean(axis=0)
        assert_close(
            student.minibatch_sgd(grads, theta0, [everyone], 0.2, reduction="mean")[1], wanted, "the point after the step"
        )

    def test_the_last_batch_may_be_smaller(self, student, reference, rng):
        """A batch of one example moves by that example's whole gradient."""
        grads, theta0 = examples(rng), signed(rng, 3)
        batches = [np.array([0, 1, 2]), np.array([3, 4, 5]), np.array([6])]
        path = np.asarray(student.minibatch_sgd(grads, theta0, batches, 0.25))
        assert_close(path[3] - path[2], -0.25 * grads(path[2], np.array([6]))[0], "the last move")
        assert_close(path[0], theta0, "the first row")

    def test_other_reductions_are_refused(self, student, rng):
        """A reduction that is neither mean nor sum raises a ValueError."""
        with pytest.raises(ValueError):
            student.minibatch_sgd(examples(rng), np.ones(3), [np.array([0, 1])], 0.1, reduction="max")


@exercise("minibatch_gradient_variance")
class TestAccumulate:
    @points(2)
    @leaves_arguments
    def test_the_full_gradient_from_its_parts(self, student, reference, rng):
        """The parts give the mean gradient of all examples, also if the last part is smaller."""
        G = signed(rng, (11, 2, 3))
        sizes = [4, 4, 3]
        parts = [part.mean(axis=0) for part in np.split(G, [4, 8])]
        got = student.accumulate_gradients(parts, sizes)
        assert_close(got, reference.accumulate_gradients(parts, sizes), "the gradient")
        assert_close(got, G.mean(axis=0), "the gradient")

    def test_a_single_example_left_over(self, student, rng):
        """A part of one example counts as one example."""
        G = signed(rng, (6, 4))
        assert_close(student.accumulate_gradients([G[:5].mean(axis=0), G[5]], [5, 1]), G.mean(axis=0), "the gradient")

    def test_one_part_alone(self, student, rng):
        """A single part is the whole set; another number of sizes than of gradients raises a ValueError."""
        g = signed(rng, 3)
        assert_close(student.accumulate_gradients([g], [7]), g, "the gradient")
        for sizes in ([7], [7, 5, 4]):
            with pytest.raises(ValueError):
                student.accumulate_gradients([g, 2 * g], sizes)

    def test_equal_parts(self, student, rng):
        """Parts of equal size: the gradient is their mean."""
        parts = [signed(rng, 3) for _ in range(4)]
        assert_close(student.accumulate_gradients(parts, [5] * 4), np.mean(parts, axis=0), "the gradient")


@exercise("minibatch_gradient_variance")
class TestVariance:
    @points(2)
    @leaves_arguments
    def test_matches_the_formula(self, student, reference, rng):
        """Both ways of drawing, several batch sizes."""
        G = signed(rng, (9, 3))
        for B, replace in [(1, True), (4, True), (12, True), (1, False), (4, False), (8, False)]:
            wanted = reference.minibatch_gradient_variance(G, B, replace)
            assert_close(student.minibatch_gradient_variance(G, B, replace), wanted, "the variance")
        square = signed(rng, (4, 4))  # as many examples as coordinates
        wanted = reference.minibatch_gradient_variance(square, 2, False)
        assert_close(student.minibatch_gradient_variance(square, 2, False), wanted, "the variance")

    def test_two_examples(self, student, rng):
        """Of two examples one is drawn: the variance is a quarter of the squared difference, either way."""
        G = signed(rng, (2, 3))
        for replace in (True, False):
            got = student.minibatch_gradient_variance(G, 1, replace)
            assert_close(got, (G[0] - G[1]) ** 2 / 4, "the variance")

    @points(2)
    def test_all_possible_batches(self, student, rng):
        """The variance over all batches that can be drawn, one by one."""
        G = signed(rng, (5, 2))
        for B in (2, 3):
            with_ = np.array([G[list(rows)].mean(axis=0) for rows in product(range(5), repeat=B)])
            without = np.array([G[list(rows)].mean(axis=0) for rows in combinations(range(5), B)])
            assert_close(student.minibatch_gradient_variance(G, B, True), with_.var(axis=0), "the variance with replacement")
            assert_close(
                student.minibatch_gradient_variance(G, B, False), without.var(axis=0), "the variance without replacement"
            )

    def test_four_numbers(self, student):
        """Gradients 1, 2, 4 and 9, against values worked out beforehand."""
        G = np.array([[1.0], [2.0], [4.0], [9.0]])
        for B, with_, without in [(2, 4.75, 19 / 6), (3, 19 / 6, 19 / 18)]:
            assert_close(student.minibatch_gradient_variance(G, B, True), np.full(1, with_), "the variance with replacement")
            assert_close(
                student.minibatch_gradient_variance(G, B, False), np.full(1, without), "the variance without replacement"
            )

    def test_no_noise_in_the_whole_set(self, student, rng):
        """A batch of all examples, drawn without replacement, has no variance."""
        got = student.minibatch_gradient_variance(signed(rng, (6, 2)), 6, False)
        assert_close(got, np.zeros(2), "the variance", atol=1e-12)

    def test_batches_that_cannot_be_drawn(self, student, rng):
        """A batch of no examples, or of more than there are without replacement, raises a ValueError."""
        G = signed(rng, (4, 2))
        for B, replace in [(0, True), (0, False), (5, False)]:
            with pytest.raises(ValueError):
                student.minibatch_gradient_variance(G, B, replace)
