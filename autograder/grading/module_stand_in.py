"""The reference's net in the place of a student's, without its code: a shell in the worker asks for every pass.

The shell (worker/remote_module.py) holds real parameters, so that a net around it has the parameters it should have. What it
computes, and the gradients, are computed here from values that it sends. No object of either side reaches the other.
"""

from __future__ import annotations

import inspect
import sys
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from autograder.worker.nested_tensors import tensors_in

MOST_NUMBERS = 1 << 24
"""Parameters of a net that is made for a submission."""
MOST_NETS = 8
SIMPLE = (bool, int, float, str, type(None))


def is_net(value: Any) -> bool:
    """A class of torch modules; without importing torch where nobody has."""
    torch = sys.modules.get("torch")
    return torch is not None and inspect.isclass(value) and issubclass(value, torch.nn.Module)


class ModuleStandIn:
    """Answers the questions of a shell; by value only, and whatever does not fit is an exception there."""

    def __init__(self, kind: type) -> None:
        self.kind = kind
        own = [c for c in kind.__mro__ if not c.__module__.startswith("torch.") and c is not object]
        defined = {name for c in own for name, v in vars(c).items() if inspect.isfunction(v)}
        self.methods = sorted(name for name in defined if not name.startswith("_"))
        self.nets: OrderedDict[str, Any] = OrderedDict()

    @property
    def __name__(self) -> str:
        return self.kind.__name__

    def node(self, number: int) -> list:
        """How the load message tells the worker to build the shell."""
        return ["shell", number, self.kind.__name__, self.methods]

    def __call__(self, question: str, made: list, *rest: Any) -> Any:
        answers: dict[str, Callable[..., Any]]
        answers = {"make": self._make, "forward": self._forward, "gradients": self._gradients}
        return answers[question](made, *rest)

    # --- the three questions ---------------------------------------------------------------------------------

    def _make(self, made: list, seed: int) -> list:
        """Parameters and buffers of a new net, and plain attributes: sizes that code around it may ask for."""
        import torch

        self._check(made)
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            net = self._build(made)
        learns = {name: p.requires_grad for name, p in net.named_parameters()}
        entries = [[name, value.detach(), learns.get(name)] for name, value in net.state_dict().items()]
        plain = {n: v for n, v in vars(net).items() if type(v) in SIMPLE and n != "training" and not n.startswith("_")}
        return [entries, plain]

    def _forward(self, made: list, call: dict) -> list:
        """The outputs of a method, and the buffers as they are afterwards."""
        import torch

        net = self._ready(made, call)
        with torch.no_grad(), torch.random.fork_rng():
            torch.manual_seed(call["seed"])
            result = self._run(net, call)
        return [result, {name: b.clone() for name, b in net.named_buffers()}]

    def _gradients(self, made: list, call: dict, cotangents: list) -> list:
        """Of <outputs, cotangents>: a list for the tensors among the inputs, and a dict for the parameters."""
        import torch

        net = self._ready(made, call)
        leaves = [x for x in tensors_in([call["args"], call["kwargs"]]) if x.is_floating_point()]
        for leaf in leaves:
            leaf.requires_grad_(True)
        learning = {name: p for name, p in net.named_parameters() if p.requires_grad}
        with torch.enable_grad(), torch.random.fork_rng():
            torch.manual_seed(call["seed"])
            outputs = [t for t in tensors_in(self._run(net, call)) if t.is_floating_point()]
            pairs = [(t, c) for t, c in zip(outputs, cotangents) if t.requires_grad]
            if not pairs:
                return [[None] * len(leaves), {}]
            found = torch.autograd.grad(
                [t for t, _ in pairs], [*leaves, *learning.values()], [c for _, c in pairs], allow_unused=True
            )
        return [list(found[: len(leaves)]), dict(zip(learning, found[len(leaves) :]))]

    # --- nets ------------------------------------------------------------------------------------------------

    def _build(self, made: list) -> Any:
        args, kwargs = made
        return self.kind(*args, **kwargs)

    def _check(self, made: list) -> None:
        """Sizes that only a hostile submission asks for are refused before any memory is taken."""
        import torch

        args, kwargs = made
        if not all(type(v) in SIMPLE for v in (*args, *kwargs.values())):
            raise TypeError("a net is made from plain numbers")
        with torch.device("meta"):
            net = self._build(made)
        if sum(p.numel() for p in net.parameters()) > MOST_NUMBERS:
            raise ValueError("the net is too large")

    def _ready(self, made: list, call: dict) -> Any:
        import torch

        if call["method"] not in self.methods:
            raise AttributeError(call["method"])
        key = repr(made)[:1_000]
        if key not in self.nets:
            self._check(made)
            with torch.random.fork_rng():
                self.nets[key] = self._build(made)
            if len(self.nets) > MOST_NETS:
                self.nets.popitem(last=False)
        net = self.nets[key]
        net.load_state_dict(call["state"])
        return net.train(bool(call["training"]))

    def _run(self, net: Any, call: dict) -> Any:
        return getattr(net, call["method"])(*call["args"], **call["kwargs"])
