import numpy as np

from autograder.suite import assert_close, assert_shape, gradcheck


class TestNormPenalty:
    def test_known_values(self, student):
        """For theta = (1, -2) and lam = 2, the L2 penalty is 5 and the L1 penalty 6."""
        params = [np.array([1.0, -2.0])]
        assert_close(student.norm_penalty(params, 2.0, "l2")[0], 5.0, "the L2 penalty")
        assert_close(student.norm_penalty(params, 2.0, "l1")[0], 6.0, "the L1 penalty")

    def test_one_gradient_for_each_array(self, student, rng):
        """The gradients come as a list, each of the shape of its array."""
        _, grads = student.norm_penalty([rng.normal(size=(2, 3)), rng.normal(size=4)], 0.5, "elastic", 0.3)
        assert_shape(grads[0], (2, 3), "grads[0]")
        assert_shape(grads[1], (4,), "grads[1]")

    def test_gradients_agree_with_your_value(self, student, rng):
        """Nudging the parameters changes your value as your gradients say."""
        theta = rng.uniform(0.5, 2, size=(2, 3)) * [1, -1, 1]
        for kind in ("l2", "l1"):
            gradcheck(
                lambda theta, kind: student.norm_penalty([theta], 0.7, kind)[0],
                lambda dout, theta, kind: dout * student.norm_penalty([theta], 0.7, kind)[1][0],
                {"theta": theta},
                args=(kind,),
                cache=False,
                rng=rng,
            )


class TestWeightDecay:
    def test_known_step(self, student):
        """From theta = 1 with gradient 2, lr = 0.1 and lam = 0.5, the step ends at 0.75."""
        new = student.weight_decay_sgd_step(np.array([1.0]), np.array([2.0]), 0.1, 0.5)
        assert_close(new, np.array([0.75]), "the new theta")

    def test_shape(self, student, rng):
        """The new weights have the shape of the old ones."""
        new = student.weight_decay_sgd_step(rng.normal(size=(2, 5)), rng.normal(size=(2, 5)), 0.1, 0.2)
        assert_shape(new, (2, 5), "the new theta")
