from autograder.suite import Mistake

CALL = "logits, past = model(new, past)"
DRAWN = "drawn = last.argmax(dim=-1) if u is None else sample_next_token(last, u[:, i], temperature, top_k)"

MISTAKES = [
    Mistake(
        "generate_cached/past-lost",
        old=CALL,
        new="logits, _ = model(new, past)",
        hint="The past is not handed on: after the prompt the model sees nothing but the newest token.",
    ),
    Mistake(
        "generate_cached/everything-again",
        old="new = drawn[:, None]\n        ids = torch.cat([ids, new], dim=1)",
        new="ids = torch.cat([ids, drawn[:, None]], dim=1)\n        new = ids",
        hint="The whole sequence is fed again, on top of the past: the model sees every token several times. Feed "
        "the new one only.",
    ),
    Mistake(
        "generate_cached/no-cache",
        old=CALL,
        new="logits, _ = model(ids)",
        hint="What you write is right, but everything is read anew for each token. The past saves that.",
    ),
    Mistake(
        "generate_cached/first-position",
        old="last = logits[:, -1]",
        new="last = logits[:, 0]",
        hint="You read the logits of the first position. After the prompt that is the wrong one: the last position decides.",
    ),
    Mistake(
        "generate_cached/same-u",
        old=DRAWN,
        new=DRAWN.replace("u[:, i]", "u[:, 0]"),
        hint="All steps use the same random number. Each has its own column of u.",
    ),
    Mistake(
        "generate_cached/only-new",
        old="ids = torch.cat([ids, new], dim=1)\n    return ids",
        new="ids = torch.cat([ids, new], dim=1)\n    return ids[:, -n:]",
        hint="You return what was written without the prompt.",
    ),
    Mistake(
        "generate_cached/temperature-lost",
        old=DRAWN,
        new=DRAWN.replace("temperature, top_k", "1.0, top_k"),
        hint="The temperature has no effect.",
    ),
    Mistake(
        "generate_cached/top-k-lost",
        old=DRAWN,
        new=DRAWN.replace("temperature, top_k", "temperature"),
        hint="top_k has no effect.",
    ),
    Mistake(
        "generate_cached/one-call-more",
        old="ids = torch.cat([ids, new], dim=1)\n    return ids",
        new="ids = torch.cat([ids, new], dim=1)\n    model(new, past)\n    return ids",
        hint="The last token written is fed to the model, though nobody needs its logits.",
    ),
    Mistake(
        "generate_cached/token-by-token-prompt",
        old="    past, new = None, ids\n",
        new="    past, new = None, ids[:, -1:]\n"
        "    for t in range(ids.shape[1] - 1):\n"
        "        _, past = model(ids[:, t : t + 1], past)\n",
        hint="The prompt is fed token by token. One call can read all of it.",
    ),
    Mistake(
        "generate_cached/graph",
        old="        logits, past = model(new, past)\n",
        new="        with torch.enable_grad():\n            logits, past = model(new, past)\n",
        hint="Each call of the model builds a graph that nobody needs.",
    ),
    Mistake(
        "generate_cached/any-u",
        old="    if u is not None and tuple(u.shape) != (len(ids), n):\n"
        '        raise ValueError(f"u: the shape is {tuple(u.shape)}, and not {(len(ids), n)}")\n',
        new="",
        hint="Numbers of another shape are accepted, as long as there are enough of them. The statement asks for a ValueError.",
    ),
]
