"""Features without a graph, flags set one by one, the mode kept by the backbone itself; groups by sorted prefixes."""

import copy

import torch
from torch import nn


class TransferModel(nn.Module):
    def __init__(self, backbone, head):
        super().__init__()
        self.backbone = copy.deepcopy(backbone)
        self.head = head
        for p in self.backbone.parameters():
            p.requires_grad = False
        for p in self.head.parameters():
            p.requires_grad = True
        self.train()

    def forward(self, x):
        with torch.no_grad():
            features = self.backbone(x)
        return self.head(features)

    def train(self, mode=True):
        self.training = mode
        self.head.train(mode)
        self.backbone.train(False)
        return self


def transfer_freeze_head(backbone, feat_dim, n_classes, old_head=None, same_labels=False):
    if not same_labels or old_head is None:
        old_head = nn.Linear(in_features=feat_dim, out_features=n_classes)
    return TransferModel(backbone, old_head)


def head_optimizer(model, lr):
    return torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr)


def finetune_param_groups(model, spec, weight_decay):
    model.requires_grad_(False)
    by_length = sorted((prefix for prefix, _ in spec), key=len, reverse=True)
    members = {prefix: [] for prefix in by_length}
    for name, p in model.named_parameters():
        prefix = next((k for k in by_length if name.startswith(k)), None)
        if prefix is not None:
            p.requires_grad = True
            members[prefix].append(p)
    groups = [{"params": members[prefix], "lr": lr} for prefix, lr in spec]
    return torch.optim.AdamW(groups, lr=1.0, weight_decay=weight_decay)
