import math

import pytest
import torch

from autograder.suite import assert_close, assert_equal, definition, own_module, points, tensor

NAMES = ("weight", "bias")


def layers(student, rng, d_in=3, d_out=4):
    """A linear layer there and here, with the same weights."""
    state = {"weight": tensor(rng.normal(size=(d_out, d_in)) * 2), "bias": tensor(rng.normal(size=d_out) * 2)}
    theirs = student.call(torch.nn.Linear, d_in, d_out)
    theirs.load_state_dict(state)
    mine = own_module(torch.nn.Linear, d_in, d_out)
    mine.load_state_dict(state)
    return theirs, mine


def gradients(rng, d_in=3, d_out=4):
    return {"weight": tensor(rng.normal(size=(d_out, d_in))), "bias": tensor(rng.normal(size=d_out))}


def set_both(student, theirs, mine, grads):
    student.given.language.set_gradients(theirs, grads)
    for name, parameter in mine.named_parameters():
        parameter.grad = None if grads.get(name) is None else grads[name].clone()


def check(theirs, mine, when):
    for name in NAMES:
        assert_close(theirs.state_dict()[name], mine.state_dict()[name], f"{name} {when}", rtol=1e-5, atol=1e-6)


@points(3)
def test_steps_match_the_definition(student, reference, rng):
    """Over six steps with new gradients, the weights are those of the definition."""
    for options in ({"lr": 0.1}, {"lr": 0.03, "betas": (0.7, 0.95), "eps": 0.1, "weight_decay": 0.5}):
        theirs, mine = layers(student, rng)
        optimizer, own = student.AdamW(theirs.parameters(), **options), reference.AdamW(mine.parameters(), **options)
        for step in range(6):
            set_both(student, theirs, mine, gradients(rng))
            optimizer.step()
            own.step()
            check(theirs, mine, f"after step {step + 1}")


@definition
@points(2)
def test_the_same_as_torch(student, rng):
    """With decay for matrices and none for vectors, the steps are those of torch's AdamW."""
    theirs, mine = layers(student, rng)
    optimizer = student.AdamW(theirs.parameters(), 0.05, (0.9, 0.99), 1e-6, 0.3)
    groups = [{"params": [mine.weight], "weight_decay": 0.3}, {"params": [mine.bias], "weight_decay": 0.0}]
    known = torch.optim.AdamW(groups, lr=0.05, betas=(0.9, 0.99), eps=1e-6)
    for _ in range(5):
        set_both(student, theirs, mine, gradients(rng))
        optimizer.step()
        known.step()
    check(theirs, mine, "after five steps")


@points(2)
def test_usual_settings(student, reference, rng):
    """Without any options, rate, betas, eps and decay are those of the statement."""
    for sizes in ((1.0, 1e-7, 10.0, 1e-7), (3e-8, 3e-8)):  # beside gradients as small as the last ones, eps counts
        theirs, mine = layers(student, rng)
        optimizer, own = student.AdamW(theirs.parameters()), reference.AdamW(mine.parameters())
        for size in sizes:
            set_both(student, theirs, mine, {name: size * g for name, g in gradients(rng).items()})
            optimizer.step()
            own.step()
        for name in NAMES:
            assert_close(theirs.state_dict()[name], mine.state_dict()[name], name, rtol=1e-6, atol=3e-7)


@definition
def test_the_rate_may_change(student, rng):
    """A step uses the rate that stands in lr at that moment; with a rate of 0 nothing moves."""
    theirs, mine = layers(student, rng)
    optimizer = student.AdamW(theirs.parameters(), lr=0.0)
    grads = {name: g + 0.2 * g.sign() for name, g in gradients(rng).items()}  # beside these, eps is nothing
    set_both(student, theirs, mine, grads)
    optimizer.step()
    check(theirs, mine, "after a step with a rate of 0")
    student.given.language.set_rate(optimizer, 0.25)
    optimizer.step()
    # The same gradient twice: the corrected means are the gradient and its square, so each number moves by the rate.
    decay = 1 - 0.25 * 0.01
    moved = {"weight": mine.weight.detach() * decay - 0.25 * grads["weight"].sign()}
    moved["bias"] = mine.bias.detach() - 0.25 * grads["bias"].sign()
    for name in NAMES:
        assert_close(theirs.state_dict()[name], moved[name], f"{name} after a step with another rate", atol=1e-4)


def test_parameters_without_a_gradient(student, reference, rng):
    """A parameter without a gradient is left as it is, and goes on as if nothing had been when it has one again."""
    theirs, mine = layers(student, rng)
    optimizer, own = (
        student.AdamW(theirs.parameters(), 0.1, weight_decay=0.5),
        reference.AdamW(mine.parameters(), 0.1, weight_decay=0.5),
    )
    for missing in ("weight", "bias", None, "weight"):
        set_both(student, theirs, mine, {name: g for name, g in gradients(rng).items() if name != missing})
        optimizer.step()
        own.step()
        check(theirs, mine, "after steps with missing gradients")


def test_zero_grad(student, reference, rng):
    """After zero_grad no gradient is left, and a step before it is that of the definition."""
    theirs, mine = layers(student, rng)
    optimizer, own = student.AdamW(theirs.parameters(), 0.1), reference.AdamW(mine.parameters(), 0.1)
    set_both(student, theirs, mine, gradients(rng))
    optimizer.step()
    own.step()
    check(theirs, mine, "after a step")
    optimizer.zero_grad()
    assert_equal(int(student.given.language.gradients_left(theirs)), 0, "parameters with a gradient after zero_grad")


@points(2)
def test_rates_match_the_definition(student, reference, rng):
    """The rate of every step is that of the definition, with a warm-up and without."""
    for warmup, steps, floor in ((5, 21, 0.1), (0, 9, 0.3), (1, 4, 0.0)):
        peak = float(rng.uniform(0.5, 2))
        for step in range(steps):
            got = student.warmup_cosine(step, peak, warmup, steps, floor)
            assert_close(float(got), reference.warmup_cosine(step, peak, warmup, steps, floor), "the rate")


@definition
def test_known_rates(student, rng):
    """The warm-up ends at the peak, where the cosine begins; in the middle of the cosine the rate is half way to the
    floor."""
    peak = float(rng.uniform(0.5, 2))
    rates = [float(student.warmup_cosine(step, peak, 10, 50)) for step in range(50)]
    assert_close(rates[9], peak, "rate of the last step of the warm-up")
    assert_close(rates[10], peak, "rate of the first step after it")
    assert_close(rates[4], peak / 2, "rate in the middle of the warm-up")
    assert_close(rates[30], peak * 0.55, "rate in the middle of the cosine")
    assert_close(rates[49], peak * (0.1 + 0.45 * (1 + math.cos(math.pi * 39 / 40))), "rate of the last step")


def test_rates_that_make_no_sense_are_refused(student):
    """A warm-up that is negative or as long as the training, and a step outside of it, are ValueErrors that name the
    argument."""
    for warmup in (-1, 10, 11):
        with pytest.raises(ValueError, match="warmup"):
            student.warmup_cosine(0, 1.0, warmup, 10)
    for step in (-1, 10):
        with pytest.raises(ValueError, match="step"):
            student.warmup_cosine(step, 1.0, 3, 10)
