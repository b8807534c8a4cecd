from autograder.suite import Mistake

ENC = "x = block(x, real[:, None, :])"
EMBED = "return table(ids) * math.sqrt(table.embedding_dim) + self.pe[: ids.shape[1]]"
TOKEN = "token = self._decode(written, memory, real)[:, -1].argmax(dim=-1)"
ENDED = "            token = torch.where(ended, eos, token)\n            ended = ended | (token == eos)\n"

MISTAKES = [
    Mistake(
        "transformer/enc-causal",
        old=ENC,
        new="x = block(x, real[:, None, :] & torch.ones(src.shape[1], src.shape[1], dtype=torch.bool).tril())",
        hint="The encoder has a causal mask. It may read the source in both directions.",
    ),
    Mistake(
        "transformer/no-source-mask",
        old=ENC,
        new="x = block(x)",
        hint="The encoder's attention reads the padding of the source.",
    ),
    Mistake(
        "transformer/memory-mask-lost",
        old="x = block(x, memory, real)",
        new="x = block(x, memory)",
        hint="The decoder reads the padding of the memory: the mask of the source belongs to its second attention, too.",
    ),
    Mistake(
        "transformer/no-scale",
        old=EMBED,
        new="return table(ids) + self.pe[: ids.shape[1]]",
        hint="The factor sqrt(d) of the embeddings is missing.",
    ),
    Mistake(
        "transformer/shared-emb",
        old='x = self._embed(dec_in, self.tgt_emb, "dec_in")',
        new='x = self._embed(dec_in % self.src_emb.num_embeddings, self.src_emb, "dec_in")',
        hint="The decoder looks its tokens up in the table of the source. It has a table of its own.",
    ),
    Mistake(
        "transformer/generate-first",
        old=TOKEN,
        new="token = self._decode(written, memory, real)[:, 0].argmax(dim=-1)",
        hint="When writing, you read the logits of the first position. The next token stands in those of the last.",
    ),
    Mistake(
        "transformer/positions-late",
        old='x = self._embed(dec_in, self.tgt_emb, "dec_in")',
        new='x = self._embed(dec_in, self.tgt_emb, "dec_in") - self.pe[: dec_in.shape[1]]\n'
        "        x = x + self.pe[(torch.arange(dec_in.shape[1]) + 1).clamp(max=len(self.pe) - 1)]",
        hint="The decoder's positions start at 1. Like those of the encoder, they start at 0.",
    ),
    Mistake(
        "transformer/no-positions",
        old=EMBED,
        new="return table(ids) * math.sqrt(table.embedding_dim)",
        hint="The positions are missing: without them the encoder cannot tell one order of its tokens from another.",
    ),
    Mistake(
        "transformer/norm-lost",
        old="DecoderBlock(d, heads, d_ff, norm, act)",
        new="DecoderBlock(d, heads, d_ff)",
        hint="norm and act do not reach the decoder's blocks.",
    ),
    Mistake(
        "transformer/no-final-norm",
        old="return self.out(self.dec_ln(x))",
        new="return self.out(x)",
        hint="The last norm of the decoder is not used.",
    ),
    Mistake(
        "transformer/goes-on",
        old=ENDED,
        new="",
        hint="A row goes on writing behind its eos. From there on it should write eos only.",
    ),
    Mistake(
        "transformer/stops-all",
        old=ENDED,
        new="            ended = ended | (token == eos).any()\n            token = torch.where(ended, eos, token)\n",
        hint="As soon as one row has written eos, all rows end. Each ends for itself.",
    ),
    Mistake(
        "transformer/bos-returned",
        old="return written[:, 1:]",
        new="return written[:, :-1]",
        hint="What you return begins with bos. Only what was written counts.",
    ),
    Mistake(
        "transformer/feeds-last-only",
        old=TOKEN,
        new="token = self._decode(written[:, -1:], memory, real)[:, -1].argmax(dim=-1)",
        hint="When writing, the decoder is fed its last token only, at position 0. It needs all that was written so far.",
    ),
    Mistake(
        "transformer/too-long",
        old='            raise ValueError(f"{name}: {ids.shape[1]} tokens, but there are {len(self.pe)} positions")\n',
        new="            ids = ids[:, : len(self.pe)]\n",
        hint="Sequences beyond max_len are cut off without a word. The statement asks for a ValueError.",
    ),
    Mistake(
        "transformer/learned-positions",
        old='self.register_buffer("pe", torch.tensor(sinusoidal_pe(max_len, d), dtype=torch.float32), persistent=False)',
        new="self.pe = nn.Parameter(torch.tensor(sinusoidal_pe(max_len, d), dtype=torch.float32))",
        hint="The sinusoids are a parameter, so that training would change them. Make them a buffer.",
    ),
]
