"""Mistakes of strangers, in their own words: each fails in real grading, and is told as the mistake that it is.

Trainings are asked for their parts and for short runs only: what a few steps show needs no threshold.
"""

from __future__ import annotations

import re

import pytest

from autograder.grading.plan import Plan
from autograder.grading.submission import Grading
from autograder.grading.workers import ZygotePool
from autograder.intake.places import Found
from autograder.suites.runner import with_suites

SOFTMAX = """
import numpy as np


def masked_softmax(scores, mask=None):
    s = np.asarray(scores)
    if mask is not None:
        s = np.where(mask, s, {out})
    e = np.exp(s - {top})
    {empty}
    return e / {total}
"""
SAFE = {"out": "-np.inf", "empty": "", "total": "np.maximum(e.sum(axis=-1, keepdims=True), 1e-300)"}
RIGHT_TOP = "np.nan_to_num(np.max(s, axis=-1, keepdims=True), neginf=0.0)"
ROW = "np.max(s, axis=-1, keepdims=True)"
SDPA = """
import numpy as np


def sdpa_forward(q, k, v, mask=None):
    scores = np.einsum("bhtd,bhsd->bhts", q, k) / {root}
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isfinite(top), top, 0.0))
    w = e / np.maximum(e.sum(axis=-1, keepdims=True), 1e-300)
    return w @ v, w, (q, k, v, w)
"""
VAE_LOSS = """
import numpy as np


def vae_loss(x, logits, mu, logvar, beta=1.0):
    n = {count}
    recon = np.sum(np.maximum(logits, 0) - x * logits + np.log1p(np.exp(-np.abs(logits)))) / n
    kl = -0.5 * np.sum(1 + logvar - mu * mu - np.exp(logvar)) / n
    return recon + beta * kl, recon, kl
"""
SIMPLE_LOSS = """
import torch
import torch.nn.functional as F


def ddpm_simple_loss(model, x0, i, noise, alpha_bar):
    a = alpha_bar[i].view(len(x0), *([1] * (x0.ndim - 1)))
    return F.{loss}(model(a.sqrt() * x0 + (1 - a).sqrt() * noise, i), noise{options})
"""
CLIP = "    nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n"
EACH = "    for p in model.parameters():\n        nn.utils.clip_grad_norm_([p], max_norm)\n"
BY_VALUE = "    nn.utils.clip_grad_value_(model.parameters(), max_norm)\n"
KL = "kl = 0.5 * (mu**2 + logvar.exp() - 1 - logvar).sum(dim=1).mean()"
ROWS = "        x0 = x[torch.randint(len(x), (128,))]\n"
STEPS = "        i = torch.randint(100, (128,))\n"
NOISE = "torch.randn(128, 2)"
LOOP = "    for _ in range(steps):\n"
LOSSES = '"loss": losses}'
STEP = {
    "train_attention_reverse": ("large_gradient_is_clipped", "several_steps"),
    "train_vae_digits": ("step_follows", "several_steps"),
}
"""Tests of one or a few steps."""

SMALL = {
    "softmax right": ("08", "masked_softmax", SOFTMAX.format(**SAFE, top=RIGHT_TOP), None),
    "softmax with -1e9": (
        "08",
        "masked_softmax",
        SOFTMAX.format(out="-1e9", top=ROW, empty="", total="e.sum(axis=-1, keepdims=True)"),
        "masked_softmax/finite-minus",
    ),
    "one maximum": (
        "08",
        "masked_softmax",
        SOFTMAX.format(**SAFE, top="np.max(s, where=np.isfinite(s), initial=-1e300)"),
        "masked_softmax/one-maximum",
    ),
    "sdpa right": ("08", "sdpa_forward", SDPA.format(root="np.sqrt(q.shape[-1])"), None),
    "root of the number of keys": (
        "08",
        "sdpa_forward",
        SDPA.format(root="np.sqrt(k.shape[2])"),
        "sdpa_forward/scale-s",
    ),
    "loss right": ("11", "vae_loss", VAE_LOSS.format(count="len(x)"), None),
    "batch sum": ("11", "vae_loss", VAE_LOSS.format(count="1"), "vae_loss/batch-sum"),
    "noise right": ("13", "ddpm_simple_loss", SIMPLE_LOSS.format(loss="mse_loss", options=""), None),
    "sum of squares": (
        "13",
        "ddpm_simple_loss",
        SIMPLE_LOSS.format(loss="mse_loss", options=", reduction='sum'"),
        "ddpm_simple_loss/sum",
    ),
    "L1": ("13", "ddpm_simple_loss", SIMPLE_LOSS.format(loss="l1_loss", options=""), "ddpm_simple_loss/absolute"),
}
STEPS_OF_TRAININGS = {
    "clipped right": ("08", "train_attention_reverse", {}, None),
    "clipped by value": ("08", "train_attention_reverse", {CLIP: BY_VALUE}, "train_attention_reverse/clip-value"),
    "clipped one by one": ("08", "train_attention_reverse", {CLIP: EACH}, "train_attention_reverse/clip-each"),
    "elbo right": ("11", "train_vae_digits", {}, None),
    "sign of KL": (
        "11",
        "train_vae_digits",
        {"loss = recon + beta * kl": "loss = recon - kl * beta"},
        "train_vae_digits/minus-kl",
    ),
    "latent mean": (
        "11",
        "train_vae_digits",
        {KL: "kl = torch.mean(0.5 * (mu * mu + torch.exp(logvar) - logvar - 1))"},
        "train_vae_digits/latent-mean",
    ),
}
"""Edits of the right text, and the mistake that is told."""
DIFFUSION = {
    "one step for the batch": (
        "every_row_has_its_own",
        {STEPS: "        i = torch.full((128,), int(torch.randint(100, ())))\n"},
    ),
    "only the first rows": ("all_rows_and_all_steps", {ROWS: "        x0 = x[:128]\n"}),
    "noise drawn once": (
        "drawn_anew or every_row_has_its_own",
        {LOOP: "    same = torch.randn(128, 2)\n" + LOOP, NOISE + ", alpha": "same, alpha"},
    ),
    "only early steps": ("all_rows_and_all_steps", {"randint(100, (128,))": "randint(0, 40, (128,))"}),
    "a tenth of the steps": (
        "as_many_steps",
        {LOOP: "    for _ in range(steps // 10 + 1):\n", LOSSES: '"loss": (losses * 11)[:steps]}'},
    ),
}
"""The test that minds, and edits of the right text."""


@pytest.fixture(scope="module")
def workers():
    pool = ZygotePool("standard")
    yield pool
    pool.close()


def standing_alone(course, module, seen=()):
    """A module of the reference with those that it imports in front, as a student would have them in one notebook."""
    text = (
        next(course.reference.glob(f"*/{module}.py"))
        .read_text(encoding="utf-8")
        .replace("from __future__ import annotations\n", "")
    )
    needed = re.findall(r"^from reference\.\w+\.(\w+) import .*$", text, re.MULTILINE)
    before = "".join(standing_alone(course, name) for name in needed)
    return before + re.sub(r"^from reference\.\w+\.\w+ import (\(.*?\)|.*?)$", "", text, flags=re.MULTILINE | re.DOTALL)


def grade_alone(course, folder, number, name, text, workers, only=(), hints="mistake"):
    (folder / "a.py").write_text(text)
    plan = Plan.make(course, course.assignment(number).select([name]), seed=5, hints=hints)

    def work(runner):
        runner.tests = [t for t in runner.tests if not only or any(word in t.id for word in only)]
        result = Grading(plan, runner, workers).submission("a", Found("a", folder / "a.py"))
        return next(e for e in result.exercises if e.id == name)

    files = plan.hidden_files, plan.exercises_of_module
    return with_suites(*files, work, root=plan.assignment.folder, public=plan.public_files)


def assert_told(result, mistake):
    told = {t.mistake for t in result.tests if t.outcome != "passed"}
    assert told == (set() if mistake is None else {mistake}), [t.message for t in result.tests]


@pytest.mark.parametrize("name", SMALL)
def test_a_mistake_in_other_words_is_named(our_course, tmp_path, workers, name):
    number, exercise, text, mistake = SMALL[name]
    assert_told(grade_alone(our_course, tmp_path, number, exercise, text, workers), mistake)


def edited(course, number, exercise, edits):
    text = standing_alone(course, course.assignment(number).get(exercise).module)
    for old, new in edits.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("name", STEPS_OF_TRAININGS)
def test_a_wrong_step_of_a_training_is_named(our_course, tmp_path, workers, name):
    number, exercise, edits, mistake = STEPS_OF_TRAININGS[name]
    text = edited(our_course, number, exercise, edits)
    assert_told(grade_alone(our_course, tmp_path, number, exercise, text, workers, STEP[exercise]), mistake)


@pytest.mark.parametrize("name", DIFFUSION)
def test_a_training_that_is_not_what_was_asked_fails(our_course, tmp_path, workers, name):
    """Full points once, although wrong: the threshold forgave it. The same test passes with the right text."""
    minds, edits = DIFFUSION[name]
    outcomes = {}
    for which, chosen in (("right", {}), ("wrong", edits)):
        text = edited(our_course, "13", "train_ddpm_2d", chosen)
        only = minds.split(" or ")
        result = grade_alone(our_course, tmp_path, "13", "train_ddpm_2d", text, workers, only, hints="property")
        outcomes[which] = {t.outcome for t in result.tests}
    assert outcomes["right"] == {"passed"} and "failed" in outcomes["wrong"]
