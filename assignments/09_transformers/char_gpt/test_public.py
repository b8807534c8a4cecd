import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters


def test_shapes_of_the_attention(student):
    """Five tokens with two heads of width 4, then one more with the past of the five."""
    layer = student.CausalAttention(8, 2)
    out, past = layer(torch.ones(3, 5, 8))
    assert_shape(out, (3, 5, 8), "out")
    assert_shape(past[0], (3, 2, 5, 4), "keys")
    out, past = layer(torch.ones(3, 1, 8), past)
    assert_shape(out, (3, 1, 8), "out with a past")
    assert_shape(past[1], (3, 2, 6, 4), "values")


def test_size_of_the_model(student):
    """34 characters, width 64, 4 heads, 2 blocks, 64 positions: 108544 parameters."""
    model = student.CharGPT(34, 64, 4, 2, 64)
    assert_equal(count_parameters(model), 108544, "number of parameters")
    logits, past = model(torch.zeros(2, 7, dtype=torch.long))
    assert_shape(logits, (2, 7, 34), "logits")
    assert_equal(len(past), 2, "number of pasts")


def test_reading_in_two_parts(student):
    """Reading a text in two parts, with the past handed over, gives the logits of reading it in one."""
    model = student.CharGPT(9, 8, 2, 2, 10)
    ids = torch.tensor([[1, 2, 3, 4, 5, 6]])
    whole, _ = model(ids)
    _, past = model(ids[:, :4])
    rest, _ = model(ids[:, 4:], past)
    assert_close(rest.detach(), whole.detach()[:, 4:], "logits of the second part", atol=1e-5)
