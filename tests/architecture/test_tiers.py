"""The fast tier leaves nothing out for ever."""

import importlib.util
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def tiers():
    spec = importlib.util.spec_from_file_location("tiers", ROOT / "tests/conftest.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def item(file: str, number: int, share: int | None):
    mark = None if share is None else SimpleNamespace(args=(share,))
    marks = {"rotates": mark}
    return SimpleNamespace(path=Path(file), nodeid=f"{file}::{number}", get_closest_marker=marks.get)


def test_every_rotating_test_has_its_turn_within_twenty_commits(tiers):
    items = [
        item(f"{file}.py", i, share) for file, share in (("a", 3), ("b", 20), ("c", 7)) for i in range(47)
    ]
    turns = [{i.nodeid for i in tiers.in_turn(items, turn)} for turn in range(131, 131 + tiers.MOST_COMMITS)]
    assert set.union(*turns) == {i.nodeid for i in items}
    for turn in turns:  # and never many of a family at once
        assert {file: sum(t.startswith(file) for t in turn) for file in "abc"} == pytest.approx(
            {"a": 47 / 3, "b": 47 / 20, "c": 47 / 7}, abs=1
        )


def test_other_tests_run_always(tiers):
    items = [item("a.py", i, None) for i in range(9)]
    assert tiers.in_turn(items, 4) == items


def test_nothing_waits_longer(tiers):
    with pytest.raises(AssertionError, match="would leave it out for too long"):
        tiers.in_turn([item("a.py", 0, tiers.MOST_COMMITS + 1)], 0)
