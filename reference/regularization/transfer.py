"""Transfer learning: a frozen backbone with a new head, and fine-tuning with a learning rate for each part."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import nn


class TransferModel(nn.Module):
    """A frozen backbone and a head on its features, with these two as attributes `backbone` and `head`.

    Frozen means: no parameter of the backbone takes a gradient (`requires_grad` is False), and the
    backbone stays in evaluation mode whatever mode the model is put into. Training loops call
    `model.train()`; that must reach the head and not the backbone.
    """

    def __init__(self, backbone: nn.Module, head: nn.Module) -> None:
        """Keep both parts, the backbone frozen with the weights it has. The head is to be trained."""
        super().__init__()
        self.backbone = backbone
        self.head = head
        self.backbone.requires_grad_(False)
        self.backbone.eval()

    def forward(self, x: Float[torch.Tensor, "N d"]) -> Float[torch.Tensor, "N n_classes"]:
        """Logits: the head on the features of the backbone."""
        return self.head(self.backbone(x))

    def train(self, mode: bool = True) -> TransferModel:
        """What `model.train()` and, with mode=False, `model.eval()` call. Returns the model."""
        super().train(mode)
        self.backbone.eval()
        return self


def transfer_freeze_head(
    backbone: nn.Module,
    feat_dim: int,
    n_classes: int,
    old_head: nn.Module | None = None,
    same_labels: bool = False,
) -> TransferModel:
    """A model for a new task on top of a pretrained backbone.

    Args:
        backbone: a pretrained module that maps inputs to features of shape (N, feat_dim).
        feat_dim, n_classes: number of features, and of classes of the new task.
        old_head: the head that was trained with the backbone, if it is at hand.
        same_labels: whether class k of the new task is class k of the old one, for every k.

    Returns:
        A `TransferModel` of the backbone and a head: `old_head` if there is one and the labels are the
        same, else a new nn.Linear from features to classes.
    """
    if old_head is not None and same_labels:
        return TransferModel(backbone, old_head)
    head = nn.Linear(feat_dim, n_classes)
    return TransferModel(backbone, head)


def head_optimizer(model: TransferModel, lr: float) -> torch.optim.Optimizer:
    """torch.optim.Adam with learning rate `lr` that holds the parameters of the head, and no others."""
    return torch.optim.Adam(model.head.parameters(), lr=lr)


def finetune_param_groups(model: nn.Module, spec: list[tuple[str, float]], weight_decay: float) -> torch.optim.AdamW:
    """An AdamW in which each part of the model has its own learning rate.

    A parameter belongs to the prefix in `spec` with which its name in `model.named_parameters()`
    begins, letter by letter ("head.w" fits "head.weight"); where several fit, to the longest. What belongs
    to a prefix is trained, also if it came in frozen. What belongs to none is frozen: it takes no
    gradient and is in no group.

    Args:
        model: any module.
        spec: pairs (prefix, lr), such as [("backbone.second", 1e-4), ("head", 1e-3)].
        weight_decay: the same for all groups.

    Returns:
        torch.optim.AdamW with one group for each entry of `spec`, in that order; each trained parameter
        is in exactly one group.
    """
    groups = [{"params": [], "lr": lr, "weight_decay": weight_decay} for _, lr in spec]
    for name, parameter in model.named_parameters():
        fitting = [i for i, (prefix, _) in enumerate(spec) if name.startswith(prefix)]
        parameter.requires_grad_(bool(fitting))
        if fitting:
            chosen = max(fitting, key=lambda i: len(spec[i][0]))
            groups[chosen]["params"].append(parameter)
    return torch.optim.AdamW(groups)
