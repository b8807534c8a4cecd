from autograder.suite import Mistake

NORM1 = "self.norm1 = nn.GroupNorm(math.gcd(8, c_in), c_in)"
FIRST = "h = self.conv1(F.silu(self.norm1(x)))"
TIME = "        h = h + self.time(F.silu(t_emb))[:, :, None, None]\n"
SECOND = "        h = self.conv2(F.silu(self.norm2(h)))\n"
RETURN = "return h + self.skip(x)"

MISTAKES = [
    Mistake(
        "time_res_block/groups-eight",
        old=NORM1,
        new="self.norm1 = nn.GroupNorm(8, c_in)",
        hint="Your norm always has 8 groups. That cannot be built where 8 does not divide the number of channels, such as 1.",
    ),
    Mistake(
        "time_res_block/one-group",
        old=NORM1,
        new="self.norm1 = nn.GroupNorm(1, c_in)",
        also=(
            (
                "self.norm2 = nn.GroupNorm(math.gcd(8, c_out), c_out)",
                "self.norm2 = nn.GroupNorm(1, c_out)",
            ),
        ),
        hint="Your norms have one group, whatever the number of channels. Look up the number of groups in the task.",
    ),
    Mistake(
        "time_res_block/time-late",
        old=TIME + SECOND,
        new=SECOND + TIME,
        hint="The time is added after the second convolution. There no nonlinearity can make use of it any more: it "
        "belongs between the two.",
    ),
    Mistake(
        "time_res_block/no-skip",
        old=RETURN,
        new="return h + 0 * self.skip(x)",
        hint="The way around the convolutions is missing: the block's result is to be added to its input.",
    ),
    Mistake(
        "time_res_block/time-spatial",
        old="self.time(F.silu(t_emb))[:, :, None, None]",
        new="self.time(F.silu(t_emb)).mean(dim=1)[:, None, None, None]",
        hint="All channels of a sample get the same number from the time. There is one for each channel, the same for "
        "all pixels.",
    ),
    Mistake(
        "time_res_block/time-mixed",
        old="self.time(F.silu(t_emb))[:, :, None, None]",
        new="self.time(F.silu(t_emb))[:1, :, None, None]",
        hint="All samples get the time of the first one. Each comes with an embedding of its own.",
    ),
    Mistake(
        "time_res_block/time-linear",
        old="self.time(F.silu(t_emb))",
        new="self.time(t_emb)",
        hint="The SiLU before the Linear of the time is missing.",
    ),
    Mistake(
        "time_res_block/conv-first",
        old=FIRST,
        new="h = F.silu(self.conv1(self.norm1(x)))",
        hint="Norm, SiLU, convolution is the order in this block; your first SiLU comes behind the convolution.",
    ),
    Mistake(
        "time_res_block/skip-normed",
        old=RETURN,
        new="return h + self.skip(self.norm1(x))",
        hint="What goes around the convolutions is normalised in your block. The way around takes x as it is.",
    ),
]
