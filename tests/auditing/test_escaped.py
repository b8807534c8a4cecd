"""Wrong hand-ins that once passed: each fails its suite, and the right version beside it does not."""

from __future__ import annotations

import pytest

from autograder.auditing.exercise_trial import Trial
from autograder.course import find_course
from autograder.grading.plan import Plan
from autograder.suites.runner import with_suites

DROP_PATH = """

def drop_path(x, branch, keep, u, train):
    if not train:
        return x + branch
    shape = [1] * x.ndim
    shape[{which}(i for i, n in enumerate(x.shape) if n == len(u))] = len(u)
    return x + branch * (u < keep).reshape(shape) / keep
"""
DROPOUT = """

def dropout_forward(x, p_drop, mask, train):
    out = x * mask / (1 - p_drop) if train else x
    return out, (out, mask, 1 - p_drop, train)


def dropout_backward(dout, cache):
    out, mask, keep, train = cache
    return dout * ({gate}) / keep if train else dout
"""
PREFIX = """

def finetune_param_groups(model, spec, weight_decay):
    groups = [dict(params=[], lr=lr, weight_decay=weight_decay) for _, lr in spec]
    order = sorted(range(len(spec)), key=lambda i: -len(spec[i][0]))
    for name, p in model.named_parameters():
        found = next((i for i in order if name.startswith(spec[i][0]{end})), None)
        p.requires_grad_(found is not None)
        if found is not None:
            groups[found]["params"].append(p)
    return torch.optim.AdamW(groups)
"""
RNN = """

_right_backward = rnn_backward


def rnn_backward(dh, cache):
    dh = {own}
    found = _right_backward(dh.copy(), cache)
    dh[:, :-1] += 1.0  # where the gradient of the step after is added
    return found
"""
TRANSLATE = """

def translate(model, src, bos, length):
    lengths, dec_in = torch.full((len(src),), src.shape[1]), torch.full((len(src), 1), bos)
    with torch.{mode}():
        for _ in range(length):
            best = model(src, lengths, dec_in)[:, -1].argmax(dim=1)
            dec_in = torch.cat([dec_in, best[:, None]], dim=1)
    return dec_in[:, 1:]
"""
GROUPS = """

_right = finetune_param_groups


def finetune_param_groups(model, spec, weight_decay):
    groups = _right(model, spec, weight_decay).param_groups
    return torch.optim.{kind}([{{k: g[k] for k in ("params", "lr", "weight_decay")}} for g in groups])
"""
BCE = """

def bce_backward(x, y, from_logits):
    if from_logits:
        return (np.exp(-np.logaddexp(0, -x)) - y) / len(x)
    p = np.clip(x, {eps}, 1 - {eps})
    return (p - y) / (p * (1 - p)) / len(x)
"""
MLP = """

class ManualMLP(ManualMLP):
    def loss(self, x, labels):
        self.labels = labels
        return float(-np.mean(np.log(np.clip(self.forward(x)[np.arange(len(x)), labels], {eps}, 1))))
"""
MLP_FROM_LOGITS = """

class ManualMLP(ManualMLP):
    def loss(self, x, labels):
        self.forward(x)
        self.labels = labels
        z = self.z2 - self.z2.max(axis=1, keepdims=True)
        return float(np.mean(np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(x)), labels]))
"""
CROSS = """

def cross_attention(x_dec, x_enc, wq, wk, wv, enc_mask=None):
    queries, keys = x_dec @ wq, x_enc @ wk
    t, s = queries.shape[1], keys.shape[1]
    if enc_mask is not None:
        enc_mask = enc_mask[:, :, None] if {turned} else enc_mask[:, None, :]
    scores = queries @ keys.swapaxes(1, 2) / np.sqrt(wk.shape[1])
    weights = masked_softmax(scores, enc_mask)
    return weights @ (x_enc @ wv), weights
"""
TIME = """

_right_embedding = time_embedding


def time_embedding(t, dim, layout):
    return _right_embedding(np.asarray(t, {kind}), dim, layout).astype({kind})
"""
BATCHNORM = """

_right_batchnorm = batchnorm_forward


def batchnorm_forward(x, gamma, beta, eps=1e-5):
    found = _right_batchnorm(x.copy(), gamma, beta, eps)
    x = {own}
    x -= x.mean(axis=0)
    return found
"""
BEAM = """

def beam_search(logp, bos, eos, k, max_len, length_norm=False):
    live, found = [([], 0.0)], []
    for n in range(1, max_len + 1):
        pool = [(t + [j], s + float(logp[(t or [bos])[-1], j])) for t, s in live for j in range(len(logp))]
        if length_norm:
            pool = [(t, s / n) for t, s in pool]
        kept = sorted(pool, key=lambda e: (-e[1], e[0]))[:k]
        found += [e for e in kept if e[0][-1] == eos]
        live = [(t, s{sum}) for t, s in kept if t[-1] != eos]
    found += [(t, s{result}) for t, s in live]
    return sorted(found, key=lambda e: (-e[1], e[0]))
"""
TRANSFER = """

class TransferModel(TransferModel):
    def train(self, mode=True):
        super().train(mode)
        {end}
"""
BACK_TO_SUMS = {"sum": " * (n if length_norm else 1)", "result": " / (max_len if length_norm else 1)"}
PAIRS = [
    ("bce_backward", BCE.format(eps="1e-3"), BCE.format(eps="1e-7")),
    ("manual_mlp", MLP.format(eps="1e-3"), MLP_FROM_LOGITS),
    ("batchnorm_forward", BATCHNORM.format(own="x"), BATCHNORM.format(own="x.copy()")),
    ("drop_path", DROP_PATH.format(which="max"), DROP_PATH.format(which="min")),
    ("dropout_backward", DROPOUT.format(gate="out != 0"), DROPOUT.format(gate="mask != 0")),
    ("finetune_param_groups", GROUPS.format(kind="Adam"), GROUPS.format(kind="AdamW")),
    ("finetune_param_groups", PREFIX.format(end=" + '.'"), PREFIX.format(end="")),
    ("transfer_freeze_head", TRANSFER.format(end="pass"), TRANSFER.format(end="return self")),
    ("beam_search", BEAM.format(sum="", result=""), BEAM.format(**BACK_TO_SUMS)),
    ("rnn_backward", RNN.format(own="dh"), RNN.format(own="dh.copy()")),
    ("train_seq2seq_reverse", TRANSLATE.format(mode="enable_grad"), TRANSLATE.format(mode="inference_mode")),
    ("cross_attention", CROSS.format(turned="t == s"), CROSS.format(turned="False")),
    ("time_embedding", TIME.format(kind="np.float32"), TIME.format(kind="np.float64")),
]
LONG = ("hidden_sentences", "three_examples")


@pytest.mark.parametrize(("exercise", "wrong", "right"), PAIRS, ids=[f"{p[0]}-{i}" for i, p in enumerate(PAIRS)])
def test_a_wrong_version_that_passed(exercise, wrong, right):
    assert set(outcomes(exercise, wrong)) != {"passed"}
    assert set(outcomes(exercise, right)) == {"passed"}


def outcomes(name, code):
    course = find_course(None)
    assignment = next(a for a in course.assignments() if name in {e.id for e in a.exercise})
    exercise = assignment.get(name)
    plan = Plan.make(course, assignment.select([name]), seed=0)
    text = assignment.concept(exercise.module).reference.read_text(encoding="utf-8") + code
    files = [assignment.concept(exercise.module).hidden]

    def work(runner):
        trial = Trial(plan, runner, exercise)
        trial.tests = [t for t in trial.tests if not any(word in t.id for word in LONG)]
        return [r.outcome for r in trial.runs_of("tried", text, 0)]

    return with_suites(files, plan.exercises_of_module, work, root=assignment.folder)
