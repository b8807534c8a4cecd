import numpy as np

from autograder.suite import assert_between, assert_close, exercise, points


def draw(rng, d=4, low=0.3, high=2.0):
    """A symmetric H that is far from diagonal: its eigenvalues, its eigenvectors (columns), H, and theta_star."""
    u = np.ones(d) / np.sqrt(d) + rng.uniform(-0.1, 0.1, size=d)
    q = np.eye(d) - 2 * np.outer(u, u) / (u @ u)  # a reflection: orthogonal, with no zero entry to hide behind
    values = np.linspace(low, high, d) * rng.uniform(0.9, 1.1, size=d)
    return values, q, (q * values) @ q.T, rng.uniform(1, 2, size=d)


@exercise("ridge_shrinkage")
class TestRidge:
    @points(2)
    def test_minimum_of_the_penalised_loss(self, student, reference, rng):
        """The result is where the penalised loss is smallest."""
        _, _, h, theta_star = draw(rng)
        assert_close(
            student.ridge_shrinkage(h, theta_star, 0.8),
            reference.ridge_shrinkage(h, theta_star, 0.8),
            "theta",
        )

    def test_gradient_is_zero(self, student, rng):
        """At the result, the gradients of the loss and of the penalty cancel."""
        _, _, h, theta_star = draw(rng, d=5)
        theta = student.ridge_shrinkage(h, theta_star, 0.6)
        assert_close(h @ (theta_star - theta), 0.6 * np.asarray(theta), "the gradient of the loss")

    def test_known_values(self, student):
        """A steep, a middling and a flat direction come out as computed by hand."""
        theta = student.ridge_shrinkage(np.diag([1.0, 0.1, 0.01]), np.ones(3), 0.2)
        assert_close(theta, np.array([0.833333, 0.333333, 0.047619]), "theta", atol=1e-6)

    def test_each_eigendirection_shrinks_by_its_own_factor(self, student, rng):
        """Along an eigenvector of H, theta_star is multiplied by e / (e + lam)."""
        values, q, h, theta_star = draw(rng)
        theta = student.ridge_shrinkage(h, theta_star, 0.5)
        assert_close(q.T @ theta, values / (values + 0.5) * (q.T @ theta_star), "theta along the eigenvectors of H")

    def test_weak_penalty_changes_nothing_and_a_strong_one_wins(self, student, rng):
        """As lam goes to 0 the result goes to theta_star, as lam grows it goes to H theta_star / lam."""
        _, _, h, theta_star = draw(rng)
        assert_close(student.ridge_shrinkage(h, theta_star, 1e-9), theta_star, "theta for a tiny lam", atol=1e-7)
        strong = 1e9 * np.asarray(student.ridge_shrinkage(h, theta_star, 1e9))
        assert_close(strong, h @ theta_star, "lam * theta for a huge lam", atol=1e-6)

    def test_directions_that_the_loss_does_not_see_go_to_zero(self, student, rng):
        """Where H has curvature 0, only the penalty is left."""
        _, _, inner, _ = draw(rng, d=3)
        h, theta_star = np.zeros((4, 4)), rng.uniform(1, 2, size=4)
        h[:3, :3] = inner
        theta = student.ridge_shrinkage(h, theta_star, 0.7)
        assert_close(theta[3], 0.0, "theta in the flat direction")
        kept = np.linalg.solve(inner + 0.7 * np.eye(3), inner @ theta_star[:3])
        assert_close(theta[:3], kept, "theta in the other directions")


@exercise("early_stopping_shrinkage")
class TestEarlyStopping:
    @points(2)
    def test_equals_gradient_descent(self, student, rng):
        """The closed form ends where the steps of gradient descent end, made one by one."""
        _, _, h, theta_star = draw(rng)
        for steps in (2, 7):
            theta = np.zeros(4)
            for _ in range(steps):
                theta = theta - 0.3 * (h @ (theta - theta_star))
            assert_close(
                student.early_stopping_shrinkage(h, theta_star, 0.3, steps),
                theta,
                f"theta after {steps} steps",
            )

    def test_known_values(self, student):
        """A steep, a middling and a flat direction come out as computed by hand."""
        theta = student.early_stopping_shrinkage(np.diag([1.0, 0.1, 0.01]), np.ones(3), 0.1, 50)
        assert_close(theta, np.array([0.994846, 0.394994, 0.048794]), "theta", atol=1e-6)

    def test_no_step_gives_zero_and_many_reach_the_minimum(self, student, rng):
        """Descent starts at 0 and in the end arrives at theta_star."""
        _, _, h, theta_star = draw(rng)
        assert_close(student.early_stopping_shrinkage(h, theta_star, 0.3, 0), np.zeros(4), "theta after no step")
        assert_close(student.early_stopping_shrinkage(h, theta_star, 0.4, 400), theta_star, "theta after many steps")

    def test_each_eigendirection_has_its_own_speed(self, student, rng):
        """Along an eigenvector of H, the share that is reached depends on its eigenvalue only."""
        values, q, h, theta_star = draw(rng)
        theta = student.early_stopping_shrinkage(h, theta_star, 0.2, 9)
        shares = 1 - (1 - 0.2 * values) ** 9
        assert_close(q.T @ theta, shares * (q.T @ theta_star), "theta along the eigenvectors of H")

    def test_matching_lambda_agrees_where_the_curvature_is_small(self, student, rng):
        """In flat directions, ridge with the matching lam and early stopping keep the same share."""
        lr, steps, flat = rng.uniform(0.01, 0.3), int(rng.integers(5, 50)), 1e-9
        lam = student.matching_lambda(lr, steps)
        assert_close(
            flat / (flat + lam),
            -np.expm1(steps * np.log1p(-lr * flat)),
            "the share ridge keeps",
            rtol=1e-6,
            atol=0,
        )

    def test_ridge_is_near_but_not_equal(self, student, reference):
        """With the matching lam, ridge stays within 0.2037 of early stopping, and gets that far in mid spectrum."""
        lr, steps = 0.001, 20_000
        values = np.append(np.geomspace(1e-4, 40, 60), 2.513 / (lr * steps))
        h, ones = np.diag(values), np.ones(61)
        stopped = student.early_stopping_shrinkage(h, ones, lr, steps)
        ridge = reference.ridge_shrinkage(h, ones, student.matching_lambda(lr, steps))
        gap = np.subtract(stopped, ridge)
        assert_between(gap, 0.0, 0.2037, "early stopping minus ridge, direction by direction")
        assert_close(gap[-1], 0.20363, "the greatest of these differences", atol=1e-4)
