# ruff: noqa: E501  (a case is a notebook on a line)
"""Executing the slice must give what executing the whole notebook gives, without what is not needed.

Each case: the cells, a call, and what must not be in the slice. "BOOM" is a name that no cell defines; a
statement with it raises, and costs nothing unless the slice takes it in.
"""

from __future__ import annotations

import textwrap

import numpy as np
import pytest
from intake_helpers import importable, labelled, run_cells, run_slice

from autograder.intake.slicing import Slice, slice_names

CASES = {
    "plain function with a constant": (["EPS = 2", "def f(x):\n    return x + EPS"], "f(1)", ""),
    "helper after its caller": (["def f(x): return g(x) + 1", "def g(x): return 2 * x"], "f(3)", ""),
    "training loop and plot elsewhere": (
        [
            "import math",
            "loss = 1\nfor step in range(3):\n    loss = BOOM(loss)",
            "def f(x): return math.sqrt(x)",
            "print(loss)",
        ],
        "f(4)",
        "loss",
    ),
    "broken cell elsewhere": (["def f(x): return x + 1", "def broken(:\n  pass", "1 / 0"], "f(1)", "broken"),
    "defined twice, the last counts": (["def f(): return 1", "def f(): return 2"], "f()", "return 1"),
    "helper defined twice, the last counts for bodies": (
        ["def h(): return 1", "def f(): return h()", "def h(): return 2"],
        "f()",
        "return 1",
    ),
    "global rebound later, read late": (["K = 1", "def f(): return K", "K = 5"], "f()", "K = 1"),
    "default argument takes the value before": (["K = 1", "def f(k=K): return k", "K = 5"], "f()", "K = 5"),
    "default and body read the same name": (["K = 1", "def f(k=K): return k, K", "K = 5"], "f()", ""),
    "function called while its global had another value": (
        ["S = 2", "def g(x): return x * S", "T = g(3)", "S = 5", "def f(): return T, g(1)"],
        "f()",
        "",
    ),
    "decorator before and after": (
        ["def deco(fn):\n    return lambda x: fn(x) + 1", "@deco\ndef f(x): return x", "def deco(fn): return None"],
        "f(1)",
        "return None",
    ),
    "decorator with arguments and state": (
        [
            "import functools",
            "def times(n):\n    def wrap(fn):\n        @functools.wraps(fn)\n        def inner(x):\n"
            "            return fn(x) * n\n        return inner\n    return wrap",
            "N = 3",
            "@times(N)\ndef f(x): return x",
        ],
        "f(2)",
        "",
    ),
    "class bases and bodies": (
        [
            "class Base:\n    def go(self): return self.k",
            "K = 4",
            "class Net(Base):\n    k = K\n    j = k + 1",
            "K = 9",
            "def f(): return Net().go(), Net.j",
        ],
        "f()",
        "K = 9",
    ),
    "class scope is not seen by methods": (
        ["x = 1", "class C:\n    x = 2\n    def get(self): return x", "def f(): return C().get(), C.x"],
        "f()",
        "",
    ),
    "class body reads a global of the same name": (["n = 3", "class C:\n    n = n + 1", "def f(): return C.n"], "f()", ""),
    "monkeypatched method": (
        ["class Net: pass", "def forward(self, x): return x + 1", "Net.forward = forward", "def f(x): return Net().forward(x)"],
        "f(1)",
        "",
    ),
    "setattr on a class": (["class Net: pass", "setattr(Net, 'k', 3)", "def f(): return Net.k"], "f()", ""),
    "augmented assignment": (["x = 1", "x += 2", "x += 3", "def f(): return x"], "f()", ""),
    "in-place change of an alias": (["x = [1]", "y = x", "x += [2]", "x = 0", "def f(): return y"], "f()", ""),
    "item assignment": (["C = {}", "C['a'] = 1", "D = {}", "D['b'] = BOOM", "def f(): return C"], "f()", "BOOM"),
    "update and append": (["C = {}", "C.update(a=1)", "L = []", "L.append(2)", "def f(): return C, L"], "f()", ""),
    "changes of an old object are dropped": (["L = []", "L.append(BOOM)", "L = [1]", "def f(): return L"], "f()", "BOOM"),
    "loop that fills a needed dict": (
        ["words = ['a', 'b']", "vocab = {}", "for w in words:\n    vocab[w] = len(vocab)", "def f(): return vocab"],
        "f()",
        "",
    ),
    "loop variable changes what it walks over": (
        ["rows = [[1], [2]]", "for row in rows:\n    row.append(0)", "def f(): return rows"],
        "f()",
        "",
    ),
    "alias changed afterwards": (
        ["params = {'W': [1]}", "W = params['W']", "W.append(2)", "def f(): return params"],
        "f()",
        "",
    ),
    "default argument shared and changed later": (["C = []", "def f(c=C): return c", "C.append(1)"], "f()", ""),
    "a function that changes its argument": (
        ["def fill(d, n):\n    for i in range(n):\n        d[i] = i", "T = {}", "fill(T, 3)", "def f(): return T"],
        "f()",
        "",
    ),
    "changed through two functions": (
        ["def inner(d): d.append(1)", "def outer(d): inner(d)", "T = []", "outer(T)", "def f(): return T"],
        "f()",
        "",
    ),
    "a method of the student's class that changes self": (
        [
            "class Counter:\n    def __init__(self): self.n = 0\n    def bump(self): self.n += 1",
            "c = Counter()",
            "c.bump()",
            "def f(): return c.n",
        ],
        "f()",
        "",
    ),
    "registry filled by decorators": (
        [
            "R = {}",
            "def register(fn):\n    R[fn.__name__] = fn\n    return fn",
            "@register\ndef relu(x): return max(x, 0)",
            "def f(name, x): return R[name](x)",
        ],
        "f('relu', -1)",
        "",
    ),
    "registry filled by a decorator factory": (
        [
            "R = {}",
            "def register(key):\n    def add(fn):\n        R[key] = fn\n        return fn\n    return add",
            "@register('r')\ndef relu(x): return max(x, 0)",
            "def f(key, x): return R[key](x)",
        ],
        "f('r', 5)",
        "",
    ),
    "singledispatch": (
        [
            "from functools import singledispatch",
            "@singledispatch\ndef f(x): return 'any'",
            "@f.register\ndef _(x: int): return 'int'",
        ],
        "(f(1), f('a'))",
        "",
    ),
    "global statement in a function called at top level": (
        ["def setup():\n    global W\n    W = 7", "setup()", "def f(): return W"],
        "f()",
        "",
    ),
    "global statement in a function that the body calls": (
        ["def setup():\n    global W\n    W = 7", "def f():\n    setup()\n    return W"],
        "f()",
        "",
    ),
    "counter with global": (
        ["n = 0", "def f():\n    global n\n    n += 1\n    return n", "f()", "f()"],
        "f()",
        "",
    ),
    "conditional definition": (
        [
            "import sys",
            "if sys.version_info > (3,):\n    def h(): return 'new'\nelse:\n    def h(): return 'old'",
            "def f(): return h()",
        ],
        "f()",
        "",
    ),
    "conditional rebinding keeps the first": (["k = 1", "if k > 5:\n    k = 1 / 0", "def f(): return k"], "f()", ""),
    "try import": (
        ["try:\n    import nowhere_at_all as lib\nexcept ImportError:\n    lib = None", "def f(): return lib is None"],
        "f()",
        "",
    ),
    "type checking only": (
        [
            "from __future__ import annotations\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from nowhere import T",
            "def f(x: T) -> T: return x",
        ],
        "f(3)",
        "",
    ),
    "future annotations of an earlier cell": (
        ["from __future__ import annotations", "def f(x: Unknown): return x"],
        "f(1)",
        "",
    ),
    "annotations are evaluated": (
        ["from typing import Optional, List", "def f(x: Optional[int] = None): return x"],
        "f(2)",
        "List",
    ),
    "deleted and defined again": (["x = 1", "del x", "x = 2", "def f(): return x"], "f()", "del"),
    "builtin shadowed and freed again": (["sum = 3", "del sum", "def f(x): return sum(x)"], "f([1, 2])", ""),
    "builtin shadowed": (["def sum(x): return 'mine'", "def f(x): return sum(x)"], "f([1])", ""),
    "walrus": (["if (n := 4) > 3:\n    pass", "def f(): return n"], "f()", ""),
    "walrus in a comprehension": (["v = [last := i for i in range(3)]", "def f(): return last"], "f()", ""),
    "tuple and star targets": (["a, *b = [1, 2, 3]", "(c, [d]) = 4, [5]", "def f(): return a, b, c, d"], "f()", ""),
    "loop target": (["for i in range(3):\n    pass", "def f(): return i"], "f()", ""),
    "with target": (["import io\nwith io.StringIO('x') as s:\n    text = s.read()", "def f(): return text"], "f()", ""),
    "while loop": (["n = 0\nwhile n < 5:\n    n += 1", "def f(): return n"], "f()", ""),
    "match statement": (
        [
            "cfg = {'k': 3}\nmatch cfg:\n    case {'k': value, **rest}:\n        found = value\n    case _:\n        found = 0",
            "def f(): return found, value, rest",
        ],
        "f()",
        "",
    ),
    "import of a submodule": (["import os.path", "import os", "def f(): return os.path.join('a', 'b')"], "f()", ""),
    "two submodules of one package, one used": (
        ["import xml.dom", "import xml.nowhere_to_be_found", "def f(): return xml.dom.__name__"],
        "f()",
        "nowhere",
    ),
    "unused import in the same statement": (
        ["import math, nowhere_at_all", "def f(x): return math.floor(x)"],
        "f(1.5)",
        "nowhere",
    ),
    "unused name of a from-import": (
        ["from math import (floor,\n  isqrt,\n  ceil as up)", "def f(x): return up(x)"],
        "f(1.5)",
        "isqrt",
    ),
    "star import": (["from math import *", "def f(x): return sqrt(x) + floor(pi)"], "f(4)", ""),
    "star import that replaces a builtin": (
        ["from numpy import *", "def f(x): return sum(x, 0)"],
        "f([[1, 2], [3, 4]]).tolist()",
        "",
    ),
    "comprehension scopes": (
        ["k = 2\nx = BOOM", "T = [x * k for x in range(3)]", "def f(): return [x for x in T if x], {x: k for x in T}"],
        "f()",
        "BOOM",
    ),
    "nested functions and closures": (
        [
            "A = 99\nB = 2",
            "def f(x):\n    A = 10\n    def g():\n        nonlocal A\n        A += 1\n        return A + B + x\n    return g()",
        ],
        "f(1)",
        "A = 99",
    ),
    "lambda": (["k = 3", "f = lambda x, y=k: x * y + k", "k = 4"], "f(2)", ""),
    "partial": (
        ["from functools import partial", "def g(a, b): return a - h(b)", "f = partial(g, 10)", "def h(b): return b + 1"],
        "f(2)",
        "",
    ),
    "function renamed": (["def my_f(x): return x + 1", "f = my_f"], "f(1)", ""),
    "alias of a class instance": (
        ["class Net:\n    def __call__(self, x): return x * scale", "scale = 3", "net = Net()", "f = net"],
        "f(2)",
        "",
    ),
    "dataclass": (
        [
            "from dataclasses import dataclass, field",
            "@dataclass\nclass Cfg:\n    k: int = 3\n    items: list = field(default_factory=list)",
            "def f(): return Cfg().k, Cfg().items",
        ],
        "f()",
        "",
    ),
    "namedtuple and Enum": (
        [
            "from collections import namedtuple\nfrom enum import Enum",
            "P = namedtuple('P', 'a b')\nclass E(Enum):\n    A = 1",
            "def f(): return P(1, 2).b, E.A.value",
        ],
        "f()",
        "",
    ),
    "generator and async are fine": (
        ["k = 2", "def g():\n    yield k", "async def h(): return k", "def f(): return list(g())"],
        "f()",
        "async",
    ),
    "recursion between two functions": (
        ["def even(n): return n == 0 or odd(n - 1)", "def odd(n): return n != 0 and even(n - 1)", "def f(n): return even(n)"],
        "f(6)",
        "",
    ),
    "magics around": (
        [
            "%matplotlib inline\n!pip install nothing\nimport math",
            "%%time\ndef f(x):\n    return math.pi % x",
            "files = !ls",
            "%%bash\nrm -rf x",
            "%timeit f(3)",
        ],
        "f(3)",
        "",
    ),
    "%time with an assignment": (["%time k = 3 * 4", "def f(): return k"], "f()", ""),
    "percent at the start of a line": (
        ["a = 7\nk = (a\n % 4)\ns = '''\n%not magic\n!neither\n'''", "def f(): return k, s"],
        "f()",
        "",
    ),
    "two statements on a line": (["a = 1; b = 'é'; c = BOOM", "def f(): return a, b"], "f()", "BOOM"),
    "indented cell": (["    k = 1\n    def f():\n        return k"], "f()", ""),
    "windows line ends": (["k = 1\r\n\r\ndef f():\r\n    return k\r\n"], "f()", ""),
    "seed before a needed draw": (
        ["import numpy as np\nnp.random.seed(3)", "W = np.random.randn(2)", "def f(): return W.tolist()"],
        "f()",
        "",
    ),
    "module setting": (
        [
            "import decimal\ndecimal.setcontext(decimal.Context(prec=5))",
            "import sys\nsys.setrecursionlimit(5000)",
            "def f(): return 1",
        ],
        "f()",
        "setrec",
    ),
    "globals() with a constant key": (["globals()['k'] = 5", "def f(): return k + globals()['j']", "j = 2"], "f()", ""),
    "annotated assignment and bare annotation": (["k: int = 3\nj: int", "def f(): return k"], "f()", "j: int"),
    "del of an item": (["d = {'a': 1, 'b': 2}", "del d['a']", "def f(): return d"], "f()", ""),
    "type alias by assignment": (
        ["import numpy as np", "Array = np.ndarray", "def f(x: Array) -> 'Array': return x"],
        "f(2)",
        "",
    ),
    "exception class and handler name": (
        [
            "class Bad(ValueError): pass",
            "e = BOOM",
            "def f():\n    try:\n        raise Bad('x')\n    except Bad as e:\n        return str(e)",
        ],
        "f()",
        "BOOM",
    ),
    "star args and keyword-only defaults": (["d = 4", "def f(*args, k=d, **kw): return args, k, kw"], "f(1, z=2)", ""),
    "f-string": (["k = 3", "def f(): return f'{k:>{k}}'"], "f()", ""),
    "main guard": (["def f(): return 1", "if __name__ == '__main__':\n    BOOM()"], "f()", "BOOM"),
    "subclasses that register themselves": (
        [
            "class Kind:\n    known = {}\n    def __init_subclass__(cls, name): Kind.known[name] = cls",
            "class One(Kind, name='one'):\n    def value(self): return 1",
            "class Two(One, name='two'):\n    def value(self): return 2",
            "class Other: x = BOOM",
            "def f(name): return Kind.known[name]().value()",
        ],
        "f('one'), f('two')",
        "BOOM",
    ),
    "subclasses in a table of the notebook": (
        [
            "KNOWN = {}",
            "class Kind:\n    def __init_subclass__(cls): KNOWN[cls.__name__] = cls",
            "class One(Kind):\n    value = 1",
            "def f(): return KNOWN['One'].value",
        ],
        "f()",
        "",
    ),
    "subclasses by a metaclass": (
        [
            "known = []",
            "class Noting(type):\n    def __init__(cls, *args):\n        known.append(cls.__name__)\n        super().__init__(*args)",
            "class Kind(metaclass=Noting): pass",
            "class One(Kind): pass",
            "def f(): return known",
        ],
        "f()",
        "",
    ),
    "subclasses that are asked for": (
        [
            "class Kind:\n    @classmethod\n    def all(cls): return [k.__name__ for k in cls.__subclasses__()]",
            "class One(Kind): pass",
            "class Loss: pass",
            "class Mse(Loss): pass",
            "def f(): return Kind.all(), len(Loss.__subclasses__())",
        ],
        "f()",
        "",
    ),
    "metaclass that keeps a list": (
        [
            "class Meta(type):\n    known = []\n    def __new__(m, name, bases, body):\n        made = super().__new__(m, name, bases, body)\n"
            "        Meta.known.append(name)\n        return made",
            "class Base(metaclass=Meta): pass",
            "class A(Base): pass",
            "def f(): return Meta.known, Base.__name__",
        ],
        "f()",
        "",
    ),
    "classes and functions registered by decorators": (
        [
            "RULES = {}",
            "def rule(name):\n    def keep(fn):\n        RULES[name] = fn\n        return fn\n    return keep",
            "@rule('one')\ndef one(): return 1",
            "@rule('two')\nclass Two:\n    def __new__(cls): return 2",
            "def f(k): return RULES[k]()",
        ],
        "f('one'), f('two')",
        "",
    ),
    "subclass of a plain base stays out": (
        ["class Base:\n    def __init__(self): self.k = 1", "class Unused(Base): pass", "def f(): return Base().k"],
        "f()",
        "Unused",
    ),
    "optimizer that holds the model": (
        [
            "class M:\n    def __init__(self): self.w = 0",
            "class Opt:\n    def __init__(self, m): self.m = m\n    def step(self): self.m.w += 1",
            "m = M()",
            "o = Opt(m)",
            "for _ in range(3):\n    o.step()",
            "def f(): return m.w",
        ],
        "f()",
        "",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_slice_behaves_as_the_whole_notebook(case):
    cells, call, absent = CASES[case]
    piece = slice_names(labelled(cells), ["f"])
    text = "\n".join(s.source for s in piece.statements)
    assert not piece.whole, piece.notes
    assert not piece.missing and not piece.broken
    if absent:
        assert absent not in text
    expected = eval(call, run_cells(cells))
    assert eval(call, run_slice(piece)) == expected
    # It crosses the wire unchanged.
    assert Slice.from_json(piece.to_json()) == piece


def test_endless_cell_is_not_in_the_slice():
    piece = slice_names(labelled(["while True:\n    x = 1", "def f(): return 3"]), ["f"])
    assert [s.source for s in piece.statements] == ["def f(): return 3"]


def test_torch_setting_comes_with_torch_only():
    cells = labelled(
        [
            "import torch\nimport numpy as np\ntorch.set_default_dtype(torch.float64)\nnp.set_printoptions(precision=3)",
            "def f(): return torch.zeros(2)\ndef g(): return np.zeros(2)",
        ]
    )
    with_torch = slice_names(cells, ["f"])
    assert [s.source for s in with_torch.others[0] if not s.needed] == ["torch.set_default_dtype(torch.float64)"]
    assert [s.source for s in slice_names(cells, ["g"]).statements] == [
        "import numpy as np",
        "def g(): return np.zeros(2)",
    ]


def test_seed_without_a_draw_is_left_out():
    piece = slice_names(labelled(["import numpy as np\nnp.random.seed(0)", "def f(): return np.random.randn()"]), ["f"])
    assert "seed" not in " ".join(s.source for s in piece.statements)


def test_several_names_share_one_slice():
    piece = slice_names(labelled(["k = 1", "def a(): return k", "def b(): return k", "def c(): pass"]), ["a", "b"])
    assert [s.name for s in piece.statements] == ["k", "a", "b"]


def test_siblings_are_found_through_each_other():
    siblings = {
        "helpers": "import numpy as np\nfrom pkg import tools\ndef double(x): return tools.twice(x)",
        "pkg": "",
        "pkg.tools": "from .deep import TWO\ndef twice(x): return TWO * x",
        "pkg.deep": "TWO = 2",
        "unused": "raise SystemExit",
        "numpy": "raise SystemExit",
    }
    cells = ["from helpers import *", "import numpy", "def f(x): return double(np.sum(x))"]
    piece = slice_names(labelled(cells), ["f"], siblings)
    assert piece.siblings == ["helpers", "pkg", "pkg.deep", "pkg.tools"]
    assert not piece.whole
    assert [s.source for s in piece.statements] == ["from helpers import *", cells[2]]
    with importable({"helpers": "import numpy as np\ndef double(x): return 2 * x"}):
        assert run_slice(piece)["f"](np.ones(3)) == 6


def test_wanted_name_from_a_sibling():
    piece = slice_names(labelled(["from solution import f"]), ["f"], {"solution": "def f(): return 3"})
    assert piece.siblings == ["solution"] and piece.statements[0].name == "f"
    starred = slice_names(labelled(["from solution import *"]), ["f", "_g"], {"solution": "def f(): pass\ndef _g(): pass"})
    assert starred.missing == ["_g"] and [s.source for s in starred.statements] == ["from solution import *"]


def test_star_of_a_sibling_overrides_an_earlier_definition():
    cells = labelled(["def f(): return 1", "from other import *"])
    assert [s.source for s in slice_names(cells, ["f"], {"other": "f = 2"}).statements] == ["from other import *"]
    listed = slice_names(cells, ["f"], {"other": "__all__ = ['g']\ndef f(): pass\ndef g(): pass"})
    assert [s.source for s in listed.statements] == ["def f(): return 1"]


def test_star_of_a_given_module_is_resolved():
    piece = slice_names(
        labelled(["from given_tools import *", "from math import *", "def f(): return load()"]),
        ["f"],
        {},
        {"given_tools": "def load(): pass"},
    )
    assert [s.source for s in piece.statements] == ["from given_tools import *", "def f(): return load()"]


def test_run_with_long_cells_reports_lines_in_the_cell():
    source = textwrap.dedent(
        """
        import math, os

        @property

        def f(x):
            y = x
            return y
        """
    )
    piece = slice_names([("cell 3", source)], ["f"])
    statement = piece.statements[-1]
    assert (statement.label, statement.line, statement.last_line) == ("cell 3", 4, 8)
    assert statement.source.startswith("@property") and statement.source.endswith("return y")
