import numpy as np

from autograder.suite import assert_close, assert_steps_close, assert_true, points

C = 5
NAMES = ("log_px", "recon", "kl_prior", "elbo", "gap")


def shares(rng):
    """A distribution without small entries, in any order: entries from 1/15 to 1/3."""
    return rng.permutation(np.arange(1.0, C + 1)) / np.sum(np.arange(1, C + 1))


def draw(rng):
    """Prior, likelihoods and a q that is clearly neither the prior nor the posterior."""
    while True:
        prior, lik, q = shares(rng), rng.permutation([0.05, 0.17, 0.41, 0.83, 1.6]), shares(rng)
        posterior = prior * lik / np.sum(prior * lik)
        if min(np.abs(q - prior).max(), np.abs(q - posterior).max()) > 0.1:
            return prior, lik, q, posterior


def check(student, reference, *given):
    found = student.elbo_discrete(*given)
    right = reference.elbo_discrete(*given)
    assert_steps_close(found, {name: right[name] for name in NAMES})
    return found


@points(2)
def test_evidence_and_the_parts_of_the_bound(student, reference, rng):
    """The evidence, the two parts of the bound, and the bound."""
    given = draw(rng)[:3]
    found, right = student.elbo_discrete(*given), reference.elbo_discrete(*given)
    assert_steps_close(found, {name: right[name] for name in NAMES[:4]})


@points(2)
def test_the_gap(student, reference, rng):
    """The gap is the divergence of q from the posterior."""
    given = draw(rng)[:3]
    assert_close(student.elbo_discrete(*given)["gap"], reference.elbo_discrete(*given)["gap"], "gap")


def test_known_case(student):
    """Two classes, worked out by hand."""
    found = student.elbo_discrete(np.array([0.5, 0.5]), np.array([0.8, 0.2]), np.array([0.6, 0.4]))
    right = {
        "log_px": -0.693147,
        "recon": -0.777661,
        "kl_prior": 0.020136,
        "elbo": -0.797797,
        "gap": 0.104650,
    }
    for name in NAMES:
        assert_close(found[name], right[name], name, atol=1e-6)


@points(2)
def test_evidence_is_bound_plus_gap(student, rng):
    """log_px = elbo + gap, for any q, to the last digits, and none of the three is trivial."""
    prior, lik, q, _ = draw(rng)
    found = student.elbo_discrete(prior, lik, q)
    assert_close(found["elbo"] + found["gap"], np.log(np.sum(prior * lik)), "elbo + gap", rtol=0, atol=1e-12)
    assert_close(found["log_px"], np.log(np.sum(prior * lik)), "log_px", rtol=0, atol=1e-12)
    assert_true(found["gap"] > 1e-3, "the gap of a q that is not the posterior is not positive")


def test_the_other_form_of_the_bound(student, rng):
    """The bound is also the mean of ln p(x, z) under q, plus the entropy of q."""
    prior, lik, q, _ = draw(rng)
    found = student.elbo_discrete(prior, lik, q)
    assert_close(found["elbo"], np.sum(q * np.log(prior * lik)) - np.sum(q * np.log(q)), "elbo")


@points(2)
def test_no_gap_at_the_posterior(student, rng):
    """If q is the posterior, the bound is the evidence; there and only there the gap is 0."""
    prior, lik, q, posterior = draw(rng)
    found = student.elbo_discrete(prior, lik, posterior)
    assert_close(found["gap"], 0.0, "gap at the posterior", atol=1e-12)
    assert_close(found["elbo"], np.log(np.sum(prior * lik)), "elbo at the posterior")
    for other in (q, prior, 0.9 * posterior + 0.1 * q):
        assert_true(student.elbo_discrete(prior, lik, other)["gap"] > 1e-5, "the gap of another q is not positive")


@points(2)
def test_classes_that_q_leaves_out(student, reference, rng):
    """Where q is 0, nothing is added, and nothing becomes nan or infinite."""
    prior, lik, _, _ = draw(rng)
    few, nearly = [0.5, 0.3, 0.2, 0.0, 0.0], [0.5, 0.3, 0.196, 0.004, 0.0]
    for q in (rng.permutation(few), rng.permutation(nearly), np.eye(C)[rng.integers(C)]):
        check(student, reference, prior, lik, q)


def test_a_sure_q(student, rng):
    """A q that is sure of one class pays for it: the bound is ln of the joint probability of x and that class."""
    prior, lik, _, posterior = draw(rng)
    i = int(rng.integers(C))
    found = student.elbo_discrete(prior, lik, np.eye(C)[i])
    assert_close(found["elbo"], np.log(prior[i] * lik[i]), "elbo")
    assert_close(found["gap"], -np.log(posterior[i]), "gap")
    assert_close(found["kl_prior"], -np.log(prior[i]), "kl_prior")


def test_rescaled_likelihood(student, reference, rng):
    """A density in other units shifts evidence and bound alike, and leaves the gap and the divergence."""
    prior, lik, q, _ = draw(rng)
    before, after = student.elbo_discrete(prior, lik, q), student.elbo_discrete(prior, 7.0 * lik, q)
    right = reference.elbo_discrete(prior, lik, q)
    for name, shift in zip(NAMES, (np.log(7), np.log(7), 0, np.log(7), 0)):
        assert_close(after[name] - before[name], shift, f"the change of {name}", atol=1e-9)
    assert_close(after["gap"], right["gap"], "gap")
