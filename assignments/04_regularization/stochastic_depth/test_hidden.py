import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, points


@exercise("stochastic_depth_probs")
class TestProbs:
    @points(2)
    def test_survival_falls_in_a_straight_line(self, student, reference, rng):
        """The survival probabilities fall in equal steps from the first block to the last."""
        depth, p_last = int(rng.integers(4, 12)), float(rng.uniform(0.2, 0.8))
        probs = student.stochastic_depth_probs(depth, p_last)
        assert_close(probs, reference.stochastic_depth_probs(depth, p_last), "the probabilities")

    def test_the_last_block_has_the_given_probability(self, student, rng):
        """The last block survives with p_last; with p_last = 1 nothing is ever dropped."""
        p_last = float(rng.uniform(0.2, 0.4))
        probs = student.stochastic_depth_probs(7, p_last)
        assert_shape(probs, (7,), "the probabilities")
        assert_close(probs[-1], p_last, "the last probability")
        assert_close(student.stochastic_depth_probs(4, 1.0), np.ones(4), "the probabilities for p_last = 1")

    def test_expected_depth(self, student, rng):
        """The expected number of surviving blocks is L - (L + 1) (1 - p_last) / 2."""
        p_last = float(rng.uniform(0.2, 0.8))
        expected = 10 - 11 / 2 * (1 - p_last)
        assert_close(np.sum(student.stochastic_depth_probs(10, p_last)), expected, "expected depth")

    def test_one_block(self, student):
        """A single block is the last one."""
        assert_close(student.stochastic_depth_probs(1, 0.3), np.array([0.3]), "the probabilities")


KEEP = 0.7


def draw(rng, n=6, rest=(2, 3)):
    """Half of the samples kept and half dropped, in any order; no draw near `keep`."""
    u = rng.permutation(np.concatenate([rng.uniform(0, 0.65, size=n // 2), rng.uniform(0.75, 1, size=n - n // 2)]))
    return rng.normal(size=(n, *rest)), rng.normal(size=(n, *rest)), u


@exercise("drop_path")
class TestDropPath:
    @points(2)
    def test_training(self, student, reference, rng):
        """In training the branch of a kept sample is added divided by keep, that of a dropped one is left out."""
        for rest in ((2, 3), (6,), (6, 6)):  # also with as many features as samples
            x, branch, u = draw(rng, rest=rest)
            out = student.drop_path(x, branch, KEEP, u, True)
            assert_close(out, reference.drop_path(x, branch, KEEP, u, True), "out in training")

    def test_a_sample_is_kept_or_dropped_as_a_whole(self, student, rng):
        """All entries of a sample share its fate, whatever number of axes it has; x itself always gets through."""
        for rest in ((4,), (2, 3, 5)):
            x, branch, u = draw(rng, rest=rest)
            out = student.drop_path(x, branch, KEEP, u, True)
            assert_shape(out, x.shape, "out")
            added = np.reshape((out - x) / branch, (6, -1))
            assert_close(added, np.where(u < KEEP, 1 / KEEP, 0)[:, None] * np.ones(added.shape), "share of the branch")

    @points(2)
    def test_at_test_time_it_is_the_plain_residual(self, student, rng):
        """At test time the whole branch is added, whatever the draws are."""
        x, branch, u = draw(rng)
        assert_close(student.drop_path(x, branch, KEEP, u, False), x + branch, "out at test time")

    def test_the_mean_over_all_draws_is_the_plain_residual(self, student, rng):
        """Averaged over evenly spread draws, training gives what the test gives: x + branch."""
        n = 200
        x, branch = rng.normal(size=3), rng.normal(size=3)
        u = rng.permutation((np.arange(n) + 0.5) / n)
        out = student.drop_path(np.tile(x, (n, 1)), np.tile(branch, (n, 1)), 0.3, u, True)
        assert_shape(out, (n, 3), "out")
        assert_close(out.mean(axis=0), x + branch, "mean of out over the draws")

    def test_a_branch_that_always_survives(self, student, rng):
        """With keep = 1, training is the plain residual too."""
        x, branch, _ = draw(rng)
        out = student.drop_path(x, branch, 1.0, rng.uniform(0, 1, size=6), True)
        assert_close(out, x + branch, "out with keep = 1")

    def test_a_draw_of_exactly_keep_drops(self, student, rng):
        """u < keep keeps the branch; a draw equal to keep does not."""
        x, branch, _ = draw(rng)
        out = student.drop_path(x, branch, 0.5, np.full(6, 0.5), True)
        assert_close(out, x, "out where every draw equals keep")

    def test_the_arguments_are_left_alone(self, student, rng):
        """x and branch are the same after the call."""
        x, branch, u = draw(rng)
        after = student.call(student.drop_path, x, branch, KEEP, u, True, return_args=True)
        assert_close(after.args[:2], (x, branch), "x and branch after the call")
