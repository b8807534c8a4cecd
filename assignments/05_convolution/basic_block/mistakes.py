from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "basic_block/add-before-bn",
        old="        h = self.bn2(self.conv2(h))\n",
        new="        h = self.conv2(h)\n",
        also=(("return F.relu(h + around)", "return F.relu(self.bn2(h + around))"),),
        hint="The way around is added before the second norm. Then the norm rescales x as well, and it no longer passes "
        "unchanged. Add it behind bn2.",
    ),
    Mistake(
        "basic_block/relu-before-add",
        old="return F.relu(h + around)",
        new="return F.relu(h) + around",
        hint="The last ReLU is applied before the sum. It belongs behind it.",
    ),
    Mistake(
        "basic_block/no-final-relu",
        old="return F.relu(h + around)",
        new="return h + around",
        hint="The ReLU behind the sum is missing.",
    ),
    Mistake(
        "basic_block/proj-three",
        old="self.proj = nn.Conv2d(c_in, c_out, 1, stride=stride, bias=False)",
        new="self.proj = nn.Conv2d(c_in, c_out, 3, stride=stride, padding=1, bias=False)",
        hint="Your projection has 3 x 3 kernels. On the way around one weight for each pair of channels is enough: 1 x 1.",
    ),
    Mistake(
        "basic_block/proj-always",
        old="self.projects = stride != 1 or c_in != c_out",
        new="self.projects = True",
        hint="Your block has a projection even where x already has the right shape. There the way around is x itself.",
    ),
    Mistake(
        "basic_block/stride-second",
        old="self.conv1 = nn.Conv2d(c_in, c_out, 3, stride=stride, padding=1, bias=False)",
        new="self.conv1 = nn.Conv2d(c_in, c_out, 3, padding=1, bias=False)",
        also=(
            (
                "self.conv2 = nn.Conv2d(c_out, c_out, 3, padding=1, bias=False)",
                "self.conv2 = nn.Conv2d(c_out, c_out, 3, stride=stride, padding=1, bias=False)",
            ),
        ),
        hint="The stride is in the second convolution. It belongs in the first: the second then works on the smaller maps.",
    ),
    Mistake(
        "basic_block/proj-without-norm",
        old="around = self.bn_proj(self.proj(x)) if self.projects else x",
        new="around = self.proj(x) if self.projects else x",
        hint="Your projection has no batch norm behind it.",
    ),
    Mistake(
        "basic_block/no-inner-relu",
        old="h = F.relu(self.bn1(self.conv1(x)))",
        new="h = self.bn1(self.conv1(x))",
        hint="The ReLU between the two convolutions is missing.",
    ),
]
