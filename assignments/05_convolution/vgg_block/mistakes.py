from autograder.suite import Mistake

LOOP = "        for conv in self.convs:\n            x = F.relu(conv(x))\n"
POOL = "return F.max_pool2d(x, 2)"

MISTAKES = [
    Mistake(
        "vgg_block/relu-last-only",
        old=LOOP,
        new="        for conv in self.convs:\n            x = conv(x)\n        x = F.relu(x)\n",
        hint="There is one ReLU for the whole block. Without one between them, several convolutions are no more than a single "
        "linear map.",
    ),
    Mistake(
        "vgg_block/valid",
        old="3, padding=1)",
        new="3)",
        hint="Your convolutions are not padded, so each of them takes two rows and two columns away. With padding 1 only the "
        "pooling "
        "makes the maps smaller.",
    ),
    Mistake(
        "vgg_block/stride-conv",
        old="self.convs = nn.ModuleList(nn.Conv2d(c_out if i else c_in, c_out, 3, padding=1) for i in range(n))",
        new="self.convs = nn.ModuleList(\n            nn.Conv2d(c_out if i else c_in, c_out, 3, 2 if i == n - 1 else 1, 1) "
        "for i in range(n)\n        )",
        also=((POOL, "return x"),),
        hint="Your last convolution has stride 2, in place of the pooling. It takes every second value, not the largest of "
        "four.",
    ),
    Mistake(
        "vgg_block/pool-three",
        old=POOL,
        new="return F.max_pool2d(x, 3, stride=2, padding=1)",
        hint="Your pooling has windows of 3 x 3. They overlap; the statement asks for 2 x 2.",
    ),
    Mistake(
        "vgg_block/pool-each",
        old="x = F.relu(conv(x))",
        new="x = F.max_pool2d(F.relu(conv(x)), 2)",
        also=((POOL, "return x"),),
        hint="You pool behind every convolution. There is one pooling, at the end of the block.",
    ),
    Mistake(
        "vgg_block/avg",
        old=POOL,
        new="return F.avg_pool2d(x, 2)",
        hint="Your pooling takes the mean of each window. VGG takes the largest value.",
    ),
    Mistake(
        "vgg_block/no-last-relu",
        old=LOOP,
        new="        for i, conv in enumerate(self.convs):\n"
        "            x = F.relu(conv(x)) if i + 1 < len(self.convs) else conv(x)\n",
        hint="The ReLU behind the last convolution is missing.",
    ),
]
