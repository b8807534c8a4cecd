import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_true,
    check_vjp,
    count_parameters,
    fill_weights,
    own_module,
    points,
    tensor,
    twins,
)

KINDS = (("avg", "tanh"), ("max", "relu"), ("avg", "relu"), ("max", "tanh"))


def scale(entry):
    return 1.5 / max(1, entry[0].numel()) ** 0.5


def pair(student, reference, rng, *args):
    return twins(
        student.LeNet5, reference.LeNet5, *args, rng=rng, probe=[images(rng, args[0] if args else 1)], scale=scale, named=True
    )


def images(rng, c=1, n=3):
    return tensor(2 * rng.normal(size=(n, c, 32, 32)))


@points(3)
def test_net_matches_the_definition(student, reference, rng):
    """With the same weights the logits are those of the definition, without any argument."""
    net, mine, _ = pair(student, reference, rng)
    for n in (3, 10):  # also with as many images as classes
        x = images(rng, n=n)
        assert_close(net(x), mine(x).detach(), "the logits", atol=1e-5)


# Where the sizes of the layers are wrong, no weights can be loaded, and only these two tests tell one wrong size from another.


def alike(student, reference, rng, value, *args):
    """Both nets with all weights alike, so that none has to be loaded, and images that are positive everywhere."""
    net, mine = student.LeNet5(*args), own_module(reference.LeNet5, *args)
    fill_weights(net, value)
    for parameter in mine.parameters():
        parameter.data.fill_(value)
    x = images(rng).abs()
    assert_close(net(x), mine(x).detach(), "the logits, with all weights alike", atol=1e-6)


def test_all_weights_alike(student, reference, rng):
    """With all weights alike, the logits depend on the sizes of the layers only, and they are right."""
    alike(student, reference, rng, 0.004)


def test_all_weights_alike_with_relu_and_maxima(student, reference, rng):
    """With all weights alike, ReLU and maxima, the logits are right, too."""
    alike(student, reference, rng, 0.02, 1, 3, "max", "relu")


@points(3)
def test_poolings_and_activations(student, reference, rng):
    """The logits are right for both kinds of pooling with both activations, three channels and other numbers of classes."""
    for pool, act in KINDS:
        net, mine, _ = pair(student, reference, rng, 3, 6, pool, act)
        x = images(rng, 3)
        assert_close(net(x), mine(x).detach(), "the logits", atol=1e-5)


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """The images and every parameter get the gradients of the definition."""
    net, mine, _ = pair(student, reference, rng, 2, 5, "avg", "tanh")
    check_vjp(net, mine, {"x": images(rng, 2)}, [tensor(rng.normal(size=(3, 5)))], rtol=1e-3, atol=1e-4)


def test_the_activation_comes_before_the_pooling(student, reference, rng):
    """With mean pooling it matters whether the activation comes first: for one bright pixel in a window the logits are
    right.
    """
    net, mine, _ = pair(student, reference, rng, 1, 4, "avg", "relu")
    x = torch.zeros(2, 1, 32, 32)
    x[0, 0, ::4, ::4], x[1, 0, 2::4, 3::4] = 6.0, -6.0
    assert_close(net(x), mine(x).detach(), "the logits", atol=1e-5)


@points(2)
def test_nothing_bounds_the_logits(student, reference, rng):
    """Large last weights give large logits of either sign: no activation and no softmax stands behind the last layer."""
    net, mine, loaded = pair(student, reference, rng)
    state = mine.state_dict() | {"fc3.weight": 30 * mine.fc3.weight.detach()}
    mine.load_state_dict(state)
    loaded.load(state)
    x = images(rng, n=9)
    logits = net(x)
    assert_close(logits, mine(x).detach(), "large logits", atol=1e-3)
    assert_true(float(logits.max()) > 1.5 and float(logits.min()) < -1.5, "the logits stay within narrow bounds")


def test_other_words_are_refused(student):
    """Another word for the pooling or for the activation raises ValueError."""
    for options in ({"pool": "sum"}, {"act": "gelu"}):
        assert_equal(count_parameters(student.LeNet5()), 61706, "number of parameters")
        with pytest.raises(ValueError):
            student.LeNet5(**options)


def test_numbers_of_parameters(student):
    """One channel takes 61706 parameters, three take 62006; two classes take 680 less than ten."""
    for args, count in (((), 61706), ((3,), 62006), ((1, 2), 61026)):
        assert_equal(count_parameters(student.LeNet5(*args)), count, "number of parameters")
