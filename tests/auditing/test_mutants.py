"""The mutant generator: which edits it makes, where it makes none, and that its ids stay."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from autograder.course.source import ModuleSource
from autograder.mutation.mutants import generate
from autograder.mutation.shapes import ShapeRecorder

TEXT = '''"""A module."""

import numpy as np

LIMIT = 3.0


def f(x, w, eps=1e-5):
    """Returns 1 + 2, says axis=0; a ValueError where that is not finite."""
    # BEGIN
    mu = x.mean(axis=0, keepdims=True)
    var = ((x - mu) ** 2).sum(axis=(0, 1))
    scale = np.sqrt(var + eps)
    y = -x @ w.T
    z = np.where(y > 0, mu, scale)
    if not np.isfinite(z).all():
        raise ValueError("more than 3 + 4")
    total = np.float64(0.5)
    total += np.var(z)
    return _tail(y / scale, z.copy().astype(np.float64)), total


def _tail(a, b):
    return np.maximum(a, 0) + b[1:]


def other(x):
    return x + 1
'''


def mutants(text=TEXT, names=("f",), **options):
    return generate(ModuleSource(Path("m.py"), text), list(names), **options)


@pytest.mark.parametrize(
    ("kind", "edit"),
    [
        ("constant", "eps=1e-5 -> eps=2e-05"),
        ("axis", "x.mean(axis=0, keepdims=True) -> x.mean(axis=1, keepdims=True)"),
        ("axis dropped", "x.mean(axis=0, keepdims=True) -> x.mean(keepdims=True)"),
        ("keepdims", "x.mean(axis=0, keepdims=True) -> x.mean(axis=0)"),
        ("mean/sum", "x.mean(axis=0, keepdims=True) -> x.sum(axis=0, keepdims=True)"),
        ("biased", "x.mean(axis=0, keepdims=True) -> (x.sum(axis=0, keepdims=True) / (len(x) - 1))"),
        ("axis", "((x - mu) ** 2).sum(axis=(0, 1)) -> ((x - mu) ** 2).sum(axis=1)"),
        ("sign", "(x - mu) -> (x + mu)"),
        ("term dropped", "(x - mu) -> (x)"),
        ("power", "((x - mu) ** 2) -> ((x - mu) ** 3)"),
        ("eps dropped", "var + eps -> var"),
        ("eps moved", "np.sqrt(var + eps) -> (np.sqrt(var) + eps)"),
        ("function dropped", "np.sqrt(var + eps) -> (var + eps)"),
        ("sign", "-x -> x"),
        ("operator", "-x @ w.T -> -x * w.T"),
        ("transpose dropped", "w.T -> w"),
        ("comparison", "y > 0 -> y >= 0"),
        ("off by one", "y > 0 -> y > 1"),
        ("swapped", "np.where(y > 0, mu, scale) -> np.where(y > 0, scale, mu)"),
        ("condition", "not np.isfinite(z).all() -> np.isfinite(z).all()"),
        ("sign", "total += np.var(z) -> total -= np.var(z)"),
        ("statement dropped", "total += np.var(z) -> pass"),
        ("biased", "np.var(z) -> np.var(z, ddof=1)"),
        ("var/std", "np.var(z) -> np.std(z)"),
        ("dtype", "np.float64 -> np.float32"),
        ("copy dropped", "z.copy() -> z"),
        ("factor dropped", "y / scale -> y"),
        (
            "swapped",
            "_tail(y / scale, z.copy().astype(np.float64)) -> _tail(z.copy().astype(np.float64), y / scale)",
        ),
    ],
)
def test_an_edit_is_made(kind, edit):
    assert f"f: {kind}: {edit}" in [m.id for m in mutants()]


def test_private_helpers_are_edited_and_neighbours_are_not():
    found = {m.id.partition(":")[0] for m in mutants()}
    assert found == {"f", "_tail"}


def test_docstrings_comments_messages_and_imports_are_left_alone():
    for mutant in mutants():
        for kept in (
            '"""Returns 1 + 2, says axis=0; a ValueError where that is not finite."""',
            "# BEGIN",
            '"more than 3 + 4"',
            "import numpy as np",
            "LIMIT = 3.0",
        ):
            assert kept in mutant.text


def test_every_mutant_is_another_program_with_one_changed_line():
    found = mutants()
    assert len({m.text for m in found}) == len({m.id for m in found}) == len(found) > 40
    for mutant in found:
        compile(mutant.text, "m", "exec")
        lines = mutant.diff(TEXT).splitlines()
        assert len(lines) == 2 and [line[0] for line in lines] == ["-", "+"]
        assert lines[0][1:] == TEXT.splitlines()[mutant.line - 1]


def test_parentheses_keep_an_edit_to_what_it_says():
    text = "def g(a, b, c):\n    return (a * b + c) ** 2\n"
    found = {m.id: m.text for m in mutants(text, ["g"])}
    changed = found["g: term dropped: (a * b + c) -> (a * b)"]
    space: dict = {}
    exec(changed, space)
    assert space["g"](2, 3, 100) == 36


def test_ids_do_not_depend_on_what_stands_elsewhere():
    moved = TEXT.replace("LIMIT = 3.0", "LIMIT = 3.0\n\n\ndef new(x):\n    return x - 1")
    assert [m.id for m in mutants(moved)] == [m.id for m in mutants()]


def test_the_same_edit_twice_has_two_ids():
    found = [m.id for m in mutants("def g(a, b):\n    return (a + b) / (a + b)\n", ["g"])]
    assert "g: sign: (a + b) -> (a - b)" in found and "g: sign: (a + b) -> (a - b) #2" in found


def shapes_of_a_call(text: str) -> dict:
    """In a process of its own, as in an audit: beside other tests, maybe Playwright's greenlets, a profiler hung twice."""
    space: dict = {}
    exec(compile(text, "<trusted>", "exec"), space)
    recorder = ShapeRecorder()
    recorder.record(lambda: space["g"](np.ones(3), np.ones((2, 3)), np.ones(3)))
    return recorder.same()


def test_a_variable_is_taken_for_another_of_its_shape():
    text = "def g(x, w, b):\n    h = x + b\n    return h * w.sum() + len(x)\n"
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as apart:
        same = apart.submit(shapes_of_a_call, text).result(60)
    assert same["g"]["x"] == {"b", "h"} and "w" not in same["g"]
    ids = [m.id for m in mutants(text, ["g"], same_shape=same)]
    assert "g: wrong variable: x + b -> b + b" in ids  # not h: it has no value yet on this line
    assert not any("len(b)" in i for i in ids)  # has the same length: no mistake


def test_what_only_the_students_own_code_sees_is_left_alone():
    text = "def g(x):\n    out = x + 1\n    cache = (x, out * 2)\n    return out, cache\n"
    edited = [m.id for m in mutants(text, ["g"], untold={"cache"})]
    assert edited and not any("out * 2" in i for i in edited)


GUARDED = '''"""A module."""


def told(x, k):
    """Raises a ValueError that names k if k < 2."""
    if k < 2:
        raise ValueError(f"k is {k}")
    return _half(x, k)


def silent(x, k):
    """The k-th part of x."""
    if k < 2:
        raise ValueError(f"k is {k}")
    for name, given in (("x", x), ("k", k)):
        if given < 0:
            raise ValueError(name)
    _check(x, k)
    if x > 5:
        x = 5
    return _half(x, k)


def _check(x, k):
    most = 8 + k
    if x > most:
        raise ValueError("x")


def _half(x, k):
    if x > 7:
        raise ValueError("x")
    return x / k
'''


@pytest.mark.parametrize("act", ["x -= 1.0", "x[0] = 1.0", "x.sort()"])
def test_a_helper_that_also_acts_is_no_guard(act):
    text = f'''def f(x):
    """x, sorted or moved."""
    _act(x)
    return x


def _act(x):
    if x.size > 7:
        raise ValueError("x")
    {act}
'''
    assert [m.id for m in mutants(text)] != []


@pytest.mark.parametrize(
    ("names", "edited"),
    [
        (["told"], {"told: comparison: k < 2", "_half: comparison: x > 7"}),
        (["silent"], {"silent: comparison: x > 5"}),
        (
            ["silent", "told"],
            {
                "told: comparison: k < 2",
                "silent: comparison: x > 5",
                "_check: comparison: x > most",
                "_half: comparison: x > 7",
            },
        ),
    ],
)
def test_a_guard_is_edited_only_where_the_statement_speaks_of_an_exception(names, edited):
    found = {m.id.partition(" -> ")[0] for m in mutants(GUARDED, names) if ": comparison: " in m.id}
    assert found == edited
    if names == ["silent"]:
        assert not [m.id for m in mutants(GUARDED, names, same_shape={"silent": {"x": ["k"], "k": ["x"]}}) if "_check" in m.id]
