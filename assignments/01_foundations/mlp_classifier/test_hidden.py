import pytest
import torch

from autograder.suite import assert_close, assert_equal, assert_true, check_vjp, count_parameters, points, tensor, twins

SIZES = ((6, (5, 4), 3), (4, (4, 4), 4), (7, (3,), 5), (5, (), 3), (6, (3, 8, 2, 5), 4))


@points(2)
@pytest.mark.parametrize("sizes", SIZES)
def test_logits_match_the_definition(student, reference, rng, sizes):
    """With the same weights the logits are those of the definition, for any number of hidden layers."""
    x = tensor(rng.normal(size=(9, sizes[0])))
    net, mine, _ = twins(student.MLPClassifier, reference.MLPClassifier, *sizes, rng=rng, probe=[x], scale=0.7)
    assert_close(net(x), mine(x).detach(), "logits")
    few = tensor(rng.normal(size=(sizes[2], sizes[0])))
    assert_close(net(few), mine(few).detach(), "logits of as many samples as classes")


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """The input and every parameter get the gradients of the definition."""
    x, dout = tensor(rng.normal(size=(9, 6))), tensor(rng.normal(size=(9, 3)))
    net, mine, _ = twins(student.MLPClassifier, reference.MLPClassifier, 6, (5, 4), 3, rng=rng, probe=[x], scale=0.7)
    check_vjp(net, mine, {"x": x}, [dout], atol=1e-4)


@points(2)
def test_samples_of_any_shape(student, reference, rng):
    """Samples of shape (2, 3) are flattened, and the batch axis is not."""
    x = tensor(rng.normal(size=(4, 2, 3)))
    net, mine, _ = twins(student.MLPClassifier, reference.MLPClassifier, 6, (5,), 3, rng=rng, probe=[x], scale=0.7)
    assert_close(net(x), mine(x).detach(), "logits")
    assert_close(net(x.reshape(4, 1, 3, 2)), mine(x).detach(), "logits of the same numbers in another shape")


@points(2)
@pytest.mark.parametrize("act", [torch.nn.Tanh, torch.nn.GELU])
def test_other_activations(student, reference, rng, act):
    """The activation is the one that was asked for."""
    x = tensor(rng.normal(size=(9, 6)))
    net, mine, _ = twins(student.MLPClassifier, reference.MLPClassifier, 6, (5, 4), 3, act, rng=rng, probe=[x], scale=0.7)
    assert_close(net(x), mine(x).detach(), "logits")


def test_numbers_of_parameters(student):
    """The nets of the notebook have the numbers of parameters that were worked out by hand."""
    for sizes, count in (((), 235146), ((784, (512, 512)), 669706), ((784, ()), 7850), ((784, (1024,)), 814090)):
        assert_equal(count_parameters(student.MLPClassifier(*sizes)), count, "number of parameters")


def test_every_hidden_layer_has_its_own_activation(student):
    """With an activation that has one parameter, a net with three hidden layers has three more."""
    count = count_parameters(student.MLPClassifier(6, (5, 4, 3), 2, torch.nn.PReLU))
    assert_equal(count, 35 + 24 + 15 + 8 + 3, "number of parameters")
    assert_equal(
        count_parameters(student.MLPClassifier(6, (5, 5), 2, torch.nn.PReLU)), 35 + 30 + 12 + 2, "number of parameters"
    )


def test_logits_are_not_probabilities(student, reference, rng):
    """Logits may be negative, may be large, and do not sum to 1."""
    x = tensor(5 * rng.normal(size=(20, 6)))
    net, mine, _ = twins(student.MLPClassifier, reference.MLPClassifier, 6, (8,), 3, rng=rng, probe=[x], scale=1.5)
    out = net(x)
    assert_true(bool((out < 0).any()) and bool((out > 1).any()), "the outputs all lie between 0 and 1, or none is negative")
    assert_close(out, mine(x).detach(), "logits", rtol=1e-3)
