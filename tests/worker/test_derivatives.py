# ruff: noqa: E501 (a hand-in a line)
"""torch without its derivatives: no road leads to a gradient, and code that only mentions such names goes on working."""

from __future__ import annotations

import sys

import pytest
from jailed_code import call

from autograder.grading.workers import ZygotePool
from autograder.intake.slicing import find_forbidden, slice_names
from autograder.suites.student_error import StudentError
from autograder.worker import forbidden_means

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forked workers are for Linux")
FORBID = ("torch.autograd",)
X = torch.tensor([1.0, 2.0, 3.0])
SLOPE = 3 * X**2
HEAD = "import torch, sys, gc, importlib, threading\nimport torch.nn as nn\nimport torch.nn.functional as F\n---\n"
LEAF = "x = x.clone().requires_grad_(); y = (x**3).sum()"
BY_OP = "torch.ops.aten.grad([y], [x], None, None, False, True)[0]"


@pytest.fixture(scope="module")
def pool():
    pool = ZygotePool("standard")
    yield pool
    pool.close()


# Of x**3; what is told as forbidden.
TOLD = {
    "grad": f"def f(x):\n    {LEAF}\n    return torch.autograd.grad(y, x)[0]",
    "backward": f"def f(x):\n    {LEAF}; y.backward()\n    return x.grad",
    "torch.autograd.backward": f"def f(x):\n    {LEAF}; torch.autograd.backward([y])\n    return x.grad",
    "by text": f"def f(x):\n    {LEAF}; getattr(y, 'back' + 'ward')()\n    return x.grad",
    "alias": f"g = torch.autograd.grad\n---\ndef f(x):\n    {LEAF}\n    return g(y, x)[0]",
    "func.grad": "def f(x): return torch.func.grad(lambda x: (x**3).sum())(x)",
    "func.vjp": "def f(x): return torch.func.vjp(lambda x: x**3, x)[1](torch.ones(3))[0]",
    "func.jvp": "def f(x): return torch.func.jvp(lambda x: x**3, (x,), (torch.ones(3),))[1]",
    "jacrev": "def f(x): return torch.func.jacrev(lambda x: x**3)(x).diagonal()",
    "jacfwd": "def f(x): return torch.func.jacfwd(lambda x: x**3)(x).diagonal()",
    "linearize": "def f(x): return torch.func.linearize(lambda x: x**3, x)[1](torch.ones(3))",
    "functorch": "import functorch\n---\ndef f(x): return functorch.grad(lambda x: (x**3).sum())(x)",
    "functional": "def f(x): return torch.autograd.functional.vjp(lambda x: x**3, x, torch.ones(3))[1]",
    "vmap of grad": "def f(x): return torch.vmap(torch.func.grad(lambda x: x**3))(x)",
    "dual": "import torch.autograd.forward_ad as fw\n---\ndef f(x):\n    with fw.dual_level(): return fw.unpack_dual(fw.make_dual(x, torch.ones(3)) ** 3).tangent",
    "engine": f"def f(x):\n    {LEAF}\n    return torch.autograd.Variable._execution_engine.run_backward((y,), (torch.tensor(1.0),), False, False, (x,), False, False)[0]",
    "engine's class": f"def f(x):\n    {LEAF}\n    E = [k for k in object.__subclasses__() if k.__name__ == '_EngineBase'][0]\n    return E.run_backward(E(), (y,), (torch.tensor(1.0),), False, False, (x,), False, False)[0]",
    "aten._backward": f"def f(x):\n    {LEAF}; torch.ops.aten._backward(y, [x])\n    return x.grad",
    "in TorchScript": "@torch.jit.script\ndef g(x: torch.Tensor):\n    y = (x * x * x).sum()\n    return torch.autograd.grad([y], [x])\n---\ndef f(x): return g(x.clone().requires_grad_())[0]",
    "ready-made": "def f(x): return torch.ops.aten.threshold_backward(3 * x**2, x, 0)",
    "nn.grad": "def f(x): return torch.nn.grad.conv1d_input((1, 1, 3), torch.ones(1, 1, 1), 3 * x[None, None] ** 2)[0, 0]",
    "decomposition": "import torch._decomp.decompositions as d\n---\ndef f(x): return d.hardtanh_backward(3 * x**2, x, 0.0, 9.0)",
    "sympy": "import sympy\n---\ndef f(x):\n    s = sympy.Symbol('s')\n    return torch.tensor([float(sympy.diff(s**3, s).subs(s, v)) for v in x.tolist()])",
    "sympy that torch holds": "import torch.utils._sympy.functions as m\n---\ndef f(x):\n    s = m.sympy.Symbol('s')\n    return torch.tensor([float((s**3).diff(s).subs(s, v)) for v in x.tolist()])",
}
# These find nothing to differentiate, or nothing at all.
IN_VAIN = {
    "aten.grad": f"def f(x):\n    {LEAF}\n    return {BY_OP}",
    "aten.backward": f"def f(x):\n    {LEAF}; torch.ops.aten.backward(y)\n    return x.grad",
    "a jit operation": f"def f(x):\n    {LEAF}\n    return torch._C._jit_get_operation('aten::grad')[0]([y], [x], None, None, False, False)[0]",
    "another thread": f"def f(x):\n    out = []\n    def g(x):\n        {LEAF}; out.append({BY_OP})\n    t = threading.Thread(target=g, args=(x,)); t.start(); t.join()\n    return out[0]",
    "dual operations": "def f(x):\n    level = torch._C._enter_dual_level()\n    return torch._VF._unpack_dual(torch._VF._make_dual(x, torch.ones(3), level=level) ** 3, level=level)[1]",
    "TorchScript's formulas": f"@torch.jit.script\ndef g(x: torch.Tensor) -> torch.Tensor: return x * x * x\n---\ndef f(x):\n    torch._C._jit_set_profiling_executor(False)\n    x = x.clone().requires_grad_(); y = g(x).sum()\n    return {BY_OP}",
    "TorchScript profiled": f"@torch.jit.script\ndef g(x: torch.Tensor) -> torch.Tensor: return x * x * x\n---\ndef f(x):\n    x = x.clone().requires_grad_(); g(x); g(x); y = g(x).sum()\n    return {BY_OP}",
    "inside a Function": f"class S(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x): ctx.save_for_backward(x); return (x**3).sum()\n    @staticmethod\n    def backward(ctx, d):\n        x = ctx.saved_tensors[0]\n        with torch.enable_grad():\n            {LEAF}\n            return d * {BY_OP}\n---\ndef f(x):\n    x = x.clone().requires_grad_(); y = S.apply(x)\n    return {BY_OP}",
    "checkpoint": f"from torch.utils.checkpoint import checkpoint\n---\ndef f(x):\n    x = x.clone().requires_grad_(); y = checkpoint(lambda z: z**3, x, use_reentrant=False).sum()\n    return {BY_OP}",
    "grad mode": f"def f(x):\n    torch._C._set_grad_enabled(True)\n    with torch.enable_grad():\n        {LEAF}\n        return {BY_OP}",
    "kernels taken back": f"def f(x):\n    for o in gc.get_objects():\n        if type(o).__name__ in ('Library', '_DispatchModule'): getattr(o, 'm', o).reset()\n    {LEAF}\n    return {BY_OP}",
    "given back by a frame": f"frame = sys._getframe()\nwhile frame:\n    [undo() for undo in frame.f_locals.get('undo', ())]\n    frame = frame.f_back\n---\ndef f(x):\n    frame; {LEAF}\n    return {BY_OP}",
    "sympy's classes": "def f(x):\n    def below(k):\n        for c in type.__subclasses__(k):\n            yield c; yield from below(c)\n    S = next(c for c in below(object) if c.__name__ == 'Symbol' and c.__module__.startswith('sympy'))\n    s = S('s')\n    return torch.tensor([float((s**3).diff(s).subs(s, v)) for v in x.tolist()])",
    "sympy's files": "import importlib.machinery, importlib.util\n---\ndef f(x):\n    for k in [k for k in sys.modules if k.startswith('sympy')]: del sys.modules[k]\n    spec = importlib.machinery.PathFinder.find_spec('sympy')\n    m = importlib.util.module_from_spec(spec); sys.modules['sympy'] = m; spec.loader.exec_module(m)\n    s = m.Symbol('s')\n    return torch.tensor([float(m.diff(s**3, s).subs(s, v)) for v in x.tolist()])",
}


@pytest.mark.parametrize("road", TOLD)
def test_a_derivative_is_refused_and_told(pool, road):
    with pytest.raises(StudentError) as caught:
        call(pool, "torch", HEAD + TOLD[road], X, forbid=FORBID)
    assert caught.value.kind == "Forbidden", caught.value
    assert "not allowed in this exercise" in caught.value.public or "are forbidden" in caught.value.public


@pytest.mark.parametrize("road", IN_VAIN)
def test_no_road_below_leads_to_a_derivative(pool, road):
    try:
        found = call(pool, "torch", HEAD + IN_VAIN[road], X, forbid=FORBID)
    except StudentError:
        return
    assert not isinstance(found, torch.Tensor) or not torch.allclose(found, SLOPE)


def test_every_road_leads_to_the_derivative_where_nothing_is_forbidden(pool):
    """Else the tests above would pass for the wrong reason."""
    wrong = {}
    for road, code in {**TOLD, **IN_VAIN}.items():
        try:
            found = call(pool, "torch", HEAD + code, X)
            if not torch.allclose(found, SLOPE):
                wrong[road] = str(found)
        except Exception as error:
            wrong[road] = str(error)
    # `linearize` wants a folder to write into.
    assert wrong.keys() <= {"kernels taken back", "sympy's files", "linearize"}, wrong


HONEST = {
    "by hand": "def f(x): return 3 * x**2",
    "mentioned": "from torch.autograd import Function, Variable, grad\nfrom torch.func import vjp\nimport sympy\n---\ndef f(x: torch.Tensor, how: Function | None = None) -> 'torch.autograd.Function':\n    assert not isinstance(x, torch.autograd.Function) and not isinstance(x, sympy.Symbol)\n    return 3 * x**2",
    "no_grad": "@torch.no_grad()\ndef f(x):\n    with torch.autograd.no_grad(), torch.inference_mode(): torch.zeros(2)\n    with torch.enable_grad(): return 3 * x * x",
    "parameters": "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.w = nn.Parameter(torch.full((3,), 3.0)); self.line = nn.Linear(3, 3); self.norm = nn.BatchNorm1d(3)\n    def forward(self, x):\n        self.norm(self.line(torch.stack([x, x + 1]))); return self.w * x**2\n---\ndef f(x): return Net()(x).detach()",
    "a Function's forward": "class S(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x): return 3 * x**2\n    @staticmethod\n    def backward(ctx, d): return d\n---\ndef f(x): return S.apply(x.clone().requires_grad_()).detach()",
    "gradients handed to an optimizer": "def f(x):\n    p = nn.Parameter(torch.zeros(3)); o = torch.optim.SGD([p], lr=1.0)\n    o.zero_grad(); p.grad = -3 * x**2; torch.nn.utils.clip_grad_norm_([p], 1e9); o.step()\n    q = nn.Parameter(torch.zeros(3)); q.grad = x; torch.optim.AdamW([q]).step()\n    return p.data",
    "vmap": "def f(x): return torch.vmap(lambda v: 3 * v**2)(x)",
    "numerical": "def f(x):\n    x = x.double(); e = 1e-5\n    return (((x + e) ** 3 - (x - e) ** 3) / (2 * e)).float()",
    "functions": "def f(x):\n    F.cross_entropy(torch.randn(4, 3), torch.arange(4) % 3); F.conv1d(x[None, None], torch.ones(1, 1, 2)); F.dropout(x); nn.GRU(3, 2)(x[None]); torch.linalg.svd(torch.randn(3, 3)); x.softmax(0).cumsum(0).sort(); F.max_pool1d(x[None], 2)\n    return 3 * x**2",
    "in place": "def f(x):\n    w = torch.zeros(3, requires_grad=True)\n    with torch.no_grad(): w += 3 * x**2; w[0] = 3.0\n    return w.detach().clone()",
    "distributions": "def f(x):\n    torch.distributions.Normal(0.0, 1.0).rsample((3,)); torch.manual_seed(0)\n    return 3 * x**2",
    "compiled": "@torch.compile\ndef g(x): return 3 * x**2\n---\nh = torch.jit.script(g)\n---\ndef f(x): return h(x)",
}


@pytest.mark.parametrize("honest", HONEST)
def test_honest_code_goes_on_working(pool, honest):
    torch.testing.assert_close(call(pool, "torch", HEAD + HONEST[honest], X, forbid=FORBID), SLOPE, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("honest", HONEST)
def test_honest_text_is_not_accused(honest):
    cells = [(f"cell {i}", cell) for i, cell in enumerate((HEAD + HONEST[honest]).split("\n---\n"), 1)]
    assert find_forbidden(slice_names(cells, ["f"]), list(FORBID)) == []


def test_a_plain_call_is_told_before_anything_is_run():
    found = find_forbidden(
        slice_names([("cell 1", "import torch\ndef f(x): return torch.func.vjp(f, x)")], ["f"]), list(FORBID)
    )
    assert [f.name for f in found] == ["torch.func.vjp"]


def test_all_of_it_comes_back_in_a_student_s_own_process():
    import sympy

    undo = forbidden_means.forbid(FORBID)
    try:
        with pytest.raises(forbidden_means.Forbidden):
            X.clone().requires_grad_().sum().backward()
    finally:
        for each in reversed(undo):
            each()
    x = X.clone().requires_grad_()
    (x**3).sum().backward()
    torch.testing.assert_close(x.grad, SLOPE)
    torch.testing.assert_close(torch.func.jvp(lambda x: x**3, (X,), (torch.ones(3),))[1], SLOPE)
    assert str(sympy.diff(sympy.Symbol("s") ** 3)) == "3*s**2"
