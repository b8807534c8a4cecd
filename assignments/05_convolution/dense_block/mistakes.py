from autograder.suite import Mistake

LAYERS = "nn.Conv2d(c_in + level * growth, growth, 3, padding=1) for level in range(n)"
LOOP = "            stack = torch.cat([stack, F.relu(conv(stack))], dim=1)\n"

MISTAKES = [
    Mistake(
        "dense_block/sum",
        old=LAYERS,
        new="nn.Conv2d(c_in if level == 0 else growth, growth, 3, padding=1) for level in range(n)",
        also=(
            (
                "        stack = x\n        for conv in self.convs:\n" + LOOP + "        return stack",
                "        stack = total = x\n        for conv in self.convs:\n            total = F.relu(conv(total)) + "
                "(total if total.shape[1] == conv.out_channels else 0)\n            stack = torch.cat([stack, total], dim=1)\n"
                "        return stack",
            ),
        ),
        hint="Your layers add their results up. In a dense block nothing is added: a layer sees all earlier maps side by side.",
    ),
    Mistake(
        "dense_block/last-only",
        old="        stack = x\n",
        new="        stack = last = x\n",
        also=(
            (LOOP, "            last = F.relu(conv(stack))\n            stack = torch.cat([stack, last], dim=1)\n"),
            ("        return stack", "        return last\n"),
        ),
        hint="You return the result of the last layer. The block returns the whole stack, the input included.",
    ),
    Mistake(
        "dense_block/no-input",
        old="        return stack",
        new="        return stack[:, x.shape[1] :] if len(self.convs) else x",
        hint="The input is missing in your result. It makes up the first c_in channels.",
    ),
    Mistake(
        "dense_block/newest-first",
        old="torch.cat([stack, F.relu(conv(stack))], dim=1)",
        new="torch.cat([F.relu(conv(stack)), stack], dim=1)",
        hint="New maps are put before the old ones. The stack grows at its end.",
    ),
    Mistake(
        "dense_block/previous-only",
        old=LAYERS,
        new="nn.Conv2d(growth if level else c_in, growth, 3, padding=1) for level in range(n)",
        also=(
            ("        stack = x\n", "        stack = last = x\n"),
            (LOOP, "            last = F.relu(conv(last))\n            stack = torch.cat([stack, last], dim=1)\n"),
        ),
        hint="Each of your layers sees the one before it only. It should see the input and the results of all earlier layers.",
    ),
    Mistake(
        "dense_block/no-relu",
        old="F.relu(conv(stack))",
        new="conv(stack)",
        hint="The ReLU behind the convolutions is missing.",
    ),
    Mistake(
        "dense_block/relu-on-all",
        old="torch.cat([stack, F.relu(conv(stack))], dim=1)",
        new="F.relu(torch.cat([stack, conv(stack)], dim=1))",
        hint="You apply the ReLU to the whole stack, so the input loses its negative part. It belongs to the new maps only.",
    ),
]
