"""Trusted code in the student's place: the reference, an alternative, a mistake, a mutant."""

from __future__ import annotations

import sys
from functools import lru_cache
from types import CodeType

from autograder.worker.session import Session


def trusted_session(text: str, given: dict[str, str]) -> Session:
    """Runs the text here, and answers for it as a worker would."""
    session = Session()
    session.modules.install({}, given)
    session.statements = [{"label": "<trusted>", "line": 1, "source": text, "name": ""}]
    # Dataclasses look their module up; trusted code stands in for a submission's.
    sys.modules.setdefault(session.module.__name__, session.module)
    exec(_compiled(text), session.namespace)
    session.again = lambda: trusted_session(text, given)
    return session


@lru_cache(maxsize=64)
def _compiled(text: str) -> CodeType:
    return compile(text, "<trusted>", "exec")
