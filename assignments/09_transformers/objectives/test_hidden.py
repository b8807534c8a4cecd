import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, definition, leaves_arguments, points


def table(rng, v=5):
    p = rng.dirichlet(np.full(v, 0.7), size=v) * 0.9 + 0.1 / v
    return np.log(p)


def tokens(rng, n, v=5):
    return [int(t) for t in rng.integers(v, size=n)]


def whole(logp, bos, s):
    return float(sum(logp[a, b] for a, b in zip([bos, *s], s)))


@points(2)
def test_conditionals_match_the_definition(student, reference, rng):
    """ln p(target | context) is that of the definition, for contexts and targets of several lengths."""
    logp = table(rng)
    for n, m in ((3, 4), (1, 2), (0, 3), (4, 1), (3, 0)):
        context, target = tokens(rng, n), tokens(rng, m)
        got = student.conditional_log_prob(logp, 2, context, target)
        assert_close(float(got), reference.conditional_log_prob(logp, 2, context, target), "ln p(target | context)")


@definition
def test_a_difference_of_two_logarithms(student, rng):
    """It is the logarithm of the whole less that of the context; and what is split in two adds up."""
    logp, context, target = table(rng), tokens(rng, 3), tokens(rng, 4)
    both = student.conditional_log_prob(logp, 1, context, target)
    assert_close(float(both), whole(logp, 1, context + target) - whole(logp, 1, context), "ln p(target | context)")
    first = student.conditional_log_prob(logp, 1, context, target[:2])
    second = student.conditional_log_prob(logp, 1, context + target[:2], target[2:])
    assert_close(float(first + second), float(both), "sum over the parts of the target")


@definition
def test_what_cannot_follow(student):
    """A target of probability 0 has the logarithm -inf, and never nan."""
    with np.errstate(divide="ignore"):
        logp = np.log(np.array([[0.5, 0.5, 0.0], [0.25, 0.25, 0.5], [1.0, 0.0, 0.0]]))
    value = student.conditional_log_prob(logp, 0, [1], [2, 1])
    assert_true(bool(np.isneginf(value)), "the logarithm of a probability of 0 is not -inf")
    assert_close(float(student.conditional_log_prob(logp, 0, [1], [2, 0])), float(np.log(0.5)), "ln p(target | context)")


def joint_of(rng, t, v):
    p = rng.dirichlet(np.ones(v**t)).reshape((v,) * t) + 0.2 / v**t
    return p / p.sum()


@leaves_arguments
@points(3)
def test_products_match_the_definition(student, reference, rng):
    """Both products, for every sequence, and their sums are those of the definition."""
    for t, v in ((3, 4), (4, 2), (3, 3), (1, 5)):
        joint = joint_of(rng, t, v)
        names = ("ar", "pl", "sum of ar", "sum of pl")
        ar, pl, ar_total, pl_total = student.objective_totals(joint)
        for name, got, right in zip(names, (ar, pl, ar_total, pl_total), reference.objective_totals(joint)):
            assert_close(got, right, name)


@definition
def test_left_to_right_gives_the_joint_back(student, rng):
    """The product from left to right is the joint distribution, and sums to 1; the other one does not."""
    joint = joint_of(rng, 3, 3)
    joint[0, 0, 0] += 1.0
    joint /= joint.sum()
    ar, pl, ar_total, pl_total = student.objective_totals(joint)
    assert_close(ar, joint, "ar")
    assert_close(float(ar_total), 1.0, "sum of ar")
    assert_close(float(pl_total), float(pl.sum()), "sum of pl")
    assert_true(abs(float(pl_total) - 1) > 1e-3, "pl sums to 1, although the tokens depend on each other")


@definition
def test_independent_tokens(student, rng):
    """If the tokens are independent, both products are the joint distribution."""
    a, b, c = rng.dirichlet(np.full(3, 2.0), size=3)
    joint = np.einsum("i,j,k->ijk", a, b, c)
    ar, pl, _, pl_total = student.objective_totals(joint)
    assert_close(pl, joint, "pl")
    assert_close(ar, joint, "ar")
    assert_close(float(pl_total), 1.0, "sum of pl")


def test_what_is_no_distribution_is_refused(student, rng):
    """An entry that is not positive, or a sum other than 1, is a ValueError that names joint."""
    joint = joint_of(rng, 2, 3)
    with pytest.raises(ValueError, match="joint"):
        student.objective_totals(2 * joint)
    joint[0, 0] += joint[1, 1]
    joint[1, 1] = 0.0
    with pytest.raises(ValueError, match="joint"):
        student.objective_totals(joint)
