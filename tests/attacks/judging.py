"""What must hold of every attack: marks, secrets, hidden inputs, and the text that people read."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import numpy as np
from attack import FORGED, Attack
from harness import Graded

MOST_TEXT = 200_000
"""Bytes of results.json and of feedback.md: a hand-in must not be able to fill a disk with its notes."""
CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)")
LINK = re.compile(r"(?<!\\)\]\(")


def outcomes(result: dict[str, Any]) -> set[str]:
    """Of what the attack defines: that it defines nothing else is no outcome of it."""
    tests = [t for e in result["exercises"] for t in e["tests"]]
    return {t["outcome"] for t in tests if "is not defined in your submission" not in t["message"]}


def hidden_digits(result: dict[str, Any]) -> list[str]:
    """The digits that `digits(x)` in an attack would show, of every hidden input that was drawn."""
    found = []
    for e in result["exercises"]:
        for t in e["tests"]:
            if e["id"] == "add_one" and t["seed"]:
                first = float(np.random.default_rng(t["seed"]).normal(size=1)[0])
            elif e["id"] == "total" and t["seed"]:
                first = float(np.random.default_rng(t["seed"]).uniform(1.0, 2.0, size=1)[0])
            else:
                continue
            found.append(f"{abs(first):.14f}".split(".")[1][:12])
    return found


def markup_problems(text: str) -> list[str]:
    """What in a Markdown text is more than text."""
    problems = []
    if "<" in text:
        problems.append("an HTML tag")
    controls = {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c != "\n"}
    if controls:
        problems.append(f"control characters {sorted(map(ord, controls))}")
    if any(LINK.search(CODE_SPAN.sub("", line)) for line in text.splitlines()):
        problems.append("a link or an image")
    if sum(line.startswith("# ") for line in text.splitlines()) != 1:
        problems.append("a heading that is not ours")
    return problems


def judge(graded: Graded, attack: Attack) -> list[str]:
    """Everything that went wrong; empty where the attack failed as it must."""
    name = graded.names[attack.name]
    try:
        result = graded.result(name)
    except FileNotFoundError:
        return ["there is no result: the run hung or ended"]
    wrong = []
    if result["score"] > attack.honest + 1e-9:
        wrong.append(f"it got {result['score']} points, its honest part earns {attack.honest}")
    if attack.exact and result["score"] < attack.honest - 1e-9:
        wrong.append(f"its honest part earns {attack.honest} points, it got {result['score']}")
    if attack.outcome and attack.outcome not in outcomes(result):
        wrong.append(f"no test ended with {attack.outcome!r}: {sorted(outcomes(result))}")
    if attack.within and result["timing"]["total"] > attack.within:
        wrong.append(f"it took {result['timing']['total']:.0f} s, more than {attack.within:g}")
    everything = graded.everything_of(name)
    if FORGED in everything:
        wrong.append(f"it got what it tried to get: {everything[everything.index(FORGED) :][:200]}")
    wrong += [f"the canary of the {place} came out" for place, c in graded.target.canaries.items() if c in everything]
    feedback = graded.feedback(name)
    for page in graded.for_the_student(name):
        digits = re.sub(r"[^0-9]", "", page)
        for shown in hidden_digits(result):
            # Ten of the twelve digits, wherever they stand, are more than chance.
            if shown[:10] in digits or shown in page:
                wrong.append("a hidden input stands in the feedback")
    wrong += [f"the feedback holds {problem}" for problem in markup_problems(feedback)]
    if len(everything) > 2 * MOST_TEXT:
        wrong.append(f"{len(everything)} characters were written for it")
    return wrong


def judge_run(graded: Graded, honest_points: float, most_memory: int) -> list[str]:
    """What the class as a whole must show when all is over."""
    wrong = []
    if graded.late:
        wrong.append("the run did not end in time")
    if graded.status != 0:
        wrong.append(f"the run ended with status {graded.status}: {graded.log[-600:]}")
    for name in graded.honest:
        try:
            score = graded.result(name)["score"]
        except FileNotFoundError:
            wrong.append(f"{name} was not graded")
            continue
        if score != honest_points:
            wrong.append(f"{name} got {score} of {honest_points} points")
    if graded.peak > most_memory:
        wrong.append(f"a process grew to {graded.peak} MB")
    for what, left in (
        ("process", graded.left_processes),
        ("file", graded.left_files),
        ("socket", graded.left_sockets),
        ("queue", graded.left_queues),
    ):
        wrong += [f"a {what} was left behind: {each}" for each in left]
    return wrong
