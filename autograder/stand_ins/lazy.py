"""Answers that compute nothing: None, zeros, ones, NaN, an input, a copy of it, nothing at all, an exception."""

from __future__ import annotations

import ast

from autograder.course import Exercise
from autograder.course.source import ModuleSource

FIXED = {
    "None": "return None",
    "an empty tuple": "return ()",
    "zero": "return 0.0",
    "the first input": "return args[0] if args else None",
    "an exception": "raise ValueError('no')",
}
"""What needs no look at the right answer."""

SHAPED = {
    "zeros": "_filled(right, lambda v: v * 0)",
    "ones": "_filled(right, lambda v: v * 0 + 1)",
    "NaN": "_filled(right, lambda v: v * float('nan'))",
    "the input of that shape": "_filled(right, lambda v: _like(v, given, False))",
    "a copy of the input of that shape": "_filled(right, lambda v: _like(v, given, True))",
    "all True": "_filled(right, lambda v: v * 0, True)",
}
"""What has the form of the right answer."""

JUDGES = {
    "True": "return True",
    "False": "return False",
    "a coin": "import random; return random.random() < 0.5",
}
"""What a student's test may say without looking at what it tests."""

HELPERS = """

import copy as _copying


def _on_copies(function, args, kwargs):
    # What the right function does to its arguments would be an answer, too.
    return function(*_copying.deepcopy(args), **_copying.deepcopy(kwargs))


def _filled(value, change, flag=False):
    if isinstance(value, (tuple, list)):
        return type(value)(_filled(v, change, flag) for v in value)
    if isinstance(value, dict):
        return {k: _filled(v, change, flag) for k, v in value.items()}
    if hasattr(value, "__next__"):
        return (_filled(v, change, flag) for v in value)
    if isinstance(value, bool):
        return flag
    if "bool" in str(getattr(value, "dtype", "")):
        return (value | True) if flag else (value & False)
    if isinstance(value, (int, float)) or hasattr(value, "dtype"):
        return change(value)
    return None


def _like(value, given, copy):
    for v in given:
        if getattr(v, "shape", None) == getattr(value, "shape", None) and type(v) is type(value):
            return v + 0 if copy else v
    return value * 0
"""

FUNCTION = """

def {name}(*args, **kwargs):
    {body}
"""

SHAPED_FUNCTION = """

_right_{name} = {name}


def {name}(*args, **kwargs):
    right, given = _on_copies(_right_{name}, args, kwargs), [*args, *kwargs.values()]
    return {change}
"""

CLASS = """

class {name}:
    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, *args, **kwargs):
        {body}

    def __getattr__(self, attribute):
        def method(*args, **kwargs):
            {body}
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        return method
"""

SHAPED_CLASS = """

class {name}({name}):
    pass


def _lazily(method):
    def {name}_method(self, *args, **kwargs):
        right, given = _on_copies(method, (self, *args), kwargs), [*args, *kwargs.values()]
        return {change}
    return {name}_method


for _method in {methods}:
    setattr({name}, _method, _lazily(getattr({name}, _method)))
"""

KEPT_METHODS = ("__init__", "__new__", "__post_init__", "__getattr__", "__setattr__", "__repr__", "__str__", "__hash__")
"""They give no answer, and without them there would be no object to ask."""


def lazy(source: ModuleSource, exercise: Exercise) -> dict[str, str]:
    """Name -> module text. Where the reference takes long, nothing is asked of it."""
    found = {}
    for label, body in (FIXED | JUDGES if exercise.is_test else FIXED).items():
        texts = [(CLASS if _is_class(source, name) else FUNCTION).format(name=name, body=body) for name in exercise.names]
        found[label] = "".join([source.text, *texts])
    for label, change in SHAPED.items() if is_quick(exercise) else ():
        texts = [
            SHAPED_CLASS.format(name=name, change=change, methods=_methods(source, name))
            if _is_class(source, name)
            else SHAPED_FUNCTION.format(name=name, change=change)
            for name in exercise.names
        ]
        found[label] = "".join([source.text, HELPERS, *texts])
    return found


def is_quick(exercise: Exercise) -> bool:
    """No training, and no more time than usual."""
    return not exercise.training and exercise.seconds <= type(exercise).model_fields["seconds"].default


def _is_class(source: ModuleSource, name: str) -> bool:
    return isinstance(source.definition(name), ast.ClassDef)


def _methods(source: ModuleSource, name: str) -> list[str]:
    body = source.definition(name).body
    own = [n.name for n in body if isinstance(n, ast.FunctionDef)]
    return [n for n in own if not n.startswith("_") or (n.endswith("__") and n not in KEPT_METHODS)]
