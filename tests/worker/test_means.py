# ruff: noqa: E501 (a hand-in a line)
"""Forbidden functions of torch, by every road there is; and honest code beside them."""

from __future__ import annotations

import sys

import pytest
from jailed_code import call, failure

from autograder.grading.workers import ZygotePool
from autograder.worker import forbidden_means

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forked workers are for Linux")
ATTENTION = (
    "torch.nn.MultiheadAttention",
    "torch.nn.functional.scaled_dot_product_attention",
    "torch.nn.functional.multi_head_attention_forward",
)
LINEAR = ("torch.nn.Linear", "torch.nn.functional.linear")
Q = torch.randn(2, 5, 4, generator=torch.Generator().manual_seed(1))
NAME = "'scaled_dot_' + 'product_attention'"


@pytest.fixture(scope="module")
def pool():
    pool = ZygotePool("standard")
    yield pool
    pool.close()


HEAD = "import torch, sys, gc, importlib, inspect\nimport torch.nn as nn\nimport torch.nn.functional as F\n---\n"
ROADS = {
    "a variant's method": "def f(q):\n    kind = getattr(importlib.import_module('torch.ao.nn.' + 'quantizable'), 'Multihead' + 'Attention')\n    layer = object.__new__(kind)\n    nn.Module.__init__(layer)\n    same = nn.Identity()\n    parts = dict.fromkeys(('linear_Q', 'linear_K', 'linear_V', 'out_proj', 'dequant_q', 'dequant_k', 'dequant_v', 'quant_attn_output', 'quant_attn_output_weights'), same)\n    sizes = dict(embed_dim=4, num_heads=2, head_dim=2, dropout=0.0, batch_first=False, bias_k=None, bias_v=None, add_zero_attn=False)\n    layer.__dict__.update(**sizes, **parts, q_scaling_product=torch.ao.nn.quantized.FloatFunctional())\n    return getattr(kind, '_forward' + '_impl')(layer, q, q, q)[0]",
    "plain": "def f(q): return F.scaled_dot_product_attention(q, q, q)",
    "ops": "def f(q): return torch.ops.aten.scaled_dot_product_attention(q, q, q)",
    "overload": "def f(q): return torch.ops.aten.scaled_dot_product_attention.default(q, q, q)",
    "decomposed": "def f(q): return torch.ops.aten.scaled_dot_product_attention.default.decompose(q, q, q)",
    "C": "def f(q): return torch._C._nn.scaled_dot_product_attention(q, q, q)",
    "math": "def f(q): return torch.ops.aten._scaled_dot_product_attention_math(q[:, None], q[:, None], q[:, None])[0]",
    "flash": "def f(q): return torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(q[:, None], q[:, None], q[:, None])[0]",
    "private torch": "def f(q): return torch._scaled_dot_product_attention_math(q, q, q)[0]",
    "by text": f"def f(q): return getattr(F, {NAME})(q, q, q)",
    "by dict": f"def f(q): return F.__dict__[{NAME}](q, q, q)",
    "by sys.modules": f"def f(q): return vars(sys.modules['torch._C._nn'] if 'torch._C._nn' in sys.modules else torch._C._nn)[{NAME}](q, q, q)",
    "by importlib": f"def f(q): return getattr(importlib.import_module('torch.nn.functional'), {NAME})(q, q, q)",
    "by garbage": f"def f(q): return next(o for o in gc.get_objects() if isinstance(o, dict) and {NAME} in o)[{NAME}](q, q, q)",
    "jit operation": "def f(q): return torch._C._jit_get_operation('aten::scaled_dot_product_attention')[0](q, q, q)",
    "vmap": "def f(q): return torch.vmap(torch.ops.aten.scaled_dot_product_attention)(q, q, q)",
    "vmap of C": "def f(q): return torch.func.vmap(torch._C._nn.scaled_dot_product_attention)(q, q, q)",
    "forward mode": "def f(q): return torch.func.jvp(lambda x: torch._C._nn.scaled_dot_product_attention(x, x, x), (q,), (q,))[0]",
    "inference mode": "@torch.inference_mode()\ndef f(q): return torch._C._nn.scaled_dot_product_attention(q, q, q)",
    "nested": "def f(q):\n    n = torch.nested.nested_tensor(list(q[:, None]))\n    return torch._C._nn.scaled_dot_product_attention(n, n, n)",
    "module": "def f(q): return nn.MultiheadAttention(4, 2)(q, q, q)[0]",
    "module by home": "def f(q): return nn.modules.activation.MultiheadAttention(4, 2)(q, q, q)[0]",
    "module by subclasses": "def f(q): return {k.__name__: k for k in nn.Module.__subclasses__()}['Multihead' + 'Attention'](4, 2)(q, q, q)[0]",
    "quantizable": "import torch.ao.nn.quantizable as nnq\ndef f(q): return nnq.MultiheadAttention(4, 2)(q, q, q)[0]",
    "transformer": "def f(q): return nn.TransformerEncoderLayer(4, 2, batch_first=True)(q)",
    "decoder": "def f(q): return nn.TransformerDecoderLayer(4, 2, batch_first=True)(q, q)",
    "functional": "def f(q): return F.multi_head_attention_forward(q, q, q, 4, 2, torch.ones(12, 4), None, None, None, False, 0.0, torch.eye(4), None)[0]",
    "forward by itself": "def f(q):\n    m = object.__new__(nn.MultiheadAttention)\n    return nn.MultiheadAttention.forward(m, q, q, q)",
    "flex": "from torch.nn.attention.flex_attention import flex_attention\ndef f(q): return flex_attention(q[:, None], q[:, None], q[:, None])",
    "decomposition": "import torch._decomp.decompositions as d\ndef f(q): return d.scaled_dot_product_flash_attention_for_cpu(q[:, None], q[:, None], q[:, None])[0]",
    "decomposition table": "import torch._decomp\ndef f(q): return torch._decomp.decomposition_table[torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default](q[:, None], q[:, None], q[:, None])[0]",
    "onnx": "import torch.onnx.ops\ndef f(q): return torch.onnx.ops.attention(q[:, None], q[:, None], q[:, None])[0]",
    "reloaded": "def f(q): return importlib.reload(F).multi_head_attention_forward(q, q, q, 4, 2, torch.ones(12, 4), None, None, None, False, 0.0, torch.eye(4), None)[0]",
    "its source": "def f(q):\n    space = dict(vars(F))\n    exec(inspect.getsource(F), space)\n    return space['multi_head_attention_forward'](q, q, q, 4, 2, torch.ones(12, 4), None, None, None, False, 0.0, torch.eye(4), None)[0]",
    "kernel taken back": "import torch.library\ndef f(q):\n    [o._destroy() for o in gc.get_objects() if type(o) is torch.library.Library and 'aten' in str(o)]\n    return torch.ops.aten.scaled_dot_product_attention(q, q, q)",
    "encoder operation": "def f(q): return torch._transformer_encoder_layer_fwd(q, 4, 2, torch.ones(12, 4), torch.ones(12), torch.eye(4), torch.ones(4), False, False, 1e-5, torch.ones(4), torch.ones(4), torch.ones(4), torch.ones(4), torch.eye(4), torch.ones(4), torch.eye(4), torch.ones(4))",
    "star": "from torch.nn.functional import *\ndef f(q): return scaled_dot_product_attention(q, q, q)",
    "given back by a frame": "frame = sys._getframe()\nwhile frame:\n    [undo() for undo in frame.f_locals.get('undo', ())]\n    frame = frame.f_back\n---\ndef f(q): return frame, torch._C._nn.scaled_dot_product_attention(q, q, q)",
    "a compiler's pattern": "import torch._inductor.fx_passes.fuse_attention as patterns\ndef f(q): return patterns._sfdp_pattern_1(q, q, q, 2.0)",
    "VF": "def f(q): return torch._VF.scaled_dot_product_attention(q, q, q) if hasattr(torch._VF, 'scaled_dot_product_attention') else torch._C._nn.scaled_dot_product_attention(q, q, q)",
    "function mode": "from torch.overrides import TorchFunctionMode\nclass Mode(TorchFunctionMode):\n    def __torch_function__(self, func, types, args=(), kwargs=None): return func(*args, **(kwargs or {}))\ndef f(q):\n    with Mode(): return torch._C._nn.scaled_dot_product_attention(q, q, q)",
    "dispatch mode": "from torch.utils._python_dispatch import TorchDispatchMode\nclass Mode(TorchDispatchMode):\n    def __torch_dispatch__(self, func, types, args=(), kwargs=None): return func(*args, **(kwargs or {}))\ndef f(q):\n    with Mode(): return torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(q[:, None], q[:, None], q[:, None])[0]",
    "graph": "import torch.fx\ndef f(q):\n    g = torch.fx.Graph()\n    x = g.placeholder('q')\n    g.output(g.call_function(torch._C._nn.scaled_dot_product_attention, (x, x, x)))\n    return torch.fx.GraphModule({}, g)(q)",
    "functionalized": "def f(q): return torch.func.functionalize(lambda x: torch._C._nn.scaled_dot_product_attention(x, x, x))(q)",
    "subclass": "class T(torch.Tensor): pass\ndef f(q):\n    x = q.as_subclass(T)\n    return torch._C._nn.scaled_dot_product_attention(x, x, x).as_subclass(torch.Tensor)",
    "dense": "import torch._higher_order_ops.flex_attention\ndef f(q):\n    m = sys.modules['torch._higher_order_ops.flex_attention']\n    x = q[:, None]\n    return m.math_attention(x, x, x, lambda s, *_: s, (1,) * 13, 1.0, {})[0]",
}


@pytest.mark.parametrize("road", ROADS)
def test_a_forbidden_computation_is_refused_by_every_road(pool, road):
    error = failure(pool, "torch", HEAD + ROADS[road], Q, forbid=ATTENTION)
    if road not in ("reloaded", "its source", "forward by itself", "by garbage", "a compiler's pattern"):
        assert error.kind == "Forbidden", error
        assert "which is not allowed in this exercise" in error.public


def test_every_road_leads_somewhere_where_nothing_is_forbidden(pool):
    """Else the test above would pass for the wrong reason."""
    blocked = {
        "forward by itself",
        "reloaded",
        "its source",
        "kernel taken back",
        "star",
        "by garbage",
        "by sys.modules",
        "a compiler's pattern",
        "given back by a frame",
        "dense",
    }
    wrong = {}
    for road in ROADS.keys() - blocked:
        try:
            call(pool, "torch", HEAD + ROADS[road], Q)
        except Exception as error:
            wrong[road] = str(error)
    assert wrong == {}


HONEST = {
    "by hand": "def f(q):\n    w = torch.softmax(q @ q.transpose(-1, -2) / 2, dim=-1)\n    return w @ q",
    "einsum": "def f(q):\n    w = F.softmax(torch.einsum('btd,bsd->bts', q, q) / 2, -1)\n    return torch.einsum('bts,bsd->btd', F.dropout(w, 0.0), q)",
    "own name": "def scaled_dot_product_attention(q, k, v):\n    return ((q @ k.mT) / 2).softmax(-1) @ v\n---\ndef f(q): return scaled_dot_product_attention(q, q, q)",
    "own class": "class MultiheadAttention(nn.Module):\n    def forward(self, q): return ((q @ q.mT) / 2).softmax(-1) @ q\n---\ndef f(q): return MultiheadAttention()(q)",
    "mentioned": "def f(q, layer: nn.MultiheadAttention | None = None):\n    assert not isinstance(q, nn.MultiheadAttention)\n    return ((q @ q.mT) / 2).softmax(-1) @ q",
    "baddbmm": "def f(q):\n    return torch.bmm(F.softmax(torch.baddbmm(torch.zeros(2, 5, 5), q, q.mT) / 2, -1), q)",
    "vmap": "def f(q): return torch.vmap(lambda x: ((x @ x.T) / 2).softmax(-1) @ x)(q)",
    "star": "from torch.nn.functional import *\nfrom torch import *\n---\ndef masked_softmax(s): return softmax(s, -1)\n---\ndef f(q): return masked_softmax(q @ q.mT / 2) @ q",
    "einops": "from einops import rearrange, einsum\nfrom einops.layers.torch import Rearrange\n---\ndef f(q):\n    return einsum((einsum(q, q, 'b t d, b s d -> b t s') / 2).softmax(-1), q, 'b t s, b s d -> b t d')",
    "compiled": "@torch.compile\ndef g(q): return ((q @ q.mT) / 2).softmax(-1) @ q\n---\nh = torch.compile(g, mode='max-autotune')\n---\ndef f(q): return h(q)",
    "scripted": "@torch.jit.script\ndef g(q: torch.Tensor) -> torch.Tensor:\n    return ((q @ q.mT) / 2).softmax(-1) @ q\n---\ndef f(q):\n    return torch.jit.trace(g, (q,))(q)",
    "loader": """
        from torch.utils.data import DataLoader, TensorDataset
        ---
        def f(q):
            loader = DataLoader(TensorDataset(q), 1, False, num_workers=2, persistent_workers=True, prefetch_factor=4,
                                pin_memory=True, multiprocessing_context="spawn", timeout=5)
            return torch.cat([((x @ x.mT) / 2).softmax(-1) @ x for (x,) in loader])
    """,
    "tensorboard": "from torch.utils.tensorboard import SummaryWriter\n---\nW = SummaryWriter('runs')\n---\ndef f(q):\n    W.add_scalar('a', 1.0, 2)\n    return ((q @ q.mT) / 2).softmax(-1) @ q",
    "seeded": "torch.manual_seed(0)\ntorch.backends.cudnn.deterministic = True\n---\n@torch.no_grad()\ndef f(q): return ((q @ q.mT) / 2).softmax(-1) @ q",
}


@pytest.mark.parametrize("honest", HONEST)
def test_honest_code_is_never_accused(pool, honest):
    found = call(pool, "torch", _cells(HONEST[honest]), Q, forbid=ATTENTION)
    torch.testing.assert_close(found, ((Q @ Q.mT) / 2).softmax(-1) @ Q)


def _cells(code: str) -> str:
    from textwrap import dedent

    return HEAD + dedent(code).strip("\n")


@pytest.mark.parametrize(
    "code",
    [
        "def f(q): return F.linear(q, q[0])",
        "def f(q): return torch._C._nn.linear(q, q[0])",
        "def f(q): return torch.ops.aten.linear(q, q[0])",
        "def f(q): return torch.vmap(torch._C._nn.linear, in_dims=(0, None))(q, q[0])",
        "def f(q): return torch.ops.mkldnn._linear_pointwise(q, q[0], None, 'none', [], '')",
        "class L(nn.Linear): pass\ndef f(q): return L(4, 4)(q)",
        "def f(q): return torch.func.functional_call(nn.Linear(4, 4), {}, q)",
    ],
)
def test_a_linear_layer_is_refused_by_every_road(pool, code):
    assert failure(pool, "torch", HEAD + code, Q, forbid=LINEAR).kind == "Forbidden"


@pytest.mark.parametrize(
    "code",
    [
        "def f(q): return q @ q[0].T",
        "def f(q): return torch.einsum('btd,sd->bts', q, q[0])",
        "def f(q): return torch.addmm(torch.zeros(1), q.reshape(-1, 4), q[0].T).reshape(2, 5, 5)",
        "def f(q):\n    nn.GRU(4, 3)(q)[0].sum().backward(); nn.LSTMCell(4, 3)(q[0]); nn.Bilinear(4, 4, 2)(q, q)\n    return q @ q[0].T",
    ],
)
def test_what_is_made_of_linear_maps_is_not_accused(pool, code):
    torch.testing.assert_close(call(pool, "torch", HEAD + code, Q, forbid=LINEAR), Q @ Q[0].T)


def test_what_was_taken_away_comes_back_in_a_student_s_own_process():
    q = Q[:, None]
    before = torch.nn.functional.scaled_dot_product_attention(q, q, q)
    undo = forbidden_means.forbid(ATTENTION)
    try:
        with pytest.raises(forbidden_means.Forbidden):
            torch._C._nn.scaled_dot_product_attention(q, q, q)
        with pytest.raises(forbidden_means.Forbidden):
            torch.nn.MultiheadAttention(4, 2)
    finally:
        for each in undo:
            each()
    torch.testing.assert_close(torch.nn.functional.scaled_dot_product_attention(q, q, q), before)
    torch.nn.MultiheadAttention(4, 2)(Q, Q, Q)


@pytest.mark.parametrize(
    "forbidden, kin",
    [
        ("torch.nn.CrossEntropyLoss", "aten::cross_entropy_loss"),
        ("torch.nn.functional.cross_entropy", "aten::cross_entropy_loss"),
        ("torch.nn.Softplus", "aten::softplus.out"),
        ("torch.softmax", "aten::_softmax"),
        ("torch.nn.LayerNorm", "aten::native_layer_norm"),
        ("torch.nn.BatchNorm1d", "aten::native_batch_norm"),
        ("torch.nn.BatchNorm1d", "aten::_native_batch_norm_legit.no_stats"),
        ("torch.nn.functional.batch_norm", "aten::_batch_norm_with_update"),
        ("torch.nn.functional.batch_norm", "aten::_batch_norm_impl_index"),
        ("torch.nn.functional.gelu", "aten::gelu_"),
        ("torch.nn.MultiheadAttention", "aten::_scaled_dot_product_flash_attention_for_cpu"),
    ],
)
def test_one_computation_has_many_names(forbidden, kin):
    assert forbidden_means.stem_of(kin) in forbidden_means.family(forbidden)


@pytest.mark.parametrize(
    "forbidden, other",
    [
        ("torch.nn.functional.softmax", "aten::log_softmax.int"),
        ("torch.nn.BatchNorm1d", "aten::native_group_norm"),
        ("torch.nn.Conv1d", "aten::conv2d"),
        ("torch.nn.MaxPool1d", "aten::max_pool2d"),
        ("torch.nn.functional.linear", "aten::bilinear"),
        ("torch.nn.functional.linear", "aten::matmul"),
        ("torch.nn.LayerNorm", "aten::native_group_norm"),
        ("torch.nn.LayerNorm", "aten::var_mean.correction"),
    ],
)
def test_a_shared_operation_is_nobody_s_fault(forbidden, other):
    assert forbidden_means.stem_of(other) not in forbidden_means.family(forbidden)
