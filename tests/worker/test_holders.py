"""What holds a function of C: found in modules that were remembered and in those that came later, as a fork needs it."""

from __future__ import annotations

import math
import sys
import types

import pytest

from autograder.worker import forbidden_means, holders


@pytest.fixture
def forgetful(monkeypatch):
    """This process remembers nothing before, and nothing afterwards."""
    monkeypatch.setattr(holders, "_memory", holders.Memory())


def a_module(monkeypatch, name: str, **content) -> types.ModuleType:
    module = types.ModuleType(name)
    vars(module).update(content)
    monkeypatch.setitem(sys.modules, name, module)
    return module


def names_of(found) -> set[tuple[str, str]]:
    return {(space["__name__"], name) for space, name in holders.holders_of(found)}


@pytest.mark.parametrize("remembers", [False, True])
def test_every_name_in_every_module_is_found(monkeypatch, forgetful, remembers):
    a_module(monkeypatch, "before_the_fork", root=math.isqrt, other=math.gcd)
    if remembers:
        holders.remember()
    a_module(monkeypatch, "after_the_fork", also_root=math.isqrt)
    found = names_of(math.isqrt)
    assert {("math", "isqrt"), ("before_the_fork", "root"), ("after_the_fork", "also_root")} <= found
    assert ("before_the_fork", "other") not in found


def test_a_name_that_was_bound_anew_since_is_left_alone(monkeypatch, forgetful):
    module = a_module(monkeypatch, "before_the_fork", root=math.isqrt)
    holders.remember()
    module.root = math.gcd
    assert ("before_the_fork", "root") not in names_of(math.isqrt)


def test_all_modules_are_looked_through_if_the_newest_one_is_gone(monkeypatch, forgetful):
    a_module(monkeypatch, "newest", root=math.isqrt)
    holders.remember()
    monkeypatch.delitem(sys.modules, "newest")
    a_module(monkeypatch, "after_the_fork", also_root=math.isqrt)
    assert ("after_the_fork", "also_root") in names_of(math.isqrt)


def test_what_is_remembered_keeps_no_function(forgetful):
    """Else code could find there what was taken away from it."""
    holders.remember()
    kept = [each for places in holders._memory.places.values() for place in places for each in place]
    assert all(isinstance(each, str | dict) for each in kept)


def test_a_function_of_c_is_refused_under_every_name_and_given_back(monkeypatch, forgetful):
    module = a_module(monkeypatch, "before_the_fork", root=math.isqrt)
    holders.remember()
    undo = forbidden_means.forbid(["math.isqrt"])
    try:
        for call in (math.isqrt, module.root):
            with pytest.raises(forbidden_means.Forbidden):
                call(4)
    finally:
        for each in undo:
            each()
    assert math.isqrt(4) == module.root(4) == 2
