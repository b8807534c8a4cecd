from autograder.suite import Mistake

BLOCK = "            x = block(x, past)\n"
MAKE = "EncoderBlock(d, heads, 4 * d) for _ in range(layers)"
SUM = "x = self.tok(ids) + self.pos.weight[:t]"
RETURN = "return self.head(self.ln(x))"

MISTAKES = [
    Mistake(
        "gpt/no-causal",
        old=BLOCK,
        new="            x = block(x)\n",
        hint="There is no causal mask: every position sees the tokens that it has to predict.",
    ),
    Mistake(
        "gpt/no-final-norm",
        old=RETURN,
        new="return self.head(x)",
        hint="The last norm is not used. With pre-norm blocks the stream itself is never normalised, so it needs "
        "one at the end.",
    ),
    Mistake(
        "gpt/post-norm",
        old=MAKE,
        new='EncoderBlock(d, heads, 4 * d, norm="post") for _ in range(layers)',
        hint="The blocks are post-norm. GPT's are pre-norm.",
    ),
    Mistake(
        "gpt/positions-none",
        old=SUM,
        new="x = self.tok(ids)",
        hint="The positions are not added.",
    ),
    Mistake(
        "gpt/head-bias",
        old="self.head = nn.Linear(d, vocab, bias=False)",
        new="self.head = nn.Linear(d, vocab)",
        hint="The head has a bias. It is a matrix only.",
    ),
    Mistake(
        "gpt/tie-copy",
        old="self.head.weight = self.tok.weight",
        new="self.head.weight = nn.Parameter(self.tok.weight.detach().clone())",
        hint="With tie=True the head still has a matrix of its own, perhaps a copy of the table. It should be the "
        "very same parameter, so that training moves both.",
    ),
    Mistake(
        "gpt/tie-ignored",
        old="        if tie:\n            self.head.weight = self.tok.weight\n",
        new="",
        hint="tie=True has no effect.",
        same_as="gpt/tie-copy",
    ),
    Mistake(
        "gpt/narrow",
        old=MAKE,
        new="EncoderBlock(d, heads, 2 * d) for _ in range(layers)",
        hint="The position-wise networks have the wrong width: they have 4 d units.",
    ),
    Mistake(
        "gpt/one-block",
        old=MAKE,
        new="EncoderBlock(d, heads, 4 * d) for _ in range(1)",
        also=((BLOCK, "            x = block(block(x, past), past)\n"),),
        hint="All layers share one block. Each has weights of its own.",
    ),
    Mistake(
        "gpt/scaled",
        old=SUM,
        new="x = self.tok(ids) * self.tok.embedding_dim**0.5 + self.pos.weight[:t]",
        hint="The tokens are multiplied by a root. Here they are added to the positions as they are.",
    ),
    Mistake(
        "gpt/last-positions",
        old=SUM,
        new="x = self.tok(ids) + self.pos.weight[-t:]",
        hint="You add the last rows of the position table. The first token of a sequence has position 0.",
    ),
    Mistake(
        "gpt/too-long",
        old='            raise ValueError(f"ids: {t} tokens, but there are {self.pos.num_embeddings} positions")\n',
        new="            ids, t = ids[:, -self.pos.num_embeddings :], self.pos.num_embeddings\n",
        hint="Sequences beyond max_len are cut off without a word. The statement asks for a ValueError.",
    ),
]
