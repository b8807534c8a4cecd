from autograder.suite import Mistake

POP = "(first if len(first) > len(second) else second).pop()"
SEGMENTS = "segments[len(head) : n] = 1"
COPIES = "first, second = list(a), list(b or [])"

MISTAKES = [
    Mistake(
        "bert_input/sep-side",
        old=SEGMENTS,
        new="segments[len(head) - (b is not None) : n] = 1",
        hint="The first separator is in segment 1. It belongs to the sentence before it.",
    ),
    Mistake(
        "bert_input/no-final-sep",
        old="tail = [] if b is None else [*second, sep]",
        new="tail = [] if b is None else [*second]",
        hint="The second sentence has no separator at its end.",
    ),
    Mistake(
        "bert_input/mask-specials",
        old="return ids, segments, np.arange(max_len) < n",
        new="return ids, segments, (np.arange(max_len) < n) & (ids != cls) & (ids != sep)",
        hint="The mask leaves the special tokens out. It is False at the padding only.",
    ),
    Mistake(
        "bert_input/cut-head",
        old=POP,
        new="(first if len(first) > len(second) else second).pop(0)",
        hint="Tokens are cut off at the front. They go from the end.",
    ),
    Mistake(
        "bert_input/pad-one",
        old=SEGMENTS,
        new="segments[len(head) :] = b is not None",
        hint="The padding is in segment 1. It is in segment 0.",
    ),
    Mistake(
        "bert_input/cut-second",
        old=POP,
        new="(second or first).pop()",
        hint="Only the second sentence is cut, as long as anything is left of it. Each time the longer one loses a token.",
    ),
    Mistake(
        "bert_input/ties-first",
        old=POP,
        new="(first if len(first) >= len(second) else second).pop()",
        hint="If both sentences are equally long, you cut the first. The statement cuts the second.",
    ),
    Mistake(
        "bert_input/whole-row-cut",
        old="    while len(first) + len(second) > max_len - specials:\n        " + POP + "\n",
        new="",
        also=(
            ("ids[:n] = head + tail", "ids[:n] = (head + tail)[:max_len]"),
            ("n = len(head) + len(tail)", "n = min(len(head) + len(tail), max_len)"),
        ),
        hint="You cut the finished row at its end, separators included. The sentences are cut before they are put together.",
    ),
    Mistake(
        "bert_input/empty-second",
        old="tail = [] if b is None else [*second, sep]",
        new="tail = [*second, sep] if b else []",
        hint="An empty second sentence is taken for none. An empty list still has its separator.",
    ),
    Mistake(
        "bert_input/in-place",
        old=COPIES,
        new="first, second = a, (b if b is not None else [])",
        hint="The lists that came in are cut. Work on copies: they belong to whoever called you.",
    ),
]
