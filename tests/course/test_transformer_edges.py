"""The references of 09 at the edges: bad input raises a ValueError that names its argument, and a batch may be empty."""

from __future__ import annotations

import importlib
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from autograder.suites.trusted import offer_given

ROWS, X, EYE, B = np.zeros((2, 3), dtype=int), np.ones((2, 3, 4)), np.eye(4), np.zeros(4)
NO, HALF = np.zeros((2, 3), dtype=bool), np.full((2, 3), 0.5)
IDS, TWO = torch.zeros(2, 3, dtype=torch.long), torch.tensor([3, 2])
STREAM = {"ids": np.arange(40) % 5, "vocab": 5}
COUNTS = {"x_train": np.arange(40).reshape(10, 4) % 5, "y_train": np.zeros((10, 4), np.int64), "vocab": 5}
DIGITS = {"x_train": np.zeros((3, 8, 8), np.float32), "y_train": np.zeros(3, np.int64)}
SMALL = dict(d=4, heads=2, layers=1, window=8, batch=2)


@pytest.fixture(scope="module")
def ref(our_course):
    """All references of the assignment under their own names."""
    assignment = our_course.assignment("09")
    offer_given({path.stem: path.read_text() for path in assignment.given})
    stems = sorted(path.stem for path in (our_course.root / "reference" / "transformers").glob("*.py"))
    modules = [importlib.import_module(f"reference.transformers.{stem}") for stem in stems]
    return SimpleNamespace(**{name: value for module in modules for name, value in vars(module).items()})


def greedy(r, **more):
    return r.gpt_generate(r.GPT(5, 4, 2, 1, 6), IDS, **{"n": 2, "max_len": 6, **more})


def encoder_block(r, heads):
    params = dict.fromkeys(("Wq", "Wk", "Wv", "Wo", "W1", "W2"), EYE) | dict.fromkeys(("g1", "b1", "c1", "c2", "g2", "b2"), B)
    return r.encoder_block_forward(X, params, heads)[1]


BAD = {
    "lr": [lambda r: r.AdamW([], lr=-1.0), lambda r: r.char_step(r.CharGPT(5, 4, 2, 1, 6), r.AdamW([]), IDS, -1.0)],
    "eps": [lambda r: r.AdamW([], eps=-1.0)],
    "betas": [lambda r: r.AdamW([], betas=(0.9, 1.0)), lambda r: r.AdamW([], betas=(-0.1, 0.9))],
    "weight_decay": [lambda r: r.AdamW([], weight_decay=float("nan"))],
    "special": [lambda r: r.bert_mask_tokens(ROWS, ROWS, HALF, HALF, ROWS, 9)],
    "u_select": [
        lambda r: r.bert_mask_tokens(ROWS, NO, HALF + 1, HALF, ROWS, 9),
        lambda r: r.bert_mask_tokens(ROWS, NO, HALF[:1], HALF, ROWS, 9),
    ],
    "u_action": [lambda r: r.bert_mask_tokens(ROWS, NO, HALF, np.nan * HALF, ROWS, 9)],
    "random_ids": [lambda r: r.bert_mask_tokens(ROWS, NO, HALF, HALF, ROWS[:1], 9)],
    "d": [lambda r: r.EncoderBlock(0, 2, 8), lambda r: r.transformer_param_count(-1, 1, 1)],
    "heads": [
        lambda r: r.EncoderBlock(4, 0, 8),
        lambda r: r.DecoderBlock(4, -2, 8),
        lambda r: r.GPT(5, 4, 0, 1, 6),
        lambda r: r.CausalAttention(4, 0),
        lambda r: r.CausalAttention(4, -2),
        lambda r: r.transformer_memory(10, 1, 4, 0, 3, 1),
    ],
    "n_heads": [lambda r: encoder_block(r, 0), lambda r: encoder_block(r, -2)],
    "layers": [
        lambda r: r.GPT(5, 4, 2, -1, 6),
        lambda r: r.CharGPT(5, 4, 2, -1, 6),
        lambda r: r.MaskedLM(5, 4, 2, -1, 6),
        lambda r: r.Transformer(5, 5, 4, 2, 8, -1, 6),
        lambda r: r.TransformerClassifier(5, 4, 2, 8, -1, 3),
        lambda r: r.ViT(4, 2, 1, 4, 2, -1, 8, 3),
        lambda r: r.transformer_memory(10, -1, 4, 2, 3, 1),
    ],
    "past": [lambda r: r.CharGPT(5, 4, 2, 1, 6)(IDS, [])],
    "pe": [lambda r: r.embed_tokens(ROWS, EYE, np.ones((3, 1)))],
    "ids": [
        lambda r: r.embed_tokens(ROWS * 1.0, EYE, EYE),
        lambda r: r.gpt_loss(X, ROWS - 1),
        lambda r: r.gpt_loss(X, ROWS + 4),
        lambda r: r.gpt_loss(X, ROWS[:1]),
        lambda r: r.gpt_loss(X, ROWS * 1.0),
        lambda r: r.MaskedLM(5, 4, 2, 1, 2)(IDS),
        lambda r: r.train_gpt_source({"ids": np.zeros(32, int), "vocab": 5}, 0, 1),
        lambda r: r.train_gpt_source({"ids": np.full(40, 5), "vocab": 5}, 0, 1),
        lambda r: r.train_char_gpt({"ids": np.zeros(8, int), "vocab": 5}, 0, 1, **SMALL),
        lambda r: r.train_char_gpt({"ids": np.full(40, -1), "vocab": 5}, 0, 1, **SMALL),
    ],
    "segments": [
        lambda r: r.bert_embed(ROWS, ROWS[:1], EYE, EYE[:2], EYE),
        lambda r: r.bert_embed(ROWS, ROWS * 1.0, EYE, EYE[:2], EYE),
    ],
    "Eseg": [lambda r: r.bert_embed(ROWS, ROWS, EYE, EYE[:2, :1], EYE)],
    "Epos": [lambda r: r.bert_embed(ROWS, ROWS, EYE, EYE[:2], EYE[:, :1])],
    "dout": [
        lambda r: r.encoder_block_backward(X[..., :1], encoder_block(r, 2)),
        lambda r: r.ffn_backward(X[:1], r.ffn_forward(X, EYE, B, EYE, B)[1]),
        lambda r: r.swiglu_backward(X[:1], r.swiglu_forward(X, EYE, EYE, EYE)[1]),
    ],
    "W1": [lambda r: r.ffn_forward(X[..., :3], EYE, B, EYE, B), lambda r: r.moe_forward(X[0], EYE, X[:1], X, 2)],
    "b1": [lambda r: r.ffn_forward(X, EYE, B[:1], EYE, B)],
    "W2": [lambda r: r.ffn_forward(X, EYE, B, EYE[:, :1], B), lambda r: r.moe_forward(X[0], EYE, np.ones((4, 4, 2)), X, 2)],
    "b2": [lambda r: r.ffn_forward(X, EYE, B, EYE, B[:1])],
    "Wg": [lambda r: r.swiglu_forward(X, EYE[:3], EYE, EYE), lambda r: r.moe_router(X[0], EYE[:3], 2)],
    "Wu": [lambda r: r.swiglu_forward(X, EYE, EYE[:, :1], EYE)],
    "Wd": [lambda r: r.swiglu_forward(X, EYE, EYE, EYE[:, :1])],
    "n": [lambda r: r.generate_cached(r.CharGPT(5, 4, 2, 1, 6), IDS, 0), lambda r: greedy(r, n=-1)],
    "max_len": [lambda r: greedy(r, max_len=0)],
    "temperature": [lambda r: greedy(r, u=torch.rand(2, 2), temperature=0.0)],
    "top_k": [lambda r: greedy(r, u=torch.rand(2, 2), top_k=0)],
    "mask": [lambda r: r.gpt_loss(X, ROWS, NO[:1])],
    "labels": [
        lambda r: r.mlm_loss(X, ROWS[:, :2]),
        lambda r: r.mlm_loss(X, ROWS * 1.0),
        lambda r: r.mlm_step(r.MaskedLM(5, 4, 2, 1, 6), r.AdamW([]), IDS, IDS - 100),
        lambda r: r.vit_step(r.ViT(4, 2, 1, 4, 2, 1, 8, 3), r.AdamW([]), torch.zeros(2, 1, 4, 4), TWO[:1]),
    ],
    "logp": [lambda r: r.conditional_log_prob(EYE[:3], 0, [], [1])],
    "target": [lambda r: r.conditional_log_prob(EYE, 0, [1], [4]), lambda r: r.conditional_log_prob(EYE, 0, [1], [-1])],
    "bos": [lambda r: r.conditional_log_prob(EYE, 4, [], [1])],
    "S": [lambda r: r.relative_position_bias(2, -1, np.ones((2, 5)))],
    "base": [
        lambda r: r.rope_apply(X, np.arange(3), 0.0),
        lambda r: r.sinusoidal_pe(3, 4, -1.0),
        lambda r: r.pe_shift_matrix(3, 4, float("nan")),
    ],
    "src_len": [
        lambda r: r.Transformer(5, 5, 4, 2, 8, 1, 6)(IDS, TWO[:1], IDS),
        lambda r: r.Transformer(5, 5, 4, 2, 8, 1, 6)(IDS, TWO + 1, IDS),
        lambda r: r.Transformer(5, 5, 4, 2, 8, 1, 6).generate(IDS, TWO - 4, 0, 1, 3),
    ],
    "lengths": [lambda r: r.TransformerClassifier(5, 4, 2, 8, 1, 3)(IDS, TWO[:1])],
    "patch": [lambda r: r.ViTEmbedding(4, 0, 1, 4), lambda r: r.ViTEmbedding(4, -2, 1, 4)],
    "x": [lambda r: r.ViTEmbedding(4, 2, 1, 4)(torch.zeros(1, 1, 2, 8))],
    "patches": [lambda r: r.vit_unpatchify(np.ones((1, 12, 6)), 3, 4, 6, 2)],
    "windows": [
        lambda r: r.gpt_step(r.GPT(5, 4, 2, 1, 6), r.AdamW([]), IDS[:, :1]),
        lambda r: r.char_loss(r.CharGPT(5, 4, 2, 1, 6), IDS[:0]),
    ],
    "max_norm": [lambda r: r.char_step(r.CharGPT(5, 4, 2, 1, 6), r.AdamW([]), IDS, 0.1, 0.0)],
    "tgt": [lambda r: r.seq2seq_loss(r.Transformer(5, 7, 4, 2, 8, 1, 6), IDS[:1], IDS, 5, 6)],
    "window": [lambda r: r.train_char_gpt(STREAM, 0, 1, **SMALL | {"window": 0})],
    "batch": [lambda r: r.train_char_gpt(STREAM, 0, 1, **SMALL | {"batch": 0})],
    "steps": [
        lambda r: r.train_gpt_source(STREAM, 0, -1),
        lambda r: r.train_char_gpt(STREAM, 0, -1, **SMALL),
        lambda r: r.train_mlm_toy(COUNTS, 0, -1),
        lambda r: r.train_transformer_reverse(COUNTS, 0, -1),
        lambda r: r.train_vit_digits(DIGITS, 0, -1),
    ],
    "x_train": [
        lambda r: r.train_mlm_toy(COUNTS | {"x_train": COUNTS["x_train"][:0]}, 0, 1),
        lambda r: r.train_mlm_toy(COUNTS | {"vocab": 3}, 0, 1),
        lambda r: r.train_transformer_reverse({name: COUNTS[name][:0] for name in ("x_train", "y_train")}, 0, 1),
        lambda r: r.train_vit_digits({name: entry[:0] for name, entry in DIGITS.items()}, 0, 1),
    ],
    "y_train": [
        lambda r: r.train_transformer_reverse(COUNTS | {"y_train": COUNTS["y_train"][:5]}, 0, 1),
        lambda r: r.train_vit_digits(DIGITS | {"y_train": DIGITS["y_train"][:2]}, 0, 1),
    ],
}


@pytest.mark.parametrize(("name", "call"), [(name, call) for name, calls in BAD.items() for call in calls])
def test_bad_input_is_refused_by_its_name(ref, name, call):
    with pytest.raises(ValueError, match=rf"\b{name}\b"):
        call(ref)


@pytest.mark.parametrize("reduction", ["mean", "token_mean"])
def test_without_a_sequence_nothing_is_lost(ref, reduction):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ref.mlm_loss(X[:0], ROWS[:0], reduction)[0] == 0
        assert ref.gpt_loss(X[:0], ROWS[:0], reduction=reduction)[0] == 0


def test_batches_without_rows(ref):
    none = IDS[:0]
    assert ref.GPT(5, 4, 2, 1, 6)(none).shape == (0, 3, 5)
    assert ref.TransformerClassifier(5, 4, 2, 8, 1, 3)(none, TWO[:0]).shape == (0, 3)
    assert ref.Transformer(5, 7, 4, 2, 8, 1, 6)(none, TWO[:0], none).shape == (0, 3, 7)
    assert ref.gpt_generate(ref.GPT(5, 4, 2, 1, 6), none, 2, 6).shape == (0, 5)


def test_no_step_returns_the_initial_weights(ref):
    for train, data in ((ref.train_gpt_source, STREAM), (ref.train_mlm_toy, COUNTS), (ref.train_vit_digits, DIGITS)):
        run, again = train(data, 0, 0), train(data, 0, 0)
        assert run["history"]["loss"] == []
        assert all(torch.equal(again["state"][name], entry) for name, entry in run["state"].items())
