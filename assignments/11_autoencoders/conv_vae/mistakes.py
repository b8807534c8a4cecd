from autograder.suite import Mistake

UP1 = "self.up1 = nn.ConvTranspose2d(4 * base, 2 * base, 3, stride=2, padding=1)"
UP2 = "self.up2 = nn.ConvTranspose2d(2 * base, base, 3, stride=2, padding=1, output_padding=1)"
UP3 = "self.up3 = nn.ConvTranspose2d(base, 1, 3, stride=2, padding=1, output_padding=1)"
DOWN3 = "h = F.relu(self.down3(h))  # (N, 4c, 4, 4)"
HEADS = "return self.to_mu(h), self.to_logvar(h)"
APART = "h = h.unflatten(1, (-1, 4, 4))  # (N, 4c, 4, 4)"
LOGITS = "return self.up3(h)"
DRAW = "z = mu + torch.exp(0.5 * logvar) * eps"

MISTAKES = [
    Mistake(
        "conv_vae/too-large",
        old=UP1,
        new="self.up1 = nn.ConvTranspose2d(4 * base, 2 * base, 3, stride=2, padding=1, output_padding=1)",
        hint="Your first transposed convolution goes from 4 to 8, and the picture ends with 32 rows. On the way down 7 became "
        "4; on the way up 4 has to become 7 again. Only where the size is even is an extra row needed.",
    ),
    Mistake(
        "conv_vae/too-small",
        old=UP2,
        new="self.up2 = nn.ConvTranspose2d(2 * base, base, 3, stride=2, padding=1)",
        also=((UP3, "self.up3 = nn.ConvTranspose2d(base, 1, 3, stride=2, padding=1)"),),
        hint="Your picture ends with 25 rows. A transposed convolution of stride 2 goes from n to 2n - 1; to come back to an "
        "even size it needs one more row and column.",
    ),
    Mistake(
        "conv_vae/padded",
        old=UP2,
        new="self.up2 = nn.ConvTranspose2d(2 * base, base, 3, stride=2, padding=1)",
        also=(
            (UP3, "self.up3 = nn.ConvTranspose2d(base, 1, 3, stride=2, padding=1)"),
            (LOGITS, "return F.pad(self.up3(h), (0, 3, 0, 3))"),
        ),
        hint="The last rows and columns of your pictures are filled up with zeros. They belong to the transposed "
        "convolutions, which need an output padding.",
    ),
    Mistake(
        "conv_vae/flatten-order",
        old=APART,
        new="h = h.unflatten(1, (4, 4, -1)).permute(0, 3, 1, 2)",
        hint="Your decoder takes the flat vector apart with the channels last. It was laid down channel by channel, so the "
        "channels come first.",
    ),
    Mistake(
        "conv_vae/encoder-order",
        old="h = h.flatten(start_dim=1)",
        new="h = h.permute(0, 2, 3, 1).flatten(start_dim=1)",
        hint="Your encoder flattens with the channels last. The order is channel, row, column, as torch has it.",
    ),
    Mistake(
        "conv_vae/pooling",
        old="self.down1 = nn.Conv2d(1, base, 3, stride=2, padding=1)",
        new="self.down1 = nn.Conv2d(1, base, 3, padding=1)",
        also=(
            (
                "self.down2 = nn.Conv2d(base, 2 * base, 3, stride=2, padding=1)",
                "self.down2 = nn.Conv2d(base, 2 * base, 3, padding=1)",
            ),
            (
                "self.down3 = nn.Conv2d(2 * base, 4 * base, 3, stride=2, padding=1)",
                "self.down3 = nn.Conv2d(2 * base, 4 * base, 3, padding=1)",
            ),
            ("h = F.relu(self.down1(x))", "h = F.max_pool2d(F.relu(self.down1(x)), 2)"),
            ("h = F.relu(self.down2(h))", "h = F.max_pool2d(F.relu(self.down2(h)), 2)"),
            (DOWN3, "h = F.max_pool2d(F.relu(self.down3(h)), 2, ceil_mode=True)"),
        ),
        hint="You make the picture smaller by pooling. Here the convolutions do it themselves, with stride 2.",
    ),
    Mistake(
        "conv_vae/linear-encoder",
        old=DOWN3,
        new="h = self.down3(h)",
        hint="There is no ReLU behind your third convolution. Together with the heads it is a single linear map.",
    ),
    Mistake(
        "conv_vae/linear-decoder",
        old="h = F.relu(self.from_code(z))",
        new="h = self.from_code(z)",
        hint="There is no ReLU behind the decoder's first layer. Together with the convolution after it, it is a single "
        "linear map.",
    ),
    Mistake(
        "conv_vae/relu-heads",
        old=HEADS,
        new="return F.relu(self.to_mu(h)), F.relu(self.to_logvar(h))",
        hint="Your heads end in a ReLU: mu cannot be negative, and no variance can be below 1. Nothing stands "
        "behind the heads.",
    ),
    Mistake(
        "conv_vae/shared-head",
        old="self.to_logvar = nn.Linear(64 * base, k)",
        new="self.to_logvar = self.to_mu",
        hint="One head serves for mu and for logvar, so the two are always equal. Each needs weights of its own: "
        "count your parameters.",
    ),
    Mistake(
        "conv_vae/heads-exchanged",
        old=HEADS,
        new="return self.to_logvar(h), self.to_mu(h)",
        hint="mu and logvar have changed places. The head for mu is made first, and mu is returned first.",
    ),
    Mistake(
        "conv_vae/sigmoid-inside",
        old=LOGITS,
        new="return torch.sigmoid(self.up3(h))",
        hint="Your decoder gives probabilities. Logits are asked for; the loss takes them as they are.",
    ),
    Mistake(
        "conv_vae/relu-output",
        old=LOGITS,
        new="return F.relu(self.up3(h))",
        hint="There is a ReLU behind your last layer, so no logit is negative and no pixel can be less likely than 1/2.",
    ),
    Mistake(
        "conv_vae/ignores-eps",
        old=DRAW,
        new="z = mu + torch.exp(0.5 * logvar) * torch.randn_like(mu)",
        hint="Your forward pass draws noise of its own and ignores eps. The same input and noise must give the same result.",
    ),
    Mistake(
        "conv_vae/no-noise",
        old=DRAW,
        new="z = mu",
        hint="Your code is always mu. Then logvar has no influence on the reconstruction, and this is a plain autoencoder.",
    ),
    Mistake(
        "conv_vae/var-as-std",
        old=DRAW,
        new="z = mu + torch.exp(logvar) * eps",
        hint="The noise is scaled by the variance. logvar is ln sigma^2, and the noise is to be multiplied by sigma.",
    ),
    Mistake(
        "conv_vae/detached",
        old=DRAW,
        new="z = (mu + torch.exp(0.5 * logvar) * eps).detach()",
        hint="Your code is cut off from the graph: the encoder learns nothing from the reconstruction.",
    ),
]
