import numpy as np
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_grads_close,
    assert_true,
    check_rate,
    count_parameters,
    leaves_arguments,
    load_weights,
    points,
)

D, H, C, N = 5, 8, 3, 13


def tensor(array):
    return torch.tensor(array, dtype=torch.float32)


def own_net(reference, *sizes):
    """The reference's net. Its random weights must not shift the random numbers that a replay in this process draws."""
    with torch.random.fork_rng():
        return reference.RegularizedNet(*sizes)


def weights(reference, rng, d=D, h=H, c=C):
    """Entries of the reference's state_dict, random, with scales of both signs and statistics off their start."""
    state = own_net(reference, d, h, c).state_dict()
    for name, entry in state.items():
        if name.endswith("running_var"):
            state[name] = tensor(rng.uniform(0.5, 2, size=entry.shape))
        elif entry.is_floating_point():
            state[name] = tensor(rng.normal(size=entry.shape) * (0.5 if entry.ndim == 2 else 1))
    return state


def load(student, reference, rng, state, *arguments, d=D, h=H, c=C):
    """The student's net with these entries. Which layer is which is found out with weights that hide none of them."""
    net, mine = student.RegularizedNet(d, h, c, *arguments), own_net(reference, d, h, c)
    mine.load_state_dict(weights(reference, rng, d, h, c))
    loaded = load_weights(net, mine, tensor(rng.normal(size=(N, d))))
    loaded.load(state)
    return net, loaded


def build(student, reference, rng, state, p, **sizes):
    return load(student, reference, rng, state, p, **sizes)[0]


def test_numbers_of_parameters(student):
    """784-256-256-10 has 270346 parameters and 64-64-64-10 has 9226."""
    for sizes, count in (((), 270346), ((64, 64, 10), 9226)):
        assert_equal(count_parameters(student.RegularizedNet(*sizes)), count, "number of parameters")


@points(2)
@leaves_arguments
def test_evaluation_matches_the_definition(student, reference, rng):
    """With the same weights and running statistics, the logits in evaluation mode are those of the definition."""
    state = weights(reference, rng)
    mine = own_net(reference, D, H, C)
    mine.load_state_dict(state)
    mine.eval()
    net = build(student, reference, rng, state, 0.4)
    net.eval()
    for n in (N, D, C):  # also with as many rows as features, or as classes
        x = tensor(rng.normal(size=(n, D)))
        assert_close(net(x), mine(x).detach(), "logits")


@points(2)
def test_gradients_in_training_match_the_definition(student, reference, rng):
    """With p = 0, logits and gradients in training mode are those of the definition."""
    state = weights(reference, rng)
    mine = own_net(reference, D, H, C, 0.0)
    mine.load_state_dict(state)
    x, dout = tensor(rng.normal(size=(N, D))), tensor(rng.normal(size=(N, C)))
    got = student.vjp(build(student, reference, rng, state, 0.0), [x], [dout])
    leaf = x.clone().requires_grad_(True)
    out = mine(leaf)
    dx, *wanted = torch.autograd.grad(out, [leaf, *mine.parameters()], dout)
    assert_close(got.outputs[0], out.detach(), "logits")
    assert_close(got.inputs[0], dx, "gradient of the input", atol=1e-4)
    names = [name for name, _ in mine.named_parameters()]
    assert_grads_close(got.parameters, dict(zip(names, wanted)), atol=1e-4)


def test_evaluation_is_repeatable_and_training_is_not(student, reference, rng):
    """Two passes agree in evaluation mode, and differ in training mode."""
    net = build(student, reference, rng, weights(reference, rng, h=20), 0.5, h=20)
    x = tensor(rng.normal(size=(40, D)))
    first, second = net(x), net(x)
    assert_true(not torch.allclose(first, second), "two passes in training mode agree: nothing is dropped")
    net.eval()
    first, second = net(x), net(x)
    assert_true(torch.equal(first, second), "two passes in evaluation mode differ: something random is still on")


def test_second_hidden_layer_drops_at_rate_p_and_rescales(student, reference, rng):
    """In training a unit of the second hidden layer is zero with probability p, else divided by 1 - p."""
    p, h = 0.3, 20  # p is the default
    state = weights(reference, rng, h=h, c=h)
    names = list(state)
    # The second Linear gives zeros, so its norm gives its shift, whatever the batch.
    state[names[7]], state[names[8]] = torch.zeros(h, h), torch.zeros(h)
    shift = rng.uniform(1, 2, size=h)
    state[names[10]] = tensor(shift)
    state[names[14]], state[names[15]] = torch.eye(h), torch.zeros(h)
    net, _ = load(student, reference, rng, state, h=h, c=h)
    out = net(tensor(rng.normal(size=(60, D)))).detach().numpy()
    kept = out > 0.5
    assert_close(out, (kept * shift / (1 - p)).astype(np.float32), "hidden units in training")
    check_rate(int(kept.sum()), kept.size, 1 - p, "the share of units that are kept")


def test_first_hidden_layer_drops_at_rate_p(student, reference, rng):
    """In training a unit of the first hidden layer is kept with probability 1 - p, and its mean is preserved."""
    p, h, n = 0.3, 20, 60
    state = weights(reference, rng, h=h)
    names = list(state)
    state[names[0]], state[names[1]] = torch.zeros(h, D), torch.zeros(h)
    state[names[3]] = torch.ones(h)
    state[names[7]], state[names[8]], state[names[11]] = torch.eye(h), torch.zeros(h), torch.zeros(h)
    net, loaded = load(student, reference, rng, state, p, h=h)
    net(tensor(rng.normal(size=(n, D))))
    kept = loaded.weights()[names[11]].numpy() / 0.1 * (1 - p) * n  # the next norm has counted what reached it
    assert_close(kept, np.round(kept), "number of units kept", atol=2e-2)
    check_rate(int(np.round(kept.sum())), n * h, 1 - p, "the share of units that are kept")


def test_first_norm_sees_the_whole_layer(student, reference, rng):
    """The first batch normalisation takes its statistics from the Linear's output, before anything is dropped."""
    state = weights(reference, rng)
    names = list(state)
    net, loaded = load(student, reference, rng, state, 0.5)
    x = tensor(rng.normal(size=(N, D)))
    net(x)
    z = x @ state[names[0]].T + state[names[1]]
    mean, var, held = names[4], names[5], loaded.weights()
    assert_close(held[mean], 0.9 * state[mean] + 0.1 * z.mean(0), "running mean of the first norm")
    assert_close(held[var], 0.9 * state[var] + 0.1 * z.var(0), "running variance of the first norm")


def test_logits_are_never_dropped(student, reference, rng):
    """In training the output layer passes on all of its units as they are."""
    state = weights(reference, rng)
    names = list(state)
    bias = tensor(rng.uniform(1, 2, size=C))
    state[names[14]], state[names[15]] = torch.zeros(C, H), bias
    out = build(student, reference, rng, state, 0.5)(tensor(rng.normal(size=(N, D))))
    assert_close(out, bias.expand(N, C).clone(), "logits of a constant output layer")


@points(2)
def test_gradients_flow_through_dropout(student, reference, rng):
    """With dropout on, the backward pass runs, and the gradient of the output's bias is the sum over the batch."""
    dout = tensor(rng.normal(size=(N, C)))
    net = build(student, reference, rng, weights(reference, rng), 0.5)
    got = student.vjp(net, [tensor(rng.normal(size=(N, D)))], [dout])
    assert_close(got.parameters["head.bias"], dout.sum(0), "gradient of the output's bias")
