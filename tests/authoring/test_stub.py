"""Stubs of awkward references: what stays, what goes, and that the result runs."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent

import pytest

from autograder.authoring.solution import solution_cells
from autograder.authoring.stub import make_stub, make_stubs, stub_imports
from autograder.course.model import Exercise
from autograder.course.source import ModuleSource
from autograder.errors import UserError


def source_of(text: str) -> ModuleSource:
    return ModuleSource(Path("reference/example.py"), dedent(text).lstrip("\n"))


def stub(text: str, *names: str, **options) -> str:
    return make_stub(source_of(text), list(names), **options)


def test_body_goes_and_signature_stays_as_written():
    made = stub(
        r'''
        import numpy as np

        def normalise(
            x,  # (N, D)
            eps: float = 1e-5,
            *, axis: "int | None" = None,
        ) -> tuple[np.ndarray, dict]:  # trade secret: biased variance
            # first the mean
            r"""Zero mean: \hat x.

            Formula below.
            """  # another remark
            mu = x.mean(axis)  # (D,)
            def inner(z):
                return z - mu
            return inner(x), {}
        ''',
        "normalise",
    )
    assert made == dedent(r'''
        def normalise(
            x,  # (N, D)
            eps: float = 1e-5,
            *, axis: "int | None" = None,
        ) -> tuple[np.ndarray, dict]:
            r"""Zero mean: \hat x.

            Formula below.
            """
            raise NotImplementedError("normalise")
        ''').lstrip("\n")


@pytest.mark.parametrize(
    "text",
    [
        "def f(x): return x + 1",
        'def f(x): "One line."; return x + 1',
        "def f(x, g=lambda a: a):\n    return g(x)",
        "def f(x: dict[str, int] = {'a': 1}) -> 'int':\n    return x",
    ],
)
def test_unusual_layouts_compile_and_raise(text):
    made = stub(text, "f")
    space: dict = {}
    exec(made, space)
    with pytest.raises(NotImplementedError, match=r"\Af\Z"):
        space["f"](1)
    assert "return" not in made


def test_decorators_and_overloads_of_a_class():
    made = stub(
        '''
        import functools
        from dataclasses import dataclass, field
        from typing import overload

        @dataclass(frozen=True)
        class Pair:
            """Two numbers."""

            left: float  # the trick is to sort them
            right: float = 0.0
            cache: list = field(default_factory=list)
            _memo = {}

            @property
            def total(self) -> float:
                """Their sum."""
                return self.left + self.right

            @overload
            def scaled(self, by: int) -> int: ...
            @overload
            def scaled(self, by: float) -> float: ...
            def scaled(self, by):
                return self._twice(by) / 2

            def _twice(self, by):
                return 2 * by

            @functools.cached_property
            def key(self):
                return hash(self.left)
        ''',
        "Pair",
    )
    assert made == dedent('''\
        @dataclass(frozen=True)
        class Pair:
            """Two numbers."""

            left: float
            right: float = 0.0
            cache: list = field(default_factory=list)

            @property
            def total(self) -> float:
                """Their sum."""
                raise NotImplementedError("Pair.total")

            @overload
            def scaled(self, by: int) -> int: ...

            @overload
            def scaled(self, by: float) -> float: ...

            def scaled(self, by):
                raise NotImplementedError("Pair.scaled")

            @functools.cached_property
            def key(self):
                raise NotImplementedError("Pair.key")
        ''')


MODULE = '''
from __future__ import annotations

import math
import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Block(nn.Module):
    """A layer."""

    def __init__(self, width: int, other: Block | None = None) -> None:
        """Makes the weights."""
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(width))

    def forward(self, x: Tensor) -> tuple[
        Tensor, Later
    ]:
        """Applies them."""
        return F.relu(x) * self.weight / math.sqrt(2), Later()


class Later:
    pass
'''


def test_nn_module_stub_runs_without_postponed_annotations():
    made = make_stub(ModuleSource(Path("m.py"), MODULE), ["Block"], known={"Later"})
    assert 'other: "Block | None" = None' in made
    exercise = Exercise(id="block", names=["Block"])
    import torch

    space = {"torch": torch, "nn": torch.nn, "Tensor": torch.Tensor}
    exec(compile(made, "stub", "exec", dont_inherit=True), space)
    with pytest.raises(NotImplementedError, match=r"Block\.__init__"):
        space["Block"](3)
    assert exercise.runtime == "torch"


def test_imports_that_only_the_solution_needs_go(tmp_path):
    (tmp_path / "block.py").write_text(MODULE)
    exercise = Exercise(id="block", names=["Block"])
    stubs = make_stubs(tmp_path, [exercise], ["block"])
    assert stub_imports(tmp_path, [exercise], stubs) == [
        "import numpy as np",
        "import torch",
        "from torch import Tensor, nn",
    ]


def test_imports_of_several_modules_are_merged(tmp_path):
    (tmp_path / "one.py").write_text(
        "from typing import TYPE_CHECKING, Any\nimport scipy\n"
        "if TYPE_CHECKING:\n    from jaxtyping import Float\n"
        "def one(x: Float, y: Any):\n    return scipy.f(x)\n"
    )
    (tmp_path / "two.py").write_text(
        "import math\nfrom jaxtyping import Array, Float as Float\n"
        f"from reference.{tmp_path.name}.one import one\n"
        "def two(x: Float[Array, 'n d'], r=math.pi):\n    return one(x)\n"
    )
    exercises = [Exercise(id="one"), Exercise(id="two")]
    stubs = make_stubs(tmp_path, exercises, ["one", "two"])
    assert stub_imports(tmp_path, exercises, stubs) == [
        "import math",
        "from typing import Any",
        "import numpy as np",
        "from jaxtyping import Array, Float, Float as Float",
    ]
    assert "reference" not in "".join(stubs.values())


ALIASES = """
from __future__ import annotations
from typing import NamedTuple

EPS = 1e-5
Unused = dict

class Cache(NamedTuple):
    x: Array
    mean: float

Array = list

def forward(x: Array, eps: float = EPS) -> tuple[Array, Cache]:
    return _helper(x), Cache(x, 0)

def backward(dout: Array, cache: "Cache") -> Array:
    return dout

def _helper(x):
    return x
"""


def test_what_the_signature_uses_comes_along_once(tmp_path):
    (tmp_path / "norm.py").write_text(ALIASES)
    exercises = [Exercise(id="forward", module="norm"), Exercise(id="backward", module="norm")]
    stubs = make_stubs(tmp_path, exercises, ["forward", "backward"])
    assert "EPS = 1e-5" in stubs["forward"] and "class Cache" in stubs["forward"]
    assert "_helper" not in stubs["forward"] and "Unused" not in stubs["forward"]
    assert "class Cache" not in stubs["backward"]
    from typing import NamedTuple

    space = {"NamedTuple": NamedTuple}
    exec(compile(stubs["forward"] + stubs["backward"], "stub", "exec", dont_inherit=True), space)


def test_another_exercise_never_comes_along():
    text = "def helper(x):\n    return x\n\ndef f(x, g=helper):\n    return g(x)\n"
    with pytest.raises(UserError, match="helper, which is another exercise's"):
        stub(text, "f", exercise_names={"f", "helper"})
    assert "def helper" not in stub(text, "f", known={"helper"}, exercise_names={"f", "helper"})


PARTIAL = '''
def attention(q, k):
    """Attend."""
    scores = q @ k.T  # given
    # BEGIN SOLUTION
    weights = softmax(scores)
    # END SOLUTION
    for _ in range(2):
        ### BEGIN SOLUTION
        weights = weights / 2
        ### END SOLUTION
    return weights
'''


def test_partial_stub_keeps_what_is_not_marked():
    assert stub(PARTIAL, "attention") == dedent('''\
        def attention(q, k):
            """Attend."""
            scores = q @ k.T  # given
            # YOUR CODE HERE
            raise NotImplementedError("attention")
            for _ in range(2):
                # YOUR CODE HERE
                raise NotImplementedError("attention")
            return weights
        ''')


def test_partial_class_keeps_its_given_methods_and_drops_marked_ones():
    made = stub(
        """
        class Net:
            def __init__(self, n):
                self.n = n

            # BEGIN SOLUTION
            def trick(self):
                return 42
            # END SOLUTION

            def forward(self, x):
                # BEGIN SOLUTION
                return x * self.trick()
                # END SOLUTION
        """,
        "Net",
    )
    assert "self.n = n" in made and "42" not in made and "trick" not in made
    assert 'raise NotImplementedError("Net.forward")' in made
    space: dict = {}
    exec(made, space)
    assert space["Net"](3).n == 3


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("# BEGIN SOLUTION\n    return 1", r"example.py:2: BEGIN SOLUTION without END"),
        ("# END SOLUTION\n    return 1", r"example.py:2: END SOLUTION without BEGIN"),
        ("# BEGIN SOLUTION\n    # BEGIN SOLUTION\n    return 1", r"example.py:3: BEGIN SOLUTION inside"),
    ],
)
def test_unbalanced_markers_name_the_line(body, complaint):
    with pytest.raises(UserError, match=complaint):
        stub(f"def f():\n    {body}\n", "f")


def test_every_stub_of_a_messy_module_compiles():
    text = dedent('''
        class Value:
            def __init__(self, data: float, children: "tuple[Value, ...]" = ()) -> None: self.data = data
            def __add__(self, other): return Value(self.data + other.data, (self, other))
            class Inner:
                def go(self):
                    return 1
        class Empty(Exception): pass
        class Naked:
            _x = 1
        def ünïcode(größe: "Value", /, *args: int, **kw: "Value") -> "Value":
            """Grüße ∂L/∂x."""
            return größe
        ''')
    made = stub(text, "Value", "Empty", "Naked", "ünïcode")
    ast.parse(made)
    assert 'raise NotImplementedError("Value.Inner.go")' in made
    assert 'def ünïcode(größe: "Value", /, *args: int, **kw: "Value") -> "Value":' in made


# --- one notebook, several modules ---------------------------------------------------------------------------

ALIAS = 'Rows = Float[np.ndarray, "{dims}"]\n\n\ndef {name}(x: Rows) -> Rows:\n    """{name}."""\n    return _twice(x)\n'
HELPER = "\n\ndef _twice(x):\n    return {body}\n"


def two_modules(tmp_path, dims=("N D", "N D"), bodies=("2 * x", "2 * x")):
    head = "import numpy as np\nfrom jaxtyping import Float\n\n"
    for name, dim, body in zip(("first", "second"), dims, bodies):
        text = head + ALIAS.format(dims=dim, name=name) + HELPER.format(body=body)
        (tmp_path / f"{name}.py").write_text(text)
    return [Exercise(id="first", points=1), Exercise(id="second", points=1)]


def test_an_alias_that_two_modules_define_alike_stands_once(tmp_path):
    stubs = make_stubs(tmp_path, two_modules(tmp_path), ["first", "second"])
    assert "Rows =" in stubs["first"] and "Rows =" not in stubs["second"]


def test_an_alias_with_two_meanings_is_refused_with_both_places(tmp_path):
    exercises = two_modules(tmp_path, dims=("N D", "N T D"))
    with pytest.raises(UserError, match=r"second\.py:4: Rows is defined differently in .*first\.py:4"):
        make_stubs(tmp_path, exercises, ["first", "second"])


def test_a_helper_with_two_meanings_is_refused_in_the_solution(tmp_path):
    exercises = two_modules(tmp_path, bodies=("2 * x", "x + x"))
    make_stubs(tmp_path, exercises, ["first", "second"])  # no student sees it
    with pytest.raises(UserError, match="_twice is defined differently in"):
        solution_cells(tmp_path, exercises, ["first", "second"])
