"""`compare_guess(my_guess, 487, "steps")` in a notebook: a guess beside what came out. Nothing of it is graded."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import Any

from autograder.basics.words import decimal, mark, tr
from autograder.errors import UserError

NOTHING_YET = mark("No guess yet. Write one in the cell above and run both cells again: a wrong guess teaches more than none.")
CLOSE = 0.15
"""A number this near, relative to the truth, is a good guess."""


def compare_guess(guess: Any, truth: Any, unit: str = "", close: float = CLOSE) -> None:
    """Print how a guess compares with the truth: numbers by their ratio, choices by being the same."""
    from autograder.student.checks import find_release

    with suppress(UserError):
        find_release()  # knows the language
    print(comparison(guess, truth, unit, close))


def comparison(guess: Any, truth: Any, unit: str = "", close: float = CLOSE) -> str:
    if guess is ... or guess is None or guess == "":
        return tr(NOTHING_YET)
    if isinstance(truth, str):
        chosen = str(guess).strip()
        same = chosen.casefold() == truth.strip().casefold()
        if same:
            return tr("✔ You chose %(choice)s, and so it is.", choice=chosen)
        return tr("You chose %(choice)s. It is %(truth)s.", choice=chosen, truth=truth)
    try:
        guessed, right = float(guess), float(truth)
    except (TypeError, ValueError):
        return tr("Your guess should be a number here, such as 3 or 0.5, not %(guess)s.", guess=repr(guess))
    words = f" {unit}" if unit else ""
    if not math.isfinite(guessed):
        return tr("You guessed %(guess)s. It is %(truth)s.", guess=f"{guessed:g}", truth=_short(right) + words)
    if abs(guessed - right) <= close * abs(right) or guessed == right:
        return tr("✔ You guessed %(guess)s. It is %(truth)s: a good guess.", guess=_short(guessed) + words, truth=_short(right))
    said = {"guess": _short(guessed) + words, "truth": _short(right)}
    if guessed * right <= 0:
        return tr("You guessed %(guess)s. It is %(truth)s.", **said)
    ratio = right / guessed
    if ratio >= 1:
        return tr("You guessed %(guess)s. It is %(truth)s, %(ratio)s times as much.", **said, ratio=_short(ratio))
    return tr("You guessed %(guess)s. It is %(truth)s, %(ratio)s times less.", **said, ratio=_short(1 / ratio))


def _short(number: float) -> str:
    if number == int(number) and abs(number) < 1e6:
        return str(int(number))
    return decimal(f"{number:.3g}")
