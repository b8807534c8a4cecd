import numpy as np
import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_true,
    exercise,
    leaves_arguments,
    load_given,
    points,
    tensor,
)

N, K, C = 5, 3, 4


@exercise("cgan_inputs")
class TestInputs:
    @points(2)
    def test_generator_input_matches_the_definition(self, student, reference, rng):
        """Latent first, one-hot class behind it, in the latent's dtype."""
        for n, k, classes, dtype in ((N, K, C, "float64"), (4, 4, 4, "float32"), (1, 2, 6, "float32")):
            z, y = tensor(rng.normal(size=(n, k)), dtype), torch.tensor(rng.integers(classes, size=n))
            right = reference.cgan_generator_input(z, y, classes)
            found = student.cgan_generator_input(z, y, classes)
            assert_close(found, right, "the generator's input")
            assert_true(found.dtype == z.dtype, "the input does not have the dtype of the latents")

    def test_what_depends_on_what(self, student, reference, rng):
        """Another class changes two of the last C numbers, another latent only the first k."""
        z, y = tensor(rng.normal(size=(N, K))), torch.tensor(rng.integers(C - 1, size=N))
        one, other = student.cgan_generator_input(z, y, C), student.cgan_generator_input(z, y + 1, C)
        assert_close(one, reference.cgan_generator_input(z, y, C), "the generator's input")
        assert_equal((one != other).sum(dim=1), torch.full((N,), 2), "how many numbers a class changes")
        assert_equal((one != other)[:, :K].any(), torch.tensor(False), "whether a class changes the latent")

    @points(2)
    @leaves_arguments
    def test_discriminator_input_matches_the_definition(self, student, reference, rng):
        """The channels of the image, and behind them the map of the sample's own class, row by row."""
        for n, c, h, w, classes in ((N, 2, 3, 4, 6), (3, 1, 4, 3, 2), (2, 2, 2, 2, 2)):
            x, E = tensor(rng.normal(size=(n, c, h, w))), tensor(rng.normal(size=(classes, h * w)))
            y = torch.tensor(rng.permutation(np.arange(n) % classes))
            right = reference.cgan_discriminator_input(x, y, E)
            assert_close(student.cgan_discriminator_input(x, y, E), right, "the discriminator's input")

    @points(2)
    def test_only_rows_that_are_used_learn(self, student, reference, rng):
        """The gradient of the table is that of its maps, and 0 in the rows of classes that do not occur."""
        x, E, y = tensor(rng.normal(size=(N, 2, 3, 4))), tensor(rng.normal(size=(6, 12))), torch.tensor([4, 1, 1, 0, 4])
        dout = tensor(rng.normal(size=(N, 3, 3, 4)))
        pair = student.given.conditions.WithTable(student.cgan_discriminator_input, y)
        got = student.vjp(pair, [x, E], [dout]).inputs
        own = load_given(__file__, "conditions").WithTable(reference.cgan_discriminator_input, y)
        leaf_x, leaf_e = x.clone().requires_grad_(), E.clone().requires_grad_()
        wanted = torch.autograd.grad(own(leaf_x, leaf_e), [leaf_x, leaf_e], dout)
        for name, found, right in zip(("x", "E"), got, wanted):
            assert_close(found, right, f"the gradient of {name}")

    def test_bad_classes(self, student, reference, rng):
        """Classes that do not exist, and a number of classes that does not fit, raise ValueError."""
        z, y = tensor(rng.normal(size=(N, K))), torch.tensor(rng.integers(C, size=N))
        x, E = tensor(rng.normal(size=(N, 2, 3, 4))), tensor(rng.normal(size=(C, 12)))
        assert_close(student.cgan_generator_input(z, y, C), reference.cgan_generator_input(z, y, C), "the generator's input")
        for bad in (-1, C):
            wrong = y.clone()
            wrong[2] = bad
            with pytest.raises(ValueError):
                student.cgan_generator_input(z, wrong, C)
            with pytest.raises(ValueError):
                student.cgan_discriminator_input(x, wrong, E)
        for classes in (y[:1], y[:-1]):
            with pytest.raises(ValueError):
                student.cgan_generator_input(z, classes, C)
            with pytest.raises(ValueError):
                student.cgan_discriminator_input(x, classes, E)
        with pytest.raises(ValueError):
            student.cgan_discriminator_input(x, y, E[:, :-1])


def judge(w, v):
    """A discriminator that looks at samples and classes."""

    def logits(x, y):
        return np.asarray(x).reshape(len(x), -1) @ w * (1 + v[np.asarray(y)]) + v[np.asarray(y)]

    return logits


@exercise("cgan_d_loss")
class TestLoss:
    def draw(self, rng, n=N, h=2, w=3):
        x_real, x_fake = rng.normal(size=(n, h, w)) + 0.5, rng.normal(size=(n, h, w))
        return x_real, x_fake, rng.permutation(np.arange(n) % C), judge(rng.normal(size=h * w), rng.permutation(C) - 1.3)

    @points(2)
    @leaves_arguments
    def test_matches_the_definition(self, student, reference, rng):
        """The sum of the two mean cross-entropies, each sample judged with its class."""
        for sizes in ((N, 2, 3), (3, 3, 3)):
            x_real, x_fake, y, D = self.draw(rng, *sizes)
            right = reference.cgan_d_loss(D, x_real, x_fake, y)
            assert_close(student.cgan_d_loss(D, x_real, x_fake, y), right, "the loss")

    @points(2)
    def test_every_row_has_its_class(self, student, reference, rng):
        """In each of two calls, row n of the samples comes with class y_n; first or last the real ones."""
        x_real, x_fake, y, D = self.draw(rng)
        asked = []

        def watched(x, labels):
            asked.append((np.array(x), np.array(labels)))
            return D(x, labels)

        loss = student.cgan_d_loss(watched, x_real, x_fake, y)
        assert_close(loss, reference.cgan_d_loss(D, x_real, x_fake, y), "the loss")
        assert_equal(len(asked), 2, "number of calls of D")
        for _, labels in asked:
            assert_equal(labels.tolist(), y.tolist(), "the classes that D was asked about")
        sums = sorted(float(x.sum()) for x, _ in asked)
        assert_close(sums, sorted([float(x_real.sum()), float(x_fake.sum())]), "the samples that D was asked about")

    @points(2)
    def test_classes_alone_tell_nothing(self, student, rng):
        """A discriminator that looks at the class only has a loss of at least ln 4: fakes have the same classes."""
        x_real, x_fake, y, _ = self.draw(rng)
        opinions = 2 * rng.normal(size=C)
        loss = student.cgan_d_loss(lambda x, y: opinions[np.asarray(y)], x_real, x_fake, y)
        mine = opinions[y]
        assert_close(loss, np.mean(np.log1p(np.exp(-mine)) + np.log1p(np.exp(mine))), "the loss")
        assert_true(loss >= np.log(4), "the loss is below ln 4, though D does not look at the samples")

    def test_together_with_their_classes_rows_may_come_in_any_order(self, student, rng):
        """Exchanging rows of samples and classes alike changes nothing; exchanging those of the classes alone does."""
        x_real, x_fake, y, D = self.draw(rng)
        before = student.cgan_d_loss(D, x_real, x_fake, y)
        turn = np.roll(np.arange(N), 1)
        assert_close(student.cgan_d_loss(D, x_real[turn], x_fake[turn], y[turn]), before, "the loss in another order")
        assert_true(abs(student.cgan_d_loss(D, x_real, x_fake, y[turn]) - before) > 1e-9, "classes make no difference")

    def test_logits_of_any_size(self, student):
        """A discriminator that is sure and wrong has a large and finite loss."""
        x = np.array([[1.0], [2.0]])
        found = student.cgan_d_loss(lambda x, y: 1000 * np.asarray(x)[:, 0], -x, x, np.array([0, 1]))
        assert_close(found, 3000.0, "the loss")

    def test_lengths_have_to_agree(self, student, reference, rng):
        """Fakes or classes that are too few, and no samples at all, raise ValueError."""
        x_real, x_fake, y, D = self.draw(rng)
        assert_close(student.cgan_d_loss(D, x_real, x_fake, y), reference.cgan_d_loss(D, x_real, x_fake, y), "the loss")
        one = x_real[:1], x_fake[:1], y[:1]
        assert_close(student.cgan_d_loss(D, *one), reference.cgan_d_loss(D, *one), "the loss of a single pair")
        for bad in (
            (x_real, x_fake[:-1], y),
            (x_real, x_fake, y[:-1]),
            (x_real[:1], x_fake, y),
            (x_real[:0], x_fake[:0], y[:0]),
        ):
            with pytest.raises(ValueError):
                student.cgan_d_loss(D, *bad)
