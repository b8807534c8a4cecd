from autograder.suite import Mistake

STATE = "state = self.cell(torch.cat([self.emb(tok), context], dim=1), s)"
SOFTMAX = "shares = torch.softmax(scores.masked_fill(~mask, lowest), dim=1)\n        alpha = shares * mask"
LOGITS = "logits = self.out(torch.cat([state, context], dim=1))"

MISTAKES = [
    Mistake(
        "attention_decoder/query-new",
        old=LOGITS,
        new="scores = self.va(torch.tanh(self.Wa(state)[:, None, :] + self.Ua(h))).squeeze(2)\n"
        "        alpha = torch.softmax(scores.masked_fill(~mask, lowest), dim=1) * mask\n"
        "        context = (alpha[:, :, None] * h).sum(dim=1)\n"
        "        logits = self.out(torch.cat([state, context], dim=1))",
        hint="Your weights and context come from the new state. Here the decoder looks before it moves: the query is the "
        "state that came in.",
    ),
    Mistake(
        "attention_decoder/context-once",
        old="context = (alpha[:, :, None] * h).sum(dim=1)",
        new="context = (alpha[:, :, None] * h).sum(dim=1)\n"
        '        if getattr(self, "first", context[:0]).shape == context.shape:\n'
        "            context = self.first\n        self.first = context.detach()",
        hint="The context of the first step is kept and used again. That is what a decoder without attention does; every "
        "step has to look anew, from its own state.",
    ),
    Mistake(
        "attention_decoder/no-context-out",
        old=LOGITS,
        new="logits = self.out(torch.cat([state, torch.zeros_like(context)], dim=1))",
        hint="The output layer does not see the context. It gets the new state AND what was read.",
    ),
    Mistake(
        "attention_decoder/input-order",
        old=STATE,
        new="state = self.cell(torch.cat([context, self.emb(tok)], dim=1), s)",
        hint="The cell's input is put together in the wrong order: first the embedding of the token, then the context.",
    ),
    Mistake(
        "attention_decoder/mask-ignored",
        old=SOFTMAX,
        new="alpha = torch.softmax(scores, dim=1)",
        hint="Your mask has no effect: the decoder looks at padding.",
    ),
    Mistake(
        "attention_decoder/mask-after",
        old=SOFTMAX,
        new="alpha = torch.softmax(scores, dim=1) * mask",
        hint="You mask the finished weights, and what is left sums to less than 1. Padding must not take part in the softmax.",
    ),
    Mistake(
        "attention_decoder/softmax-batch",
        old=SOFTMAX,
        new="alpha = torch.softmax(scores.masked_fill(~mask, lowest), dim=0) * mask",
        hint="Your softmax runs over the batch. The weights of one sample have to sum to 1 over ITS positions.",
    ),
    Mistake(
        "attention_decoder/nan-row",
        old=SOFTMAX,
        new='alpha = torch.softmax(scores.masked_fill(~mask, float("-inf")), dim=1)',
        hint="A source without any token gives nan: a softmax over nothing but minus infinities. Its weights are to be 0.",
    ),
    Mistake(
        "attention_decoder/out-order",
        old=LOGITS,
        new="logits = self.out(torch.cat([context, state], dim=1))",
        hint="The output layer's input is put together in the wrong order: first the new state, then the context.",
    ),
    Mistake(
        "attention_decoder/detached",
        old=STATE,
        new="context = context.detach()\n        state = self.cell(torch.cat([self.emb(tok), context], dim=1), s)",
        hint="The numbers are right, but the context is cut off from the graph: no gradient reaches the encoder or the "
        "weights of the scores, so the decoder never learns where to look.",
    ),
    Mistake(
        "attention_decoder/biases",
        old="self.Wa = nn.Linear(hidden, hidden, bias=False)",
        new="self.Wa = nn.Linear(hidden, hidden)",
        hint="One of the linear maps in your scores has a bias. Wa, Ua and va are plain matrices.",
    ),
]
