from autograder.suite import Mistake

SEEN = "x = x + self.drop(self.attn(seen, seen, mask))"
SECOND = "return x + self.drop(self.ff2(self.act(self.ff1(self.ln2(x)))))"
POST1 = "x = self.ln1(x + self.drop(self.attn(x, x, mask)))"
POST2 = "return self.ln2(x + self.drop(self.ff2(self.act(self.ff1(x)))))"

MISTAKES = [
    Mistake(
        "encoder_block/query-only-norm",
        old=SEEN,
        new="x = x + self.drop(self.attn(seen, x, mask))",
        hint="In pre-norm only the queries are normalised. Keys and values come from the normalised tokens as well.",
    ),
    Mistake(
        "encoder_block/norm-skip",
        old=SEEN,
        new="x = seen + self.drop(self.attn(seen, seen, mask))",
        hint="In pre-norm the way around the attention starts from the normalised tokens. It carries x as it is: "
        "that is what lets gradients through.",
    ),
    Mistake(
        "encoder_block/one-norm",
        old=SECOND,
        new="return x + self.drop(self.ff2(self.act(self.ff1(self.ln1(x)))))",
        also=((POST2, "return self.ln1(x + self.drop(self.ff2(self.act(self.ff1(x)))))"),),
        hint="The first layer norm is used twice. Each branch has its own.",
    ),
    Mistake(
        "encoder_block/norm-sublayer",
        old=POST1,
        new="x = x + self.ln1(self.drop(self.attn(x, x, mask)))",
        also=((POST2, "return x + self.ln2(self.drop(self.ff2(self.act(self.ff1(x)))))"),),
        hint="In post-norm you normalise the branch alone. The norm comes after the sum.",
    ),
    Mistake(
        "encoder_block/second-skip",
        old=POST1,
        new="start = x\n        " + POST1,
        also=((POST2, "return self.ln2(start + self.drop(self.ff2(self.act(self.ff1(x)))))"),),
        hint="The second way around starts from the block's input. It starts from what the first branch left.",
    ),
    Mistake(
        "encoder_block/no-skip",
        old=SECOND,
        new="return self.drop(self.ff2(self.act(self.ff1(self.ln2(x)))))",
        also=((POST2, "return self.ln2(self.drop(self.ff2(self.act(self.ff1(x)))))"),),
        hint="There is no way around the position-wise network: its output replaces x, and should be added to it.",
    ),
    Mistake(
        "encoder_block/no-first-skip",
        old=SEEN,
        new="x = self.drop(self.attn(seen, seen, mask))",
        hint="There is no way around the attention in pre-norm.",
    ),
    Mistake(
        "encoder_block/always-pre",
        old='if self.norm == "pre":',
        new="if True:",
        hint="norm='post' has no effect.",
    ),
    Mistake(
        "encoder_block/mask-lost",
        old=SEEN,
        new="x = x + self.drop(self.attn(seen, seen))",
        hint="In pre-norm the mask does not reach the attention.",
    ),
    Mistake(
        "encoder_block/act-lost",
        old='F.gelu if act == "gelu" else F.relu',
        new="F.gelu",
        hint="act='relu' has no effect.",
    ),
    Mistake(
        "encoder_block/tanh-gelu",
        old="self.norm, self.act = norm, F.gelu if",
        new='self.norm, self.act = norm, (lambda y: F.gelu(y, approximate="tanh")) if',
        hint="Your gelu is the approximation with tanh. The statement asks for the exact one.",
    ),
    Mistake(
        "encoder_block/dropout-once",
        old=SECOND,
        new="return x + self.ff2(self.act(self.ff1(self.ln2(x))))",
        hint="Dropout acts on the attention's branch only. Both branches have it.",
    ),
    Mistake(
        "encoder_block/dropout-stream",
        old=SECOND,
        new="return self.drop(x + self.ff2(self.act(self.ff1(self.ln2(x)))))",
        hint="Dropout acts on the sum, so the way around is dropped, too. It belongs to the branch's output alone.",
    ),
    Mistake(
        "encoder_block/dropout-always",
        old=SECOND,
        new="return x + F.dropout(self.ff2(self.act(self.ff1(self.ln2(x)))), self.drop.p)",
        hint="Numbers are still dropped after eval(). The function form of dropout knows nothing of the module's mode.",
    ),
    Mistake(
        "encoder_block/any-word",
        old='        if norm not in ("pre", "post"):\n'
        "            raise ValueError(f\"norm: {norm!r} is neither 'pre' nor 'post'\")\n"
        '        if act not in ("gelu", "relu"):\n'
        "            raise ValueError(f\"act: {act!r} is neither 'gelu' nor 'relu'\")\n",
        new="",
        hint="Any word is taken for norm and act. The statement asks for a ValueError that names the argument.",
    ),
    Mistake(
        "encoder_block/biasless",
        old="self.ff1, self.ff2 = nn.Linear(d, d_ff), nn.Linear(d_ff, d)",
        new="self.ff1, self.ff2 = nn.Linear(d, d_ff, bias=False), nn.Linear(d_ff, d, bias=False)",
        hint="The two linear layers of the network have no biases.",
    ),
]
