"""A classifier with one hidden layer whose gradients are written by hand, and its training loop."""

from __future__ import annotations

from typing import Any

import numpy as np
from jaxtyping import Float, Int

Rows = Float[np.ndarray, "N D"]
Labels = Int[np.ndarray, "N"]


class ManualMLP:
    """One hidden layer with ReLU, softmax on top, cross-entropy as the loss; no automatic differentiation.

        z1 = x @ w1 + b1      h1 = max(z1, 0)      z2 = h1 @ w2 + b2      probs = softmax of each row of z2

    Attributes:
        w1, b1, w2, b2: the parameters, shapes (D, H), (H,), (H, C), (C,).
    """

    def __init__(
        self,
        w1: Float[np.ndarray, "D H"],
        b1: Float[np.ndarray, "H"],
        w2: Float[np.ndarray, "H C"],
        b2: Float[np.ndarray, "C"],
    ) -> None:
        """Start from these parameters."""
        self.w1, self.b1, self.w2, self.b2 = w1, b1, w2, b2

    def forward(self, x: Rows) -> Float[np.ndarray, "N C"]:
        """Class probabilities of each row of x, shape (N, C). Logits of a thousand must not overflow."""
        self.x = x
        self.z1 = x @ self.w1 + self.b1
        self.h1 = np.maximum(self.z1, 0.0)
        self.z2 = self.h1 @ self.w2 + self.b2
        powers = np.exp(self.z2 - self.z2.max(axis=1, keepdims=True))
        self.probs = powers / powers.sum(axis=1, keepdims=True)
        return self.probs

    def loss(self, x: Rows, labels: Labels) -> float:
        """Mean over the rows of -log(probability of the row's label). Keeps what `backward` needs.

        A label whose logit is a thousand below the others has a probability that rounds to 0. Its
        loss is 1000, not infinite.
        """
        self.forward(x)
        self.labels = labels
        top = self.z2.max(axis=1)
        log_total = top + np.log(np.exp(self.z2 - top[:, None]).sum(axis=1))
        return float((log_total - self.z2[np.arange(len(x)), labels]).mean())

    def backward(self) -> dict[str, np.ndarray]:
        """Gradients of the loss that was computed last.

        Returns:
            A dict with the keys "w1", "b1", "w2", "b2", each gradient of the shape of its
            parameter. The slope of ReLU at 0 is 0.
        """
        target = np.eye(self.probs.shape[1])[self.labels]
        delta2 = (self.probs - target) / len(self.x)
        delta1 = delta2 @ self.w2.T * (self.z1 > 0)
        db1, db2 = delta1.sum(axis=0), delta2.sum(axis=0)
        return {"w1": self.x.T @ delta1, "b1": db1, "w2": self.h1.T @ delta2, "b2": db2}

    def step(self, lr: float) -> None:
        """One step of gradient descent on the loss that was computed last.

        Every parameter becomes itself minus lr times its gradient.
        All gradients are those of the parameters as they were when the loss was computed.
        """
        grads = self.backward()
        self.w2 = self.w2 - lr * grads["w2"]
        self.b2 = self.b2 - lr * grads["b2"]
        self.w1 = self.w1 - lr * grads["w1"]
        self.b1 = self.b1 - lr * grads["b1"]


def train_manual_mlp(model: Any, x: Rows, labels: Labels, lr: float, steps: int) -> tuple[list[float], list[float]]:
    """Train a model by gradient descent on all rows at once, and keep a record.

    Args:
        model: your `ManualMLP`, or anything that has its methods and attributes; its parameters
            are changed.
        x, labels: the training rows, shape (N, D), and their classes, shape (N,).
        lr: learning rate.
        steps: number of updates.

    Returns:
        The losses and the accuracies (share of rows whose most probable class is the label), two
        lists of `steps` floats. Entry i is taken after i updates, before the update of that step.
    """
    losses, accs = [], []
    for _ in range(steps):
        losses.append(model.loss(x, labels))
        predicted = model.forward(x).argmax(axis=1)
        accs.append(float((predicted == labels).mean()))
        model.step(lr)
    return losses, accs
