from autograder.suite import Mistake

DROP = "return torch.where(u < p, null, labels)"
TABLE = "self.label = nn.Embedding(classes + 1, t_dim)"
T_EMB = "t_emb = self.time(torch.as_tensor(waves, dtype=x.dtype, device=x.device)) + self.label(y)"
FIRST = "self.first = nn.Conv2d(c_in, base, 3, padding=1)"
SKIP = "skip = self.block(self.first(x), t_emb)"
MIDDLE = "h = self.middle(self.down(skip), t_emb)"
MERGE = "h = self.merge(torch.cat([self.up(h), skip], dim=1), t_emb)"

MISTAKES = [
    Mistake(
        "conditional_denoiser/batch-drop",
        old=DROP,
        new="return torch.where(u[0] < p, null, labels)",
        hint="You hide the labels of the whole batch or of none. Each sample has a u of its own.",
    ),
    Mistake(
        "conditional_denoiser/keep-prob",
        old=DROP,
        new="return torch.where(u < p, labels, null)",
        hint="You keep the labels that should be hidden: p is the share that is lost, not the share that stays.",
    ),
    Mistake(
        "conditional_denoiser/zero-null",
        old=DROP,
        new="return torch.where(u < p, 0, labels)",
        hint='A hidden label becomes 0, which is the first class. "No class given" has a label of its own, `null`.',
    ),
    Mistake(
        "conditional_denoiser/minus-one",
        old=DROP,
        new="return torch.where(u < p, -1, labels)",
        hint="A hidden label becomes -1, which no row of a table stands for. The label to use is `null`.",
    ),
    Mistake(
        "conditional_denoiser/at-most",
        old=DROP,
        new="return torch.where(u <= p, null, labels)",
        hint="A label is also hidden where u equals p. With p = 0 none may be hidden, not even where u is 0.",
    ),
    Mistake(
        "conditional_denoiser/in-place",
        old=DROP,
        new="labels[u < p] = null\n    return labels",
        hint="The labels that came in are overwritten. In the next epoch they would be gone for good.",
    ),
    Mistake(
        "conditional_denoiser/k-rows",
        old=TABLE,
        new="self.label = nn.Embedding(classes, t_dim)",
        hint='Your table has one row for each class, and none for "no class given".',
    ),
    Mistake(
        "conditional_denoiser/frozen-null",
        old=TABLE,
        new="self.label = nn.Embedding(classes + 1, t_dim, padding_idx=classes)",
        hint='The row for "no class given" gets no gradient, so it stays at 0. It has to be learnt like the others.',
    ),
    Mistake(
        "conditional_denoiser/concatenated-input",
        old=FIRST,
        new="self.first = nn.Conv2d(c_in + 1, base, 3, padding=1)",
        also=(
            (T_EMB, "t_emb = self.time(torch.as_tensor(waves, dtype=x.dtype, device=x.device))"),
            (
                SKIP,
                "label = self.label(y).mean(dim=1)[:, None, None, None].expand(-1, 1, *x.shape[2:])\n"
                "        skip = self.block(self.first(torch.cat([x, label], dim=1)), t_emb)",
            ),
        ),
        hint="The label comes in as one more channel of the image. Here it is added to the embedding of the time, and goes to "
        "every block with it.",
    ),
    Mistake(
        "conditional_denoiser/no-label",
        old=T_EMB,
        new="t_emb = self.time(torch.as_tensor(waves, dtype=x.dtype, device=x.device)) + 0 * self.label(y)",
        hint="Your net does not use the class.",
    ),
    Mistake(
        "conditional_denoiser/no-time",
        old=T_EMB,
        new="t_emb = self.time(0 * torch.as_tensor(waves, dtype=x.dtype, device=x.device)) + self.label(y)",
        hint="Your net does not use i. It cannot know how much noise there is in its input.",
    ),
    Mistake(
        "conditional_denoiser/before-the-linear",
        old=T_EMB,
        new="t_emb = self.time(torch.as_tensor(waves, dtype=x.dtype, device=x.device) + self.label(y))",
        hint="The label is added before the Linear of the time. It is added to what comes out of it.",
    ),
    Mistake(
        "conditional_denoiser/times",
        old=T_EMB,
        new="t_emb = self.time(torch.as_tensor(waves, dtype=x.dtype, device=x.device)) * self.label(y)",
        hint="Time and label are multiplied. They are added.",
    ),
    Mistake(
        "conditional_denoiser/below-only",
        old=SKIP,
        new="skip = self.block(self.first(x), t_emb - self.label(y))",
        also=((MERGE, "h = self.merge(torch.cat([self.up(h), skip], dim=1), t_emb - self.label(y))"),),
        hint="Only the block in the middle is told the class. All three are.",
    ),
    Mistake(
        "conditional_denoiser/no-skip",
        old=MERGE,
        new="h = self.merge(torch.cat([self.up(h), self.up(h)], dim=1), t_emb)",
        hint="Nothing crosses the bridge: the last block sees only what comes from below, and that twice.",
    ),
    Mistake(
        "conditional_denoiser/skip-first",
        old=MERGE,
        new="h = self.merge(torch.cat([skip, self.up(h)], dim=1), t_emb)",
        hint="The channels of the bridge stand before those from below. Either order can be trained, but weights fit only the "
        "one they were made for; the task says which.",
    ),
]
