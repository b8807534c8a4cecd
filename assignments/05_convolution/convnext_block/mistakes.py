from autograder.suite import Mistake

DW = "h = self.dw(x).movedim(1, -1)"
MIX = "h = self.pw2(F.gelu(self.pw1(self.norm(h))))"

MISTAKES = [
    Mistake(
        "convnext_block/norm-space",
        old=MIX,
        new="h = F.layer_norm(h.movedim(-1, 1), h.shape[1:3]).movedim(1, -1) * self.norm.weight + self.norm.bias\n"
        "        h = self.pw2(F.gelu(self.pw1(h)))",
        hint="Your norm takes the mean over all pixels of a channel. A LayerNorm over the channels takes it at each pixel by "
        "itself.",
    ),
    Mistake(
        "convnext_block/no-skip",
        old="return x + h.movedim(-1, 1)",
        new="return h.movedim(-1, 1)",
        hint="The direct way is missing: what the block computes is added to x.",
    ),
    Mistake(
        "convnext_block/relu",
        old="F.gelu(",
        new="F.relu(",
        hint="Your activation is ReLU. The block has a GELU.",
    ),
    Mistake(
        "convnext_block/expand-two",
        old="self.pw1 = nn.Linear(dim, 4 * dim)",
        new="self.pw1 = nn.Linear(dim, 2 * dim)",
        also=(("self.pw2 = nn.Linear(4 * dim, dim)", "self.pw2 = nn.Linear(2 * dim, dim)"),),
        hint="Between the two affine layers you have 2 dim channels. There are 4 dim.",
    ),
    Mistake(
        "convnext_block/norm-first",
        old=DW,
        new="h = self.dw(self.norm(x.movedim(1, -1)).movedim(-1, 1)).movedim(1, -1)",
        also=((MIX, "h = self.pw2(F.gelu(self.pw1(h)))"),),
        hint="Your norm stands before the depthwise convolution. It comes behind it.",
    ),
    Mistake(
        "convnext_block/second-gelu",
        old=MIX,
        new="h = F.gelu(self.pw2(F.gelu(self.pw1(self.norm(h)))))",
        hint="There is a second activation behind pw2. The block has a single one, between pw1 and pw2.",
    ),
    Mistake(
        "convnext_block/full-kernels",
        old="self.dw = nn.Conv2d(dim, dim, 7, padding=3, groups=dim)",
        new="self.dw = nn.Conv2d(dim, dim, 7, padding=3)",
        hint="Your 7 x 7 convolution sees all channels. A depthwise one has a group, and one kernel, for each channel.",
    ),
    Mistake(
        "convnext_block/tanh-gelu",
        old="F.gelu(self.pw1(self.norm(h)))",
        new="F.gelu(self.pw1(self.norm(h)), approximate='tanh')",
        hint="You use the approximation of GELU by tanh. The statement asks for the exact one.",
    ),
]
