import numpy as np

from autograder.suite import assert_close, assert_true, leaves_arguments, points


def weight(student, step, warmup):
    return float(student.kl_annealing(step, warmup))


class TestAnnealing:
    @points(2)
    def test_weights_match_the_definition(self, student, reference, rng):
        """At every step before, at and after the end of the warm-up, the weight is right."""
        warmup = int(rng.integers(5, 12))
        for step in (0, 1, warmup // 2, warmup - 1, warmup, warmup + 1, 3 * warmup):
            assert_close(weight(student, step, warmup), reference.kl_annealing(step, warmup), "the weight")

    def test_end_points(self, student, rng):
        """The weight is exactly 0 at the first step, and exactly 1 when the warm-up is over."""
        warmup = int(rng.integers(5, 1000))
        assert_close(weight(student, 0, warmup), 0.0, "the weight of the first step")
        assert_close(weight(student, warmup, warmup), 1.0, "the weight at the end of the warm-up")

    def test_never_above_one(self, student, rng):
        """However long training goes on after the warm-up, the weight stays 1."""
        warmup = int(rng.integers(5, 50))
        for step in (warmup + 1, 2 * warmup, 100 * warmup):
            assert_close(weight(student, step, warmup), 1.0, "the weight after the warm-up")

    def test_grows_along_a_straight_line(self, student, rng):
        """During the warm-up the weight grows by the same amount with every step."""
        warmup = int(rng.integers(8, 14))
        weights = np.array([weight(student, step, warmup) for step in range(warmup + 1)])
        assert_close(np.diff(weights), np.full(warmup, 1 / warmup), "what each step adds", atol=1e-9)

    def test_without_warmup_the_weight_is_one(self, student):
        """With a warm-up of 0 steps the whole divergence counts from the first step on."""
        for step in (0, 1, 7):
            assert_close(weight(student, step, 0), 1.0, "the weight")


def draw(rng, n=6):
    """Divergences of five latents: two whose means lie below lam, three above; single entries lie on both sides.

    The entries of a latent alternate about its mean by 80 %, so a floor on entries is another number than one on means.
    """
    lam = rng.uniform(0.4, 0.6)
    means = lam * np.array([0.7, 1.4, 0.2, 2.5, 1.3]) * rng.uniform(0.95, 1.05, size=5)
    swing = np.where(np.arange(n) % 2, 1.8, 0.2)
    return means * swing[:, None], lam


class TestFreeBits:
    @points(2)
    @leaves_arguments
    def test_floor_matches_the_definition(self, student, reference, rng):
        """Each latent costs its mean over the batch, but at least lam, and these are added up."""
        for n in (6, 5):  # also with as many samples as latents
            kl_dim, lam = draw(rng, n)
            right = float(reference.free_bits_kl(kl_dim, lam))
            assert_close(float(student.free_bits_kl(kl_dim, lam)), right, "the KL term")

    def test_known_value(self, student):
        """Two samples and two latents, worked out by hand."""
        kl_dim = np.array([[0.1, 1.0], [0.3, 0.2]])
        assert_close(float(student.free_bits_kl(kl_dim, 0.5)), 1.1, "the KL term")

    @points(2)
    def test_latent_below_the_floor_has_no_gradient(self, student, rng):
        """Nudging a latent below the floor changes nothing; nudging one above it changes the term by the nudge's mean."""
        kl_dim, lam = draw(rng)
        start, h = float(student.free_bits_kl(kl_dim, lam)), 1e-3
        for latent, rate in ((0, 0.0), (2, 0.0), (1, 1 / 6), (3, 1 / 6)):
            nudged = kl_dim.copy()
            nudged[1, latent] += h
            change = (float(student.free_bits_kl(nudged, lam)) - start) / h
            assert_close(change, rate, "what a nudge changes", atol=1e-6)

    def test_nothing_free_is_the_plain_term(self, student, rng):
        """With lam = 0 it is the plain KL term; with a huge allowance it is lam for each latent."""
        kl_dim, _ = draw(rng)
        assert_close(float(student.free_bits_kl(kl_dim, 0.0)), kl_dim.sum() / 6, "the KL term with lam = 0")
        assert_close(float(student.free_bits_kl(kl_dim, 50.0)), 250.0, "the KL term with a huge lam")

    def test_more_allowance_never_costs_less(self, student, rng):
        """The term grows with lam, and the batch twice gives the same."""
        kl_dim, lam = draw(rng)
        terms = [float(student.free_bits_kl(kl_dim, scale * lam)) for scale in (0.0, 0.5, 1.0, 2.0)]
        assert_true(all(np.diff(terms) > 0), "the term does not grow with lam")
        assert_close(
            float(student.free_bits_kl(np.concatenate([kl_dim, kl_dim]), lam)),
            terms[2],
            "the KL term of the batch twice",
        )
