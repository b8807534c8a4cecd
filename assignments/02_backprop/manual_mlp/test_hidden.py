import numpy as np

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_grads_close,
    assert_true,
    exercise,
    gradcheck,
    leaves_arguments,
    points,
    threshold,
)

NAMES = ("w1", "b1", "w2", "b2")


def draw(rng, d=4, h=7, c=3, n=10):
    """Parameters, inputs and labels with every class among them."""
    params = [rng.normal(size=(d, h)), rng.normal(size=h), rng.normal(size=(h, c)), rng.normal(size=c)]
    return params, rng.normal(size=(n, d)), rng.permutation(np.arange(n) % c)


def mean_ce(params, x, labels):
    w1, b1, w2, b2 = params
    z = np.maximum(x @ w1 + b1, 0) @ w2 + b2
    z = z - z.max(axis=1, keepdims=True)
    return float((np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(x)), labels]).mean())


def same_params(model, right, name):
    for each in NAMES:
        assert_close(getattr(model, each), getattr(right, each), f"{each} {name}")


@exercise("manual_mlp")
class TestManualMLP:
    def test_probabilities(self, student, reference, rng):
        """Probabilities are those of a hidden ReLU layer and a softmax over the classes of each row."""
        for sizes in ((4, 7, 3, 10), (4, 4, 4, 4)):  # also where all lengths are equal
            params, x, _ = draw(rng, *sizes)
            probs = student.ManualMLP(*params).forward(x)
            assert_close(probs, reference.ManualMLP(*params).forward(x), "probabilities", axes=("row", "class"))

    def test_huge_logits(self, student, reference, rng):
        """Logits of several thousand give probabilities, not overflow."""
        params, x, _ = draw(rng)
        params[2] = params[2] * 3000
        probs = student.ManualMLP(*params).forward(x)
        assert_close(probs, reference.ManualMLP(*params).forward(x), "probabilities for huge logits")

    @leaves_arguments
    def test_loss_is_the_mean_cross_entropy(self, student, rng):
        """The loss is the mean over the rows of minus the logarithm of the label's probability."""
        for n in (10, 1):
            params, x, labels = draw(rng, n=n)
            assert_close(student.ManualMLP(*params).loss(x, labels), mean_ce(params, x, labels), "loss")
        (w1, b1, w2, b2), x, _ = draw(rng, n=1)
        b2 = np.array([8.0, 0.0, 0.0]) - (np.maximum(x @ w1 + b1, 0) @ w2)[0]  # a label that is improbable counts in full
        label = np.array([1])
        assert_close(student.ManualMLP(w1, b1, w2, b2).loss(x, label), mean_ce((w1, b1, w2, b2), x, label), "loss")

    def test_loss_of_a_sure_and_wrong_net(self, student, rng):
        """A label whose logit is a thousand below another has a loss of a thousand, not of infinity."""
        params, x, labels = draw(rng)
        params[2] = params[2] * 3000
        loss, right = student.ManualMLP(*params).loss(x, labels), mean_ce(params, x, labels)
        assert_close(loss, right, "loss for huge logits", rtol=1e-9)
        w1, b1, w2, _ = params
        sure = student.ManualMLP(w1, b1, 0 * w2, np.array([1000.0, 0.0, -500.0]))
        assert_close(sure.loss(x[:1], np.array([2])), 1500.0, "loss of a label 1500 below the top")

    @points(3)
    def test_gradients(self, student, reference, rng):
        """The gradients of all four parameters are right."""
        params, x, labels = draw(rng)
        model, right = student.ManualMLP(*params), reference.ManualMLP(*params)
        model.loss(x, labels)
        right.loss(x, labels)
        assert_grads_close(model.backward(), right.backward(), "gradients")

    @points(2)
    def test_gradients_by_differences(self, student, rng):
        """Nudging a parameter changes the mean cross-entropy as the gradients say."""
        _, x, labels = draw(rng)

        def fresh():
            return dict(zip(NAMES, draw(rng)[0]))

        def backward(dout, *params):
            model = student.ManualMLP(*params)
            model.loss(x, labels)
            grads = model.backward()
            return [dout * grads[name] for name in NAMES]

        gradcheck(lambda *params: mean_ce(params, x, labels), backward, fresh(), cache=False, rng=rng, redraw=fresh)

    def test_a_unit_that_is_off_gets_no_gradient(self, student, rng):
        """A hidden unit that is off for all rows, or at exactly 0, has no gradient in w1 and b1; others have."""
        params, _, _ = draw(rng, d=2, h=3)
        params[0] = np.array([[1.0, 1.0, 2.0], [1.0, -1.0, 1.0]])
        params[1] = np.array([-50.0, 0.0, 1.0])
        x = np.array([[1.0, 1.0], [0.5, 0.5], [2.0, 2.0]])
        model = student.ManualMLP(*params)
        model.loss(x, np.array([0, 1, 1]))
        grads = model.backward()
        dw1, db1 = np.asarray(grads["w1"]), np.asarray(grads["b1"])
        assert_close(dw1[:, :2], np.zeros((2, 2)), "dw1 of units that are off", atol=0)
        assert_close(db1[:2], np.zeros(2), "db1 of units that are off", atol=0)
        assert_true(bool((np.abs(dw1[:, 2]) > 1e-12).any()), "dw1 of a unit that is on is 0")

    def test_repeated_rows_change_nothing(self, student, rng):
        """The loss is a mean: a batch and the same batch twice have the same gradients."""
        params, x, labels = draw(rng)
        grads = []
        for times in (1, 2):
            model = student.ManualMLP(*params)
            model.loss(np.concatenate([x] * times), np.concatenate([labels] * times))
            grads.append(model.backward())
        assert_true(float(np.abs(np.asarray(grads[0]["b2"])).max()) > 1e-9, "db2 is 0")
        assert_grads_close(grads[1], grads[0], "gradients of the doubled batch")

    @points(2)
    def test_steps_on_changing_batches(self, student, reference, rng):
        """Two steps on two different batches leave all parameters where gradient descent takes them."""
        params, x, labels = draw(rng)
        _, x2, labels2 = draw(rng, n=8)
        model, right = student.ManualMLP(*params), reference.ManualMLP(*params)
        for net in (model, right):
            for batch in ((x, labels), (x2, labels2)):
                net.loss(*batch)
                net.step(0.7)
        same_params(model, right, "after two steps")

    def test_loss_falls_on_separable_data(self, student, rng):
        """On clouds that lie far apart, thirty steps make the loss less than half of what it was."""
        params, noise, _ = draw(rng, d=2, h=12, c=3, n=60)
        params = [params[0], params[1], params[2] / 4, params[3] * 0]
        labels = np.arange(60) % 3
        x = np.array([[3.0, 0.0], [-2.0, 3.0], [-2.0, -3.0]])[labels] + 0.3 * noise
        model = student.ManualMLP(*params)
        before = mean_ce(params, x, labels)
        for _ in range(30):
            model.loss(x, labels)
            model.step(0.1)
        after = mean_ce([np.asarray(getattr(model, name)) for name in NAMES], x, labels)
        assert_true(after < before / 2, "the loss does not fall as it should")


# --- training ---------------------------------------------------------------------------------------------


def borrowed(student, reference, params):
    """A model that lives with the student's code, with the mathematics of the reference: no need of their ManualMLP."""

    def net(params):
        return reference.ManualMLP(*(np.asarray(params[name]) for name in NAMES))

    def loss(params, x, labels):
        return net(params).loss(x, labels)

    def gradients(params, x, labels):
        model = net(params)
        model.loss(x, labels)
        return model.backward()

    return student.given.models.BorrowedMLP(dict(zip(NAMES, params)), lambda params, x: net(params).forward(x), loss, gradients)


def half_plane(rng, n):
    """Inputs in 20 dimensions; the label says on which side of a plane through two of them they lie."""
    x = rng.normal(size=(n, 20))
    return x, (x[:, 0] + x[:, 1] > 0).astype(int)


def he_params(rng, d=20, h=64, c=2):
    """Drawn as out x in, and turned: so the known run was made."""
    w1 = rng.normal(size=(h, d)) * np.sqrt(2 / d)
    w2 = rng.normal(size=(c, h)) * np.sqrt(2 / h)
    return [np.ascontiguousarray(w1.T), np.zeros(h), np.ascontiguousarray(w2.T), np.zeros(c)]


@exercise("train_manual_mlp")
class TestTraining:
    @points(2)
    def test_record_of_a_short_run(self, student, reference, rng):
        """Losses and accuracies are those before each update, and the model ends where the last update leaves it."""
        for n in (30, 4):  # also with as many rows as features
            params, x, labels = draw(rng, n=n)
            model, right = borrowed(student, reference, params), reference.ManualMLP(*params)
            losses, accs = student.train_manual_mlp(model, x, labels, 0.5, 9)
            right_losses, right_accs = reference.train_manual_mlp(right, x, labels, 0.5, 9)
            assert_close(losses, right_losses, "losses")
            assert_close(accs, right_accs, "accuracies")
            same_params(model, right, "at the end")

    def test_lengths_and_no_steps(self, student, reference, rng):
        """There is an entry for each update; with 0 steps there is none, and the model stays as it is."""
        params, x, labels = draw(rng)
        losses, accs = student.train_manual_mlp(borrowed(student, reference, params), x, labels, 0.1, 4)
        assert_equal([len(losses), len(accs)], [4, 4], "lengths of the two lists")
        model = borrowed(student, reference, params)
        losses, accs = student.train_manual_mlp(model, x, labels, 0.1, 0)
        assert_equal([len(losses), len(accs)], [0, 0], "lengths of the two lists after 0 steps")
        same_params(model, reference.ManualMLP(*params), "after 0 steps")

    def test_learning_rate_zero(self, student, reference, rng):
        """With lr = 0 the record is flat."""
        params, x, labels = draw(rng)
        losses, _ = student.train_manual_mlp(borrowed(student, reference, params), x, labels, 0.0, 3)
        assert_close(losses, [mean_ce(params, x, labels)] * 3, "losses")

    @points(2)
    def test_a_known_run(self, student, reference):
        """A hundred steps from known weights on known rows give a known record."""
        old = np.random.RandomState(42)
        x, labels = half_plane(old, 1000)
        losses, accs = student.train_manual_mlp(borrowed(student, reference, he_params(old)), x, labels, 0.1, 100)
        at = [0, 20, 40, 60, 80, 99]
        assert_equal([len(losses), len(accs)], [100, 100], "lengths of the two lists")
        assert_close(
            [float(losses[i]) for i in at],
            [1.0696, 0.3643, 0.2769, 0.2310, 0.1998, 0.1773],
            "losses",
            atol=1e-3,
        )
        assert_close([float(accs[i]) for i in at], [0.482, 0.855, 0.898, 0.919, 0.931, 0.944], "accuracies", atol=1e-3)

    @points(2)
    def test_hidden_rows_are_recognised(self, student, reference, rng):
        """After 81 steps, at least 85 % of rows that were never shown are put on the right side of a plane."""
        x, labels = half_plane(rng, 1000)
        model = borrowed(student, reference, he_params(rng))
        student.train_manual_mlp(model, x, labels, 0.1, 81)
        trained = reference.ManualMLP(*(np.asarray(getattr(model, name)) for name in NAMES))
        hidden_x, hidden_labels = half_plane(rng, 2000)
        accuracy = float((trained.forward(hidden_x).argmax(axis=1) == hidden_labels).mean())
        threshold(accuracy, at_least=0.85, name="accuracy on hidden rows")
