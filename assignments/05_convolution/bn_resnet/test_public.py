import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true, exercise, gradcheck


def draw(rng, blocks=2, c_in=1, c=3, k=4):
    def unit(c_from):
        return rng.normal(size=(c, c_from, 3, 3)), rng.uniform(0.5, 1.5, size=c), rng.normal(size=c)

    return {
        "stem": unit(c_in),
        "blocks": [(*unit(c), *unit(c)) for _ in range(blocks)],
        "head": (rng.normal(size=(c, k)), rng.normal(size=k)),
    }


@exercise("bn_resnet_loss_and_grads")
class TestNet:
    def test_norm(self, student, rng):
        """Normalised maps have mean beta and standard deviation gamma in every channel."""
        x, gamma, beta = 3 * rng.normal(size=(4, 2, 5, 6)) + 1, np.array([2.0, 0.5]), np.array([1.0, -3.0])
        out, _ = student.batchnorm2d_forward(x, gamma, beta)
        for c in range(2):
            assert_close(float(out[:, c].mean()), float(beta[c]), "the mean of a channel", atol=1e-9)
            assert_close(float(out[:, c].std()), float(gamma[c]), "the standard deviation of a channel", rtol=1e-4)

    def test_gradients_of_the_norm(self, student, rng):
        """Nudging the inputs of your norm changes its output as your gradients say."""
        inputs = {"x": rng.normal(size=(3, 2, 4, 3)), "gamma": rng.normal(size=2), "beta": rng.normal(size=2)}
        gradcheck(student.batchnorm2d_forward, student.batchnorm2d_backward, inputs, rng=rng)

    def test_without_a_head_every_class_is_as_likely(self, student, rng):
        """With a head of zeros the loss is log K, and the gradients are made like the parameters."""
        params = draw(rng)
        params["head"] = (np.zeros((3, 4)), np.zeros(4))
        loss, grads = student.bn_resnet_loss_and_grads(params, rng.normal(size=(3, 1, 6, 4)), np.array([0, 3, 1]))
        assert_close(loss, float(np.log(4)), "the loss")
        assert_equal([len(block) for block in grads["blocks"]], [6, 6], "arrays of each block")
        assert_shape(grads["stem"][0], (3, 1, 3, 3), "the gradient of the stem's kernels")


@exercise("train_bn_resnet")
class TestTraining:
    def test_momentum_by_hand(self, student):
        """With momentum 0.5, velocity 2, gradient 1 and learning rate 0.1, a parameter of 3 becomes 3 - 0.1 * 2 = 2.8."""

        def net(value):
            return {"stem": (np.full(2, value),), "blocks": [], "head": (np.full((2, 1), value),)}

        params, velocity = student.momentum_step(net(3.0), net(1.0), net(2.0), 0.1, 0.5)
        assert_close(params["stem"][0], np.full(2, 2.8), "the parameters")
        assert_close(velocity["head"][0], np.full((2, 1), 2.0), "the velocity")

    def test_a_short_training(self, student, rng):
        """Ten steps on two kinds of images give ten losses, and the loss falls."""
        y = np.arange(60) % 2
        x = rng.uniform(0, 4, size=(60, 1, 8, 8))
        x[y == 1, :, :, :4] += 12
        losses = student.train_bn_resnet({"x_train": x, "y_train": y}, 0, blocks=1, steps=10)["history"]["loss"]
        assert_equal(len(losses), 10, "number of losses")
        assert_true(losses[-1] < losses[0], "the loss has not fallen")
