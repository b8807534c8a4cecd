from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "train_seq2seq_reverse/no-shift",
        old="dec_in = torch.cat([torch.full((n, 1), bos), tgt], dim=1)",
        new="dec_in = torch.cat([tgt, torch.full((n, 1), eos)], dim=1)",
        hint="Your decoder reads the token that it is to predict, so the loss becomes perfect and nothing is "
        "learned. On its own it cannot translate a single word: its input has to be one step behind the "
        "target.",
    ),
    Mistake(
        "train_seq2seq_reverse/no-context",
        old="logits = model(src, lengths, dec_in)\n    loss",
        new="logits = model(torch.zeros_like(src), lengths, dec_in)\n    loss",
        hint="The decoder is trained without the source: it learns which words are frequent, not what the sentence "
        "says. The source has to reach the model in every step.",
    ),
    Mistake(
        "train_seq2seq_reverse/encoder-detached",
        old="optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)",
        new="trained = [*model.tgt_emb.parameters(), *model.decoder.parameters(), *model.out.parameters()]\n"
        "    optimizer = torch.optim.Adam(trained, lr=5e-3)",
        hint="The encoder's weights stay as they were drawn. A random encoder keeps enough of the source to get "
        "far, which hides it; all parameters belong into the optimizer.",
    ),
    Mistake(
        "train_seq2seq_reverse/not-reversed",
        old="tgt = mapping[src].flip(1)",
        new="tgt = mapping[src]",
        hint="Your targets have the words in the order of the source. In the target language the order is reversed.",
    ),
    Mistake(
        "train_seq2seq_reverse/no-zero-grad",
        old="    optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches are still in the .grad fields: backward adds to what it finds there.",
    ),
    Mistake(
        "train_seq2seq_reverse/eos-not-learned",
        old="loss = F.cross_entropy(logits.flatten(0, 1), target.flatten())",
        new="loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), target[:, :-1].flatten())",
        hint="The last prediction, eos, is left out of the loss, so the model never learns when to stop.",
    ),
    Mistake(
        "train_seq2seq_reverse/no-feedback",
        old="dec_in = torch.cat([dec_in, best[:, None]], dim=1)",
        new="dec_in = torch.cat([torch.full((len(src), 1), bos), dec_in[:, 1:], best[:, None] * 0 + bos], dim=1)",
        also=(
            (
                "dec_in = torch.full((len(src), 1), bos)\n",
                "dec_in, tokens = torch.full((len(src), 1), bos), []\n",
            ),
            (
                "best = logits[:, -1].argmax(dim=1)",
                "best = logits[:, -1].argmax(dim=1)\n            tokens.append(best)",
            ),
            ("return dec_in[:, 1:]", "return torch.stack(tokens, dim=1)"),
        ),
        hint="When it translates, your decoder reads bos at every step. What it has put out has to be fed back, or "
        "it does not know how far it has got.",
    ),
    Mistake(
        "train_seq2seq_reverse/first-step-logits",
        old="best = logits[:, -1].argmax(dim=1)",
        new="best = logits[:, 0].argmax(dim=1)",
        hint="You read the next token from the logits of the first step, so it is the same token again and again. "
        "The logits of the last step are those of the next token.",
    ),
    Mistake(
        "train_seq2seq_reverse/small-batch",
        old="src = torch.randint(0, v, (64, 5))",
        new="src = torch.randint(0, v, (16, 5))",
        hint="A batch has fewer than 64 sources. Each gradient is then noisier than the recipe intends.",
    ),
    Mistake(
        "train_seq2seq_reverse/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="The seed decides nothing: the same call gives another run each time.",
    ),
]
