"""The attack corpus: each ends without marks, without a secret, without harm to the next hand-in, and in time."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import corpus
import corpus_machine
import pytest
from attack import TOOLS, Attack
from course import make_target
from harness import REPOSITORY, Graded, new_folder, run
from judging import judge, judge_run
from run_class import starting_points

HONEST_POINTS = 6.0
NUMPY_ONLY = ["double", "apply_twice", "make_adder", "count_positive", "add_one"]
STARTS = ("as_ordinary_user", "in_a_container")
MOST_MEMORY = 3000
"""Megabytes: what the largest reply may cost a grader, a few copies of it included."""


def by_name(attacks: list[Attack]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("attack", attacks, ids=[a.name for a in attacks])


def graded_class(attacks: list[Attack], start: str = "as_root", timeout: float = 900, **more: object) -> Iterator[Graded]:
    if start != "as_root":
        need(start)
    root = new_folder(start)
    try:
        yield run(attacks, start=start, root=root, timeout=timeout, **more)  # type: ignore[arg-type]
    finally:
        shutil.rmtree(root, ignore_errors=True)


def need(start: str) -> None:
    import os

    if os.geteuid() != 0:
        pytest.skip("needs root: an ordinary user is what these tests run as already")
    starting_points().need_full_root()


# --- as whoever runs the tests ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def graded(request: pytest.FixtureRequest) -> Iterator[Graded]:
    """The class of those attacks whose turn it is, of every family some."""
    yield from graded_class(chosen(request, "test_attack") or corpus.CLASS)


def chosen(request: pytest.FixtureRequest, test: str) -> list[Attack]:
    """The attacks with which this test is going to run."""
    own = [i for i in request.session.items if i.path == request.path and getattr(i, "originalname", "") == test]
    return [item.callspec.params["attack"] for item in own]  # type: ignore[attr-defined]


@pytest.mark.rotates(4)
@by_name(corpus.CLASS)
def test_attack(graded: Graded, attack: Attack) -> None:
    assert judge(graded, attack) == [], attack.tries


def test_the_class_was_graded_and_nothing_is_left(graded: Graded) -> None:
    assert judge_run(graded, HONEST_POINTS, MOST_MEMORY) == []


def test_every_attack_and_every_honest_hand_in_has_a_row(graded: Graded) -> None:
    rows = (graded.target.out / "grades.csv").read_text().splitlines()
    names = {row.split(",")[0] for row in rows[1:]}
    assert set(graded.names.values()) | set(graded.honest) <= names


@pytest.fixture(scope="module")
def stopped(request: pytest.FixtureRequest) -> Iterator[Graded]:
    """A grader each: where one hangs, the others still show what they do."""
    stoppers = chosen(request, "test_attack_on_a_grader") or corpus.GRADER_STOPPERS
    yield from graded_class(stoppers, timeout=300, jobs=len(stoppers) + 2, only=NUMPY_ONLY, every=100)


@pytest.mark.rotates(4)
@by_name(corpus.GRADER_STOPPERS)
def test_attack_on_a_grader(stopped: Graded, attack: Attack) -> None:
    assert judge(stopped, attack) == [], attack.tries


def test_no_grader_hung_or_swelled(stopped: Graded) -> None:
    assert judge_run(stopped, 4.0, MOST_MEMORY) == []


@pytest.mark.rotates(4)
@by_name(corpus.RUN_STOPPERS)
def test_attack_on_the_run(attack: Attack) -> None:
    for graded in graded_class([attack], timeout=60, jobs=1, only=NUMPY_ONLY):
        assert judge_run(graded, 4.0, MOST_MEMORY) == [], attack.tries
        assert judge(graded, attack) == [], attack.tries


# --- the slow part ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def graded_slowly() -> Iterator[Graded]:
    yield from graded_class(corpus.SLOW, timeout=1500)


@pytest.mark.slow
@by_name(corpus.SLOW)
def test_slow_attack(graded_slowly: Graded, attack: Attack) -> None:
    assert judge(graded_slowly, attack) == [], attack.tries


@pytest.mark.slow
def test_the_slow_class_was_graded_and_nothing_is_left(graded_slowly: Graded) -> None:
    assert judge_run(graded_slowly, HONEST_POINTS, MOST_MEMORY) == []


# --- as another user, and as in a container --------------------------------------------------------------------


@pytest.mark.parametrize("start", STARTS)
def test_attacks_on_the_machine_from_elsewhere(start: str) -> None:
    only = [*NUMPY_ONLY]
    for graded in graded_class(corpus.SYSTEM, start, timeout=240, only=only):
        wrong = judge_run(graded, 4.0, MOST_MEMORY)
        wrong += [f"{a.name}: {each}" for a in corpus.SYSTEM for each in judge(graded, a)]
        assert not wrong, "\n".join(wrong)
        assert_started_as(graded, start)


@pytest.mark.slow
@pytest.mark.parametrize("start", STARTS)
def test_the_whole_corpus_from_elsewhere(start: str) -> None:
    for graded in graded_class(corpus.CLASS, start, timeout=1500):
        wrong = judge_run(graded, HONEST_POINTS, MOST_MEMORY)
        wrong += [f"{a.name}: {each}" for a in corpus.CLASS for each in judge(graded, a)]
        assert not wrong, "\n".join(wrong)
        assert_started_as(graded, start)


def assert_started_as(graded: Graded, start: str) -> None:
    """That the run was what it says: else it would prove nothing new."""
    owner = (graded.target.out / "run.db").stat().st_uid
    levels = {graded.result(name)["isolation"] for name in graded.honest}
    if start == "as_ordinary_user":
        assert owner == 65534
    else:
        assert levels == {"standard"}


# --- controls: the corpus can see what it looks for -------------------------------------------------------------


def test_there_are_enough_attacks_and_each_says_what_it_tries() -> None:
    names = [a.name for a in corpus.ATTACKS]
    assert len(names) == len(set(names)) >= 80
    assert all(a.tries and a.tries[0].islower() and not a.tries.endswith(".") for a in corpus.ATTACKS)


def test_unjailed_the_readers_find_every_canary(tmp_path: Path) -> None:
    """The very code of the attacks, run where nothing holds it back."""
    target = make_target(tmp_path / "open")
    (target.submissions / "neighbour.py").write_text(target.canaries["neighbour"])
    target.out.mkdir()
    (target.out / "run.db").write_text(target.canaries["gradebook"])
    source = TOOLS + dedent(corpus_machine.READS) + f"\nprint(look_below({str(target.root)!r}), dict(os.environ))\n"
    told = subprocess.run(
        [sys.executable, "-c", source],
        env={"GRADMARK_CANARY": target.canaries["environment"]},
        capture_output=True,
        text=True,
        check=True,
        cwd=REPOSITORY,
    ).stdout
    assert [place for place, canary in target.canaries.items() if canary not in told] == []


def test_a_leak_would_be_seen(tmp_path: Path) -> None:
    """The judge on a run that was forged to have gone wrong in every way."""
    import json

    attack = corpus.CLASS[0]
    graded = Graded(
        make_target(tmp_path / "forged"),
        1,
        True,
        1.0,
        "",
        9999,
        ["p"],
        ["f"],
        ["s"],
        ["q"],
        {attack.name: "m"},
        ["h"],
    )
    seed = 7
    test = {"id": "t", "outcome": "passed", "seed": seed, "message": ""}
    folder = graded.target.out / "m"
    folder.mkdir(parents=True)
    result = {
        "score": 4.0,
        "exercises": [{"id": "add_one", "tests": [test]}],
        "kept": graded.target.canaries["suite"],
    }
    (folder / "results.json").write_text(json.dumps(result))
    from judging import hidden_digits

    (folder / "feedback.md").write_text(f"# a\n# b <b> [x](y) \x1b {hidden_digits(result)[0]}\n")
    wrong = " ".join(judge(graded, attack))
    for sign in ("points", "canary of the suite", "hidden input", "HTML", "control", "link", "heading"):
        assert sign in wrong
    whole = " ".join(judge_run(graded, 4.0, 100))
    for sign in ("in time", "status 1", "not graded", "MB", "process", "file", "socket", "queue"):
        assert sign in whole
