"""Is a question fit for an exam? Drawn a thousand times, solved, and looked at from outside, as somebody who guesses would."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from autograder.errors import UserError
from autograder.exams.bank import BankEntry
from autograder.exams.draw import Variant, draw, rng_for
from autograder.exams.judge import judge
from autograder.exams.model import LETTERS
from autograder.exams.notebook import question_markdown

DRAWS = 1000
FEWEST_VARIANTS = {"number": 12, "shape": 8, "choice": 8, "several": 8, "truth": 2, "order": 6, "text": 1}
"""Different variants among the draws, by kind."""
MOST_REDRAWN = 0.75
"""Of the draws, as degenerate: a student's own draw then still succeeds, but for once in ten million."""
MOST_DIGITS_APART = 3
"""Numbers of one question may differ by so many digits: more would make some variants much longer to compute."""
MOST_TELLING = 0.5
"""A rule such as "take the longest" may hit the right choice this often."""
VISIBLE = 1.15
"""A text that is longer by this factor looks longer."""
LEAST_DRAWS_FOR_RULES = 200


@dataclass
class QuestionReport:
    id: str
    kind: str
    draws: int = 0
    variants: int = 0
    redrawn: float = 0.0
    explained: float = 0.0
    """Mean number of wrong answers that have an explanation."""
    problems: list[str] = field(default_factory=list)


def check_question(entry: BankEntry, secret: bytes, draws: int = DRAWS) -> QuestionReport:
    q = entry.question
    found = QuestionReport(q.id, q.kind, draws)
    variants: list[Variant] = []
    for i in range(draws):
        try:
            variants.append(draw(entry, rng_for(secret, "check", q.id, str(i))))
        except UserError as problem:
            found.problems.append(str(problem))
            return found
    found.variants = len({v.code for v in variants})
    found.redrawn = sum(v.draws - 1 for v in variants) / sum(v.draws for v in variants)
    found.explained = sum(len(v.misconceptions) for v in variants) / draws
    found.problems += _problems(entry, secret, variants, found)
    return found


def _problems(entry: BankEntry, secret: bytes, variants: list[Variant], found: QuestionReport) -> list[str]:
    q, draws = entry.question, len(variants)
    problems = []
    if found.variants < min(FEWEST_VARIANTS[q.kind], draws // 4):
        problems.append(f"only {found.variants} different variants in {draws} draws: neighbours would have the same")
    tried = draws / max(1 - found.redrawn, 1e-3)
    if found.redrawn - 3 * math.sqrt(found.redrawn * (1 - found.redrawn) / tried) > MOST_REDRAWN:  # more than chance explains
        problems.append(f"{found.redrawn:.0%} of the draws are degenerate: draw from what makes a question")
    again = draw(entry, rng_for(secret, "check", q.id, "0"))
    if again != variants[0]:
        problems.append("the same seed gave another variant: an expression uses a random number that is not the question's")
    problems += {p for v in variants for p in _of_variant(v)}
    if q.kind == "number":
        problems += _digits(variants)
    if q.kind in ("choice", "truth") and draws >= LEAST_DRAWS_FOR_RULES:
        problems += _telling_rules(variants)
    if q.kind == "number" and not any(v.misconceptions for v in variants):
        problems.append("no wrong answer has an explanation: name an exercise whose mistakes change it, or list wrong ones")
    return problems


def _of_variant(v: Variant) -> list[str]:
    """It can be solved: the key earns all points, no explained mistake does, and nothing looks the same."""
    q = v.question
    problems = []
    if "{=" in question_markdown(v) or "nan" in v.prompt.split():
        problems.append("a placeholder was not filled")
    if q.kind == "text":
        return problems
    if judge(v, _typed_answer(v, v.right)).state != "right":
        problems.append(f"its own answer {v.shown_answer!r} is not judged right")
    for m in v.misconceptions:
        if q.kind in ("number", "shape", "choice") and judge(v, _typed_answer(v, m.key)).share >= 1:
            problems.append(f"a mistake ({m.mistake}) earns all points")
        if not m.because.strip():
            problems.append(f"a wrong answer ({m.mistake}) has no explanation")
    if len(set(v.choices)) < len(v.choices):
        problems.append("two choices are the same")
    return problems


def _typed_answer(v: Variant, key: str) -> Any:
    if v.question.kind == "number":
        return int(key) / 10**v.question.places if v.question.places else int(key)
    if v.question.kind == "shape":
        return tuple(int(n) for n in key.split(",") if n)
    if v.question.kind == "truth":
        return key.startswith("T"), key.partition(":")[2]
    return key


def _digits(variants: list[Variant]) -> list[str]:
    lengths = {max(len(v.right.lstrip("-")), v.question.places + 1) for v in variants}
    if max(lengths) - min(lengths) > MOST_DIGITS_APART:
        return [f"answers have from {min(lengths)} to {max(lengths)} digits: some variants take longer than others"]
    if sum(v.right == "0" for v in variants) > 0.2 * len(variants):
        return ["the answer is 0 in more than a fifth of the draws"]
    return []


def _telling_rules(variants: list[Variant]) -> list[str]:
    """Rules of somebody who knows nothing: take the same letter, the longest, the shortest."""
    right = [LETTERS.index(v.right.rpartition(":")[2]) for v in variants]
    problems = []
    for place, count in Counter(right).items():
        expected = 1 / len(variants[0].choices)
        if count / len(variants) > expected + 0.1:
            problems.append(f"choice {LETTERS[place]} is right in {count / len(variants):.0%} of the draws")
    for word in ("longest", "shortest"):
        hits = 0
        for v, place in zip(variants, right):
            others = [len(text) for text in v.choices]
            own = others.pop(place)
            hits += own > VISIBLE * max(others) if word == "longest" else VISIBLE * own < min(others)
        if hits / len(variants) > MOST_TELLING:
            problems.append(f"the right choice is visibly the {word} one in {hits / len(variants):.0%} of the draws")
    return problems
