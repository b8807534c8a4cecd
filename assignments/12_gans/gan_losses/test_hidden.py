import numpy as np
import pytest

from autograder.suite import assert_between, assert_close, assert_true, exercise, gradcheck, leaves_arguments, points

N, M = 4, 7


def draw(rng, n=N, m=M):
    """Logits on either side of 0 that say different things about real samples and fakes."""
    return rng.normal(size=n) + 0.7, 1.5 * rng.normal(size=m) - 0.4


@exercise("gan_d_loss")
class TestDiscriminator:
    @points(2)
    def test_value_matches_the_definition(self, student, reference, rng):
        """V is the sum of two means, one over real samples and one over fakes."""
        for sizes in ((N, M), (5, 5)):
            logits = draw(rng, *sizes)
            assert_close(student.gan_value(*logits), reference.gan_value(*logits), "V")

    @points(2)
    @leaves_arguments
    def test_loss_and_gradients_match_the_definition(self, student, reference, rng):
        """The loss is -V, and each gradient has the factor of its own batch."""
        for sizes in ((N, M), (5, 5)):
            logits = draw(rng, *sizes)
            right = reference.gan_d_loss(*logits)
            for name, got, wanted in zip(("the loss", "d_real", "d_fake"), student.gan_d_loss(*logits), right, strict=True):
                assert_close(got, wanted, name)

    def test_known_numbers(self, student):
        """Real logits 2 and 0, fake logits -1 and 1: V and the loss as worked out by hand."""
        real, fake = np.array([2.0, 0.0]), np.array([-1.0, 1.0])
        assert_close(student.gan_value(real, fake), -1.223299, "V", atol=1e-6)
        assert_close(student.gan_d_loss(real, fake)[0], 1.223299, "the loss", atol=1e-6)

    @points(2)
    def test_gradients_by_differences(self, student, reference, rng):
        """The gradients are those of the loss, logit by logit."""
        real, fake = draw(rng)
        gradcheck(
            lambda a, b: student.gan_d_loss(a, b)[0],
            lambda dout, a, b: [dout * np.asarray(d) for d in student.gan_d_loss(a, b)[1:]],
            {"real_logits": real, "fake_logits": fake},
            reference=lambda a, b: reference.gan_d_loss(a, b)[0],
            rng=rng,
            cache=False,
        )

    def test_logits_of_any_size(self, student):
        """Logits of a thousand give the right numbers, without infinities."""
        sure, lost = np.array([1000.0, 2000.0]), np.array([-1000.0, -2000.0, -3000.0])
        assert_close(student.gan_value(sure, lost), 0.0, "V of a perfect discriminator", atol=1e-12)
        assert_close(student.gan_value(lost, sure), -3500.0, "V of one that is always wrong")
        loss, d_real, d_fake = student.gan_d_loss(lost, sure)
        assert_close(loss, 3500.0, "the loss of one that is always wrong")
        assert_close(d_real, np.full(3, -1 / 3), "d_real of one that is always wrong")
        assert_close(d_fake, np.full(2, 0.5), "d_fake of one that is always wrong")

    def test_exchanged_roles(self, student, rng):
        """Exchanging real and fake and turning all signs leaves the loss as it is."""
        real, fake = draw(rng)
        before = student.gan_d_loss(real, fake)
        assert_between(before[0], 1e-3, 100, "the loss")
        after = student.gan_d_loss(-fake, -real)
        assert_close(after[0], before[0], "the loss with exchanged roles")
        assert_close(after[1], -np.asarray(before[2]), "d_real with exchanged roles")

    def test_copies_change_nothing(self, student, rng):
        """Both batches count alike: fakes that come three times each leave V as it is."""
        real, fake = draw(rng)
        once = student.gan_value(real, fake)
        assert_true(once < -1e-3, "V of a discriminator that is not perfect is below 0")
        assert_close(student.gan_value(real, np.tile(fake, 3)), once, "V with three copies of each fake")

    def test_empty_batches(self, student, reference, rng):
        """A batch without samples has no mean: ValueError. A batch of one has."""
        one = rng.normal(size=1)
        assert_close(student.gan_value(one, one), reference.gan_value(one, one), "V of one sample on each side")
        for function in (student.gan_value, student.gan_d_loss):
            for logits in ((np.zeros(0), one), (one, np.zeros(0))):
                with pytest.raises(ValueError):
                    function(*logits)


@exercise("gan_g_loss")
class TestGenerator:
    @points(2)
    @pytest.mark.parametrize("kind", ["nonsat", "minimax"])
    def test_loss_and_gradient_match_the_definition(self, student, reference, rng, kind):
        """Loss and gradient are those of the kind that was asked for."""
        fake = draw(rng)[1]
        for name, got, wanted in zip(
            ("the loss", "d_fake"), student.gan_g_loss(fake, kind), reference.gan_g_loss(fake, kind), strict=True
        ):
            assert_close(got, wanted, name)

    @pytest.mark.parametrize("kind", ["nonsat", "minimax"])
    def test_gradient_by_differences(self, student, reference, rng, kind):
        """The gradient is that of the loss, with respect to the logits."""
        gradcheck(
            lambda a: student.gan_g_loss(a, kind)[0],
            lambda dout, a: dout * np.asarray(student.gan_g_loss(a, kind)[1]),
            {"fake_logits": draw(rng)[1]},
            reference=lambda a: reference.gan_g_loss(a, kind)[0],
            rng=rng,
            cache=False,
        )

    def test_known_numbers(self, student):
        """Two fakes with logits -1 and 1, and one with logit -4, as worked out by hand."""
        pair, lost = np.array([-1.0, 1.0]), np.array([-4.0])
        assert_close(student.gan_g_loss(pair)[0], 0.813262, "the loss, by default nonsat", atol=1e-6)
        assert_close(student.gan_g_loss(pair, "minimax")[0], -0.813262, "the loss, minimax", atol=1e-6)
        assert_close(student.gan_g_loss(lost)[1], np.array([-0.982014]), "the derivative, nonsat", atol=1e-6)
        assert_close(student.gan_g_loss(lost, "minimax")[1], np.array([-0.017986]), "the derivative, minimax", atol=1e-6)

    def test_what_is_left_of_the_pull(self, student):
        """A fake that is seen through is pulled with full strength by one kind, and not at all by the other."""
        logits = np.array([-1000.0, -800.0, 1000.0, 0.0, -600.0])
        loss, pull = student.gan_g_loss(logits, "nonsat")
        assert_close(loss, (2400 + np.log(2)) / 5, "the loss, nonsat")
        assert_close(pull, -np.array([1, 1, 0, 0.5, 1]) / 5, "the gradient, nonsat", atol=1e-12)
        loss, pull = student.gan_g_loss(logits, "minimax")
        assert_close(loss, -(1000 + np.log(2)) / 5, "the loss, minimax")
        assert_close(pull, -np.array([0, 0, 1, 0.5, 0]) / 5, "the gradient, minimax", atol=1e-12)

    def test_both_want_to_fool(self, student, rng):
        """Either loss falls if the discriminator finds any fake a little more real."""
        fake = draw(rng)[1]
        for kind in ("nonsat", "minimax"):
            before, pull = student.gan_g_loss(fake, kind)
            assert_true(bool(np.all(np.asarray(pull) < 0)), "the derivative with respect to a logit is not negative")
            for step in 0.1 * np.eye(M):
                assert_true(student.gan_g_loss(fake + step, kind)[0] < before, "the loss does not fall as a logit rises")

    def test_bad_arguments(self, student, reference, rng):
        """An unknown kind and a batch without fakes raise ValueError; a batch of one is fine."""
        one = rng.normal(size=1)
        assert_close(student.gan_g_loss(one)[0], reference.gan_g_loss(one)[0], "the loss of one fake")
        for logits, kind in ((one, "saturating"), (one, "minmax"), (np.zeros(0), "nonsat"), (np.zeros(0), "minimax")):
            with pytest.raises(ValueError):
                student.gan_g_loss(logits, kind)
