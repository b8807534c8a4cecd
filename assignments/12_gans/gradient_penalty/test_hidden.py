import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_true,
    definition,
    leaves_arguments,
    load_given,
    points,
    tensor,
)

N, D = 5, 3


def judges(student, rng, d=D):
    """A critic that is not linear, there and here."""
    with torch.random.fork_rng():
        mine = load_given(__file__, "players").Judge(d)
    state = {name: tensor(rng.normal(size=entry.shape)) for name, entry in mine.state_dict().items()}
    mine.load_state_dict(state)
    theirs = student.given.players.Judge(d)
    theirs.load_state_dict(state)
    return theirs, mine


def batch(rng, *shape):
    """Real samples, fakes that lie elsewhere, and places between them that are not in the middle."""
    n = shape[0]
    eps = rng.permutation([0.05, 0.15, 0.3, 0.8, 0.9, 0.95, 0.1, 0.25, 0.7][:n])
    return tensor(rng.normal(size=shape) + 1), tensor(2 * rng.normal(size=shape) - 1), tensor(eps)


@points(2)
@leaves_arguments
def test_matches_the_definition(student, reference, rng):
    """The penalty of a critic that is not linear, for samples that are rows."""
    for n in (N, D):
        theirs, mine = judges(student, rng)
        x = batch(rng, n, D)
        lam = float(rng.uniform(2, 5))
        assert_close(
            student.gradient_penalty(theirs, *x, lam), reference.gradient_penalty(mine, *x, lam).detach(), "the penalty"
        )


@points(2)
def test_images(student, reference, rng):
    """For images the slope is one norm over all axes but the first."""
    theirs, mine = judges(student, rng, 2 * 3 * 4)
    x = batch(rng, N, 2, 3, 4)
    assert_close(student.gradient_penalty(theirs, *x), reference.gradient_penalty(mine, *x).detach(), "the penalty")
    theirs, mine = judges(student, rng, 8)
    x = batch(rng, 2, 2, 2, 2)  # no length says which axis is which
    assert_close(student.gradient_penalty(theirs, *x), reference.gradient_penalty(mine, *x).detach(), "the penalty")


def test_known_numbers(student):
    """A linear critic with weights (3, 4), and the critic |x|^2 / 2 between two pairs of points, as worked out by hand."""
    line = student.call(torch.nn.Linear, 2, 1)
    line.load_state_dict({"weight": torch.tensor([[3.0, 4.0]]), "bias": torch.ones(1)})
    real, fake = torch.tensor([[1.0, 0.0], [0.0, 2.0]]), torch.tensor([[3.0, 0.0], [0.0, 4.0]])
    eps = torch.tensor([0.5, 0.25])
    assert_close(student.gradient_penalty(line, real, fake, eps), torch.tensor(160.0), "the penalty of a linear critic")
    bowl = student.given.players.Quadratic()
    assert_close(student.gradient_penalty(bowl, real, fake, eps), torch.tensor(36.25), "the penalty of |x|^2 / 2")


@points(2)
@definition
def test_second_derivatives_reach_the_weights(student, reference, rng):
    """The gradient with respect to every weight of the critic is that of the definition."""
    theirs, mine = judges(student, rng)
    loss = student.given.players.LossOf(student.gradient_penalty, theirs)
    x = batch(rng, N, D)
    got = student.vjp(loss, list(x), [tensor(1.7)])
    parameters = dict(mine.named_parameters())
    wanted = torch.autograd.grad(1.7 * reference.gradient_penalty(mine, *x), list(parameters.values()), allow_unused=True)
    for name, right in zip(parameters, wanted):
        if right is None:  # a constant in the scores has no slope
            continue
        found = got.parameters.get(f"module.{name}")
        assert_true(found is not None, f"no gradient reaches {name}")
        assert_close(found, right, f"the gradient of {name}", rtol=1e-3, atol=1e-4)


def test_both_ends(student, reference, rng):
    """With eps = 1 only the real samples matter, with eps = 0 only the fakes."""
    theirs, mine = judges(student, rng)
    real, fake, _ = batch(rng, N, D)
    for eps, seen in ((1.0, real), (0.0, fake)):
        right = reference.gradient_penalty(mine, seen, seen, torch.rand(N)).detach()
        assert_close(student.gradient_penalty(theirs, real, fake, torch.full((N,), eps)), right, "the penalty at one end")


def test_slopes_that_are_too_small_cost_as_well(student):
    """A slope of 1/2 costs as much as a slope of 3/2; a slope of 1 costs nothing; a flat critic costs lam."""
    real, fake = torch.randn(3, 1), torch.randn(3, 1)
    found = []
    for slope in (0.5, 1.5, 1.0, 0.0, -1.0):
        line = student.call(torch.nn.Linear, 1, 1)
        line.load_state_dict({"weight": torch.tensor([[slope]]), "bias": torch.zeros(1)})
        found.append(float(student.gradient_penalty(line, real, fake, torch.rand(3), 4.0)))
    assert_close(found, [1.0, 1.0, 0.0, 4.0, 0.0], "the penalties", atol=1e-5)


def test_a_flat_critic_has_a_finite_gradient(student, rng):
    """Where the critic is flat, the penalty is lam, and no gradient of a weight is infinite or not a number."""
    theirs, _ = judges(student, rng)
    theirs.load_state_dict({name: 0 * entry for name, entry in theirs.state_dict().items()})
    loss = student.given.players.LossOf(student.gradient_penalty, theirs)
    got = student.vjp(loss, list(batch(rng, N, D)))
    assert_close(got.outputs[0] if isinstance(got.outputs, (list, tuple)) else got.outputs, tensor(10.0), "the penalty")
    finite = all(bool(torch.isfinite(entry).all()) for entry in got.parameters.values() if entry is not None)
    assert_true(finite, "a gradient is not finite where the critic is flat")


def test_the_critic_is_asked_once(student, reference, rng):
    """One call of the critic, with all samples, is enough."""
    theirs, mine = judges(student, rng)
    x = batch(rng, N, D)
    assert_close(student.gradient_penalty(theirs, *x), reference.gradient_penalty(mine, *x).detach(), "the penalty")
    assert_equal(list(theirs.batches), [N], "the sizes of the batches that the critic was asked for")


def test_shapes_have_to_fit(student, reference, rng):
    """Fakes of another shape, and eps of any shape but (N,), raise ValueError."""
    theirs, mine = judges(student, rng)
    real, fake, eps = batch(rng, N, D)
    assert_close(
        student.gradient_penalty(theirs, real, fake, eps),
        reference.gradient_penalty(mine, real, fake, eps).detach(),
        "the penalty",
    )
    for bad in (
        (real, fake[:1], eps),
        (real, fake[:, :1], eps),
        (real, fake, eps[:1]),
        (real, fake, eps[:, None]),
        (real, fake, eps[0]),
        (real[:0], fake[:0], eps[:0]),
    ):
        with pytest.raises(ValueError):
            student.gradient_penalty(theirs, *bad)
