from autograder.suite import Mistake

CASES = "((1, 2.0, 0.5), (3, 1.0, 1.0), (4, 0.3, 5.0), (40, 1e-10, 2e-10))"
MEANS = "mu1, mu2 = rng.normal(size=(2, d))"
COVARIANCES = "s1, s2 = _covariance(rng, d, first), _covariance(rng, d, second)"
COMPARED = "if not np.isclose(f(mu1, s1, mu2, s2), _divergence(mu1, s1, mu2, s2), rtol=1e-7):"

MISTAKES = [
    Mistake(
        "kill_kl_gaussians/zero-and-positive",
        old=COMPARED,
        new="if abs(f(mu1, s1, mu1, s1)) > 1e-8 or f(mu1, s1, mu2, s2) < -1e-9:",
        also=((CASES, "((1, 2.0, 0.5), (3, 1.0, 1.0))"),),
        hint="Your test asks whether the divergence is 0 for equal distributions and never negative. Both are true, and many "
        "wrong formulas have both properties.",
    ),
    Mistake(
        "kill_kl_gaussians/equal-means",
        old=MEANS,
        new="mu1 = mu2 = rng.normal(size=d)",
        hint="Your two Gaussians always have the same mean. Then nothing is seen of how the distance of the means is measured.",
    ),
    Mistake(
        "kill_kl_gaussians/unit-covariances",
        old=COVARIANCES,
        new="s1 = s2 = np.eye(d)",
        hint="Your covariances are all identities. Then every determinant is 1, and it does not matter which matrix is "
        "inverted.",
    ),
    Mistake(
        "kill_kl_gaussians/few-dimensions",
        old=CASES,
        new="((1, 2.0, 0.5), (3, 1.0, 1.0), (4, 0.3, 5.0))",
        hint="Your test tries a few dimensions only. The statement names a number of dimensions for which it has to work.",
    ),
    Mistake(
        "kill_kl_gaussians/mean-at-zero",
        old=MEANS,
        new="mu1, mu2 = np.zeros(d), rng.normal(size=d)",
        hint="Your first mean is always 0. An implementation that forgets to subtract it is not noticed.",
    ),
    Mistake(
        "kill_kl_gaussians/exact",
        old=COMPARED,
        new="if f(mu1, s1, mu2, s2) != _divergence(mu1, s1, mu2, s2):",
        hint="Your test asks for equal bits. Right implementations differ in their last digits: compare with a tolerance.",
    ),
]
