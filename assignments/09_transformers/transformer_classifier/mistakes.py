from autograder.suite import Mistake

NORM = "x = self.ln(x) * real[:, :, None]"
BLOCK = "x = block(x, real[:, None, :])"
EMBED = "x = math.sqrt(self.emb.embedding_dim) * self.emb(ids) + self.pe[:t]"
MEAN = "return self.fc(x.sum(dim=1) / lengths[:, None])"

MISTAKES = [
    Mistake(
        "transformer_classifier/mean-all",
        old=NORM,
        new="x = self.ln(x)",
        also=((MEAN, "return self.fc(x.mean(dim=1))"),),
        hint="The mean runs over the padding as well. Only real tokens count.",
    ),
    Mistake(
        "transformer_classifier/divide-all",
        old=MEAN,
        new="return self.fc(x.mean(dim=1))",
        hint="You add up the real tokens, and divide by the number of all. Divide by the length of the text.",
    ),
    Mistake(
        "transformer_classifier/mask-missing",
        old=BLOCK,
        new="x = block(x)",
        hint="The attention sees the padding. It needs the mask, too.",
    ),
    Mistake(
        "transformer_classifier/pool-first",
        old=NORM,
        new="x = x * real[:, :, None]",
        also=((MEAN, "return self.fc(self.ln(x.sum(dim=1) / lengths[:, None]))"),),
        hint="The norm comes after the mean. Each token is normalised first.",
    ),
    Mistake(
        "transformer_classifier/no-scale",
        old=EMBED,
        new="x = self.emb(ids) + self.pe[:t]",
        hint="The factor sqrt(d) of the embeddings is missing.",
    ),
    Mistake(
        "transformer_classifier/pe-trained",
        old='self.register_buffer("pe", torch.tensor(sinusoidal_pe(max_len, d), dtype=torch.float32), persistent=False)',
        new="self.pe = nn.Parameter(torch.tensor(sinusoidal_pe(max_len, d), dtype=torch.float32))",
        hint="The sinusoids are a parameter, so that training would change them, and they are counted. Make them a buffer.",
    ),
    Mistake(
        "transformer_classifier/no-positions",
        old=EMBED,
        new="x = math.sqrt(self.emb.embedding_dim) * self.emb(ids)",
        hint="The positions are not added.",
    ),
    Mistake(
        "transformer_classifier/no-final-norm",
        old=NORM,
        new="x = x * real[:, :, None]",
        hint="The last norm is not used.",
    ),
    Mistake(
        "transformer_classifier/first-token",
        old=MEAN,
        new="return self.fc(x[:, 0])",
        hint="The head reads the first token. Here it reads the mean over all real tokens.",
    ),
    Mistake(
        "transformer_classifier/causal",
        old=BLOCK,
        new="x = block(x, real[:, None, :] & torch.ones(t, t, dtype=torch.bool).tril())",
        hint="The blocks have a causal mask. A classifier may read the text in both directions.",
    ),
    Mistake(
        "transformer_classifier/any-length",
        old="        if ((lengths < 1) | (lengths > t)).any():\n"
        '            raise ValueError(f"lengths: between 1 and {t} tokens are possible")\n',
        new="",
        hint="A text of length 0 is accepted, and its mean is 0/0. The statement asks for a ValueError.",
    ),
]
