"""The head is taken as it comes; the modes are set module by module."""

import torch
from torch import nn


class TransferModel(nn.Module):
    def __init__(self, backbone, head):
        super().__init__()
        self.backbone = backbone.requires_grad_(False)
        self.head = head
        self.train()

    def forward(self, x):
        return self.head(self.backbone(x).detach())

    def train(self, mode=True):
        super().train(mode)
        for module in self.backbone.modules():
            module.training = False
        return self


def transfer_freeze_head(backbone, feat_dim, n_classes, old_head=None, same_labels=False):
    keep = same_labels and old_head is not None
    return TransferModel(backbone, old_head if keep else nn.Linear(feat_dim, n_classes))


def head_optimizer(model, lr):
    return torch.optim.Adam([{"params": model.head.parameters()}], lr=lr)
