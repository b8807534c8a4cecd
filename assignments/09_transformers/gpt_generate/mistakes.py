from autograder.suite import Mistake

LOGITS = "logits = model(ids[:, -max_len:])[:, -1]"
NEW = "new = logits.argmax(dim=-1) if u is None else sample_next_token(logits, u[:, i], temperature, top_k)"

MISTAKES = [
    Mistake(
        "gpt_generate/first-position",
        old=LOGITS,
        new="logits = model(ids[:, -max_len:])[:, 0]",
        hint="You read the logits of the first position. The next token stands in those of the last.",
    ),
    Mistake(
        "gpt_generate/no-crop",
        old=LOGITS,
        new="logits = model(ids)[:, -1]",
        hint="The model is fed everything, and fails beyond max_len. It reads the last max_len tokens.",
    ),
    Mistake(
        "gpt_generate/crop-first",
        old=LOGITS,
        new="logits = model(ids[:, :max_len])[:, -1]",
        hint="Beyond max_len the model is fed the FIRST tokens, again and again. It reads the last ones.",
    ),
    Mistake(
        "gpt_generate/same-u",
        old=NEW,
        new=NEW.replace("u[:, i]", "u[:, 0]"),
        hint="All steps use the same random number. Each has its own column of u.",
    ),
    Mistake(
        "gpt_generate/only-new",
        old="model.train(training)\n    return ids",
        new="model.train(training)\n    return ids[:, -n:]",
        hint="You return what was written without the prompt.",
    ),
    Mistake(
        "gpt_generate/shared-row",
        old=NEW,
        new=NEW.replace("u[:, i]", "u[:1, i].expand(len(ids))"),
        hint="All rows use the random number of the first. Each has its own row of u.",
    ),
    Mistake(
        "gpt_generate/temperature-lost",
        old=NEW,
        new=NEW.replace("temperature, top_k", "1.0, top_k"),
        hint="The temperature has no effect.",
    ),
    Mistake(
        "gpt_generate/top-k-lost",
        old=NEW,
        new=NEW.replace("temperature, top_k", "temperature"),
        hint="top_k has no effect.",
    ),
    Mistake(
        "gpt_generate/train-mode",
        old="    model.eval()\n",
        new="",
        hint="A model in training mode writes with dropout. Put it into evaluation mode while it writes.",
    ),
    Mistake(
        "gpt_generate/left-in-eval",
        old="    model.train(training)\n",
        new="",
        hint="Afterwards the model stays in evaluation mode. Put it back into the mode in which it was.",
    ),
    Mistake(
        "gpt_generate/always-train",
        old="    model.train(training)\n",
        new="    model.train()\n",
        hint="Afterwards the model is always in training mode. Put it back into the mode in which it was.",
    ),
    Mistake(
        "gpt_generate/graph",
        old="    with torch.no_grad():\n",
        new="    with torch.enable_grad():\n",
        hint="Each call of the model builds a graph that nobody needs. Switch that off.",
    ),
    Mistake(
        "gpt_generate/short-window",
        old=LOGITS,
        new="logits = model(ids[:, -(max_len - 1) :])[:, -1]",
        hint="The model reads one token less than it could.",
    ),
    Mistake(
        "gpt_generate/any-u",
        old="    if u is not None and tuple(u.shape) != (len(ids), n):\n"
        '        raise ValueError(f"u: the shape is {tuple(u.shape)}, and not {(len(ids), n)}")\n',
        new="",
        hint="Numbers of another shape are accepted, as long as there are enough of them. The statement asks for a ValueError.",
    ),
]
