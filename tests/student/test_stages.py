"""The stages of a long backward: right ones pass, and the first wrong one is named. Every stages.py of the course is tried."""

from pathlib import Path

import numpy as np
import pytest

from autograder.student.stages import compare_stages

ROOT = Path(__file__).parents[2]
EVERY = sorted((ROOT / "assignments").glob("*/*/stages.py"))
BATCHNORM = ROOT / "assignments/04_regularization/batchnorm/stages.py"


def in_stages(dout, x, gamma, beta, eps):
    n = len(x)
    mu, var = x.mean(axis=0), x.var(axis=0)
    std = np.sqrt(var + eps)
    x_hat = (x - mu) / std
    dx_hat = dout * gamma
    dvar = (dx_hat * (x - mu)).sum(axis=0) * -0.5 / std**3
    dmu = -dx_hat.sum(axis=0) / std + dvar * (-2 * (x - mu)).mean(axis=0)
    dx = dx_hat / std + dvar * 2 * (x - mu) / n + dmu / n
    return {
        "dbeta": dout.sum(axis=0),
        "dgamma": (dout * x_hat).sum(axis=0),
        "dx_hat": dx_hat,
        "dvar": dvar,
        "dmu": dmu,
        "dx": dx,
    }


def test_right_stages_pass():
    names = ["dbeta", "dgamma", "dx_hat", "dvar", "dmu", "dx"]
    assert compare_stages(BATCHNORM, "batchnorm_backward", in_stages) == [f"✔ {name}" for name in names]


def test_the_first_wrong_stage_is_named_and_the_rest_waits():
    def wrong(**arguments):
        return in_stages(**arguments) | {"dvar": -in_stages(**arguments)["dvar"]}

    lines = compare_stages(BATCHNORM, "batchnorm_backward", wrong)
    assert lines[:3] == ["✔ dbeta", "✔ dgamma", "✔ dx_hat"]
    assert lines[3].startswith("✘ dvar") and "sign" in lines[3] + lines[4]
    assert not any("dmu" in line for line in lines)


def test_what_is_missing_is_said_and_what_raises_is_told():
    only = compare_stages(BATCHNORM, "batchnorm_backward", lambda **given: {"dx_hat": given["dout"] * given["gamma"]})
    assert only == [
        "  dbeta: not there yet",
        "  dgamma: not there yet",
        "✔ dx_hat",
        *(f"  {n}: not there yet" for n in ("dvar", "dmu", "dx")),
    ]
    assert "ZeroDivisionError" in compare_stages(BATCHNORM, "batchnorm_backward", lambda **given: 1 / 0)[0]
    assert "return a dict" in compare_stages(BATCHNORM, "batchnorm_backward", lambda **given: 3)[0]

    def unwritten(**given):
        raise NotImplementedError

    assert "not written yet" in compare_stages(BATCHNORM, "batchnorm_backward", unwritten)[0]


@pytest.mark.parametrize("path", EVERY, ids=lambda p: p.parent.name)
def test_every_stage_of_the_course_leads_to_the_same_output(path):
    """Value and rest belong together: whatever stage one starts from, the same output follows."""
    import runpy

    for example, stages in runpy.run_path(str(path))["STAGES"].values():
        arguments = example(np.random.default_rng(1))
        dout = arguments.pop("dout")
        outputs = [rest(value(**arguments), **arguments) for _, value, rest in stages]
        for output in outputs:
            assert output.shape == dout.shape
            np.testing.assert_allclose(output, outputs[0], atol=1e-12)


def attention_in_stages(dout, q, k, v):
    scores = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    dweights = np.einsum("bhte,bhse->bhts", dout, v)
    dscores = weights * (dweights - (weights * dweights).sum(axis=-1, keepdims=True))
    return {
        "dv": np.einsum("bhts,bhte->bhse", weights, dout),
        "dweights": dweights,
        "dscores": dscores,
        "dq": np.einsum("bhts,bhsd->bhtd", dscores, k) / np.sqrt(q.shape[-1]),
        "dk": np.einsum("bhts,bhtd->bhsd", dscores, q) / np.sqrt(q.shape[-1]),
    }


def test_stages_of_attention():
    path = ROOT / "assignments/08_attention/sdpa/stages.py"
    assert compare_stages(path, "sdpa_backward", attention_in_stages) == [
        f"✔ {name}" for name in ("dv", "dweights", "dscores", "dq", "dk")
    ]
    short = compare_stages(path, "sdpa_backward", lambda **given: attention_in_stages(**given) | {"dscores": np.zeros(3)})
    assert short[:2] == ["✔ dv", "✔ dweights"] and short[2].startswith("✘ dscores")


def test_stages_of_layer_norm_are_those_of_batch_norm_turned_on_its_side():
    def steps(dout, x, gamma, beta, eps):
        mu, var, d = x.mean(axis=-1, keepdims=True), x.var(axis=-1, keepdims=True), x.shape[-1]
        std = np.sqrt(var + eps)
        dx_hat = dout * gamma
        dvar = (dx_hat * (x - mu)).sum(axis=-1, keepdims=True) * -0.5 / std**3
        dmu = -dx_hat.sum(axis=-1, keepdims=True) / std
        return {
            "dbeta": dout.sum(axis=(0, 1)),
            "dgamma": (dout * (x - mu) / std).sum(axis=(0, 1)),
            "dx_hat": dx_hat,
            "dvar": dvar,
            "dmu": dmu,
            "dx": dx_hat / std + dvar * 2 * (x - mu) / d + dmu / d,
        }

    path = ROOT / "assignments/04_regularization/layernorm/stages.py"
    names = ["dbeta", "dgamma", "dx_hat", "dvar", "dmu", "dx"]
    assert compare_stages(path, "layernorm_backward", steps) == [f"✔ {name}" for name in names]
