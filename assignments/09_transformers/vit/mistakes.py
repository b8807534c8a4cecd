from autograder.suite import Mistake

CAT = "return torch.cat([self.cls.expand(len(x), -1, -1), self.proj(patches)], dim=1) + self.pos"
PATCHES = "patches = cut.permute(0, 2, 4, 1, 3, 5).flatten(3).flatten(1, 2)"
HEAD = "return self.head(self.ln(x)[:, 0])"

MISTAKES = [
    Mistake(
        "vit_embedding/cls-last",
        old=CAT,
        new="return torch.cat([self.proj(patches), self.cls.expand(len(x), -1, -1)], dim=1) + self.pos",
        hint="The token of the class comes last. It is token 0, and the first position belongs to it.",
    ),
    Mistake(
        "vit_embedding/no-cls-pos",
        old=CAT,
        new="return torch.cat([self.cls.expand(len(x), -1, -1), self.proj(patches) + self.pos[:, 1:]], dim=1)",
        hint="Only the patches have positions. The token of the class has one, too.",
    ),
    Mistake(
        "vit_embedding/cls-unused",
        old=CAT,
        new="return torch.cat([0 * self.cls.expand(len(x), -1, -1), self.proj(patches)], dim=1) + self.pos",
        hint="Token 0 is a vector of zeros. It is the learned vector cls.",
    ),
    Mistake(
        "vit_embedding/mean-cls",
        old=CAT,
        new="tokens = self.proj(patches)\n"
        "        return torch.cat([self.cls + tokens.mean(dim=1, keepdim=True), tokens], dim=1) + self.pos",
        hint="Token 0 contains the mean of the patches. It is learned, and knows nothing of the image before the first block.",
    ),
    Mistake(
        "vit_embedding/no-positions",
        old=CAT,
        new="return torch.cat([self.cls.expand(len(x), -1, -1), self.proj(patches)], dim=1) + 0 * self.pos",
        hint="The positions are not added.",
    ),
    Mistake(
        "vit_embedding/channel-last",
        old=PATCHES,
        new="patches = cut.permute(0, 2, 4, 3, 5, 1).flatten(3).flatten(1, 2)",
        hint="Within a patch the channels of a pixel stand side by side. The order is channel, row, column.",
    ),
    Mistake(
        "vit_embedding/column-major",
        old=PATCHES,
        new="patches = cut.permute(0, 4, 2, 1, 3, 5).flatten(3).flatten(1, 2)",
        hint="Your patches go down first. They come row by row.",
    ),
    Mistake(
        "vit_embedding/reshape-only",
        old=PATCHES,
        new="patches = x.reshape(len(x), -1, x.shape[1] * p * p)",
        hint="You only reshape the image. That gives pieces of rows, not squares.",
    ),
    Mistake(
        "vit/mean-pool",
        old=HEAD,
        new="return self.head(self.ln(x).mean(dim=1))",
        hint="The head reads the mean of all tokens. It reads token 0.",
    ),
    Mistake(
        "vit/head-last",
        old=HEAD,
        new="return self.head(self.ln(x)[:, -1])",
        hint="The head reads the last token. It reads token 0.",
    ),
    Mistake(
        "vit/no-final-norm",
        old=HEAD,
        new="return self.head(x[:, 0])",
        hint="The last norm is not used.",
    ),
    Mistake(
        "vit/causal",
        old="            x = block(x)\n",
        new="            x = block(x, torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril())\n",
        hint="The blocks have a causal mask, so token 0 sees nothing but itself. An image has no future: all tokens"
        " are visible.",
    ),
    Mistake(
        "vit/post-norm",
        old="EncoderBlock(d, heads, d_ff) for _ in range(layers)",
        new='EncoderBlock(d, heads, d_ff, "post") for _ in range(layers)',
        hint="The blocks are post-norm. They are pre-norm here.",
    ),
    Mistake(
        "vit/patches-alone",
        old=HEAD,
        new="return self.head(self.ln(x)[:, 1:].mean(dim=1))",
        hint="The head reads the mean of the patches. It reads token 0.",
    ),
    Mistake(
        "vit_embedding/any-patch",
        old='            raise ValueError(f"patch: {patch} does not divide {image}")\n',
        new="            image = image // patch * patch\n",
        hint="A patch that does not divide the image is accepted. The statement asks for a ValueError.",
    ),
    Mistake(
        "vit_embedding/one-position-less",
        old="self.pos = nn.Parameter(0.02 * torch.randn(1, (image // patch) ** 2 + 1, d))",
        new="self.pos = nn.Parameter(0.02 * torch.randn(1, 1, d))",
        hint="All tokens share one position vector. There is one for each, cls included.",
    ),
    Mistake(
        "vit/biasless",
        old="self.head = nn.Linear(d, classes)",
        new="self.head = nn.Linear(d, classes, bias=False)",
        hint="The head has no bias.",
    ),
]
