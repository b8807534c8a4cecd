"""All attacks, in one list.."""

from __future__ import annotations

import corpus_answers
import corpus_files
import corpus_machine
import corpus_python
import corpus_text
import corpus_time
import corpus_wire
from attack import Attack

ATTACKS: list[Attack] = [
    attack
    for part in (
        corpus_answers,
        corpus_python,
        corpus_machine,
        corpus_wire,
        corpus_time,
        corpus_text,
        corpus_files,
    )
    for attack in part.ATTACKS
]
FAST = [a for a in ATTACKS if not a.slow]
SYSTEM = [a for a in FAST if a.system]
