# ruff: noqa: E501  (a case is a notebook on a line)
"""Right code keeps its points, whatever the cells around it set, change or try out; graded with real workers."""

import json

import pytest

from autograder.runs.grade import Options, grade

FILES = {
    "reference/slopes/slopes.py": '''
import numpy as np
import torch


def ramp(n):
    """0, 1, ..., n - 1 as floats."""
    return np.arange(float(n))


def bend(x):
    """x, or 0 where x is negative."""
    return np.maximum(x, 0)


def steps(x):
    """x and its gradient: one where x is positive."""
    return x.clamp(min=0), (x > 0).to(x.dtype)
''',
    "assignments/01_slopes/assignment.toml": """
title = "Slopes"
[defaults]
module = "slopes"
seconds = 2
[[exercise]]
id = "ramp"
forbid = ["autograd"]
[[exercise]]
id = "bend"
forbid = ["autograd"]
[[exercise]]
id = "steps"
""",
    "assignments/01_slopes/slopes/test_hidden.py": '''
import numpy as np
import torch
from autograder.suite import assert_close, exercise


@exercise("ramp")
class TestRamp:
    def test_ramp(self, student, reference, rng):
        """It counts."""
        n = int(rng.integers(1000, 1500))
        assert_close(student.ramp(n), reference.ramp(n))

    def test_short(self, student, reference):
        """It counts to three."""
        assert_close(student.ramp(4), reference.ramp(4))


@exercise("bend")
def test_bend(student, reference, rng):
    """Negative entries become zero."""
    x = rng.normal(size=20)
    assert_close(student.bend(x), reference.bend(x))


@exercise("steps")
class TestSteps:
    def test_single(self, student, reference, rng):
        """Values and gradients, in single precision."""
        x = torch.tensor(rng.normal(size=20), dtype=torch.float32)
        for got, want in zip(student.steps(x), reference.steps(x)):
            assert_close(got, want)

    def test_double(self, student, reference, rng):
        """Values and gradients, in double precision."""
        x = torch.tensor(rng.normal(size=20), dtype=torch.float64)
        for got, want in zip(student.steps(x), reference.steps(x)):
            assert_close(got, want)
''',
    "assignments/01_slopes/notebook.md": """
# Slopes

<!-- exercise: ramp -->

<!-- exercise: bend -->

Bent.

```python
import matplotlib.pyplot as plt

shown = bend(np.linspace(-1, 1, 9))
while True:
    history = bend(shown)
    plt.plot(shown)
```

<!-- exercise: steps -->
""",
}
DEMONSTRATION = """
import matplotlib.pyplot as plt

shown = bend(np.linspace(-1, 1, 9))
while True:
    history = bend(shown)
    plt.plot(shown)
"""
IMPORTS = "import numpy as np\nimport torch"
RAMP = "def ramp(n):\n    return np.arange(float(n))"
BEND = "def bend(x):\n    return np.maximum(x, 0)"
STEPS = """def steps(x):
    x = x.detach().requires_grad_()
    y = torch.relu(x)
    (slope,) = torch.autograd.grad(y.sum(), x)
    return y.detach(), slope"""
RIGHT = [IMPORTS, RAMP, BEND, STEPS]

SCRATCH = {
    "double precision": "torch.set_default_dtype(torch.float64)",
    "no gradients": "torch.set_grad_enabled(False)",
    "no device": "torch.set_default_device('meta')",
    "errors for overflow": "np.seterr(all='raise')",
    "warnings are errors": "import warnings\nwarnings.simplefilter('error')",
    "no recursion": "import sys\nsys.setrecursionlimit(60)",
    "a setting that depends": "if torch.ones(1).sum() > 0:\n    torch.set_grad_enabled(False)",
    "deterministic": "torch.use_deterministic_algorithms(True)\ntorch.manual_seed(0)\ntorch.set_num_threads(1)",
    "printing": "np.set_printoptions(precision=2)\nimport os\nos.environ['OMP_NUM_THREADS'] = '1'",
    "the name of an answer": "bend = bend(np.ones(3))\nramp = 3",
}


def notebook(cells):
    made = [
        {
            "cell_type": "code",
            "id": f"c{i}",
            "metadata": {},
            "outputs": [],
            "execution_count": None,
            "source": text,
        }
        for i, text in enumerate(cells)
    ]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


FULL = {"ramp": 1.0, "bend": 1.0, "steps": 1.0}
SET = {f"set: {name}": [*RIGHT, cell] for name, cell in SCRATCH.items()}
SET |= {f"set first: {name}": [IMPORTS, cell, *RIGHT] for name, cell in SCRATCH.items() if "answer" not in name}
RELYING = {
    "recursion": [
        IMPORTS,
        "import sys\nsys.setrecursionlimit(10_000)",
        "def count(n):\n    return [] if n == 0 else count(n - 1) + [n - 1.0]\n\ndef ramp(n):\n    return np.array(count(n))",
        BEND,
        STEPS,
    ],
    "precision": [
        *RIGHT[:3],
        "torch.set_default_dtype(torch.float64)",
        "def steps(x):\n    one = torch.ones(())\n    return torch.where(x > 0, x, x * 0), (torch.where(x > 0, one, one * 0)).to(x.dtype) if one.dtype == torch.float64 else None",
    ],
    "table_made_by_an_answer": [
        *RIGHT,
        "TABLE = {}",
        "TABLE['t'] = ramp(2000)",
        "def ramp(n):\n    return np.arange(float(n)) if 't' not in TABLE else TABLE['t'][:n]",
        "def bend(x):\n    return np.maximum(x, TABLE['t'][0])",
    ],
    "table_filled_in_a_loop_below": [
        *RIGHT[:2],
        "FLOOR = {}",
        "def bend(x):\n    return np.maximum(x, FLOOR[0])",
        "for i in range(3):\n    FLOOR[i] = 0.0",
        STEPS,
    ],
}
BUSY = "HISTORY.clear()\nwhile True:\n    HISTORY.append(bend(np.ones(3)))"
STATEFUL = {
    "history": [
        IMPORTS,
        RAMP,
        "HISTORY = []\ndef bend(x):\n    HISTORY.append(len(HISTORY))\n    return np.maximum(x, 0)",
        BUSY,
        STEPS,
    ],
    "name_of_a_demonstration": [
        IMPORTS,
        RAMP,
        "history = {}\ndef bend(x):\n    history[len(history)] = 1\n    return np.maximum(x, 0)",
        DEMONSTRATION,
        STEPS,
    ],
    "global_counter": [
        IMPORTS,
        RAMP,
        "def bend(x):\n    global calls\n    calls = 1\n    return np.maximum(x, 0) * calls",
        "while bend(1) > 0:\n    bend(2)",
        DEMONSTRATION,
        STEPS,
    ],
    "plotted": [
        IMPORTS,
        RAMP,
        "SEEN = []\ndef bend(x):\n    SEEN.append(1)\n    return np.maximum(x, 0)",
        "import matplotlib.pyplot as plt\nimport nowhere\nSEEN.append(nowhere.load())\nplt.plot(SEEN)",
        STEPS,
    ],
    "constant_bound_anew": [IMPORTS, RAMP, "FLOOR = 0\ndef bend(x):\n    return np.maximum(x, FLOOR)", "FLOOR = 'low'", STEPS],
    "function_with_apply": [
        *RIGHT[:3],
        "class Relu(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        ctx.save_for_backward(x)\n        return x.clamp(min=0)\n    @staticmethod\n    def backward(ctx, g):\n        return g * (ctx.saved_tensors[0] > 0)\n\n"
        + STEPS.replace("torch.relu", "Relu.apply"),
        "while True:\n    steps(torch.ones(3))",
    ],
    "state_of_a_class": [
        IMPORTS,
        RAMP,
        "class Count:\n    n = 0\ndef bend(x):\n    Count.n += 1\n    return np.maximum(x, 0)",
        "while Count.n >= 0:\n    bend(np.ones(3))",
        DEMONSTRATION,
        STEPS,
    ],
}
WRONG_BEND = "def bend(x):\n    return np.minimum(x, 0)"
WRONG = {
    "settings": [IMPORTS, RAMP, WRONG_BEND, STEPS, *SCRATCH.values()],
    "redefined": [*RIGHT, "def bend(x):\n    return x"],
}


@pytest.fixture(scope="module")
def earned(tmp_path_factory):
    """Name -> points by exercise. All hand-ins are one class."""
    folder = tmp_path_factory.mktemp("readings")
    for path, text in FILES.items():
        place = folder / "course" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    (folder / "in").mkdir()
    hand_ins = SET | RELYING | STATEFUL | WRONG
    for i, cells in enumerate(hand_ins.values()):
        (folder / "in" / f"n{i}.ipynb").write_text(notebook(cells))
    options = Options(quiet=True, jobs=2, seed=5)
    results = grade(folder / "course", "01", [folder / "in"], folder / "out", options).results
    by_file = {r.submission: {e.id: e.earned for e in r.exercises} for r in results}
    return {name: by_file[f"n{i}"] for i, name in enumerate(hand_ins)}


@pytest.mark.parametrize("name", SET)
def test_a_setting_in_another_cell_harms_no_answer(earned, name):
    assert earned[name] == FULL


@pytest.mark.parametrize("name", RELYING)
def test_an_answer_may_rely_on_the_cells_around_it(earned, name):
    assert earned[name] == FULL


@pytest.mark.parametrize("name", STATEFUL)
def test_global_state_draws_in_no_cell_that_tries_it_out(earned, name):
    assert earned[name] == FULL


@pytest.mark.parametrize("name", WRONG)
def test_wrong_code_stays_wrong_in_every_reading(earned, name):
    assert earned[name] == FULL | {"bend": 0.0}
