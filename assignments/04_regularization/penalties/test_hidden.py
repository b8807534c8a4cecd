import numpy as np

from autograder.suite import (
    assert_close,
    assert_true,
    definition,
    gradcheck,
    points,
)

KINDS = [("l2", None), ("l1", None), ("elastic", 0.3)]


def draw(rng):
    """Entries of both signs, none of them near the kink at 0."""
    shapes = [(3, 4), (5,), (2, 7)]
    return [rng.uniform(0.3, 2, size=s) * np.where(rng.random(s) < 0.5, -1.0, 1.0) for s in shapes]


class TestNormPenalty:
    def test_l2(self, student, reference, rng):
        """The L2 penalty and its gradients are right for several arrays."""
        params = draw(rng)
        assert_close(
            student.norm_penalty(params, 0.7, "l2"),
            reference.norm_penalty(params, 0.7, "l2"),
            "(value, grads)",
        )

    def test_l1(self, student, reference, rng):
        """The L1 penalty and its gradients are right for several arrays."""
        params = draw(rng)
        assert_close(
            student.norm_penalty(params, 0.7, "l1"),
            reference.norm_penalty(params, 0.7, "l1"),
            "(value, grads)",
        )

    def test_elastic(self, student, reference, rng):
        """The elastic penalty and its gradients are right for several arrays."""
        params, alpha = draw(rng), rng.uniform(0.1, 0.4)
        expected = reference.norm_penalty(params, 0.7, "elastic", alpha)
        assert_close(student.norm_penalty(params, 0.7, "elastic", alpha), expected, "(value, grads)")

    def test_known_values(self, student):
        """Two weights worked out by hand come out right, for each kind."""
        params = [np.array([3.0]), np.array([[-4.0]])]
        assert_close(student.norm_penalty(params, 0.5, "l2")[0], 6.25, "the L2 penalty")
        assert_close(student.norm_penalty(params, 0.5, "l1")[0], 3.5, "the L1 penalty")
        assert_close(student.norm_penalty(params, 0.5, "elastic", alpha=0.2)[0], 5.7, "the elastic penalty")

    @points(2)
    def test_gradients_agree_with_finite_differences(self, student, reference, rng):
        """Away from 0, nudging the parameters changes the penalty as the gradients say."""
        for kind, alpha in KINDS:
            settings = (0.9, kind, alpha)
            gradcheck(
                lambda a, b, *settings: student.norm_penalty([a, b], *settings)[0],
                lambda dout, a, b, *settings: [dout * g for g in student.norm_penalty([a, b], *settings)[1]],
                dict(zip("ab", draw(rng))),
                reference=lambda a, b, *settings: reference.norm_penalty([a, b], *settings)[0],
                args=settings,
                cache=False,
                rng=rng,
            )

    def test_gradient_of_a_zero_weight_is_zero(self, student, rng):
        """At theta = 0 the gradient is 0, for every kind; elsewhere it is not."""
        theta = np.array([0.0, rng.uniform(1, 2), 0.0, -rng.uniform(1, 2)])
        for kind, alpha in KINDS:
            share = {"l2": 0.0, "l1": 1.0}.get(kind, alpha)
            _, grads = student.norm_penalty([theta], 0.6, kind, alpha)
            expected = 0.6 * (share * np.array([0.0, 1.0, 0.0, -1.0]) + (1 - share) * theta)
            assert_close(grads[0], expected, f"the {kind} gradient")

    def test_elastic_has_l1_and_l2_as_its_ends(self, student, rng):
        """With alpha = 1 the elastic penalty is the L1 penalty, with alpha = 0 the L2 penalty."""
        params = draw(rng)
        l1 = 0.8 * sum(np.abs(theta).sum() for theta in params)
        l2 = 0.4 * sum(np.square(theta).sum() for theta in params)
        assert_close(student.norm_penalty(params, 0.8, "elastic", 1.0)[0], l1, "the elastic penalty with alpha = 1")
        assert_close(student.norm_penalty(params, 0.8, "elastic", 0.0)[0], l2, "the elastic penalty with alpha = 0")

    def test_penalties_of_arrays_add_up(self, student, rng):
        """The penalty of several arrays is the sum of their penalties, whatever the shapes."""
        params = draw(rng)
        for kind, alpha in KINDS:
            alone = [student.norm_penalty([theta], 0.5, kind, alpha) for theta in params]
            expected = (sum(value for value, _ in alone), [grads[0] for _, grads in alone])
            assert_true(expected[0] > 0, "weights that are not 0 must cost something")
            whole = student.norm_penalty(params, 0.5, kind, alpha)
            assert_close(whole, expected, f"({kind} value, grads) of all arrays together")

    def test_ridge_solution_is_stationary(self, student, rng):
        """At the minimum of a squared loss with L2 penalty, the gradients of the two cancel."""
        x, y = rng.normal(size=(8, 3)), rng.normal(size=8) * 3
        w = np.linalg.solve(x.T @ x + 2.5 * np.eye(3), x.T @ y)
        _, grads = student.norm_penalty([w], 2.5, "l2")
        assert_close(grads[0], x.T @ (y - x @ w), "the gradient of the penalty")

    def test_parameters_are_left_alone(self, student, rng):
        """The gradients are right, and the arrays that came in are not overwritten by them."""
        params = draw(rng)
        after = student.call(student.norm_penalty, params, 0.4, "l2", return_args=True)
        assert_close(after.result[1], [0.4 * theta for theta in params], "grads")
        assert_close(after.args[0], params, "the parameters passed in")


class TestWeightDecay:
    @definition
    @points(2)
    def test_equals_descent_on_the_penalised_loss(self, student, rng):
        """The step is that of gradient descent on loss + lam / 2 * (sum of theta^2)."""
        theta, g = rng.normal(size=(4, 3)), rng.normal(size=(4, 3))
        new = student.weight_decay_sgd_step(theta, g, 0.2, 0.7)
        assert_close(new, theta - 0.2 * (g + 0.7 * theta), "the new theta")

    def test_known_step(self, student):
        """A step worked out by hand ends where it should."""
        new = student.weight_decay_sgd_step(np.array([2.0, -1.0]), np.array([0.5, 3.0]), 0.1, 0.3)
        assert_close(new, np.array([1.89, -1.27]), "the new theta")

    def test_without_gradient_the_weights_shrink_geometrically(self, student, rng):
        """Where the loss is flat, every step multiplies the weights by the same factor."""
        theta = start = rng.uniform(1, 2, size=5)
        for _ in range(6):
            theta = student.weight_decay_sgd_step(theta, np.zeros(5), 0.1, 0.4)
        assert_close(theta, 0.96**6 * start, "theta after several steps")

    def test_comes_to_rest_at_the_ridge_solution(self, student, rng):
        """On a quadratic loss, many steps end where its gradient and the penalty's cancel."""
        curvature, target = rng.uniform(0.5, 2, size=4), rng.uniform(1, 2, size=4)
        theta = np.zeros(4)
        for _ in range(150):
            theta = student.weight_decay_sgd_step(theta, curvature * (theta - target), 0.3, 0.6)
        assert_close(theta, curvature / (curvature + 0.6) * target, "theta after many steps")

    def test_old_weights_are_left_alone(self, student, rng):
        """The step is right, and the array that came in is not overwritten by it."""
        theta, g = rng.normal(size=6), rng.normal(size=6)
        after = student.call(student.weight_decay_sgd_step, theta, g, 0.1, 0.5, return_args=True)
        assert_close(after.result, 0.95 * theta - 0.1 * g, "the new theta")
        assert_close(after.args[:2], [theta, g], "the arrays passed in")
