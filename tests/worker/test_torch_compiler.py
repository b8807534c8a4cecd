"""A quick zygote leaves torch's compiler out; code that needs it is graded all the same."""

from __future__ import annotations

import subprocess
import sys

import pytest
from jailed_code import call

from autograder.grading.workers import CompilerWanted, ZygotePool
from autograder.suites.transport import WorkerLost

torch = pytest.importorskip("torch")

NEED_IT = {
    "grad": "import torch\n---\ndef f(q): return torch.func.grad(lambda x: (x**2).sum())(q)",
    "checkpoint": """
        import torch
        from torch.utils.checkpoint import checkpoint
        ---
        def f(q):
            q = q.clone().requires_grad_()
            checkpoint(lambda x: x**2, q, use_reentrant=False).sum().backward()
            return q.grad
        """,
    "a part of it": "import torch\n---\ndef f(q):\n    import torch._dynamo.config\n    return 2 * q",
}
DO_NOT = {
    "Adam": """
        import torch
        ---
        def f(q):
            w = torch.nn.Parameter(q.clone())
            optimizer = torch.optim.Adam([w], lr=0.5)
            (w**2).sum().backward()
            optimizer.step()
            return w.detach()
        """,
    "who looks through all modules": """
        import inspect, sys
        ---
        def f(q):
            inspect.getmodule(f)
            [getattr(module, "__file__", None) for module in list(sys.modules.values())]
            return 2 * q
        """,
}
X = torch.tensor([[1.0, 2.0], [3.0, -4.0]], dtype=torch.float64)


@pytest.fixture
def quick():
    pool = ZygotePool("standard", quick=True)
    yield pool
    pool.close()


@pytest.mark.parametrize("code", DO_NOT.values(), ids=DO_NOT)
def test_ordinary_code_does_without(quick, code):
    answer = call(quick, "torch", code, X)
    assert answer.shape == X.shape
    assert quick.quick, "and nothing was started anew"


@pytest.mark.parametrize("code", NEED_IT.values(), ids=NEED_IT)
def test_code_that_needs_it_meets_it_at_the_second_try(quick, code):
    with pytest.raises(CompilerWanted):
        call(quick, "torch", code, X)
    quick.discard("torch")  # as grading does when a zygote is gone
    torch.testing.assert_close(call(quick, "torch", code, X), 2 * X)


def test_a_made_up_exit_status_is_no_way_around(quick):
    code = "import os\n---\ndef f(q): os._exit(96)"
    with pytest.raises(CompilerWanted):
        call(quick, "torch", code, X)
    quick.discard("torch")
    with pytest.raises(WorkerLost, match="ended the Python process"):
        call(quick, "torch", code, X)


def test_what_is_forbidden_is_forbidden_in_a_quick_worker_as_well(quick):
    code = "from torch.nn.attention.flex_attention import flex_attention\ndef f(q): return flex_attention(q, q, q)"
    q = X[None, None]
    with pytest.raises(Exception, match="Multihead"):
        call(quick, "torch", code, q, forbid=("torch.nn.MultiheadAttention",))


def in_a_process(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_whoever_asks_outside_a_jail_gets_the_real_one():
    code = """
import sys
from autograder.worker import torch_compiler
torch_compiler.leave_out()
import torch
w = torch.nn.Parameter(torch.ones(2))
torch.optim.SGD([w], lr=0.1).step()
before = "torch._dynamo.eval_frame" in sys.modules
print(before, torch.func.grad(lambda x: (x**2).sum())(torch.ones(1)).item(), "torch._dynamo.eval_frame" in sys.modules)
import torch._dynamo.config
print(isinstance(sys.modules["torch._dynamo"], torch_compiler.LeftOut), torch._dynamo is sys.modules["torch._dynamo"])
"""
    assert in_a_process(code).split() == ["False", "2.0", "True", "False", "True"]


def test_a_compiler_that_is_there_stays():
    code = """
import torch._dynamo
from autograder.worker import torch_compiler
torch_compiler.leave_out()
print(isinstance(torch._dynamo, torch_compiler.LeftOut))
"""
    assert in_a_process(code) == "False"
