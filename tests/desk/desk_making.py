"""A graded folder as `gradmark grade` leaves it, without running anybody's code: 40 students and four written questions."""

import base64
import json
import random
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import httpx

from autograder.authoring.scaffold import init_course
from autograder.desk.serve import Server
from autograder.gradebook.book import Gradebook
from autograder.gradebook.handins import note_handins
from autograder.gradebook.pending_regrade import remember
from autograder.gradebook.roster import RosterStudent, store_roster
from autograder.grading.plan import Plan
from autograder.grading.results import NOT_RUN, Code, ExerciseResult, SubmissionResult, TestResult
from autograder.intake.places import Found, found_to_json
from autograder.reports.refresh import State, guide_of, refresh, report_page
from autograder.store.migrations import record_plan
from autograder.store.queue import Store

FIRST = "Amara Ben Chen Dalia Emil Farah Goran Hana Ivo Jun".split()
LAST = "Okafor Jansen Liu Haddad".split()
QUESTIONS = {
    "centred_difference": (
        2,
        "Why does a **centred difference** beat a one-sided one? Show with a Taylor expansion how the error depends on "
        "$h$, and say why the smallest possible $h$ is not the best.",
        "1 point: the even terms cancel, so the error is about h^2/6 times the third derivative.\n"
        "0.5: rounding: about eps |f| / h grows as h shrinks.\n0.5: the best h is near eps^(1/3).",
    ),
    "dead_relu": (
        2,
        "What is a *dead ReLU*, and why can gradient descent not bring it back?",
        "1 point: negative for all samples, so its gradient is exactly 0.\n"
        "1 point: no step moves it, whatever the learning rate.",
    ),
    "sigmoid_slope": (
        3,
        "The slope of the sigmoid is at most $\\frac14$. What is left of a gradient after ten layers?",
        "1 point: a product of slopes.\n1 point: 4^-10, about 1e-6.\n1 point: the weights are the other factor.",
    ),
    "batch_size": (
        1,
        "What changes in backpropagation for a batch?",
        "1 point: a sum (or mean) over the samples.",
    ),
}
ANSWERS = [
    """Taylor at $x$: $f(x \\pm h) = f(x) \\pm h f'(x) + \\frac{h^2}{2} f''(x) \\pm \\frac{h^3}{6} f'''(x) + \\dots$

Subtracting, the **even** terms cancel:

$$\\frac{f(x+h) - f(x-h)}{2h} = f'(x) + \\frac{h^2}{6} f'''(x) + O(h^4)$$

so the error falls with $h^2$, and not with $h$ as for one-sided differences. Below
$h \\approx \\varepsilon^{1/3} \\approx 10^{-5}$ the rounding error $\\varepsilon |f| / h$ takes over:

| $h$ | error |
|---|---|
| 1e-3 | 1.7e-7 |
| 1e-5 | 2.1e-11 |
| 1e-9 | 8.3e-8 |

```python
def derivative(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / (2 * h)  # centred
```
""",
    "Because it is *symmetric*, so the errors cancel. Small $h$ is bad because of rounding.",
    "A unit whose pre-activation $z = w^\\top x + b$ is below $0$ for every sample. Then $\\mathrm{ReLU}'(z) = 0$ and\n\n"
    "$$\\frac{\\partial L}{\\partial w} = \\sum_i \\delta_i \\cdot 0 \\cdot x_i = 0$$\n\nso gradient descent never moves it.",
    "",
    "$$\\prod_{l=1}^{10} \\sigma'(z_l) \\le 4^{-10} \\approx 9.5 \\cdot 10^{-7}$$\n\nand the weights are the other factor.",
    "I think it is about the sum over the batch, `dW = X.T @ dout`.",
]
HOSTILE = """<script>document.title = 'owned'</script> <img src=x onerror="document.title='owned'">
[click](javascript:document.title='owned') [data](data:text/html,<script>document.title='owned'</script>)
![drawing](data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIG9ubG9hZD0iYWxlcnQoMSkiPjwvc3ZnPg==)
![far](http://127.0.0.1:9/far.png) <iframe src="javascript:document.title='owned'"></iframe>
<style>body { display: none }</style>
<form action="/leave" method="post"><button>win</button></form>
<a href="/student/u0" autofocus onfocus="document.title='owned'">x</a>
$\\text{<script>document.title='owned'</script>}$ $\\href{javascript:document.title='owned'}{x}$
$\\style{background:url(http://127.0.0.1:9/s)}{y}$
$\\class{x" onmouseover="document.title='owned'}{y}$

```html"><script>document.title='owned'</script>
<script>document.title='owned'</script>
```

<svg><script>document.title='owned'</script></svg>
<math><mtext><table><mglyph><style><img src=x onerror="document.title='owned'">
\u202eturned around [ref]: javascript:document.title='owned'
"""
DOT = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")


PLAIN = "def softplus(x):\n    return x"
COPIED = """def softplus(x):
    # the trick from the tutorial
    shifted = np.where(x > 0, x, 0.0)
    correction = np.exp(-np.abs(shifted - x) - np.abs(shifted))
    series = correction - correction ** 2 / 2 + correction ** 3 / 3 - correction ** 4 / 4
    blended = np.where(correction < 0.1, series, np.log(1 + correction))
    return shifted + blended * np.ones_like(x)
"""


@contextmanager
def served(out, **options):
    """A desk on a free port of loopback, for as long as it is needed."""
    server = Server(out, **options)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            httpx.get(f"http://127.0.0.1:{server.port}/static/desk.js", timeout=5)
            break
        except httpx.TransportError:
            time.sleep(0.05)
    try:
        yield server
    finally:
        server.stop()
        thread.join(20)


def name_of(i):
    return f"{FIRST[i % 10]} {LAST[i // 10 % 4]}"


def notebook(answers, extra=(), code=PLAIN):
    """`answers`: question -> what stands in its cell; `extra`: cells of the student's own below the last."""
    cells = []
    for question, text in answers.items():
        cells.append(
            {
                "cell_type": "markdown",
                "id": f"question-{'0' * 12}",
                "metadata": {},
                "source": f"**Question `{question}`**",
            }
        )
        cells.append(
            {
                "cell_type": "markdown",
                "metadata": {"tags": [f"written:{question}"]},
                "source": f"*Your answer:*\n\n{text}",
            }
        )
    code = {
        "cell_type": "code",
        "metadata": {"tags": ["exercise:softplus"]},
        "source": code,
        "outputs": [],
    }
    return json.dumps({"cells": [code, *cells, *extra], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


PLOT = {
    "cell_type": "code",
    "metadata": {},
    "source": "plt.loglog(h, error)",
    "outputs": [
        {"output_type": "stream", "text": ["smallest error at h = 5.2e-06\n"]},
        {
            "output_type": "display_data",
            "data": {"image/png": base64.b64encode(DOT).decode(), "text/plain": "<Figure>"},
        },
    ],
}


def result(name, outcome="passed", earned=3.0, **more):
    test = TestResult(
        id="softplus::test_far_right",
        title="For large x the result is x",
        outcome=outcome,
        earned=earned,
        possible=3,
        reason="" if outcome == "passed" else "it is not",
        detail="every draw fell on a kink" if outcome == "inconclusive" else "",
    )
    staff = more.pop("for_staff", [])
    exercise = ExerciseResult(
        id="softplus",
        earned=earned,
        possible=3,
        tests=[test],
        for_staff=staff,
        code=[Code(name="softplus", text="def softplus(x):\n    return x")],
    )
    return SubmissionResult(
        submission=name,
        assignment="01_example",
        score=earned,
        possible=3,
        exercises=[exercise],
        timing={"total": 0.1},
        **{"isolation": "strict", **more},
    ).model_dump()


def course_with_questions(folder):
    course = init_course(folder)
    record = folder / "assignments" / "01_example" / "assignment.toml"
    text = record.read_text(encoding="utf-8")
    text = text[: text.index("[[written]]")] if "[[written]]" in text else text
    for name, (points, prompt, rubric) in QUESTIONS.items():
        text += f"\n[[written]]\nid = \"{name}\"\npoints = {points}\nprompt = '''\n{prompt}\n'''\nrubric = '''\n{rubric}\n'''\n"
    record.write_text(text, encoding="utf-8")
    story = record.with_name("notebook.md")
    places = "".join(f"\n<!-- written: {name} -->\n" for name in QUESTIONS)
    story.write_text(story.read_text(encoding="utf-8") + places, encoding="utf-8")
    return course


def make_class(place: Path, students=40, answers=None, troubles=True) -> Path:
    """OUT of a class. `answers(i, question)` -> text; with `troubles`, one of every kind on the to-do list."""
    course_with_questions(place / "course")
    out, handed_in = place / "graded", place / "submissions"
    out.mkdir()
    handed_in.mkdir()
    drawn = random.Random(7)
    answers = answers or (lambda i, question: ANSWERS[drawn.randrange(len(ANSWERS))])
    results = {}
    for i in range(students):
        name = name_of(i).replace(" ", "_").lower()
        mine = {q: answers(i, q) for q in QUESTIONS}
        (handed_in / f"{name}.ipynb").write_text(
            notebook(mine, [PLOT] if i % 7 == 0 else [], COPIED if i in (11, 12) else PLAIN), encoding="utf-8"
        )
        results[name] = result(name, "passed" if i % 4 else "failed", 3.0 if i % 4 else 1.0)
    names = list(results)
    if troubles:
        (handed_in / "homework_final.ipynb").write_text(notebook(dict.fromkeys(QUESTIONS, "whose am I?")))
        results["homework_final"] = result("homework_final")
        (handed_in / "chen_liu_and_hana_liu.ipynb").write_text(notebook(dict.fromkeys(QUESTIONS, "one of two")))
        results["chen_liu_and_hana_liu"] = result("chen_liu_and_hana_liu")
        broken = "notes.pdf cannot be graded: hand in a notebook (.ipynb), a .py file, or a .zip of them"
        results[names[3]] = result(names[3], "error", 0.0, isolation=NOT_RUN, notes=[broken])
        results[names[5]] = result(names[5], "inconclusive", 0.0)
        results[names[6]] = result(
            names[6],
            "failed",
            0.0,
            for_staff=["may be followed through by hand: the forward is wrong in an unknown way"],
        )
        results[names[8]] = result(
            names[8],
            for_staff=["may use what is not allowed, though no test saw it: line 3 of softplus uses exec"],
        )
    _store(place, out, handed_in, results, names)
    with Gradebook(out) as book:
        state = State.of(book)
        (out / "index.html").write_text(report_page(state, guide_of(book), str(out)), encoding="utf-8")
        refresh(book)
    return out


def _store(place, out, handed_in, results, names):
    plan = Plan(str(place / "course"), "01_example", {"softplus": 3.0}, seed=1)
    store = Store(out / "run.db")
    store.remember("plan", plan.to_json())
    source = lambda n: found_to_json(Found(n, handed_in / f"{n}.ipynb"))
    store.enqueue([(n, source(n), f"digest of {n}") for n in results], "plan1")
    while job := store.lease("tester"):
        assert store.complete(job, "tester", results[job.submission])
    store.close()
    people = [RosterStudent(f"u{i}", name_of(i), columns={"id": f"u{i}"}) for i in range(len(names))]
    people.append(RosterStudent("u9999", "Zoe Absent", columns={"id": "u9999"}))
    with Gradebook(out) as book, book.writing() as db:
        record_plan(db, "plan1", plan.to_json(), 1, {})
        remember(db, "written", {q: float(points) for q, (points, _, _) in QUESTIONS.items()})
        remember(db, "selection", {"only": None, "set": None})
        times = [(n, f"digest of {n}", 1_000_000.0) for n in results if n != names[-1]]
        note_handins(db, times)
        store_roster(db, people, "plain")
