import numpy as np

from autograder.suite import assert_between, assert_close, assert_true, exercise, points


def ends(rng):
    """Two ends that are far apart, so that any way between them but the straight one shows."""
    return rng.uniform(0.01, 0.03), rng.uniform(0.2, 0.4)


@exercise("linear_beta_schedule")
class TestLinear:
    @points(2)
    def test_straight_line(self, student, reference, rng):
        """The variances lie on a straight line from the first to the last."""
        low, high = ends(rng)
        for steps in (2, 9):
            expected = reference.linear_beta_schedule(steps, low, high)
            assert_close(student.linear_beta_schedule(steps, low, high), expected, "beta", sizes={"steps": steps})

    def test_both_ends_are_reached(self, student, rng):
        """The first variance is beta_min and the last one beta_max."""
        low, high = ends(rng)
        got = student.linear_beta_schedule(6, beta_min=low, beta_max=high)
        assert_close(got[0], low, "the first beta")
        assert_close(got[-1], high, "the last beta")

    def test_equal_steps(self, student, rng):
        """From step to step the variance grows by the same amount."""
        low, high = ends(rng)
        growth = np.diff(np.asarray(student.linear_beta_schedule(8, low, high)))
        assert_close(growth, np.full(7, (high - low) / 7), "the growth of beta")

    def test_a_single_step(self, student, rng):
        """With one step there is one variance, beta_min."""
        low, high = ends(rng)
        assert_close(student.linear_beta_schedule(1, low, high), np.array([low]), "beta")

    def test_thousand_steps_by_default(self, student):
        """With nothing but the number of steps, the usual range is used, and 1000 steps leave what the literature says."""
        left = np.cumprod(1 - np.asarray(student.linear_beta_schedule(1000)))
        at = np.array([1, 2, 10, 100, 250, 500, 750]) - 1
        wanted = np.array([0.9999, 0.99978009, 0.9981052, 0.8970181, 0.5240854, 0.0785872, 0.00335055])
        assert_close(left[at], wanted, "alpha_bar", atol=2e-7)
        assert_close(1e5 * left[-1], 4.03583, "alpha_bar at the last step, times 100000", rtol=1e-5)
        short = np.prod(1 - np.asarray(student.linear_beta_schedule(200)))
        assert_close(short, 0.1321828, "what 200 steps leave", atol=2e-7)


@exercise("cosine_alpha_bar")
class TestCosine:
    @points(2)
    def test_matches_the_formula(self, student, reference, rng):
        """Both arrays, with another offset and another clip than usual; several steps reach the clip."""
        s = rng.uniform(0.02, 0.1)
        for steps, clip in ((5, 0.6), (9, 0.45)):
            alpha_bar, beta = reference.cosine_alpha_bar(steps, s, clip)
            got_bar, got_beta = student.cosine_alpha_bar(steps, s, clip)
            assert_close(got_beta, beta, "beta")
            assert_close(got_bar, alpha_bar, "alpha_bar")

    @points(2)
    def test_thousand_steps_by_default(self, student):
        """With nothing but the number of steps, 1000 steps leave what was worked out beforehand."""
        alpha_bar, beta = student.cosine_alpha_bar(1000)
        at = np.array([1, 100, 250, 500, 750]) - 1
        wanted = np.array([0.99995872, 0.9720927, 0.8470122, 0.4938436, 0.1442721])
        assert_close(np.asarray(alpha_bar)[at], wanted, "alpha_bar", atol=1e-7)
        late = 1e6 * np.asarray(alpha_bar)[-2:]
        assert_close(late, np.array([2.4288, 2.4288e-3]), "alpha_bar of the last two steps", atol=1e-7, rtol=5e-5)
        assert_close(1e5 * np.asarray(beta)[0], 4.128422, "the first beta, times 100000", rtol=1e-6)

    def test_last_step_is_clipped(self, student, rng):
        """The last beta is the greatest one allowed, and none is greater."""
        clip = rng.uniform(0.9, 0.99)
        _, beta = student.cosine_alpha_bar(20, clip=clip)
        assert_close(beta[-1], clip, "the last beta")
        assert_between(beta, 1e-9, clip, "beta")

    def test_alpha_bar_is_what_these_betas_leave(self, student, rng):
        """alpha_bar is the running product of 1 - beta: the two arrays belong to one schedule, to the last step."""
        alpha_bar, beta = student.cosine_alpha_bar(6, s=rng.uniform(0.01, 0.1), clip=0.7)
        left = 1.0
        for step in range(6):
            left *= 1 - beta[step]
            assert_close(alpha_bar[step], left, f"alpha_bar of step {step + 1}")

    def test_decreasing_and_never_zero(self, student, rng):
        """Every step leaves less than the one before it, and the last one still leaves something."""
        steps = int(rng.integers(20, 60))
        alpha_bar = np.asarray(student.cosine_alpha_bar(steps)[0])
        assert_true(np.all(np.diff(alpha_bar) < 0), "alpha_bar does not decrease from step to step")
        assert_true(alpha_bar[0] < 1, "the first step leaves everything as it was")
        assert_true(alpha_bar[-1] > 0, "nothing is left after the last step")

    def test_mirror_image_without_offset(self, student, rng):
        """With s = 0 the curve is its own mirror image: what is left after t and after T - t steps adds up to 1."""
        steps = int(rng.integers(7, 12))
        early = np.asarray(student.cosine_alpha_bar(steps, 0.0)[0])[:-1]
        assert_close(early + early[::-1], np.ones(steps - 1), "alpha_bar after t and after T - t steps, added")
