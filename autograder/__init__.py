"""gradmark: an autograded deep-learning course, and the framework under it.

Nothing is imported here: the worker's zygote imports this package too, and must hold
nothing but the worker loop. What a notebook uses is fetched on first use.
"""

from __future__ import annotations

__version__ = "0.1.0"

_NOTEBOOK_NAMES = {
    "check": "autograder.student.notebook",
    "check_stages": "autograder.student.stages",
    "compare_guess": "autograder.student.predictions",
    "quiz": "autograder.student.quiz",
    "gradcheck": "autograder.checks",
    "assert_close": "autograder.checks",
}


def __getattr__(name: str) -> object:
    if name in _NOTEBOOK_NAMES:
        import importlib

        return getattr(importlib.import_module(_NOTEBOOK_NAMES[name]), name)
    raise AttributeError(f"module 'autograder' has no attribute {name!r}")
