import pytest

from autograder.suite import assert_close, points


def draw(rng):
    return [float(value) for value in rng.uniform(1.05, 1.6, size=3)]


@points(3)
def test_factors_match_the_definition(student, reference, rng):
    """The four factors are those of the definition, for whole numbers, fractions and negative phi."""
    for phi in (1, 3, 0.5, -2, float(rng.uniform(1, 5))):
        growth = draw(rng)
        assert_close(student.compound_scaling(phi, *growth), reference.compound_scaling(phi, *growth), "the four factors")
    smaller = [1 / factor for factor in draw(rng)]
    assert_close(
        student.compound_scaling(2, *smaller), reference.compound_scaling(2, *smaller), "factors of a net that shrinks"
    )


@points(2)
def test_phi_matches_the_definition(student, reference, rng):
    """The largest phi is that of the definition, for budgets on both sides of 1."""
    for budget in (2.0, 7.5, 0.3):
        growth = draw(rng)
        assert_close(student.largest_phi(budget, *growth), reference.largest_phi(budget, *growth), "phi")


@points(2)
def test_a_known_family(student):
    """With 1.2, 1.1 and 1.15, a step of phi costs 1.92027 times as much; the paper rounds that to 2."""
    found = student.compound_scaling(1, 1.2, 1.1, 1.15)
    assert_close(found, (1.2, 1.1, 1.15, 1.92027), "the four factors", rtol=1e-6)


def test_steps_multiply(student, rng):
    """Going by phi and then by psi multiplies all factors."""
    growth = draw(rng)
    phi, psi = (float(value) for value in rng.uniform(0.5, 2, size=2))
    first, second, both = (student.compound_scaling(step, *growth) for step in (phi, psi, phi + psi))
    for one, other, together in zip(first, second, both):
        assert_close(float(one) * float(other), float(together), "a factor of two steps")
    assert float(both[3]) > float(both[0])


def test_the_budget_is_used_up(student, rng):
    """At the largest phi, the cost has grown by exactly the budget."""
    growth, budget = draw(rng), float(rng.uniform(1.5, 20))
    phi = student.largest_phi(budget, *growth)
    assert_close(float(student.compound_scaling(phi, *growth)[3]), budget, "the cost at the largest phi")


def test_what_cannot_be_done(student):
    """Factors and budgets of 0 or less raise ValueError, and so does a family whose cost stays the same."""
    assert_close(student.largest_phi(450.0, 2.0, 3.0, 5.0), 1.0, "phi")
    for wrong in ((0.0, 1.1, 1.1), (1.1, -1.0, 1.1), (1.1, 1.1, 0.0)):
        with pytest.raises(ValueError):
            student.compound_scaling(2, *wrong)
    for budget, growth in ((0.0, (1.2, 1.1, 1.1)), (-2.0, (1.2, 1.1, 1.1)), (3.0, (1.0, 1.0, 1.0))):
        with pytest.raises(ValueError):
            student.largest_phi(budget, *growth)
