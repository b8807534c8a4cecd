"""From a question to one student's variant of it: numbers drawn, answer computed, wrong answers with their explanations.

The seed is HMAC(course secret, exam, student, question): the same student gets the same variant each time, and nobody without
the secret can compute it. A degenerate draw (a condition of the author's does not hold, two choices look alike, an answer is
not a number) is drawn again; `gradmark exam check` shows how often that happens.

Expressions may use what the question drew before, the names of `bank.MATHEMATICS` and `questions.py`, those of the exercise's
reference, and for drawing: `integer(2, 5)`, `integers((2, 3), -3, 3)`, `decimal(0.1, 0.9, 1)`, `decimals((3,), -2, 2, 1)`,
`pick([...])`, `sample([...], k)`.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import warnings
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

import numpy as np

from autograder.errors import UserError
from autograder.exams.answers import number_bucket
from autograder.exams.bank import BankEntry
from autograder.exams.model import LETTERS, PLACEHOLDER, Choice, ExamQuestion

MOST_DRAWS = 60
Rng = np.random.Generator


class Degenerate(Exception):
    """This draw makes no good question; the next one may."""


@dataclass(frozen=True)
class WrongAnswer:
    """A wrong answer, or a part of one, and what somebody who gave it should read."""

    key: str
    because: str
    credit: float = 0.0
    mistake: str = ""
    """Id of the listed mistake that gives this answer; of an author's own wrong answers QUESTION/NUMBER."""
    shown: str = ""


@dataclass(frozen=True)
class Variant:
    """A question as one student sees it, with its key."""

    question: ExamQuestion
    prompt: str
    """Markdown with formulas."""
    statement: str
    """Of true or false: what is to be judged."""
    choices: tuple[str, ...]
    """Choices, reasons or steps, as they are lettered."""
    right: str
    """The key of the right answer (`answers.py`); empty for a text."""
    shown_answer: str
    """The same for people."""
    misconceptions: tuple[WrongAnswer, ...] = ()
    explanation: str = ""
    """What everybody reads who was wrong, where no misconception is known."""
    draws: int = 1

    @property
    def code(self) -> str:
        """Tells variants apart."""
        parts = "\0".join([self.prompt, self.statement, *self.choices, self.right])
        return hashlib.sha256(parts.encode()).hexdigest()[:12]


def rng_for(secret: bytes, *parts: str) -> Rng:
    message = "\0".join(parts).encode()
    return np.random.default_rng(int.from_bytes(hmac.new(secret, message, hashlib.sha256).digest(), "big"))


def exam_variant(entry: BankEntry, secret: bytes, exam: str, student: str) -> Variant:
    return draw(entry, rng_for(secret, "exam", exam, student, entry.question.id))


def draw(entry: BankEntry, rng: Rng) -> Variant:
    why = ""
    for attempt in range(1, MOST_DRAWS + 1):
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                return _draw_once(entry, rng, attempt)
        except Degenerate as reason:
            why = str(reason)
    raise UserError(f"{entry.place}: none of {MOST_DRAWS} draws makes a question; the last one: {why}")


def _draw_once(entry: BankEntry, rng: Rng, attempt: int) -> Variant:
    q = entry.question
    names = {**entry.right, **_drawing(rng)}
    drawn: dict[str, Any] = {}
    for name, spec in q.draw.items():
        drawn[name] = spec[int(rng.integers(len(spec)))] if isinstance(spec, list) else _value(entry, spec, {**names, **drawn})
    names |= drawn
    for condition in q.require:
        if not _value(entry, condition, names):
            raise Degenerate(f"{condition} does not hold")

    def fill(text: str) -> str:
        return PLACEHOLDER.sub(lambda found: show(_value(entry, found[1], names)), text)

    prompt = fill(q.prompt.strip())
    made = _MAKERS[q.kind](entry, drawn, names, fill, rng)
    return Variant(q, prompt, draws=attempt, **{"statement": "", **made})


def _drawing(rng: Rng) -> dict[str, Any]:
    return {
        "rng": rng,
        "integer": lambda low, high: int(rng.integers(low, high + 1)),
        "integers": lambda shape, low, high: rng.integers(low, high + 1, shape).astype(float),
        "decimal": lambda low, high, places: round(float(rng.uniform(low, high)), places),
        "decimals": lambda shape, low, high, places: np.round(rng.uniform(low, high, shape), places) + 0.0,
        "pick": lambda values: values[int(rng.integers(len(values)))],
        "sample": lambda values, k: [values[i] for i in rng.permutation(len(values))[:k]],
    }


@lru_cache(maxsize=4000)
def _compiled(expression: str) -> CodeType:
    return compile(expression.strip(), "<question>", "eval")


def _value(entry: BankEntry, expression: str, names: dict[str, Any]) -> Any:
    try:
        return eval(_compiled(expression), dict(names))
    except Exception as error:
        raise UserError(f"{entry.place}: {expression!r}: {type(error).__name__}: {error}") from None


# --- showing values ---------------------------------------------------------------------------------------------------


def show(value: Any, places: int | None = None) -> str:
    """As it stands in a text: numbers without needless digits, lists with commas, arrays as LaTeX."""
    if isinstance(value, (bool, np.bool_, str)):
        return str(value)
    if isinstance(value, (int, np.integer)):
        return f"{int(value):,}" if abs(int(value)) >= 10_000 else str(int(value))
    if isinstance(value, (float, np.floating)):
        return _float(float(value), places)
    if isinstance(value, np.ndarray):
        return _array(value, places)
    if isinstance(value, tuple):
        return f"({', '.join(show(v, places) for v in value)})"
    if isinstance(value, list):
        return ", ".join(show(v, places) for v in value)
    raise TypeError(f"a {type(value).__name__} cannot be shown")


def _float(value: float, places: int | None) -> str:
    if places is not None:
        text = f"{value:.{places}f}"
        return text.removeprefix("-") if float(text) == 0 else text
    return str(int(value)) if value == int(value) and abs(value) < 1e6 else f"{value:.6g}"


def _array(value: np.ndarray[Any, Any], places: int | None) -> str:
    if value.ndim == 0:
        return show(value.item(), places)
    rows = np.atleast_2d(value)
    if rows.ndim > 2:
        raise TypeError("only vectors and matrices can be shown")
    lines = r" \\ ".join(" & ".join(show(float(v), places) for v in row) for row in rows)
    return rf"\begin{{pmatrix}} {lines} \end{{pmatrix}}"


def choice_text(value: Any, places: int) -> str:
    """A computed choice: all choices of a question in the same format, so that the format tells nothing."""
    plain = _plain(value)
    if isinstance(plain, np.ndarray):
        return f"${show(plain, places)}$"
    if isinstance(plain, (int, float)) and not isinstance(plain, bool):
        return show(round(plain) if places == 0 else float(plain), places)
    return show(plain, places)


def _plain(value: Any) -> Any:
    """Numbers of any library as Python's; whole arrays stay, if they hold numbers."""
    if hasattr(value, "detach"):
        value = value.detach().numpy()
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, (float, np.ndarray)) and not np.all(np.isfinite(value)):
        raise Degenerate("an answer is not a finite number")
    return value


# --- the kinds --------------------------------------------------------------------------------------------------------


def _wrong_values(entry: BankEntry, drawn: dict[str, Any], names: dict[str, Any]) -> list[tuple[Any, WrongAnswer]]:
    """What somebody answers who makes a mistake: the author's first, then those of the exercise that give anything at all."""
    q = entry.question
    found = [
        (_value(entry, w.value, names), WrongAnswer("", w.because, w.credit, f"{q.id}/{number}"))
        for number, w in enumerate(q.wrong, 1)
    ]
    for version in entry.wrong:
        with_mistake = {**version.names, **drawn}
        bare = version.mistake.id.partition("/")[2]
        try:
            value = eval(_compiled(q.answer), with_mistake)
        except Exception:  # a mistake may well fail on these numbers: then nobody answers that
            continue
        found.append((value, WrongAnswer("", version.mistake.hint, q.credit.get(bare, 0.0), version.mistake.id)))
    return found


def _computed_number(entry: BankEntry, drawn: dict[str, Any], names: dict[str, Any], fill: Any, rng: Rng) -> dict[str, Any]:
    q = entry.question
    value = _plain(_value(entry, q.answer, names))
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise UserError(f"{entry.place}: the answer is {value!r}, not a number")
    if q.places == 0 and abs(value - round(value)) > 1e-6:
        raise UserError(f"{entry.place}: the answer {value} is no whole number; say how many places are asked for")
    right = number_bucket(value, q.places)
    known: dict[int, WrongAnswer] = {}
    for given, told in _wrong_values(entry, drawn, names):
        try:
            wrong = _plain(given)
            if isinstance(wrong, (bool, str)) or not math.isfinite(wrong) or abs(wrong) >= 1e15:
                continue
        except (TypeError, Degenerate):
            continue
        bucket = number_bucket(wrong, q.places)
        if abs(bucket - right) <= 2 * q.steps or (q.places == 0 and abs(wrong - round(wrong)) > 1e-6):
            continue
        if all(abs(bucket - other) > 2 * q.steps for other in known):
            shown = _with_unit(choice_text(wrong, q.places), q.unit)
            known[bucket] = WrongAnswer(str(bucket), told.because, told.credit, told.mistake, shown)
    shown_answer = _with_unit(choice_text(value, q.places), q.unit)
    return {"choices": (), "right": str(right), "shown_answer": shown_answer, "misconceptions": tuple(known.values())}


def _with_unit(text: str, unit: str) -> str:
    return f"{text} {unit}".strip()


def _sizes(value: Any) -> tuple[int, ...] | None:
    try:
        return tuple(int(n) for n in value)
    except (TypeError, ValueError):
        return None


def _computed_shape(entry: BankEntry, drawn: dict[str, Any], names: dict[str, Any], fill: Any, rng: Rng) -> dict[str, Any]:
    right = _sizes(_value(entry, entry.question.answer, names))
    if right is None:
        raise UserError(f"{entry.place}: the answer is not a shape")
    known: dict[str, WrongAnswer] = {}
    for given, told in _wrong_values(entry, drawn, names):
        sizes = _sizes(given)
        if sizes is not None and sizes != right:
            key = ",".join(map(str, sizes))
            known.setdefault(key, WrongAnswer(key, told.because, told.credit, told.mistake, show(sizes)))
    key = ",".join(map(str, right))
    return {"choices": (), "right": key, "shown_answer": show(right), "misconceptions": tuple(known.values())}


def _lettered(entries: list[tuple[str, Any]], rng: Rng) -> list[tuple[str, str, Any]]:
    """(letter, text, what it stands for), in an order that tells nothing."""
    return [(LETTERS[place], *entries[int(i)]) for place, i in enumerate(rng.permutation(len(entries)))]


def _computed_choice(entry: BankEntry, drawn: dict[str, Any], names: dict[str, Any], fill: Any, rng: Rng) -> dict[str, Any]:
    q = entry.question
    right = choice_text(_value(entry, q.answer, names), q.places)
    wrong: dict[str, WrongAnswer] = {}
    for value, told in _wrong_values(entry, drawn, names):
        try:
            text = choice_text(value, q.places)
        except (TypeError, Degenerate):
            continue
        if text != right:
            wrong.setdefault(text, told)
    if len(wrong) < q.shown - 1:
        raise Degenerate(f"only {len(wrong)} wrong choices differ from each other and from the right one")
    chosen = [list(wrong.items())[int(i)] for i in rng.permutation(len(wrong))[: q.shown - 1]]
    return _one_of(_lettered([(right, None), *chosen], rng))


def _one_of(lettered: list[tuple[str, str, Any]]) -> dict[str, Any]:
    right = next((letter, text) for letter, text, told in lettered if told is None)
    told = tuple(
        WrongAnswer(letter, told.because, told.credit, told.mistake, f"{letter}: {text}")
        for letter, text, told in lettered
        if told is not None
    )
    texts = tuple(text for _, text, _ in lettered)
    return {"choices": texts, "right": right[0], "shown_answer": f"{right[0]}: {right[1]}", "misconceptions": told}


def _choice(entry: BankEntry, drawn: dict[str, Any], names: dict[str, Any], fill: Any, rng: Rng) -> dict[str, Any]:
    q = entry.question
    if q.is_computed:
        return _computed_choice(entry, drawn, names, fill, rng)
    rights = [c for c in q.choice if c.right]
    wrongs = [c for c in q.choice if not c.right]
    right = rights[int(rng.integers(len(rights)))]
    chosen = [wrongs[int(i)] for i in rng.permutation(len(wrongs))[: q.shown - 1]]
    told = [WrongAnswer("", fill(c.because), 0.0, f"{q.id}/{q.choice.index(c) + 1}") for c in chosen]
    shown = [(fill(right.text), None), *zip([fill(c.text) for c in chosen], told)]
    _refuse_twins([text for text, _ in shown])
    return {**_one_of(_lettered(shown, rng)), "explanation": fill(right.because)}


def _refuse_twins(texts: list[str]) -> None:
    if len(set(texts)) < len(texts):
        raise Degenerate("two choices are the same")


def _several(entry: BankEntry, drawn: dict[str, Any], names: dict[str, Any], fill: Any, rng: Rng) -> dict[str, Any]:
    q = entry.question
    chosen: list[Choice] = [q.choice[int(i)] for i in rng.permutation(len(q.choice))[: q.shown]]
    ticked = sum(c.right for c in chosen)
    if not 0 < ticked < q.shown:
        raise Degenerate("all of the choices are right, or none")
    lettered = [(LETTERS[i], fill(c.text), c) for i, c in enumerate(chosen)]
    _refuse_twins([text for _, text, _ in lettered])
    right = "".join(letter for letter, _, c in lettered if c.right)
    told = tuple(
        WrongAnswer(
            f"{letter}{'-' if c.right else '+'}",
            fill(c.because),
            0.0,
            f"{q.id}/{q.choice.index(c) + 1}",
            f"{'not ' if c.right else ''}{letter}: {text}",
        )
        for letter, text, c in lettered
    )
    texts = tuple(text for _, text, _ in lettered)
    return {"choices": texts, "right": right, "shown_answer": ", ".join(right), "misconceptions": told}


def _truth(entry: BankEntry, drawn: dict[str, Any], names: dict[str, Any], fill: Any, rng: Rng) -> dict[str, Any]:
    q = entry.question
    s = q.statement[int(rng.integers(len(q.statement)))]
    others = [s.not_because[int(i)] for i in rng.permutation(len(s.not_because))[: q.shown - 1]]
    lettered = _lettered([(fill(s.reason), True), *((fill(text), False) for text in others)], rng)
    _refuse_twins([text for _, text, _ in lettered])
    letter, reason = next((letter, text) for letter, text, right in lettered if right)
    word, key = ("True", "T") if s.true else ("False", "F")
    explanation = f"The statement is {word.lower()}. {reason}"
    prompts = {"choices": tuple(text for _, text, _ in lettered), "right": f"{key}:{letter}"}
    number = q.statement.index(s) + 1
    told = [WrongAnswer("F:" if s.true else "T:", explanation, 0.0, f"{q.id}/{number}-verdict", "the other verdict")]
    told += [
        WrongAnswer(f":{other}", explanation, 0.0, f"{q.id}/{number}-reason", f"{other}: {text}")
        for other, text, right in lettered
        if not right
    ]
    return {
        **prompts,
        "shown_answer": f"{word}, {letter}: {reason}",
        "misconceptions": tuple(told),
        "statement": fill(s.text),
        "explanation": explanation,
    }


def _order(entry: BankEntry, drawn: dict[str, Any], names: dict[str, Any], fill: Any, rng: Rng) -> dict[str, Any]:
    q = entry.question
    places = sorted(int(i) for i in rng.permutation(len(q.items))[: q.shown])
    lettered = _lettered([(fill(q.items[i]), i) for i in places], rng)
    right = "".join(letter for letter, _, i in sorted(lettered, key=lambda each: each[2]))
    if right == LETTERS[: q.shown]:
        raise Degenerate("the steps stand in the right order already")
    texts = tuple(text for _, text, _ in lettered)
    return {"choices": texts, "right": right, "shown_answer": ", ".join(right), "explanation": fill(q.because)}


def _text(entry: BankEntry, drawn: dict[str, Any], names: dict[str, Any], fill: Any, rng: Rng) -> dict[str, Any]:
    return {"choices": (), "right": "", "shown_answer": fill(entry.question.rubric.strip())}


_MAKERS = {
    "number": _computed_number,
    "shape": _computed_shape,
    "choice": _choice,
    "several": _several,
    "truth": _truth,
    "order": _order,
    "text": _text,
}
