"""A backward that fits a wrong forward earns its points only if that forward is a slip that people make."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.auditing.exercise_trial import Trial
from autograder.checks.failure import CheckFailed
from autograder.course import Course
from autograder.course.mistakes import apply_mistake, load_mistakes
from autograder.course.source import read_module, solution_text
from autograder.grading.plan import Plan
from autograder.runs.grade import Options, grade
from autograder.stand_ins import invented
from autograder.stand_ins.pairs import owners_of, pairs_of
from autograder.suites.runner import with_suites

ROOT = Path(__file__).resolve().parents[2]


def pairs_of_the_course():
    """(assignment, exercise) of every backward that stands beside its forward."""
    found = [(a.name, e) for a in Course(ROOT).assignments() for e in a.exercise if pairs_of(a, e)]
    return [(name, e.id) for name, e in found if any(n.endswith("_backward") for n in e.names)]


# --- made-up forwards, really graded -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "exercise", "kind"),
    [
        ("04", "batchnorm_backward", "projections of x + sin(x)"),
        ("06", "rnn_cell_backward", "a shifted sigmoid"),
        ("08", "sdpa_backward", "a random net"),
    ],
)
def test_an_invented_pair_earns_nothing_and_staff_is_told(our_course, tmp_path, number, exercise, kind):
    assignment = our_course.assignment(number)
    wanted = assignment.get(exercise)
    needed = [e for e in assignment.needed_by(exercise) if e.module != wanted.module]
    source = read_module(assignment.reference, wanted.module)
    text = invented(source, assignment, wanted)[kind]
    right = solution_text(assignment.reference, [*needed, wanted], {wanted.module: text})
    (tmp_path / "answer.py").write_text(right)
    options = Options(quiet=True, only=[exercise])
    (result,) = grade(our_course.root, number, [tmp_path / "answer.py"], tmp_path / "out", options).results
    graded = result.exercises[-1]
    assert graded.id == exercise and graded.earned == 0
    assert any("may be followed through by hand" in note for note in graded.for_staff)
    report = (tmp_path / "out" / "index.html").read_text()
    assert "may be followed through by hand" in report
    for path in (tmp_path / "out" / "answer").glob("feedback.*"):
        assert "the forward is wrong in an unknown way" not in path.read_text()


# --- listed mistakes, with the exact backward of each -------------------------------------------------------------------

BY_DIFFERENCES = '''

import numpy as _np


def _leaves(value):
    if isinstance(value, (tuple, list)):
        return [leaf for v in value for leaf in _leaves(v)]
    if isinstance(value, dict):  # by name: gradients may be in another order than parameters
        return _leaves([value[k] for k in sorted(value)])
    return [value] if isinstance(value, _np.ndarray) and value.dtype.kind == "f" else []


def _filled(value, leaves):
    if isinstance(value, (tuple, list)):
        return type(value)(_filled(v, leaves) for v in value)
    if isinstance(value, dict):
        return {{k: _filled(value[k], leaves) for k in sorted(value)}}
    return leaves.pop(0) if _leaves(value) else value


_wrong_{forward}, _right_{backward} = {forward}, {backward}


def _seen(result):
    return [r for i, r in enumerate(result) if i not in {kept}]


def {forward}(*args, **kwargs):
    result = _wrong_{forward}(*args, **kwargs)
    return tuple((r, args, kwargs) if i in {kept} else r for i, r in enumerate(result))


def {backward}(*given):
    """The gradients of whatever the forward computes, entry by entry."""
    *dout, (own, args, kwargs) = given
    pulls = _leaves(dout)

    def loss():
        outputs = _leaves(_seen(_wrong_{forward}(*args, **kwargs)))
        return sum(float((o * d).sum()) for o, d in zip(outputs, pulls))

    slopes = []
    args = _filled(tuple(args), [_np.array(x) for x in _leaves(tuple(args))])
    if sum(x.size for x in _leaves(args)) > 3000:  # what a test of speed asks for would take hours this way
        raise TimeoutError("too many entries")
    for x in _leaves(args):
        slope = _np.zeros_like(x)
        for at in _np.ndindex(x.shape):
            kept_entry, found = x[at], []
            for h in (2e-4, 1e-4):
                x[at] = kept_entry + h
                ahead = loss()
                x[at] = kept_entry - h
                found.append((ahead - loss()) / (2 * h))
                x[at] = kept_entry
            slope[at] = (4 * found[1] - found[0]) / 3
        slopes.append(slope)
    grads = _right_{backward}(*dout, own)
    waiting = list(slopes)
    matched = []
    for leaf in _leaves(grads):
        at = next(i for i, s in enumerate(waiting) if s.shape == leaf.shape)
        matched.append(waiting.pop(at))
    return _filled(grads, matched)
'''


def followed(trial, text):
    """(test, passed or the failure) of those tests that ask for gradients, with this code in the student's place."""
    runs = trial.runs_of("tried", text, 0, apart=True)
    return [r for r in runs if isinstance(r.judgement.failure, CheckFailed) or r.passed]


@pytest.mark.slow
@pytest.mark.parametrize(("number", "exercise"), pairs_of_the_course())
def test_every_listed_mistake_of_a_forward_is_followed_through(our_course, number, exercise):
    """What is refused is refused for being a mere stand-in, never for being unknown."""
    assignment = our_course.assignment(number)
    wanted = assignment.get(exercise)
    source = read_module(assignment.reference, wanted.module)
    owners = owners_of(assignment, wanted.module)
    plan = Plan.make(our_course, assignment.select([exercise]), seed=0)
    (forward, backward), *_ = pairs_of(assignment, wanted)
    unknown, passed = [], 0

    def work(runner):
        nonlocal passed
        for mistake in load_mistakes(assignment, owners[forward]):
            text = apply_mistake(source, owners[forward], mistake)
            kept = source.opaque_positions(forward, owners[forward].opaque)
            text += BY_DIFFERENCES.format(forward=forward, backward=backward, kept=kept)
            for run in followed(Trial(plan, runner, wanted), text):
                where = getattr(run.judgement.failure, "where", {})
                passed += run.passed
                if where.get("by_hand"):
                    unknown.append((mistake.id, run.test.id))

    module = {wanted.module: plan.exercises_of_module[wanted.module]}
    suite = assignment.folder / wanted.module / "test_hidden.py"
    with_suites([suite], module, work, root=assignment.folder)
    assert unknown == []
    assert passed
