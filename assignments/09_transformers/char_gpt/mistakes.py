from autograder.suite import Mistake

SCORES = "scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])"
AHEAD = "ahead = torch.ones(new, total, dtype=torch.bool, device=x.device).triu(total - new + 1)"
CAT = "k, v = torch.cat([past[0], k], dim=2), torch.cat([past[1], v], dim=2)"
OUT = "return self.o((weights @ v).transpose(1, 2).flatten(2)), (k, v)"
SUM = "x = self.tok(ids) + self.pos.weight[start : start + ids.shape[1]]"
LOGITS = "return self.head(self.ln(x)), kept"

MISTAKES = [
    Mistake(
        "char_gpt/no-causal",
        old=AHEAD,
        new="ahead = torch.zeros(new, total, dtype=torch.bool, device=x.device)",
        hint="There is no causal mask: tokens see what comes after them.",
    ),
    Mistake(
        "char_gpt/mask-without-past",
        old=AHEAD,
        new="ahead = torch.ones(new, total, dtype=torch.bool, device=x.device).triu(1)",
        hint="With a past, the new tokens see only a part of it: your mask lines the first query up with the first "
        "key. It is the last ones of both that belong together.",
    ),
    Mistake(
        "char_gpt/mask-none-with-past",
        old=AHEAD,
        new="ahead = torch.ones(new, total, dtype=torch.bool, device=x.device).triu(total - new + 1) & (past is None)",
        hint="With a past there is no mask any more. That is right for a single new token, and wrong for several: "
        "they would see each other's future.",
    ),
    Mistake(
        "char_gpt/strict",
        old=AHEAD,
        new="ahead = torch.ones(new, total, dtype=torch.bool, device=x.device).triu(total - new)\n        ahead[0, 0] = False",
        hint="A token does not see itself. It sees all tokens up to and with its own.",
    ),
    Mistake(
        "char_gpt/scale-model",
        old=SCORES,
        new="scores = q @ k.transpose(-1, -2) / math.sqrt(x.shape[-1])",
        hint="The scores are divided by the root of d. Each head has a width of d / heads.",
    ),
    Mistake(
        "char_gpt/no-scale",
        old=SCORES,
        new="scores = q @ k.transpose(-1, -2)",
        hint="The scores are not divided by the root of the heads' width.",
    ),
    Mistake(
        "char_gpt/newest-first",
        old=CAT,
        new="k, v = torch.cat([k, past[0]], dim=2), torch.cat([v, past[1]], dim=2)",
        hint="The new keys stand before the old ones. The past is kept oldest first.",
    ),
    Mistake(
        "char_gpt/past-new-only",
        old=OUT,
        new="return self.o((weights @ v).transpose(1, 2).flatten(2)), (k[:, :, -new:], v[:, :, -new:])",
        hint="The past that you return has the newest tokens only. It holds all tokens so far.",
    ),
    Mistake(
        "char_gpt/heads-mixed",
        old=OUT,
        new="return self.o((weights @ v).reshape(x.shape)), (k, v)",
        hint="The heads are put together in the wrong order: their axis has to move behind the tokens before the "
        "last two are joined.",
    ),
    Mistake(
        "char_gpt/positions-restart",
        old=SUM,
        new="x = self.tok(ids) + self.pos.weight[: ids.shape[1]]",
        hint="With a past, positions start at 0 again. They go on where the past ends.",
    ),
    Mistake(
        "char_gpt/no-positions",
        old=SUM,
        new="x = self.tok(ids)",
        hint="The positions are not added.",
    ),
    Mistake(
        "char_gpt/no-final-norm",
        old=LOGITS,
        new="return self.head(x), kept",
        hint="The last norm is not used.",
    ),
    Mistake(
        "char_gpt/shared-past",
        old="None if past is None else past[i])",
        new="None if past is None else past[0])",
        hint="All blocks read the past of the first. Each block has keys and values of its own.",
    ),
    Mistake(
        "char_gpt/tied",
        old="        self.head = nn.Linear(d, vocab, bias=False)\n",
        new="",
        also=((LOGITS, "return self.ln(x) @ self.tok.weight.T, kept"),),
        hint="The logits are made with the table of the tokens. Here the head has a matrix of its own.",
    ),
    Mistake(
        "char_gpt/head-bias",
        old="self.head = nn.Linear(d, vocab, bias=False)",
        new="self.head = nn.Linear(d, vocab)",
        hint="The head has a bias. It is a matrix only.",
    ),
    Mistake(
        "char_gpt/second-skip",
        old='x = x + block["ff2"](F.gelu(block["ff1"](block["ln2"](x))))',
        new='x = block["ff2"](F.gelu(block["ff1"](block["ln2"](x))))',
        hint="There is no way around the position-wise network.",
    ),
    Mistake(
        "char_gpt/past-uncounted",
        old="if start + ids.shape[1] > self.pos.num_embeddings:",
        new="if ids.shape[1] > self.pos.num_embeddings:",
        hint="You compare only the new tokens with max_len. The past counts as well.",
    ),
]
