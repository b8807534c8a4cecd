"""Results made by hand, hostile ones among them."""

from autograder.checks.finding import Finding, Place
from autograder.grading.results import Code, ExerciseResult, Picture, SubmissionResult, TestResult
from autograder.reports.guide import ExerciseGuide, Formula, Guide

HOSTILE = [
    "<script>document.title='owned'</script>",
    "</style></title><img src=x onerror=\"document.title='owned'\">",
    '=HYPERLINK("http://evil.example/x")',
    "\u202egnp.exe\u2066",
    "a" * 300,
    "../../etc/passwd",
    "javascript:document.title='owned'",
    "{{ 7 * 7 }}{% raw %}",
    'it\'s "quoted" & <b>bold</b>',
]
GUIDE = Guide(
    "Layers & <norms>",
    {
        "norm": ExerciseGuide("norm", [Formula("y = (x - mu) / sigma", True)], ["003 §3.5 Normalisation"]),
        "drop": ExerciseGuide("drop", [Formula("y = mask * x / (1 - p)", False)]),
    },
)
CODE = "def norm(x):\n\tm = x.mean()  # </script><script>document.title='owned'</script>\n\treturn x - m"


def failing(
    text: str = "dx: 8 of 24 entries differ, only in rows 0 and 3",
) -> TestResult:
    grid = [[0, 4, 0], [1, 2, 3]]
    return TestResult(
        id="norm::test_dx[0.123-secret]",
        title="dx is the gradient",
        outcome="failed",
        earned=0,
        possible=2,
        finding=Finding(text, seems="dx is 24 times too large"),
        detail="got 0.777, expected 0.333",
        seed=987654321,
        mistake="norm/forgot-mean",
        hint="You forgot that `mu` depends on x.",
        picture=Picture(kind="heatmap", title="dx", rows="rows", columns="columns", grids=[grid], shape=[2, 3]),
    )


def passing(name: str = "test_shape") -> TestResult:
    return TestResult(id=f"norm::{name}", title="The shape is kept", outcome="passed", earned=1, possible=1)


def a_result(name: str = "amara", *, wrong: bool = True, text: str | None = None) -> SubmissionResult:
    first = failing(text) if text is not None else failing()
    tests = [first, passing()] if wrong else [passing(), passing("test_more")]
    error = TestResult(
        id="drop::test_mask",
        title="The mask is used",
        outcome="error",
        earned=0,
        possible=1,
        finding=Finding("ValueError in line 2 of drop", places=(Place("drop", 2),)),
        detail="secret 0.5",
        seed=7,
    )
    exercises = [
        ExerciseResult(id="norm", earned=1 if wrong else 3, possible=3, tests=tests, code=[Code(name="norm", text=CODE)]),
        ExerciseResult(
            id="drop",
            earned=0 if wrong else 1,
            possible=1,
            tests=[error] if wrong else [passing("test_mask")],
            code=[Code(name="drop", text="def drop(x):\n    raise ValueError\n")],
            notes=["a magic was left out"],
        ),
    ]
    score = sum(e.earned for e in exercises)
    return SubmissionResult(
        submission=name,
        assignment="04_layers",
        score=score,
        possible=4,
        exercises=exercises,
        isolation="standard",
        timing={"norm": 0.02, "drop": 0.01, "total": 0.05, "finished": 1.0},
        host={"name": "grader-host-7"},
    )
