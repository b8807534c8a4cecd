import numpy as np
import pytest

from autograder.suite import assert_close, assert_shape, exercise


@exercise("gan_d_loss")
class TestDiscriminator:
    def test_a_discriminator_that_cannot_tell(self, student):
        """With all logits 0 the discriminator says one half everywhere: V = -ln 4, and the loss is ln 4."""
        assert_close(student.gan_value(np.zeros(3), np.zeros(5)), -np.log(4), "V")
        assert_close(student.gan_d_loss(np.zeros(3), np.zeros(5))[0], np.log(4), "the loss")

    def test_shapes(self, student, rng):
        """Each gradient has the shape of its logits, also if the batches differ in size."""
        _, d_real, d_fake = student.gan_d_loss(rng.normal(size=3), rng.normal(size=5))
        assert_shape(d_real, (3,), "d_real")
        assert_shape(d_fake, (5,), "d_fake")

    def test_gradients_by_differences(self, student, rng):
        """Moving one logit of either kind changes the loss as the gradients say."""
        real, fake, h = rng.normal(size=2), rng.normal(size=4), 1e-5
        _, d_real, d_fake = student.gan_d_loss(real, fake)
        step = h * np.eye(2)[1]
        slope = (student.gan_d_loss(real + step, fake)[0] - student.gan_d_loss(real - step, fake)[0]) / (2 * h)
        assert_close(d_real[1], slope, "d_real", atol=1e-7)
        step = h * np.eye(4)[2]
        slope = (student.gan_d_loss(real, fake + step)[0] - student.gan_d_loss(real, fake - step)[0]) / (2 * h)
        assert_close(d_fake[2], slope, "d_fake", atol=1e-7)


@exercise("gan_g_loss")
class TestGenerator:
    def test_at_one_half(self, student):
        """With logits 0, both kinds have the gradient -1/(2M), and the losses are ln 2 and -ln 2."""
        for kind, value in (("nonsat", np.log(2)), ("minimax", -np.log(2))):
            loss, d_fake = student.gan_g_loss(np.zeros(4), kind)
            assert_close(loss, value, f"the loss, {kind}")
            assert_close(d_fake, np.full(4, -0.125), f"d_fake, {kind}")

    def test_another_kind(self, student):
        """There are two kinds; another one raises ValueError."""
        with pytest.raises(ValueError):
            student.gan_g_loss(np.zeros(4), "hinge")
