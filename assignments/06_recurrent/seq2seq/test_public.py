import torch

from autograder.suite import assert_close, assert_equal, assert_shape


def test_layers_have_their_names(student):
    """The parameters belong to src_emb, encoder, tgt_emb, decoder and out."""
    names = {name.split(".")[0] for name, _ in student.Seq2Seq(8, 6, 4, 5).named_parameters()}
    missing = [name for name in ("src_emb", "encoder", "tgt_emb", "decoder", "out") if name not in names]
    assert_equal(missing, [], "layers that are missing")


def test_shape(student, rng):
    """Two sources and decoder inputs of three steps give logits of shape (2, 3, 6)."""
    src, dec_in = torch.tensor(rng.integers(0, 8, size=(2, 5))), torch.tensor(rng.integers(0, 6, size=(2, 3)))
    assert_shape(student.Seq2Seq(8, 6, 4, 5)(src, torch.tensor([5, 2]), dec_in), (2, 3, 6), "logits")


def test_padding_does_not_matter(student, rng):
    """Two more tokens of padding leave the logits as they are."""
    net = student.Seq2Seq(8, 6, 4, 5)
    src, dec_in = torch.tensor(rng.integers(0, 8, size=(2, 5))), torch.tensor(rng.integers(0, 6, size=(2, 3)))
    longer = torch.cat([src, torch.tensor([[1, 2], [3, 4]])], dim=1)
    lengths = torch.tensor([4, 5])
    assert_close(net(longer, lengths, dec_in), net(src, lengths, dec_in), "logits with more padding")
