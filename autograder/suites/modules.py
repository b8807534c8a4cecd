"""Torch modules of the student's and of the reference's: made alike, filled alike, and compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autograder.checks.close import assert_close, assert_grads_close
from autograder.checks.failure import CheckFailed
from autograder.suites.student import VJP, Handle, owner_of
from autograder.suites.weights import Loaded, load_weights

if TYPE_CHECKING:
    import torch

Scale = float | Callable[["torch.Tensor"], float]


class Twins(NamedTuple):
    """A module of the student's and one of the reference's, with the same weights."""

    theirs: Handle
    mine: Any
    loaded: Loaded


def tensor(values: Any, dtype: str = "float32") -> torch.Tensor:
    """Numbers as a tensor, in the precision in which modules compute."""
    import torch

    return torch.tensor(np.asarray(values), dtype=getattr(torch, dtype))


def own_module(make: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """`make(*args, **kwargs)`, a module of this process. No global random number is used up by its first weights, so that a
    replay in this process draws what a worker draws."""
    import torch

    with torch.random.fork_rng():
        return make(*args, **kwargs)


def draw_weights(module: Any, rng: np.random.Generator, scale: Scale = 1.0) -> dict[str, torch.Tensor]:
    """Fills a module of this process with normal numbers times `scale`, a number or a function of the entry, and returns its
    state. Buffers of floating point are drawn too; counters stay as they are."""

    def drawn(entry: torch.Tensor) -> torch.Tensor:
        return tensor(rng.normal(size=entry.shape) * (scale(entry) if callable(scale) else scale))

    state = {n: drawn(entry) if entry.is_floating_point() else entry for n, entry in module.state_dict().items()}
    module.load_state_dict(state)
    return state


def twins(
    theirs: Callable[..., Any],
    mine: Callable[..., Any],
    *sizes: Any,
    rng: np.random.Generator,
    probe: Sequence[Any] = (),
    scale: Scale = 1.0,
    method: str = "",
    named: bool = False,
) -> Twins:
    """The student's module and the reference's, with the same random weights.

        net, mine, loaded = twins(student.VAE, reference.VAE, D, H, K, rng=rng, probe=batch(rng))

    `probe`, `method` and `named` are as in `load_weights`, `scale` as in `draw_weights`.
    """
    own, net = own_module(mine, *sizes), theirs(*sizes)
    draw_weights(own, rng, scale)
    return Twins(net, own, load_weights(net, own, *probe, method=method, named=named))


def check_vjp(
    theirs: Handle,
    mine: Callable[..., Any],
    inputs: Mapping[str, torch.Tensor],
    cotangents: Sequence[torch.Tensor],
    *,
    wrt: Sequence[str] | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    axes: Mapping[str, Sequence[str]] | None = None,
) -> VJP:
    """The student's module has the gradients of `mine`: for the inputs in `wrt`, and for all parameters if `mine` is a module.

        check_vjp(net, mine, {"x": x, "t_emb": t_emb}, [dout], atol=1e-4)

    Without `wrt`, the gradients of all inputs of floating point are compared. Both must hold the same weights. What
    `student.vjp` gave is returned.
    """
    import torch

    given = {name: value.detach() for name, value in inputs.items()}
    asked = [name for name, value in given.items() if value.is_floating_point()] if wrt is None else list(wrt)
    got = owner_of(theirs).vjp(theirs, list(given.values()), list(cotangents))
    leaves = {name: value.clone().requires_grad_(name in asked) for name, value in given.items()}
    parameters = dict(mine.named_parameters()) if isinstance(mine, torch.nn.Module) else {}
    sources = [*(leaves[name] for name in asked), *parameters.values()]
    wanted = torch.autograd.grad(mine(*leaves.values()), sources, list(cotangents))
    found = dict(zip(given, got.inputs))
    for name, right in zip(asked, wanted):
        if found[name] is None:
            raise CheckFailed(f"no gradient reaches {name}", where={"output": f"gradient of {name}", "reason": "none"})
        assert_close(found[name], right, f"gradient of {name}", rtol=rtol, atol=atol, axes=(axes or {}).get(name))
    if parameters:
        right_ones = dict(zip(parameters, wanted[len(asked) :]))
        assert_grads_close(got.parameters, right_ones, "gradients of the parameters", rtol=rtol, atol=atol)
    return got
