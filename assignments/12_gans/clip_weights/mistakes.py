from autograder.suite import Mistake

CLAMP = "            parameter.clamp_(-c, c)"
LOSS = "loss = critic(G(z).detach()).mean() - critic(x_real).mean()"
STEP = "    opt_c.step()\n    clip_weights(critic, c)\n"

MISTAKES = [
    Mistake(
        "clip_weights/clips-grad",
        old=CLAMP,
        new="            if parameter.grad is not None:\n                parameter.grad.clamp_(-c, c)",
        hint="You clamp the gradients. The bound is on the weights themselves: it limits how steep the critic can be.",
    ),
    Mistake(
        "clip_weights/norm",
        old=CLAMP,
        new="            parameter.mul_(min(1.0, c / float(parameter.norm() + 1e-12)))",
        hint="You shrink a whole matrix to a norm. Each entry is clamped on its own, and those inside stay as they are.",
    ),
    Mistake(
        "clip_weights/asymmetric",
        old=CLAMP,
        new="            parameter.clamp_(0, c)",
        hint="Your lower bound is 0: all negative weights are lost.",
    ),
    Mistake(
        "clip_weights/upper-only",
        old=CLAMP,
        new="            parameter.clamp_(max=c)",
        hint="Only one side is bounded. Weights below -c make a critic just as steep.",
    ),
    Mistake(
        "clip_weights/no-biases",
        old=CLAMP,
        new="            if parameter.dim() > 1:\n                parameter.clamp_(-c, c)",
        hint="Only matrices are clamped. Every parameter is, biases as well.",
    ),
    Mistake(
        "clip_weights/clipped-before",
        old=STEP,
        new="    clip_weights(critic, c)\n    opt_c.step()\n",
        hint="You clip before the step. The step then leads out of the bounds again.",
    ),
    Mistake(
        "clip_weights/never-clipped",
        old=STEP,
        new="    opt_c.step()\n",
        hint="Your step does not clip the critic's weights at all.",
    ),
    Mistake(
        "clip_weights/sign-flip",
        old=LOSS,
        new="loss = critic(x_real).mean() - critic(G(z).detach()).mean()",
        hint="Your critic learns to score fakes above real samples. The loss is fakes minus real.",
    ),
    Mistake(
        "clip_weights/no-detach",
        old=LOSS,
        new="loss = critic(G(z)).mean() - critic(x_real).mean()",
        hint="The critic's loss goes back through the generator. Detach the fakes: in this step only the critic learns, and "
        "whatever lands in the generator's .grad fields costs time and may be counted later.",
    ),
    Mistake(
        "clip_weights/no-zero-grad",
        old="    opt_c.zero_grad()\n",
        new="",
        hint="Gradients of earlier steps are still in the .grad fields: backward adds to what it finds there.",
    ),
    Mistake(
        "clip_weights/bound-ignored",
        old=STEP,
        new="    opt_c.step()\n    clip_weights(critic, 0.01)\n",
        hint="Your step clips to 0.01 whatever c is.",
    ),
    Mistake(
        "clip_weights/sigmoid",
        old=LOSS,
        new="loss = torch.sigmoid(critic(G(z).detach())).mean() - torch.sigmoid(critic(x_real)).mean()",
        hint="You squash the critic's scores. They are used as they are.",
    ),
]
