import pytest
import torch

from autograder.suite import assert_equal, definition, own_module, points


def sizes(rng):
    d, d_ff, enc, dec = (int(v) for v in rng.integers(2, 40, size=4))
    return d, d_ff, enc, dec + 40


@points(2)
def test_layers_match_the_definition(student, reference, rng):
    """Layers of both kinds, with biases and without."""
    d, d_ff, enc, dec = sizes(rng)
    for bias in (True, False):
        got = student.transformer_param_count(d, d_ff, enc, dec, bias=bias)
        assert_equal(got, reference.transformer_param_count(d, d_ff, enc, dec, bias=bias), "number of parameters")
        got = student.transformer_param_count(d, d_ff, enc, bias=bias)
        assert_equal(got, reference.transformer_param_count(d, d_ff, enc, bias=bias), "number of parameters of an encoder")


@points(2)
def test_tables_head_and_last_norm(student, reference, rng):
    """Tables of tokens and positions, a last norm, and a head of each kind."""
    d, d_ff, enc, dec = sizes(rng)
    for head in ("none", "free", "tied"):
        for final_ln in (False, True):
            given = (d, d_ff, enc, dec, 1009, 77, True, final_ln, head)
            assert_equal(
                student.transformer_param_count(*given), reference.transformer_param_count(*given), "number of parameters"
            )
    assert_equal(
        student.transformer_param_count(d, d_ff, 0, max_len=13),
        reference.transformer_param_count(d, d_ff, 0, max_len=13),
        "positions",
    )


@definition
def test_layers_of_torch(student):
    """The counts are those of the layers that torch ships."""
    known = own_module(torch.nn.TransformerEncoderLayer, 12, 3, 20)
    assert_equal(student.transformer_param_count(12, 20, 1), sum(p.numel() for p in known.parameters()), "encoder layer")
    known = own_module(torch.nn.TransformerDecoderLayer, 12, 3, 20)
    assert_equal(student.transformer_param_count(12, 20, 0, 1), sum(p.numel() for p in known.parameters()), "decoder layer")


@definition
def test_models_that_people_know(student):
    """Counts that are in the literature, that of GPT-2 small among them."""
    small = student.transformer_param_count(768, 3072, 12, vocab=50257, max_len=1024, final_ln=True, head="tied")
    assert_equal(small, 124439808, "parameters of GPT-2 small")
    assert_equal(student.transformer_param_count(128, 512, 4, bias=False), 788480, "four layers without biases")
    assert_equal(student.transformer_param_count(128, 512, 4), 793088, "four layers")
    assert_equal(student.transformer_param_count(128, 512, 0, 1), 264576, "a decoder layer")


@points(3)
def test_memory_matches_the_definition(student, reference, rng):
    """Training, maps and cache, also with shared heads and other widths of a number."""
    for heads, kv_heads, width in ((6, None, 2), (6, 2, 4), (6, 1, 2), (6, 6, 1), (1, None, 2)):
        layers, n, batch, params = (int(v) for v in rng.integers(3, 50, size=4))
        given = (params, layers, 6 * int(rng.integers(2, 9)), heads, n, batch, kv_heads, width)
        assert_equal(tuple(student.transformer_memory(*given)), tuple(reference.transformer_memory(*given)), "bytes")
    assert_equal(tuple(student.transformer_memory(10, 0, 8, 2, 3, 1)), (160, 0, 0), "bytes of a model without layers")


@definition
def test_how_memory_grows(student):
    """Twice the tokens are four times the maps and twice the cache; a quarter of the heads a quarter of the cache."""
    training, maps, cache = student.transformer_memory(1000, 12, 64, 8, 100, 3)
    assert_equal((training, maps, cache), (16000, 2 * 12 * 3 * 8 * 10000, 2 * 12 * 3 * 100 * 2 * 64), "bytes")
    _, longer, more = student.transformer_memory(1000, 12, 64, 8, 200, 3)
    assert_equal((longer, more), (4 * maps, 2 * cache), "bytes for twice the tokens")
    assert_equal(student.transformer_memory(1000, 12, 64, 8, 100, 3, 2)[2], cache // 4, "bytes of a shared cache")


def test_what_does_not_fit_is_refused(student):
    """An unknown head, no heads, heads that do not divide d, and shared heads that do not divide the heads are ValueErrors that
    name the argument."""
    with pytest.raises(ValueError, match="head"):
        student.transformer_param_count(4, 8, 1, head="shared")
    for heads in (2, 0):
        with pytest.raises(ValueError, match="heads"):
            student.transformer_memory(10, 1, 7, heads, 3, 1)
    for shared in (3, 0, 8):
        with pytest.raises(ValueError, match="kv_heads"):
            student.transformer_memory(10, 1, 8, 4, 3, 1, shared)
