"""Reading an answer that a student typed, and the keys that it is compared by. Data only: nothing typed is ever run.

A key is a short text: "14" of the number 14, "3,4" of a shape, "b" of a choice. An answer is right if one of its keys is the
right one. That two answers are the same can therefore be seen from digests alone, which is all that practice questions hold
(`practice.py`).
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable
from typing import Any

MOST_TEXT = 20_000
MOST_PARTS = 200
_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_LARGE = 1e15


class NotReadable(ValueError):
    """The answer is not of the kind that was asked for; the text says what was expected."""


def literal(source: str) -> Any:
    """A Python literal, or sums and products of numbers. NotReadable for anything else; nothing is called or looked up."""
    if len(source) > MOST_TEXT:
        raise NotReadable("it is too long")
    try:
        tree = ast.parse(source.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NotReadable("it is not a number, a text in quotes or a list of them") from None
    if sum(1 for _ in ast.walk(tree)) > MOST_PARTS:
        raise NotReadable("it has too many parts")
    return _value(tree.body)


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float, str, type(None), type(...))):
        return node.value
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return tuple(_value(part) for part in node.elts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        number: int | float = _number(_value(node.operand))
        return -number if isinstance(node.op, ast.USub) else number
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _number(_value(node.left)), _number(_value(node.right))
        if isinstance(node.op, ast.Pow) and (abs(right) > 64 or abs(left) > 1e6):
            raise NotReadable("its numbers are too large")
        try:
            found = _OPERATORS[type(node.op)](left, right)
        except (ArithmeticError, ValueError):
            raise NotReadable("it cannot be computed") from None
        return _number(found)
    raise NotReadable("it is not a number, a text in quotes or a list of them")


def _number(value: Any) -> int | float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < _LARGE:
        raise NotReadable("it is not a number")
    number: int | float = value
    return number


def is_blank(value: Any) -> bool:
    return value is ... or value is None or (isinstance(value, (str, tuple)) and not len(value))


# --- the keys of an answer -----------------------------------------------------------------------------------------


def number_bucket(value: float, places: int) -> int:
    return round(float(value) * float(10**places))


def number_keys(value: Any, places: int, steps: int, unit: str = "") -> list[str]:
    """The nearest first: what is within `steps` of the last decimal is the same number."""
    if isinstance(value, str):
        text = value.strip().replace("−", "-").replace("\u2009", "").replace("_", "")
        text = text.removesuffix(unit).strip() if unit else text
        text = re.sub(r"(?<=\d),(?=\d{3}(?:\D|$))", "", text) if places == 0 else text
        try:
            value = literal(text)
        except NotReadable:
            raise NotReadable("a number is asked for, such as 12 or 0.25") from None
    value = _as_number(value)
    if places == 0 and steps == 0 and abs(value - round(value)) > 1e-6:
        return [f"{value:g}"]  # a number, and none that can be right
    bucket = number_bucket(value, places)
    offsets = [0, *(sign * k for k in range(1, steps + 1) for sign in (1, -1))]
    return [str(bucket + k) for k in offsets]


def _as_number(value: Any) -> float:
    if isinstance(value, tuple) and len(value) == 1:
        value = value[0]
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value) or abs(value) >= _LARGE:
        raise NotReadable("a number is asked for, such as 12 or 0.25")
    return float(value)


def shape_key(value: Any) -> str:
    if isinstance(value, str):
        sizes: Any = (
            tuple(int(n) for n in re.findall(r"\d{1,12}", value)) if re.fullmatch(r"[\s\d,x×()\[\]*]+", value) else None
        )
    else:
        sizes = (value,) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(sizes, tuple) or not all(isinstance(n, int) and not isinstance(n, bool) for n in sizes):
        raise NotReadable("a shape is asked for, such as (3, 4)")
    return ",".join(map(str, sizes))


def letters_of(value: Any, shown: int) -> str:
    """Letters as they were given: "b", "a, c", ("a", "c")."""
    if isinstance(value, tuple) and all(isinstance(part, str) for part in value):
        value = "".join(value)
    if not isinstance(value, str):
        raise NotReadable("letters are asked for, such as 'b'")
    found = re.sub(r"[\s,;.()>\-]", "", value.lower())
    known = "abcdefgh"[:shown]
    if not found or any(letter not in known for letter in found) or len(set(found)) < len(found):
        raise NotReadable(f"letters from {known[0]} to {known[-1]} are asked for, each at most once")
    return found


def truth_key(value: Any, shown: int) -> str:
    """(True, "b") -> "T:b"; also as a text: "true, b"."""
    if isinstance(value, str):
        found = re.fullmatch(r"\(?\s*(true|false|t|f)\b[\s,;:]*['\"]?([a-h]?)['\"]?\s*\)?", value.strip().lower())
        if found is None:
            raise NotReadable("true or false and the letter of the reason are asked for, such as (True, 'b')")
        value = (found[1] in ("true", "t"), found[2])
    if isinstance(value, bool):
        value = (value, "")
    if not (isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], bool) and isinstance(value[1], str)):
        raise NotReadable("true or false and the letter of the reason are asked for, such as (True, 'b')")
    reason = letters_of(value[1], shown) if value[1].strip() else ""
    if len(reason) > 1:
        raise NotReadable("the letter of one reason is asked for, such as (True, 'b')")
    return f"{'T' if value[0] else 'F'}:{reason}"


def answer_keys(kind: str, value: Any, *, places: int = 0, steps: int = 0, unit: str = "", shown: int = 4) -> list[str]:
    """Whole answers that this one is the same as, the nearest first. NotReadable if it is of another kind."""
    if kind == "number":
        return number_keys(value, places, steps, unit)
    if kind == "shape":
        return [shape_key(value)]
    if kind == "truth":
        return [truth_key(value, shown)]
    letters = letters_of(value, shown)
    if kind == "choice" and len(letters) > 1:
        raise NotReadable("one letter is asked for")
    if kind == "order" and len(letters) < shown:
        raise NotReadable(f"all {shown} letters are asked for, in the right order, such as {'abcdefgh'[:shown][::-1]!r}")
    return ["".join(sorted(letters)) if kind == "several" else letters]


def part_keys(kind: str, key: str, shown: int) -> list[str]:
    """What an answer says in its parts: of several choices, whether each was ticked ("b+") or left out ("b-")."""
    if kind == "several":
        return [f"{letter}{'+' if letter in key else '-'}" for letter in "abcdefgh"[:shown]]
    if kind == "truth":
        verdict, _, reason = key.partition(":")
        return [f"{verdict}:", f":{reason}"]
    return []
