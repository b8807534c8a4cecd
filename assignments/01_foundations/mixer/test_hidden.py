import torch

from autograder.suite import assert_close, assert_equal, assert_true, check_vjp, count_parameters, points, tensor, twins

SIZES = ((5, 4, 6, 7), (4, 4, 4, 4), (3, 8, 5, 2))


def draw(rng, tokens, dim, n=3):
    """Tokens whose features have different means and spreads, so that it matters over which axis they are normalised."""
    return tensor(rng.normal(size=(n, tokens, dim)) * rng.uniform(0.5, 2, size=(1, tokens, 1)) + rng.normal(size=(1, 1, dim)))


def build(student, reference, rng, sizes):
    x = draw(rng, *sizes[:2])
    net, mine, loaded = twins(student.MixerBlock, reference.MixerBlock, *sizes, rng=rng, probe=[x], scale=0.6)
    return net, mine, loaded, x


@points(3)
def test_blocks_match_the_definition(student, reference, rng):
    """With the same weights the result is that of the definition, also where all sizes are equal."""
    for sizes in SIZES:
        net, mine, _, x = build(student, reference, rng, sizes)
        assert_close(net(x), mine(x).detach(), "the result", rtol=1e-4, atol=1e-5)


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """The input and every parameter get the gradients of the definition."""
    net, mine, _, x = build(student, reference, rng, (5, 4, 6, 7))
    check_vjp(net, mine, {"x": x}, [tensor(rng.normal(size=x.shape))], atol=1e-4)


@points(2)
def test_silent_mlps_leave_x_alone(student, reference, rng):
    """If the last layers of both MLPs give 0, the block is the identity; if one of them does, the other is left."""
    net, mine, loaded, x = build(student, reference, rng, (5, 4, 6, 7))
    state = {name: entry.clone() for name, entry in mine.state_dict().items()}
    for silent in (("mix_tokens.2", "mix_features.2"), ("mix_tokens.2",), ("mix_features.2",)):
        quiet = {name: entry * 0 if name.startswith(silent) else entry for name, entry in state.items()}
        loaded.load(quiet)
        mine.load_state_dict(quiet)
        wanted = x if len(silent) == 2 else mine(x).detach()
        assert_close(net(x), wanted, "the result", rtol=1e-4, atol=1e-5)


@points(2)
def test_who_sees_whom(student, reference, rng):
    """Without the MLP of the features, a change of one image changes that image only, and every token of it hears of every
    other."""
    net, mine, loaded, x = build(student, reference, rng, (5, 4, 6, 7))
    quiet = {name: entry * 0 if name.startswith("mix_features.2") else entry for name, entry in mine.state_dict().items()}
    loaded.load(quiet)
    other = x.clone()
    other[1, 2, 3] += 1.0
    moved = (net(other) - net(x)).abs()
    assert_close(moved[0], torch.zeros(5, 4), "the change of another image", atol=1e-6)
    assert_true(bool((moved[1].sum(dim=1) > 1e-5).all()), "a token does not hear of the change of another token")


def test_samples_do_not_see_each_other(student, reference, rng):
    """A batch gives what its samples give one by one."""
    net, mine, _, x = build(student, reference, rng, (5, 4, 6, 7))
    for i in range(2):
        assert_close(net(x[i : i + 1]), mine(x)[i : i + 1].detach(), "the result of one sample", rtol=1e-4, atol=1e-5)


def test_numbers_of_parameters(student):
    """Layers have the sizes of the statement."""
    for t, d, ht, hd in SIZES:
        wanted = 4 * d + ht * (t + 1) + t * (ht + 1) + hd * (d + 1) + d * (hd + 1)
        assert_equal(count_parameters(student.MixerBlock(t, d, ht, hd)), wanted, "number of parameters")
