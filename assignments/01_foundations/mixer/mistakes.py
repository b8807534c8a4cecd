from autograder.suite import Mistake

TOKENS = "x = x + self.mix_tokens(self.norm_t(x).transpose(1, 2)).transpose(1, 2)"
FEATURES = "return x + self.mix_features(self.norm_d(x))"

MISTAKES = [
    Mistake(
        "mlp_mixer_block/same-axis",
        old=TOKENS,
        new="x = x + self.mix_tokens(self.norm_t(x))",
        also=(
            (
                "nn.Sequential(nn.Linear(tokens, hidden_t), nn.GELU(), nn.Linear(hidden_t, tokens))",
                "nn.Sequential(nn.Linear(dim, hidden_t), nn.GELU(), nn.Linear(hidden_t, dim))",
            ),
        ),
        hint="Both of your MLPs work along the features, so no token hears of another. The first one works along the "
        "tokens: exchange the axes before it.",
    ),
    Mistake(
        "mlp_mixer_block/no-transpose-back",
        old=TOKENS,
        new="x = x + self.mix_tokens(self.norm_t(x).transpose(1, 2)).reshape(x.shape)",
        hint="After the MLP of the tokens the axes are still exchanged. reshape does not exchange them back: it reads the "
        "numbers in another order.",
    ),
    Mistake(
        "mlp_mixer_block/no-skip",
        old=TOKENS,
        new="x = self.mix_tokens(self.norm_t(x).transpose(1, 2)).transpose(1, 2)",
        also=((FEATURES, "return self.mix_features(self.norm_d(x))"),),
        hint="The skip connections are missing: what an MLP gives is added to x.",
    ),
    Mistake(
        "mlp_mixer_block/norm-axis",
        old=TOKENS,
        new="x = x + self.mix_tokens(self.norm_t(nn.functional.layer_norm(x.transpose(1, 2), x.shape[1:2]).transpose(1, 2) * 0 "
        "+ (x - x.mean(1, keepdim=True)) / (x.var(1, unbiased=False, keepdim=True) + 1e-5).sqrt())"
        ".transpose(1, 2)).transpose(1, 2)",
        hint="You normalise over the tokens first. Layer normalisation here is over the features of each token.",
    ),
    Mistake(
        "mlp_mixer_block/pre-add",
        old=TOKENS,
        new="x = self.norm_t(x + self.mix_tokens(x.transpose(1, 2)).transpose(1, 2))",
        also=((FEATURES, "return self.norm_d(x + self.mix_features(x))"),),
        hint="You normalise after the sum. Here normalisation comes first, inside the branch, and the skip connection "
        "passes x on untouched.",
    ),
]
