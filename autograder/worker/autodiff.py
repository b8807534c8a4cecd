"""Vector-Jacobian products of a student's torch code, computed beside it."""

from __future__ import annotations

from typing import Any


def vjp(target: Any, inputs: Any, cotangents: Any, create_graph: bool = False) -> dict[str, Any]:
    """Outputs, and gradients of <outputs, cotangents> with respect to inputs and parameters.

    `target` is a callable (a module brings its parameters) or outputs computed earlier with `create_graph`,
    in which case `inputs` are the leaves that came back then.
    """
    import torch

    inputs = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    parameters: dict[str, Any] = {}
    with torch.enable_grad():
        if callable(target):
            leaves = [_leaf(x, torch) for x in inputs]
            outputs = target(*leaves)
            if isinstance(target, torch.nn.Module):
                parameters = {n: p for n, p in target.named_parameters() if p.requires_grad}
        else:
            leaves, outputs = inputs, target
        parts = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
        differentiable = [(i, p) for i, p in enumerate(parts) if isinstance(p, torch.Tensor) and p.requires_grad]
        wanted = [x for x in leaves if isinstance(x, torch.Tensor) and x.requires_grad] + list(parameters.values())
        grads: list[Any] = [None] * len(wanted)
        if differentiable and wanted:
            weights = None
            if cotangents is not None:
                given = list(cotangents) if isinstance(cotangents, (list, tuple)) else [cotangents]
                weights = [given[i].to(p.dtype) for i, p in differentiable]
            grads = list(
                torch.autograd.grad(
                    [p for _, p in differentiable], wanted, weights, allow_unused=True, create_graph=create_graph
                )
            )
    found = iter(grads)
    input_grads = [next(found) if isinstance(x, torch.Tensor) and x.requires_grad else None for x in leaves]
    result: dict[str, Any] = {
        "outputs": parts,
        "inputs": input_grads,
        "parameters": {n: next(found) for n in parameters},
    }
    if create_graph:
        result["leaves"] = leaves
    return result


def _leaf(x: Any, torch: Any) -> Any:
    if isinstance(x, torch.Tensor) and x.is_floating_point():
        return x.detach().clone().requires_grad_(True)
    return x
