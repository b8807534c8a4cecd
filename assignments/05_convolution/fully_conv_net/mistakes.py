from autograder.suite import Mistake

MEAN = "return self.maps(x).mean(dim=(2, 3))"

MISTAKES = [
    Mistake(
        "fully_conv_net/flatten-linear",
        old=MEAN,
        new="return self.maps(x).flatten(1)[:, : self.head.out_channels * 6].reshape(len(x), -1, 6).mean(dim=2)",
        hint="The end of your net is made for one size of the images. A mean over all places takes any number of them.",
    ),
    Mistake(
        "fully_conv_net/pool-max",
        old=MEAN,
        new="return self.maps(x).amax(dim=(2, 3))",
        hint="You take the largest value of each map. The statement asks for the mean.",
    ),
    Mistake(
        "fully_conv_net/relu-head",
        old="return self.head(h)",
        new="return F.relu(self.head(h))",
        hint="There is a ReLU behind the head. Scores take either sign.",
    ),
    Mistake(
        "fully_conv_net/hard-coded",
        old="        h = F.relu(self.conv1(x))\n",
        new="        h = F.relu(self.conv1(F.interpolate(x, size=(8, 12))))\n",
        hint="All images are brought to one size first. Convolutions take every size; leave the images as they are.",
    ),
    Mistake(
        "fully_conv_net/no-padding",
        old="self.conv1 = nn.Conv2d(c_in, width, 3, stride=2, padding=1)",
        new="self.conv1 = nn.Conv2d(c_in, width, 3, stride=2)",
        hint="Your first convolution is not padded, so the maps become too small, and the last windows fall off the image.",
    ),
    Mistake(
        "fully_conv_net/one-relu",
        old="h = F.relu(self.conv2(h))",
        new="h = self.conv2(h)",
        hint="The ReLU behind the second convolution is missing.",
    ),
    Mistake(
        "fully_conv_net/pooled-maps",
        old="        return self.head(h)\n",
        new="        return self.head(h.mean(dim=(2, 3), keepdim=True))\n",
        hint="Your `maps` are pooled already. They should still have a score for each place; the mean comes in `forward`.",
    ),
]
