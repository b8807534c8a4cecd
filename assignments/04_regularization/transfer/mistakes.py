from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "transfer_freeze_head/bn-drift",
        old="super().train(mode)\n        self.backbone.eval()\n        return self",
        new="super().train(mode)\n        return self",
        hint="Your backbone changes in training although no gradient reaches it: its batch normalisation moves its running "
        "statistics whenever it runs in training mode, and model.train() puts it there. One call of eval() at the "
        "start does not last.",
    ),
    Mistake(
        "transfer_freeze_head/all-params",
        old="torch.optim.Adam(model.head.parameters(), lr=lr)",
        new="torch.optim.Adam(model.parameters(), lr=lr)",
        hint="Your optimizer holds every parameter of the model. Give it those of the head: what is in an optimizer can be "
        "changed by it, by weight decay for one.",
    ),
    Mistake(
        "transfer_freeze_head/freeze-late",
        old="    self.backbone.requires_grad_(False)\n        self.backbone.eval()",
        new="    self.requires_grad_(False)\n        self.backbone.eval()",
        hint="The head is frozen together with the backbone: you switched off the gradients of the whole model. Nothing is "
        "left to train.",
    ),
    Mistake(
        "transfer_freeze_head/old-head",
        old="if old_head is not None and same_labels:",
        new="if old_head is not None:",
        hint="You keep the old head although the labels are new. That it has the right size does not help: its class 3 is "
        "not the new class 3.",
    ),
    Mistake(
        "transfer_freeze_head/scratch",
        old="    self.backbone.requires_grad_(False)\n",
        new="    for part in backbone.modules():\n            if hasattr(part, 'reset_parameters'):\n"
        "                part.reset_parameters()\n        self.backbone.requires_grad_(False)\n",
        hint="The backbone that comes out has other weights than the one that went in: what it had learned is gone. Use "
        "it with the weights it has.",
    ),
    Mistake(
        "transfer_freeze_head/head-stays-in-eval",
        old="super().train(mode)\n        self.backbone.eval()",
        new="super().train(False)\n        self.backbone.eval()",
        hint="model.train() has no effect on your model at all. Only the backbone must stay in evaluation mode; a head with "
        "dropout, say, needs to know that it is being trained.",
    ),
    Mistake(
        "finetune_param_groups/same-lr",
        old='"lr": lr, "weight_decay": weight_decay} for _, lr in spec]',
        new='"lr": spec[0][1], "weight_decay": weight_decay} for _ in spec]',
        hint="All groups have the learning rate of the first. Each entry of the spec brings its own.",
    ),
    Mistake(
        "finetune_param_groups/duplicated",
        old="            chosen = max(fitting, key=lambda i: len(spec[i][0]))\n"
        '            groups[chosen]["params"].append(parameter)',
        new='            for i in fitting:\n                groups[i]["params"].append(parameter)',
        hint="Where two prefixes fit, you put the parameter into both groups, and torch refuses that: it would be updated "
        "twice. It belongs to the longest prefix alone.",
    ),
    Mistake(
        "finetune_param_groups/first-prefix",
        old="chosen = max(fitting, key=lambda i: len(spec[i][0]))",
        new="chosen = fitting[0]",
        hint="Where several prefixes fit, you take the first of the spec. The longest decides, in whatever order they stand.",
    ),
    Mistake(
        "finetune_param_groups/unlisted-trained",
        old="    return torch.optim.AdamW(groups)",
        new="    rest = [p for n, p in model.named_parameters() if not any(n.startswith(k) for k, _ in spec)]\n"
        "    for parameter in rest:\n        parameter.requires_grad_(True)\n"
        '    groups += [{"params": rest, "weight_decay": weight_decay}] if rest else []\n'
        "    return torch.optim.AdamW(groups)",
        hint="Parameters that no prefix fits are still trained. They are to be frozen: in no group, and without gradient.",
    ),
    Mistake(
        "finetune_param_groups/grad-flag",
        old="        parameter.requires_grad_(bool(fitting))",
        new="        if not fitting:\n            parameter.requires_grad_(False)",
        hint="A listed part that came in frozen stays frozen: it is in the optimizer, but gets no gradient. After a "
        "transfer the backbone is frozen, so thaw what you list.",
    ),
    Mistake(
        "finetune_param_groups/no-decay",
        old='"lr": lr, "weight_decay": weight_decay}',
        new='"lr": lr}',
        hint="The weight decay that is passed in does not reach the groups: they have AdamW's default.",
    ),
    Mistake(
        "finetune_param_groups/adam",
        old="return torch.optim.AdamW(groups)",
        new="return torch.optim.Adam(groups)",
        hint="Your optimizer is not AdamW. In Adam the weight decay is added to the gradient, and then scaled like it; AdamW "
        "takes it off the weights by itself.",
    ),
    Mistake(
        "finetune_param_groups/anywhere",
        old="if name.startswith(prefix)]",
        new="if prefix in name]",
        hint="You look for the prefix anywhere in the name. A parameter belongs to the prefix with which its name BEGINS: "
        '"norm" is part of "backbone.norm.weight", and no prefix of it.',
    ),
    Mistake(
        "transfer_freeze_head/train-returns-nothing",
        old="        self.backbone.eval()\n        return self",
        new="        self.backbone.eval()",
        hint="Your `train` returns nothing. `model.train()` returns the model, so that one can write "
        "`model = TransferModel(...).train()`.",
    ),
]
