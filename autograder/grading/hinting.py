"""How much a failed test tells about a mistake, and what a student reads where that is little."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import numpy as np

from autograder.course.mistakes import Mistake
from autograder.grading.lazy import numbers_in
from autograder.suites.student import Call

MOST_WORDS = 3
WORD = re.compile(r"[A-Za-z_]\w*")
PLAIN = frozenset(
    """
    about above added after again against allowed along already always another array arrays asked before being belong belongs
    below between called changes comes could counts different divide divided does element elements else entries entry every
    first found gets given gives gradually have having here inputs input into itself keep keeps kept large last leave leaves
    left like made make makes many more most must needs never next nothing number numbers once only other others otherwise
    output outputs over places pure rather reads result results return returned returns right same shape should single small
    some still stop such takes their them then there these they thing this those through times together under until used uses
    using each from than that value values want wants were what when where which while whole with without would your yours
    raise raises
    """.split()
)
"""Words that point at nothing."""


def is_telling(calls: Sequence[Call]) -> bool:
    """Are there answers that another piece of code would hardly give by accident? An error, a flag or zeros are none."""
    return any(_is_telling(array) for call in calls if call.error is None for array in numbers_in(call.result or {}))


def _is_telling(array: np.ndarray) -> bool:
    if array.dtype.kind == "b" or not np.isfinite(array).all():
        return False
    return len(np.unique(array)) > 2 or (array.dtype.kind in "fc" and bool((array != np.round(array)).any()))


def where_to_look(mistake: Mistake, hints: Sequence[str], parameters: Collection[str], stated: str) -> str:
    """Names what a mistake is about and not the mistake, in words that the exercise's own statement uses: parameters
    first, then what sets this hint apart from the others."""
    known, elsewhere = set(WORD.findall(stated)), [set(WORD.findall(h)) for h in hints if h != mistake.hint]
    words = [w for w in dict.fromkeys(WORD.findall(mistake.hint)) if w in parameters or _points(w, known)]
    words.sort(key=lambda w: (w not in parameters, sum(w in other for other in elsewhere)))
    shown: list[str] = []
    for word in words:
        if not any(word.startswith(other) or other.startswith(word) for other in shown):
            shown.append(word)
    if not shown:
        return "It may be a slip that we know, but one failed test is too little to name it. Look at what that test asks for."
    coded = [f"`{word}`" if word in parameters else word for word in shown[:MOST_WORDS]]
    listed = " and ".join([part for part in (", ".join(coded[:-1]), coded[-1]) if part])
    return f"It may have to do with {listed}. Only one failed test says so: look there first, but do not take it for sure."


def _points(word: str, known: Collection[str]) -> bool:
    return word in known and word.islower() and len(word) > 3 and word not in PLAIN
