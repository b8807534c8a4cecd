import numpy as np

from autograder.suite import (
    assert_close,
    assert_leaves_arguments_alone,
    assert_shape,
    assert_true,
    definition,
    exercise,
    gradcheck,
    points,
    signed,
)


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def sigmoid(z):
    return 0.5 * (1 + np.tanh(0.5 * z))


def check_gradient_of(loss, gradient, x, rng, name):
    """By differences: `loss(x)` is a number, `gradient(x)` what the student's code says of the input called `name`."""

    def backward(dout, x):
        slopes = gradient(x)
        assert_shape(slopes, x.shape, f"d{name}")
        return dout * slopes

    gradcheck(lambda x: (loss(x), x), backward, {name: x}, rng=rng, sizes={"the batch size": len(x)})


def draw_labels(rng, n, c):
    """All classes occur as often as possible, in any order."""
    return rng.permutation(np.arange(n) % c)


def draw_targets(rng):
    """A vector and a table of hard and soft targets."""
    for shape in [(6,), (4, 3), (3, 3)]:
        yield rng.permutation(np.resize([0.0, 1.0, 0.3], int(np.prod(shape)))).reshape(shape)


@exercise("softmax_ce_backward")
class TestSoftmaxCrossEntropy:
    @points(2)
    def test_gradient_agrees_with_differences(self, student, rng):
        """Nudging the logits changes the mean cross-entropy as dz says."""
        labels = draw_labels(rng, 5, 3)
        check_gradient_of(
            lambda z: -np.log(softmax(z)[np.arange(5), labels]).mean(),
            lambda z: student.softmax_ce_backward(z, labels),
            rng.normal(size=(5, 3)),
            rng,
            "z",
        )

    @points(2)
    def test_same_as_loss_and_softmax_one_after_the_other(self, student, rng):
        """The gradient of the logarithm taken back through the Jacobian of softmax gives the same."""
        for n, c in ((4, 6), (5, 5)):  # also with as many classes as samples
            z, labels = rng.normal(size=(n, c)), draw_labels(rng, n, c)
            p = softmax(z)
            dp = -np.eye(c)[labels] / p / n
            wanted = np.stack([(np.diag(row) - np.outer(row, row)).T @ up for row, up in zip(p, dp)])
            sizes = {"the batch size": n, "classes": c}
            assert_close(student.softmax_ce_backward(z, labels), wanted, "dz", sizes=sizes)

    def test_one_sample_by_hand(self, student):
        """One sample with three classes has the dz that was worked out by hand."""
        dz = student.softmax_ce_backward(np.array([[1.0, 2.0, 3.0]]), np.array([2]))
        assert_close(dz, np.array([[0.090031, 0.244728, -0.334759]]), "dz", atol=1e-6)

    def test_rows_sum_to_zero_and_only_the_label_is_negative(self, student, rng):
        """In each row of dz the entry of the right class is negative, all others are positive, and they sum to 0."""
        labels = draw_labels(rng, 5, 4)
        dz = student.softmax_ce_backward(rng.normal(size=(5, 4)), labels)
        assert_close(np.sum(dz, axis=1), np.zeros(5), "sums of dz over the classes", atol=1e-12)
        right = np.eye(4, dtype=bool)[labels]
        assert_true(np.all(dz[right] < 0), "the entry of a right class is not negative")
        assert_true(np.all(dz[~right] > 0), "the entry of another class is not positive")

    def test_large_logits(self, student, rng):
        """With logits as large as 1e4 dz is finite, and right: all or nothing."""
        z = np.array([[1e4, 0.0, -1e4], [-1e4, -9e3, -8e3]]) + rng.normal(size=(2, 3))
        wanted = np.array([[0.0, 0.0, 0.0], [-0.5, 0.0, 0.5]])
        assert_close(student.softmax_ce_backward(z, np.array([0, 0])), wanted, "dz for large logits", atol=1e-12)

    def test_logits_are_left_alone(self, student, reference, rng):
        """dz is right, and the logits are as they were."""
        z, labels = rng.normal(size=(5, 3)), draw_labels(rng, 5, 3)
        dz = assert_leaves_arguments_alone(student.softmax_ce_backward, z, labels)
        assert_close(dz, reference.softmax_ce_backward(z, labels), "dz")


@exercise("regression_loss_backward")
class TestRegression:
    @points(2)
    def test_squares_agree_with_differences(self, student, rng):
        """Nudging the predictions changes the mean of the squared errors as dpred says."""
        target = rng.normal(size=(5, 3))
        check_gradient_of(
            lambda pred: ((pred - target) ** 2).sum() / 5,
            lambda pred: student.regression_loss_backward(pred, target, "mse"),
            rng.normal(size=(5, 3)),
            rng,
            "pred",
        )

    @points(2)
    def test_absolute_values_agree_with_differences(self, student, rng):
        """Nudging the predictions changes the mean of the absolute errors as dpred says."""
        target = rng.normal(size=(5, 3))
        check_gradient_of(
            lambda pred: np.abs(pred - target).sum() / 5,
            lambda pred: student.regression_loss_backward(pred, target, "mae"),
            target + signed(rng, (5, 3)),
            rng,
            "pred",
        )

    def test_squares_pull_in_proportion(self, student, reference, rng):
        """For squares, dpred is proportional to the error, with the factor that the definition gives."""
        pred, target = rng.normal(size=(4, 3)), rng.normal(size=(4, 3))
        got = student.regression_loss_backward(pred, target, "mse")
        assert_close(got, reference.regression_loss_backward(pred, target, "mse"), "dpred", sizes={"N": 4, "D": 3})
        far = student.regression_loss_backward(target + 3 * (pred - target), target, "mse")
        assert_close(far, 3 * got, "dpred with three times the error")

    def test_absolute_values_pull_with_the_same_force(self, student, rng):
        """For absolute errors every entry of dpred has the same size, however far the prediction is off."""
        target = rng.normal(size=(4, 3))
        signs = rng.choice([-1.0, 1.0], size=(4, 3))
        pred = target + signs * rng.uniform(0.1, 100, size=(4, 3))
        got = student.regression_loss_backward(pred, target, "mae")
        assert_close(got, signs / 4, "dpred", sizes={"N": 4, "D": 3})

    @points(2)
    def test_zero_where_prediction_and_target_agree(self, student, reference, rng):
        """Where the prediction is exact dpred is 0, for both losses, and elsewhere it is not."""
        pred = rng.normal(size=(2, 4))
        target = pred + np.array([[0.0, 1.0, -1.0, 0.0], [2.0, 0.0, 0.0, -2.0]])
        square = rng.normal(size=(2, 4, 4))  # as many outputs as samples
        for kind in ("mae", "mse"):
            for both in ((pred, target), tuple(square)):
                got = student.regression_loss_backward(*both, kind)
                assert_close(got, reference.regression_loss_backward(*both, kind), "dpred")


@exercise("bce_backward")
class TestBinaryCrossEntropy:
    @points(2)
    def test_probabilities_agree_with_differences(self, student, rng):
        """Nudging the probabilities changes the loss as dx says, for hard and soft targets, one or several per sample."""
        for y in draw_targets(rng):
            check_gradient_of(
                lambda p, y=y: -(y * np.log(p) + (1 - y) * np.log(1 - p)).sum() / len(y),
                lambda p, y=y: student.bce_backward(p, y, False),
                rng.uniform(0.2, 0.8, size=y.shape),
                rng,
                "x",
            )

    @points(2)
    def test_logits_agree_with_differences(self, student, rng):
        """Nudging the logits changes the loss as dx says, for hard and soft targets, one or several per sample."""
        for y in draw_targets(rng):
            check_gradient_of(
                lambda z, y=y: (np.logaddexp(0, z) - y * z).sum() / len(y),
                lambda z, y=y: student.bce_backward(z, y, True),
                rng.normal(size=y.shape),
                rng,
                "x",
            )

    @definition
    def test_probabilities_near_the_ends(self, student, rng):
        """Probabilities of a few ten-thousandths, or that far from 1, are taken as they are."""
        p, y = rng.uniform(2e-4, 5e-4, size=8), np.resize([0.0, 1.0, 0.3, 0.8], 8)
        p[4:] = 1 - p[4:]
        assert_close(student.bce_backward(p, y, False), ((1 - y) / (1 - p) - y / p) / 8, "dx")

    def test_three_samples_by_hand(self, student):
        """Three probabilities have the dx that was worked out by hand."""
        got = student.bce_backward(np.array([0.9, 0.2, 0.5]), np.array([1.0, 0.0, 1.0]), False)
        assert_close(got, np.array([-0.370370, 0.416667, -0.666667]), "dx", atol=1e-6)

    @points(2)
    def test_one_form_through_the_sigmoid_is_the_other(self, student, rng):
        """dx of the probabilities, taken back through the sigmoid, is dx of the logits."""
        z, y = rng.normal(size=7), rng.uniform(size=7)
        p = sigmoid(z)
        direct = student.bce_backward(z, y, True)
        assert_true(np.abs(direct).max() > 1e-9, "dx is 0")
        assert_close(student.bce_backward(p, y, False) * p * (1 - p), direct, "dx by way of the sigmoid")

    def test_large_logits(self, student):
        """Logits as large as 1e4 give a finite dx: all or nothing."""
        z, y = np.array([1e4, -1e4, 1e4, -1e4]), np.array([1.0, 0.0, 0.0, 1.0])
        assert_close(student.bce_backward(z, y, True), np.array([0.0, 0.0, 0.25, -0.25]), "dx for large logits")
