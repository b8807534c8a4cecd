from autograder.suite import Mistake

SCORES = "scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])"
BATCH_MASK = (
    "            if mask.ndim == 3:\n"
    "                mask = mask.unsqueeze(1)  # (B, 1, T, S): the head axis is not the batch axis\n"
)
FILL = "scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)"
SOFTMAX = "weights = scores.softmax(dim=-1)"
CLEAR = "weights = weights.masked_fill(~mask, 0.0)"
HEADS = "heads = self.drop(weights) @ v"
RETURN = "return self.o(heads.transpose(1, 2).flatten(2)), weights"

MISTAKES = [
    Mistake(
        "multi_head_attention/mask-per-head",
        old=BATCH_MASK,
        new="",
        hint="A mask of shape (B, T, S) meets scores of shape (B, H, T, S), and broadcasting lines up the last axes: "
        "your samples' masks land on the heads. It raises an error unless B equals H, and then it is silently "
        "wrong: give the mask an axis for the heads.",
    ),
    Mistake(
        "multi_head_attention/dropout-eval",
        old=HEADS,
        new="heads = nn.functional.dropout(weights, self.drop.p) @ v",
        hint="Weights are still dropped after eval(). The function form of dropout knows nothing of the module's mode: "
        "by default it is on.",
    ),
    Mistake(
        "multi_head_attention/dropout-scores",
        old=SOFTMAX,
        new="kept = self.drop(scores)\n        weights, scores = scores.softmax(dim=-1), kept.softmax(dim=-1)",
        also=((HEADS, "heads = scores @ v"),),
        hint="Dropout acts on the scores, before the softmax. A score of 0 is not an attention of 0: the key still "
        "gets weight. Drop the weights themselves.",
    ),
    Mistake(
        "multi_head_attention/dropout-output",
        old=HEADS,
        new="heads = self.drop(weights @ v)",
        hint="Dropout acts on what the heads found. Here it acts one step earlier, on the attention weights.",
    ),
    Mistake(
        "multi_head_attention/no-divide-check",
        old="if d_model % n_heads != 0:",
        new="if n_heads > d_model:",
        hint="A width that the heads do not divide is accepted: the layer is made, and fails later or loses features. "
        "Refuse it in __init__ with a ValueError.",
    ),
    Mistake(
        "multi_head_attention/weights-dropped",
        old=HEADS,
        new="weights = self.drop(weights)\n        heads = weights @ v",
        hint="The weights that you return have been through dropout: in training their rows do not sum to 1. Return "
        "them as they were before.",
    ),
    Mistake(
        "multi_head_attention/scale-model",
        old=SCORES,
        new="scores = q @ k.transpose(-1, -2) / math.sqrt(xq.shape[-1])",
        hint="You divide by the root of d_model. A score is a sum over the features of one head: divide by the root of "
        "one head's width.",
    ),
    Mistake(
        "multi_head_attention/reshape-only",
        old="return x.unflatten(-1, (self.n_heads, -1)).transpose(1, 2)",
        new="return x.reshape(len(x), self.n_heads, x.shape[1], -1)",
        also=((RETURN, "return self.o(heads.reshape(xq.shape)), weights"),),
        hint="Heads are made by a reshape alone, so a head holds pieces of several tokens. Cut every token first, then "
        "move the axis of the heads in front of the tokens.",
    ),
    Mistake(
        "multi_head_attention/no-output-layer",
        old=RETURN,
        new="return heads.transpose(1, 2).flatten(2), weights",
        hint="The layer o is there, but nothing goes through it. Without it no feature of out sees more than one head.",
    ),
    Mistake(
        "multi_head_attention/nan-row",
        old=FILL,
        new='scores = scores.masked_fill(~mask, float("-inf"))',
        also=((CLEAR, "pass"),),
        hint="A query without any allowed key becomes nan: softmax of nothing but minus infinity. Such rows happen "
        "(padding), and one nan spreads through the whole network. Their weights are 0.",
    ),
    Mistake(
        "multi_head_attention/nan-gradient",
        old=FILL,
        new='scores = scores + torch.zeros_like(scores).masked_fill(~mask, float("-inf"))',
        also=((CLEAR, "weights = weights.nan_to_num(0.0)"),),
        hint="Your outputs are right, but gradients become nan: a query without any allowed key is nan after the "
        "softmax, and replacing the nan afterwards hides it in the forward pass only. Keep the softmax itself "
        "from making it.",
    ),
    Mistake(
        "multi_head_attention/bias-ignored",
        old="self.q = nn.Linear(d_model, d_model, bias=bias)\n"
        "        self.k = nn.Linear(d_model, d_model, bias=bias)\n"
        "        self.v = nn.Linear(d_model, d_model, bias=bias)\n"
        "        self.o = nn.Linear(d_model, d_model, bias=bias)",
        new="self.q = nn.Linear(d_model, d_model)\n"
        "        self.k = nn.Linear(d_model, d_model)\n"
        "        self.v = nn.Linear(d_model, d_model)\n"
        "        self.o = nn.Linear(d_model, d_model)",
        hint="The argument bias is not used: your layers always have biases.",
    ),
]
