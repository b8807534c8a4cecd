"""A graded failure says which outputs of a call are right, and at which named step a cache leaves the statement."""

from autograder.runs.grade import Options, grade

REFERENCE = '''"""Mean and variance."""


def moments(x):
    """Returns mean and variance, both over the first axis."""
    mean = x.mean(axis=0)
    variance = ((x - mean) ** 2).mean(axis=0)
    return mean, variance


def scaled(x):
    """out = (x - mu) / (2 width) with mu the mean and width the range; returns out and a cache of your own."""
    mu = x.mean(axis=0)
    width = x.max(axis=0) - x.min(axis=0)
    out = (x - mu) / (2 * width)
    cache = (mu, width)
    return out, cache
'''
SUITE = '''from autograder.suite import assert_close, exercise, first_divergence


@exercise("moments")
def test_their_ratio(student, reference, rng):
    """The mean is as many times the variance as it should be."""
    x = rng.normal(size=(6, 3))
    mean, variance = student.moments(x)
    right = reference.moments(x)
    assert_close(mean / variance, right[0] / right[1], "the ratio")


@exercise("scaled")
def test_out(student, reference, rng):
    """The output is right."""
    x = rng.normal(size=(6, 3))
    out, cache = student.scaled(x)
    expected, (mu, width) = reference.scaled(x)
    with first_divergence(cache, {"mu": mu, "width": width}):
        assert_close(out, expected, "out")
'''
TOML = """
[[exercise]]
id = "moments"

[[exercise]]
id = "scaled"
module = "moments"
opaque = ["cache"]
"""
SUBMISSION = """
def moments(x):
    return x.mean(axis=0), x.var(axis=0, ddof=1)


def scaled(x):
    mean = x.mean(axis=0, keepdims=True)
    width = 2 * (x.max(axis=0) - x.min(axis=0))
    out = (x - mean) / width**2
    cache = (mean, width)
    return out, cache
"""


def test_the_first_divergence_reaches_the_student(small_course, tmp_path):
    folder = small_course.root / "assignments" / "01_example"
    (small_course.root / "reference" / "example" / "moments.py").write_text(REFERENCE)
    (folder / "moments").mkdir()
    (folder / "moments" / "test_hidden.py").write_text(SUITE)
    toml = folder / "assignment.toml"
    toml.write_text(toml.read_text() + TOML)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "kim.py").write_text(SUBMISSION)
    options = Options(seed=3, quiet=True, jobs=1, only=["moments", "scaled"])
    summary = grade(small_course.root, "01", [tmp_path / "in"], tmp_path / "out", options)
    (result,) = summary.results
    reasons = {e.id: e.tests[0].reason for e in result.exercises}
    assert "Of what moments returns, mean is right; variance is the first to differ" in reasons["moments"]
    assert reasons["scaled"].endswith("Your mu is right; width is the first to differ")
    assert all(e.earned == 0 for e in result.exercises)
