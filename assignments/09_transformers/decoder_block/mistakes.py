from autograder.suite import Mistake

SELF = "x = self._around(x, self.ln1, lambda y: self.self_attn(y, y, past))"
CROSS = "x = self._around(x, self.ln2, lambda y: self.cross_attn(y, memory, keys))"
FF = "return self._around(x, self.ln3, lambda y: self.ff2(self.act(self.ff1(y))))"
AROUND = 'return x + self.drop(branch(ln(x))) if self.norm == "pre" else ln(x + self.drop(branch(x)))'

MISTAKES = [
    Mistake(
        "decoder_block/no-causal",
        old=SELF,
        new="x = self._around(x, self.ln1, lambda y: self.self_attn(y, y))",
        hint="The self-attention has no causal mask: a token sees those that come after it.",
    ),
    Mistake(
        "decoder_block/cross-self",
        old=CROSS,
        new="x = self._around(x, self.ln2, lambda y: self.cross_attn(y, y, past))",
        hint="The second attention reads the decoder's own tokens again. Its keys and values come from the memory.",
    ),
    Mistake(
        "decoder_block/cross-causal",
        old=CROSS,
        new="seen = torch.ones(x.shape[1], memory.shape[1], dtype=torch.bool).tril()\n"
        "        seen = seen if keys is None else seen & keys\n"
        "        x = self._around(x, self.ln2, lambda y: self.cross_attn(y, memory, seen))",
        hint="The memory is under a causal mask. Nothing in the memory lies in the future: every token may see all of it.",
    ),
    Mistake(
        "decoder_block/order",
        old=SELF + "\n        " + CROSS,
        new=CROSS + "\n        " + SELF,
        hint="The memory is read first. The order is: own tokens, memory, network.",
    ),
    Mistake(
        "decoder_block/two-norms",
        old=FF,
        new="return self._around(x, self.ln2, lambda y: self.ff2(self.act(self.ff1(y))))",
        hint="The second norm is used twice. Each of the three branches has its own.",
    ),
    Mistake(
        "decoder_block/mem-mask-ignored",
        old=CROSS,
        new="x = self._around(x, self.ln2, lambda y: self.cross_attn(y, memory))",
        hint="mem_mask has no effect: the padding of the memory is read.",
    ),
    Mistake(
        "decoder_block/memory-normalised",
        old=CROSS,
        new='other = self.ln2(memory) if self.norm == "pre" else memory\n'
        "        x = self._around(x, self.ln2, lambda y: self.cross_attn(y, other, keys))",
        hint="The memory passes through the block's norm. It is used as the encoder left it.",
    ),
    Mistake(
        "decoder_block/one-attention",
        old=CROSS,
        new="x = self._around(x, self.ln2, lambda y: self.self_attn(y, memory, keys))",
        hint="Both attentions use the same weights. The one that reads the memory has four layers of its own.",
    ),
    Mistake(
        "decoder_block/cross-skip",
        old=CROSS,
        new="read = self.cross_attn(self.ln2(x), memory, keys)\n"
        '        x = self.drop(read) if self.norm == "pre" else self.ln2(self.drop(self.cross_attn(x, memory, keys)))',
        hint="There is no way around the attention to the memory: what is read replaces the tokens, and should be "
        "added to them.",
    ),
    Mistake(
        "decoder_block/strict",
        old="past = causal_mask(x.shape[1]).to(x.device)",
        new="past = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril(-1)",
        hint="A token does not see itself. The inputs are shifted already; the diagonal of the mask is True.",
    ),
    Mistake(
        "decoder_block/always-pre",
        old=AROUND,
        new="return x + self.drop(branch(ln(x)))",
        hint="norm='post' has no effect.",
    ),
    Mistake(
        "decoder_block/query-mask",
        old="keys = None if mem_mask is None else mem_mask[:, None, :]",
        new="keys = None if mem_mask is None else mem_mask[:, :, None].expand(-1, -1, memory.shape[1])\n"
        "        if keys is not None and x.shape[1] != memory.shape[1]:\n"
        "            keys = mem_mask[:, None, :]",
        hint="The mask over the memory hides queries, not keys. Its axis is the last one of the map.",
    ),
    Mistake(
        "decoder_block/any-word",
        old='        if norm not in ("pre", "post"):\n'
        "            raise ValueError(f\"norm: {norm!r} is neither 'pre' nor 'post'\")\n"
        '        if act not in ("gelu", "relu"):\n'
        "            raise ValueError(f\"act: {act!r} is neither 'gelu' nor 'relu'\")\n",
        new="",
        hint="Any word is taken for norm and act. The statement asks for a ValueError that names the argument.",
    ),
    Mistake(
        "decoder_block/biasless",
        old="self.ff1, self.ff2 = nn.Linear(d, d_ff), nn.Linear(d_ff, d)",
        new="self.ff1, self.ff2 = nn.Linear(d, d_ff, bias=False), nn.Linear(d_ff, d, bias=False)",
        hint="The two linear layers of the network have no biases.",
    ),
]
