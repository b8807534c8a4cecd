import numpy as np
import torch

from autograder.suite import assert_close, assert_true, definition, leaves_arguments, points

N, D, K = 5, 7, 3
TOTAL, RECON, CODEBOOK, COMMIT = range(4)


def tensor(array):
    return torch.tensor(np.asarray(array), dtype=torch.float32)


def apart(rng, shape):
    """Two arrays that differ by at least 1/2 in every entry."""
    first = rng.normal(size=shape)
    step = rng.uniform(0.5, 1.5, size=shape) * rng.choice([-1.0, 1.0], size=shape)
    return tensor(first), tensor(first + step)


def gradient(found, like):
    """None means that nothing arrived: zeros."""
    return torch.zeros_like(like) if found is None else found


class TestStraightThrough:
    @definition
    @points(2)
    def test_value_is_that_of_the_codes(self, student, rng):
        """In the forward pass the result is z_q, not z_e."""
        for n in (N, K):  # also with as many rows as columns
            z_e, z_q = apart(rng, (n, K))
            assert_close(student.straight_through(z_e, z_q), z_q, "the value")

    @definition
    @points(2)
    def test_gradient_goes_to_the_encoder_as_it_is(self, student, rng):
        """In the backward pass z_e gets the gradient of the result, entry by entry."""
        for n in (N, K):  # also with as many rows as columns
            z_e, z_q = apart(rng, (n, K))
            dout = tensor(rng.normal(size=(n, K)))
            got = student.vjp(student.straight_through, [z_e, z_q], [dout])
            assert_close(gradient(got.inputs[0], z_e), dout, "gradient of z_e")

    @points(2)
    def test_codebook_gets_no_gradient(self, student, rng):
        """Nothing of the gradient arrives at z_q, while the value is that of z_q."""
        z_e, z_q = apart(rng, (N, K))
        got = student.vjp(student.straight_through, [z_e, z_q], [tensor(rng.normal(size=(N, K)))])
        assert_close(got.outputs[0], z_q, "the value")
        assert_close(gradient(got.inputs[1], z_q), torch.zeros(N, K), "gradient of z_q")

    @definition
    def test_through_a_decoder(self, student, rng):
        """For the squared norm of the result, z_e gets the gradient at the code, where the decoder stood: twice z_q."""
        z_e, z_q = apart(rng, (N, K))
        first = student.vjp(student.straight_through, [z_e, z_q], [2 * z_q])
        assert_close(gradient(first.inputs[0], z_e), 2 * z_q, "gradient of z_e")
        assert_close(first.outputs[0], z_q, "the value")


def draw(rng, n=N):
    x, xhat = apart(rng, (n, D))
    z_e, e = apart(rng, (n, K))
    return [x, xhat, z_e, e]


def routed(student, inputs, which):
    """Gradients of one of the four results, beta being 1/4, with respect to xhat, z_e and e."""
    cotangents = [torch.tensor(float(number == which)) for number in range(4)]
    got = student.vjp(student.vqvae_loss, inputs, cotangents)
    return [gradient(found, like) for found, like in zip(got.inputs[1:], inputs[1:])]


class TestLoss:
    @points(2)
    @leaves_arguments
    def test_values_match_the_definition(self, student, reference, rng):
        """total, recon, codebook and commit are those of the definition, for any beta."""
        for beta, n in (
            (0.25, N),
            (0.6, D),
            (0.6, K),
        ):  # also with as many samples as pixels, or as entries of a code
            inputs = draw(rng, n)
            got = student.vqvae_loss(*inputs, beta)
            for name, mine, right in zip(
                ("total", "recon", "codebook", "commit"),
                got,
                reference.vqvae_loss(*inputs, beta),
                strict=True,
            ):
                assert_close(mine, right, name)

    def test_known_values(self, student):
        """Three vectors and their codes in the plane, worked out by hand; beta is 1/4 unless said otherwise."""
        z_e = tensor([[0.9, 0.2], [0.4, 0.4], [1.6, 0.1]])
        e = tensor([[1.0, 1.0], [0.0, 0.0], [2.0, 0.0]])
        x = tensor([[3.0, 0.0, 4.0], [0.0, 0.0, 0.0], [1.0, 1.0, 0.0]])
        total, recon, codebook, commit = student.vqvae_loss(x, torch.zeros(3, 3), z_e, e)
        assert_close(codebook, torch.tensor(0.38), "codebook")
        assert_close(commit, torch.tensor(0.38), "commit")
        assert_close(recon, torch.tensor(9.0), "recon")
        assert_close(total, torch.tensor(9.475), "total")

    @points(2)
    def test_codes_learn_from_the_codebook_term(self, student, rng):
        """The gradient of total with respect to a code is that of its squared distance to z_e, unweighted, over N."""
        inputs = draw(rng)
        _, _, z_e, e = inputs
        assert_close(routed(student, inputs, TOTAL)[2], 2 * (e - z_e) / N, "gradient of e")

    @points(2)
    def test_encoder_learns_from_the_commitment(self, student, rng):
        """The gradient of total with respect to z_e is that of the commitment, weighted by beta, over N."""
        inputs = draw(rng)
        _, _, z_e, e = inputs
        assert_close(routed(student, inputs, TOTAL)[1], 0.25 * 2 * (z_e - e) / N, "gradient of z_e")

    @points(2)
    def test_each_term_moves_one_side_only(self, student, rng):
        """The codebook term has a gradient for e alone, the commitment one for z_e alone."""
        inputs = draw(rng)
        _, _, z_e, e = inputs
        _, to_encoder, to_codes = routed(student, inputs, CODEBOOK)
        assert_close(to_codes, 2 * (e - z_e) / N, "gradient of the codebook term with respect to e")
        assert_close(to_encoder, torch.zeros(N, K), "gradient of the codebook term with respect to z_e")
        _, to_encoder, to_codes = routed(student, inputs, COMMIT)
        assert_close(to_encoder, 2 * (z_e - e) / N, "gradient of the commitment with respect to z_e")
        assert_close(to_codes, torch.zeros(N, K), "gradient of the commitment with respect to e")

    def test_reconstruction_trains_the_decoder(self, student, rng):
        """The gradient of total with respect to the reconstruction is that of the squared distance, over N."""
        inputs = draw(rng)
        x, xhat, *_ = inputs
        assert_close(routed(student, inputs, TOTAL)[0], 2 * (xhat - x) / N, "gradient of xhat")

    def test_batch_twice_costs_the_same(self, student, rng):
        """Every term is a mean over the samples, and grows with the number of dimensions."""
        inputs = draw(rng)
        once = [float(part) for part in student.vqvae_loss(*inputs)]
        assert_true(min(once) > 0.1, "a term vanishes though nothing agrees")
        twice = student.vqvae_loss(*(torch.cat([part, part]) for part in inputs))
        assert_close([float(part) for part in twice], once, "the terms of the batch twice", rtol=1e-4)
        wide = student.vqvae_loss(*(torch.cat([part, part], dim=1) for part in inputs))
        assert_close(
            [float(part) for part in wide],
            [2 * part for part in once],
            "the terms with all axes twice",
            rtol=1e-4,
        )
