"""Questions to practise with, on a student's own machine: drawn beforehand, with answers that can be recognised and not read.

A student must not get references, so variants cannot be drawn there. A release therefore comes with a few dozen variants of
each question, from a seed of its own (no exam has it). Of an answer the file holds a salted digest. What somebody reads who
gave a wrong answer is sealed with that very answer: to read the explanation of a mistake one has to make it. This keeps the eye
from straying, and no more: whoever reads this code, or tries out all small numbers, finds the answer of a practice question and
the explanations of its mistakes. That tells nothing about an exam, and nothing about a hidden test.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from autograder.exams.answers import NotReadable, answer_keys, part_keys
from autograder.exams.bank import BankEntry
from autograder.exams.draw import Variant, draw, rng_for
from autograder.exams.notebook import asked_for, question_markdown

SCHEMA = 1
FILE = "practice.quiz"
"""In the folder of a release."""
VARIANTS = 24
GIVE_UP = "give up"


def practice_file(entries: Iterable[BankEntry], secret: bytes, count: int = VARIANTS) -> str:
    """The same course gives the same text."""
    questions = {}
    for entry in entries:
        q = entry.question
        if not q.practice or q.kind == "text":
            continue
        drawn: dict[str, Variant] = {}
        for number in range(count):
            variant = draw(entry, rng_for(secret, "practice", q.id, str(number)))
            drawn.setdefault(variant.code, variant)
        salts = rng_for(secret, "salts", q.id)
        questions[q.id] = {
            "title": q.name,
            "kind": q.kind,
            "places": q.places,
            "steps": q.steps,
            "unit": q.unit,
            "variants": [_packed(variant, salts.bytes(12)) for variant in drawn.values()],
        }
    return json.dumps({"schema": SCHEMA, "questions": questions}, ensure_ascii=False) + "\n"


def _packed(variant: Variant, salt: bytes) -> dict[str, Any]:
    sealed = {_token(salt, m.key): _seal(salt, m.key, m.because) for m in variant.misconceptions}
    return {
        "salt": salt.hex(),
        "asked": question_markdown(variant),
        "asked_for": asked_for(variant),
        "shown": len(variant.choices) or variant.question.shown,
        "right": _token(salt, variant.right),
        "sealed": sealed,
        "otherwise": _seal(salt, GIVE_UP, variant.explanation),
        "answer": _seal(salt, GIVE_UP, variant.shown_answer),
    }


def _token(salt: bytes, key: str) -> str:
    return hashlib.sha256(salt + b"\0" + key.encode()).hexdigest()[:24]


def _seal(salt: bytes, key: str, text: str) -> str:
    """Readable with the key only."""
    data = text.encode()
    stream = hashlib.shake_256(b"seal\0" + salt + b"\0" + key.encode()).digest(len(data))
    return base64.b64encode(bytes(a ^ b for a, b in zip(data, stream))).decode()


def _open(salt: bytes, key: str, sealed: str) -> str:
    data = base64.b64decode(sealed)
    stream = hashlib.shake_256(b"seal\0" + salt + b"\0" + key.encode()).digest(len(data))
    return bytes(a ^ b for a, b in zip(data, stream)).decode()


def judged_practice(question: Mapping[str, Any], variant: Mapping[str, Any], value: Any) -> tuple[bool, list[str]]:
    """Whether it is right, and what to read if not. NotReadable if the answer is of another kind."""
    kind, salt, shown = question["kind"], bytes.fromhex(variant["salt"]), variant["shown"]
    if isinstance(value, (list, set)):
        value = tuple(value)
    keys = answer_keys(kind, value, places=question["places"], steps=question["steps"], unit=question["unit"], shown=shown)
    if any(_token(salt, key) == variant["right"] for key in keys):
        return True, []
    said = []
    for key in [*keys, *part_keys(kind, keys[0], shown)]:
        sealed = variant["sealed"].get(_token(salt, key))
        if sealed is not None:
            said.append(_open(salt, key, sealed))
    return False, list(dict.fromkeys(said))


def given_up(variant: Mapping[str, Any]) -> tuple[str, str]:
    """The answer, and why."""
    salt = bytes.fromhex(variant["salt"])
    return _open(salt, GIVE_UP, variant["answer"]), _open(salt, GIVE_UP, variant["otherwise"])


__all__ = ["FILE", "GIVE_UP", "NotReadable", "given_up", "judged_practice", "practice_file"]
