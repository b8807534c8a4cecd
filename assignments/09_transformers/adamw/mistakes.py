from autograder.suite import Mistake

DECAY = "            if w.ndim >= 2:\n                w.mul_(1 - self.lr * self.weight_decay)\n"
M = "m.mul_(beta1).add_(w.grad, alpha=1 - beta1)"
V = "v.mul_(beta2).addcmul_(w.grad, w.grad, value=1 - beta2)"
HATS = "m_hat, v_hat = m / (1 - beta1**self.t), v / (1 - beta2**self.t)"
MOVE = "w.sub_(self.lr * m_hat / (v_hat.sqrt() + self.eps))"
UP = "return peak * (step + 1) / warmup"
WAY = "way = (step - warmup) / (steps - warmup)"
DOWN = "return peak * (floor + (1 - floor) * (1 + math.cos(math.pi * way)) / 2)"

MISTAKES = [
    Mistake(
        "adamw/l2",
        old=DECAY,
        new="            grad = w.grad + self.weight_decay * w if w.ndim >= 2 else w.grad\n",
        also=((M, "m.mul_(beta1).add_(grad, alpha=1 - beta1)"), (V, "v.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)")),
        hint="The decay is added to the gradient, and passes through m and v. That is Adam with an L2 penalty; in "
        "AdamW the decay acts on the weights directly.",
    ),
    Mistake(
        "adamw/decay-all",
        old=DECAY,
        new="            w.mul_(1 - self.lr * self.weight_decay)\n",
        hint="Biases decay, too. Only parameters with two axes or more do.",
    ),
    Mistake(
        "adamw/no-decay",
        old=DECAY,
        new="",
        hint="There is no decay: this is Adam.",
    ),
    Mistake(
        "adamw/decay-without-rate",
        old=DECAY,
        new="            if w.ndim >= 2:\n                w.mul_(1 - self.weight_decay)\n",
        hint="The decay is not multiplied by the learning rate.",
    ),
    Mistake(
        "adamw/no-correction",
        old=HATS,
        new="m_hat, v_hat = m, v",
        hint="m and v start at 0 and are not corrected for it: divide by one less the power of beta.",
    ),
    Mistake(
        "adamw/t-from-zero",
        old="        self.t += 1\n",
        new="        self.t += 1\n        self.t = max(self.t, 2) if self.t == 1 else self.t\n",
        hint="Your count of the steps does not start at 1 for the first.",
    ),
    Mistake(
        "adamw/eps-inside",
        old=MOVE,
        new="w.sub_(self.lr * m_hat / (v_hat + self.eps).sqrt())",
        hint="eps stands under the root. It is added to the root.",
    ),
    Mistake(
        "adamw/no-square",
        old=V,
        new="v.mul_(beta2).add_(w.grad.abs(), alpha=1 - beta2)",
        hint="v is a running mean of absolute values. It is one of squares.",
    ),
    Mistake(
        "adamw/betas-swapped",
        old="beta1, beta2 = self.betas",
        new="beta2, beta1 = self.betas",
        hint="The two betas have changed places.",
    ),
    Mistake(
        "adamw/rate-fixed",
        old="self.m = [torch.zeros_like(w) for w in self.params]",
        new="self.first_lr = lr\n        self.m = [torch.zeros_like(w) for w in self.params]",
        also=((MOVE, "w.sub_(self.first_lr * m_hat / (v_hat.sqrt() + self.eps))"),),
        hint="A change of the attribute lr has no effect on the steps.",
    ),
    Mistake(
        "adamw/none-decays",
        old="            if w.grad is None:\n                continue\n" + DECAY,
        new=DECAY + "            if w.grad is None:\n                continue\n",
        hint="A parameter without a gradient decays. It is left as it is.",
    ),
    Mistake(
        "adamw/zero-grad-empty",
        old="            w.grad = None\n",
        new="            pass\n",
        hint="zero_grad leaves the gradients where they are.",
    ),
    Mistake(
        "adamw/warmup-from-zero",
        old=UP,
        new="return peak * step / warmup",
        hint="The first step has the rate 0, and is wasted. Step 0 has one part of the warm-up already.",
    ),
    Mistake(
        "adamw/no-floor",
        old=DOWN,
        new="return peak * (1 + math.cos(math.pi * way)) / 2",
        hint="Your cosine goes down to 0. It ends at the floor.",
    ),
    Mistake(
        "adamw/floor-clamped",
        old=DOWN,
        new="return peak * max(floor, (1 + math.cos(math.pi * way)) / 2)",
        hint="Your rate is cut off at the floor. The cosine is squeezed, so that it ends there.",
    ),
    Mistake(
        "adamw/cosine-from-start",
        old=WAY,
        new="way = step / steps",
        hint="Your cosine begins at step 0. It begins where the warm-up ends.",
    ),
    Mistake(
        "adamw/whole-cosine",
        old=DOWN,
        new="return peak * (floor + (1 - floor) * (1 + math.cos(2 * math.pi * way)) / 2)",
        hint="Your rate comes up again: you go through a whole period of the cosine, and half of one is asked for.",
    ),
    Mistake(
        "adamw/any-step",
        old="    if not 0 <= step < steps:\n"
        '        raise ValueError(f"step: {step} is none of the steps from 0 to {steps - 1}")\n',
        new="",
        hint="Steps outside of the training have a rate. The statement asks for a ValueError.",
    ),
]
