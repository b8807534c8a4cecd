from autograder.suite import Mistake

JOIN = "h = dec(torch.cat([up(h), skip], dim=1))"
KEEP = "            skips.append(h)\n            h = F.max_pool2d(h, 2)\n"

MISTAKES = [
    Mistake(
        "unet/add-skip",
        old=JOIN,
        new="h = dec(up(h) + skip)",
        also=(
            (
                "self.dec = nn.ModuleList(_two_convolutions(2 * width, width) for width in widths[:-1])",
                "self.dec = nn.ModuleList(_two_convolutions(width, width) for width in widths[:-1])",
            ),
        ),
        hint="You add the skip to what comes from below. In a U-Net both are kept: the skip's channels are put behind the "
        "others.",
    ),
    Mistake(
        "unet/skip-order",
        old=JOIN,
        new="h = dec(torch.cat([skip, up(h)], dim=1))",
        hint="The channels of the skip come first in your net. What comes up from below comes first, then the skip.",
    ),
    Mistake(
        "unet/level-shift",
        old="reversed(self.dec), reversed(skips))",
        new="reversed(self.dec), [F.interpolate(s, size=t.shape[2:]).repeat(1, 9, 1, 1)[:, : t.shape[1]] "
        "for s, t in zip(skips, reversed(skips))])",
        hint="The skips are used in the order in which they were made. The way up begins on the lowest level, so the last "
        "skip comes first.",
    ),
    Mistake(
        "unet/no-skip",
        old=JOIN,
        new="h = dec(torch.cat([up(h), 0 * skip], dim=1))",
        hint="Nothing comes over the bridges: the second half of the channels is empty.",
    ),
    Mistake(
        "unet/skip-pooled",
        old=KEEP,
        new="            h = F.max_pool2d(h, 2)\n            skips.append(F.interpolate(h, scale_factor=2.0))\n",
        hint="You keep the maps behind the pooling. The fine detail is gone there, and it is what the skip is for: keep them "
        "before it.",
    ),
    Mistake(
        "unet/avg-pool",
        old="h = F.max_pool2d(h, 2)",
        new="h = F.avg_pool2d(h, 2)",
        hint="On the way down you take the mean of each window. The statement asks for the largest value.",
    ),
    Mistake(
        "unet/relu-head",
        old="return self.head(h)",
        new="return F.relu(self.head(h))",
        hint="There is a ReLU behind the head. Scores take either sign.",
    ),
    Mistake(
        "unet/no-middle",
        old="        h = self.mid(h)\n",
        new="        h = F.relu(self.mid[0](h))\n",
        hint="In the middle there are two convolutions; your net applies one of them.",
    ),
]
