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
    about above acts added after again against ahead allowed alone along already also always anew another anything apart
    around array arrays arrives asked asks back because becomes before behind being belong belongs below best better between
    beyond both built called came case change changed changes changing choose classic come comes computes could counts
    decides depends differ different differs direct directly divide divided does done down each earlier either element
    elements else ends entries entry equal even every everywhere exceeds finds first fits follows form found four from front
    gets give given gives goes gone gradually greater grow grows half have having here hide hides high holds however
    included input inputs inside into itself just keep keeps kept know known large larger last later lead leads least leave
    leaves left less lies like likely line little look looked looks lost made make makes many more most moves much must name
    names need needed needs neither never next none nothing number numbers occur once only other others otherwise output
    outputs outside over part parts pass passes piece place places possible probable pure raise raises rather reach reached
    reaches read reads respect result results return returned returns right said same says second seen sees serves several
    shape should side since single small smaller some something stand stands starts stay stays still stood stop such take
    taken takes than that their them then there these they thing this those three through times together towards tried under
    until upwards used uses using usual value values vary very want wants ways weaker well went were what whatever when
    whenever where whether which while whole whose wide will wins with within without would write writes written wrong your
    yours numpy torch
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
