"""Monte Carlo dropout: ask a net many times with other units dropped, and see how far its answers agree."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import nn


def mc_dropout_predict(
    model: nn.Module, x: Float[torch.Tensor, "N ..."], k: int, seed: int
) -> tuple[Float[torch.Tensor, "N C"], Float[torch.Tensor, "N C"]]:
    """Mean and variance of the predicted probabilities over k passes with dropout.

    In each pass the nn.Dropout layers of the model drop units, with new draws each time. All other
    layers behave as in evaluation: batch normalisation uses its running statistics and leaves them as
    they are. The probabilities of a pass are the softmax of its logits.

        mean = mean of the k probability vectors
        var  = mean of (probabilities - mean)^2             (biased: divided by k)

    No graph is built. Afterwards every layer of the model is in the mode in which it was before,
    whether training or evaluation.

    Args:
        model: a classifier that returns logits of shape (N, C).
        x: a batch of N inputs.
        k: number of passes, at least 1.
        seed: decides the draws, by torch.manual_seed before the first pass.

    Returns:
        mean and var, each of shape (N, C).
    """
    before = [(layer, layer.training) for layer in model.modules()]
    model.eval()
    for layer in model.modules():
        if isinstance(layer, nn.Dropout):
            layer.train()
    torch.manual_seed(seed)
    with torch.no_grad():
        passes = torch.stack([torch.softmax(model(x), dim=1) for _ in range(k)])
    for layer, training in before:
        layer.training = training
    mean = passes.mean(dim=0)
    return mean, ((passes - mean) ** 2).mean(dim=0)
