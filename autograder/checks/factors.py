"""What a constant factor probably is: the batch size, a square root of a width, a missing one half."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import combinations

Meaning = tuple[float, str, str]
"""Value, how it is written, and what it suggests (may be empty)."""


def name_factor(factor: float, sizes: Mapping[str, int] | None, rtol: float) -> tuple[str, str] | None:
    """How to write a factor and what it suggests; None if it is not a number with a meaning.

    `factor` is positive. The simplest reading wins, so that 2 is "2" even where some product of sizes is 2,
    and a size of 32 is "32: 32 is the batch size".
    """
    for value, written, hint in _meanings(dict(sizes or {})):
        if abs(factor - value) <= rtol * value:
            return written, hint
    return None


def _meanings(sizes: Mapping[str, int]) -> Iterator[Meaning]:
    usable = {name: n for name, n in sizes.items() if n > 1}
    for name, n in usable.items():
        yield float(n), f"{n}", f"{n} is {name}; is a mean missing, or a sum too many?"
        yield 1 / n, f"1/{n}", f"{n} is {name}; is a sum divided once too often?"
    yield 2.0, "2", "is a factor 1/2 missing, or a 2 too many?"
    yield 0.5, "1/2", "is a factor 2 missing, or a 1/2 too many?"
    for name, n in usable.items():
        yield (
            math.sqrt(n),
            f"the square root of {n}",
            f"{n} is {name}; is a division by its square root missing?",
        )
        yield (
            1 / math.sqrt(n),
            f"1 / sqrt({n})",
            f"{n} is {name}; is the square root divided by once too often?",
        )
        if n > 2:
            pair = f"{n} is {name}; is a variance taken with the wrong one of n and n - 1?"
            yield n / (n - 1), f"{n}/{n - 1}", pair
            yield (n - 1) / n, f"{n - 1}/{n}", pair
            yield math.sqrt(n / (n - 1)), f"sqrt({n}/{n - 1})", pair
            yield math.sqrt((n - 1) / n), f"sqrt({n - 1}/{n})", pair
    for group in [*combinations(usable.items(), 2), *combinations(usable.items(), 3)]:
        product = math.prod(n for _, n in group)
        written = " x ".join(str(n) for _, n in group)
        what = " times ".join(name for name, _ in group)
        yield float(product), written, f"that is {what}; is a mean missing, or a sum too many?"
        yield 1 / product, f"1 / ({written})", f"that is {what}; is a mean taken where a sum is meant?"
    for (name, n), (other, m) in combinations(usable.items(), 2):
        yield n / m, f"{n}/{m}", f"that is {name} over {other}; is one used in place of the other?"
        yield m / n, f"{m}/{n}", f"that is {other} over {name}; is one used in place of the other?"
    for name, n in usable.items():
        yield float(n * n), f"{n} squared", f"{n} is {name}; is a mean missing twice?"
        yield 1 / (n * n), f"1 / {n} squared", f"{n} is {name}; is a mean taken twice?"
    for n in (3, 4, 8, 10, 100):
        yield float(n), f"{n}", ""
        yield 1 / n, f"1/{n}", ""
    for value, written in ((math.sqrt(2), "the square root of 2"), (math.log(2), "ln 2"), (math.pi, "pi")):
        yield value, written, ""
        yield 1 / value, f"1 / {written}", ""
