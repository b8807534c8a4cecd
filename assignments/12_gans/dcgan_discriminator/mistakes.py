from autograder.suite import Mistake

FIRST = "h = F.leaky_relu(self.down1(x), 0.2)"
SECOND = "h = F.leaky_relu(self.norm2(self.down2(h)), 0.2)"
LAST = "return self.down4(h).flatten()"

MISTAKES = [
    Mistake(
        "dcgan_discriminator/bn-first",
        old="self.down1 = nn.Conv2d(1, 64, 4, stride=2, padding=1, bias=False)",
        new="self.down1 = nn.Sequential(nn.Conv2d(1, 64, 4, stride=2, padding=1, bias=False), nn.BatchNorm2d(64))",
        hint="Your first layer has a batch norm. It has none, so that the discriminator sees the images as they are.",
    ),
    Mistake(
        "dcgan_discriminator/pooling",
        old="self.down1 = nn.Conv2d(1, 64, 4, stride=2, padding=1, bias=False)",
        new='self.down1 = nn.Sequential(nn.Conv2d(1, 64, 4, stride=1, padding="same", bias=False), nn.MaxPool2d(2))',
        hint="You pool after the first convolution. Here strides make the images smaller, and nothing is pooled.",
    ),
    Mistake(
        "dcgan_discriminator/sigmoid-inside",
        old=LAST,
        new="return torch.sigmoid(self.down4(h)).flatten()",
        hint="Your net returns probabilities. It returns logits; the loss knows what to do with them.",
    ),
    Mistake(
        "dcgan_discriminator/relu",
        old=FIRST,
        new="h = F.relu(self.down1(x))",
        also=((SECOND, "h = F.relu(self.norm2(self.down2(h)))"),),
        hint="Your activations are plain ReLUs. The leaky ones let some gradient through below 0, which the generator needs.",
    ),
    Mistake(
        "dcgan_discriminator/slope",
        old=SECOND,
        new="h = F.leaky_relu(self.norm2(self.down2(h)))",
        hint="One of your slopes below 0 is 0.01, which is the default. It is 0.2.",
    ),
    Mistake(
        "dcgan_discriminator/biases",
        old="self.down4 = nn.Conv2d(256, 1, 4, stride=1, padding=0, bias=False)",
        new="self.down4 = nn.Conv2d(256, 1, 4, stride=1, padding=0)",
        hint="A convolution of yours has a bias. None has.",
    ),
    Mistake(
        "dcgan_discriminator/shape",
        old=LAST,
        new="return self.down4(h)",
        hint="Your logits have shape (N, 1, 1, 1). One number for each image is asked for, shape (N,).",
    ),
    Mistake(
        "dcgan_discriminator/no-norm",
        old=SECOND,
        new="h = F.leaky_relu(self.down2(h), 0.2)",
        hint="The batch norm of the second layer is made and never used.",
    ),
]
