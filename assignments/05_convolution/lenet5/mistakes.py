from autograder.suite import Mistake

FIRST = "h = self.pool(self.act(self.conv1(x)), 2)"
SECOND = "h = self.pool(self.act(self.conv2(h)), 2)"

MISTAKES = [
    Mistake(
        "lenet5/same-padding",
        old="self.conv1 = nn.Conv2d(in_channels, 6, 5)",
        new="self.conv1 = nn.Conv2d(in_channels, 6, 5, padding=2)",
        also=(
            ("self.conv2 = nn.Conv2d(6, 16, 5)", "self.conv2 = nn.Conv2d(6, 16, 5, padding=2)"),
            ("nn.Linear(400, 120)", "nn.Linear(1024, 120)"),
        ),
        hint="Your convolutions are padded, so the maps stay 32 and 16 pixels wide. Without padding they shrink to 28 and 10, "
        "and "
        "400 numbers reach the first affine layer.",
    ),
    Mistake(
        "lenet5/softmax-inside",
        old="return self.fc3(h)",
        new="return torch.softmax(self.fc3(h), dim=1)",
        hint="You return probabilities. The loss applies the softmax itself: return the logits.",
    ),
    Mistake(
        "lenet5/one-pool",
        old=SECOND,
        new="h = self.act(self.conv2(h))",
        also=(("nn.Linear(400, 120)", "nn.Linear(1600, 120)"),),
        hint="The second pooling is missing: 16 maps of 10 x 10 reach your first affine layer. They should be 5 x 5.",
    ),
    Mistake(
        "lenet5/last-act",
        old="return self.fc3(h)",
        new="return self.act(self.fc3(h))",
        hint="There is an activation behind the last layer. It bounds the logits, or cuts off their negative half.",
    ),
    Mistake(
        "lenet5/pool-before-act",
        old=FIRST,
        new="h = self.act(self.pool(self.conv1(x), 2))",
        also=((SECOND, "h = self.act(self.pool(self.conv2(h), 2))"),),
        hint="You pool before the activation. With mean pooling this is something else: the mean of tanh is not tanh of the "
        "mean.",
    ),
    Mistake(
        "lenet5/pool-ignored",
        old='self.pool = F.avg_pool2d if pool == "avg" else F.max_pool2d',
        new="self.pool = F.avg_pool2d",
        hint="Your net takes the mean whatever `pool` says.",
    ),
    Mistake(
        "lenet5/act-ignored",
        old='self.act = torch.tanh if act == "tanh" else torch.relu',
        new="self.act = torch.tanh",
        hint="Your net applies tanh whatever `act` says.",
    ),
    Mistake(
        "lenet5/affine-linear",
        old="h = self.act(self.fc1(h.flatten(1)))",
        new="h = self.fc1(h.flatten(1))",
        hint="The activation behind the first affine layer is missing.",
    ),
    Mistake(
        "lenet5/flatten-order",
        old="h.flatten(1)",
        new="h.permute(0, 2, 3, 1).flatten(1)",
        hint="You flatten the maps in the order row, column, channel. The statement asks for channel, row, column, as they "
        "stand.",
    ),
]
