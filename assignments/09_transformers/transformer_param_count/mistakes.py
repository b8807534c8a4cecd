from autograder.suite import Mistake

ATTENTION = "attention = 4 * (d * d + bias * d)"
NETWORK = "network = 2 * d * d_ff + bias * (d_ff + d)"
LAYERS = "layers = enc * (attention + network + 2 * norm) + dec * (2 * attention + network + 3 * norm)"
TABLES = 'tables = vocab * d * (2 if head == "free" else 1) + max_len * d'
MAPS = "maps = width * layers * batch * heads * n * n"
CACHE = "cache = width * layers * batch * n * 2 * shared * (d // heads)"

MISTAKES = [
    Mistake(
        "transformer_param_count/no-output",
        old=ATTENTION,
        new="attention = 3 * (d * d + bias * d)",
        hint="An attention has four matrices: queries, keys, values, and the output.",
    ),
    Mistake(
        "transformer_param_count/no-ln",
        old="norm = 2 * d\n",
        new="norm = 0\n",
        hint="The layer norms are not counted. Each has a scale and a shift for every feature.",
    ),
    Mistake(
        "transformer_param_count/half-ln",
        old="norm = 2 * d\n",
        new="norm = d\n",
        hint="Your layer norms are half as large as they should be: look at what a LayerNorm learns.",
    ),
    Mistake(
        "transformer_param_count/decoder-as-encoder",
        old=LAYERS,
        new="layers = (enc + dec) * (attention + network + 2 * norm)",
        hint="A decoder layer is counted like one of the encoder. It has a second attention and a third norm.",
    ),
    Mistake(
        "transformer_param_count/two-norms",
        old=LAYERS,
        new="layers = enc * (attention + network + 2 * norm) + dec * (2 * attention + network + 2 * norm)",
        hint="A decoder layer has three norms, one for each of its branches.",
    ),
    Mistake(
        "transformer_param_count/ff-once",
        old=NETWORK,
        new="network = d * d_ff + bias * (d_ff + d)",
        hint="The position-wise network has two matrices: one into the hidden layer, and one out of it.",
    ),
    Mistake(
        "transformer_param_count/ff-bias",
        old=NETWORK,
        new="network = 2 * d * d_ff + bias * 2 * d_ff",
        hint="A bias is as long as the output of its layer: the second one of the network has d numbers.",
    ),
    Mistake(
        "transformer_param_count/tied-counted",
        old=TABLES,
        new='tables = vocab * d * (1 if head == "none" else 2) + max_len * d',
        hint="The tied head is counted, although it is the token table itself.",
    ),
    Mistake(
        "transformer_param_count/norms-without-bias",
        old="norm = 2 * d\n",
        new="norm = (1 + bias) * d\n",
        hint="Without biases you count norms without a shift. The argument is about linear layers.",
    ),
    Mistake(
        "transformer_param_count/weights-only",
        old="training = 4 * 4 * params",
        new="training = 4 * params",
        hint="In training there is more than the weights: each has a gradient and two running means.",
    ),
    Mistake(
        "transformer_param_count/one-map",
        old=MAPS,
        new="maps = width * layers * batch * n * n",
        hint="Each head has a map of its own.",
    ),
    Mistake(
        "transformer_param_count/map-width",
        old=MAPS,
        new="maps = width * layers * batch * heads * n * d",
        hint="A map has one number for each PAIR of tokens: n times n.",
    ),
    Mistake(
        "transformer_param_count/keys-only",
        old=CACHE,
        new="cache = width * layers * batch * n * shared * (d // heads)",
        hint="The cache holds keys and values: two vectors for each token.",
    ),
    Mistake(
        "transformer_param_count/not-shared",
        old=CACHE,
        new="cache = width * layers * batch * n * 2 * d",
        hint="kv_heads has no effect on the cache. Shared keys and values are kept once.",
    ),
    Mistake(
        "transformer_param_count/any-head",
        old='    if head not in ("none", "free", "tied"):\n'
        "        raise ValueError(f\"head: {head!r} is none of 'none', 'free' and 'tied'\")\n",
        new="",
        hint="Any word is taken for head. The statement asks for a ValueError.",
    ),
]
