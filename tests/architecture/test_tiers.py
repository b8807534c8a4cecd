"""The fast tier fits its budget, and leaves nothing out for ever."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import tiers


def item(file: str, function: str, number: int = 0, **marks):
    """`rotates=3`, `slow=True`, `always=True`."""
    found = {name: SimpleNamespace(args=(value,)) for name, value in marks.items()}
    return SimpleNamespace(nodeid=f"{file}::{function}[{number}]", get_closest_marker=found.get)


def names(items):
    return {each.nodeid for each in items}


def turns(items, known=None, budget=tiers.BUDGET, count=tiers.MOST_COMMITS):
    return [names(tiers.in_turn(items, turn, known, budget)) for turn in range(131, 131 + count)]


def course(exercises: int):
    """Tests as a course of this size has them: some per exercise, some per assignment, some of the framework."""
    items = [item("tests/framework.py", "test_core", i) for i in range(500)]
    items += [item("tests/exercises.py", "test_exercise", i) for i in range(exercises)]
    items += [item("tests/notebooks.py", "test_notebook", i) for i in range(exercises // 25)]
    items += [item("tests/pages.py", f"test_page_{i}") for i in range(30)]
    items += [
        item("tests/smoke.py", "test_otter", always=True),
        item("tests/soak.py", "test_soak", slow=True),
    ]
    known = {
        "tests/exercises.py": {"test_exercise": 4.0},
        "tests/notebooks.py": {"test_notebook": 30.0},
        "tests/pages.py": {"shared": 40.0} | {f"test_page_{i}": 0.2 for i in range(30)},
        "tests/smoke.py": {"test_otter": 20.0},
    }
    return items, known


def cost(chosen, known):
    files = {name.partition("::")[0] for name in chosen}
    seconds = sum(known.get(file, {}).get("shared", 0.0) for file in files)
    for name in chosen:
        file, _, rest = name.partition("::")
        seconds += known.get(file, {}).get(rest.partition("[")[0], 0.0)
    return seconds


@pytest.mark.parametrize("exercises", [150, 300, 700])
def test_everything_has_its_turn_and_every_turn_fits(exercises):
    items, known = course(exercises)
    found = turns(items, known)
    assert set.union(*found) == names(items) - {"tests/soak.py::test_soak[0]"}
    most = max(tiers.BUDGET, 40 + 20 + (4.0 * exercises + 30 * (exercises // 25)) / tiers.MOST_COMMITS + 30)
    assert all(cost(chosen, known) <= most for chosen in found)


def test_what_fits_is_never_left_out():
    items, known = course(20)
    assert all(chosen == names(items) - {"tests/soak.py::test_soak[0]"} for chosen in turns(items, known))


def test_the_quick_and_the_always_run_always():
    items, known = course(700)
    for chosen in turns(items, known):
        assert "tests/smoke.py::test_otter[0]" in chosen
        assert sum(name.startswith("tests/framework.py") for name in chosen) == 500


def test_cases_that_share_something_costly_stay_together():
    items, known = course(300)
    for chosen in turns(items, known):
        assert sum(name.startswith("tests/pages.py") for name in chosen) in (0, 30)


def test_one_in_n_rotates_and_at_least_one_runs():
    items = [item("a.py", "test_a", i, rotates=3) for i in range(47)]
    items += [item("b.py", "test_b", i, rotates=20) for i in range(6)]
    found = turns(items)
    assert set.union(*found) == names(items)
    for chosen in found:
        assert sum(name.startswith("a.py") for name in chosen) in (15, 16)
        assert sum(name.startswith("b.py") for name in chosen) == 1


def test_nothing_waits_longer():
    with pytest.raises(AssertionError, match="would leave it out for too long"):
        tiers.in_turn([item("a.py", "test_a", rotates=tiers.MOST_COMMITS + 1)], 0)


def test_durations_are_recorded_without_noise(tmp_path):
    recorder = tiers.Recorder()
    for when, seconds in (("setup", 3.26), ("call", 2.71), ("call", 0.0001)):
        recorder.pytest_runtest_logreport(SimpleNamespace(nodeid="t.py::test_a[1]", when=when, duration=seconds))
    recorder.pytest_runtest_logreport(SimpleNamespace(nodeid="t.py::test_b", when="call", duration=0.01))
    path = tmp_path / "durations.json"
    tiers.save(path, {"old.py": {"test_c": 9.0}}, set())
    tiers.save(path, recorder.durations(), {"t.py"})
    assert tiers.load(path) == {"old.py": {"test_c": 9.0}, "t.py": {"shared": 3.0, "test_a": 1.0}}


def test_expected_seconds_count_what_is_shared_once_and_by_parts_where_tests_rotate():
    known = {"a.py": {"shared": 10.0, "test_x": 2.0}, "b.py": {"shared": 8.0, "test_y": 1.0}}
    fixed = [item("a.py", "test_x", i) for i in range(3)]
    rotating = [item("b.py", "test_y", i, rotates=4) for i in range(4)]
    everything = [*fixed, *rotating, item("c.py", "test_z")]
    assert tiers.expected_seconds(fixed, everything, known) == 16.0
    assert tiers.expected_seconds(rotating[:1], everything, known) == 3.0
    assert tiers.expected_seconds(everything, everything, known) == 28.0


def test_the_longest_file_begins_first_and_files_stay_in_one_piece():
    known = {"b.py": {"shared": 5.0}, "c.py": {"test_z": 4.0}}
    items = [
        item("a.py", "test_x", 0),
        item("b.py", "test_y"),
        item("c.py", "test_z", 0),
        item("a.py", "test_x", 1),
        item("c.py", "test_z", 1),
    ]
    order = [tiers.file_of(each) for each in tiers.longest_first(items, known)]
    assert order == ["c.py", "c.py", "b.py", "a.py", "a.py"]


def test_a_run_that_is_cut_off_goes_on_with_what_has_not_passed(tmp_path):
    journal = tiers.Journal(tmp_path / "cache/journal.txt")
    journal.begin(resumed=False)
    for name, failed in (("test_a", False), ("test_b", True)):
        for when in ("setup", "call", "teardown"):
            broken = failed and when == "call"
            journal.pytest_runtest_logreport(SimpleNamespace(nodeid=name, when=when, failed=broken, longrepr="E  no\n"))
    again = tiers.Journal(journal.path)
    again.begin(resumed=True)
    assert again.passed() == {"test_a"}
    assert "failed test_b\n    E  no\n" in journal.path.read_text()
    again.begin(resumed=False)
    assert again.passed() == set()
