"""Two running sums in place of a stack; a dict of modes; modules found by their class name."""

import torch


@torch.no_grad()
def mc_dropout_predict(model, x, k, seed):
    modes = {name: module.training for name, module in model.named_modules()}
    try:
        for module in model.modules():
            module.training = type(module).__name__ == "Dropout"
        torch.manual_seed(seed)
        total, answers = 0.0, []
        for _ in range(k):
            answers.append(model(x).softmax(-1))
            total = total + answers[-1]
    finally:
        for name, module in model.named_modules():
            module.training = modes[name]
    mean = total / k
    return mean, sum((a - mean) ** 2 for a in answers) / k
