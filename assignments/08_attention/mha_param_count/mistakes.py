from autograder.suite import Mistake

WIDTH = "width = d_model // n_heads if d_head is None else d_head"
WEIGHTS = "weights = d_model * queries + 2 * d_model * shared + queries * d_model"

MISTAKES = [
    Mistake(
        "mha_param_count/times-heads",
        old=WIDTH,
        new="width = d_model if d_head is None else d_head",
        hint="Every head has the full width of the model in your count. The heads share the width out among "
        "themselves: by default one head has d_model / H features.",
    ),
    Mistake(
        "mha_param_count/three",
        old=WEIGHTS,
        new="weights = d_model * queries + 2 * d_model * shared",
        hint="You count three projections. There is a fourth one, which mixes the heads at the end.",
    ),
    Mistake(
        "mha_param_count/kv-ignored",
        old="groups = n_heads if n_kv is None else n_kv",
        new="groups = n_heads",
        hint="n_kv is not used: keys and values are counted for every query head, although groups of them share one.",
    ),
    Mistake(
        "mha_param_count/bias-once",
        old="biases = queries + 2 * shared + d_model",
        new="biases = d_model",
        hint="You count one bias vector. Each of the four projections has its own, as long as its output is wide.",
    ),
    Mistake(
        "mha_param_count/head-width-ignored",
        old=WIDTH,
        new="width = d_model // n_heads",
        hint="d_head is not used. It need not be d_model / H; then queries are wider or narrower than the tokens.",
    ),
]
