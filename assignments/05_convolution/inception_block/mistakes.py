from autograder.suite import Mistake

CAT = "return torch.cat([one, three, five, pooled], dim=1)"
POOLED = "pooled = F.relu(self.bp(F.max_pool2d(x, 3, stride=1, padding=1)))"

MISTAKES = [
    Mistake(
        "inception_block/sum-branches",
        old=CAT,
        new="width = max(part.shape[1] for part in (one, three, five, pooled))\n"
        "        return sum(F.pad(part, (0, 0, 0, 0, 0, width - part.shape[1])) for part in (one, three, five, pooled))",
        hint="You add the branches up. They stand side by side as channels, so that later layers can tell them apart.",
    ),
    Mistake(
        "inception_block/wrong-axis",
        old=CAT,
        new="width = max(part.shape[1] for part in (one, three, five, pooled))\n"
        "        return torch.cat([F.pad(part, (0, 0, 0, 0, 0, width - part.shape[1])) for part in (one, three, five, "
        "pooled)], dim=2)",
        hint="You put the branches below each other, along the height. Channels are axis 1.",
    ),
    Mistake(
        "inception_block/order",
        old="[one, three, five, pooled]",
        new="[pooled, one, three, five]",
        hint="The branch with the pooling comes first in your result. It is the last one.",
    ),
    Mistake(
        "inception_block/no-reduction-relu",
        old="F.relu(self.b3b(F.relu(self.b3a(x))))",
        new="F.relu(self.b3b(self.b3a(x)))",
        also=(("F.relu(self.b5b(F.relu(self.b5a(x))))", "F.relu(self.b5b(self.b5a(x)))"),),
        hint="The ReLU behind the 1 x 1 reductions is missing. Every convolution has one.",
    ),
    Mistake(
        "inception_block/pool-stride",
        old=POOLED,
        new="pooled = F.relu(self.bp(F.max_pool2d(x, 3, stride=2, padding=1)))\n"
        "        pooled = F.interpolate(pooled, size=x.shape[2:])",
        hint="Your pooling has stride 2. It should keep height and width, so the stride is 1.",
    ),
    Mistake(
        "inception_block/avg-pool",
        old=POOLED,
        new="pooled = F.relu(self.bp(F.avg_pool2d(x, 3, stride=1, padding=1)))",
        hint="The pooling takes the mean of each window. It should take the largest value.",
    ),
    Mistake(
        "inception_block/zero-border",
        old=POOLED,
        new="pooled = F.relu(self.bp(F.max_pool2d(F.pad(x, (1, 1, 1, 1)), 3, stride=1)))",
        hint="You pad with zeros before the pooling, and 0 wins over negative values. The pooling's own padding counts as "
        "minus infinity.",
    ),
    Mistake(
        "inception_block/pool-linear",
        old=POOLED,
        new="pooled = self.bp(F.max_pool2d(x, 3, stride=1, padding=1))",
        hint="The ReLU behind the convolution of the pooled branch is missing.",
    ),
]
