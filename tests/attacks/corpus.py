"""All attacks, in one list."""

from __future__ import annotations

import corpus_answers
import corpus_examiner
import corpus_files
import corpus_machine
import corpus_means
import corpus_outsider
import corpus_python
import corpus_text
import corpus_time
import corpus_trials
import corpus_wire
from attack import Attack

ATTACKS: list[Attack] = [
    attack
    for part in (
        corpus_answers,
        corpus_python,
        corpus_machine,
        corpus_means,
        corpus_wire,
        corpus_time,
        corpus_text,
        corpus_files,
        corpus_examiner,
        corpus_outsider,
        corpus_trials,
    )
    for attack in part.ATTACKS
]
CLASS = [a for a in ATTACKS if not a.slow and not a.stops]
"""One class, graded in one run."""
SLOW = [a for a in ATTACKS if a.slow]
SYSTEM = [a for a in CLASS if a.system]
GRADER_STOPPERS = [a for a in ATTACKS if a.stops == "grader"]
RUN_STOPPERS = [a for a in ATTACKS if a.stops == "run"]
