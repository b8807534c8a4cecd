import numpy as np
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_shape,
    assert_true,
    count_parameters,
    load_weights,
    points,
)

V_SRC, V_TGT, EMB, HIDDEN = 7, 6, 3, 4
N, S, T = 5, 6, 4
ENCODER = ("src_emb.weight", "encoder.weight_ih_l0", "encoder.weight_hh_l0", "encoder.bias_ih_l0")


def own_net(reference, rng):
    """The reference's net with weights drawn here, large enough that every part matters."""
    with torch.random.fork_rng():
        net = reference.Seq2Seq(V_SRC, V_TGT, EMB, HIDDEN)
    state = {name: torch.tensor(rng.normal(size=w.shape), dtype=torch.float32) for name, w in net.state_dict().items()}
    net.load_state_dict(state)
    return net


def build(student, mine, rng):
    """The student's net with the same weights, by the names of the statement."""
    net = student.Seq2Seq(V_SRC, V_TGT, EMB, HIDDEN)
    load_weights(net, mine, *draw(rng), named=True)
    return net


def draw(rng, s=S, t=T):
    """Sources of different lengths in no order, none of them sorted, the longest not the first; and decoder inputs."""
    lengths = np.minimum(rng.permutation([2, 3, 4, 5, S]), s)
    src = torch.tensor(rng.integers(0, V_SRC, size=(N, s)))
    return src, torch.tensor(lengths), torch.tensor(rng.integers(0, V_TGT, size=(N, t)))


@points(3)
def test_logits_match_the_definition(student, reference, rng):
    """With the same weights, the logits are those of the definition, for sources of different lengths."""
    mine = own_net(reference, rng)
    net = build(student, mine, rng)
    for s, t in ((S, T), (N, N), (S, V_TGT)):  # also where lengths are equal
        given = draw(rng, s, t)
        with torch.no_grad():
            expected = mine(*given)
        assert_close(net(*given), expected, "logits", axes=("batch", "time", "token"))


def test_shape_and_number_of_parameters(student, rng):
    """The logits have a row of scores for every step of dec_in, and there are as many parameters as the drawing asks for."""
    net = student.Seq2Seq(11, 9, 5, 8)
    src, lengths = torch.tensor(rng.integers(0, 11, size=(3, 6))), torch.tensor([6, 2, 4])
    out = net(src, lengths, torch.tensor(rng.integers(0, 9, size=(3, 7))))
    assert_shape(out, (3, 7, 9), "logits")
    lstm = 4 * 8 * (5 + 8 + 2)
    assert_equal(
        count_parameters(net),
        11 * 5 + 9 * 5 + 2 * lstm + 9 * 8 + 9,
        "number of parameters",
    )


@points(2)
def test_padding_of_the_source_has_no_influence(student, reference, rng):
    """Other tokens in the padding, or more of it, leave the logits as they are; another last token does not."""
    net, (src, lengths, dec_in) = build(student, own_net(reference, rng), rng), draw(rng)
    logits = net(src, lengths, dec_in)
    assert_shape(logits, (N, T, V_TGT), "logits")
    padding = torch.arange(S) >= lengths[:, None]
    other = torch.where(padding, (src + 1) % V_SRC, src)
    longer = torch.cat([other, torch.tensor(rng.integers(0, V_SRC, size=(N, 3)))], dim=1)
    assert_close(net(other, lengths, dec_in), logits, "logits with other tokens in the padding")
    assert_close(net(longer, lengths, dec_in), logits, "logits with more padding")
    last = torch.arange(S) == lengths[:, None] - 1
    changed = (net(torch.where(last, (src + 1) % V_SRC, src), lengths, dec_in) - logits).abs().amax(dim=(1, 2))
    assert_true(bool((changed > 1e-5).all()), "the last valid token of a source has no influence")


@points(2)
def test_logits_do_not_see_later_decoder_inputs(student, reference, rng):
    """Changing dec_in at a step changes the logits from this step on, and not before."""
    net, (src, lengths, dec_in) = build(student, own_net(reference, rng), rng), draw(rng)
    logits = net(src, lengths, dec_in)
    assert_shape(logits, (N, T, V_TGT), "logits")
    dec_in[:, 2] = (dec_in[:, 2] + 1) % V_TGT
    moved = net(src, lengths, dec_in)
    assert_close(moved[:, :2], logits[:, :2], "logits before the step that was changed")
    assert_true(
        bool(((moved - logits)[:, 2:].abs().amax(dim=(0, 2)) > 1e-5).all()),
        "a change of dec_in does not last",
    )


@points(2)
def test_gradient_reaches_the_encoder(student, reference, rng):
    """The gradients of all parameters, those of the encoder among them, are those of the definition."""
    mine = own_net(reference, rng)
    given = draw(rng)
    out = mine(*given)
    dout = torch.tensor(rng.normal(size=out.shape), dtype=torch.float32)
    right = dict(zip(dict(mine.named_parameters()), torch.autograd.grad(out, list(mine.parameters()), dout)))
    got = student.vjp(build(student, mine, rng), list(given), [dout]).parameters
    assert_equal(sorted(got), sorted(right), "parameters with a gradient")
    for name in ENCODER:
        found = got[name]
        assert_true(found is not None and bool(np.abs(np.asarray(found)).max() > 0), f"no gradient reaches {name}")
    for name, gradient in right.items():
        assert_close(got[name], gradient, f"gradient of {name}", atol=1e-4)
