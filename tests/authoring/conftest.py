"""A small course with everything a release has to deal with."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from autograder.authoring.release import make_release
from autograder.authoring.scaffold import init_course
from autograder.course.load import Course

FILES = {
    "reference/layers/scale.py": '''
        """Standardisation over the batch."""

        from __future__ import annotations

        import math
        from typing import NamedTuple

        import numpy as np


        class ScaleCache(NamedTuple):
            x_hat: np.ndarray
            spread: np.ndarray


        def scale_forward(x: np.ndarray, eps: float = 1e-5) -> tuple[np.ndarray, ScaleCache]:
            """Zero mean and unit variance over the batch; x is (N, D). Returns out and a cache."""
            mean = x.mean(axis=0)
            spread = np.sqrt(((x - mean) ** 2).mean(axis=0) + eps)
            out = (x - mean) / spread
            cache = ScaleCache(out, spread)
            return out, cache


        def scale_backward(dout: np.ndarray, cache: ScaleCache) -> np.ndarray:
            """Gradient with respect to x of `scale_forward`."""
            inner = _centred(dout) - cache.x_hat * (dout * cache.x_hat).mean(axis=0)
            return inner / cache.spread * math.sqrt(1.0)


        def _centred(values):
            return values - values.mean(axis=0)
    ''',
    "reference/layers/twice.py": '''
        """Applies scaling two times."""

        import numpy as np

        from reference.layers.scale import scale_forward as scaled


        def twice(x: np.ndarray) -> np.ndarray:
            """scale_forward of scale_forward."""
            once, _ = scaled(x)
            return scaled(once)[0]
    ''',
    "reference/layers/gate.py": '''
        """A gated layer."""

        from __future__ import annotations

        import torch
        from torch import nn


        class Gate(nn.Module):
            """out = sigmoid(a) * x, with one weight a per feature."""

            def __init__(self, features: int, twin: Gate | None = None) -> None:
                """Weights `a` start at zero."""
                super().__init__()
                self.a = nn.Parameter(torch.zeros(features))

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                """Gates every feature."""
                return torch.sigmoid(self.a) * x
    ''',
    "assignments/02_layers/assignment.toml": """
        title = "Layers"
        summary = "Three layers."
        data = ["digits"]

        [[exercise]]
        id = "scale_forward"
        module = "scale"
        points = 3
        opaque = ["cache"]
        forbid = ["autograd"]

        [[exercise]]
        id = "scale_backward"
        module = "scale"
        points = 4
        forbid = ["autograd"]

        [[exercise]]
        id = "twice"
        points = 1
        needs = ["scale_forward"]
        forbid = ["autograd"]

        [[exercise]]
        id = "gate"
        names = ["Gate"]
        points = 2
        forbid = ["torch.nn.Linear"]

        [[written]]
        id = "why"
        points = 2
        prompt = "Why does the mean depend on every row?"

        [sets.short]
        title = "Layers, the short set"
        points = { scale_forward = 5, gate = 5 }
    """,
    "assignments/02_layers/notebook.md": """
        ---
        jupyter: {}
        ---

        # Layers

        Welcome.

        ## Scaling

        The mean is $\\mu$.

        ```text
        # not a heading
        ```

        <!-- exercise: scale_forward -->

        ### Its gradient

        Only about the gradient.

        <!-- exercise: scale_backward -->

        ```python tags=["plot"]
        gradient_picture = scale_backward
        ```

        ## Twice

        Do it again.

        <!-- exercise: twice -->

        ## Gate

        Gates open and close.

        <!-- exercise: gate -->

        <!-- only: twice, scale_backward -->
        Compare with what you did before.
        <!-- end -->

        ## In words

        <!-- written: why -->
    """,
    "assignments/02_layers/scale/test_public.py": '''
        import numpy as np


        def test_mean_is_zero(student, rng):
            """Columns have mean 0."""
            out, _ = student.scale_forward(rng.normal(size=(5, 3)))
            assert np.allclose(out.mean(axis=0), 0.0)
            assert np.allclose(student.scale_forward(np.array([[1.0], [3.0]]))[0][1], 0.9999950)
    ''',
    "assignments/02_layers/gate/test_public.py": '''
        def test_half_at_the_start(student):
            """Half of the input at the start."""
            assert student.Gate(3) is not None
    ''',
    "assignments/02_layers/scale/test_hidden.py": '''
        import numpy as np


        def test_columns_match_the_known_vector(student):
            """A known value."""
            out, _ = student.scale_forward(np.array([[1.0, 2.0], [3.0, 6.0], [5.0, 4.0]]))
            expected = np.array([[-1.2247426, -1.2247426], [0.0, 1.2247426], [1.2247426, 0.0]])
            assert np.abs(out - expected).max() < 1e-6
            assert np.allclose(student.scale_forward(np.array([[1.0], [3.0]]))[0][1], 0.9999950)
    ''',
    "assignments/02_layers/scale/mistakes.py": """
        from autograder.course.mistakes import Mistake

        MISTAKES = [
            Mistake(
                "scale_forward/unbiased",
                old="((x - mean) ** 2).mean(axis=0)",
                new="((x - mean) ** 2).sum(axis=0) / (len(x) - 1)",
                hint="You divide by N - 1. The batch statistics of this layer use N, "
                "since they describe the batch itself.",
            )
        ]
    """,
    "assignments/02_layers/given/tools.py": '''
        """Code that students may import."""

        def batches(x, size):
            for start in range(0, len(x), size):
                yield x[start : start + size]
    ''',
}


def write_files(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")


def small_course(folder: Path) -> Course:
    made = init_course(folder)
    write_files(made.root, FILES)
    return made


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return small_course(tmp_path / "course")


@pytest.fixture(scope="session")
def finished_course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course with a release of 02_layers in dist/; copy it before changing anything."""
    course = small_course(tmp_path_factory.mktemp("finished") / "course")
    make_release(course, course.assignment("02").select(), course.root / "dist")
    return course.root
