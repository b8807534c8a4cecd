from autograder.suite import Mistake

UP2 = "self.up2 = nn.ConvTranspose2d(256, 128, 3, stride=2, padding=1, bias=False)"
LAST = "return torch.tanh(self.up4(h))"

MISTAKES = [
    Mistake(
        "dcgan_generator/kernel-four",
        old=UP2,
        new="self.up2 = nn.ConvTranspose2d(256, 128, 4, stride=2, padding=1, bias=False)",
        hint="Your second layer makes 8 x 8 out of 4 x 4, and the images come out with 32 pixels. With a kernel of 3 it "
        "makes 7 x 7.",
    ),
    Mistake(
        "dcgan_generator/bn-last",
        old="self.up4 = nn.ConvTranspose2d(64, 1, 4, stride=2, padding=1, bias=False)",
        new="self.up4 = nn.Sequential(nn.ConvTranspose2d(64, 1, 4, stride=2, padding=1, bias=False), nn.BatchNorm2d(1))",
        hint="There is a batch norm before your tanh. The last layer has none: brightness and contrast of an image are not "
        "to be taken away.",
    ),
    Mistake(
        "dcgan_generator/sigmoid",
        old=LAST,
        new="return torch.sigmoid(self.up4(h))",
        hint="Your pixels lie in [0, 1]. Images are in [-1, 1] here, so the last activation is tanh.",
    ),
    Mistake(
        "dcgan_generator/biases",
        old=UP2,
        new="self.up2 = nn.ConvTranspose2d(256, 128, 3, stride=2, padding=1)",
        hint="A convolution of yours has a bias. The batch norm behind it takes it away again.",
    ),
    Mistake(
        "dcgan_generator/no-norm",
        old="h = torch.relu(self.norm3(self.up3(h)))",
        new="h = torch.relu(self.up3(h))",
        hint="The third batch norm is made and never used.",
    ),
    Mistake(
        "dcgan_generator/leaky",
        old="h = torch.relu(self.norm1(self.up1(z)))",
        new="h = nn.functional.leaky_relu(self.norm1(self.up1(z)), 0.2)",
        hint="The generator has plain ReLUs; the leaky ones are for the discriminator.",
    ),
    Mistake(
        "dcgan_generator/relu-first",
        old="h = torch.relu(self.norm2(self.up2(h)))",
        new="h = self.norm2(torch.relu(self.up2(h)))",
        hint="In your second block the ReLU comes before the norm. It comes behind.",
    ),
    Mistake(
        "dcgan_generator/no-tanh",
        old=LAST,
        new="return self.up4(h)",
        hint="Nothing keeps your pixels in [-1, 1]: the last activation is missing.",
    ),
]
