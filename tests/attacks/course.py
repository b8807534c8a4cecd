"""The course that is attacked: small exercises in every form a suite has, and a canary in every secret."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from attack import code

EXERCISES = """
title = "Targets"
status = "ready"

[defaults]
memory = 256
seconds = 0.5
forbid = ["autograd"]

[[exercise]]
id = "add_one"
points = 4

[[exercise]]
id = "double"
points = 1
seconds = 0.1

[[exercise]]
id = "total"
points = 2

[[exercise]]
id = "count_positive"
points = 3

[[exercise]]
id = "apply_twice"
points = 2

[[exercise]]
id = "countdown"
points = 2

[[exercise]]
id = "make_adder"
points = 2

[[exercise]]
id = "draw"
points = 1

[[exercise]]
id = "softplus"
points = 2
seconds = 1.0
memory = 512
forbid = ["torch.nn.functional.softplus", "torch.nn.Softplus"]
"""

SUITES = {
    "add_one": '''
        def test_adds_one(student, reference, rng):
            """add_one(x) is x + 1."""
            x = rng.normal(size=(5, 3))
            assert_close(student.add_one(x), reference.add_one(x), "add_one(x)")


        def test_adds_one_to_a_vector(student, rng):
            """add_one(x) is x + 1 for a vector, too."""
            x = rng.normal(size=7)
            assert_close(student.add_one(x), x + 1, "add_one(x)")
    ''',
    "double": '''
        def test_doubles(student, rng):
            """double(x) is 2 x."""
            x = rng.normal(size=4)
            assert_close(student.double(x), 2 * x, "double(x)")
    ''',
    "total": '''
        def test_sums(student, rng):
            """total(x) is the sum of the entries."""
            x = rng.uniform(1.0, 2.0, size=20)
            assert_close(student.total(x), float(x.sum()), "total(x)")
    ''',
    # Plain asserts, as pytest teaches them: the proxy must not make them weaker than they look.
    "count_positive": '''
        def test_counts(student, rng):
            """count_positive(x) is the number of positive entries."""
            x = rng.normal(size=30)
            assert student.count_positive(x) == int((x > 0).sum())


        def test_counts_within_rounding(student, rng):
            """The number of positive entries, as a difference."""
            x = rng.normal(size=30)
            assert abs(student.count_positive(x) - int((x > 0).sum())) < 0.5


        def test_not_too_many(student, rng):
            """At least none and at most all are positive, and not all of them in random data."""
            x = rng.normal(size=30)
            found = student.count_positive(x)
            assert 0 <= found < 30
            assert found in (int((x > 0).sum()),)
    ''',
    "apply_twice": '''
        def test_applies_twice(student, rng):
            """apply_twice(f, x) is f(f(x))."""
            x, a = rng.normal(size=3), rng.normal(size=3)
            assert_close(student.apply_twice(lambda v: np.tanh(a * v) + 1, x), np.tanh(a * (np.tanh(a * x) + 1)) + 1)
    ''',
    "countdown": '''
        def test_counts_down(student):
            """countdown(n) gives n, n - 1, ..., 1, one after the other."""
            assert list(student.countdown(4)) == [4, 3, 2, 1]


        def test_length_of_what_comes(student, rng):
            """countdown(n) gives n numbers."""
            n = int(rng.integers(3, 9))
            items = list(student.countdown(n))
            assert len(items) == n
            assert_close(items, [float(i) for i in range(n, 0, -1)], "countdown(n)")
    ''',
    "make_adder": '''
        def test_the_function_adds(student, rng):
            """make_adder(a) gives a function that adds a."""
            a, x = float(rng.normal()), rng.normal(size=4)
            add = student.make_adder(a)
            assert_close(add(x), x + a, "make_adder(a)(x)")
            assert_close(add(x + 1), x + 1 + a, "make_adder(a)(x)")
    ''',
    "draw": '''
        def test_draws_from_the_generator(student, rng):
            """draw(rng, n) is n standard normal numbers of the generator."""
            seed = int(rng.integers(1 << 62))
            generator = Rng("numpy", seed)
            assert_close(student.draw(generator, 5), generator.build().normal(size=5), "draw(rng, 5)")
    ''',
    "softplus": '''
        import torch


        def test_values(student, rng):
            """softplus(x) is ln(1 + e^x)."""
            x = torch.tensor(rng.normal(size=(4, 3)))
            assert_close(student.softplus(x), torch.log1p(torch.exp(x)), "softplus(x)")


        def test_gradient(student, rng):
            """The derivative of softplus is the logistic function."""
            x = torch.tensor(rng.normal(size=5))
            dx = student.vjp(student.softplus, [x], [torch.ones(5, dtype=x.dtype)]).inputs[0]
            assert_close(dx, torch.sigmoid(x), "the gradient")
    ''',
}

SOLUTIONS = {
    "add_one": "def add_one(x):\n    return x + 1.0\n",
    "double": "def double(x):\n    return 2 * x\n",
    "total": "def total(x):\n    return float(x.sum())\n",
    "count_positive": "def count_positive(x):\n    return int((x > 0).sum())\n",
    "apply_twice": "def apply_twice(f, x):\n    return f(f(x))\n",
    "countdown": "def countdown(n):\n    while n:\n        yield n\n        n -= 1\n",
    "make_adder": "def make_adder(a):\n    return lambda x: x + a\n",
    "draw": "def draw(rng, n):\n    return rng.normal(size=n)\n",
    "softplus": "def softplus(x):\n    return torch.logaddexp(x, torch.zeros_like(x))\n",
}
POINTS = {
    "add_one": 4,
    "double": 1,
    "total": 2,
    "count_positive": 3,
    "apply_twice": 2,
    "countdown": 2,
    "make_adder": 2,
    "draw": 1,
    "softplus": 2,
}
PLACES = ("suite", "reference", "environment", "home", "neighbour", "gradebook")


@dataclass(frozen=True)
class Target:
    """A course on disk, a class folder, and where its secrets are."""

    root: Path
    canaries: dict[str, str] = field(default_factory=dict)

    @property
    def course(self) -> Path:
        return self.root / "course"

    @property
    def submissions(self) -> Path:
        return self.root / "class"

    @property
    def out(self) -> Path:
        return self.root / "out"

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def paths(self) -> dict[str, str]:
        """What the attacks may know: a student may guess every one of these."""
        return {
            "suite": str(self.course / "assignments/01_targets/add_one/test_hidden.py"),
            "hidden": str(self.course / "assignments/01_targets/add_one"),
            "reference": str(self.course / "reference/targets/add_one.py"),
            "secret": str(self.course / ".gradmark/secret"),
            "gradebook": str(self.out / "run.db"),
            "out": str(self.out),
            "home": str(self.home),
            "class": str(self.submissions),
            "root": str(self.root),
        }


def make_target(root: Path) -> Target:
    canaries = {place: f"CANARY-{place}-{secrets.token_hex(8)}" for place in PLACES}
    secret = f"CANARY-secret-{secrets.token_hex(9)}".encode()
    target = Target(root, {**canaries, "secret": secret.hex()})
    folder = target.course / "assignments" / "01_targets"
    homes = [folder / name for name in SUITES]
    for each in (*homes, target.course / "reference" / "targets", target.course / ".gradmark"):
        each.mkdir(parents=True)
    for each in (target.submissions, target.home):
        each.mkdir()
    (folder / "assignment.toml").write_text(EXERCISES)
    (target.course / ".gradmark" / "secret").write_text(secret.hex() + "\n")
    (target.course / ".gradmark" / "secret").chmod(0o600)
    (target.home / "notes.txt").write_text(canaries["home"])
    for name, suite in SUITES.items():
        imports = "import numpy as np\n\nfrom autograder.suite import Rng, assert_close\n"
        text = f'"""Hidden."""\n\n{imports}\nKEPT = "{canaries["suite"]}"\n\n\n{code(suite)}'
        (folder / name / "test_hidden.py").write_text(text)
        library = "torch" if name == "softplus" else "numpy as np"
        text = f'"""Solution."""\n\nimport {library}\n\nKEPT = "{canaries["reference"]}"\n\n\n{SOLUTIONS[name]}'
        (target.course / "reference" / "targets" / f"{name}.py").write_text(text)
    return target


def honest_text(names: tuple[str, ...] = ("add_one", "softplus"), remark: str = "") -> str:
    return f"# {remark}\nimport numpy as np\nimport torch\n\n" + "\n\n".join(SOLUTIONS[n] for n in names)
